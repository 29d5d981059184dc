// Writes a ZIP file without compression (APPNOTE.TXT 4.3), for the export of a corpus page. Not for reading.

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A ZIP file of { name: text }. Its times are 1980-01-01, so the same content gives the same file. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const entry = { name: new TextEncoder().encode(name), bytes: new TextEncoder().encode(text), at };
    const head = local(entry);
    parts.push(head, entry.bytes);
    directory.push(central(entry));
    at += head.length + entry.bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return new Blob([...parts, ...directory, end(directory.length, size, at)], { type: "application/zip" });
}

// 20: version 2.0; 0x0800: names are UTF-8; 0: stored; 0, 0x21: the time.
function common({ name, bytes }) {
  return [[20, 2], [0x0800, 2], [0, 2], [0, 2], [0x21, 2], [crc32(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]];
}

function local(entry) {
  return packed([[0x04034b50, 4], ...common(entry)], entry.name);
}

function central(entry) {
  return packed([[0x02014b50, 4], [20, 2], ...common(entry), [0, 2], [0, 2], [0, 2], [0, 4], [entry.at, 4]], entry.name);
}

function end(count, size, at) {
  return packed([[0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2]], new Uint8Array());
}

/** Little-endian fields [value, bytes], then a name. */
function packed(fields, name) {
  const bytes = [];
  for (const [value, width] of fields) for (let index = 0; index < width; index += 1) bytes.push((value >>> (8 * index)) & 0xff);
  return new Uint8Array([...bytes, ...name]);
}
