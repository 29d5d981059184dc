// How Node.js finds the module: it reads the file at the first call, so that nothing has to be awaited.

import { fileLoader } from "./module-file.js";
import { engine } from "./shared-engine.js";

engine.setLoader(fileLoader("dehusk.wasm", () => new URL("./dehusk.wasm", import.meta.url)));
