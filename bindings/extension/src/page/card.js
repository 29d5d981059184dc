// The card that explains a block: kept or removed, the score, and why.

import { language, message } from "../shared/browser.js";
import { make, moveTo } from "./elements.js";

/** Pixels between a block and its card. */
const GAP = 10;
/** Pixels between the card and the sides of the window. */
const MARGIN = 12;

export class Card {
  element = make("div", { className: "card", hidden: true });
  #block = null;

  constructor() {
    this.element.setAttribute("role", "status");
  }

  /** Shows a block beside its place in the window, above `bottom`, where the bar begins. */
  show(block, place, bottom) {
    this.element.hidden = !place;
    if (!place) return;
    const [decision, mark] = [block.kept ? "kept" : "removed", block.mark];
    if (this.#block?.block !== block || this.#block.mark !== mark) this.#fill(block, decision);
    this.#block = { block, mark };
    const { width, height } = this.element.getBoundingClientRect();
    const start = language().dir === "rtl" ? place.right - width : place.left;
    const left = Math.max(MARGIN, Math.min(start, innerWidth - width - MARGIN));
    const isRoomBelow = place.bottom + GAP + height < bottom;
    const top = isRoomBelow ? place.bottom + GAP : Math.max(MARGIN, place.top - GAP - height);
    moveTo(this.element, { left, top });
  }

  #fill(block, decision) {
    const score = block.score === null ? "" : ` · ${message("score", block.score.toFixed(2))}`;
    const signals = block.signals.filter((says) => !block.says.includes(says));
    // The reasons are in English.
    const english = { lang: "en", dir: "ltr" };
    this.element.replaceChildren(
      make("div", {}, make("span", { className: `decision ${decision}` }, message(decision)), score),
      make("p", english, block.says),
      ...(block.group ? [make("p", english, block.group)] : []),
      ...(signals.length > 0 ? [make("ul", english, ...signals.map((says) => make("li", {}, says)))] : []),
      make("p", { className: "hint" }, message(block.mark ? `marked_${block.mark}` : block.kept ? "click_remove" : "click_keep")),
    );
  }
}
