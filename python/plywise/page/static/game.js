// A game of a run, told again: the board, what was predicted, and what each search saw.
import { Board, html, svg } from "./board.js";
import { keys, isWriting } from "./keys.js";

const state = JSON.parse(document.getElementById("state").textContent);
const $ = (id) => document.getElementById(id);
const told = await (await fetch(state.data)).json();
const last = told.moves.length;
let ply = Math.min(state.ply, last), playing = null, leafShown = true;

const board = new Board($("board")), leaf = new Board($("leaf"));

const number = (value, digits = 4) => (Array.isArray(value) ? value : [value]).map((one) => one.toFixed(digits)).join(" ");
const signed = (value, digits = 5) => (value >= 0 ? "+" : "") + (value && Math.abs(value) < 10 ** -digits ? value.toExponential(1) : value.toFixed(digits));

// What all boards have in common stands in the first scene.
function whole(seen) {
  const common = told.first;
  return { ...common, ...seen, board: seen.board && { ...common.board, ...seen.board }, moves: [], steps: null };
}

function search() { return ply > 0 ? told.searches[ply - 1] : undefined; }

function show() {
  const found = search();
  board.show(whole(told.boards[ply]), { active: false });
  $("said").textContent = told.boards[ply].said;
  leaf.flipped = board.flipped;
  $("leaf").hidden = !leafShown || !found?.leaf;
  if (!$("leaf").hidden) leaf.show(whole(found.leaf), { active: false });
  showLine(found);
  showTerms(found);
  showShares(found);
  for (const row of document.querySelectorAll("#moves tr[data-ply]")) {
    const here = Number(row.dataset.ply) === ply;
    row.toggleAttribute("aria-current", here);
    if (here) keepInView(row);
  }
  drawCurve();
  const words = new URLSearchParams({ ply: String(ply) });
  if (state.weight) words.set("weight", state.weight);
  history.replaceState(null, "", `?${words}`);
}

function keepInView(row) {
  const frame = row.closest(".tall"), top = row.offsetTop;
  if (top < frame.scrollTop + 40 || top > frame.scrollTop + frame.clientHeight - 60) frame.scrollTop = top - frame.clientHeight / 2;
}

function showLine(found) {
  const place = $("line");
  place.replaceChildren();
  if (!found?.line) {
    place.textContent = ply === 0 ? "The game begins. Step on with →." : "Given, or not searched by the run: there is no leaf to show.";
    return;
  }
  const played = told.moves[ply]?.text ?? "nothing, the game ended";
  place.append(html("b", {}, found.kind === "result" ? "Ends by the rules: " : "Leaf of "), found.line.join(" "),
    html("br"), found.expected ? `expected reply ${found.expected}, played ${played}${found.expected === played ? "" : " (another)"}` : `no reply expected, played ${played}`);
}

function table(head, rows) {
  const made = html("table", {}, html("thead", {}, html("tr", {}, ...head.map((name) => html("th", { scope: "col" }, name)))), html("tbody"));
  made.lastChild.append(...rows.map((row) => html("tr", {}, ...row.map((cell, n) => html(n ? "td" : "th", n ? {} : { scope: "row" }, cell)))));
  return html("div", { class: "scroll tall" }, made);
}

function showTerms(found) {
  const place = $("terms");
  if (!found?.terms) { place.replaceChildren(html("p", { class: "note" }, "–")); return; }
  if (!found.terms.length && !found.sums) {
    place.replaceChildren(html("p", { class: "note" }, found.kind === "result" ? "The rules say what this line is worth." : "This evaluation is no sum of features."));
    return;
  }
  const rows = found.terms.map(([at, count, weight, share]) => [told.names[at] ?? at, String(Number(count.toPrecision(4))), number(weight), signed(share, 4)]);
  rows.push(["value", "", "", `${found.sums ? "= " : ""}${signed(found.value, 4)}`]);
  place.replaceChildren(table(["feature", "count", "weight", "share"], rows));
}

function showShares(found) {
  const order = told.names.map((name, at) => [name, at]).filter(([, at]) => told.change[at] !== 0)
    .sort((a, b) => Math.abs(told.change[b[1]]) - Math.abs(told.change[a[1]])).slice(0, 60);
  const rows = order.map(([name, at]) => {
    const link = html("a", { href: `?${new URLSearchParams({ ply, weight: name })}` }, name);
    return [link, found ? signed(found.shares[at]) : "", signed(told.change[at])];
  });
  $("shares").replaceChildren(rows.length ? table(["weight", "by this move", "by the game"], rows) : html("p", { class: "note" }, "The game moved no weight."));
}

// ---- the curve of predictions

function drawCurve() {
  const width = 320, height = 90, x = (at) => 4 + (width - 8) * at / Math.max(1, last), first = (value) => Array.isArray(value) ? value[0] : value;
  const points = Object.entries(told.searches).map(([at, found]) => [Number(at) + 1, first(found.prediction)]).filter(([, value]) => value !== null);
  const values = points.map(([, value]) => value), low = Math.min(0, ...values), high = Math.max(1, ...values);
  const y = (value) => height - 4 - (height - 8) * (value - low) / (high - low);
  const line = points.map(([at, value], n) => `${n ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "curve", role: "img", "aria-label": `prediction after move ${ply}` },
    svg("path", { d: `M4 ${y((low + high) / 2)}H${width - 4}`, class: "middle" }), svg("path", { d: line, class: "line" }),
    svg("path", { d: `M${x(ply)} 2V${height - 2}`, class: "cursor" }));
  const here = points.find(([at]) => at === ply);
  if (here) made.append(svg("circle", { cx: x(here[0]), cy: y(here[1]), r: 3.5, class: "dot" }));
  made.addEventListener("click", (event) => {
    const box = made.getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * last));
  });
  $("curve").replaceChildren(made);
}

// ---- walking through it

function go(to) {
  ply = Math.max(0, Math.min(last, to));
  show();
}

function play() {
  if (playing) { clearInterval(playing); playing = null; } else {
    if (ply === last) ply = 0;
    playing = setInterval(() => { if (ply >= last) play(); else go(ply + 1); }, 700);
  }
  $("play").textContent = playing ? "Pause" : "Play";
  $("play").setAttribute("aria-pressed", String(Boolean(playing)));
}

function flip() { board.flipped = !board.flipped; show(); }

function toggleLeaf() { leafShown = !leafShown; show(); }

function searchOn() {
  const moves = told.moves.slice(0, ply).map((move) => move.move).join(" ");
  const position = told.usual ? "" : told.start;
  location.href = `/analyse?${new URLSearchParams({ game: told.game, position, moves, weights: state.play })}`;
}

const tools = [["«", "first", () => go(0)], ["‹", "back", () => go(ply - 1)], ["Play", "play", play], ["›", "on", () => go(ply + 1)], ["»", "last", () => go(last)], ["Flip", "flip", flip], ["Leaf", "leafbutton", toggleLeaf], ["Search on from here", "searchon", searchOn]];
$("walk").append(...tools.map(([text, id, run]) => {
  const button = html("button", { type: "button", id, "aria-label": text.length === 1 ? id : null }, text);
  button.addEventListener("click", run);
  return button;
}));
$("moves").addEventListener("click", (event) => {
  const row = event.target.closest("tr[data-ply]");
  if (!row || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(Number(row.dataset.ply));
});
document.addEventListener("keydown", (event) => {
  if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const run = { ArrowLeft: () => go(ply - 1), ArrowRight: () => go(ply + 1), Home: () => go(0), End: () => go(last), f: flip, l: toggleLeaf, s: searchOn }[event.key];
  if (event.key === " " && !event.target.closest("button, a")) { event.preventDefault(); play(); }
  if (run) { event.preventDefault(); run(); }
});
keys({ "← →": "a move back, a move on", "Home End": "to the begin, to the end", f: "flip the boards", l: "the leaf, or not", "␣": "play it through", s: "search on from here" });
show();
