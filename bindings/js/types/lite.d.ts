/**
 * The published methods alone, in a module that is much smaller: without `grain`, its model, the kind and the quality of pages, and
 * without the detection of languages. The default method is `cetd`. All else is as in `dehusk`.
 */
export * from "./index.js";
