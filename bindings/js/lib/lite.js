// What `dehusk/lite` exports, before any way to load its module: the published methods, without `grain` and its model, and without
// the detection of languages. The module has three fifths of the size.

import { createApi } from "./api.js";
import { liteEngine } from "./lite-engine.js";

export * from "./errors.js";
export { Extraction } from "./extraction.js";
export { fromDocument } from "./document.js";
export { version } from "./version.js";

export const { Extractor, explain, extract, init, initSync, metadata, methods, versions } = createApi(liteEngine);
