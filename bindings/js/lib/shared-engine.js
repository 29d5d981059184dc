// The engine that all entries share, except `dehusk/lite`.

import { Engine } from "./engine.js";

export const engine = new Engine("dehusk");
