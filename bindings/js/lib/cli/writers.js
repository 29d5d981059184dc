// The output formats: what is written for each page of a run, and at its end.

import { manyLines, oneLine } from "./messages.js";

const METADATA_ORDER = [
  "title", "date", "date_modified", "sitename", "hostname", "description", "language", "direction", "image", "license",
  "canonical", "authors", "categories", "tags",
];

/**
 * Returns a writer: `page({ id, record, answer })` returns the text for a page, `finish()` that after the last.
 * `answer(want)` asks the module for the page in another form.
 */
export function writer(command, plan, several, isTerminal) {
  if (plan.format === "jsonl") return { page: ({ answer }) => `${answer(recordOf(command))}\n`, finish: () => "" };
  if (plan.format === "json") return jsonWriter(command, several);
  if (command === "metadata") return textWriter("txt", several, ({ record }) => metadataLines(record));
  if (plan.explain) return textWriter("txt", several, ({ answer }) => answer("explanation"));
  return textWriter(plan.format, several, (page) => body(page, plan, isTerminal));
}

function recordOf(command) {
  return command === "metadata" ? "metadata" : "record";
}

function jsonWriter(command, several) {
  const want = command === "metadata" ? "indented_metadata" : "indented";
  if (!several) return { page: ({ answer }) => `${answer(want)}\n`, finish: () => "" };
  let separator = "[\n";
  const page = ({ answer }) => {
    const text = separator + answer(want);
    separator = ",\n";
    return text;
  };
  return { page, finish: () => (separator === "[\n" ? "[]\n" : "\n]\n") };
}

/** Several pages are separated as in the output of `head`. */
function textWriter(format, several, text) {
  let pages = 0;
  const page = (found) => {
    const head = format === "html" && pages === 0 ? '<!DOCTYPE html>\n<meta charset="utf-8">\n' : "";
    const heading = several ? `${pages > 0 ? "\n" : ""}${headingOf(format, oneLine(found.id))}\n` : "";
    pages += 1;
    return head + heading + text(found);
  };
  return { page, finish: () => "" };
}

function headingOf(format, id) {
  if (format !== "html") return `==> ${id} <==`;
  const safe = id.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("--", "-&#45;");
  return `<!-- ==> ${safe} <== -->`;
}

function body({ record, answer }, { format, frontMatter }, isTerminal) {
  const found = { txt: record.text, md: record.markdown, html: record.html }[format] ?? "";
  const text = isTerminal ? manyLines(found) : found;
  const yaml = frontMatter ? answer("front_matter") : "";
  return yaml + text + (text === "" || text.endsWith("\n") ? "" : "\n");
}

function metadataLines(record) {
  const lines = METADATA_ORDER.filter((name) => record[name] !== null && record[name].length > 0).map((name) => {
    const value = [record[name]].flat().join("; ");
    return `${name}: ${oneLine(value)}  (${record.origins[name] ?? ""})\n`;
  });
  return lines.join("");
}
