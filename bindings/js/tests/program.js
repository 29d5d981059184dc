// The program `dehusk`, for tests that compare with it. $DEHUSK_PROGRAM names it; the script `test` builds it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const program = process.env.DEHUSK_PROGRAM;
/** The command of the npm package. */
export const OURS = fileURLToPath(new URL("../bin/dehusk.js", import.meta.url));
const MAX_OUTPUT = 2 ** 31;

/** Runs the program: `{ status, stdout, stderr }`. */
export function run(words, input) {
  return spawn(program, words, input);
}

/** Runs the command of the npm package. */
export function runOurs(words, input) {
  return spawn(process.execPath, [OURS, ...words], input);
}

function spawn(command, words, input) {
  const { status, stdout, stderr } = spawnSync(command, words, { input: input ?? "", maxBuffer: MAX_OUTPUT });
  return { status, stdout: String(stdout), stderr: String(stderr) };
}

/** All fields of a record, but the time: the options of an extractor that ask for them. */
export const FIELDS = {
  metadata: true, markdown: true, html: true, blocks: true, links: true, images: true, tables: true, items: true, comments: true, jsonLd: true,
};
const WITH = ["--with", Object.keys(FIELDS).join(",").toLowerCase()];

/** Returns the program's records of pages, as lines of JSON. Without `words`, with all fields. */
export function recordsOf(paths, words = WITH) {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-"));
  const list = join(folder, "list");
  writeFileSync(list, paths.join("\n"));
  const { stdout } = run(["extract", "--timeout-ms", "0", "--format", "jsonl", "--jobs", "2", ...words, "--input-file", list]);
  rmSync(folder, { recursive: true });
  const lines = stdout.split("\n");
  assert.equal(lines.length, paths.length + 1);
  return lines.slice(0, -1);
}
