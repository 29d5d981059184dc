// Builds elements of the workbench's own pages. Not for content of extracted pages: see sanitize.js.

/**
 * Makes an element. Properties that start with "on" are listeners, `dataset` and `style` take objects, `class` is a
 * class name, and all others are attributes; false, null and undefined leave an attribute out. Children are nodes or
 * text, never markup.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProperty(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function setProperty(element, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") for (const [key, item] of Object.entries(value)) element.style.setProperty(key, item);
  else if (name === "value") element.value = value;
  else element.setAttribute(name, value === true ? "" : value);
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Replaces the children of an element. If one of them has the focus, one like it gets it, above all the one in its place. */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement !== element ? document.activeElement : null;
  const path = focused && pathTo(focused, element);
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  const same = path?.reduce((parent, index) => parent?.children[index], element);
  const next = focused && [same, ...element.querySelectorAll(focused.localName)].find((other) => other && isLike(other, focused));
  next?.focus({ preventScroll: true });
}

function pathTo(element, root) {
  const path = [];
  for (let at = element; at !== root; at = at.parentElement) path.unshift([...at.parentElement.children].indexOf(at));
  return path;
}

const isLike = (one, other) => one.localName === other.localName && one.textContent === other.textContent && one.getAttribute("aria-label") === other.getAttribute("aria-label");

/** Runs a function once, after the last of several calls in a row: at the next frame of the screen. */
export function atNextFrame(action) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      action();
    });
  };
}

/** Offers a file for download. */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
