// The red button counts the boxes that are ticked: it says what it will do.
function recount(form) {
  const count = form.querySelectorAll("input[name=include]:checked").length;
  form.querySelector("[data-further]").textContent = count ? `, and ${count} further place${count === 1 ? "" : "s"}` : "";
}

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-erases]");
  if (form) recount(form);
});

// A browser that comes back to the page keeps the ticks.
addEventListener("pageshow", () => document.querySelectorAll("form[data-erases]").forEach(recount));
