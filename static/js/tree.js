// Pages move in their tree: with the mouse, or with m and the arrow keys. What is closed opens where it stands.
import { off } from "./keys.js";
import { plain, say, send } from "./moving.js";

const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const folded = new Set(); // numbers of the branches that were closed here; a swap draws them anew
let held = null;
let dragged = null;

const titleOf = (node) => node.querySelector(".row-title");
const rowOf = (node) => node.querySelector(".tree-row");
const parentOf = (node) => node.parentElement.closest("[data-node]");

function listIn(node) {
  const list = node.querySelector(":scope > ol");
  if (list) return list;
  const made = document.createElement("ol");
  rowOf(node).after(made);
  return made;
}

function placeOf(node) {
  return { node, list: node.parentElement, next: node.nextElementSibling };
}

function putBack({ node, list, next }) {
  list.insertBefore(node, next);
  rowOf(node).classList.remove("is-held");
}

/** What the server is told: the number above it, and the place that its neighbour leads to. */
function asSent(node, before) {
  const list = node.parentElement;
  const parent = parentOf(node)?.dataset.node ?? list.dataset.under ?? "";
  const above = before.list.closest("[data-node]")?.dataset.node ?? before.list.dataset.under ?? "";
  const own = above === parent && node.dataset.position !== "" ? Number(node.dataset.position) : Infinity;
  let neighbour = node.previousElementSibling;
  while (neighbour && neighbour.dataset.position === "") neighbour = neighbour.previousElementSibling;
  if (!neighbour && list.parentElement.querySelector(":scope > .tree-more")) return { parent }; // behind what isn't drawn
  const place = neighbour ? Number(neighbour.dataset.position) + 1 : Number(list.dataset.start ?? 0);
  return { parent, position: own < place ? place - 1 : place };
}

async function move(node, before) {
  await send(rowOf(node).dataset.move + location.search, asSent(node, before), node, () => putBack(before));
}

function whereabouts(node) {
  const above = parentOf(node);
  const all = [...node.parentElement.children];
  return `${above ? `Under ${titleOf(above).textContent}` : "At the top"}, ${all.indexOf(node) + 1} of ${all.length}.`;
}

function step(key) {
  const from = held;
  const { node } = from;
  const [previous, next, above] = [node.previousElementSibling, node.nextElementSibling, parentOf(node)];
  held = null; // the focus leaves the row while it moves
  if (key === "ArrowUp" && previous) previous.before(node);
  if (key === "ArrowDown" && next) next.after(node);
  if (key === "ArrowRight" && previous) {
    unfold(previous);
    listIn(previous).append(node);
  }
  if (key === "ArrowLeft" && above) above.after(node);
  titleOf(node).focus({ preventScroll: true });
  node.scrollIntoView({ block: "nearest" });
  held = from;
  say(whereabouts(node));
}

function letGo(keep) {
  const from = held;
  held = null;
  if (keep && (from.node.parentElement !== from.list || from.node.nextElementSibling !== from.next)) {
    say(`Moved. ${whereabouts(from.node)}`);
    move(from.node, from);
    return;
  }
  putBack(from);
  titleOf(from.node).focus();
  say(`${titleOf(from.node).textContent} is where it was.`);
}

document.addEventListener(
  "keydown",
  (event) => {
    if (!plain(event) || document.querySelector("dialog[open]")) return;
    if (held && (KEYS.includes(event.key) || event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      if (KEYS.includes(event.key)) step(event.key);
      else letGo(event.key === "Enter");
    } else if (!held && event.key === "m" && !off.has("m") && event.target.matches("[data-move] > .row-title")) {
      event.preventDefault();
      event.stopPropagation();
      held = placeOf(event.target.closest("[data-node]"));
      rowOf(held.node).classList.add("is-held");
      say(`${event.target.textContent} picked up. ${whereabouts(held.node)} The arrow keys move it, Enter drops it, Escape puts it back.`);
    }
  },
  true,
);

document.addEventListener("focusout", (event) => {
  if (!held || event.target !== titleOf(held.node)) return;
  const from = held;
  held = null;
  putBack(from);
});

function mark(row, zone) {
  for (const each of document.querySelectorAll(".tree-row")) {
    for (const name of ["before", "after", "into"]) each.classList.toggle(`is-${name}`, each === row && name === zone);
  }
}

function aim(event) {
  const row = dragged && event.target.closest?.(".tree-row");
  const node = row?.closest("[data-node]");
  if (!node || dragged.contains(node) || node.dataset.position === "") return null;
  const { top, height } = row.getBoundingClientRect();
  const at = (event.clientY - top) / height;
  return { row, node, zone: at < 0.3 ? "before" : at > 0.7 ? "after" : "into" };
}

document.addEventListener("dragstart", (event) => {
  const row = event.target.closest?.("[data-move]");
  if (!row) return;
  dragged = row.closest("[data-node]");
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", titleOf(dragged).textContent);
  requestAnimationFrame(() => row.classList.add("is-dragged"));
});

document.addEventListener("dragover", (event) => {
  if (!dragged) return;
  const target = aim(event);
  mark(target?.row, target?.zone);
  if (target) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const target = aim(event);
  if (!target) return;
  event.preventDefault();
  const [node, before] = [dragged, placeOf(dragged)];
  const below = target.node.querySelector(":scope > ol");
  if (target.zone === "before") target.node.before(node);
  else if (target.zone === "into") listIn(target.node).append(node);
  else if (below?.checkVisibility()) below.prepend(node); // right under the row, where the line was
  else target.node.after(node);
  titleOf(node).focus({ preventScroll: true });
  if (node.parentElement !== before.list || node.nextElementSibling !== before.next) move(node, before);
});

document.addEventListener("dragend", () => {
  if (dragged) rowOf(dragged).classList.remove("is-dragged");
  dragged = null;
  mark(null);
});

function fold(node, shut) {
  node.toggleAttribute("data-folded", shut);
  node.querySelector("[data-folds]")?.setAttribute("aria-expanded", String(!shut));
  if (shut) folded.add(node.dataset.node);
  else folded.delete(node.dataset.node);
}

function unfold(node) {
  if (node.hasAttribute("data-folded")) fold(node, false);
}

document.addEventListener("click", (event) => {
  const node = event.target.closest("[data-folds]")?.closest("[data-node]");
  if (!node) return;
  const closed = node.querySelector(":scope > .tree-more a");
  if (closed) closed.click();
  else fold(node, !node.hasAttribute("data-folded"));
});

document.addEventListener("htmx:afterSwap", (event) => {
  const branch = event.target.closest?.("[data-node]"); // what was closed has opened where it stands
  branch?.querySelector(":scope > .tree-row [data-folds]")?.setAttribute("aria-expanded", "true");
  for (const node of document.querySelectorAll(".tree [data-node]")) {
    if (folded.has(node.dataset.node)) fold(node, true);
  }
});
