// `Extraction`: the result for one page. It renames the fields of the record and computes nothing but offsets.

import { PageError } from "./errors.js";
import { utf16Offsets } from "./offsets.js";

/** The statuses that mean that there is no usable result. */
export const FAILURES = new Set(["timeout", "too_large", "not_html", "error"]);
const LISTS = ["items", "comments", "links", "images", "tables", "blocks", "explanation"];
const METADATA = [
  "title", "author", "authors", "date", "date_modified", "sitename", "hostname", "description", "language", "direction",
  "image", "categories", "tags", "license", "canonical", "origins",
];
const OFFSETS = { src_start: "source", src_end: "source", text_start: "text", text_end: "text" };

export class Extraction {
  #json;

  /** `json` is the record, `page` the page if it was a string. */
  constructor(json, page) {
    this.#json = json;
    const record = JSON.parse(json);
    this.status = record.status;
    this.reason = record.reason;
    this.error = record.error ?? null;
    this.url = record.url ?? null;
    this.text = record.text;
    this.markdown = record.markdown ?? null;
    this.html = record.html ?? null;
    this.lost = record.lost ?? null;
    this.metadata = metadataOf(record);
    const lists = convertedLists(record, page);
    for (const name of LISTS) this[name] = lists[name] ?? null;
    this.jsonLd = record.raw_jsonld ?? null;
    this.pageType = record.page_type ?? null;
    this.pageTypes = record.page_types ?? null;
    this.quality = record.quality ?? null;
    this.hiddenKept = record.hidden_kept ?? 0;
    this.hiddenRemoved = record.hidden_removed ?? 0;
    this.invisible = record.invisible ?? 0;
    this.method = record.method;
    this.encoding = record.encoding;
    this.encodingOrigin = record.encoding_origin;
    this.replaced = record.replaced ?? false;
    this.bytes = record.bytes;
    this.timingMs = record.timing_ms ?? null;
  }

  /** Whether there is no usable result: `timeout`, `too_large`, `not_html` or `error`. */
  get isFailure() {
    return FAILURES.has(this.status);
  }

  /** Returns this extraction if it has text, and throws a `PageError` otherwise. */
  raiseForStatus() {
    if (this.text === "") throw new PageError(this.status, this.reason, this.error);
    return this;
  }

  /** The record as one line of JSON, byte for byte as `dehusk extract --format jsonl` writes it. */
  get record() {
    return this.#json;
  }

  /** Returns the record as an object, with the names and the UTF-8 offsets of its schema. */
  toJSON() {
    return JSON.parse(this.#json);
  }
}

/** Returns the metadata in a record, or null if it has none. */
export function metadataOf(record) {
  if (!("origins" in record)) return null;
  return renamed(Object.fromEntries(METADATA.map((name) => [name, record[name]])));
}

function convertedLists(record, page) {
  const lists = Object.fromEntries(LISTS.filter((name) => name in record).map((name) => [name, record[name]]));
  const offsets = { source: [], text: [] };
  visit(lists, (name, value) => offsets[OFFSETS[name]]?.push(value));
  if (offsets.source.length === 0 && offsets.text.length === 0) return renamed(lists);
  const convert = {
    source: page === null ? (offset) => offset : utf16Offsets(page, offsets.source, afterByteOrderMark(page)),
    text: utf16Offsets(record.text, offsets.text),
  };
  return renamed(lists, (name, value) => (name in OFFSETS ? convert[OFFSETS[name]](value) : value));
}

/** The module removes a byte order mark and counts from after it. */
function afterByteOrderMark(page) {
  return page.charCodeAt(0) === 0xfeff ? 1 : 0;
}

// Records are a few levels deep, whatever the page is like: lists of objects of lists of objects.
function visit(value, act) {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, act));
  if (value === null || typeof value !== "object") return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (item !== null && typeof item === "object") visit(item, act);
    else act(name, item);
  }
  return undefined;
}

function renamed(value, convert = (name, item) => item) {
  if (Array.isArray(value)) return value.map((item) => renamed(item, convert));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, item]) => [
    camelCase(name),
    item !== null && typeof item === "object" ? renamed(item, convert) : convert(name, item),
  ]);
  return Object.fromEntries(entries);
}

const names = new Map();

function camelCase(name) {
  let camel = names.get(name);
  if (camel === undefined) {
    camel = name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    names.set(name, camel);
  }
  return camel;
}
