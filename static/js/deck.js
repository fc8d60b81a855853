// The review deck: the next proposal is there at once, the keys know where they are, and a reason is a key away.
import { off } from "./keys.js";

const panel = () => document.querySelector("[data-reject]");

// What was typed into a page that was refused stays; everything else begins at its top, with the keyboard at its title.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "deck") return;
  const refused = event.detail.target.querySelector("[data-refused]")?.textContent;
  const last = event.detail.target.querySelector("[data-last]")?.textContent;
  const title = document.getElementById("deck-title");
  const said = document.getElementById("said");
  if (said) said.textContent = [refused ? "" : last, title?.textContent].filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  if (event.detail.target.querySelector("[autofocus]")) return;
  const moved = event.detail.requestConfig?.elt?.closest?.(".deck-views");
  if (moved) return;
  title?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
});

// Whoever looks elsewhere needn't keep the claim.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && event.target.matches?.("[data-reading]")) event.preventDefault();
});

function toReason() {
  if (panel()?.open) panel().querySelector("textarea").focus();
}

// The key opens it with a click of its own, and the next key may follow before the toggle is told.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-reject] > summary")) queueMicrotask(toReason);
});

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target === panel()) toReason();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const open = panel()?.open ? panel() : null;
  if (!open || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const text = open.querySelector("textarea");
  if (event.key === "Escape") {
    open.open = false;
    open.querySelector("summary").focus();
  } else if (event.target !== text) {
    return;
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (!event.repeat) open.querySelector("form").requestSubmit();
  } else if (!text.value && !off.has(event.key) && /^[1-6]$/.test(event.key)) {
    event.preventDefault();
    open.querySelector(`[data-key="${event.key}"]`)?.click();
  }
});
