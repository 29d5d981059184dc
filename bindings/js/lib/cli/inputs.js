// The pages of a run: files, folders and standard input. Nothing is fetched.

import { fstatSync, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { UsageError } from "./arguments.js";
import { systemMessage } from "./messages.js";
import { standardInput } from "./standard.js";

const STDIN = "-";
/** In place of the path of a page: the descriptor. */
const STANDARD_INPUT = 0;
const PAGES = new Set(["html", "htm", "xhtml", "mhtml", "mht"]);
const GZIP = [0x1f, 0x8b];

/**
 * Lists the pages of the arguments: `{ pages, several }`. A page is `{ id, path }`, or `{ id, sentence }` if it
 * cannot be read.
 */
export function listing(inputs, { inputFile, extensions, isTerminal }) {
  const added = extensions.flatMap((word) => word.split(",")).map((word) => word.trim().replace(/^[*.]+/, "").toLowerCase()).filter(Boolean);
  const words = inputs.length === 0 && inputFile === undefined ? [fromNothing(isTerminal)] : inputs;
  refuse(words);
  const listed = words.map((word) => pagesOf(word, added));
  const inFile = inputFile === undefined ? [] : linesOf(inputFile, words).map((word) => pagesOf(word, added));
  const pages = [...listed, ...inFile].flatMap((found) => found.pages);
  return { pages, several: inputFile !== undefined || listed.some((found) => found.several) || pages.length > 1 };
}

function fromNothing(isTerminal) {
  if (isTerminal) throw new UsageError("no page given; name a file, a folder, or - for standard input (see --help)");
  return STDIN;
}

function refuse(words) {
  if (words.includes("")) throw new UsageError("a page has an empty name; name a file, a folder, or - for standard input");
  if (words.filter((word) => word === STDIN).length > 1) throw new UsageError("standard input can be read only once; give - only once");
}

/** The lines of the list: one page per line. Empty lines and lines that start with # are skipped. */
function linesOf(file, words) {
  if (file === STDIN && words.includes(STDIN)) throw new UsageError("standard input can be read only once; give - only once");
  const content = () => (file === STDIN ? String(standardInput()) : readFileSync(file, "utf8"));
  const lines = attempt(content, (error) => new UsageError(`cannot read the list ${file}; check its path: ${systemMessage(error)}`)).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
}

function attempt(act, failure) {
  try {
    return act();
  } catch (error) {
    throw failure(error);
  }
}

function pagesOf(word, added) {
  if (word === STDIN) return { pages: [{ id: STDIN, path: STANDARD_INPUT }], several: false };
  if (/^[a-z][a-z0-9]*:\/\//i.test(word)) {
    const sentence = "the npm package fetches nothing; download the page first, or use the program dehusk";
    return { pages: [{ id: withoutPassword(word), sentence }], several: false };
  }
  if (!found(word)?.isDirectory()) return { pages: [{ id: word, path: word }], several: false };
  const pages = pagesIn(word, added);
  const nothing = { id: word, sentence: "the folder contains no page (.html, .htm, .xhtml, .mhtml); name the files individually" };
  return { pages: pages.length > 0 ? pages : [nothing], several: true };
}

function withoutPassword(address) {
  return address.replace(/^([^/]*:\/\/[^/?#@:]*):[^/?#]*@/, "$1:***@");
}

/** What a path leads to; undefined if that cannot be found out. Reading it says why. */
function found(path) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Lists a folder and its subfolders, in the order of their names' bytes. No folder is listed twice. */
function pagesIn(folder, added) {
  const [walked, pages] = [new Set(), []];
  const tasks = [{ path: folder, id: "" }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const stat = task.sentence === undefined ? found(task.path) : undefined;
    if (stat?.isDirectory()) {
      if (task.id === "" || !linksInside(task.path, folder)) tasks.push(...entries(task, walked).reverse());
    } else if (task.sentence !== undefined || ((stat === undefined || stat.isFile()) && isPage(task.path, added))) {
      pages.push(task);
    }
  }
  return pages;
}

/** What is in a folder, or the sentence why that is not known. */
function entries({ path, id }, walked) {
  try {
    const real = realpathSync(path);
    if (walked.has(real)) return [];
    walked.add(real);
    const names = readdirSync(path, { encoding: "buffer" }).sort(Buffer.compare).map(String);
    return names.map((name) => ({ path: `${path.replace(/\/+$/, "")}/${name}`, id: id === "" ? name : `${id}/${name}` }));
  } catch (error) {
    const sentence = `cannot list the folder: ${systemMessage(error)}; check its permissions and those of its parent folders`;
    return [{ id: id === "" ? path : id, sentence }];
  }
}

/** Whether a path is a symbolic link to a folder that is listed under its own name. */
function linksInside(path, root) {
  try {
    return lstatSync(path).isSymbolicLink() && `${realpathSync(path)}/`.startsWith(`${realpathSync(root)}/`);
  } catch {
    return false;
  }
}

function isPage(path, added) {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase().replace(/\.gz$/, "");
  const at = name.lastIndexOf(".");
  const extension = at > 0 && at < name.length - 1 ? name.slice(at + 1) : "none";
  return PAGES.has(extension) || added.includes("all") || added.includes(extension);
}

/**
 * Reads a page: `{ bytes }`, or `{ tooLarge }` with the number of bytes from which it is known. Throws an error
 * whose message says why it cannot be read.
 */
export function read({ path }, maxBytes) {
  const opened = () => (path === STANDARD_INPUT ? standardInput() : readFileSync(path));
  const bytes = attempt(opened, (error) => new Error(`cannot open the file: ${systemMessage(error)}; check its path`));
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return { bytes };
  const broken = (error) => new Error(`cannot decompress the gzip data: ${error.message}; check that the file is complete and really compressed`);
  try {
    return { bytes: gunzipSync(bytes, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if (error.code === "ERR_BUFFER_TOO_LARGE") return { tooLarge: maxBytes + 1 };
    throw broken(error);
  }
}

/** Whether a page is a saved MHTML file, which the module cannot read. */
export function isMhtml({ path }) {
  return typeof path === "string" && /\.mht(?:ml)?(?:\.gz)?$/i.test(path);
}

/** Whether a file is one of the pages, by whatever name. */
export function isOneOf(path, pages) {
  const own = identity(path);
  return own !== null && pages.some((page) => page.path !== undefined && identity(page.path) === own);
}

/** What a file is whatever its name, or null if it is none: a pipe, a terminal, a device. */
function identity(path) {
  try {
    const found = path === STANDARD_INPUT ? fstatSync(path, { bigint: true }) : statSync(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}
