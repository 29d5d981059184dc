// The line that says how a page was answered: status, kind, quality and length. Not for its text.

import { h } from "./dom.js";
import { number, percent, t, word } from "./i18n.js";

/** The parts of the line for a record of a page, with the name and the direction of the page. */
export function summaryOf(record, { name, direction }) {
  const kept = (record.blocks ?? []).filter((block) => block.kept).length;
  const parts = [
    h("strong", { class: "name", dir: record.title ? direction : "auto" }, record.title || name || t("page")),
    record.status !== "ok" && chip(`${t("status")}: ${word("status", record.status)}${record.reason ? ` (${word("reason", record.reason)})` : ""}`, "bad"),
    record.page_type && chip(t(`kind.${record.page_type}`)),
    record.quality && chip(qualitySaid(record.quality), record.quality.verdict),
    chip(t("characters", { count: number([...(record.text ?? "")].length) })),
    record.blocks && chip(t("blocks", { kept: number(kept), all: number(record.blocks.length) })),
    record.encoding && record.encoding !== "UTF-8" && chip(record.encoding),
  ];
  return parts.filter(Boolean).flatMap((part) => [part, " "]);
}

function qualitySaid({ verdict, score }) {
  if (verdict === "empty") return t("quality.empty", { score: percent(score) });
  return t("quality", { verdict: t(`quality.${verdict}`), score: percent(score) });
}

function chip(text, kind = "") {
  return h("span", { class: `chip ${kind}` }, text);
}
