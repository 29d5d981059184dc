// Runs the npm package `dehusk` for engine-wasm.js, so that a long page does not stop the page around it. The package lies beside the
// folder of this file, in `dehusk/`.

import { extract, init, methods } from "../dehusk/index.js";

const ready = init();

const ACTIONS = {
  record: (page, options) => extract(page, options).toJSON(),
  methods: () => methods().map(({ presetOf, ...method }) => (presetOf ? { ...method, preset_of: presetOf } : method)),
};

addEventListener("message", async ({ data: { id, action, page, options } }) => {
  try {
    await ready;
    postMessage({ id, answer: ACTIONS[action](page, options) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
