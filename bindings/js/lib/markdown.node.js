// The entry `dehusk/markdown` for Node.js, where nothing has to be awaited.

import "./load-node.js";

export * from "./markdown.js";
