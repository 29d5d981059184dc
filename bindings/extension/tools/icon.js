// Draws the icon of the extension as PNG: three lines of text between two faint ones, on a rounded square.

import * as zlib from "node:zlib";

export const ICON_SIZES = [16, 32, 48, 128];

const GROUND = [36, 71, 91];
const KEPT = [255, 255, 255];
const HUSK = [104, 142, 160];
/** Lines as fractions of the size: left, right, top, bottom. */
const LINES = [
  [0.2, 0.62, 0.14, 0.2, HUSK],
  [0.2, 0.8, 0.3, 0.38, KEPT],
  [0.2, 0.8, 0.46, 0.54, KEPT],
  [0.2, 0.66, 0.62, 0.7, KEPT],
  [0.2, 0.5, 0.8, 0.86, HUSK],
];
const CORNER = 0.2;
/** Samples along each side of a pixel. */
const SAMPLES = 4;

/** Returns a PNG of `size` by `size` pixels. */
export function icon(size) {
  const rows = [];
  for (let y = 0; y < size; y++) {
    rows.push(0); // no filter
    for (let x = 0; x < size; x++) rows.push(...pixel(x, y, size));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // eight bits, with transparency
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", zlib.deflateSync(Buffer.from(rows))), chunk("IEND", Buffer.alloc(0))]);
}

function pixel(x, y, size) {
  const sum = [0, 0, 0, 0];
  for (let at = 0; at < SAMPLES ** 2; at++) {
    const [dx, dy] = [(at % SAMPLES) + 0.5, Math.floor(at / SAMPLES) + 0.5];
    const color = sample((x + dx / SAMPLES) / size, (y + dy / SAMPLES) / size);
    if (color) [...color, 1].forEach((value, channel) => (sum[channel] += value));
  }
  const count = sum[3] || 1;
  return [...sum.slice(0, 3).map((value) => Math.round(value / count)), Math.round((sum[3] / SAMPLES ** 2) * 255)];
}

function sample(x, y) {
  const outside = Math.hypot(...[x, y].map((value) => Math.max(CORNER - value, value - 1 + CORNER, 0)));
  if (outside > CORNER) return null;
  const line = LINES.find(([left, right, top, bottom]) => x >= left && x < right && y >= top && y < bottom);
  return line ? line[4] : GROUND;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

/** CRC-32, which `node:zlib` has only since 20.15. */
function checksum(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
