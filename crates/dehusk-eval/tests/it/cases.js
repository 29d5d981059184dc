// Appended to the script of the cases and run by node. Compares words, packing and differences with naive versions.
const assert = require('assert');

function naiveLength(gold, answer) {
  let row = new Array(gold.length + 1).fill(0);
  for (const word of answer) {
    const next = [0];
    for (let i = 1; i <= gold.length; i++) {
      next.push(gold[i - 1] === word ? row[i - 1] + 1 : Math.max(row[i], next[i - 1]));
    }
    row = next;
  }
  return row[gold.length];
}

// A small deterministic random number generator, so that failures are reproducible.
let seed = 7;
function below(end) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * end);
}

function comparePairs() {
  for (let round = 0; round < 400; round++) {
    const alphabet = 1 + below(12);
    const words = (end) => Array.from({ length: below(end) }, () => `w${below(alphabet)}`);
    const [gold, answer] = [words(round < 300 ? 40 : 200), words(round < 300 ? 40 : 200)];
    const found = pairs(gold, answer);
    let last = -1;
    found.forEach((column, index) => {
      if (column < 0) return;
      assert(column > last, 'pairs are in order');
      assert.strictEqual(gold[column], answer[index]);
      last = column;
    });
    assert.strictEqual(found.filter((it) => it >= 0).length, naiveLength(gold, answer), `${gold} / ${answer}`);
    const cut = (list) => ({ words: list, shown: list, gaps: list.map(() => SPACE) });
    const parts = difference(cut(gold), cut(answer));
    const without = (kind) => parts.filter((part) => part.kind !== kind).map((part) => part.text);
    assert.deepStrictEqual(without(EXTRA), gold);
    assert.deepStrictEqual(without(MISSING), answer);
  }
}

function compareLongTexts() {
  const gold = Array.from({ length: 3000 }, (_, index) => `w${index % 700}`);
  const answer = [...gold.slice(0, 1000), ...Array.from({ length: 20000 }, (_, index) => `x${index}`), ...gold.slice(1000)];
  assert.strictEqual(pairs(gold, answer).filter((it) => it >= 0).length, gold.length);
}

async function test() {
  given.texts.forEach((text, index) => assert.deepStrictEqual(splitIntoWords(text, 1e6).words, given.words[index]));
  assert(splitIntoWords('a b c', 2).cut && !splitIntoWords('a b', 2).cut);
  const data = await unpackedCase(given.packed);
  assert.strictEqual(textOf(data, 0), given.gold);
  assert.strictEqual(data.id, given.id);
  assert.strictEqual(data.answers.length, 3);
  comparePairs();
  compareLongTexts();
  console.log('all checks passed');
}

test().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
