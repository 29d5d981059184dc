// Converts between the two ways of counting in a page: bytes of UTF-8, as records do, and UTF-16 units, as JavaScript strings do.

const ASCII_ONLY = /^[\0-\x7f]*$/;

/**
 * Makes a function that gives the UTF-16 offset of a UTF-8 offset in `text`. A string of ASCII costs nothing; for others
 * a table with one entry per STEP units is made, so that each question reads at most STEP units.
 */
export function utf16Offsets(text) {
  if (ASCII_ONLY.test(text)) return (byte) => Math.min(byte, text.length);
  const table = bytesOfSteps(text);
  return (byte) => find(text, table, byte);
}

// Chosen by hand: a 2 MB page has some 8,000 entries.
const STEP = 256;

function bytesOfSteps(text) {
  const table = [0];
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && at % STEP === 0) table.push(bytes);
    bytes += width(text, at);
  }
  return table;
}

// A surrogate counts as two bytes, so that a pair has the four of its character. A lone one, which becomes U+FFFD, has three.
function width(text, at) {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit < 0xd800 || unit > 0xdfff) return 3;
  return isPaired(text, at, unit) ? 2 : 3;
}

function isPaired(text, at, unit) {
  const other = text.charCodeAt(unit < 0xdc00 ? at + 1 : at - 1);
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
}

function find(text, table, byte) {
  let low = 0;
  let high = table.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (table[middle] <= byte) low = middle;
    else high = middle - 1;
  }
  let at = low * STEP;
  for (let bytes = table[low]; bytes < byte && at < text.length; at += 1) bytes += width(text, at);
  return at;
}

/** The last entry that starts at or before an offset and ends after it. The entries are sorted and do not overlap. */
export function covering(entries, offset) {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (entries[middle].src_start <= offset) low = middle;
    else high = middle - 1;
  }
  const entry = entries[low];
  return entry && entry.src_start <= offset && offset < entry.src_end ? low : -1;
}

/**
 * How many bytes of each block are in ranges. Both have `src_start` and `src_end`, are sorted, and do not overlap among themselves.
 */
export function coveredBytes(blocks, ranges) {
  let next = 0;
  return blocks.map(({ src_start, src_end }) => {
    while (next < ranges.length && ranges[next].src_end <= src_start) next += 1;
    let covered = 0;
    for (let at = next; at < ranges.length && ranges[at].src_start < src_end; at += 1) {
      covered += Math.min(src_end, ranges[at].src_end) - Math.max(src_start, ranges[at].src_start);
    }
    return covered;
  });
}

/** The first of some sorted blocks after an offset, or the last one that ends before it; without an offset the first or the last of all. */
export function neighbor(blocks, offset, by) {
  if (offset === null) return by > 0 ? blocks[0] : blocks.at(-1);
  return by > 0 ? blocks.find(({ src_start }) => src_start > offset) : blocks.findLast(({ src_end }) => src_end <= offset);
}
