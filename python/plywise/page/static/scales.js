// Numbers on axes: ticks that people like, and numbers as they are written.

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
