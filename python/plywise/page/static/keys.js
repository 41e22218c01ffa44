// The list of keys: each screen says its own by `keys({key: what it does})`; `?` shows them all.
const known = new Map([["?", "this list"], ["g r", "runs"], ["g p", "play"], ["g a", "analyse"]]);
const places = { r: "/", p: "/play", a: "/analyse" };
let dialog = null;
let waiting = false;

/** Add to the list: {"←": "the game before", …}. */
export function keys(more) {
  for (const [key, what] of Object.entries(more)) known.set(key, what);
}

/** Whether somebody is writing there, so that letters are letters. */
export function isWriting(target) {
  return target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !/^(checkbox|radio|range|button)$/.test(target.type ?? "");
}

function show() {
  dialog ??= document.body.appendChild(document.createElement("dialog"));
  dialog.className = "keys";
  dialog.setAttribute("aria-label", "Keys");
  dialog.replaceChildren();
  const heading = document.createElement("h2");
  heading.textContent = "Keys";
  const list = document.createElement("dl");
  for (const [key, what] of known) {
    const row = document.createElement("div");
    const term = document.createElement("dt");
    for (const part of key.split(" ")) {
      const cap = document.createElement("kbd");
      cap.textContent = part;
      term.append(cap, " ");
    }
    const told = document.createElement("dd");
    told.textContent = what;
    row.append(term, told);
    list.append(row);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(heading, list, close);
  dialog.showModal();
}

document.getElementById("keys")?.addEventListener("click", show);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  if (event.key === "?") {
    event.preventDefault();
    show();
  } else if (waiting && places[event.key]) {
    location.href = places[event.key];
  }
  waiting = event.key === "g";
});
