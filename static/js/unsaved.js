// A page with something typed in it isn't left by mistake. data-touched: what was typed came back from the server.
const touched = new Set(document.querySelectorAll("form[data-unsaved][data-touched]"));

document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-unsaved]")) touched.add(form);
});

document.addEventListener("submit", (event) => touched.delete(event.target));

addEventListener("beforeunload", (event) => {
  if (touched.size) event.preventDefault();
});
