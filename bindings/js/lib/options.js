// Checks options and translates them: camelCase in JavaScript, the words of the command line in the module.

import { OptionError } from "./errors.js";
import { typeName } from "./page.js";

// Options of one page.
const PAGE_OPTIONS = new Set(["url", "contentType", "id", "signal"]);
// Switches that add a field to the record, and the field.
const FIELDS = {
  metadata: "metadata", markdown: "markdown", html: "html", blocks: "blocks", links: "links", images: "images",
  tables: "tables", items: "items", comments: "comments", jsonLd: "jsonld", timing: "timing",
};
// Switches that are the opposite of an option of the command line.
const INCLUDES = {
  includeLinks: "no_links", includeImages: "no_images", includeComments: "no_comments", includeTables: "no_tables",
};
const SWITCHES = { dataImages: "data_images", listMarks: "list_marks", tableRows: "table_rows", explain: "explain" };
const WORDS = { method: "method", focus: "focus", hidden: "hidden", invisible: "invisible", title: "title" };
const LIMITS = {
  maxBytes: "max_bytes", maxDepth: "max_depth", maxElements: "max_elements", maxOutput: "max_output", maxMemory: "max_memory",
};
const LISTS = ["select", "exclude", "languages"];
const OTHERS = ["params", "timeoutMs", "base", ...LISTS];
const NAMES = [FIELDS, INCLUDES, SWITCHES, WORDS, LIMITS].flatMap(Object.keys).concat(OTHERS);

/** The largest number that fits the module's 32-bit sizes. */
const MAX_SIZE = 2 ** 32 - 1;
/** Defaults of limits, as in the library (`Limits`). */
export const DEFAULTS = { maxBytes: 64 * 2 ** 20, maxDepth: 512, timeoutMs: 10_000 };

/** Separates the options of one page from those of an extractor. */
export function splitOptions(options = {}) {
  if (options === null || typeof options !== "object") {
    throw new OptionError(`options must be an object, not ${typeName(options)}`);
  }
  const [page, extractor] = [{}, {}];
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) (PAGE_OPTIONS.has(name) ? page : extractor)[name] = value;
  }
  return { page, extractor };
}

/** Returns the options of an extractor as the module reads them. */
export function moduleOptions(options) {
  const settings = { with: [] };
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined) translate(settings, name, value);
  }
  return settings;
}

function translate(settings, name, value) {
  if (Object.hasOwn(FIELDS, name)) checkedSwitch(name, value) && settings.with.push(FIELDS[name]);
  else if (Object.hasOwn(INCLUDES, name)) settings[INCLUDES[name]] = !checkedSwitch(name, value);
  else if (Object.hasOwn(SWITCHES, name)) settings[SWITCHES[name]] = checkedSwitch(name, value);
  else if (Object.hasOwn(WORDS, name)) settings[WORDS[name]] = checkedWord(name, value);
  else if (Object.hasOwn(LIMITS, name)) settings[LIMITS[name]] = checkedLimit(name, value);
  else if (name === "timeoutMs") settings.timeout_ms = checkedTimeout(value);
  else if (name === "params") settings.params = checkedParams(value);
  else if (name === "base") settings.base = checkedBase(value);
  else if (LISTS.includes(name)) settings[name] = checkedWords(name, value);
  else throw unknownOption(name);
}

function unknownOption(name) {
  const page = [...PAGE_OPTIONS];
  return new OptionError(`there is no option ${name}; the options are ${[...NAMES, ...page].sort().join(", ")}`);
}

function checkedSwitch(name, value) {
  if (typeof value !== "boolean") throw new OptionError(`${name} must be true or false, not ${typeName(value)}`);
  return value;
}

/** Returns a string, with lone surrogates replaced. */
export function checkedWord(name, value) {
  if (typeof value !== "string") throw new OptionError(`${name} must be a string, not ${typeName(value)}`);
  return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** Returns a complete address as a string. A `URL`, a `location` and a link have theirs in `href`. */
export function checkedAddress(name, value) {
  const address = checkedWord(name, value?.href ?? value);
  if (!URL.canParse(address)) throw new OptionError(`${name} must be a complete address, such as https://example.org/news/, not ${address}`);
  return address;
}

/** As on the command line. */
function checkedBase(value) {
  const address = checkedAddress("base", value);
  if (/^https?:/i.test(address.trim())) return address;
  throw new OptionError(`base must begin with http:// or https://, not ${address}`);
}

function checkedWords(name, value) {
  return (Array.isArray(value) ? value : [value]).map((word) => checkedWord(name, word));
}

function checkedLimit(name, value) {
  if (!Number.isInteger(value)) throw new OptionError(`${name} must be a whole number, not ${String(value)}`);
  if (value < 1) throw new OptionError(`${name} must be greater than 0, not ${value}`);
  return Math.min(value, MAX_SIZE);
}

/** Milliseconds as the module wants them: whole, and 0 for no limit. */
function checkedTimeout(value) {
  if (value === null || value === Infinity) return 0;
  if (typeof value !== "number" || !(value > 0)) {
    throw new OptionError(`timeoutMs must be a number greater than 0, or null for no limit, not ${String(value)}`);
  }
  return Math.min(Math.ceil(value), MAX_SIZE);
}

function checkedParams(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new OptionError(`params must be an object of names and values, not ${typeName(value)}`);
  }
  const text = (item) => (Array.isArray(item) ? item.join(",") : item);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, checkedParam(name, text(item))]));
}

function checkedParam(name, value) {
  if (!["string", "number", "boolean"].includes(typeof value)) {
    throw new OptionError(`the parameter ${name} must be a string, a number or a boolean, not ${typeName(value)}`);
  }
  return String(value);
}
