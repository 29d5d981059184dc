// `dehusk/lite`: the published methods in a module of their own.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import * as dehusk from "dehusk";
import * as lite from "dehusk/lite";
import { page } from "./pages.js";

/** What the modules had when this was written, in bytes, with a little room. Raise it only for what is worth it. */
const MAX_GZIPPED = { "dehusk.wasm": 1_496_000, "dehusk-lite.wasm": 954_000 };

test("it has the published methods, with the same answers", () => {
  const names = (methods) => methods.map(({ name }) => name);
  assert.deepEqual(names(lite.methods()), names(dehusk.methods()).filter((name) => name !== "grain"));
  for (const method of names(lite.methods())) {
    const [ours, whole] = [lite, dehusk].map(({ extract }) => extract(page(), { method, markdown: true, metadata: true, hidden: "drop" }));
    assert.equal(ours.text, whole.text, method);
    assert.equal(ours.markdown, whole.markdown, method);
    assert.deepEqual(ours.metadata, whole.metadata, method);
  }
});

test("it has neither grain nor languages, and says so", () => {
  assert.equal(new lite.Extractor().method, "cetd");
  assert.throws(() => new lite.Extractor({ method: "grain" }), { code: "ERR_OPTION", message: /grain/ });
  assert.throws(() => new lite.Extractor({ focus: "recall" }), { code: "ERR_OPTION" });
  assert.throws(() => new lite.Extractor({ languages: "de" }), { code: "ERR_OPTION", message: "dehusk/lite lacks what the option languages needs; use the entry dehusk for it" });
});

for (const [name, most] of Object.entries(MAX_GZIPPED)) {
  test(`${name} is not larger than it was`, () => {
    const { length } = gzipSync(readFileSync(new URL(`../lib/${name}`, import.meta.url)), { level: 9 });
    assert.ok(length <= most, `${length} bytes with gzip`);
  });
}
