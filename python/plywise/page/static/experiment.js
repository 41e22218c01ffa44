// An experiment: its tables follow the file.
import { follow, replaceParts, say } from "./stream.js";

const state = JSON.parse(document.getElementById("state").textContent);
follow({
  address: () => `${state.url}/stream`,
  names: ["trouble"],
  onState: (now) => say(document.getElementById("live"), now),
  onData: (data) => replaceParts(data.parts),
});
