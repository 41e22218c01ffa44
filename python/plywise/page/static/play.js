// Playing: the board asks the server what each move leads to, and the server answers for its side.
import { Board, html } from "./board.js";
import { keys, isWriting } from "./keys.js";

const state = JSON.parse(document.getElementById("state").textContent);
const { settings } = state;
const $ = (id) => document.getElementById(id);
const other = (side) => (side === "first" ? "second" : "first");
const PAUSE = 450;

let { scene, moves, played } = state;
let busy = false, paused = settings.side === "none", resigned = "", worth = null, hint = null, asking = 0;
const left = { first: Number(settings.clock), second: Number(settings.clock) };
let since = null;

const board = new Board($("board"), { onmove: (move) => make(move), say });
board.flipped = settings.side === "second" && Boolean(scene.board?.turns);

function say(text) { $("said").textContent = text; }

function mine(side) { return settings.side === "both" || settings.side === side; }

function isOver() { return Boolean(resigned) || !scene.turn || flagged(); }

function flagged() {
  return settings.clock ? ["first", "second"].find((side) => left[side] <= 0) ?? "" : "";
}

function mover() { return scene.turn === "chance" ? scene.roller : scene.turn; }

async function ask(what, more = {}) {
  const answer = await fetch("/play/do", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...settings, moves, do: what, ...more }),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error ?? answer.statusText);
  return found;
}

// One question at a time; what comes back is shown, what is refused is said.
async function act(what, more = {}) {
  if (busy) return false;
  busy = true;
  $("error").textContent = "";
  document.body.classList.toggle("thinking", what === "answer");
  const turn = ++asking;
  try {
    const found = await ask(what, more);
    if (turn !== asking) return false;
    spend();
    ({ moves, scene, played } = found);
    worth = found.value ?? worth;
    hint = null;
    return true;
  } catch (error) {
    $("error").textContent = error.message;
    return false;
  } finally {
    busy = false;
    document.body.classList.remove("thinking");
    show();
  }
}

async function make(text) {
  if (isOver() || !mine(mover())) return false;
  const done = await act("move", { text });
  if (done) await goOn();
  return done;
}

async function roll() {
  if (scene.turn === "chance" && await act("roll")) await goOn();
}

// The server's side rolls and moves for as long as it is its turn.
async function goOn() {
  if (state.readonly) return;
  if ($("judge")?.checked) await judge();
  while (!isOver() && !mine(mover()) && !busy) {
    if (settings.side === "none") {
      if (paused) return;
      await new Promise((after) => setTimeout(after, PAUSE));
      if (paused) return;
    }
    if (!await act(scene.turn === "chance" ? "roll" : "answer")) return;
  }
}

async function judge() {
  if (isOver() || scene.turn === "chance") return;
  const found = await ask("hint").catch(() => null);
  if (found?.value) worth = found.value;
  showWorth();
}

async function showHint() {
  if (busy || isOver() || scene.turn === "chance") return;
  busy = true;
  try {
    hint = await ask("hint");
    say(hint.text ? `Hint: ${hint.text}` : "No hint here.");
  } catch (error) {
    $("error").textContent = error.message;
  } finally {
    busy = false;
    show(false);
  }
}

// Back to one's own last decision: what came after it, rolls too, is taken back.
async function takeBack() {
  if (board.undo()) return;
  let count = played.length - 1;
  while (count > 0 && !(played[count].turn !== "chance" && mine(played[count].by))) count -= 1;
  if (count < 0 || !played.length || (busy && settings.side !== "none")) return;
  asking += 1;
  busy = false;
  resigned = "";
  paused = settings.side === "none" ? true : paused;
  moves = moves.slice(0, settings.side === "none" ? played.length - 1 : count);
  await act("show");
}

function resign() {
  if (isOver() || settings.side === "none") return;
  resigned = settings.side === "both" ? mover() : settings.side;
  asking += 1;
  show();
}

// ---- clocks

function spend() {
  if (!settings.clock || since === null) return;
  const now = performance.now(), side = mover();
  if (side) left[side] = Math.max(0, left[side] - (now - since) / 1000);
  since = now;
}

function tick() {
  if (!settings.clock || isOver() || !played.length) return;
  since ??= performance.now();
  spend();
  showClocks();
  if (flagged()) show();
}

function showClocks() {
  for (const side of ["first", "second"]) {
    const clock = document.querySelector(`[data-clock="${side}"]`), seconds = Math.ceil(left[side]);
    if (clock) clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

// ---- what is seen

function ended() {
  const name = (side) => scene.players[side === "second" ? 1 : 0];
  if (resigned) return `${name(resigned)} resigns, ${name(other(resigned))} wins.`;
  if (scene.turn && flagged()) return `${name(flagged())}'s time is up, ${name(other(flagged()))} wins.`;
  return "";
}

function show(tell = true) {
  const arrows = hint?.to ? [{ from: hint.from, to: hint.to, kind: "hint" }] : [];
  board.show(scene, { active: !busy && !isOver() && mine(mover()) && !state.readonly, arrows });
  if (tell) say(ended() || scene.said);
  showPlayers();
  showTools();
  showMoves();
  showWorth();
  $("typed").hidden = settings.side === "none" || isOver();
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) if (value !== "") words.set(name, value);
  if (moves.length) words.set("moves", moves.join(" "));
  $("board").dataset.moves = moves.join(" ");
  history.replaceState(null, "", `/play?${words}`);
  $("records").replaceChildren("Keep the game: ", ...state.formats.flatMap((form) => {
    const more = new URLSearchParams(words);
    more.set("format", form);
    if (resigned) more.set("resigned", resigned);
    return [html("a", { href: `/play/record?${more}`, download: "" }, form.toUpperCase()), " "];
  }), html("a", { href: `/analyse?${new URLSearchParams({ game: settings.game, position: settings.position, moves: moves.join(" ") })}` }, "analyse"));
}

function showPlayers() {
  const rows = ["second", "first"].map((side) => {
    const who = settings.side === "both" || settings.side === side ? "you" : state.rival;
    const row = html("p", { class: !isOver() && mover() === side ? "player here" : "player" },
      html("b", {}, scene.players[side === "second" ? 1 : 0]), " ", html("span", { class: "quiet" }, who));
    if (settings.clock) row.append(html("span", { class: "clock", "data-clock": side }));
    return row;
  });
  if (board.flipped) rows.reverse();
  $("players").replaceChildren(...rows);
  showClocks();
}

function showTools() {
  const tools = [];
  const tool = (text, run, more = {}) => {
    const button = html("button", { type: "button", ...more }, text);
    button.addEventListener("click", run);
    tools.push(button);
  };
  const plays = settings.side !== "none" && !state.readonly;
  if (scene.turn === "chance" && !isOver() && mine(mover())) tool("Roll the dice", roll, { class: "main", id: "roll" });
  if (settings.side === "none" && !isOver()) tool(paused ? "Watch it play" : "Pause", pause, { class: "main", id: "pause" });
  if (settings.side === "none" ? moves.length : played.some((each) => each.turn !== "chance" && mine(each.by))) tool("Take back", takeBack, { id: "back" });
  if (plays && !isOver()) tool("Hint", showHint, { id: "hint", disabled: busy || scene.turn === "chance" || !mine(mover()) ? "" : null });
  if (scene.board) tool("Flip", flip, { id: "flip" });
  if (plays && !isOver() && moves.length) tool("Resign", resign, { id: "resign" });
  const box = html("input", { type: "checkbox", id: "judge" });
  box.checked = worthShown;
  box.addEventListener("change", () => { worthShown = box.checked; if (worthShown) judge(); showWorth(); });
  tools.push(html("label", {}, box, "evaluation"));
  const focused = document.activeElement?.id;
  $("tools").replaceChildren(...tools);
  if (focused && $("tools").contains($(focused))) $(focused).focus();
}
let worthShown = false;

function pause() {
  paused = !paused;
  show();
  if (!paused) goOn();
}

function flip() {
  board.flip();
  showPlayers();
}

function showWorth() {
  const place = $("worth");
  place.hidden = !worthShown || !worth;
  if (place.hidden) return;
  const bar = html("meter", { min: -1, max: 1, value: worth.share, "aria-label": "evaluation" });
  place.replaceChildren(bar, html("span", {}, `${worth.text} for ${scene.players[0]}`));
}

// A row a turn of both; rolls stand before the move that they were for.
function showMoves() {
  const rows = [];
  let row = null, dice = "";
  for (const each of played) {
    if (each.turn === "chance") { dice = each.text; continue; }
    if (!row || each.by === "first" || row.childElementCount > 1) rows.push(row = html("li"));
    if (each.by === "second" && !row.childElementCount) row.append(html("span", { class: "gap" }, "…"));
    row.append(html("span", {}, dice ? `${dice}: ${each.text}` : each.text));
    dice = "";
  }
  if (dice) rows.push(html("li", { class: "roll" }, html("span", {}, `${dice}:`)));
  $("moves").replaceChildren(...rows);
  $("moves").scrollTop = $("moves").scrollHeight;
}

$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.move, word = field.value.trim();
  if (word && await make(word)) field.value = "";
});
$("new").elements.game.addEventListener("change", (event) => {
  location.href = `/play?${new URLSearchParams({ game: event.target.value })}`;
});
document.addEventListener("keydown", (event) => {
  if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const run = { f: flip, h: showHint, u: takeBack, r: roll, m: () => $("typed").elements.move.focus() }[event.key];
  if (event.key === " " && settings.side === "none" && event.target === document.body) { event.preventDefault(); pause(); }
  if (run && !document.querySelector("dialog[open]")) { event.preventDefault(); run(); }
});
keys({ "← ↑ ↓ →": "to another place", Enter: "take or put a piece", Escape: "put it back", f: "flip the board", h: "hint", u: "take back", r: "roll the dice", m: "type a move" });
if (settings.clock) setInterval(tick, 200);
show();
goOn();
