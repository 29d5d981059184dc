// How Node.js finds the module: it reads the file at the first call, so that nothing has to be awaited.

import { readFileSync } from "node:fs";
import { engine } from "./shared-engine.js";

const load = () => new WebAssembly.Module(readFileSync(new URL("./dehusk.wasm", import.meta.url)));
engine.setLoader(Object.assign(load, { isSync: true }));
