// The entry `dehusk/defuddle` for Node.js, where nothing has to be awaited.

import "./load-node.js";

export * from "./defuddle.js";
export { default } from "./defuddle.js";
