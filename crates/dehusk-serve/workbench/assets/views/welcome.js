// What is shown before a page is open: what the workbench is for, and pages to try. It is part of index.html, so that it is there at once.

import { writeFragment } from "../state.js";

export function welcomeView(app) {
  const element = document.getElementById("welcome");
  for (const text of element.querySelectorAll("[data-engine]")) text.hidden = text.dataset.engine !== (app.engine.features.fetch ? "server" : "wasm");
  const cards = [...element.querySelectorAll("[data-example]")];
  for (const card of cards) card.onclick = (event) => {
    event.preventDefault();
    app.store.set({ example: card.dataset.example }, { step: true });
  };
  const show = (state) => {
    for (const card of cards) card.href = writeFragment({ ...state, example: card.dataset.example });
  };
  return { element, show };
}
