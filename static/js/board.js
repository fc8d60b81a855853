// Cards move among columns: with the mouse, with m and the arrow keys, or with the menu of the card.
import { off } from "./keys.js";
import { plain, say, send } from "./moving.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 };
let held = null; // the card that the keyboard holds, and where it came from
let dragged = null;

const columnOf = (card) => card.closest("[data-column]");
const columns = () => [...document.querySelectorAll("[data-column]")];
const called = (column) => column.querySelector("h2").textContent.trim();
const titleOf = (card) => card.querySelector(".row-title");

function whereabouts(card) {
  return { card, list: card.parentElement, next: card.nextElementSibling, column: columnOf(card) };
}

function putBack({ card, list, next }) {
  list.insertBefore(card, next);
  card.classList.remove("is-held");
}

function into(card, column) {
  column.querySelector(".cards").prepend(card);
  titleOf(card).focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function askReason() {
  const dialog = document.getElementById("reason");
  const text = dialog.querySelector("textarea");
  text.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue ? text.value : null), { once: true });
  });
}

async function move(from, to) {
  const { card } = from;
  const values = { to: to.dataset.column, version: card.dataset.version };
  if (to.dataset.column === "blocked") {
    values.reason = await askReason();
    if (values.reason === null) {
      putBack(from);
      titleOf(card).focus();
      say(`${titleOf(card).textContent} stays in ${called(from.column)}.`);
      return;
    }
  }
  say(`${titleOf(card).textContent} goes to ${called(to)}.`);
  await send(card.dataset.card, values, card, () => putBack(from));
}

function pickUp(card) {
  held = whereabouts(card);
  card.classList.add("is-held");
  say(`${titleOf(card).textContent} picked up from ${called(held.column)}. Left and right move it, Enter drops it, Escape puts it back.`);
}

function step(by) {
  const all = columns();
  const at = all.indexOf(columnOf(held.card)) + by;
  if (!by || !all[at]) return;
  const from = held;
  held = null; // the focus leaves the card while it moves
  into(from.card, all[at]);
  held = from;
  say(`${called(all[at])}, column ${at + 1} of ${all.length}.`);
}

function letGo(keep) {
  const from = held;
  const to = columnOf(from.card);
  held = null;
  if (keep && to !== from.column) {
    move(from, to);
    return;
  }
  putBack(from);
  titleOf(from.card).focus();
  say(`${titleOf(from.card).textContent} is back in ${called(from.column)}.`);
}

document.addEventListener(
  "keydown",
  (event) => {
    if (!plain(event) || document.querySelector("dialog[open]")) return;
    if (held && (event.key in KEYS || event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key in KEYS) step(KEYS[event.key]);
      else letGo(event.key === "Enter");
    } else if (!held && event.key === "m" && !off.has("m") && event.target.matches("[data-card] > .row-title")) {
      event.preventDefault();
      event.stopPropagation();
      pickUp(event.target.parentElement);
    }
  },
  true,
);

document.addEventListener("focusout", (event) => {
  if (!held || !held.card.contains(event.target)) return;
  const from = held;
  held = null;
  putBack(from);
});

function mark(column) {
  for (const each of columns()) each.classList.toggle("is-over", each === column);
}

document.addEventListener("dragstart", (event) => {
  const card = event.target.closest?.("[data-card]");
  if (!card) return;
  dragged = card;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", titleOf(card).textContent);
  requestAnimationFrame(() => card.classList.add("is-dragged"));
});

document.addEventListener("dragover", (event) => {
  const column = dragged && event.target.closest?.("[data-column]");
  if (dragged) mark(column);
  if (column) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const column = dragged && event.target.closest?.("[data-column]");
  if (!column) return;
  event.preventDefault();
  const from = whereabouts(dragged);
  if (column === from.column) return;
  into(dragged, column);
  move(from, column);
});

document.addEventListener("dragend", () => {
  dragged?.classList.remove("is-dragged");
  dragged = null;
  mark(null);
});

// The menu's buttons are a form's, so that they do without a script; with one they move the card in place.
document.addEventListener("submit", (event) => {
  const card = event.submitter?.closest("[data-card]");
  const column = card && columns().find((each) => each.dataset.column === event.submitter.value);
  if (!column) return;
  event.preventDefault();
  event.submitter.closest("details").open = false;
  const from = whereabouts(card);
  into(card, column);
  move(from, column);
});
