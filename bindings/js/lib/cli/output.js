// The output of a run: standard output or a file, compressed if its name says so.

import { openSync, statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UsageError } from "./arguments.js";
import { isOneOf } from "./inputs.js";
import { systemMessage } from "./messages.js";
import { isTerminal, writeAll } from "./standard.js";

export const STANDARD_OUTPUT = 1;
/** Characters that are compressed at once, as a member of a gzip file. Chosen by hand: larger ones compress hardly better. */
const MEMBER_LENGTH = 2 ** 20;

/** Writes a text, or bytes, to a descriptor. */
export function deliver(descriptor, content) {
  try {
    writeAll(descriptor, content);
  } catch (error) {
    if (error.code === "EPIPE") throw error;
    throw new UsageError(`cannot write the output; check the free disk space: ${systemMessage(error)}`);
  }
}

/**
 * Opens the output, which empties the file. So everything that can be wrong is checked before. Returns what takes texts:
 * `write(text)`, and `finish()` after the last.
 */
export function openOutput({ output, isGzip }, pages) {
  if (output === "-") return plain(STANDARD_OUTPUT);
  if (isFolder(output)) throw new UsageError(`the npm package writes no folders; name a file instead of ${output}, or use the program dehusk`);
  if (isOneOf(output, pages)) throw new UsageError(`the output file ${output} is one of the inputs; choose another name`);
  try {
    return (isGzip ? compressed : plain)(openSync(output, "w"));
  } catch (error) {
    throw new UsageError(`cannot create the output file ${output}; check its folder: ${systemMessage(error)}`);
  }
}

function isFolder(path) {
  return /[/\\]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory();
}

function plain(descriptor) {
  const write = (text) => deliver(descriptor, text);
  return { isTerminal: descriptor === STANDARD_OUTPUT && isTerminal(descriptor), write, finish: () => {} };
}

function compressed(descriptor) {
  let text = "";
  const finish = () => {
    deliver(descriptor, gzipSync(text));
    text = "";
  };
  const write = (more) => {
    text += more;
    if (text.length >= MEMBER_LENGTH) finish();
  };
  return { isTerminal: false, write, finish };
}
