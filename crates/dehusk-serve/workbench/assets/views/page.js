// The page itself, with what was kept clear and what was removed dimmed, and the reasons of one block beside it.

import { atNextFrame, fill, h } from "../dom.js";
import { PageFrame } from "../frame.js";
import { t } from "../i18n.js";
import { covering } from "../offsets.js";
import { blockCard, tip } from "../reasons.js";
import { onKey } from "../app-keys.js";

export function pageView(app) {
  return new PageView(app);
}

class PageView {
  #shown = "";
  #blocks = [];
  #turn = 0;
  #ticks = [];

  constructor(app) {
    this.app = app;
    this.frame = new PageFrame(t("frame.title"), {
      hover: (index, event) => this.#hover(index, event),
      choose: (index) => this.#choose(index),
      key: (event) => onKey(app, event),
    });
    this.tip = h("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    this.panel = h("aside", { class: "panel", "aria-label": t("block.heading"), "aria-live": "polite" });
    const box = h("div", { class: "framebox" }, this.frame.element, this.tip);
    this.element = h("section", { class: "split", "aria-label": t("view.page") }, h("div", {}, this.#bar(), box), this.panel);
    this.moved = atNextFrame(() => this.#showTip());
  }

  #bar() {
    const { store } = this.app;
    const box = (key, on, off, label) => {
      const input = h("input", { type: "checkbox", onchange: () => store.set({ [key]: input.checked ? on : off }) });
      this.#ticks.push((state) => { input.checked = state[key] === on; });
      return h("label", { class: "check" }, input, " ", label);
    };
    const go = (by, label) => h("button", { type: "button", onclick: () => this.app.step(by) }, label);
    const legend = h("span", { class: "legend quiet" }, t("page.legend"));
    return h("div", { class: "bar" }, go(-1, t("block.previous")), go(1, t("block.next")), box("styles", "1", "0", t("page.styles")), box("images", "1", "", t("page.images")), legend);
  }

  async show(state) {
    const turn = ++this.#turn;
    const { app } = this;
    for (const tick of this.#ticks) tick(state);
    const record = await app.record();
    if (turn !== this.#turn) return;
    await this.#showFrame(record, state);
    if (turn !== this.#turn) return;
    this.#select(state, []);
    // Reasons take longer than the page, which is shown without them until then.
    this.#explain(turn, state).catch((error) => turn === this.#turn && app.fail(error));
  }

  async #explain(turn, state) {
    const explanation = await this.app.explanation();
    if (turn === this.#turn) this.#select(state, explanation);
  }

  async #showFrame(record, state) {
    const key = JSON.stringify([this.app.page.url, state.images, state.styles]);
    const isSame = this.#shown === key && this.record === record && this.frame.document?.body;
    if (isSame) return;
    const scroll = this.page === this.app.page ? this.frame.scroll : 0;
    Object.assign(this, { record, page: this.app.page });
    this.#shown = key;
    this.#blocks = withImages(record);
    const settings = { images: state.images === "1", styles: state.styles !== "0", base: this.app.page.url };
    const time = await this.frame.show(this.app.page.html, this.#blocks, settings);
    if (time === null) return;
    this.element.dataset.milliseconds = Math.round(time);
    this.frame.classify("off", (index) => !this.#blocks[index].kept);
    this.frame.classify("on", (index) => this.#blocks[index].kept);
    this.frame.scroll = scroll;
  }

  #select(state, explanation) {
    this.explanation = explanation;
    const selected = state.at === "" ? -1 : covering(this.#blocks, Number(state.at));
    this.frame.only("selected", selected);
    if (selected >= 0 && this.revealed !== `${this.#shown} ${state.at}`) this.frame.reveal(selected);
    this.revealed = `${this.#shown} ${state.at}`;
    const block = this.#blocks[selected];
    fill(this.panel, block ? blockCard(this.app, block, this.#reasonsOf(block)) : h("p", { class: "quiet" }, t("block.none")));
  }

  #reasonsOf(block) {
    return this.explanation.find(({ src_start, src_end }) => src_start < block.src_end && src_end > block.src_start);
  }

  #choose(index) {
    this.tip.hidden = true;
    this.app.store.set({ at: String(this.#blocks[index].src_start) });
  }

  #hover(index, event) {
    Object.assign(this, { hovered: index, pointer: [event.clientX, event.clientY] });
    this.moved();
  }

  #showTip() {
    const block = this.#blocks[this.hovered];
    this.frame.only("hover", this.hovered);
    this.tip.hidden = !block;
    if (!block) return;
    fill(this.tip, tip(block, this.#reasonsOf(block)));
    const { width, height } = this.frame.element.getBoundingClientRect();
    const [x, y] = this.pointer;
    this.tip.style.left = `${Math.max(8, Math.min(x + 12, width - this.tip.offsetWidth - 8))}px`;
    this.tip.style.top = `${y + 24 + this.tip.offsetHeight > height ? Math.max(8, y - this.tip.offsetHeight - 12) : y + 24}px`;
  }
}

/** The blocks of a record and the images that it kept, in the order of the page. */
function withImages({ blocks = [], images = [] }) {
  const shown = images.map((image) => ({ ...image, kind: "image", kept: true, score: null, reason: null }));
  return [...blocks, ...shown].sort((a, b) => a.src_start - b.src_start || b.src_end - a.src_end);
}
