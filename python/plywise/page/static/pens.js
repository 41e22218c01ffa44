// Two ways to draw the same: on a canvas, and as SVG to keep.

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
