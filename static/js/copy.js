// Copy buttons: data-copies names the element whose text goes to the clipboard.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies);
  const said = button.querySelector("[data-said]") ?? button;
  const before = said.textContent;
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    said.textContent = "Copied";
  } catch {
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    said.textContent = "Selected: press Ctrl+C";
  }
  setTimeout(() => (said.textContent = before), 2000);
});
