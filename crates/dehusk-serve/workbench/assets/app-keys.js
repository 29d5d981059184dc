// Keys that work everywhere except where something is typed: 1 to 6 choose a view, j and k the next and the previous block.

export const VIEW_NAMES = ["page", "output", "methods", "plot", "cloud", "gold"];
// Selects choose by letters too; of the inputs, these take no text.
const TYPING = new Set(["INPUT", "TEXTAREA", "SELECT"]);
const PRESSED = new Set(["checkbox", "radio", "range", "file"]);

export function onKey(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || app.page === null) return;
  const view = VIEW_NAMES[Number(event.key) - 1];
  if (view && app.engine.features[view] !== false) app.store.set({ view }, { step: true });
  if (event.key === "j" || event.key === "k") app.step(event.key === "j" ? 1 : -1);
}

const isTyping = ({ tagName, type }) => TYPING.has(tagName) && !PRESSED.has(type);
