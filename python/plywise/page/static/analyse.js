// An analysis: a board with variations, and one or two searches of where it stands.
import { Board, html, svg } from "./board.js";
import { keys, isWriting } from "./keys.js";

const state = JSON.parse(document.getElementById("state").textContent);
const { settings } = state;
const $ = (id) => document.getElementById(id);
let { scene, moves, played, rolls, terms } = state;
let busy = false;
const found = { "": null, 2: null }, streams = { "": null, 2: null }, moment = { "": -1, 2: -1 };

const board = new Board($("board"), { onmove: (move) => make(move), say: (text) => { $("said").textContent = text; } });

// ---- variations: a tree of moves, in which one walks

const root = { move: null, text: "", children: [], parent: null };
let here = root;
for (const [n, move] of moves.entries()) here = grow(here, move, played[n].text);

function grow(node, move, text) {
  let child = node.children.find((each) => each.move === move);
  if (!child) node.children.push(child = { move, text, children: [], parent: node });
  return child;
}

function path(node) { return node.parent ? [...path(node.parent), node.move] : []; }

async function ask(more) {
  const answer = await fetch("/analyse/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...settings, moves, ...more }) });
  const got = await answer.json();
  if (!answer.ok) throw new Error(got.error ?? answer.statusText);
  return got;
}

async function load(more, after = () => {}) {
  if (busy) return;
  busy = true;
  $("error").textContent = "";
  try {
    const got = await ask(more);
    ({ scene, moves, played, rolls, terms } = got);
    after();
    stop();
    show();
    if ($("always").checked) search();
  } catch (error) {
    $("error").textContent = error.message;
    show();
  } finally {
    busy = false;
  }
}

const make = (text) => load({ text }, () => { here = grow(here, moves.at(-1), played.at(-1).text); });
const walk = (node) => node && load({ moves: path(node) }, () => { here = node; });

async function follow(line) {
  await load({ moves: [...path(here), ...line] }, () => {
    let node = root;
    for (const [n, move] of moves.entries()) node = grow(node, move, played[n].text);
    here = node;
  });
}

// ---- what is seen

function show() {
  board.show(scene, { active: !state.readonly, arrows: arrows() });
  $("said").textContent = scene.said;
  $("setup").elements.position.value = scene.text;
  $("board").dataset.moves = moves.join(" ");
  showRolls();
  showLine();
  showTerms();
  showBar();
  address();
}

function address() {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) if (value !== "" && !(name.endsWith("2") && !settings.using2)) words.set(name, value);
  if (moves.length) words.set("moves", moves.join(" "));
  history.replaceState(null, "", `/analyse?${words}`);
}

function arrows() {
  const made = [];
  for (const [panel, kind] of [["2", "other"], ["", ""]]) {
    const best = found[panel]?.best ?? [];
    for (const [n, row] of best.slice(0, Number(settings.lines)).entries()) made.unshift({ from: row.from, to: row.to, kind, weight: n ? 0.5 : 1.1 });
  }
  return made;
}

function showRolls() {
  if (!rolls.length) return;
  $("board").append(html("div", { class: "choices" }, ...rolls.map((roll) => {
    const button = html("button", { type: "button", "data-move": roll.move }, roll.text);
    button.addEventListener("click", () => make(roll.move));
    return button;
  })));
}

// The line as a tree: the first child goes on, others stand in brackets.
function showLine() {
  const made = html("p");
  const word = (node, ply) => {
    const button = html("button", { type: "button", class: "plain word", "aria-current": node === here ? "true" : null }, `${ply % 2 ? "" : `${ply / 2 + 1}. `}${node.text}`);
    button.addEventListener("click", () => walk(node));
    return button;
  };
  const write = (into, node, ply) => {
    const [first, ...rest] = node.children;
    if (!first) return;
    into.append(word(first, ply), " ");
    for (const other of rest) {
      const part = html("span", { class: "variation" }, "(", word(other, ply), " ");
      write(part, other, ply + 1);
      part.append(") ");
      into.append(part);
    }
    write(into, first, ply + 1);
  };
  write(made, root, 0);
  if (!root.children.length) made.append(html("span", { class: "quiet" }, "Make a move on the board, or follow a search's line."));
  $("line").replaceChildren(made);
}

function showTerms() {
  const most = Math.max(...terms.rows.map((row) => Math.abs(row.share)), 1e-9);
  if (!terms.rows.length) { $("terms").replaceChildren(html("p", { class: "note" }, terms.value === null ? "This evaluation is no sum of features." : "Nothing counts here: all is even.")); return; }
  const rows = terms.rows.slice(0, 80).map((row) => {
    const bar = svg("svg", { viewBox: "-50 0 100 8", class: "share", "aria-hidden": "true" }, svg("rect", { x: Math.min(0, 50 * row.share / most), y: 1, width: Math.abs(50 * row.share / most), height: 6, class: row.share < 0 ? "minus" : "plus" }));
    return html("tr", {}, html("th", { scope: "row" }, row.name), html("td", {}, String(Number(row.count.toPrecision(4)))), html("td", {}, row.weight.toFixed(3)), html("td", {}, `${row.share >= 0 ? "+" : ""}${row.share.toFixed(3)}`), html("td", {}, bar));
  });
  rows.push(html("tr", {}, html("th", { scope: "row" }, "total"), html("td"), html("td"), html("td", {}, `${terms.value >= 0 ? "+" : ""}${terms.value.toFixed(3)}`), html("td")));
  const head = html("thead", {}, html("tr", {}, ...["feature", "count", "weight", "share", ""].map((name) => html("th", { scope: "col" }, name))));
  $("terms").replaceChildren(html("div", { class: "scroll tall" }, html("table", {}, head, html("tbody", {}, ...rows))));
}

function showBar() {
  const value = found[""]?.value, share = value ? Math.max(-1, Math.min(1, value.share)) : 0, up = 50 - 48 * share;
  const bar = svg("svg", { viewBox: "0 0 10 100", preserveAspectRatio: "none" }, svg("rect", { x: 0, y: 0, width: 10, height: 100, class: "dark" }),
    board.flipped ? svg("rect", { x: 0, y: 0, width: 10, height: 100 - up, class: "light" }) : svg("rect", { x: 0, y: up, width: 10, height: 100 - up, class: "light" }));
  $("bar").setAttribute("aria-label", value ? `evaluation ${value.text} for ${scene.players[0]}` : "no evaluation yet");
  $("bar").replaceChildren(bar);
}

// ---- searches

function stop() {
  for (const panel of ["", "2"]) {
    streams[panel]?.close();
    streams[panel] = null;
    found[panel] = null;
    moment[panel] = -1;
    $(`found${panel}`).replaceChildren();
  }
  $("go").textContent = "Search";
}

function search() {
  stop();
  showBar();
  for (const panel of ["", "2"]) if (settings[`using${panel}`]) begin(panel);
}

function begin(panel) {
  const words = new URLSearchParams({ game: settings.game, position: settings.position, moves: moves.join(" "), weights: settings[`weights${panel}`], using: settings[`using${panel}`], nodes: settings.nodes, lines: settings.lines });
  const source = streams[panel] = new EventSource(`/analyse/search?${words}`);
  const rows = [], steps = [];
  $("go").textContent = "Stop";
  const end = () => {
    source.close();
    if (streams[panel] === source) streams[panel] = null;
    if (!streams[""] && !streams[2]) $("go").textContent = "Search";
  };
  source.addEventListener("message", (event) => {
    if (streams[panel] !== source) return;
    const news = JSON.parse(event.data);
    if (news.error) { $(`found${panel}`).replaceChildren(html("p", { class: "bad", role: "alert" }, news.error)); end(); return; }
    if (news.iteration) rows.push(news.iteration);
    if (news.step) steps.push(news.step);
    found[panel] = news.found ?? sofar(rows, steps);
    if (news.found) { found[panel].rows = rows.length ? rows : news.found.best; end(); }
    showFound(panel, !news.found);
    board.arrows = arrows();
    board.draw();
    showRolls();
    showBar();
  });
  source.addEventListener("error", () => {
    if (streams[panel] !== source) return;
    end();
    $(`found${panel}`).append(html("p", { class: "bad" }, "The search was cut off."));
  });
}

function sofar(rows, steps) {
  if (steps.length) return { steps, best: steps.at(-1).roots, value: steps.at(-1).roots[0]?.value, nodes: steps.at(-1).nodes };
  const depth = Math.max(...rows.map((row) => row.depth)), best = rows.filter((row) => row.depth === depth);
  return { rows, best, value: best[0]?.value, nodes: rows.at(-1)?.nodes };
}

function showFound(panel, going) {
  const now = found[panel], place = $(`found${panel}`), parts = [];
  const value = now.value?.text ?? "–", first = now.best?.[0]?.line?.[0] ?? now.line?.[0];
  parts.push(html("p", { class: "verdict" }, html("b", {}, value), ` ${first ? `by ${first}` : now.ended ?? ""} · ${(now.nodes ?? 0).toLocaleString("en")} nodes${now.seconds ? ` · ${now.seconds.toFixed(2)} s` : ""}${going ? " …" : ""}`));
  if (now.steps) parts.push(...treeParts(panel, now)); else if (now.rows?.length) parts.push(iterations(now.rows));
  place.replaceChildren(...parts);
  place.dataset.done = String(!going);
}

function lineCell(row) {
  const button = html("button", { type: "button", class: "plain word" }, row.line.join(" "));
  button.addEventListener("click", () => follow(row.moves.slice(0, row.line.length)));
  return html("td", { class: "text lines" }, button);
}

function iterations(rows) {
  const body = [...rows].sort((a, b) => b.depth - a.depth || a.number - b.number).map((row) => html("tr", {}, html("th", { scope: "row" }, `${row.depth}${row.number > 1 ? ` / ${row.number}` : ""}`), html("td", {}, row.value.text), html("td", {}, row.nodes.toLocaleString("en")), lineCell(row)));
  return html("div", { class: "scroll tall" }, html("table", { class: "iterations" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "depth"), html("th", { scope: "col" }, "value"), html("th", { scope: "col" }, "nodes"), html("th", { scope: "col", class: "text" }, "line"))), html("tbody", {}, ...body)));
}

// ---- a tree: distributions of the root moves at a moment of its growth, and what it opened

function treeParts(panel, now) {
  const at = moment[panel] < 0 ? now.steps.length - 1 : Math.min(moment[panel], now.steps.length - 1), step = now.steps[at];
  const slider = html("input", { type: "range", min: 0, max: now.steps.length - 1, value: at, "aria-label": "moment of the search" });
  slider.addEventListener("input", () => {
    moment[panel] = Number(slider.value);
    showFound(panel, Boolean(streams[panel]));
    $(`found${panel}`).querySelector("input[type=range]").focus();
  });
  const head = html("label", { class: "moment" }, slider, html("span", {}, `${step.expansions.toLocaleString("en")} expansions, ${step.nodes.toLocaleString("en")} nodes`));
  const parts = [head, spikes(step)];
  if (now.opened) parts.push(openedTree(now, step));
  return parts;
}

function spikes(step) {
  const every = step.roots.flatMap((root) => [root.value.number, ...root.spikes.map(([x]) => x)]);
  const low = Math.min(...every), high = Math.max(...every, low + 1e-9), x = (value) => 4 + 192 * (value - low) / (high - low);
  const rows = step.roots.slice(0, 12).map((root) => {
    const tallest = Math.max(...root.spikes.map(([, height]) => height), 1e-9);
    const drawn = svg("svg", { viewBox: "0 0 200 26", class: "spikes", "aria-hidden": "true" }, svg("path", { d: "M2 24H198", class: "base" }),
      ...root.spikes.map(([location, height]) => svg("path", { d: `M${x(location).toFixed(1)} 24V${(24 - 21 * height / tallest).toFixed(1)}`, class: "spike" })),
      svg("circle", { cx: x(root.value.number), cy: 24, r: 2.4, class: "mean" }));
    return html("tr", {}, html("th", { scope: "row" }, root.line[0] ?? "–"), html("td", {}, root.value.text), html("td", {}, root.nodes.toLocaleString("en")), html("td", {}, drawn));
  });
  return html("div", { class: "scroll tall" }, html("table", { class: "iterations" }, html("thead", {}, html("tr", {}, ...["move", "value", "nodes", "distribution"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows)));
}

// Nodes open one by one: each says when it was expanded, and how many below it were.
function openedTree(now, step) {
  const until = step.expansions - now.skipped, top = { children: new Map(), below: 0, when: null, moves: [] };
  now.opened.forEach(([moves, texts], n) => {
    if (n >= until) return;
    let node = top;
    node.below += 1;
    const words = texts ? texts.split(" ") : [], line = moves ? moves.split(" ") : [];
    words.forEach((text, ply) => {
      if (!node.children.has(line[ply])) node.children.set(line[ply], { children: new Map(), below: 0, when: null, text, moves: line.slice(0, ply + 1) });
      node = node.children.get(line[ply]);
      node.below += 1;
    });
    node.when = n + 1 + now.skipped;
  });
  const write = (node) => {
    const list = html("ul", { class: "tree" });
    for (const child of [...node.children.values()].sort((a, b) => b.below - a.below)) {
      const go = html("button", { type: "button", class: "plain word" }, child.text);
      go.addEventListener("click", (event) => { event.preventDefault(); follow(child.moves); });
      const said = html("span", { class: "quiet" }, ` ${child.below}${child.when ? `, opened as ${child.when}.` : ""}`);
      if (!child.children.size) { list.append(html("li", {}, go, said)); continue; }
      const more = html("details", {}, html("summary", {}, go, said));
      more.addEventListener("toggle", () => { if (more.open && more.childElementCount === 1) more.append(write(child)); });
      list.append(html("li", {}, more));
    }
    return list;
  };
  return html("div", {}, html("h3", {}, "What it opened"), html("div", { class: "tall" }, write(top)));
}

// ---- words and keys

function flip() { board.flip(); showRolls(); showBar(); }

const back = () => walk(here.parent), on = () => walk(here.children[0]);
const first = () => walk(root), end = () => { let node = here; while (node.children[0]) [node] = node.children; walk(node === here ? null : node); };
$("walk").append(...[["«", "to the begin", first], ["‹", "back", back], ["›", "on", on], ["»", "to the end", end], ["Flip", null, flip], ["Play from here", null, () => { location.href = `/play?${new URLSearchParams({ game: settings.game, weights: settings.weights, position: settings.position, moves: rolls.length || scene.board?.dice ? "" : moves.join(" ") })}`; }]].map(([text, label, run]) => {
  const button = html("button", { type: "button", "aria-label": label }, text);
  button.addEventListener("click", run);
  return button;
}));
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = new URLSearchParams({ game: settings.game, position: event.target.elements.position.value.trim(), weights: settings.weights });
  location.href = `/analyse?${words}`;
});
$("choose").addEventListener("submit", (event) => {
  const word = $("move").value.trim();
  if (!word) return;
  event.preventDefault();
  $("move").value = "";
  make(word);
});
$("choose").elements.game.addEventListener("change", (event) => { location.href = `/analyse?${new URLSearchParams({ game: event.target.value })}`; });
$("searching").addEventListener("submit", (event) => {
  event.preventDefault();
  if (streams[""] || streams[2]) { for (const panel of ["", "2"]) { streams[panel]?.close(); streams[panel] = null; } $("go").textContent = "Search"; } else search();
});
$("searching").addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (!(name in settings)) return;
  settings[name] = value;
  address();
  sideBySide();
  if (name === "weights") load({});
});
document.addEventListener("keydown", (event) => {
  if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const run = { ArrowLeft: back, ArrowRight: on, Home: first, End: end, f: flip, s: () => $("searching").requestSubmit(), m: () => $("move").focus() }[event.key];
  if (run && event.target.type !== "range" && !document.querySelector("dialog[open]")) { event.preventDefault(); run(); }
});
function sideBySide() { document.querySelector(".analysis").classList.toggle("two", Boolean(settings.using2)); }

addEventListener("pagehide", stop);
keys({ "← →": "a move back, a move on", "Home End": "to the begin, to the end", s: "search, or stop", m: "type a move", f: "flip the board" });
sideBySide();
show();
