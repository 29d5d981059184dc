// The exact longest common subsequence of two lists of words. It is bit-parallel (Hyyrö 2004, like the `lcs` module of the
// crate), with 30 bits per number and one bit for each word of the gold text. To save memory, only the first row of each
// block is kept; the other rows are recomputed when the traceback reaches the block.

/** Bits per number: 30, so that sums of two numbers and a carry stay below 2^31. */
const BITS = 30;
const FULL = 2 ** BITS - 1;

/** The kinds of words in a difference: in both texts, only in the gold text, only in the answer. */
const KEPT = 0;
const MISSING = 1;
const EXTRA = 2;

/** For each word of `answer`, the index of the word of `gold` with which it is paired, or -1. */
function pairs(gold, answer) {
  const numbers = new Map(gold.map((word) => [word, -1]));
  const answerWords = new Set(answer);
  let count = 0;
  for (const word of numbers.keys()) if (answerWords.has(word)) numbers.set(word, count++);
  // Words that occur in only one of the texts are never paired.
  const rows = [];
  answer.forEach((word, index) => { if (numbers.has(word)) rows.push({ index, word: numbers.get(word) }); });
  const columns = [];
  gold.forEach((word, index) => { if (answerWords.has(word)) columns.push({ index, word: numbers.get(word) }); });
  const paired = new Array(answer.length).fill(-1);
  traceBack(columns.map((it) => it.word), rows.map((it) => it.word), count, (column, row) => {
    paired[rows[row].index] = columns[column].index;
  });
  joinRuns(gold, answer, paired);
  return paired;
}

/** For each word number, a sparse bit mask of its positions in `gold`: the nonzero words of the mask and their indices. */
function masks(gold, count) {
  const result = Array.from({ length: count }, () => ({ at: [], bits: [] }));
  gold.forEach((word, index) => {
    const { at, bits } = result[word];
    const position = Math.floor(index / BITS);
    if (at[at.length - 1] !== position) {
      at.push(position);
      bits.push(0);
    }
    bits[bits.length - 1] |= 1 << (index % BITS);
  });
  return result;
}

/** Advances the row by one word of the answer. A zero bit means that the subsequence up to this word of the gold text is
 *  longer by one than the subsequence up to the previous word. */
function advance(row, { at, bits }) {
  let carry = 0;
  let next = 0;
  let position = 0;
  while (next < at.length || (carry && position < row.length)) {
    if (!carry) position = at[next];
    const mask = at[next] === position ? bits[next++] : 0;
    const value = row[position];
    const sum = value + (value & mask) + carry;
    row[position] = (sum & FULL) | (value & ~mask);
    carry = sum >>> BITS;
    position += 1;
  }
}

/** Calls `pair` for each pair of positions of a longest common subsequence, from the last to the first. */
function traceBack(gold, answer, count, pair) {
  const masksByWord = masks(gold, count);
  const block = Math.max(Math.ceil(Math.sqrt(answer.length)), 1);
  const row = new Int32Array(Math.ceil(gold.length / BITS)).fill(FULL);
  const kept = [];
  answer.forEach((word, index) => {
    if (index % block === 0) kept.push(row.slice());
    advance(row, masksByWord[word]);
  });
  let [rows, first] = [[], answer.length + 1];
  const rowAfter = (words) => {
    if (words < first) {
      first = Math.floor((words - 1) / block) * block + 1;
      const current = kept[(first - 1) / block].slice();
      rows = answer.slice(first - 1, first - 1 + block).map((word) => {
        advance(current, masksByWord[word]);
        return current.slice();
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

/** Moves a run of pairs next to the previous or next run if the same words occur there too, which is easier to read. */
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
    const [run, previous] = [runs[index], runs[index - 1]];
    const at = previous.answer + previous.length;
    if (previous.gold + previous.length === run.gold && run.length <= previous.length && same(run, at)) run.answer = at;
  }
  paired.fill(-1);
  for (const run of runs) for (let word = 0; word < run.length; word++) paired[run.answer + word] = run.gold + word;
}

/** The difference of two texts, both split into words: a list of { kind, text, gap } in reading order. */
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
