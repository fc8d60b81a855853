// After a swap the keyboard keeps its place: the same control if it is still there, else what took its place.
let held = null;

function addressOf(element) {
  const place = element.closest("[data-place]");
  return { id: element.id, place: place?.dataset.place, name: element.getAttribute("name"), value: element.getAttribute("value") };
}

// What can take the focus: nothing hidden, nothing in details that are closed.
function first(elements) {
  return [...elements].find((element) => element.checkVisibility?.() ?? true) ?? null;
}

function successor() {
  const same = held.id && document.getElementById(held.id);
  if (same && first([same])) return same;
  const place = held.place && document.querySelector(`[data-place="${CSS.escape(held.place)}"]`);
  if (!place) return null;
  const named = held.name ? first(place.querySelectorAll(`[name="${CSS.escape(held.name)}"]`)) : null;
  return named ?? first(place.querySelectorAll("a, button, input:not([type=hidden]), select, textarea")) ?? place;
}

document.addEventListener("htmx:beforeRequest", () => {
  const active = document.activeElement;
  held = active && active !== document.body ? addressOf(active) : null;
});

document.addEventListener("htmx:afterSettle", (event) => {
  const wished = event.detail.target?.querySelector?.("[autofocus]");
  if (wished) {
    wished.focus();
    held = null;
    return;
  }
  if (!held || document.activeElement !== document.body) return;
  const next = successor() ?? document.getElementById(event.detail.target?.id) ?? document.getElementById("main");
  if (!next.matches("a, button, input, select, textarea, summary, [tabindex]")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
});
