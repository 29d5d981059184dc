// The entry `dehusk/defuddle/full` for Node.js, where nothing has to be awaited.

import "./load-node.js";

export * from "./defuddle-full.js";
export { default } from "./defuddle-full.js";
