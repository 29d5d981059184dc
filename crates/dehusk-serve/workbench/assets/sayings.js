// What the engine says of a block, in the language of the interface: from the codes and values of an explanation. Each function returns
// null without messages for it, as in English; the sentences of the explanation are English.

import { message, number, word } from "./i18n.js";

/** Why a block was kept or removed, by its explanation. */
export function why(block) {
  const reason = message(`reason.${block.reason ?? "unmentioned"}`);
  if (reason === null) return null;
  const first = block.hidden ? withHiding(reason, block) : reason;
  const evidence = evidenceOf(block).join(message("says.then"));
  return evidence ? message("says.because", { reason: first, evidence }) : first;
}

function withHiding(reason, { hidden, has_removed_part: isPart, ...block }) {
  const how = message(isPart ? "says.hidden_part" : "says.hidden", { how: word("hidden", hidden) });
  return block.reason === "hidden" && !block.kept ? how : reason + message("says.then") + how;
}

/** What the sentence of an explanation names after the reason: what the method counted, or some of the signals. */
function evidenceOf({ signals = [], columns, anchors }) {
  if (columns) return [counted(columns)];
  if (anchors) return [message("says.anchors", written(anchors))];
  return signals.filter((signal) => signal.named).map((signal) => found(signal) ?? isolated(signal.says));
}

function counted({ unit, ...columns }) {
  const key = columns.first < columns.last ? "says.columns" : "says.one_column";
  return message(key, { ...written(columns), unit: word("counted", unit) });
}

/** What a signal found. */
export function found({ code, values = {} }) {
  return message(`found.${code}`, written(values));
}

/** Which item of a group a block is. */
export function place(item) {
  if (!item) return null;
  const words = { noun: word("noun", item.noun), form: word("form", item.form) };
  return message("says.item", { ...written(item), ...words, fate: fate(item) });
}

function fate(item) {
  const key = item.kept === 0 ? "says.none_kept" : item.kept >= item.count ? "says.all_kept" : "says.some_kept";
  return message(key, written(item));
}

function written(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writtenValue(value)]));
}

function writtenValue(value) {
  if (typeof value === "number") return number(value, Number.isInteger(value) ? 0 : 2);
  if (Array.isArray(value)) return value.map((code) => word("within", code)).join(message("says.list"));
  return isolated(String(value));
}

/** A text that keeps its direction, whatever is around it. */
function isolated(text) {
  return `\u2068${text}\u2069`;
}
