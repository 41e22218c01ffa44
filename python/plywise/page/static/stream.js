// One stream of events a tab: closed while the tab is hidden, opened again where it ended.

/** Follow an address.
 *
 * address() says where, each time it is opened, so that it can tell what is there already (have=N);
 * onData gets what an event says; onState gets "live", "lost" or "hidden".
 */
export function follow({ address, onData, onState = () => {}, names = [] }) {
  let source = null;
  let timer = 0;
  let isOver = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    if (isOver || source || document.hidden) return;
    source = new EventSource(address());
    source.onopen = () => onState("live");
    source.onmessage = (event) => onData(JSON.parse(event.data), "message");
    for (const name of names) {
      source.addEventListener(name, (event) => {
        if (name === "gone") over();
        onData(JSON.parse(event.data), name);
      });
    }
    source.onerror = () => {
      onState("lost");
      close();  // the browser would ask with the old address
      timer = setTimeout(open, 1500);
    };
  };
  const over = () => {
    isOver = true;
    close();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      close();
      onState("hidden");
    } else {
      open();
    }
  });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
  return { close: over, again: () => { close(); open(); } };
}

/** What a page says about its stream. */
export function say(place, state) {
  if (!place) return;
  place.textContent = { live: "live", lost: "the server does not answer; trying again", hidden: "" }[state];
  place.dataset.state = state;
}

/** Replace the inside of places by HTML that the server made; what is open stays open. */
export function replaceParts(parts) {
  for (const [id, html] of Object.entries(parts ?? {})) {
    const place = document.getElementById(id);
    if (!place || place.contains(document.activeElement) && document.activeElement !== place) continue;
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    place.innerHTML = html;
    place.querySelectorAll("details").forEach((one, i) => { if (open[i] !== undefined) one.open = open[i]; });
  }
}
