// Pages of our own writing to start with. Tests and screenshots use them too.

import { t } from "./i18n.js";

const NAMES = ["persian", "thai", "forum", "shop", "manual", "recipe"];

/** The examples: { name, title, load() }. */
export function examples() {
  return NAMES.map((name) => ({ name, title: t(`example.${name}`), load: () => load(name) }));
}

async function load(name) {
  const answer = await fetch(new URL(`examples/${name}.html`, import.meta.url));
  return answer.text();
}
