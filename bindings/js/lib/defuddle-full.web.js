// The entry `dehusk/defuddle/full` for browsers, workers and edge runtimes: `await init()` first.

import "./load-web.js";

export * from "./defuddle-full.js";
export { default } from "./defuddle-full.js";
