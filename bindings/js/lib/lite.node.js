// The entry `dehusk/lite` for Node.js, where nothing has to be awaited.

import { readFileSync } from "node:fs";
import { liteEngine } from "./lite-engine.js";

export * from "./lite.js";

const load = () => new WebAssembly.Module(readFileSync(new URL("./dehusk-lite.wasm", import.meta.url)));
liteEngine.setLoader(Object.assign(load, { isSync: true }));
