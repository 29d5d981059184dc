// CSS selectors for elements of a page that also hold for other pages of the site.

/** Landmarks that pages have once. */
const LANDMARKS = new Set(["article", "main"]);
/** Names with this many digits in a row, or that look like hashes, differ from page to page or from build to build. Chosen by hand. */
const UNSTABLE = /\d{3}|(?:^|[-_])(?=[a-z]*\d)[a-z\d]{5,}$|^(?:css|sc|jsx|svelte|emotion)-|[^\w-]/i;
/** Words in names that say how an element looks or what state it is in. */
const STATES = /^(?:active|clearfix|closed|container|current|fade|first|flex|grid|hidden|in|js|last|no-js|open|row|show|visible|wrapper)$|^(?:is|has|col|text|[mp][xytrbl]?)-/i;

/** Returns selectors of an element without a place in the tree, the most telling first. */
export function namedSelectors(element) {
  const tag = CSS.escape(element.localName);
  const id = element.getAttribute("id");
  const classes = Array.from(element.classList).filter((name) => isStable(name) && !STATES.test(name));
  const found = LANDMARKS.has(element.localName) ? [tag] : [];
  if (id && isStable(id)) found.push(`#${CSS.escape(id)}`);
  found.push(...classes.map((name) => `.${CSS.escape(name)}`), ...classes.map((name) => `${tag}.${CSS.escape(name)}`));
  if (classes.length > 1) found.push(`.${classes.map((name) => CSS.escape(name)).join(".")}`);
  if (["header", "footer", "nav", "aside", "form"].includes(element.localName)) found.push(tag);
  return found;
}

function isStable(name) {
  return name.length > 0 && name.length <= 40 && !UNSTABLE.test(name);
}

/** Returns the selector of an element by its place below the nearest ancestor with a name that is unique. */
export function pathSelector(element) {
  const steps = [];
  for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
    const unique = at === element ? null : uniqueSelector(at);
    if (unique) return [unique, ...steps].join(" > ");
    steps.unshift(step(at));
  }
  return ["body", ...steps].join(" > ");
}

function step(element) {
  const alike = Array.from(element.parentNode.children).filter(({ localName }) => localName === element.localName);
  const tag = CSS.escape(element.localName);
  return alike.length === 1 ? tag : `${tag}:nth-of-type(${alike.indexOf(element) + 1})`;
}

/** Returns a named selector that matches this element alone, or null. */
export function uniqueSelector(element) {
  return namedSelectors(element).find((selector) => matches(selector).length === 1) ?? null;
}

/** Returns the elements that a selector matches. */
export function matches(selector) {
  return Array.from(document.querySelectorAll(selector));
}
