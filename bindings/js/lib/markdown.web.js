// The entry `dehusk/markdown` for browsers, workers and edge runtimes: `await init()` first.

import "./load-web.js";

export * from "./markdown.js";
