// Standard input and output, read and written at once.
//
// Either may be a pipe that does not block: another program, or Node itself, has made it so. `process.stdin` is never read here,
// because that switches the pipe to non-blocking mode, also for other programs that share it.

import { readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** Bytes that are read at once: those that a pipe holds on Linux. */
const PIECE_BYTES = 64 * 1024;
/** How long to wait for a pipe that is empty or full, in milliseconds. Chosen by hand: too short to be noticed. */
const WAIT_MS = 5;

const never = new Int32Array(new SharedArrayBuffer(4));

export const isTerminal = isatty;

/** Reads all of standard input. */
export function standardInput() {
  const pieces = [];
  for (let piece = nextPiece(); piece.length > 0; piece = nextPiece()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The next bytes of standard input: none at its end. */
function nextPiece() {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const length = whenReady(() => {
    try {
      return readSync(0, piece);
    } catch (error) {
      // The end of a pipe on Windows.
      if (error.code === "EOF") return 0;
      throw error;
    }
  });
  return piece.subarray(0, length);
}

/** Writes all of a text, or of bytes. */
export function writeAll(descriptor, content) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; ) at += whenReady(() => writeSync(descriptor, bytes, at));
}

function whenReady(act) {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(never, 0, 0, WAIT_MS);
    }
  }
}
