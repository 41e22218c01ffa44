// Why a weight moved: its line, its step size, and what each move of a game did to it.
import { Chart, readView, writeView } from "./chart.js";
import { keys } from "./keys.js";

const state = JSON.parse(document.getElementById("state").textContent);
const chart = new Chart(document.getElementById("weight"), {
  title: state.name, tools: true, unit: state.unit, height: 300, view: readView(), onView: writeView, names: false,
});
const rate = new Chart(document.getElementById("rate"), { title: `Step size of ${state.name}`, height: 170, names: false, view: { log: true } });
chart.set({ x: state.game, size: state.size, lines: state.mean ? [{ name: state.name, colour: 3, values: state.mean, low: state.low, high: state.high }] : [] });
rate.set({ x: state.game, lines: state.rates ? [{ name: "step size", colour: 2, values: state.rates }] : [] });

const place = document.getElementById("because");
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("button.why");
  if (!button) return;
  button.disabled = true;
  place.textContent = `playing game ${button.dataset.game} again …`;
  try {
    const answer = await fetch(`${state.url}/why/${button.dataset.game}?weight=${encodeURIComponent(state.name)}`);
    const told = await answer.json();
    if (told.html) place.innerHTML = told.html;
    else place.textContent = told.error;
  } catch {
    place.textContent = "the server does not answer";
  } finally {
    button.disabled = false;
  }
  place.scrollIntoView({ block: "nearest" });
});
keys({ "← →": "in a chart: game by game", u: "in a chart: units or raw" });
