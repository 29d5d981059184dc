// Makes a page safe to show: from a document that DOMParser made (in which nothing runs and nothing loads) it removes every element
// and attribute that is not known to be harmless. Nodes, not markup, go on to the frame, so nothing is parsed a second time.
//
// This is the first of three walls. The frame is sandboxed without scripts, and its Content-Security-Policy allows only images.

const REMOVED = new Set([
  "script", "style", "link", "meta", "base", "title", "object", "embed", "applet", "iframe", "frame", "frameset", "param", "source",
  "track", "template", "portal", "fencedframe", "noembed", "noframes", "use", "image", "feimage", "foreignobject", "animate",
  "animatetransform", "animatemotion", "set", "mpath", "handler", "dialog-polyfill",
]);
const RENAMED = { form: "div", video: "div", audio: "div", marquee: "div" };
const ALLOWED = new Set(
  ("class id dir lang title alt width height colspan rowspan headers scope span align valign bgcolor color face size border " +
    "cellpadding cellspacing nowrap type value start reversed open hidden datetime cite label rows cols checked selected " +
    "placeholder role multiple viewbox d fill stroke stroke-width x y x1 y1 x2 y2 cx cy r rx ry points transform " +
    "fill-rule clip-rule opacity preserveaspectratio text-anchor font-size font-family n").split(" "),
);
const CONTROLS = new Set(["input", "button", "select", "textarea"]);
const WEB_IMAGE = /^https?:$/;
const DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|avif)[;,]/i;
const FIXED = /position\s*:\s*(fixed|sticky)/gi;

/**
 * Cleans a document in place and returns `styles`, pairs of an element and what was its style attribute (marks.js has renamed it to
 * `data-style`), to be set by other means. With `images`, images keep a web address, resolved against `base`.
 */
export function sanitize(page, { images = false, base = "", marker = "" } = {}) {
  const styles = [];
  const walker = page.createTreeWalker(page.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
  const elements = [page.documentElement];
  while (walker.nextNode()) elements.push(walker.currentNode);
  const settings = { images, base, marker };
  for (const element of elements) cleanNode(page, element, settings, styles);
  return styles;
}

const FACE = /@font-face\s*\{[^}]*\}/gi;
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)/gi;

/**
 * CSS that loads nothing but images, those of the web only if `images` says so, and whose fixed boxes take their place in the page:
 * they would cover it in a frame where no script closes them. What is written in other ways is stopped by the policy of the frame.
 */
export function harmlessCss(css, { images = false, base = "" } = {}) {
  const address = (_, double, single, bare) => {
    const image = imageOf(double ?? single ?? bare.trim(), { images, base });
    return image ? `url(${JSON.stringify(image)})` : "none";
  };
  return css.replace(FACE, "").replace(ADDRESS, address).replace(FIXED, "position:static");
}

/** An address resolved against another one; null if it cannot be. */
export function resolved(address, base) {
  try {
    return new URL(address, base || undefined).href;
  } catch {
    return null;
  }
}

function cleanNode(page, node, settings, styles) {
  if (node.nodeType === Node.COMMENT_NODE) return node.remove();
  const name = node.localName;
  if (REMOVED.has(name) || !isNamespaceKnown(node)) return node.remove();
  const style = node.getAttribute("data-style");
  const image = name === "img" ? imageAddress(node, settings) : null;
  cleanAttributes(node, settings.marker);
  if (image) node.setAttribute("src", image);
  if (CONTROLS.has(name)) node.setAttribute("disabled", "");
  const element = RENAMED[name] ? renamed(page, node, RENAMED[name]) : node;
  if (style) styles.push([element, harmlessCss(style, settings)]);
}

const KNOWN = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"];
const isNamespaceKnown = (node) => KNOWN.includes(node.namespaceURI);

function cleanAttributes(node, marker) {
  const isLink = node.localName === "a" && node.hasAttribute("href");
  for (const { name } of [...node.attributes]) {
    if (!ALLOWED.has(name.toLowerCase()) && name !== marker) node.removeAttribute(name);
  }
  if (isLink) node.setAttribute("data-link", "");
}

function imageAddress(node, settings) {
  return imageOf(node.getAttribute("src") || node.getAttribute("data-src") || "", settings);
}

function imageOf(address, { images, base }) {
  if (DATA_IMAGE.test(address)) return address;
  const full = images && address ? resolved(address, base) : null;
  return full && WEB_IMAGE.test(new URL(full).protocol) ? full : null;
}

function renamed(page, node, name) {
  const element = page.createElement(name);
  for (const attribute of node.attributes) element.setAttribute(attribute.name, attribute.value);
  while (node.firstChild) element.append(node.firstChild);
  node.replaceWith(element);
  return element;
}
