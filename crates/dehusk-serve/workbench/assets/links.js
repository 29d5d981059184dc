// Links that hold a page: its HTML, compressed, as base64url in the fragment of the address.

// Browsers and mail programs take longer addresses, but few people do. Chosen by hand.
export const MAX_LINK = 100_000;
// A link comes from anybody: it may not expand to more than a page that the engine takes anyway.
const MAX_PAGE = 64 << 20;

/** The HTML for a fragment; null if it would be longer than MAX_LINK characters. */
export async function packed(html) {
  const stream = new Blob([html]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = await bytesOf(stream, (MAX_LINK * 3) / 4);
  if (bytes === null) return null;
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The HTML of a fragment. Throws if it was not made by `packed`. */
export async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const page = await bytesOf(stream, MAX_PAGE);
  if (page === null) throw new RangeError("too large");
  return new TextDecoder().decode(page);
}

/** All that a stream has; null, without reading the rest, if that is more than `max` bytes. */
async function bytesOf(stream, max) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > max) {
      reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
