// The entry `dehusk` for browsers, workers and edge runtimes: `await init()` first.

import "./load-web.js";

export * from "./main.js";
