// The errors of the package. Unusual pages throw none: see `Extraction.status`.

/** The base class of all errors of dehusk. `code` is a stable word for programs. */
export class DehuskError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** An option that does not exist or has an invalid value. The message says what is allowed. */
export class OptionError extends DehuskError {
  constructor(message) {
    super(message, "ERR_OPTION");
  }
}

/**
 * Something that cannot be a page: a wrong type, a detached buffer, a URL, or more bytes than the module can
 * hold.
 */
export class InputError extends DehuskError {
  constructor(message, code = "ERR_INPUT") {
    super(message, code);
  }
}

/** The WebAssembly module is not loaded: `await init()` first. */
export class NotReadyError extends DehuskError {
  constructor(message = "dehusk is not ready: call `await init()` first") {
    super(message, "ERR_NOT_READY");
  }
}

/** What the statuses of pages without text mean, in the words of the Python package. */
const MEANINGS = {
  empty: "the page has no main content",
  partial: "a limit was reached before any main content was found",
  timeout: "the extraction took longer than it may",
  too_large: "the page is larger than it may be",
  not_html: "the page is not HTML",
  error: "the page could not be extracted",
};

/**
 * A page without text. Only `Extraction.raiseForStatus` throws it. `status`, `reason` and `error` are those of the extraction.
 */
export class PageError extends DehuskError {
  constructor(status, reason, error = null) {
    const details = error ?? (reason === null || reason === status ? status : `${status}: ${reason}`);
    super(`${MEANINGS[status] ?? "the page has no text"} (${details})`, "ERR_PAGE");
    this.status = status;
    this.reason = reason;
    this.error = error;
  }
}

// Bundlers may shorten the names of classes, so these are written out.
for (const [name, error] of Object.entries({ DehuskError, OptionError, InputError, NotReadyError, PageError })) {
  Object.defineProperty(error.prototype, "name", { value: name, configurable: true, writable: true });
}
