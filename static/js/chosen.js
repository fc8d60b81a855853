// One box (data-chooses="name of the others") for all boxes of its form, and [data-chosen] says how many are ticked.
function boxes(form, name) {
  return [...form.querySelectorAll("input[type=checkbox]")].filter((box) => box.name === name);
}

document.addEventListener("change", (event) => {
  const form = event.target.form;
  const all = form?.querySelector("[data-chooses]");
  if (!all) return;
  const each = boxes(form, all.dataset.chooses);
  if (event.target === all) for (const box of each) box.checked = all.checked;
  const chosen = each.filter((box) => box.checked).length;
  all.checked = chosen > 0 && chosen === each.length;
  all.indeterminate = chosen > 0 && !all.checked;
  const said = form.querySelector("[data-chosen]");
  if (said) said.textContent = chosen ? `${chosen} selected` : "";
});
