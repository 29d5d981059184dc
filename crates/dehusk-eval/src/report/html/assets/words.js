// Texts cut into the words that are compared, as the crate's `text` module cuts them.

// Characters that nobody sees, dropped before comparing; they are still shown, for the non-joiner shapes letters.
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
// Scripts written without blanks: each character is a word.
const ALONE = '\\u0e00-\\u0e7f\\u0e80-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u19e0-\\u19ff\\u2e80-\\u2fdf\\u3005-\\u3007' +
  '\\u3021-\\u3029\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua9e0-\\ua9ff' +
  '\\uaa60-\\uaa7f\\uf900-\\ufaff\\uff66-\\uff9f\\u{1b000}-\\u{1b16f}\\u{20000}-\\u{3ffff}';
const PIECES = new RegExp(`(\\p{White_Space}+)|([${ALONE}])|[^\\p{White_Space}${ALONE}]+`, 'gu');

const [NO_GAP, BLANK, BREAK] = [0, 1, 2];

/** { words, shown, gaps, cut }: what is compared, what is shown, what stands before it; the first `most` words. */
function cutIntoWords(text, most) {
  const [words, shown, gaps] = [[], [], []];
  let gap = BREAK;
  for (const [piece, white] of text.matchAll(PIECES)) {
    if (white !== undefined) {
      gap = white.includes('\n') ? BREAK : Math.max(gap, BLANK);
      continue;
    }
    const word = piece.replace(UNSEEN, '');
    if (word === '') {
      // Without a word of its own it belongs to the one before.
      if (gap === NO_GAP) shown[shown.length - 1] += piece;
      continue;
    }
    if (words.length === most) return { words, shown, gaps, cut: true };
    words.push(word);
    shown.push(piece);
    gaps.push(gap);
    gap = NO_GAP;
  }
  return { words, shown, gaps, cut: false };
}

/** The JSON that was deflated and written as base64. */
async function unpackedCase(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(inflated).text());
}

/** The text with this index of a case. */
function textOf(data, index) {
  return data.texts[index].map((line) => data.lines[line]).join('\n');
}
