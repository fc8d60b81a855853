// A notice that came beside a swap joins the page's own; a lost connection says so too.
const PLACE = "notices";

export function notice(text, level = "success") {
  const place = document.getElementById(PLACE);
  if (!place) return;
  const shown = document.createElement("div");
  shown.className = `notice ${level === "error" ? "notice-removed" : "notice-added"}`;
  const said = document.createElement("div");
  said.textContent = text;
  shown.append(said);
  place.replaceChildren(shown);
  shown.scrollIntoView({ block: "nearest" });
}

document.addEventListener("notices", (event) => {
  for (const each of event.detail.value ?? []) notice(each.text, each.level);
});

document.addEventListener("htmx:sendError", () => {
  notice("The connection was lost, so this wasn’t done. What you wrote is still here; try again.", "error");
});

document.addEventListener("htmx:responseError", (event) => {
  const answer = event.detail.xhr;
  if (!answer.getResponseHeader("HX-Trigger")) notice(`This wasn’t done (${answer.status}). Reload the page and try again.`, "error");
});
