// What boards and trees share: what is said aloud, and how a move is sent. The form "mover" holds the token and says
// which part of the page comes back.
export function say(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}

/** Send the move; when nothing came back, `undo` puts things as they were. */
export async function send(path, values, moved, undo) {
  const form = document.getElementById("mover");
  const request = htmx.ajax("POST", path, { source: form, target: `#${form.dataset.target}`, swap: "innerHTML", values });
  await request.catch(() => null);
  if (moved.isConnected) undo(); // a swap would have taken it out
}

export function plain(event) {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
}
