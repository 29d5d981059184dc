// Derives a site rule from marked blocks: selectors for what holds the main content, and for what is to be left out of it. Works on
// the page in the frame, whose tree is that of the page but for the marks.

import { PageFrame } from "./frame.js";

/** { select, exclude }, lists of selectors. `wanted` and `other` are elements of blocks that are main content or not. */
export function deriveRule(page, wanted, other) {
  if (wanted.length === 0) return { select: [], exclude: [] };
  const within = holder(commonAncestor(wanted));
  const tree = { page, wanted: ancestorsOf(wanted), other: new Set(other.filter((element) => within.contains(element))) };
  const select = within === page.body || within === page.documentElement ? [] : [selectorOf(page, within, () => false)];
  return { select, exclude: [...new Set(excluded(within, tree))] };
}

/** The rule as an entry of a sites file. */
export function asToml(site, { select, exclude, method }) {
  const lines = [`[sites.${JSON.stringify(site)}]`];
  if (method) lines.push(`method = ${JSON.stringify(method)}`);
  if (select.length > 0) lines.push(`select = ${list(select)}`);
  if (exclude.length > 0) lines.push(`exclude = ${list(exclude)}`);
  return `${lines.join("\n")}\n`;
}

// JSON strings of printable characters are TOML strings.
const list = (selectors) => (selectors.length === 1 ? JSON.stringify(selectors[0]) : `[${selectors.map((text) => JSON.stringify(text)).join(", ")}]`);

function holder(element) {
  return PageFrame.isMark(element) ? element.parentElement : element;
}

function commonAncestor([first, ...others]) {
  let ancestor = holder(first);
  for (const element of others) while (!ancestor.contains(element)) ancestor = ancestor.parentElement;
  return ancestor;
}

function ancestorsOf(elements) {
  const set = new Set();
  for (const element of elements) for (let at = element; at && !set.has(at); at = at.parentElement) set.add(at);
  return set;
}

/** Selectors of the largest elements in `within` that have other blocks but no wanted ones. */
function excluded(within, { page, wanted, other }) {
  const tops = new Set();
  for (const mark of other) {
    let top = holder(mark);
    if (wanted.has(top)) continue;
    while (top.parentElement !== within && !wanted.has(top.parentElement)) top = top.parentElement;
    tops.add(top);
  }
  return [...tops].map((top) => selectorOf(page, top, (element) => wanted.has(element)));
}

// Names with several digits are numbers of this page rather than of the site.
const STEADY = /^[\p{L}_-][\p{L}\d_-]*$/u;
const isSteady = (name) => STEADY.test(name) && !/\d{2,}/.test(name);

/** The simplest selector that matches the element and nothing that `isTaboo`. */
function selectorOf(page, element, isTaboo) {
  const names = candidates(element);
  const isSafe = (selector) => ![...page.querySelectorAll(selector)].some(isTaboo);
  return names.find(isSafe) ?? pathOf(page, element);
}

function candidates(element) {
  const tag = CSS.escape(element.localName);
  const classes = [...element.classList].filter(isSteady).map((name) => `.${CSS.escape(name)}`);
  const own = isSteady(element.id) ? [`#${CSS.escape(element.id)}`] : [];
  const sections = ["article", "main", "aside", "nav", "footer", "header"].includes(element.localName) ? [tag] : [];
  return [...own, ...classes.map((name) => `${tag}${name}`), ...(classes.length > 1 ? [`${tag}${classes.join("")}`] : []), ...sections];
}

/** A path from the nearest ancestor with a steady name. */
function pathOf(page, element) {
  const steps = [];
  let at = element;
  for (; at.parentElement && at !== page.body; at = at.parentElement) {
    const [name] = at === element ? [] : candidates(at);
    if (name && page.querySelectorAll(name).length === 1) break;
    const alike = [...at.parentElement.children].filter((other) => other.localName === at.localName);
    steps.unshift(alike.length > 1 ? `${at.localName}:nth-of-type(${alike.indexOf(at) + 1})` : at.localName);
  }
  const top = at === page.body ? "body" : candidates(at)[0] ?? at.localName;
  return [top, ...steps].join(" > ");
}
