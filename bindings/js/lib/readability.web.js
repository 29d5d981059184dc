// The entry `dehusk/readability` for browsers, workers and edge runtimes: `await init()` first.

import "./load-web.js";

export * from "./readability.js";
export { default } from "./readability.js";
