// The addresses of filtered lists stay short: what is blank isn't sent. A search box speaks for itself while one types.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.closest("[data-lean]")) return;
  const sent = event.detail.parameters;
  for (const [name, value] of [...sent.entries()]) {
    if (value === "") sent.delete(name);
  }
});

document.addEventListener(
  "change",
  (event) => {
    if (event.target.matches("[data-lean] [type=search]")) event.stopPropagation();
  },
  true,
);
