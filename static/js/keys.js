// Keys of a page: a control says which is its own with data-key="c" or data-key="g t". j and k walk the rows.
const PAUSE = 900; // milliseconds between the two keys of a sequence
export const off = new Set((document.body.dataset.keysOff ?? "").split(",").filter(Boolean));
let before = "";
let timer = 0;

function typing(target) {
  return target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
}

function control(keys) {
  if (off.has(keys)) return null;
  const shown = [...document.querySelectorAll(`[data-key="${CSS.escape(keys)}"]`)];
  return shown.find((element) => element.checkVisibility?.() ?? element.offsetParent) ?? shown.find((element) => element.tagName === "A") ?? null;
}

function use(element) {
  if (element.matches("input:not([type=checkbox], [type=radio]), textarea, select")) {
    element.focus();
    element.select?.();
  } else {
    element.click();
  }
}

function walk(step) {
  const rows = [...document.querySelectorAll(".main .row-title, .main .tree-row a.row-title")].filter((row) => row.offsetParent);
  if (!rows.length) return;
  const at = rows.indexOf(document.activeElement);
  rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1)].focus();
}

function nameOf(element) {
  return element.dataset.keyName || element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent;
}

function showKeys() {
  const dialog = document.getElementById("keys");
  const list = document.getElementById("keys-list");
  if (!dialog || !list) return;
  const found = new Map([["?", "Show these keys"]]);
  for (const element of document.querySelectorAll("[data-key]")) {
    const name = nameOf(element).replace(/\s+/g, " ").trim();
    if (!found.has(element.dataset.key)) found.set(element.dataset.key, name);
  }
  if (document.querySelector(".main .row-title")) found.set("j", "Next in the list").set("k", "Previous in the list").set("o", "Open what is marked in the list");
  list.replaceChildren(
    ...[...found].filter(([keys]) => !off.has(keys)).flatMap(([keys, name]) => {
      const term = document.createElement("dt");
      term.textContent = name;
      const value = document.createElement("dd");
      for (const key of keys.split(" ")) {
        const cap = document.createElement("kbd");
        cap.textContent = key;
        value.append(cap, " ");
      }
      return [term, value];
    }),
  );
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (typing(event.target) || document.querySelector("dialog[open]")) return;
  clearTimeout(timer);
  const keys = before ? `${before} ${event.key}` : event.key;
  before = "";
  if (keys === "?" && !off.has("?")) {
    event.preventDefault();
    showKeys();
    return;
  }
  const marked = keys === "o" && !off.has(keys) && document.activeElement.matches(".main .row-title") ? document.activeElement : null;
  const found = marked ?? control(keys);
  if (found) {
    event.preventDefault();
    if (!event.repeat) use(found); // a key that is held down decides once
  } else if ((keys === "j" || keys === "k") && !off.has(keys)) {
    event.preventDefault();
    walk(keys === "j" ? 1 : -1);
  } else if (document.querySelector(`[data-key^="${CSS.escape(keys)} "]`)) {
    before = keys;
    timer = setTimeout(() => (before = ""), PAUSE);
  }
});
