// The program `dehusk`, for tests that compare with it. $DEHUSK_PROGRAM names it; the script `test` builds it.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const program = process.env.DEHUSK_PROGRAM;
const OURS = fileURLToPath(new URL("../bin/dehusk.js", import.meta.url));
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
