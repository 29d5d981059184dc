// Numbers of marked blocks in an address, and the text that they give. Not for showing them.

/** Reads "2-4,9" as a set of 2, 3, 4 and 9, without those from `count` on. */
export function readNumbers(text, count) {
  const numbers = new Set();
  for (const [, first, last] of text.matchAll(/(\d+)(?:-(\d+))?/g)) {
    const end = Math.min(Number(last ?? first), count - 1);
    for (let at = Number(first); at <= end; at += 1) numbers.add(at);
  }
  return numbers;
}

/** Writes a set as readNumbers reads it. */
export function writeNumbers(numbers) {
  const parts = [];
  for (const at of [...numbers].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else parts.push([at, at]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}

/** The texts of blocks in the record of a method that keeps everything. */
export function blockTexts(record) {
  const bytes = new TextEncoder().encode(record.text ?? "");
  const decoder = new TextDecoder();
  return (record.blocks ?? []).map(({ text_start, text_end }) => (text_start === null ? "" : decoder.decode(bytes.subarray(text_start, text_end))));
}

// A page that declares another encoding needs a byte order mark to be read as UTF-8.
const CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const HEAD = 8192;

/** The files of a corpus with this page: { name: content }. */
export function corpusFiles({ html, url }, record, gold) {
  const id = identifier(url || record.title || "page");
  const { language, page_type, title, author, date } = record;
  const known = Object.entries({ id, url: url || null, language, page_type, title, author, date }).filter(([, value]) => value !== null && value !== undefined);
  const declared = CHARSET.exec(html.slice(0, HEAD))?.[1] ?? "utf-8";
  const mark = /^utf-?8$/i.test(declared) ? "" : "\ufeff";
  return { "manifest.jsonl": `${JSON.stringify(Object.fromEntries(known))}\n`, [`pages/${id}.html`]: mark + html, [`gold/${id}.txt`]: `${gold}\n` };
}

// A name for files on any system. Chosen by hand.
const MAX_NAME = 60;

function identifier(text) {
  const name = text.replace(/^https?:\/\//, "").replace(/[^\p{L}\p{M}\d]+/gu, "-").replace(/^-|-$/g, "");
  return [...name.toLowerCase()].slice(0, MAX_NAME).join("").replace(/-$/, "") || "page";
}
