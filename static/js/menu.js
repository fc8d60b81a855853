// Menus and sheets are details elements; they close on Escape and on a click elsewhere. Buttons open dialogs.
const OPEN = "details.menu[open], details.menu-sheet[open]";

function closeOthers(inside) {
  for (const menu of document.querySelectorAll(OPEN)) {
    if (!menu.contains(inside)) menu.open = false;
  }
}

document.addEventListener("click", (event) => {
  closeOthers(event.target);
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
});

document.addEventListener("focusin", (event) => closeOthers(event.target));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest(OPEN) ?? document.querySelector(OPEN);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
