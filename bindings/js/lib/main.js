// What `dehusk` exports, before any way to load the module. `index.js` and `index.node.js` add theirs.

import { createApi } from "./api.js";
import { engine } from "./shared-engine.js";

export * from "./errors.js";
export { Extraction } from "./extraction.js";
export { fromDocument } from "./document.js";
export { version } from "./version.js";

export const { Extractor, explain, extract, init, initSync, metadata, methods, versions } = createApi(engine);
