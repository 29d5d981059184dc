// The entry `dehusk` for Node.js, where nothing has to be awaited.

import "./load-node.js";

export * from "./main.js";
