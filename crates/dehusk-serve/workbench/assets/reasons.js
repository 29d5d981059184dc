// Shows of one block why it was kept or removed.

import { h, svg } from "./dom.js";
import { english, message, number, t, word } from "./i18n.js";
import { found, place, why } from "./sayings.js";

/** A few lines beside the pointer. */
export function tip(block, reasons) {
  return [verdict(block), " ", says(block, reasons)];
}

function says(block, reasons) {
  return reasons ? said(why(reasons), reasons.says) : word("reason", block.reason ?? "");
}

/** Words in the language of the interface, or else those of the engine. */
function said(words, ofEngine) {
  return words === null ? h("span", english(), ofEngine) : h("span", {}, words);
}

function verdict({ kept, score }) {
  const text = kept ? t("block.kept") : t("block.removed");
  const share = score === null || score === undefined ? "" : ` ${number(score, 2)}`;
  return h("span", { class: `verdict ${kept ? "kept" : "removed"}` }, `${kept ? "+" : "−"} ${text}${share}`);
}

/** All that is known of a block, with buttons to its text and its source. */
export function blockCard(app, block, reasons) {
  const jump = (tab, label) => h("button", { type: "button", onclick: () => app.store.set({ view: "output", tab, at: String(block.src_start) }, { step: true }) }, label);
  const showsText = block.text_start !== null && block.text_start !== undefined;
  return [
    h("h2", {}, verdict(block)),
    h("p", { class: "kind" }, word("block_kind", block.kind), reasons?.group && [" · ", said(place(reasons.item), reasons.group)]),
    h("p", {}, says(block, reasons)),
    block.hidden && h("p", { class: "warn" }, t("block.hidden"), " ", word("hidden", block.hidden)),
    reasons?.beginning && h("blockquote", { dir: app.direction }, reasons.beginning),
    h("p", { class: "buttons" }, showsText && jump("text", t("block.to_text")), jump("source", t("block.to_source"))),
    reasons?.signals?.length ? signals(reasons.signals) : null,
    reasons?.columns || reasons?.anchors ? counts(reasons.columns ?? reasons.anchors) : null,
    h("p", { class: "path quiet", lang: "en", dir: "ltr" }, h("code", {}, reasons?.path ?? block.xpath ?? "")),
    h("p", { class: "quiet" }, t("block.bytes", { start: number(block.src_start), end: number(block.src_end) })),
  ];
}

// Weights below this show nothing of a decision. Chosen by hand.
const MIN_WEIGHT = 0.01;

function signals(list) {
  const shown = list.filter(({ weight }) => Math.abs(weight) >= MIN_WEIGHT);
  const most = Math.max(...shown.map(({ weight }) => Math.abs(weight)), MIN_WEIGHT);
  const rows = shown.map((signal) => {
    const { signal: name, weight, says } = signal;
    return h("tr", {}, h("th", { scope: "row" }, word("signal_name", name)), h("td", {}, bar(weight / most)), h("td", { class: "number" }, number(weight, 2)), h("td", {}, said(found(signal), says)));
  });
  const head = h("tr", {}, [t("signal"), t("signal.bar"), t("signal.weight"), t("signal.says")].map((text, column) => h("th", { scope: "col", class: column === 1 ? "hidden" : "" }, text)));
  return h("details", { open: true }, h("summary", {}, t("signals")), h("table", { class: "signals" }, h("thead", {}, head), h("tbody", {}, rows)));
}

/** A bar to the left (against) or to the right (for) of the middle. */
function bar(share) {
  const width = Math.abs(share) * 20;
  const box = svg("rect", { x: share < 0 ? 20 - width : 20, y: 2, width, height: 8, class: share < 0 ? "against" : "for" });
  return svg("svg", { viewBox: "0 0 40 12", width: 40, height: 12, "aria-hidden": "true" }, box, svg("path", { d: "M20 0V12", class: "axis" }));
}

function counts(values) {
  const rows = Object.entries(values).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, word("count", name)), h("td", { class: "number" }, count(value))));
  return h("table", { class: "signals" }, h("tbody", {}, rows));
}

function count(value) {
  if (typeof value === "number") return number(value, Number.isInteger(value) ? 0 : 3);
  return message(`counted.${value}`) ?? h("bdi", {}, String(value));
}
