// The entry `dehusk/lite` for browsers, workers and edge runtimes: `await init()` first.

import { liteEngine } from "./lite-engine.js";

export * from "./lite.js";

liteEngine.setLoader(() => new URL("./dehusk-lite.wasm", import.meta.url));
