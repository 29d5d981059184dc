// One instance of the WebAssembly module: writes requests into its memory and reads answers out of it.

import { DehuskError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A trap or another failure inside the module. The instance must not be used again. */
export class Trap extends DehuskError {
  constructor(message, options) {
    super(message, "ERR_TRAP");
    this.cause = options.cause;
  }
}

export class Instance {
  #exports;
  // The number that this instance gave to an extractor.
  #numbers = new WeakMap();
  // Without it (Cloudflare Workers before 2025-05-05), extractors stay until the instance is given up.
  #closed = globalThis.FinalizationRegistry ? new FinalizationRegistry((number) => this.#close(number)) : null;

  /** `now` returns milliseconds, or Infinity to stop the extraction. */
  constructor(module, now) {
    this.#exports = new WebAssembly.Instance(module, { env: { now_ms: now } }).exports;
  }

  /** The size of the memory in bytes. It never shrinks. */
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Returns what the module says about itself. */
  describe() {
    return this.#guarded(() => {
      this.#exports.describe();
      return this.#answer();
    });
  }

  /** Makes an extractor and returns what is known about it. Returns a string instead if an option is wrong. */
  open(extractor, options) {
    return this.#guarded(() => {
      this.#writeRequest(options);
      const number = this.#exports.open_extractor();
      if (number < 0) return this.#answer();
      this.#numbers.set(extractor, number);
      this.#closed?.register(extractor, number);
      return JSON.parse(this.#answer());
    });
  }

  // An instance that trapped cannot close anything, and need not.
  #close(number) {
    try {
      this.#exports.close_extractor(number);
    } catch {
      // It is given up already.
    }
  }

  /** Whether this instance knows the extractor. */
  has(extractor) {
    return this.#numbers.has(extractor);
  }

  /** Returns the answer to a request about a page: a string or bytes. */
  extract(extractor, request, page) {
    return this.#guarded(() => {
      if (typeof page === "string") this.#writeText(page);
      else this.#writeBytes(page);
      this.#writeRequest(request);
      const code = this.#exports.extract(this.#numbers.get(extractor));
      if (code !== 0) throw new Error(this.#answer());
      return this.#answer();
    });
  }

  #guarded(work) {
    try {
      return work();
    } catch (error) {
      throw new Trap(this.#panic() ?? String(error?.message ?? error), { cause: error });
    }
  }

  // After a trap the state of the instance is unknown, so this may fail too.
  #panic() {
    try {
      const [address, length] = [this.#exports.panic_address(), this.#exports.panic_length()];
      return address === 0 ? null : this.#read(address, length);
    } catch {
      return null;
    }
  }

  // The memory may have moved with every call into the module.
  #memory(address, length) {
    return new Uint8Array(this.#exports.memory.buffer, address >>> 0, length >>> 0);
  }

  #read(address, length) {
    return decoder.decode(this.#memory(address, length));
  }

  #answer() {
    return this.#read(this.#exports.answer_address(), this.#exports.answer_length());
  }

  #writeRequest(value) {
    const bytes = encoder.encode(JSON.stringify(value));
    this.#memory(this.#exports.request_buffer(bytes.length), bytes.length).set(bytes);
  }

  #writeBytes(bytes) {
    this.#memory(this.#exports.page_buffer(bytes.length), bytes.length).set(bytes);
  }

  // Most pages are nearly all ASCII, so one byte per code unit comes first, and three for what is left.
  #writeText(text) {
    let [read, written] = [0, 0];
    for (let bytesPerUnit = 1; read < text.length; bytesPerUnit = 3) {
      const length = written + (text.length - read) * bytesPerUnit;
      const room = this.#memory(this.#exports.page_buffer(length), length).subarray(written);
      const done = encoder.encodeInto(read === 0 ? text : text.slice(read), room);
      read += done.read;
      written += done.written;
    }
    this.#exports.page_buffer(written);
  }
}
