// The engine that all entries share.

import { Engine } from "./engine.js";

export const engine = new Engine("dehusk");
