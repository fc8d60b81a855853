// How much of a bounded line is used, behind its hint.
function count(input) {
  const hint = document.getElementById(`${input.id}_helptext`);
  if (!hint) return;
  let shown = hint.querySelector(".counted");
  if (!shown) {
    shown = document.createElement("span");
    shown.className = "counted";
    shown.setAttribute("aria-hidden", "true"); // the hint says the bound; a number with each key would be noise
    hint.prepend(shown);
  }
  shown.textContent = `${[...input.value].length} / ${input.maxLength}`;
}

for (const input of document.querySelectorAll("[data-counted]")) count(input);
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-counted]")) count(event.target);
});
