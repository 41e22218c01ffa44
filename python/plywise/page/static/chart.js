// A chart of lines over games, on a canvas: it follows the reader's colours, can be read by keys,
// zooms by dragging, and gives what it shows as PNG, SVG and CSV.
import { apart, CanvasPen, FONT, logTicks, smoothed, SvgPen, ticks, written } from "./drawing.js";

const MARGIN = { left: 46, top: 10, bottom: 26 };
const DOUBLE = 2;

/** The chart in a place of the page.
 *
 * options: title; percent (values are shares); tools (a row of buttons over it); unit (name of the
 * unit that values can be divided by); onZoom(first, last); onView(view) when the reader changes
 * what is shown; view (what to begin with).
 * data: {x: [...], lines: [{name, colour, values, low, high, dashed: [[label, value], …]}],
 * bands: [{name, values: [[…] a quantile]}], points: [{name, colour, at: [[x, y, low, high], …]}],
 * size}.
 */
export class Chart {
  constructor(place, options = {}) {
    this.place = place;
    this.options = { height: 340, ...options };
    this.data = { x: [], lines: [], points: [], bands: [], size: null };
    this.view = { raw: false, log: false, smooth: 0, band: true, hidden: new Set(), first: null,
      last: null, all: false, ...options.view };
    this.at = null;
    this.drag = null;
    this.#build();
    this.#listen();
  }

  set(data) {
    this.data = { points: [], bands: [], size: null, ...data };
    this.#legend();
    this.draw();
  }

  // ---- what is shown ---------------------------------------------------------------------------

  get isInUnits() {
    return Boolean(this.options.unit) && !this.view.raw && this.data.size > 0;
  }

  get visible() {
    return this.data.lines.filter((line) => !this.view.hidden.has(line.name));
  }

  #by() {
    return this.isInUnits ? 1 / this.data.size : 1;
  }

  /** First and last game, and least and greatest value, of what is shown. */
  #range() {
    const { x } = this.data;
    const first = this.view.first ?? Math.min(x[0] ?? 1, 1);
    const last = Math.max(this.view.last ?? x.at(-1) ?? 1, first + 1);
    const by = this.#by();
    let low = Infinity;
    let high = -Infinity;
    const take = (value) => {
      if (value === null || !Number.isFinite(value) || (this.view.log && value <= 0)) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    for (const line of this.visible) {
      const shown = this.view.smooth ? smoothed(line.values, this.#window()) : line.values;
      shown.forEach((value, i) => {
        if (x[i] < first || x[i] > last || value === null) return;
        take(value * by);
        if (this.view.band && line.low && !this.view.smooth) {
          take(line.low[i] * by);
          take(line.high[i] * by);
        }
      });
      if (this.isInUnits) for (const [, value] of line.dashed ?? []) take(value);
    }
    if (this.view.all) {
      for (const band of this.data.bands) for (const values of band.values) values.forEach((v) => take(v * by));
    }
    for (const points of this.data.points) for (const [, y, a, b] of points.at) [y, a, b].forEach(take);
    if (low > high) [low, high] = this.view.log ? [0.1, 1] : [0, 1];
    if (this.options.from !== undefined && !this.view.log) low = Math.min(low, this.options.from);
    if (this.options.to !== undefined) high = Math.max(high, this.options.to);
    if (this.view.log) return { first, last, low: low / 1.1, high: high * 1.1 };
    const air = (high - low || Math.abs(high) || 1) * 0.05;
    return { first, last, low: low - (low === this.options.from ? 0 : air), high: high + air };
  }

  #window() {
    return Math.max(2, Math.round(this.data.x.length * this.view.smooth));
  }

  // ---- drawing ---------------------------------------------------------------------------------

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    const width = this.box.clientWidth;
    if (!width) return;
    const height = this.options.height;
    const dots = Math.min(devicePixelRatio || 1, 3);
    if (this.canvas.width !== Math.round(width * dots) || this.canvas.height !== Math.round(height * dots)) {
      this.canvas.width = Math.round(width * dots);
      this.canvas.height = Math.round(height * dots);
      this.canvas.style.height = `${height}px`;
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.clearRect(0, 0, width, height);
    this.#drawWith(new CanvasPen(context), width, height, this.at);
    this.#read();
    if (this.data.x.length) performance.mark("chart");  // benchmarks ask when it was there
  }

  #colours() {
    const style = getComputedStyle(this.place);
    const of = (name) => style.getPropertyValue(name).trim();
    return {
      ink: of("--ink"), quiet: of("--quiet"), rule: of("--rule"), back: of("--back"),
      line: (n) => of(`--line-${n % 8}`), word: (n) => of(`--word-${n % 8}`),
    };
  }

  #drawWith(pen, width, height, at) {
    const colours = this.#colours();
    const range = this.#range();
    const labels = this.#labels(width);
    const area = { x: MARGIN.left, y: MARGIN.top, width: width - MARGIN.left - labels.width,
      height: height - MARGIN.top - MARGIN.bottom };
    const xOf = (game) => area.x + ((game - range.first) / (range.last - range.first)) * area.width;
    const yOf = this.view.log
      ? (v) => (v > 0 ? area.y + area.height * (1 - Math.log(v / range.low) / Math.log(range.high / range.low)) : NaN)
      : (v) => area.y + area.height * (1 - (v - range.low) / (range.high - range.low));
    this.scale = { area, range, xOf, yOf };
    this.#axes(pen, colours, width);
    pen.clip(area.x, area.y - 2, area.width + 1, area.height + 4);
    if (this.view.all) this.#bands(pen, colours);
    this.#lines(pen, colours);
    this.#points(pen, colours);
    pen.unclip();
    this.#names(pen, colours, labels);
    if (at !== null && this.data.x[at] !== undefined) {
      const x = xOf(this.data.x[at]);
      pen.line([x, area.y, x, area.y + area.height], { colour: colours.quiet, width: 1 });
      for (const line of this.visible) {
        const y = yOf((line.values[at] ?? NaN) * this.#by());
        if (Number.isFinite(y)) pen.dot(x, y, { colour: colours.line(line.colour) });
      }
    }
    if (this.drag?.isWide) {
      const [a, b] = [this.drag.from, this.drag.to];
      pen.area([a, area.y, b, area.y, b, area.y + area.height, a, area.y + area.height],
        { colour: colours.quiet, alpha: 0.2 });
    }
  }

  #axes(pen, colours, width) {
    const { area, range, xOf, yOf } = this.scale;
    const values = this.view.log ? logTicks(range.low, range.high) : ticks(range.low, range.high, area.height / 52);
    for (const value of values) {
      const y = yOf(value);
      pen.line([area.x, y, area.x + area.width, y], { colour: colours.rule, width: 1 });
      const words = this.options.percent ? `${written(100 * value)} %` : written(value);
      pen.text(area.x - 7, y, words, { colour: colours.quiet, anchor: "end", size: 11.5 });
    }
    for (const game of ticks(range.first, range.last, area.width / 110)) {
      if (game < range.first || !Number.isInteger(game)) continue;
      const isAtEnd = xOf(game) + 22 > width;
      pen.text(isAtEnd ? width - 1 : xOf(game), area.y + area.height + 14, written(game),
        { colour: colours.quiet, anchor: isAtEnd ? "end" : "middle", size: 11.5 });
    }
    pen.line([area.x, area.y + area.height, area.x + area.width, area.y + area.height],
      { colour: colours.quiet, width: 1 });
  }

  #bands(pen, colours) {
    const { xOf, yOf } = this.scale;
    const { x } = this.data;
    const by = this.#by();
    for (const band of this.data.bands) {
      const count = band.values.length;
      for (let n = 0; n < Math.floor(count / 2); n += 1) {
        const under = band.values[n];
        const over = band.values[count - 1 - n];
        const points = x.flatMap((game, i) => [xOf(game), yOf(over[i] * by)]);
        for (let i = x.length - 1; i >= 0; i -= 1) points.push(xOf(x[i]), yOf(under[i] * by));
        pen.area(points, { colour: colours.line(3), alpha: 0.16 });
      }
      const middle = band.values[Math.floor(count / 2)];
      pen.line(x.flatMap((game, i) => [xOf(game), yOf(middle[i] * by)]), { colour: colours.line(3) });
    }
  }

  #lines(pen, colours) {
    const { xOf, yOf, range } = this.scale;
    const { x } = this.data;
    const by = this.#by();
    const xs = x.map(xOf);
    for (const line of this.visible) {
      const colour = colours.line(line.colour);
      if (this.view.band && line.low) {
        const points = [];
        for (let i = 0; i < xs.length; i += 1) points.push(xs[i], yOf(line.high[i] * by));
        for (let i = xs.length - 1; i >= 0; i -= 1) points.push(xs[i], yOf(line.low[i] * by));
        if (points.every(Number.isFinite)) pen.area(points, { colour, alpha: line.alpha ?? 0.16 });
      }
      const drawn = (values) => xs.flatMap((at, i) => [at, values[i] === null ? NaN : yOf(values[i] * by)]);
      if (this.view.smooth) {
        if (this.options.faint !== false) pen.line(drawn(line.values), { colour, width: 1, alpha: 0.28 });
        pen.line(drawn(smoothed(line.values, this.#window())), { colour, width: 2 });
      } else {
        pen.line(drawn(line.values), { colour, width: line.width ?? 1.6, dash: line.dash ?? [] });
      }
      if (!this.isInUnits) continue;
      (line.dashed ?? []).forEach(([, value], n) => {
        pen.line([xOf(range.first), yOf(value), xOf(range.last), yOf(value)],
          { colour, width: 1, dash: n ? [2, 4] : [6, 4], alpha: 0.75 });
      });
    }
  }

  #points(pen, colours) {
    const { xOf, yOf } = this.scale;
    for (const points of this.data.points) {
      const colour = colours.line(points.colour);
      pen.line(points.at.flatMap(([x, y]) => [xOf(x), yOf(y)]), { colour, width: 1.2, alpha: 0.6 });
      for (const [x, y, low, high] of points.at) {
        pen.line([xOf(x), yOf(low), xOf(x), yOf(high)], { colour, width: 1 });
        pen.dot(xOf(x), yOf(y), { colour });
      }
    }
  }

  /** Names at the ends of lines, where there is room and they are few. */
  #labels(width) {
    const named = [...this.visible.map((line) => line.name), ...this.data.points.map((p) => p.name)];
    if (width < 520 || named.length > 16 || !named.length || this.options.names === false) {
      return { width: 14, isShown: false };
    }
    const context = this.canvas.getContext("2d");
    context.font = `12px ${FONT}`;
    const widest = Math.max(...named.map((name) => context.measureText(name).width));
    return { width: Math.min(widest + 18, 170), isShown: true };
  }

  #names(pen, colours, labels) {
    if (!labels.isShown) return;
    const { area, yOf } = this.scale;
    const ends = [
      ...this.visible.map((line) => {
        const values = this.view.smooth ? smoothed(line.values, this.#window()) : line.values;
        const end = values.findLast((value, i) => value !== null && this.data.x[i] <= this.scale.range.last);
        return { name: line.name, colour: line.colour, y: yOf((end ?? NaN) * this.#by()) };
      }),
      ...this.data.points.map((p) => ({ name: p.name, colour: p.colour, y: yOf(p.at.at(-1)?.[1] ?? NaN) })),
    ].filter((end) => Number.isFinite(end.y));
    const places = apart(ends.map((end) => end.y), 15, area.y + 6, area.y + area.height - 6);
    ends.forEach((end, i) => {
      pen.text(area.x + area.width + 8, places[i], end.name, { colour: colours.word(end.colour), size: 12 });
    });
  }

  // ---- reading ---------------------------------------------------------------------------------

  /** What the chart says at the game that is looked at, in words. */
  #read() {
    const { x, lines } = this.data;
    const i = this.at ?? x.length - 1;
    if (x[i] === undefined || !lines.length) {
      this.told.textContent = "";
      return;
    }
    const told = this.visible.map((line) => {
      const value = line.values[i];
      const shown = value === null || value === undefined ? null : value * this.#by();
      return `${line.name} ${this.options.percent ? `${written(100 * shown)} %` : written(shown)}`;
    });
    const text = `game ${written(x[i])}: ${told.join(", ")}`;
    if (this.told.textContent !== text) this.told.textContent = text;
    this.told.hidden = this.at === null;
  }

  #build() {
    this.place.replaceChildren();
    this.buttons = {};
    if (this.options.tools) this.place.append(this.#tools());
    this.box = element("div", { className: "canvas" });
    this.canvas = element("canvas", { tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label",
      `${this.options.title ?? "Chart"}. Arrow keys read it game by game; drag to zoom.`);
    this.box.append(this.canvas);
    this.legend = element("div", { className: "legend" });
    this.told = element("p", { className: "told", hidden: true });
    this.told.setAttribute("aria-live", "polite");
    this.place.append(this.box, this.told, this.legend);
  }

  #tools() {
    const row = element("div", { className: "tools" });
    const flip = (name, words, get, set, isThere = true) => {
      if (!isThere) return;
      const button = element("button", { type: "button", textContent: words });
      button.setAttribute("aria-pressed", String(get()));
      button.addEventListener("click", () => {
        set(!get());
        button.setAttribute("aria-pressed", String(get()));
        this.#changed();
      });
      this.buttons[name] = button;
      row.append(button);
    };
    flip("raw", "raw weights", () => this.view.raw, (on) => { this.view.raw = on; }, Boolean(this.options.unit));
    flip("log", "log", () => this.view.log, (on) => { this.view.log = on; });
    flip("band", "range", () => this.view.band, (on) => { this.view.band = on; });
    if (this.options.bands) {
      flip("all", "all weights", () => this.view.all, (on) => { this.view.all = on; });
    }
    const smooth = element("select", {});
    for (const [value, words] of [[0, "as it is"], [0.02, "a little"], [0.05, "more"], [0.15, "much"]]) {
      smooth.append(element("option", { value, textContent: words, selected: value === this.view.smooth }));
    }
    smooth.addEventListener("change", () => {
      this.view.smooth = Number(smooth.value);
      this.#changed();
    });
    const label = element("label", { textContent: "smooth " });
    label.append(smooth);
    this.buttons.whole = element("button", { type: "button", textContent: "whole run", hidden: this.view.first === null });
    this.buttons.whole.addEventListener("click", () => this.zoom(null, null));
    row.append(label, this.buttons.whole, element("span", { className: "gap" }));
    for (const kind of ["PNG", "SVG", "CSV"]) {
      const button = element("button", { type: "button", textContent: kind });
      button.addEventListener("click", () => this.save(kind));
      row.append(button);
    }
    return row;
  }

  #legend() {
    const names = this.data.lines.map((line) => line.name).join("\n");
    if (names === this.legendOf || (this.data.lines.length < 2 && !this.options.tools)) return;
    this.legendOf = names;
    this.legend.replaceChildren(...this.data.lines.map((line) => {
      const button = element("button", { type: "button", className: "entry" });
      button.append(element("span", { className: `key k${line.colour % 8}` }), line.name);
      button.setAttribute("aria-pressed", String(!this.view.hidden.has(line.name)));
      button.addEventListener("click", (event) => {
        const { hidden } = this.view;
        if (event.shiftKey) {
          const others = this.data.lines.filter((one) => one !== line).map((one) => one.name);
          const isAlone = others.every((name) => hidden.has(name)) && !hidden.has(line.name);
          this.view.hidden = new Set(isAlone ? [] : others);
        } else if (!hidden.delete(line.name)) {
          hidden.add(line.name);
        }
        this.data.lines.forEach((one, n) => this.legend.children[n]
          .setAttribute("aria-pressed", String(!this.view.hidden.has(one.name))));
        this.#changed();
      });
      return button;
    }));
  }

  #changed() {
    this.options.onView?.(this.view);
    this.draw();
  }

  zoom(first, last) {
    this.view.first = first;
    this.view.last = last;
    if (this.buttons.whole) this.buttons.whole.hidden = first === null;
    this.options.onZoom?.(first, last);
    this.#changed();
  }

  // ---- the reader's hands ----------------------------------------------------------------------

  #nearest(x) {
    const { range, area } = this.scale;
    const game = range.first + ((x - area.x) / area.width) * (range.last - range.first);
    const all = this.data.x;
    let [low, high] = [0, all.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle] < game) low = middle + 1;
      else high = middle;
    }
    return low > 0 && game - all[low - 1] < all[low] - game ? low - 1 : low;
  }

  #listen() {
    const { canvas } = this;
    const xOf = (event) => event.clientX - canvas.getBoundingClientRect().left;
    canvas.addEventListener("pointermove", (event) => {
      if (!this.scale) return;
      this.at = this.#nearest(xOf(event));
      if (this.drag) {
        const { area } = this.scale;
        this.drag.to = Math.min(Math.max(xOf(event), area.x), area.x + area.width);
        this.drag.isWide = Math.abs(this.drag.to - this.drag.from) > 6;
      }
      this.draw();
    });
    canvas.addEventListener("pointerdown", (event) => {
      if (!this.scale || event.pointerType === "touch") return;
      canvas.setPointerCapture(event.pointerId);
      this.drag = { from: xOf(event), to: xOf(event), isWide: false };
    });
    canvas.addEventListener("pointerup", () => {
      const { drag } = this;
      this.drag = null;
      if (drag?.isWide) {
        const [a, b] = [drag.from, drag.to].sort((one, two) => one - two).map((x) => this.data.x[this.#nearest(x)]);
        if (b > a) this.zoom(a, b);
      }
      this.draw();
    });
    canvas.addEventListener("pointerleave", () => {
      if (this.drag) return;
      this.at = null;
      this.draw();
    });
    canvas.addEventListener("dblclick", () => this.zoom(null, null));
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => { this.at = null; this.draw(); });
    new ResizeObserver(() => this.draw()).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  #key(event) {
    const end = this.data.x.length - 1;
    const now = this.at ?? end;
    const far = event.shiftKey ? 10 : 1;
    const moves = { ArrowLeft: now - far, ArrowRight: now + far, Home: 0, End: end };
    if (event.key in moves) {
      this.at = Math.min(Math.max(moves[event.key], 0), end);
    } else if (event.key === "Escape") {
      this.at = null;
      if (this.view.first !== null) this.zoom(null, null);
    } else if (event.key === "+" || event.key === "-") {
      this.#zoomBy(event.key === "+" ? 1 / DOUBLE : DOUBLE, now);
    } else {
      const button = { u: "raw", o: "log", b: "band" }[event.key];
      if (!button) return;
      this.buttons[button]?.click();
    }
    event.preventDefault();
    this.draw();
  }

  #zoomBy(by, at) {
    const { range } = this.scale;
    const whole = [1, this.data.x.at(-1)];
    const middle = this.data.x[at];
    const half = ((range.last - range.first) * by) / 2;
    const [first, last] = [Math.round(middle - half), Math.round(middle + half)];
    if (last - first < 4) return;
    if (first <= whole[0] && last >= whole[1]) this.zoom(null, null);
    else this.zoom(Math.max(first, 1), last);
  }

  // ---- to keep ---------------------------------------------------------------------------------

  save(kind) {
    const name = `${(this.options.title ?? "chart").replace(/[^\p{L}\p{N}]+/gu, "-")}.${kind.toLowerCase()}`;
    if (kind === "CSV") keep(name, new Blob([this.csv()], { type: "text/csv" }));
    else if (kind === "SVG") keep(name, new Blob([this.svg()], { type: "image/svg+xml" }));
    else this.png().then((blob) => keep(name, blob));
  }

  svg() {
    const pen = new SvgPen();
    const [width, height] = [this.box.clientWidth, this.options.height];
    this.#drawWith(pen, width, height, null);
    return pen.svg(width, height, this.#colours().back);
  }

  png() {
    const [width, height] = [this.box.clientWidth, this.options.height];
    const canvas = element("canvas", { width: width * 2, height: height * 2 });
    const context = canvas.getContext("2d");
    context.scale(2, 2);
    context.fillStyle = this.#colours().back;
    context.fillRect(0, 0, width, height);
    this.#drawWith(new CanvasPen(context), width, height, null);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  }

  csv() {
    const by = this.#by();
    const { first, last } = this.#range();
    const shown = this.visible.map((line) => ({
      name: line.name,
      values: this.view.smooth ? smoothed(line.values, this.#window()) : line.values,
    }));
    const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const rows = [["game", ...shown.map((line) => cell(line.name))].join(",")];
    this.data.x.forEach((game, i) => {
      if (game < first || game > last) return;
      rows.push([game, ...shown.map((line) => (line.values[i] === null ? "" : line.values[i] * by))].join(","));
    });
    return `${rows.join("\n")}\n`;
  }
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function keep(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// ---- what a chart shows, in the address of the page: a link shows the same again -----------------

/** The view that the address has. */
export function readView() {
  const words = new URLSearchParams(location.search);
  const view = {};
  if (words.has("raw")) view.raw = true;
  if (words.has("log")) view.log = true;
  if (words.has("norange")) view.band = false;
  if (words.has("smooth")) view.smooth = Number(words.get("smooth")) || 0;
  if (words.has("hide")) view.hidden = new Set(words.getAll("hide"));
  const [first, last] = ["first", "last"].map((name) => Number(words.get(name)));
  if (first >= 1 && last > first) [view.first, view.last] = [first, last];
  return view;
}

/** Put a view into the address; what else stands there stays. */
export function writeView(view) {
  const words = new URLSearchParams(location.search);
  const put = (name, value) => (value ? words.set(name, value) : words.delete(name));
  put("raw", view.raw ? "1" : "");
  put("log", view.log ? "1" : "");
  put("norange", view.band ? "" : "1");
  put("smooth", view.smooth || "");
  put("first", view.first ?? "");
  put("last", view.first === null ? "" : view.last);
  words.delete("hide");
  for (const name of view.hidden) words.append("hide", name);
  const text = words.toString();
  history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}`);
}
