// One board for all games. It knows no rules: the server's scene says what stands where, what is
// legal, and by which places each move is made. Places are real buttons that lie over the drawing,
// so that a mouse, a finger, the keyboard and a screen reader all press the same thing.

const SVG = "http://www.w3.org/2000/svg";
const PIECES = new URL("pieces.svg", import.meta.url).pathname;
const CELL = 60, EDGE = 22, COLUMN = 44, HEIGHT = 472, FEW = 5;

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function man(piece, x, y, size, inks = []) {
  const drawn = piece.symbol
    ? svg("use", { href: `${PIECES}#${piece.symbol}`, x, y, width: size, height: size })
    : svg("text", { x: x + size / 2, y: y + size / 2, class: "letters" }, piece.kind.slice(0, 3));
  const made = svg("g", { class: `man ${piece.side}` }, drawn);
  const ink = inks[piece.side === "second" ? 1 : 0];
  if (ink) made.style.setProperty("--face", ink);
  return made;
}

/** A small drawing of one piece, for hands and dialogs. */
export function portrait(piece, side, upside = false) {
  const drawn = svg("svg", { viewBox: "0 0 60 60", class: "portrait", "aria-hidden": "true" });
  const made = man({ ...piece, side }, 0, 0, 60);
  if (upside) made.setAttribute("transform", "rotate(180 30 30)");
  drawn.append(made);
  return drawn;
}

const words = (kind) => kind.replaceAll("_", " ");

/** Where the places of a board of rows and columns lie. */
function gridPlaces(board, flip) {
  const rows = board.cells.length, columns = board.cells[0].length;
  const left = board.rows.length ? EDGE : 4, below = board.columns.length ? EDGE : 4;
  const places = [];
  board.cells.forEach((row, r) => row.forEach((name, c) => {
    if (!name) return;
    const x = left + CELL * (flip ? columns - 1 - c : c), y = 4 + CELL * (flip ? rows - 1 - r : r);
    places.push({ name, x, y, w: CELL, h: CELL, shade: (r + c) % board.grounds.length });
  }));
  return { width: left + columns * CELL + 4, height: 4 + rows * CELL + below, left, places };
}

/** Where points, bar and trays lie; points are numbered as the first player counts them. */
function pointPlaces(flip) {
  const places = [], half = HEIGHT / 2;
  for (let n = 1; n <= 24; n++) {
    const seen = flip ? 25 - n : n, top = seen > 12;
    let column = top ? seen - 13 : 12 - seen;
    if (column > 5) column += 1;
    places.push({ name: String(n), x: EDGE + column * COLUMN, y: top ? EDGE : half, w: COLUMN,
      h: half - EDGE, top, seen });
  }
  for (const side of ["first", "second"]) {
    const top = (side === "second") !== flip;
    places.push({ name: `bar ${side}`, x: EDGE + 6 * COLUMN, y: top ? half : EDGE, w: COLUMN,
      h: half - EDGE, top: !top, bar: side });
    places.push({ name: `off ${side}`, x: EDGE + 13 * COLUMN + 8, y: top ? EDGE : half, w: COLUMN,
      h: half - EDGE, top, off: side });
  }
  return { width: EDGE * 2 + 14 * COLUMN + 8, height: HEIGHT, places };
}

export class Board {
  /** `onmove(move)` is told the move that a person makes; `say(text)` what a reader should hear. */
  constructor(host, { onmove = () => {}, say = () => {} } = {}) {
    this.host = host;
    this.onmove = onmove;
    this.say = say;
    this.flipped = false;
    this.active = true;
    this.arrows = [];
    this.chosen = null;
    this.focused = null;
    host.classList.add("board");
    host.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draw a scene; `active` says whether moves may be made on it. */
  show(scene, { active = true, arrows = [] } = {}) {
    this.scene = scene;
    this.active = active;
    this.arrows = arrows;
    this.chosen = null;
    this.node = 0;
    this.trail = [];
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.draw();
  }

  /** Take back the last checker that was moved of a roll; whether there was one. */
  undo() {
    if (!this.trail.length) return false;
    this.node = this.trail.pop().node;
    this.chosen = null;
    this.draw();
    return true;
  }

  // What can be done now: from a place (or none) to places, and what that does.
  #options() {
    const { scene } = this;
    if (!this.active || !scene.turn) return [];
    if (scene.steps) {
      const second = scene.turn === "second", side = scene.turn;
      const place = (n) => n === 25 ? `bar ${side}` : n === 0 ? `off ${side}` : String(second ? 25 - n : n);
      return scene.steps.nodes[this.node].steps.map(([from, to, hits, next]) => (
        { from: place(from), to: [place(to)], step: { from: place(from), to: place(to), hits, next } }));
    }
    return scene.moves.filter((move) => move.to).map((move) => (
      { from: move.from ?? (move.drop ? `hand ${move.drop}` : null), to: [move.to, ...(move.also ?? [])], move }));
  }

  #run(options) {
    this.chosen = null;
    if (options[0].step) {
      this.trail.push({ node: this.node, ...options[0].step });
      this.node = options[0].step.next;
      this.draw();
      return;
    }
    this.draw();
    if (options.length === 1) this.onmove(options[0].move.move);
    else this.#ask(options.map((option) => option.move));
  }

  // Several moves go the same way: ask which is meant.
  #ask(moves) {
    const dialog = html("dialog", { class: "choice", "aria-label": "Which move?" });
    const done = (move) => { dialog.close(); dialog.remove(); if (move) this.onmove(move); };
    for (const move of moves) {
      const label = move.becomes ? `${words(move.becomes.kind)}, ${move.text}` : move.text;
      const upside = this.scene.board.upside && (this.scene.turn === "second") !== this.flipped;
      const button = html("button", { type: "button", "aria-label": label, "data-move": move.move });
      if (move.becomes?.symbol) button.append(portrait(move.becomes, this.scene.turn, upside));
      button.append(html("span", {}, move.text));
      button.addEventListener("click", () => done(move.move));
      dialog.append(button);
    }
    dialog.addEventListener("cancel", () => done(null));
    dialog.addEventListener("click", (event) => { if (event.target === dialog) done(null); });
    document.body.append(dialog);
    dialog.showModal();
  }

  press(name) {
    const options = this.#options();
    const made = options.filter((o) => o.from === this.chosen && o.to.includes(name));
    const exact = made.filter((o) => o.to[0] === name);
    if (this.chosen !== null && made.length) return this.#run(made);
    const direct = options.filter((o) => o.from === null && o.to.includes(name));
    if (direct.length) return this.#run(exact.length ? exact : direct);
    const starts = options.some((o) => o.from === name);
    this.chosen = starts && this.chosen !== name ? name : null;
    if (this.chosen) this.say(`${this.#label(name)} chosen`);
    this.draw();
    return undefined;
  }

  // ---- drawing

  draw() {
    const { scene, host } = this;
    const had = document.activeElement?.dataset?.place;
    const within = had && host.contains(document.activeElement);
    host.replaceChildren();
    if (!scene.board) host.append(html("pre", { class: "text" }, scene.text));
    else this.#drawBoard(scene.board);
    this.#drawButtons();
    if (within) this.#focus(had);
  }

  #drawBoard(board) {
    const isGrid = board.kind === "grid";
    this.area = isGrid ? gridPlaces(board, this.flipped) : pointPlaces(this.flipped);
    const { width, height } = this.area;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: "picture" });
    this.places = new Map(this.area.places.map((place) => [place.name, place]));
    this.men = new Map();
    if (isGrid) this.#drawGrid(picture, board); else this.#drawPoints(picture, board);
    this.#drawArrows(picture);
    const frame = html("div", { class: "frame" }, picture, this.#buttons(width, height));
    frame.style.setProperty("--wide", String(width / height));
    if (board.hands) this.host.append(this.#hand(board, this.flipped ? "first" : "second"));
    this.host.append(frame);
    if (board.hands) this.host.append(this.#hand(board, this.flipped ? "second" : "first"));
    if (board.note) this.host.append(html("p", { class: "note" }, board.note));
  }

  #drawGrid(picture, board) {
    for (const place of this.area.places) {
      const { x, y, w, h } = place;
      const fill = board.grounds[place.shade];
      picture.append(svg("rect", { x, y, width: w, height: h, fill, class: board.grounds.length > 1 ? "cell" : "cell lined" }));
      if (board.holes) picture.append(svg("circle", { cx: x + w / 2, cy: y + h / 2, r: 0.42 * w, class: "hole" }));
    }
    this.#drawMarks(picture, board);
    board.columns.forEach((name, c) => this.#coordinate(picture, name, this.area.left + CELL * ((this.flipped ? board.columns.length - 1 - c : c) + 0.5), this.area.height - 7));
    board.rows.forEach((name, r) => this.#coordinate(picture, name, 10, 4 + CELL * ((this.flipped ? board.rows.length - 1 - r : r) + 0.5) + 5));
    for (const piece of board.pieces) {
      const { x, y } = this.places.get(piece.cell);
      const size = board.holes ? CELL : CELL - 4, made = man(piece, x + (CELL - size) / 2, y + (CELL - size) / 2, size, board.inks);
      if (board.upside && (piece.side === "second") !== this.flipped) made.setAttribute("transform", `rotate(180 ${x + CELL / 2} ${y + CELL / 2})`);
      this.men.set(piece.cell, { piece, made });
      picture.append(made);
    }
  }

  #coordinate(picture, name, x, y) {
    picture.append(svg("text", { x, y, class: "coordinate" }, name));
  }

  #drawMarks(picture, board) {
    const mark = (name, kind) => {
      const place = this.places.get(name);
      if (place) picture.append(svg("rect", { x: place.x, y: place.y, width: place.w, height: place.h, class: `mark ${kind}` }));
    };
    for (const name of this.scene.last) mark(name, "last");
    if (board.check) mark(board.check, "check");
    if (this.chosen) mark(this.chosen, "chosen");
    const taken = new Set((board.pieces ?? []).map((piece) => piece.cell));
    const targets = this.#options().filter((o) => o.from === this.chosen && !o.to[1]);
    for (const name of new Set(targets.map((o) => o.to[0]))) {
      const place = this.places.get(name);
      if (!place) continue;
      const at = { cx: place.x + place.w / 2, cy: place.y + Math.min(place.h, place.w) / 2 };
      if (place.top === false) at.cy = place.y + place.h - place.w / 2;
      picture.append(svg("circle", { ...at, r: taken.has(name) ? 26 : 9, class: `target${taken.has(name) ? " taken" : ""}${this.chosen ? "" : " faint"}` }));
    }
  }

  // Checkers as they stand after the steps that are not confirmed yet.
  #counts(board) {
    const at = new Map(board.points.map((p) => [String(p.point), { side: p.side, count: p.count }]));
    for (const side of ["first", "second"]) {
      at.set(`bar ${side}`, { side, count: board.bar[side] });
      at.set(`off ${side}`, { side, count: board.off[side] });
    }
    const side = this.scene.turn, other = side === "first" ? "second" : "first";
    for (const step of this.trail) {
      at.get(step.from).count -= 1;
      if (step.hits) at.get(`bar ${other}`).count += 1;
      const there = at.get(step.to);
      at.set(step.to, { side, count: (step.hits || there?.side !== side ? 0 : there.count) + 1 });
    }
    return at;
  }

  #drawPoints(picture, board) {
    const { width, height } = this.area;
    picture.append(svg("rect", { x: 2, y: 2, width: width - 4, height: height - 4, rx: 8, class: "felt" }),
      svg("rect", { x: EDGE + 6 * COLUMN, y: 2, width: COLUMN, height: height - 4, class: "rail" }),
      svg("rect", { x: EDGE + 13 * COLUMN + 8, y: 2, width: width - EDGE - 13 * COLUMN - 10, height: height - 4, rx: 8, class: "rail" }));
    for (const { seen, x, y, w, h, top } of this.area.places) {
      if (!seen) continue;
      const tip = top ? y + h - 26 : y + 26, foot = top ? y : y + h;
      picture.append(svg("path", { d: `M${x + 2} ${foot}L${x + w / 2} ${tip}L${x + w - 2} ${foot}z`, class: `point ${seen % 2 ? "odd" : "even"}` }));
      this.#coordinate(picture, seen, x + w / 2, top ? 16 : height - 7);
    }
    this.#drawMarks(picture, board);
    for (const [name, { side, count }] of this.#counts(board)) this.#stack(picture, name, side, count);
    board.dice.forEach((face, n) => picture.append(svg("use", { href: `${PIECES}#die-${face}`, x: EDGE + (this.scene.turn === "second" ? 2 : 9) * COLUMN + n * 50, y: height / 2 - 21, width: 42, height: 42, class: "die" })));
  }

  #stack(picture, name, side, count) {
    const place = this.places.get(name);
    if (!place || !count) return;
    const { x, y, w, h, top, off } = place, size = off ? 40 : 42, gap = off ? 12 : 41;
    const shown = off ? count : Math.min(count, FEW);
    let made;
    for (let n = 0; n < shown; n++) {
      const foot = top ? y + n * gap : y + h - size - n * gap;
      made = man({ symbol: "disc", side }, x + (w - size) / 2, foot, size);
      made.classList.add("checker");
      picture.append(made);
      if (n === shown - 1 && count > (off ? 1 : FEW)) picture.append(svg("text", { x: x + w / 2, y: foot + size / 2 + 6, class: `count ${side}` }, count));
    }
    this.men.set(name, { piece: { kind: `${count} checker${count > 1 ? "s" : ""}`, side, symbol: "disc" }, made, count });
  }

  #drawArrows(picture) {
    for (const arrow of this.arrows) {
      const from = this.places.get(arrow.from), to = this.places.get(arrow.to);
      if (!to) continue;
      const middle = (place) => [place.x + place.w / 2, place.y + place.h / 2];
      const [x, y] = middle(to), kind = `arrow ${arrow.kind ?? ""}`;
      if (!from || from === to) { picture.append(svg("circle", { cx: x, cy: y, r: arrow.kind === "other" ? 18 : 25, class: `${kind} ring` })); continue; }
      const [a, b] = middle(from), long = Math.hypot(x - a, y - b), u = (x - a) / long, v = (y - b) / long;
      const [tipX, tipY] = [x - 4 * u, y - 4 * v], [neckX, neckY] = [x - 22 * u, y - 22 * v], thick = 3.2 * (arrow.weight ?? 1), wide = 10;
      const d = `M${a - v * thick} ${b + u * thick}L${neckX - v * thick} ${neckY + u * thick}L${neckX - v * wide} ${neckY + u * wide}L${tipX} ${tipY}L${neckX + v * wide} ${neckY - u * wide}L${neckX + v * thick} ${neckY - u * thick}L${a + v * thick} ${b - u * thick}z`;
      picture.append(svg("path", { d, class: kind }));
    }
  }

  // ---- places as buttons

  #label(name) {
    const held = this.men?.get(name);
    const players = { first: this.scene.players[0], second: this.scene.players[1], "": "" };
    if (held) return `${name}, ${players[held.piece.side]} ${words(held.piece.kind)}`;
    return /^\d+$/.test(name) && this.scene.board?.kind === "points" ? `point ${name}, empty` : `${name}, empty`;
  }

  #buttons(width, height) {
    const grid = html("div", { class: "places", role: "group", "aria-label": "board" });
    const starts = new Set(this.#options().flatMap((o) => o.from ?? o.to));
    const places = [...this.area.places].sort((p, q) => p.y - q.y || p.x - q.x);
    const first = this.places.has(this.focused) ? this.focused : places[0].name;
    for (const { name, x, y, w, h } of places) {
      const button = html("button", { type: "button", "data-place": name, tabindex: name === first ? 0 : -1, "aria-label": this.#label(name), "aria-pressed": this.chosen === name ? "true" : null, class: starts.has(name) ? "live" : null });
      Object.assign(button.style, { left: `${100 * x / width}%`, top: `${100 * y / height}%`, width: `${100 * w / width}%`, height: `${100 * h / height}%` });
      this.#listen(button, name);
      grid.append(button);
    }
    return grid;
  }

  #hand(board, side) {
    const row = html("div", { class: "hand", role: "group", "aria-label": `in hand of ${this.scene.players[side === "second" ? 1 : 0]}`, "data-hand": side });
    const upside = board.upside && (side === "second") !== this.flipped;
    for (const held of board.hands[side]) {
      const name = `hand ${held.letter}`, mine = side === this.scene.turn && this.#options().some((o) => o.from === name);
      const button = html("button", { type: "button", "aria-label": `${held.count} ${words(held.kind)} in hand`, "data-place": mine ? name : null, disabled: mine ? null : "", "aria-pressed": mine && this.chosen === name ? "true" : null }, portrait(held, side, upside));
      if (held.count > 1) button.append(html("span", { class: "many" }, String(held.count)));
      if (mine) {
        this.#listen(button, name);
        this.men.set(name, { piece: { ...held, side }, made: null });
      }
      row.append(button);
    }
    if (!board.hands[side].length) row.append(html("span", { class: "nothing" }, "nothing in hand"));
    return row;
  }

  #drawButtons() {
    const { scene } = this, row = html("div", { class: "choices", role: "group", "aria-label": "moves" });
    const button = (text, run, more = {}) => {
      const made = html("button", { type: "button", ...more }, text);
      made.addEventListener("click", run);
      row.append(made);
    };
    if (this.active && scene.turn && scene.turn !== "chance") {
      if (scene.steps) {
        const { move } = scene.steps.nodes[this.node];
        if (move) button(this.trail.length ? "Confirm" : "No move: pass", () => this.onmove(move), { "data-confirm": "", class: "main" });
        if (this.trail.length) button("Undo", () => this.undo(), { "data-undo": "" });
      } else {
        for (const move of scene.moves.filter((each) => !each.to)) button(move.text, () => this.onmove(move.move), { "data-move": move.move });
      }
    }
    if (row.childElementCount) this.host.append(row);
  }

  #listen(button, name) {
    button.addEventListener("focus", () => { this.focused = name; });
    button.addEventListener("pointerdown", (event) => this.#grab(event, name));
    button.addEventListener("click", (event) => {
      if (!event.pointerType || event.detail === 0) this.press(name); // keys and screen readers; pointers came before
    });
  }

  // A pointer takes a piece: let go where it was, that is a click; elsewhere, a move.
  #grab(event, name) {
    if (event.button) return;
    event.preventDefault();
    const held = this.men.get(name), starts = this.#options().some((o) => o.from === name);
    const [x, y] = [event.clientX, event.clientY];
    let ghost = null;
    this.#focus(name);
    const move = (at) => {
      if (!ghost && starts && Math.hypot(at.clientX - x, at.clientY - y) > 5) {
        if (this.chosen !== name) { this.chosen = name; this.draw(); }
        ghost = html("div", { class: "ghost" }, portrait(held.piece, held.piece.side, this.scene.board.upside && (held.piece.side === "second") !== this.flipped));
        ghost.style.width = `${this.places.size && this.host.querySelector(".places button").getBoundingClientRect().width}px`;
        const inks = this.scene.board.inks ?? [], ink = inks[held.piece.side === "second" ? 1 : 0];
        if (ink) ghost.style.setProperty("--face", ink);
        document.body.append(ghost);
        this.men.get(name)?.made?.classList.add("lifted");
      }
      if (ghost) Object.assign(ghost.style, { left: `${at.clientX}px`, top: `${at.clientY}px` });
    };
    const end = (at) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
      ghost?.remove();
      const over = at.type === "pointerup" ? document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-place]") : null;
      const there = over && this.host.contains(over) ? over.dataset.place : null;
      if (!ghost) { if (there === name) this.press(name); return; }
      const made = this.#options().filter((o) => o.from === name && o.to.includes(there));
      this.chosen = null;
      if (made.length) this.#run(made); else this.draw();
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  #focus(name) {
    this.focused = name;
    if (this.places.has(name)) for (const button of this.host.querySelectorAll(".places [data-place]")) button.tabIndex = button.dataset.place === name ? 0 : -1;
    this.host.querySelector(`[data-place="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  }

  // Arrow keys go to the nearest place in their direction.
  #key(event) {
    const at = this.places?.get(event.target.dataset?.place);
    if (event.key === "Escape" && this.chosen) { this.chosen = null; this.draw(); event.preventDefault(); return; }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!at || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const middle = (place) => [place.x + place.w / 2, place.y + place.h / 2], [x, y] = middle(at);
    let best = null, least = Infinity;
    for (const place of this.area.places) {
      const [a, b] = middle(place), ahead = (a - x) * way[0] + (b - y) * way[1], aside = Math.abs((a - x) * way[1] + (b - y) * way[0]);
      const far = ahead + 4 * aside;
      if (ahead > 1 && far < least) [best, least] = [place, far];
    }
    if (best) this.#focus(best.name);
  }
}
