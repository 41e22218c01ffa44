// What makes a page live begins when the page is on the screen: drawing charts before would keep everybody waiting
// for what the server has written already. A tab that nobody sees paints nothing, so it is not waited for long.
const LONGEST = 200;  // milliseconds

const painted = new Promise((go) => {
  new PerformanceObserver(go).observe({ type: "paint", buffered: true });
});
const soon = new Promise((go) => { setTimeout(go, LONGEST); });

await Promise.race([painted, soon]);
const { modules } = document.body.dataset;
await Promise.all(modules.split(" ").map((name) => import(`./${name}.js`)));
document.body.dataset.live = "yes";
