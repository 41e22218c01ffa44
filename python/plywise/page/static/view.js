// What a chart shows, in the address of the page: a link shows the same again.

/** The view that the address has. */
export function readView() {
  const words = new URLSearchParams(location.search);
  const view = {};
  if (words.has("raw")) view.raw = true;
  if (words.has("log")) view.log = true;
  if (words.has("norange")) view.band = false;
  if (words.has("smooth")) view.smooth = Number(words.get("smooth")) || 0;
  if (words.has("hide")) view.hidden = new Set(words.getAll("hide"));
  const [first, last] = ["first", "last"].map((name) => Number(words.get(name)));
  if (first >= 1 && last > first) [view.first, view.last] = [first, last];
  return view;
}

/** Put a view into the address; what else stands there stays. */
export function writeView(view) {
  const words = new URLSearchParams(location.search);
  const put = (name, value) => (value ? words.set(name, value) : words.delete(name));
  put("raw", view.raw ? "1" : "");
  put("log", view.log ? "1" : "");
  put("norange", view.band ? "" : "1");
  put("smooth", view.smooth || "");
  put("first", view.first ?? "");
  put("last", view.first === null ? "" : view.last);
  words.delete("hide");
  for (const name of view.hidden) words.append("hide", name);
  const text = words.toString();
  history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}`);
}
