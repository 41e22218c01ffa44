// Several runs side by side, one weight at a time.
import { Chart, readView, writeView } from "./chart.js";
import { keys } from "./keys.js";
import { follow, replaceParts, say } from "./stream.js";

const state = JSON.parse(document.getElementById("state").textContent);
const chart = new Chart(document.getElementById("lines"), {
  title: state.weight, tools: true, height: 400, view: readView(), onView: writeView,
});

/** The lines at common games: a chart has one row of games for all of them. */
function draw({ lines }) {
  const games = [...new Set(lines.flatMap((line) => line.game))].sort((a, b) => a - b);
  const at = (line, values) => {
    let i = 0;
    return games.map((game) => {
      while (i < line.game.length - 1 && line.game[i] < game) i += 1;
      const [b, a] = [i, Math.max(i - 1, 0)];
      if (!line.game.length || game > line.game.at(-1) || game < line.game[0]) return null;
      if (line.game[b] === line.game[a]) return values[b];
      const share = (game - line.game[a]) / (line.game[b] - line.game[a]);
      return values[a] + share * (values[b] - values[a]);
    });
  };
  chart.set({
    x: games,
    lines: lines.map((line) => ({
      name: line.name, colour: line.group + 1, values: at(line, line.values), width: line.low ? 2.4 : 1,
      low: line.low ? at(line, line.low).map((value) => value ?? NaN) : undefined,
      high: line.high ? at(line, line.high).map((value) => value ?? NaN) : undefined,
    })),
  });
}

draw(state);
document.querySelector("#choose select").addEventListener("change", (event) => event.target.form.requestSubmit());
follow({
  address: () => `/compare/stream${location.search}`,
  names: ["trouble"],
  onState: (now) => say(document.getElementById("live"), now),
  onData: (data, kind) => {
    if (kind === "trouble") return;
    draw(data);
    replaceParts(data.parts);
  },
});
keys({ "← →": "in a chart: game by game", Esc: "in a chart: the whole run" });
