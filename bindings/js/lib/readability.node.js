// The entry `dehusk/readability` for Node.js, where nothing has to be awaited.

import "./load-node.js";

export * from "./readability.js";
export { default } from "./readability.js";
