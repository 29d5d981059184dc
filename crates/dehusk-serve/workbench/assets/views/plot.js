// The density plot of a method, with its parameters as sliders. The parameters are those of the whole workbench, so the other
// views show the same selection.

import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { paramControls } from "../params.js";

// The smallest picture that an engine draws, and the largest that helps on a screen, in pixels. The shape is chosen by hand.
const MIN_WIDTH = 480;
const MIN_HEIGHT = 480;
const MAX_WIDTH = 2400;
const SHAPE = 0.6;

export function plotView(app) {
  return new PlotView(app);
}

class PlotView {
  #busy = false;
  #again = false;

  constructor(app) {
    this.app = app;
    this.picture = h("img", { class: "plot", alt: "" });
    this.controls = h("div", { class: "panel", tabindex: "-1" });
    const figure = h("figure", { class: "plotbox", dir: "ltr", tabindex: "0" }, this.picture);
    this.element = h("section", { class: "split", "aria-label": t("view.plot") }, figure, this.controls);
  }

  async show(state) {
    this.#showControls(state);
    await this.#draw();
  }

  // The controls of a method stay, so that one can be moved; what they show follows the state.
  #showControls(state) {
    if (this.method !== state.method) this.#makeControls(state);
    this.params.put(state.params[state.method] ?? {});
  }

  #makeControls(state) {
    this.method = state.method;
    const method = this.app.method(state.method) ?? this.app.method("grain");
    const change = (name, value) => this.app.store.setParam(method.name, name, value);
    const others = method.params.length === 0 || method.name === "grain" ? h("p", {}, t("plot.other"), " ", ["addanag", "danag", "r2l", "dana"].map((name) => [this.#choice(name), " "])) : null;
    this.params = paramControls("plot", method, change);
    const hadFocus = this.controls.contains(document.activeElement);
    fill(this.controls, h("h2", {}, t("params")), others, this.params.element, h("p", { class: "quiet" }, t("plot.help")));
    if (hadFocus && !this.controls.contains(document.activeElement)) this.controls.focus();
  }

  #choice(name) {
    return h("button", { type: "button", class: "small", onclick: () => this.app.store.set({ method: name }, { step: true }) }, name);
  }

  // One picture is asked for at a time; what changed meanwhile is drawn next.
  async #draw() {
    this.#again = this.#busy;
    if (this.#busy) return;
    this.#busy = true;
    try {
      const started = performance.now();
      const { width, height } = this.#size();
      const options = { ...this.app.options(), width, height };
      await this.#put(await this.app.engine.plot(this.app.page, options), options.method);
      this.element.dataset.milliseconds = Math.round(performance.now() - started);
    } finally {
      this.#busy = false;
    }
    if (this.#again) await this.#draw();
  }

  #size() {
    const width = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, this.picture.parentElement.clientWidth)));
    return { width, height: Math.round(Math.max(MIN_HEIGHT, width * SHAPE)) };
  }

  async #put(picture, method) {
    const before = this.picture.src;
    this.picture.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    this.picture.alt = t("plot.alt", { method });
    await this.picture.decode().catch(() => undefined);
    if (before) URL.revokeObjectURL(before);
  }
}
