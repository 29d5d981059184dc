// The card that explains a block: kept or removed, the score, and why.

import { message } from "../shared/browser.js";
import { make, moveTo } from "./elements.js";

/** Pixels between a block and its card. */
const GAP = 10;
/** Pixels at the bottom of the window that the bar covers. */
const BAR = 80;

export class Card {
  element = make("div", { className: "card", hidden: true });
  #block = null;

  constructor() {
    this.element.setAttribute("role", "status");
  }

  /** Shows a block, beside its place in the window. */
  show(block, place) {
    this.element.hidden = !place;
    if (!place) return;
    const [decision, mark] = [block.kept ? "kept" : "removed", block.mark];
    if (this.#block?.block !== block || this.#block.mark !== mark) this.#fill(block, decision);
    this.#block = { block, mark };
    const { width, height } = this.element.getBoundingClientRect();
    const left = Math.max(12, Math.min(place.left, innerWidth - width - 12));
    const isRoomBelow = place.bottom + GAP + height < innerHeight - BAR;
    const top = isRoomBelow ? place.bottom + GAP : Math.max(12, place.top - GAP - height);
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
