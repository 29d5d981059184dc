// Pages of our own writing to start with. Tests and screenshots use them too. index.html has their links.

import { t } from "./i18n.js";

/** Their names: the files in examples/, and the messages `example.NAME`. */
export const EXAMPLES = ["persian", "thai", "forum", "shop", "manual", "recipe"];

/** An example: { html, name }, where the name is for readers. */
export async function loadExample(name) {
  const answer = await fetch(new URL(`examples/${name}.html`, import.meta.url));
  return { html: await answer.text(), name: t(`example.${name}`) };
}
