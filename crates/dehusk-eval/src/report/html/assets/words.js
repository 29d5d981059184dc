// Splits texts into the words to compare, like the `text` module of the crate.

// Invisible characters, which are dropped before comparing. They are still shown, because the non-joiner shapes letters.
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// Scripts written without spaces: each character is a word.
const SINGLE = '\\u0e00-\\u0e7f\\u0e80-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u19e0-\\u19ff\\u2e80-\\u2fdf\\u3005-\\u3007' +
  '\\u3021-\\u3029\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua9e0-\\ua9ff' +
  '\\uaa60-\\uaa7f\\uf900-\\ufaff\\uff66-\\uff9f\\u{1b000}-\\u{1b16f}\\u{20000}-\\u{3ffff}';
const PIECES = new RegExp(`(\\p{White_Space}+)|([${SINGLE}])|[^\\p{White_Space}${SINGLE}]+`, 'gu');

const [NO_GAP, SPACE, BREAK] = [0, 1, 2];

/** The first `maxWords` words, as { words, shown, gaps, cut }: the words to compare, the words to show, and the gap before
 *  each word; `cut` is true if there are more. */
function splitIntoWords(text, maxWords) {
  const [words, shown, gaps] = [[], [], []];
  let gap = BREAK;
  for (const [piece, whitespace] of text.matchAll(PIECES)) {
    if (whitespace !== undefined) {
      gap = whitespace.includes('\n') ? BREAK : Math.max(gap, SPACE);
      continue;
    }
    const word = piece.replace(INVISIBLE, '');
    if (word === '') {
      // Invisible characters alone are not a word; they belong to the previous word.
      if (gap === NO_GAP) shown[shown.length - 1] += piece;
      continue;
    }
    if (words.length === maxWords) return { words, shown, gaps, cut: true };
    words.push(word);
    shown.push(piece);
    gaps.push(gap);
    gap = NO_GAP;
  }
  return { words, shown, gaps, cut: false };
}

/** Decodes base64, inflates and parses the JSON of a case. */
async function unpackedCase(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(inflated).text());
}

/** The text of a case with this index. */
function textOf(data, index) {
  return data.texts[index].map((line) => data.lines[line]).join('\n');
}
