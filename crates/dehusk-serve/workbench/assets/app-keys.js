// Keys that work everywhere except where something is typed: 1 to 6 choose a view, j and k the next and the previous block.

export const VIEW_NAMES = ["page", "output", "methods", "plot", "cloud", "gold"];
const TYPING = new Set(["INPUT", "TEXTAREA", "SELECT"]);

export function onKey(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || TYPING.has(event.target.tagName) || app.page === null) return;
  const view = VIEW_NAMES[Number(event.key) - 1];
  if (view && app.engine.features[view] !== false) app.store.set({ view }, { step: true });
  if (event.key === "j" || event.key === "k") app.step(event.key === "j" ? 1 : -1);
}
