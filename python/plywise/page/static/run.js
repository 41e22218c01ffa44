// The page of a run: charts that grow with it, boards at any moment, parts that the server renews.
import { Chart, readView, writeView } from "./chart.js";
import { keys } from "./keys.js";
import { follow, replaceParts, say } from "./stream.js";

const state = JSON.parse(document.getElementById("state").textContent);
const place = (id) => document.getElementById(id);
const small = { height: 190, names: false };
const isInBatches = state.kind === "batches";
const MOST_POINTS = 1600;  // beyond that the series are asked for again, with fewer

const charts = {};
const chart = (id, options) => { if (place(id)) charts[id] = new Chart(place(id), options); };
let series = state.series;
let games = state.games;
let have = isInBatches ? state.have : series.have;
let beginning = isInBatches ? 0 : series.beginning;
let gates = state.gates;

if (!isInBatches) {
  chart("weights", {
    title: "Weights", tools: true, unit: state.unit, height: 380, bands: Boolean(series.quantiles),
    view: { ...readView(), all: !state.names.length },
    onView: writeView,
    onZoom: () => ask(),
  });
  chart("rates", { ...small, title: "Step sizes", view: { log: true, band: false } });
  chart("decay", { ...small, title: "λ and ψ", view: { band: false }, to: 1 });
  chart("length", { ...small, title: "Plies a game", from: 0 });
  chart("outcomes", { ...small, title: "Outcomes", percent: true, from: 0, to: 1, faint: false, view: { band: false, smooth: 0.1 } });
  chart("speed", { ...small, title: "Games a second", from: 0, faint: false, view: { band: false, smooth: 0.05 } });
} else {
  for (const [id, title] of [["error", "Error of prediction"], ["step", "Step size"], ["length", "Turns a game"], ["speed", "Games a second"]]) {
    chart(id, { ...small, title, from: 0 });
  }
  chart("outcomes", { ...small, title: "Outcomes", percent: true, from: 0, to: 1 });
}
chart("gate-chart", { ...small, title: "Gates", percent: true, names: true });

// ---- drawing -------------------------------------------------------------------------------------

function published(name) {
  return Object.entries(state.published)
    .filter(([, values]) => name in values)
    .map(([label, values]) => [label, values[name]]);
}

function drawWeights() {
  const line = (name, n, values, more = {}) => ({ name, colour: n, values, ...more });
  charts.weights.set({
    x: series.game, size: series.size,
    lines: state.names.map((name, n) => line(name, n, series.mean[n],
      { low: series.low?.[n], high: series.high?.[n], dashed: published(name) })),
    bands: series.quantiles ? [{ name: "all weights", values: series.quantiles }] : [],
  });
  charts.rates.set({ x: series.game, lines: state.names.map((name, n) => line(name, n, series.rates[n])) });
}

function drawGames() {
  const of = (names, first) => names.map((name, n) => ({
    name, colour: [3, 1, 2][n], values: games.mean[first + n] ?? [], low: games.low[first + n] ?? undefined, high: games.high[first + n] ?? undefined,
  }));
  const [one, two] = state.players;
  charts.decay.set({ x: games.game, lines: of(["λ", "ψ"], 0) });
  charts.length.set({ x: games.game, lines: of(["plies"], 2) });
  charts.outcomes.set({ x: games.game, lines: of([`${one} won`, "drawn", `${two} won`], 3) });
  charts.speed.set({ x: games.game, lines: of(["games/s"], 6) });
}

function drawBatches(batches) {
  const line = (name, values, colour = 3) => ({ name, colour, values });
  charts.error.set({ x: batches.game, lines: [line("error", batches.error)] });
  charts.step.set({ x: batches.game, lines: [line("step size", batches.step)] });
  charts.length.set({ x: batches.game, lines: [line("turns", batches.length)] });
  charts.speed.set({ x: batches.game, lines: [line("games/s", batches.speed)] });
  charts.outcomes.set({ x: batches.game, lines: [line("gammons", batches.gammons, 1), line("won by the first", batches.won)] });
}

function drawGates() {
  const kinds = [...new Set(gates.map((gate) => gate.kind))];
  place("gate-chart").hidden = !gates.length;
  const last = (isInBatches ? 0 : have) || (gates.at(-1)?.game ?? 1);
  const name = (kind) => ({ start: "v start", earlier: "v earlier" })[kind] ?? gates.find((gate) => gate.kind === kind).against;
  charts["gate-chart"].set({
    x: [1, last],
    lines: [{ name: "as good", colour: 0, values: [0.5, 0.5], dash: [4, 4], width: 1 }],
    points: kinds.map((kind, n) => ({
      name: name(kind), colour: [3, 2, 4, 1][n % 4],
      at: gates.filter((gate) => gate.kind === kind).map((gate) => [gate.game, gate.score, gate.low, gate.high]),
    })),
  });
}

// ---- what is new ---------------------------------------------------------------------------------

let isAsking = false;

/** The series anew, at the width and over the games that are shown. */
async function ask() {
  if (isAsking) return;
  isAsking = true;
  try {
    const { first, last } = charts.weights.view;
    const part = first === null ? "" : `&first=${first}&last=${last}`;
    const [weights, others] = await Promise.all([
      fetch(`${state.url}/series?most=800${part}`),
      fetch(`${state.url}/series?what=games&most=400`),
    ]);
    if (!weights.ok || !others.ok) return;
    series = await weights.json();
    games = await others.json();
    have = series.have;
    beginning = series.beginning;
    drawWeights();
    drawGames();
  } finally {
    isAsking = false;
  }
}

function append(data) {
  const isWhole = charts.weights.view.last === null;
  if (series.game.length + data.kept.length > MOST_POINTS || games.game.length + data.game.length > MOST_POINTS) {
    ask();
    return;
  }
  if (isWhole) {
    series.game.push(...data.kept);
    data.weights.forEach((values, n) => {
      for (const name of ["mean", "low", "high"]) series[name]?.[n].push(...values);
      series.rates[n].push(...data.rates[n]);
    });
    // Quantiles are of all weights, which rows have not: the band goes on as it was.
    series.quantiles?.forEach((values) => data.kept.forEach(() => values.push(values.at(-1) ?? null)));
  }
  series.size = data.size;
  games.game.push(...data.game);
  data.games.forEach((values, n) => {
    for (const name of ["mean", "low", "high"]) games[name][n]?.push(...values);
  });
  drawWeights();
  drawGames();
}

follow({
  address: () => `${state.url}/stream?have=${have}&beginning=${beginning}`,
  names: ["gone", "trouble"],
  onState: (now) => say(place("live"), now),
  onData: (data, kind) => {
    if (kind !== "message") {
      place("live").textContent = data.gone ?? data.error;
      place("live").dataset.state = "lost";
      return;
    }
    replaceParts(data.parts);
    if (data.batches) drawBatches(data.batches);
    if (data.again) ask();
    else if (data.game && data.from === have) append(data);
    else if (data.game) ask();  // a hole: never draw over it
    if (data.have !== undefined) have = data.have;
    if (data.beginning !== undefined) beginning = data.beginning;
    if (data.gates) {
      gates = data.gates;
      drawGates();
    }
    if (data.game) slide(data.have);
  },
});

// ---- boards at a moment --------------------------------------------------------------------------

const moment = place("moment");
let isLast = true;
let drawn = null;

function slide(most) {
  if (!moment) return;
  moment.max = most;
  if (isLast) {
    moment.value = most;
    showMoment();
  }
}

async function showMoment() {
  place("moment-told").textContent = Number(moment.value).toLocaleString("en");
  if (drawn !== null) {
    drawn = moment.value;  // one question at a time: the last one counts
    return;
  }
  drawn = moment.value;
  let asked;
  do {
    asked = drawn;
    const answer = await fetch(`${state.url}/boards?game=${asked}`);
    if (answer.ok) place("places").innerHTML = (await answer.json()).html;
    await new Promise((done) => setTimeout(done, 120));
  } while (asked !== drawn);
  drawn = null;
}

moment?.addEventListener("input", () => {
  isLast = moment.value === moment.max;
  showMoment();
});

if (isInBatches) drawBatches(state.batches);
else {
  drawWeights();
  drawGames();
  if (charts.weights.view.first !== null) ask();
}
drawGates();
keys({
  "← →": "in a chart: game by game", "+ −": "in a chart: nearer, farther", Esc: "in a chart: the whole run",
  u: "in a chart: units or raw", o: "in a chart: logarithmic", b: "in a chart: least and greatest",
});
