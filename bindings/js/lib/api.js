// The functions and classes of the package, made for one engine.

import { Extraction, FAILURES, metadataOf } from "./extraction.js";
import { checkedAddress, checkedWord, moduleOptions, splitOptions } from "./options.js";
import { OptionError } from "./errors.js";
import { checkedPage, typeName } from "./page.js";

/** Extractors that the functions keep. Chosen by hand: programs rarely use more sets of options in turn. */
const MAX_KEPT_EXTRACTORS = 8;

/** The name of a page in its record if the caller gives none. Standard input has the same in the program. */
const DEFAULT_ID = "-";

export function createApi(engine) {
  class Extractor {
    #settings;
    #about;

    constructor(options = {}) {
      const { page, extractor } = splitOptions(options);
      const [misplaced] = Object.keys(page);
      if (misplaced) throw new OptionError(`${misplaced} belongs to one page: pass it to extract()`);
      this.#settings = moduleOptions(extractor);
      this.#about = engine.open(this, this.#settings);
    }

    get method() {
      return this.#about.method;
    }

    get optionsHash() {
      return this.#about.options_hash;
    }

    extract(html, options = {}) {
      const page = checkedPage(html);
      return new Extraction(this.#run(page, options, "record"), typeof page === "string" ? page : null);
    }

    record(html, options = {}) {
      return this.#run(checkedPage(html), options, "record");
    }

    metadata(html, options = {}) {
      const record = JSON.parse(this.#run(checkedPage(html), options, "metadata"));
      return FAILURES.has(record.status) ? null : metadataOf(record);
    }

    metadataRecord(html, options = {}) {
      return this.#run(checkedPage(html), options, "metadata");
    }

    #run(page, options, want) {
      const { request, signal } = pageRequest(options, want);
      return engine.run(this, this.#settings, request, page, signal);
    }
  }

  const kept = new Map();

  /** Returns an extractor with these options, from a cache if possible. */
  function extractorFor(options) {
    const key = JSON.stringify(moduleOptions(options));
    const extractor = kept.get(key) ?? new Extractor(options);
    kept.delete(key);
    kept.set(key, extractor);
    if (kept.size > MAX_KEPT_EXTRACTORS) kept.delete(kept.keys().next().value);
    return extractor;
  }

  function extract(html, options) {
    const { page, extractor } = splitOptions(options);
    return extractorFor(extractor).extract(html, page);
  }

  function explain(html, options) {
    return extract(html, { ...options, explain: true });
  }

  function metadata(html, options) {
    const { page, extractor } = splitOptions(options);
    return extractorFor(extractor).metadata(html, page);
  }

  function describe() {
    const { methods, rules_version, schema_version, version } = engine.describe();
    const described = methods.map(({ method: { preset_of = null, ...method }, sets }) => ({ ...method, sets, presetOf: preset_of }));
    return { methods: described, versions: { version, rulesVersion: rules_version, schemaVersion: schema_version } };
  }

  return {
    Extractor,
    extract,
    explain,
    metadata,
    methods: () => describe().methods,
    versions: () => describe().versions,
    init: (source) => engine.init(source),
    initSync: (source) => engine.initSync(source),
  };
}

/** Translates the options of one page. */
function pageRequest(options, want) {
  const { page, extractor } = splitOptions(options);
  const [misplaced] = Object.keys(extractor);
  if (misplaced) throw new OptionError(`${misplaced} is not an option of one page: pass it to the Extractor`);
  const { url, contentType, id, signal = null } = page;
  if (signal !== null && typeof signal?.aborted !== "boolean") {
    throw new OptionError(`signal must be an AbortSignal, not ${typeName(signal)}`);
  }
  const request = {
    id: given(id, (word) => checkedWord("id", typeof word === "number" ? String(word) : word)) ?? DEFAULT_ID,
    url: given(url, (address) => checkedAddress("url", address)),
    content_type: given(contentType, (word) => checkedWord("contentType", word)),
    want,
  };
  return { request, signal };
}

function given(value, checked) {
  return value === undefined || value === null ? null : checked(value);
}
