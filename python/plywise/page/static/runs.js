// The list of runs: rows follow the server; the filter works while one writes.
import { isWriting, keys } from "./keys.js";
import { follow, say } from "./stream.js";

const filter = document.getElementById("filter");
const rows = document.getElementById("rows");
const compare = document.getElementById("compare");

const query = () => new URLSearchParams([...new FormData(filter)].filter(([, value]) => value));

const stream = follow({
  address: () => `/stream?${query()}`,
  onState: (state) => say(document.getElementById("live"), state),
  onData: (data) => {
    update(data.rows);
    set(document.getElementById("told"), data.told);
    set(document.getElementById("below"), data.below);
  },
});

function set(place, html) {
  if (place.dataset.html !== html) {
    place.dataset.html = html;
    place.innerHTML = html;
  }
}

/** Rows by their names: cells that stay the same are left alone, and so are ticks. */
function update(found) {
  const known = new Map([...rows.children].map((row) => [row.dataset.key, row]));
  found.forEach(([name, html], place) => {
    let row = known.get(name);
    if (!row) {
      row = document.createElement("tr");
      row.dataset.key = name;
    }
    if (row.dataset.html !== html) {
      const isTicked = row.querySelector("input")?.checked ?? false;
      const hadFocus = row.querySelector("input") === document.activeElement && row.contains(document.activeElement);
      row.innerHTML = html;
      row.dataset.html = html;
      const tick = row.querySelector("input");
      tick.checked = isTicked;
      if (hadFocus) tick.focus();
    }
    known.delete(name);
    if (rows.children[place] !== row) rows.insertBefore(row, rows.children[place] ?? null);
  });
  for (const row of known.values()) row.remove();
  count();
}

function count() {
  const ticked = rows.querySelectorAll("input:checked").length;
  compare.disabled = ticked === 0;
  compare.textContent = ticked ? `Compare ${ticked} run${ticked > 1 ? "s" : ""}` : "Tick runs to compare them";
}

let waiting = 0;
filter.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const words = query().toString();
    history.replaceState(null, "", words ? `/?${words}` : "/");
    stream.again();
  }, 200);
});
filter.addEventListener("submit", (event) => event.preventDefault());
rows.addEventListener("change", count);
count();

keys({ "/": "filter", "j k": "next and previous run", x: "tick the run", Enter: "open the run", c: "compare what is ticked" });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  const links = [...rows.querySelectorAll("th a")];
  const row = document.activeElement?.closest?.("tr");
  const now = links.findIndex((link) => row?.contains(link));
  const actions = {
    "/": () => filter.elements.q.focus(),
    j: () => links[Math.min(now + 1, links.length - 1)]?.focus(),
    k: () => links[Math.max(now - 1, 0)]?.focus(),
    x: () => row?.querySelector("input")?.click(),
    c: () => { if (!compare.disabled) document.getElementById("chosen").requestSubmit(); },
  };
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
});
