// The entry `dehusk/defuddle` for browsers, workers and edge runtimes: `await init()` first.

import "./load-web.js";

export * from "./defuddle.js";
export { default } from "./defuddle.js";
