// A form that was refused comes back with what is wrong in it: such an answer is swapped in as well. An empty one isn't.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.status < 400 || xhr.status > 499 || !xhr.responseText || xhr.responseText.startsWith("<!doctype")) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
