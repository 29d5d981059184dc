// The longest common subsequence of two lists of words, exact and fast: a bit for each word of the gold text, thirty to
// a number (Hyyrö 2004, as in the crate's `lcs`), rows kept only where the way back begins, and made again from there.

const BITS = 30;
const FULL = 2 ** BITS - 1;

const KEPT = 0;
const MISSING = 1;
const EXTRA = 2;

/** For each word of `answer` the index of the word of `gold` that it is paired with, or -1. */
function pairs(gold, answer) {
  const numbers = new Map(gold.map((word) => [word, -1]));
  const asked = new Set(answer);
  let count = 0;
  for (const word of numbers.keys()) if (asked.has(word)) numbers.set(word, count++);
  // Words that only one of the texts has are paired with nothing.
  const rows = [];
  answer.forEach((word, index) => { if (numbers.has(word)) rows.push({ index, word: numbers.get(word) }); });
  const columns = [];
  gold.forEach((word, index) => { if (asked.has(word)) columns.push({ index, word: numbers.get(word) }); });
  const paired = new Array(answer.length).fill(-1);
  wayBack(columns.map((it) => it.word), rows.map((it) => it.word), count, (column, row) => {
    paired[rows[row].index] = columns[column].index;
  });
  joinRuns(gold, answer, paired);
  return paired;
}

/** For each number the places among the bits where `gold` has it. */
function masks(gold, count) {
  const made = Array.from({ length: count }, () => ({ at: [], bits: [] }));
  gold.forEach((word, index) => {
    const { at, bits } = made[word];
    const place = Math.floor(index / BITS);
    if (at[at.length - 1] !== place) {
      at.push(place);
      bits.push(0);
    }
    bits[bits.length - 1] |= 1 << (index % BITS);
  });
  return made;
}

/** One word further: a zero bit says that the subsequence up to there is one longer than up to the bit before. */
function advance(row, { at, bits }) {
  let carry = 0;
  let next = 0;
  let place = 0;
  while (next < at.length || (carry && place < row.length)) {
    if (!carry) place = at[next];
    const mask = at[next] === place ? bits[next++] : 0;
    const value = row[place];
    const sum = value + (value & mask) + carry;
    row[place] = (sum & FULL) | (value & ~mask);
    carry = sum >>> BITS;
    place += 1;
  }
}

function wayBack(gold, answer, count, pair) {
  const of = masks(gold, count);
  const block = Math.max(Math.ceil(Math.sqrt(answer.length)), 1);
  const row = new Int32Array(Math.ceil(gold.length / BITS)).fill(FULL);
  const kept = [];
  answer.forEach((word, index) => {
    if (index % block === 0) kept.push(row.slice());
    advance(row, of[word]);
  });
  let [rows, first] = [[], answer.length + 1];
  const rowAfter = (words) => {
    if (words < first) {
      first = Math.floor((words - 1) / block) * block + 1;
      const made = kept[(first - 1) / block].slice();
      rows = answer.slice(first - 1, first - 1 + block).map((word) => {
        advance(made, of[word]);
        return made.slice();
      });
    }
    return rows[words - first];
  };
  let [column, words] = [gold.length, answer.length];
  while (column > 0 && words > 0) {
    if (gold[column - 1] === answer[words - 1]) {
      pair(--column, --words);
    } else {
      const bit = (rowAfter(words)[Math.floor((column - 1) / BITS)] >>> ((column - 1) % BITS)) & 1;
      if (bit) column -= 1;
      else words -= 1;
    }
  }
}

/** Moves whole runs of pairs next to the run before or after where the same words stand there too: easier to read. */
function joinRuns(gold, answer, paired) {
  const runs = [];
  paired.forEach((column, index) => {
    const last = runs[runs.length - 1];
    if (column < 0) return;
    if (last && last.gold + last.length === column && last.answer + last.length === index) last.length += 1;
    else runs.push({ gold: column, answer: index, length: 1 });
  });
  const same = (run, at) => {
    for (let word = 0; word < run.length; word++) if (answer[at + word] !== gold[run.gold + word]) return false;
    return true;
  };
  for (let index = runs.length - 2; index >= 0; index--) {
    const [run, next] = [runs[index], runs[index + 1]];
    const at = next.answer - run.length;
    if (run.gold + run.length === next.gold && run.length <= next.length && same(run, at)) run.answer = at;
  }
  for (let index = 1; index < runs.length; index++) {
    const [run, before] = [runs[index], runs[index - 1]];
    const at = before.answer + before.length;
    if (before.gold + before.length === run.gold && run.length <= before.length && same(run, at)) run.answer = at;
  }
  paired.fill(-1);
  for (const run of runs) for (let word = 0; word < run.length; word++) paired[run.answer + word] = run.gold + word;
}

/** The difference of two texts cut into words: a list of { kind, text, gap } in reading order. */
function difference(gold, answer) {
  const parts = [];
  let column = 0;
  const missingUpTo = (end) => {
    for (; column < end; column++) parts.push({ kind: MISSING, text: gold.shown[column], gap: gold.gaps[column] });
  };
  pairs(gold.words, answer.words).forEach((pair, index) => {
    const [text, gap] = [answer.shown[index], answer.gaps[index]];
    if (pair < 0) {
      parts.push({ kind: EXTRA, text, gap });
      return;
    }
    missingUpTo(pair);
    parts.push({ kind: KEPT, text: gold.shown[pair], gap: Math.max(gap, gold.gaps[pair]) });
    column = pair + 1;
  });
  missingUpTo(gold.words.length);
  return parts;
}
