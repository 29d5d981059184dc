// MurmurHash3 (x86, 128 bits, seed 0) of a text in UTF-8, as hexadecimal digits. It tells versions of a page apart; it is no
// protection against somebody who wants two pages to have the same.
//
// It is written out because the hashes of the platforms are asynchronous or not everywhere.

const BLOCK = 16;
const FACTORS = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];
const TURNS = [15, 16, 17, 18];
const MIXES = [[19, 0x561ccd1b], [17, 0x0bcaa747], [15, 0x96cd1c35], [13, 0x32ac3b17]];

export function hash128(text) {
  const bytes = new TextEncoder().encode(text);
  const whole = bytes.length - (bytes.length % BLOCK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const state = new Int32Array(4);
  for (let at = 0; at < whole; at += BLOCK) addBlock(state, view, at);
  addRest(state, bytes.subarray(whole));
  return finished(state, bytes.length);
}

function addBlock(state, view, at) {
  for (let lane = 0; lane < 4; lane++) {
    state[lane] ^= scrambled(view.getInt32(at + lane * 4, true), lane);
    const [turn, addend] = MIXES[lane];
    state[lane] = Math.imul(rotated(state[lane], turn) + state[(lane + 1) % 4], 5) + addend;
  }
}

function addRest(state, rest) {
  const words = new Int32Array(4);
  rest.forEach((byte, at) => (words[at >> 2] |= byte << ((at & 3) * 8)));
  for (let lane = 0; lane * 4 < rest.length; lane++) state[lane] ^= scrambled(words[lane], lane);
}

function scrambled(word, lane) {
  return Math.imul(rotated(Math.imul(word, FACTORS[lane]), TURNS[lane]), FACTORS[(lane + 1) % 4]);
}

function rotated(word, turn) {
  return (word << turn) | (word >>> (32 - turn));
}

function finished(state, length) {
  for (let lane = 0; lane < 4; lane++) state[lane] ^= length;
  addToAll(state);
  for (let lane = 0; lane < 4; lane++) state[lane] = avalanche(state[lane]);
  addToAll(state);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function addToAll(state) {
  state[0] += state[1] + state[2] + state[3];
  for (let lane = 1; lane < 4; lane++) state[lane] += state[0];
}

function avalanche(word) {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
