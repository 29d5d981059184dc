// The command line: what the flags of the program `dehusk` mean. The names are the same; `help.js` lists those
// that are here.

import { extname } from "node:path";
import { parseArgs } from "node:util";

/** Why there can be no run: a wrong command line, or an output that cannot be written. The exit code is 2. */
export class UsageError extends Error {}

const string = { type: "string" };
const several = { type: "string", multiple: true };
const yes = { type: "boolean" };
const help = { help: { type: "boolean", short: "h" } };

const READING = { "input-file": string, ext: several, encoding: string, jobs: string };
const LIMITS = { "timeout-ms": string, "max-bytes": string };

export const COMMANDS = {
  extract: {
    ...help, ...READING, ...LIMITS, method: string, param: several, focus: string, hidden: string, invisible: string, select: several, exclude: several,
    format: { type: "string", short: "f" }, language: several, with: several, base: string, "no-links": yes, "no-images": yes, "data-images": yes, comments: yes,
    "no-comments": yes, "list-marks": yes, "table-rows": yes, "no-tables": yes, title: string, "front-matter": yes, explain: yes,
    output: { type: "string", short: "o" }, schema: yes, "max-depth": string, "max-elements": string, "max-output": string, "max-memory": string,
  },
  metadata: { ...help, ...READING, ...LIMITS, format: { type: "string", short: "f" }, output: { type: "string", short: "o" } },
  methods: { ...help, format: string },
};

/** The formats by their names, which are also the extensions of files. */
const METADATA_FORMATS = { txt: "txt", text: "txt", jsonl: "jsonl", ndjson: "jsonl", json: "json" };
const FORMATS = { txt: "txt", text: "txt", md: "md", markdown: "md", html: "html", htm: "html", jsonl: "jsonl", ndjson: "jsonl", json: "json" };
const TITLES = { auto: "auto", "as-found": "as-found", in: "in", out: "out" };
const FOCUSES = { precision: "precision", balanced: "balanced", recall: "recall" };
const INVISIBLE = { keep: "keep", strip: "strip" };
const HIDDEN = { auto: "auto", drop: "drop", keep: "keep", flag: "flag" };
const FIELDS = {
  metadata: "metadata", markdown: "markdown", md: "markdown", html: "html", blocks: "blocks", links: "links", images: "images",
  tables: "tables", items: "items", comments: "comments", jsonld: "jsonld", all: "all", timing: "timing",
};
/** The extension of compressed output. */
const GZIP = ".gz";
const UNITS = { "": 0, b: 0, k: 10, kb: 10, kib: 10, m: 20, mb: 20, mib: 20, g: 30, gb: 30, gib: 30 };
/** The module counts in 32 bits. */
const MAX_NUMBER = 2 ** 32 - 1;

/** Reads the arguments of a command: `{ values, inputs }`. */
export function readArguments(command, words) {
  const options = COMMANDS[command];
  const { values, positionals, tokens } = parsed(words, options);
  const given = tokens.filter(({ kind }) => kind === "option");
  given.forEach((token) => readAfterEquals(token, values));
  refuseRepeated(given.map(({ name }) => name).filter((name) => !options[name].multiple));
  if (values.schema && given.length + positionals.length > 1) throw new UsageError("the argument '--schema' cannot be used with one or more of the other specified arguments");
  if (command === "methods" && positionals.length > 0) throw new UsageError(`unexpected argument '${positionals[0]}' found`);
  if (values.jobs !== undefined) wholeNumber("jobs", values.jobs, 1);
  return { values, inputs: positionals };
}

function parsed(words, options) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError(error.message.split("\n")[0]);
  }
}

/** `-f=md` means `-f md`, as for the program. */
function readAfterEquals({ name, rawName, value, inlineValue }, values) {
  if (inlineValue && !rawName.startsWith("--") && value.startsWith("=")) values[name] = value.slice(1);
}

function refuseRepeated(names) {
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw new UsageError(`the argument '--${repeated}' cannot be used multiple times`);
}

/** Returns the plan of a run: the settings of the extractor, the format, and what is written. */
export function plan(command, values) {
  return command === "metadata" ? metadataPlan(values) : extractPlan(values);
}

function metadataPlan(values) {
  return { settings: { with: [], ...limits(values) }, ...written(values, METADATA_FORMATS), contentType: contentType(values) };
}

function extractPlan(values) {
  const destination = written(values, FORMATS);
  const extras = words(values.with).map((word) => choice("with", word, FIELDS));
  refuseContradictions(values, destination.format, extras);
  const settings = { ...choosing(values), ...output(values), ...limits(values), with: withFormat(extras, destination.format, values) };
  return { ...destination, settings, extras, contentType: contentType(values), explain: values.explain ?? false, frontMatter: values["front-matter"] ?? false };
}

/** The format, the path of the output and whether it is compressed, which its name says. */
function written({ format, output = "-" }, formats) {
  const isGzip = extname(output).toLowerCase() === GZIP;
  return { format: format === undefined ? formatOf(output, isGzip, formats) : choice("format", format, formats), output, isGzip };
}

/** The format of the output file, by its extension. Another extension would say what the file is not. */
function formatOf(path, isGzip, formats) {
  const extension = extname(isGzip ? path.slice(0, -GZIP.length) : path);
  if (extension === "" || /[/\\]$/.test(path)) return "txt";
  const format = extension.slice(1).toLowerCase();
  if (Object.hasOwn(formats, format)) return formats[format];
  const known = names(formats).map((name) => `.${name}`);
  const list = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  throw new UsageError(`no format of this command has the extension ${extension} of the output file ${path}; use ${list}, each also with .gz, or name the format with --format`);
}

/** The content type of all pages, if the user names their encoding. */
function contentType({ encoding }) {
  if (encoding === undefined) return null;
  try {
    new TextDecoder(encoding);
  } catch {
    throw new UsageError(`invalid value '${encoding}' for --encoding: write the name of an encoding of the web, for example utf-8, windows-1251 or shift_jis`);
  }
  return `text/html; charset=${encoding}`;
}

/** The names of choices, without their other names. */
function names(choices) {
  return [...new Set(Object.values(choices))];
}

function withFormat(extras, format, values) {
  const markup = format === "md" ? ["markdown"] : format === "html" ? ["html"] : [];
  return [...extras, ...markup, ...(values["front-matter"] ? ["metadata"] : [])];
}

function choosing(values) {
  const settings = { select: values.select ?? [], exclude: values.exclude ?? [], params: Object.fromEntries((values.param ?? []).map(nameAndValue)) };
  if (values.language !== undefined) settings.languages = words(values.language);
  if (values.method !== undefined) settings.method = values.method;
  if (values.focus !== undefined) settings.focus = choice("focus", values.focus, FOCUSES);
  if (values.hidden !== undefined) settings.hidden = choice("hidden", values.hidden, HIDDEN);
  if (values.invisible !== undefined) settings.invisible = choice("invisible", values.invisible, INVISIBLE);
  return settings;
}

function output(values) {
  const settings = { title: choice("title", values.title ?? "auto", TITLES), explain: values.explain ?? false };
  for (const name of ["no-links", "no-images", "data-images", "no-comments", "list-marks", "table-rows", "no-tables"]) {
    settings[name.replaceAll("-", "_")] = values[name] ?? false;
  }
  if (values.comments) settings.no_comments = false;
  if (values.base !== undefined) settings.base = webAddress(values.base);
  return settings;
}

function limits(values) {
  const settings = {};
  if (values["timeout-ms"] !== undefined) settings.timeout_ms = wholeNumber("timeout-ms", values["timeout-ms"], 0);
  for (const name of ["max-bytes", "max-output", "max-memory"]) {
    if (values[name] !== undefined) settings[name.replace("-", "_")] = size(name, values[name]);
  }
  for (const name of ["max-depth", "max-elements"]) {
    if (values[name] !== undefined) settings[name.replace("-", "_")] = wholeNumber(name, values[name], 1);
  }
  return settings;
}

function refuseContradictions(values, format, extras) {
  const hasRecords = format === "json" || format === "jsonl";
  const has = (field) => extras.includes(field) || extras.includes("all");
  const hasMarkup = format === "md" || format === "html" || has("markdown") || has("html");
  const refuse = (wrong, sentence) => {
    if (wrong) throw new UsageError(sentence);
  };
  refuse(values["front-matter"] && format !== "md", "--front-matter is only for Markdown; add --format md, or use --with metadata for records");
  refuse(values.explain && (format === "md" || format === "html"), "--explain needs --format txt, json or jsonl");
  refuse(extras.length > 0 && !hasRecords, "--with adds fields to records; add --format jsonl or json");
  refuse(values.base !== undefined && !hasMarkup && !has("links") && !has("images"),
    "--base has no effect on plain text, which has no links; add --format md or html, or --with links, images, markdown or html");
  refuse((values["no-links"] || values["no-images"] || values["data-images"]) && !hasMarkup,
    "--no-links, --no-images and --data-images affect only Markdown and HTML; add --format md or html, or --with markdown or html");
  refuse(values["no-images"] && values["data-images"], "--no-images cannot be used with --data-images");
  refuse(values["table-rows"] && values["no-tables"], "--table-rows cannot be used with --no-tables");
}

function words(lists = []) {
  return lists.flatMap((list) => list.split(","));
}

function choice(name, value, choices) {
  if (Object.hasOwn(choices, value)) return choices[value];
  throw new UsageError(`invalid value '${value}' for --${name}; possible values: ${names(choices).join(", ")}`);
}

function nameAndValue(typed) {
  const at = typed.indexOf("=");
  if (at < 0) throw new UsageError(`invalid value '${typed}' for --param: write it as NAME=VALUE, for example P=8`);
  return [typed.slice(0, at), typed.slice(at + 1)];
}

function webAddress(typed) {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new UsageError(`invalid value '${typed}' for --base: write a complete address, for example https://example.org/news/`);
}

function wholeNumber(name, typed, least) {
  const number = /^\d+$/.test(typed) ? Number(typed) : NaN;
  if (number >= least) return Math.min(number, MAX_NUMBER);
  throw new UsageError(`invalid value '${typed}' for --${name}: write a whole number of at least ${least}`);
}

/** Reads a size such as `500K` or `2 GiB`. */
export function size(name, typed) {
  const [, digits, unit] = /^(\d+)(.*)$/s.exec(typed) ?? [];
  const shift = UNITS[unit?.trim().toLowerCase()];
  const bytes = Number(digits) * 2 ** (shift ?? NaN);
  if (bytes > 0) return Math.min(bytes, MAX_NUMBER);
  throw new UsageError(`invalid value '${typed}' for --${name}: write a number of bytes above 0, or a number with K, M or G, for example 500K or 20M`);
}
