// `npx dehusk`: the common half of the program `dehusk`, with the same flags and the same output. It reads
// files and standard input.
//
// It does not fetch, read archives, process several pages at once, apply site rules or draw; the program does.

import { readFileSync } from "node:fs";
import "../load-node.js";
import { methods } from "../main.js";
import { DEFAULTS } from "../options.js";
import { MAX_PAGE_BYTES } from "../page.js";
import { engine } from "../shared-engine.js";
import { version } from "../version.js";
import { COMMANDS, UsageError, plan, readArguments } from "./arguments.js";
import { help } from "./help.js";
import { isMhtml, listing, read } from "./inputs.js";
import { about, failed, isLeftOut, oneLine } from "./messages.js";
import { methodsText } from "./methods.js";
import { STANDARD_OUTPUT, deliver, openOutput } from "./output.js";
import { isTerminal, writeAll } from "./standard.js";
import { writer } from "./writers.js";

const [OK, SOME_PAGE_FAILED, FAILURE] = [0, 1, 2];
const STANDARD_ERROR = 2;
/** The file that the script `build` copies beside the modules. */
const SCHEMA = new URL("../record.schema.json", import.meta.url);
const NOTHING = new Uint8Array(0);

/** Runs the program and returns its exit code. */
export async function main(words) {
  try {
    return run(words);
  } catch (error) {
    if (error.code === "EPIPE") return OK;
    if (!(error instanceof UsageError) && error.code !== "ERR_OPTION") throw error;
    complain(`error: ${oneLine(error.message)}`);
    return FAILURE;
  }
}

function run([command, ...words]) {
  if (command === "--version" || command === "-V") return print(`dehusk ${version}\n`);
  if (command === undefined || command === "--help" || command === "-h" || command === "help") return print(help(words[0]));
  if (!Object.hasOwn(COMMANDS, command)) {
    throw new UsageError(`the npm package has no command ${command}; it has ${Object.keys(COMMANDS).join(", ")}`);
  }
  const { values, inputs } = readArguments(command, words);
  if (values.help) return print(help(command));
  if (values.schema) return print(readFileSync(SCHEMA, "utf8"));
  return command === "methods" ? listMethods(values.format ?? "txt") : pages(command, values, inputs);
}

function print(text) {
  deliver(STANDARD_OUTPUT, text);
  return OK;
}

/** Writes a line to standard error. Where nobody reads it, nothing is lost. */
function complain(line) {
  try {
    writeAll(STANDARD_ERROR, `${line}\n`);
  } catch {
    // There is nowhere to say it.
  }
}

function listMethods(format) {
  if (format === "txt") return print(methodsText(methods()));
  if (format !== "json") throw new UsageError(`invalid value '${format}' for --format; possible values: txt, json`);
  const record = ({ name, presetOf, paper, summary, params }) => ({ name, ...(presetOf ? { preset_of: presetOf } : {}), paper, summary, params });
  return print(`${JSON.stringify(methods().map(record), null, 2)}\n`);
}

function pages(command, values, inputs) {
  const planned = plan(command, values);
  const listed = listing(inputs, { inputFile: values["input-file"], extensions: values.ext ?? [], isTerminal: isTerminal(0) });
  const extractor = {};
  engine.open(extractor, planned.settings);
  const isEmpty = listed.pages.length === 0;
  if (isEmpty) complain("dehusk: there is no page to read: the list of --input-file is empty");
  // An output file that exists stays as it is if there is nothing to write.
  if (isEmpty && planned.output !== "-") return SOME_PAGE_FAILED;
  const output = openOutput(planned, listed.pages);
  const pagesOut = writer(command, planned, listed.several, output.isTerminal);
  let exit = isEmpty ? SOME_PAGE_FAILED : OK;
  for (const page of listed.pages) {
    const found = answered(command, planned, extractor, page);
    if (!isLeftOut(found.record)) output.write(pagesOut.page(found));
    report(found, planned.settings, listed.pages.length === 1);
    if (failed(found.record)) exit = SOME_PAGE_FAILED;
  }
  output.write(pagesOut.finish());
  output.finish();
  return exit;
}

function report({ id, record }, settings, isOnly) {
  const message = about(id, record, settings, isOnly);
  if (message !== null) complain(`dehusk: ${oneLine(`${id}: ${message}`)}`);
}

/** Extracts a page: `{ id, record, answer }`. */
function answered(command, { format, settings, contentType }, extractor, page) {
  const { bytes, ...refused } = contentOf(page, settings.max_bytes ?? DEFAULTS.maxBytes);
  const request = { id: page.id, url: null, content_type: contentType, ...refused };
  const ask = (want) => engine.run(extractor, settings, { ...request, want }, bytes);
  const kind = command === "metadata" ? "metadata" : "record";
  const first = format === "json" ? (kind === "record" ? "indented" : "indented_metadata") : kind;
  const json = ask(first);
  // The record of metadata has no size.
  const record = { bytes: bytes.length, ...JSON.parse(json) };
  return { id: page.id, record, answer: (want) => (want === first ? json : ask(want)) };
}

function contentOf(page, maxBytes) {
  if (page.sentence !== undefined) return { bytes: NOTHING, error: page.sentence };
  if (isMhtml(page)) return { bytes: NOTHING, error: "the npm package does not read MHTML; use the program dehusk" };
  try {
    const { bytes = NOTHING, tooLarge = null } = read(page, maxBytes);
    if (bytes.length > MAX_PAGE_BYTES && bytes.length <= maxBytes) return { bytes: NOTHING, error: beyondModule(bytes.length) };
    return { bytes, too_large: tooLarge };
  } catch (error) {
    return { bytes: NOTHING, error: error.message };
  }
}

function beyondModule(bytes) {
  return `a page of ${bytes} bytes does not fit into the npm package, which takes ${MAX_PAGE_BYTES} at most; use the program dehusk`;
}
