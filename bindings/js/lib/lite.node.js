// The entry `dehusk/lite` for Node.js, where nothing has to be awaited.

import { liteEngine } from "./lite-engine.js";
import { fileLoader } from "./module-file.js";

export * from "./lite.js";

liteEngine.setLoader(fileLoader("dehusk-lite.wasm", () => new URL("./dehusk-lite.wasm", import.meta.url)));
