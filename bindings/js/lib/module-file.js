// The module as a file beside the scripts, for Node.js.

import { readFileSync } from "node:fs";
import { InputError } from "./errors.js";

/**
 * Returns a loader for an engine. `locate` says where the file is: the address has to be written out there, in the form that bundlers
 * know.
 */
export function fileLoader(name, locate) {
  const load = () => new WebAssembly.Module(contentOf(name, locate));
  return Object.assign(load, { isSync: true });
}

function contentOf(name, locate) {
  try {
    return readFileSync(locate());
  } catch (error) {
    const place = error.path === undefined ? "the place of the module is not known" : `the module is not at ${error.path}`;
    const advice = `if the program was bundled, copy dehusk/${name} there, keep the package dehusk out of the bundle, or call initSync() with the bytes of the file first`;
    throw Object.assign(new InputError(`${place} (${error.code}); ${advice}`, "ERR_MODULE"), { cause: error });
  }
}
