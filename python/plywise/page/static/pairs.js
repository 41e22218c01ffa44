// A match or a rating while it is played: the score with its interval, and the test's ratio.
import { Chart } from "./chart.js";
import { follow, replaceParts, say } from "./stream.js";

const state = JSON.parse(document.getElementById("state").textContent);
const isMatch = state.kind === "match";
const score = new Chart(document.getElementById("score"), {
  title: isMatch ? "Score" : "Rating", tools: true, percent: isMatch, height: 300, names: false,
});
const ratio = isMatch ? new Chart(document.getElementById("llr"), { title: "Log-likelihood ratio", height: 170, names: false }) : null;

function draw(points) {
  const filled = (values, usual) => values.map((value, i) => value ?? usual[i]);
  const lines = [{ name: isMatch ? "score" : "rating", colour: 3, values: points.score,
    low: filled(points.low, points.score), high: filled(points.high, points.score) }];
  if (isMatch) lines.push({ name: "as good", colour: 0, values: points.games.map(() => 0.5), dash: [4, 4], width: 1 });
  score.set({ x: points.games, lines });
  if (!ratio) return;
  document.getElementById("llr").hidden = !points.bounds;
  document.getElementById("llr").previousElementSibling.hidden = !points.bounds;
  if (!points.bounds) return;
  const bound = (name, value) => ({ name, colour: 0, values: points.games.map(() => value), dash: [4, 4], width: 1 });
  ratio.set({ x: points.games, lines: [{ name: "LLR", colour: 3, values: points.llr }, bound("lower", points.bounds[0]), bound("upper", points.bounds[1])] });
}

draw(state.points);
follow({
  address: () => `${state.url}/stream`,
  names: ["trouble"],
  onState: (now) => say(document.getElementById("live"), now),
  onData: (data, kind) => {
    if (kind === "trouble") return;
    draw(data.points);
    replaceParts(data.parts);
  },
});
