// Checks what a caller passes as a page. It does not copy anything.

import { InputError } from "./errors.js";

/**
 * The largest page that is handed to the module. Its tree needs about ten times as much, and the module has at
 * most 4 GiB.
 */
export const MAX_PAGE_BYTES = 128 * 2 ** 20;

// Longer texts are pages in any case: addresses and paths that programs accept are shorter.
const MAX_ADDRESS_LENGTH = 4096;
const ADDRESS = /^\s*(?:https?|file|ftp):\/\/\S*\s*$/i;
// A path ends like the name of a page, and is one word without a tag, or begins as only paths do. As in the Python package.
const PATH = /^\s*(?:(?:[/~\\]|\.{1,2}[/\\]|[a-z]:[/\\])[^<>\n]*|[^<>\s。，、；：！？]+)\.(?:html?|xhtml|mhtml|php|txt|pdf|warc|gz)\s*$/i;

/** Returns a page as a string or as a `Uint8Array`, without a copy. */
export function checkedPage(page) {
  if (typeof page === "string") {
    refuseAddress(page);
    return page;
  }
  const buffer = ArrayBuffer.isView(page) ? page.buffer : page;
  if (!isBuffer(buffer)) {
    throw new InputError(`a page must be a string, a Uint8Array or an ArrayBuffer, not ${typeName(page)}`);
  }
  const whole = attachedBytes(buffer);
  return buffer === page ? whole : new Uint8Array(buffer, page.byteOffset, page.byteLength);
}

function isBuffer(value) {
  if (value instanceof ArrayBuffer) return true;
  // Buffers of other realms (an iframe, a `vm` context) have another class, but the same tag.
  const tag = Object.prototype.toString.call(value);
  return tag === "[object ArrayBuffer]" || tag === "[object SharedArrayBuffer]";
}

function attachedBytes(buffer) {
  try {
    return new Uint8Array(buffer);
  } catch {
    throw new InputError("the buffer of this page is detached: it was transferred elsewhere", "ERR_DETACHED");
  }
}

function refuseAddress(text) {
  if (text.length > MAX_ADDRESS_LENGTH) return;
  if (ADDRESS.test(text)) {
    throw new InputError(`this is a URL, not a page: ${text.trim()}; download it first, with fetch()`);
  }
  if (PATH.test(text)) {
    throw new InputError(`this is a path, not a page: ${text.trim()}; pass the content of the file`);
  }
}

/** Returns what a value is, for messages. */
export function typeName(value) {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  return value.constructor?.name ?? "object";
}

/**
 * Returns the number of bytes that a string has in UTF-8. A lone surrogate counts as U+FFFD. Stops above
 * `most`.
 */
export function utf8Length(text, most = Infinity) {
  if (text.length > most) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length && bytes <= most; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (isPair(text, at, unit)) (bytes += 2), at++;
    else bytes += 2;
  }
  return bytes;
}

/** Whether a surrogate pair starts at `at`, where the code unit is `unit`. */
export function isPair(text, at, unit) {
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
