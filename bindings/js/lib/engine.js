// The engine: keeps the compiled module, and replaces its instance after a trap or when its memory has grown
// large.

import { DehuskError, InputError, NotReadyError, OptionError } from "./errors.js";
import { Instance, Trap } from "./instance.js";
import { DEFAULTS } from "./options.js";
import { MAX_PAGE_BYTES, utf8Length } from "./page.js";

/**
 * An instance whose memory has grown beyond this is given up after the page, because memory never shrinks.
 * Chosen by hand.
 */
const MAX_KEPT_MEMORY = 256 * 2 ** 20;

/** The bytes of a page that is too large by which its format is recognized. As many as the program reads. */
const HEAD_BYTES = 4096;

const clock = globalThis.performance ? () => globalThis.performance.now() : () => Date.now();

export class Engine {
  #module = null;
  #instance = null;
  #loading = null;
  #load;
  #signal = null;
  #isBusy = false;
  #name;

  /** `load` returns the module or a promise of it; in Node it returns the module itself. */
  constructor(name, load = null) {
    this.#name = name;
    this.#load = load;
  }

  /** Sets how the module is found if `init` is not told. */
  setLoader(load) {
    this.#load = load;
  }

  get isReady() {
    return this.#module !== null;
  }

  /** Whether nothing has to be awaited. */
  get loadsAtOnce() {
    return this.#load?.isSync === true;
  }

  /** See `init` in the types. */
  async init(source) {
    if (this.#module !== null) return;
    this.#loading ??= this.#compile(source).finally(() => (this.#loading = null));
    await this.#loading;
  }

  /** See `initSync` in the types. */
  initSync(source) {
    if (this.#module !== null) return;
    this.#use(isModule(source) ? source : new WebAssembly.Module(source));
  }

  async #compile(source) {
    const from = (await source) ?? (await this.#load?.());
    if (from === undefined) throw new NotReadyError(`init() of ${this.#name} needs a module, its bytes or its address here`);
    this.#use(await compiled(from));
  }

  #use(module) {
    if (!WebAssembly.Module.exports(module).some(({ name }) => name === "open_extractor")) {
      throw new InputError("this WebAssembly module is not dehusk's", "ERR_MODULE");
    }
    this.#module = module;
  }

  #ready() {
    if (this.#module === null) this.#loadNow();
    this.#instance ??= new Instance(this.#module, () => (this.#signal?.aborted ? Infinity : clock()));
    return this.#instance;
  }

  #loadNow() {
    const module = this.#load?.isSync ? this.#load() : null;
    if (module === null) throw new NotReadyError();
    this.#use(module);
  }

  describe() {
    return JSON.parse(this.#withInstance((instance) => instance.describe()));
  }

  /** Makes an extractor in the instance. */
  open(extractor, options) {
    const about = this.#withInstance((instance) => instance.open(extractor, options));
    if (typeof about === "string") throw new OptionError(this.#sentence(about));
    return about;
  }

  /** What is wrong with an option. A module without a feature does not know its options. */
  #sentence(about) {
    const [, missing] = /^unknown field `(\w+)`/.exec(about) ?? [];
    return missing === undefined ? about : `${this.#name} lacks what the option ${missing} needs; use the entry dehusk for it`;
  }

  /** Calls `work` with the instance, which is given up if it traps. */
  #withInstance(work) {
    if (this.#isBusy) throw new DehuskError("dehusk is busy: its clock or signal called it again", "ERR_BUSY");
    const instance = this.#ready();
    this.#isBusy = true;
    try {
      return work(instance);
    } catch (error) {
      if (error instanceof Trap) this.#instance = null;
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  /** Returns the answer of the module about a page, as JSON. A trap is an answer too: the status `error`. */
  run(extractor, options, request, page, signal = null) {
    if (signal?.aborted) throw abortReason(signal);
    const outer = this.#signal;
    this.#signal = signal;
    try {
      const answer = this.#attempt(extractor, options, ...sized(request, page, options));
      if (signal?.aborted) throw abortReason(signal);
      return answer;
    } finally {
      this.#signal = outer;
      if (!this.#isBusy && this.#instance !== null && this.#instance.memoryBytes > MAX_KEPT_MEMORY) this.#instance = null;
    }
  }

  #attempt(extractor, options, request, page) {
    try {
      return this.#extract(extractor, options, request, page);
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      const sentence = `dehusk failed on this page: ${error.message}; please report this together with the page`;
      return this.#extract(extractor, options, { ...request, too_large: null, error: sentence }, new Uint8Array(0));
    }
  }

  #extract(extractor, options, request, page) {
    if (!this.#ready().has(extractor)) this.open(extractor, options);
    return this.#withInstance((instance) => instance.extract(extractor, request, page));
  }
}

/** Returns the request and the page that are sent. Of a page above the limit, that is its beginning. */
function sized(request, page, options) {
  const limit = options.max_bytes ?? DEFAULTS.maxBytes;
  const isText = typeof page === "string";
  // Only if it may matter: counting takes as long as copying.
  const bytes = isText && page.length * 3 > Math.min(limit, MAX_PAGE_BYTES) ? utf8Length(page) : page.length;
  if (bytes > limit) return [{ ...request, is_text: isText, too_large: bytes }, page.slice(0, HEAD_BYTES)];
  if (bytes > MAX_PAGE_BYTES) {
    const message = `a page of ${bytes} bytes does not fit into the memory of the module; it takes ${MAX_PAGE_BYTES} at most`;
    throw new InputError(message, "ERR_PAGE_TOO_LARGE");
  }
  return [{ ...request, is_text: isText }, page];
}

function abortReason(signal) {
  return signal.reason ?? new DOMException("This operation was aborted", "AbortError");
}

/** Whether this is a compiled module, also one of another realm: the host of Next.js' edge runtime makes modules outside of it. */
function isModule(source) {
  return Object.prototype.toString.call(source) === "[object WebAssembly.Module]";
}

/** Compiles what `init` was given. */
async function compiled(source) {
  if (isModule(source)) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof source === "string" || source instanceof URL) return fromResponse(await fetch(source));
  if (typeof Response !== "undefined" && source instanceof Response) return fromResponse(source);
  throw new InputError("init() takes a WebAssembly.Module, its bytes, an address or a Response", "ERR_MODULE");
}

async function fromResponse(response) {
  if (!response.ok) throw notFound(response, `the server answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  // Servers that do not know the type cannot be streamed from.
  if (/^application\/wasm\b/.test(type) && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  // Many servers answer addresses that they do not know with their start page.
  if (!isWasm(bytes)) throw notFound(response, `the server answered with ${type || "something else"}`);
  return WebAssembly.compile(bytes);
}

function isWasm(bytes) {
  return String.fromCharCode(...new Uint8Array(bytes.slice(0, 4))) === "\0asm";
}

function notFound(response, what) {
  const advice = 'with the dev server of Vite 7 or older, set optimizeDeps: { exclude: ["dehusk"] } in its configuration; elsewhere, pass the address of dehusk.wasm to init()';
  return new InputError(`the module is not at ${response.url}: ${what}; ${advice}`, "ERR_MODULE");
}
