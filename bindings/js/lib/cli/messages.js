// The messages about pages on standard error, as the program writes them.

import { DEFAULTS } from "../options.js";

/** Characters that control a terminal, separate lines or reorder the text around them. */
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;
const escaped = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;

/** Escapes what is harmful in one line. */
export function oneLine(text) {
  return text.replace(HARMFUL, escaped);
}

/** The same, but line feeds and tabs stay. */
export function manyLines(text) {
  return text.replace(HARMFUL, (character) => (character === "\n" || character === "\t" ? character : escaped(character)));
}

/** The words of the system for its errors, which Node has not. */
const SYSTEM = {
  ENOENT: "No such file or directory", EACCES: "Permission denied", EISDIR: "Is a directory", ENOTDIR: "Not a directory",
  ELOOP: "Too many levels of symbolic links", ENAMETOOLONG: "File name too long", ENOSPC: "No space left on device",
};

export function systemMessage({ code, errno, message }) {
  return Object.hasOwn(SYSTEM, code) ? `${SYSTEM[code]} (os error ${-errno})` : message;
}

const NOTHING_SELECTED = "warning: no element matches --select, so the page has no main content; check the selector";

/** The message about a page, or null. `isOnly` says that the run has no other page. */
export function about(id, record, settings, isOnly) {
  const { status, reason } = record;
  if (status === "empty" && reason === "nothing_selected") return NOTHING_SELECTED;
  if (status === "empty" && record.bytes === 0) return "empty: the page has 0 bytes; check that it was saved or sent completely";
  if (status === "ok" || status === "empty") {
    if (record.looks_like_utf8) return looksLikeUtf8(record.encoding);
    if (record.replaced) return replaced(record.encoding);
  }
  if (status === "empty" && isOnly && "text" in record) return aboutEmpty(reason);
  if (status === "ok" || status === "empty") return null;
  return `${status}: ${record.error ?? advice(id, record, settings)}`;
}

function looksLikeUtf8(encoding) {
  return `warning: the page was read as ${encoding}, but looks like UTF-8; if the text is garbled, add --encoding utf-8`;
}

function replaced(encoding) {
  return `warning: some bytes are not valid ${encoding} and were replaced by U+FFFD; check whether the page is truncated or declares the wrong encoding (--encoding names another)`;
}

function aboutEmpty(reason) {
  if (isLeftOut({ status: "empty", reason })) return "left out: the page is not in a language of --language; dehusk metadata shows its own";
  const words = (reason ?? "unknown reason").replaceAll("_", " ");
  return `empty: no main content was found (${words}); --explain says why, and --method plain prints all text`;
}

function advice(id, { status, reason }, settings) {
  if (status === "too_large") return `the page is larger than ${settings.max_bytes ?? DEFAULTS.maxBytes} bytes; raise --max-bytes to read it`;
  if (status === "timeout" && reason === "selector_steps") return "a CSS selector takes too many steps on the page; write it without ~ or :has()";
  if (status === "timeout" && reason === "max_steps") return "the work on the page grows much faster than the page; please report this together with the page";
  if (status === "timeout") return `the page needed more than ${settings.timeout_ms ?? DEFAULTS.timeoutMs} ms; raise --timeout-ms, or set it to 0 for no limit`;
  if (status === "partial" && reason === "max_depth") {
    const levels = settings.max_depth ?? DEFAULTS.maxDepth;
    return `its elements are nested more than ${levels} levels deep, so the deeper ones were flattened without loss of text; raise --max-depth to keep them separate`;
  }
  if (status === "partial") return `its text is incomplete (${reason}); raise --${reason.replaceAll("_", "-")} to get all of it`;
  if (status === "not_html") return notHtml(id, reason ?? "");
  return `extraction failed (${reason}); please report this together with the page`;
}

/** What a file is that is not HTML, and what reads it. Some need the program, which has more commands. */
function notHtml(id, format) {
  const known = {
    warc: ["a WARC archive", `\`dehusk batch ${id} -o pages.jsonl\` reads all its pages`],
    json_lines: ["JSON lines", `\`dehusk batch ${id} -o pages.parquet\` reads one page from the field html of each line`],
    parquet: ["Parquet", `\`dehusk batch ${id} -o pages.jsonl\` reads its column html`],
    sitemap: ["a sitemap", `\`dehusk sitemap ${id}\` lists its pages`],
    epub: ["an EPUB book", "unzip it and extract the folder: its chapters are .xhtml files"],
    pdf: ["PDF", "convert it to HTML first, for example with `pdftohtml`"],
    gzip: ["compressed with gzip", "decompress it, or give the file the extension .gz"],
    zstd: ["compressed with zstd", "decompress it; `dehusk batch` reads .warc.zst and .jsonl.zst as they are"],
  };
  for (const feed of ["rss", "atom", "json_feed"]) known[feed] = ["a feed", `\`dehusk feeds ${id}\` lists its pages`];
  for (const archive of ["zip", "7z", "rar"]) known[archive] = ["an archive of files", "unpack it and extract the folder"];
  if (!Object.hasOwn(known, format)) return `the page is not HTML (${format.replaceAll("_", " ")}); remove it, or check the saved file`;
  const [what, advised] = known[format];
  return `this is ${what}, not a page; ${advised}`;
}

/** Whether the page is in a language that is not wanted. Such pages are not written. */
export function isLeftOut({ status, reason }) {
  return status === "empty" && reason === "other_language";
}

/** Whether the page makes the exit code 1. */
export function failed({ status, bytes }) {
  return ["timeout", "too_large", "not_html", "error"].includes(status) || (status === "empty" && bytes === 0);
}
