// Words of a text as `dehusk eval` counts them by its measure `word`, their longest common subsequence, and the difference of two
// texts made from it. Not for tag clouds, which the engine segments.

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// Scripts without spaces: each of their characters is a word.
const UNIT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** The words of a text, in order. */
export function words(text) {
  return text.replace(INVISIBLE, "").match(UNIT) ?? [];
}

/** How many words two texts share, in any order. */
export function overlap(one, other) {
  const counts = new Map();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      common += 1;
      counts.set(word, left - 1);
    }
  }
  return common;
}

/**
 * The length of the longest common subsequence, exactly: Hyyrö's bit-parallel algorithm (2004), which visits only words of bits that
 * change. A bit of `open` is 0 where the subsequence becomes longer.
 */
export function commonSubsequence(a, b) {
  const places = new Map();
  b.forEach((word, index) => places.get(word)?.push(index) ?? places.set(word, [index]));
  const open = new Uint32Array(Math.ceil(b.length / 32)).fill(0xffffffff);
  for (const word of a) if (places.has(word)) addRow(open, places.get(word));
  let common = 0;
  for (let index = 0; index < b.length; index += 1) if ((open[index >>> 5] & (1 << (index & 31))) === 0) common += 1;
  return common;
}

function addRow(open, places) {
  let carry = 0;
  let at = 0;
  const carryTo = (end) => {
    for (; carry && at < end; at += 1) carry = addTo(open, at, 0, carry);
  };
  for (let next = 0; next < places.length; ) {
    const cell = places[next] >>> 5;
    let matches = 0;
    for (; next < places.length && places[next] >>> 5 === cell; next += 1) matches |= 1 << (places[next] & 31);
    carryTo(cell);
    carry = addTo(open, cell, matches, carry);
    at = cell + 1;
  }
  carryTo(open.length);
}

function addTo(open, cell, matches, carry) {
  const before = open[cell];
  const sum = before + ((before & matches) >>> 0) + carry;
  open[cell] = (sum >>> 0) | (before & ~matches);
  return sum > 0xffffffff ? 1 : 0;
}

/** Precision, recall and F1 of `common` units out of those of an answer and of a gold text. Two empty texts agree fully. */
export function scores(common, answer, gold) {
  if (answer === 0 && gold === 0) return { precision: 1, recall: 1, f1: 1 };
  const precision = answer === 0 ? 0 : common / answer;
  const recall = gold === 0 ? 0 : common / gold;
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/**
 * The difference of two lists of words: `parts` are { kind: "same" | "only_a" | "only_b", words } in order. It is the shortest
 * one (Myers' algorithm, after equal ends are set aside). If it has more than MAX_EDITS words, all that is between the equal ends
 * is given as replaced, and `exact` is false.
 */
export function difference(a, b) {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = shortestEdit(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const parts = [{ kind: "same", words: a.slice(0, head) }, ...middle.parts, { kind: "same", words: a.slice(a.length - tail) }];
  return { parts: joined(parts), exact: middle.exact };
}

// 3,000 differences take some 40 ms and 36 MB. Chosen by hand.
const MAX_EDITS = 3000;

function shortestEdit(a, b) {
  const trace = [];
  const limit = Math.min(a.length + b.length, MAX_EDITS);
  const furthest = new Int32Array(2 * limit + 3);
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(furthest.slice(limit - edits, limit + edits + 3));
    if (step(a, b, furthest, edits, limit + 1)) return { parts: backwards(a, b, trace, edits), exact: true };
  }
  return { parts: [{ kind: "only_a", words: a }, { kind: "only_b", words: b }], exact: false };
}

/** Goes one edit further on each diagonal; says whether both ends are reached. */
function step(a, b, furthest, edits, center) {
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    const isDown = diagonal === -edits || (diagonal !== edits && furthest[center + diagonal - 1] < furthest[center + diagonal + 1]);
    let x = isDown ? furthest[center + diagonal + 1] : furthest[center + diagonal - 1] + 1;
    while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
    furthest[center + diagonal] = x;
    if (x >= a.length && x - diagonal >= b.length) return true;
  }
  return false;
}

function backwards(a, b, trace, edits) {
  const parts = [];
  let x = a.length;
  let y = b.length;
  for (let edit = edits; edit > 0; edit -= 1) {
    const before = trace[edit];
    const at = (diagonal) => before[diagonal + edit + 1];
    const diagonal = x - y;
    const isDown = diagonal === -edit || (diagonal !== edit && at(diagonal - 1) < at(diagonal + 1));
    const fromX = isDown ? at(diagonal + 1) : at(diagonal - 1);
    const fromY = fromX - (isDown ? diagonal + 1 : diagonal - 1);
    const start = isDown ? fromX : fromX + 1;
    parts.push({ kind: "same", words: a.slice(start, x) });
    parts.push(isDown ? { kind: "only_b", words: [b[fromY]] } : { kind: "only_a", words: [a[fromX]] });
    x = fromX;
    y = fromY;
  }
  parts.push({ kind: "same", words: a.slice(0, x) });
  return parts.reverse();
}

function joined(parts) {
  const out = [];
  for (const part of parts) {
    if (part.words.length === 0) continue;
    if (out.at(-1)?.kind === part.kind) out.at(-1).words = out.at(-1).words.concat(part.words);
    else out.push({ ...part });
  }
  return out;
}
