// How charts are drawn: on a canvas and as SVG to keep, with numbers on axes as people like them.

/** Draws on a canvas. */
export class CanvasPen {
  constructor(context) {
    this.context = context;
  }

  line(points, { colour, width = 1.5, dash = [], alpha = 1 }) {
    const c = this.context;
    c.globalAlpha = alpha;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineJoin = "round";
    c.setLineDash(dash);
    c.beginPath();
    let isUp = true;
    for (let i = 0; i < points.length; i += 2) {
      const y = points[i + 1];
      if (!Number.isFinite(y)) {
        isUp = true;
      } else if (isUp) {
        c.moveTo(points[i], y);
        isUp = false;
      } else {
        c.lineTo(points[i], y);
      }
    }
    c.stroke();
    c.globalAlpha = 1;
    c.setLineDash([]);
  }

  area(points, { colour, alpha = 0.15 }) {
    const c = this.context;
    c.globalAlpha = alpha;
    c.fillStyle = colour;
    c.beginPath();
    for (let i = 0; i < points.length; i += 2) c.lineTo(points[i], points[i + 1]);
    c.closePath();
    c.fill();
    c.globalAlpha = 1;
  }

  dot(x, y, { colour, radius = 3 }) {
    const c = this.context;
    c.fillStyle = colour;
    c.beginPath();
    c.arc(x, y, radius, 0, 7);
    c.fill();
  }

  text(x, y, words, { colour, anchor = "start", size = 12 }) {
    const c = this.context;
    c.fillStyle = colour;
    c.font = `${size}px ${FONT}`;
    c.textAlign = anchor === "middle" ? "center" : anchor;
    c.textBaseline = "middle";
    c.fillText(words, x, y);
  }

  clip(x, y, width, height) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
  }

  unclip() {
    this.context.restore();
  }
}

/** Writes SVG; `text()` of the whole is `svg(width, height)`. */
export class SvgPen {
  constructor() {
    this.parts = [];
    this.clips = 0;
  }

  line(points, { colour, width = 1.5, dash = [], alpha = 1 }) {
    const path = pathOf(points);
    const dashes = dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    if (path) {
      this.parts.push(`<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
        `stroke-opacity="${alpha}" stroke-linejoin="round"${dashes}/>`);
    }
  }

  area(points, { colour, alpha = 0.15 }) {
    this.parts.push(`<path d="${pathOf(points)}Z" fill="${colour}" fill-opacity="${alpha}"/>`);
  }

  dot(x, y, { colour, radius = 3 }) {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${colour}"/>`);
  }

  text(x, y, words, { colour, anchor = "start", size = 12 }) {
    this.parts.push(`<text x="${short(x)}" y="${short(y)}" fill="${colour}" font-size="${size}" ` +
      `text-anchor="${anchor}" dominant-baseline="middle">${escaped(words)}</text>`);
  }

  clip(x, y, width, height) {
    const id = `clip${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" ` +
      `height="${height}"/></clipPath><g clip-path="url(#${id})">`);
  }

  unclip() {
    this.parts.push("</g>");
  }

  svg(width, height, paper) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      `width="${width}" height="${height}" font-family="${FONT.replaceAll('"', "'")}">` +
      `<rect width="${width}" height="${height}" fill="${paper}"/>${this.parts.join("")}</svg>`;
  }
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

const short = (number) => String(Math.round(number * 100) / 100);

function pathOf(points) {
  let path = "";
  let isUp = true;
  for (let i = 0; i < points.length; i += 2) {
    if (!Number.isFinite(points[i + 1])) {
      isUp = true;
      continue;
    }
    path += `${isUp ? "M" : "L"}${short(points[i])} ${short(points[i + 1])}`;
    isUp = false;
  }
  return path;
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// ---- numbers -------------------------------------------------------------------------------------

/** Round steps between two numbers, about so many. */
export function ticks(low, high, about) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const raw = span / Math.max(about, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((n) => n * power >= raw) ?? 10);
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * span; n += 1) {
    found.push(Math.abs(n * step) < 1e-12 * span ? 0 : n * step);
  }
  return found;
}

/** Powers of ten between two numbers above 0, with 2 and 5 where they are few. */
export function logTicks(low, high) {
  const found = [];
  const few = Math.log10(high / low) < 2.5;
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e += 1) {
    for (const n of few ? [1, 2, 5] : [1]) {
      const value = n * 10 ** e;
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found.length > 12 ? found.filter((_, i) => i % Math.ceil(found.length / 8) === 0) : found;
}

/** A number in few signs. */
export function written(value) {
  if (value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && size < 1e-3) return value.toExponential(1).replace(".0e", "e").replaceAll("-", "−");
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  const text = value.toFixed(digits).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
  const [whole, part] = text.replace("-", "−").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** Means over a window of neighbours, weighted alike; gaps stay gaps. */
export function smoothed(values, window) {
  if (window < 2) return values;
  const half = Math.floor(window / 2);
  const sums = new Float64Array(values.length + 1);
  const counts = new Int32Array(values.length + 1);
  values.forEach((value, i) => {
    const is = value !== null && Number.isFinite(value);
    sums[i + 1] = sums[i] + (is ? value : 0);
    counts[i + 1] = counts[i] + (is ? 1 : 0);
  });
  return values.map((value, i) => {
    if (value === null || !Number.isFinite(value)) return value;
    const first = Math.max(0, i - half);
    const end = Math.min(values.length, i + half + 1);
    return (sums[end] - sums[first]) / (counts[end] - counts[first]);
  });
}

/** Places moved a little so that neighbours are at least `gap` apart, between two ends. */
export function apart(places, gap, low, high) {
  const order = places.map((place, i) => [place, i]).sort((a, b) => a[0] - b[0]);
  const moved = order.map(([place]) => Math.min(Math.max(place, low), high));
  for (let i = 1; i < moved.length; i += 1) moved[i] = Math.max(moved[i], moved[i - 1] + gap);
  let top = high;
  for (let i = moved.length - 1; i >= 0; i -= 1) {
    moved[i] = Math.min(moved[i], top);
    top = moved[i] - gap;
  }
  const found = new Array(places.length);
  order.forEach(([, i], n) => { found[i] = moved[n]; });
  return found;
}
