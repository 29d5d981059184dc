// What is shown before a page is open: what the workbench is for, and pages to try.

import { fill, h } from "../dom.js";
import { examples } from "../examples.js";
import { t } from "../i18n.js";
import { writeFragment } from "../state.js";

export function welcomeView(app) {
  const element = h("section", { class: "welcome" });
  return { element, show: (state) => fill(element, content(app, state)) };
}

function content(app, state) {
  const cards = examples().map(({ name, title }) => {
    const open = (event) => {
      event.preventDefault();
      app.store.set({ example: name }, { step: true });
    };
    return h("li", {}, h("a", { class: "card", href: writeFragment({ ...state, example: name }), onclick: open }, title));
  });
  const open = app.engine.features.fetch ? t("welcome.open") : t("welcome.open_offline");
  return [h("h2", {}, t("welcome.title")), h("p", {}, t("welcome.text")), h("p", {}, open), h("h3", {}, t("welcome.examples")), h("ul", { class: "cards" }, cards)];
}
