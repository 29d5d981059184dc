// The engine of `dehusk/lite`. It is not that of the other entries: a program may use both.

import { Engine } from "./engine.js";

export const liteEngine = new Engine("dehusk/lite");
