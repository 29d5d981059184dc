// Converts offsets: the module counts bytes of UTF-8, JavaScript counts UTF-16 code units.

import { isPair } from "./page.js";

/**
 * Returns a function that converts offsets into `text`. `offsets` are all offsets that will be asked for; null
 * is allowed and stays null. They count from the code unit `start`. Takes one walk over the text, however many
 * offsets there are.
 */
export function utf16Offsets(text, offsets, start = 0) {
  const sorted = Float64Array.from(offsets.filter((offset) => offset !== null && offset !== undefined)).sort();
  const units = new Map();
  let [bytes, at] = [0, start];
  for (const offset of sorted) {
    while (bytes < offset && at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) bytes += 1;
      else if (unit < 0x800) bytes += 2;
      else if (isPair(text, at, unit)) (bytes += 4), at++;
      else bytes += 3;
      at++;
    }
    units.set(offset, at);
  }
  return (offset) => (offset === null || offset === undefined ? null : units.get(offset));
}
