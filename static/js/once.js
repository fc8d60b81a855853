// A form with data-once is sent once: a second click while it is on its way does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-once]");
  if (!form) return;
  if (form.dataset.once === "sent") event.preventDefault();
  form.dataset.once = "sent";
});

// Coming back to the page from the next one, it may be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) form.dataset.once = "";
});
