// Makes site rules from the blocks that the user marked, for the file that `dehusk extract --sites` reads.

import { elementOf } from "./blocks.js";
import { matches, namedSelectors, pathSelector, uniqueSelector } from "./selectors.js";

/**
 * Returns rules to try, the simplest first: with the usual method, with its wider choice, and with the selected elements kept whole.
 * A rule with fewer fields is the better one if both do what the user marked.
 */
export function possibleRules(blocks) {
  const [kept, removed] = ["keep", "remove"].map((mark) => blocks.filter((block) => block.mark === mark));
  const exclude = excluded(removed, blocks);
  const wide = { method: "grain", params: { focus: "recall" } };
  const rules = [{ exclude }];
  const select = kept.length > 0 ? scope([...kept, ...blocks.filter((block) => block.kept && !block.mark)]) ?? scope(kept) : null;
  const near = kept.length > 0 ? scope(kept) : null;
  for (const selector of new Set([select, near].filter(Boolean))) {
    rules.push({ select: [selector], exclude }, { select: [selector], exclude, ...wide }, { select: [selector], exclude, method: "plain" });
  }
  if (kept.length > 0) rules.push({ exclude, ...wide });
  return rules;
}

/** Returns a selector of the smallest named element around all blocks, or null. */
function scope(blocks) {
  const elements = blocks.map(elementOf);
  let element = elements[0];
  while (element && !elements.every((other) => element.contains(other))) element = element.parentElement;
  for (; element && element !== document.body; element = element.parentElement) {
    const selector = uniqueSelector(element);
    if (selector) return selector;
  }
  return null;
}

/** Returns selectors for all blocks to remove. None of them matches an element with text that stays. */
function excluded(removed, blocks) {
  const staying = blocks.filter((block) => (block.mark ?? (block.kept ? "keep" : "")) === "keep").flatMap(({ texts }) => texts.map(({ node }) => node));
  const found = [];
  for (const block of removed) {
    const isDone = found.some((selector) => elementOf(block).closest(selector));
    if (!isDone) found.push(excludingSelector(block, staying));
  }
  return found;
}

function excludingSelector(block, staying) {
  const spares = (selector) => !matches(selector).some((element) => staying.some((node) => element.contains(node)));
  for (let element = elementOf(block); element && element !== document.body; element = element.parentElement) {
    if (staying.some((node) => element.contains(node))) break;
    const selector = namedSelectors(element).find(spares);
    if (selector) return selector;
  }
  return pathSelector(elementOf(block));
}

/** Returns how well a rule does what the user marked: `{ right, marked, changed }`. `kept` are the spans that are kept with it. */
export function judged(blocks, kept) {
  const isKept = (block) => kept.some(([start, end]) => start < block.end && end > block.start);
  const marked = blocks.filter(({ mark }) => mark);
  const right = marked.filter((block) => isKept(block) === (block.mark === "keep")).length;
  const changed = blocks.filter((block) => !block.mark && isKept(block) !== block.kept).length;
  return { right, marked: marked.length, changed };
}

/** Returns the number of the best of some rules by what `judged` says: most marks, then fewest other changes, then the simplest. */
export function bestOf(judgements) {
  const order = judgements.map((_, number) => number);
  return order.sort((a, b) => judgements[b].right - judgements[a].right || judgements[a].changed - judgements[b].changed || a - b)[0];
}

/** Writes a rule as TOML. */
export function toToml(site, { select = [], exclude = [], method, params }) {
  const lines = [`[sites.${quoted(site)}]`];
  if (method) lines.push(`method = ${quoted(method)}`);
  if (params) lines.push(`params = { ${Object.entries(params).map(([name, value]) => `${name} = ${quoted(value)}`).join(", ")} }`);
  if (select.length > 0) lines.push(`select = ${list(select)}`);
  if (exclude.length > 0) lines.push(`exclude = ${list(exclude)}`);
  return `${lines.join("\n")}\n`;
}

function list(words) {
  return words.length === 1 ? quoted(words[0]) : `[${words.map(quoted).join(", ")}]`;
}

/** A basic string of TOML. JSON escapes the same characters, except for one. */
function quoted(text) {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007F");
}

/** Returns the site of an address: its host without `www.`, or null. */
export function siteOf(address) {
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, "") : null;
}
