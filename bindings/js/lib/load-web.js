// How browsers, workers and edge runtimes find the module. Bundlers know this form of an address.

import { engine } from "./shared-engine.js";

engine.setLoader(() => new URL("./dehusk.wasm", import.meta.url));
