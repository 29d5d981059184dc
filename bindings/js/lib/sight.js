// What the computed style of a live document hides from its reader, as the few declarations by which the module knows it.
//
// Style sheets are not handed over. The thresholds are those of crates/dehusk/src/visibility, so that a page gives the same text
// whether its style is computed by the browser or read by the module.

import { call, property } from "./property.js";

/** Of thresholds.rs and style.rs: maximum opacity, size of text and sides of a box, in pixels, of what cannot be seen. */
const MAX_UNSEEN_OPACITY = 0.02;
const MAX_UNSEEN_TEXT = 1;
const MAX_UNSEEN_HEIGHT = 4;
const MAX_UNSEEN_POINT = 5;
/** Of style.rs: a position this far to the left or above is outside of the window, in pixels. */
const MAX_VISIBLE_OFFSET = -500;
/** Of thresholds.rs: maximum opacity of a color that cannot be seen, and maximum difference of two that look alike. */
const MAX_UNSEEN_ALPHA = 5 / 255;
const MAX_DIFFERENCE = 3;

/** Elements that stand in a line unless the style says otherwise. */
const INLINE = new Set("a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var".split(" "));
const BLOCKS = new Set("block flex grid list-item table flow-root table-row table-caption -webkit-box".split(" "));
const WHITE = [255, 255, 255, 1];

/** What is around the root element: nothing hides it. */
const NOTHING = { style: null, around: null, visibility: false, size: false, indent: false, color: false };

/**
 * What hides an element. `visibility`, `size`, `indent` and `color` say whether the text in it is hidden so; elements inside can
 * undo these. `isBoxed` says that it is hidden whatever the elements inside say. `marks` are the declarations.
 */
export class Sight {
  #view;

  constructor(element, style, around, view, ownsText) {
    Object.assign(this, { element, style, around: around ?? NOTHING, marks: [], isBoxed: false, isUntilFound: false });
    this.#view = view;
    this.isGone = style.display === "none";
    this.#addInherited(ownsText && !this.isGone);
    if (this.isGone) this.isBoxed = true;
    else this.#addOwn();
  }

  /** Whether the text directly in the element is hidden. */
  get hidesText() {
    return this.isBoxed || this.visibility || this.size || this.indent || this.color;
  }

  /** Only elements with text of their own are asked for what only text has. */
  #addInherited(ownsText) {
    const { style, around } = this;
    this.#pass("visibility", this.isGone ? around.visibility : isHiddenWord(style.visibility), "visibility:hidden", "visibility:visible");
    this.#pass("size", ownsText ? atMost(pixels(style.fontSize), MAX_UNSEEN_TEXT) : null, "font-size:0", "font-size:medium");
    this.#pass("indent", ownsText ? atMost(pixels(style.textIndent), MAX_VISIBLE_OFFSET) : null, "text-indent:-999px", "text-indent:0");
    this.#pass("color", ownsText ? this.#isColorUnseen() : null, "color:transparent", "color:initial");
  }

  /** `isHidden` is null if it is not known or does not matter. */
  #pass(name, isHidden, hides, shows) {
    this[name] = isHidden ?? this.around[name];
    if (this[name] !== this.around[name]) this.marks.push(this[name] ? hides : shows);
  }

  #addOwn() {
    const { style } = this;
    const name = property(this.element, "localName");
    if (style.contentVisibility === "hidden") this.#box("content-visibility:hidden");
    this.isUntilFound = isUntilFound(this.element) && (style.contentVisibility ?? "hidden") === "hidden";
    if (Number.parseFloat(style.opacity) <= MAX_UNSEEN_OPACITY) this.#box("opacity:0");
    if (style.clipPath && style.clipPath !== "none") this.#box(`clip-path:${style.clipPath}`);
    this.#addTransform(style.transform);
    if (style.position && style.position !== "static") this.#addPlace();
    // What cuts the text of these off is the window.
    if (name !== "html" && name !== "body") this.#addSize();
    if (INLINE.has(name) && BLOCKS.has(style.display) && !isOutOfLine(style)) this.marks.push(`display:${style.display}`);
    // Their own style would hide them; a script has opened them.
    if (name === "dialog" || call(this.element, "hasAttribute", "popover")) this.marks.push(`display:${style.display}`);
  }

  #box(mark) {
    this.marks.push(mark);
    this.isBoxed = true;
  }

  #addTransform(transform) {
    if (!transform || transform === "none") return;
    const [a, b, c, d, x, y] = /^matrix\(([^)]*)\)$/.exec(transform)?.[1].split(",").map(Number) ?? [];
    if (a === undefined) this.marks.push(`transform:${transform}`);
    else if (a * d === b * c) this.#box("transform:scale(0)");
    else if (Math.min(x, y) <= MAX_VISIBLE_OFFSET && this.#isOutside()) this.#box(`transform:translate(${x}px,${y}px)`);
  }

  /** Positions are used values: what one side is set to, the other side has as well. So the place itself decides. */
  #addPlace() {
    const { style } = this;
    const isOut = style.position === "absolute" || style.position === "fixed";
    if (isOut && style.clip?.startsWith("rect(")) this.#box(`position:absolute;clip:${style.clip}`);
    const side = ["left", "right", "top"].find((each) => pixels(style[each]) <= MAX_VISIBLE_OFFSET);
    if (side && this.#isOutside()) this.#box(`position:${style.position};${side}:${style[side]}`);
  }

  /** Whether the box is outside of what can be scrolled to, and nothing flows over its edges. Without layout, the style decides. */
  #isOutside() {
    const place = call(this.element, "getBoundingClientRect");
    if (!place || (place.width === 0 && place.height === 0)) return true;
    if (property(this.element, "scrollWidth") > property(this.element, "clientWidth") + 1) return false;
    const { scrollX = 0, scrollY = 0, innerWidth = Infinity } = this.#view;
    return place.right + scrollX <= 0 || place.bottom + scrollY <= 0 || place.left >= innerWidth - MAX_VISIBLE_OFFSET;
  }

  #addSize() {
    const { style } = this;
    if (!/hidden|clip/.test(style.overflow ?? "")) return;
    const [width, height] = [pixels(style.width), pixels(style.height)];
    const isPadded = Math.max(pixels(style.paddingTop) || 0, pixels(style.paddingBottom) || 0) > MAX_UNSEEN_HEIGHT;
    const isPoint = width <= MAX_UNSEEN_POINT && height <= MAX_UNSEEN_POINT;
    if ((height <= MAX_UNSEEN_HEIGHT && !isPadded) || width <= 0 || isPoint) this.#box("overflow:hidden;height:0");
  }

  /** Whether the text has no color or that of its background. Null if the color is not known. */
  #isColorUnseen() {
    const { style } = this;
    const color = parsedColor(style.webkitTextFillColor || style.color);
    if (color === null) return null;
    if (style.backgroundClip === "text" || style.webkitBackgroundClip === "text") return false;
    const isAlike = color[3] <= MAX_UNSEEN_ALPHA || areAlike(color, this.#backdrop());
    return isAlike && !/\d/.test(style.textShadow ?? "") && !(pixels(style.webkitTextStrokeWidth) > 0);
  }

  /**
   * The color behind the text, or null if it is not known: an image, a translucent color, or anything that may lie between because
   * a box was moved.
   */
  #backdrop() {
    for (let sight = this; sight.style !== null; sight = sight.around) {
      const own = sight.#background();
      if (own === undefined) return null;
      // The text's own box is in front of all that is moved behind it.
      if (own !== null && sight === this) return own;
      if ((sight.style.position || "static") !== "static" || sight.style.display === "grid") return null;
      if (own !== null) return own;
    }
    return WHITE;
  }

  /** The color of the box: null if there is none, undefined if it is not plain. */
  #background() {
    if (this.style.backgroundImage && this.style.backgroundImage !== "none") return undefined;
    if (!this.style.backgroundColor) return null;
    const color = parsedColor(this.style.backgroundColor);
    if (color === null) return undefined;
    if (color[3] <= MAX_UNSEEN_ALPHA) return null;
    return color[3] === 1 ? color : undefined;
  }
}

function isUntilFound(element) {
  return call(element, "getAttribute", "hidden")?.toLowerCase() === "until-found";
}

/** Boxes that are blocks because they float or are positioned: the text around them goes on. */
function isOutOfLine({ cssFloat, position }) {
  return (cssFloat || "none") !== "none" || position === "absolute" || position === "fixed";
}

function isHiddenWord(visibility) {
  return visibility ? visibility !== "visible" : null;
}

function atMost(number, most) {
  return Number.isNaN(number) ? null : number <= most;
}

/** Returns a length of a computed style in pixels, or NaN. */
function pixels(value) {
  return /^-?[\d.]+(?:e-?\d+)?(?:px)?$/.test(value ?? "") ? Number.parseFloat(value) : NaN;
}

function areAlike(one, other) {
  return other !== null && one[3] === 1 && [0, 1, 2].every((at) => Math.abs(one[at] - other[at]) <= MAX_DIFFERENCE);
}

const colors = new Map();
/** Colors that are kept. Chosen by hand: pages have some dozens. */
const MAX_COLORS = 1000;

/** Reads `rgb()` and `rgba()`, as computed styles have them. Null for anything else. */
function parsedColor(text) {
  let color = colors.get(text);
  if (color !== undefined) return color;
  const numbers = /^rgba?\(([^)]*)\)$/.exec(text ?? "")?.[1].split(/[\s,/]+/).map(Number) ?? [];
  color = numbers.length >= 3 && numbers.every(Number.isFinite) ? [...numbers.slice(0, 3), numbers[3] ?? 1] : null;
  if (colors.size >= MAX_COLORS) colors.clear();
  colors.set(text, color);
  return color;
}
