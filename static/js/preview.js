// Write and Preview change places; without this Preview sends the form and the page comes back with it.
function show(field, preview) {
  field.querySelector("[data-written]").hidden = preview;
  field.querySelector("#preview").hidden = !preview;
  field.querySelector("[data-write]").setAttribute("aria-pressed", String(!preview));
  field.querySelector("[data-read]").setAttribute("aria-pressed", String(preview));
}

document.addEventListener("click", (event) => {
  const write = event.target.closest("[data-write]");
  if (!write) return;
  const field = write.closest("[data-preview]");
  show(field, false);
  field.querySelector("textarea").focus();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const field = event.detail.target.id === "preview" && event.detail.target.closest("[data-preview]");
  if (field) show(field, true);
});
