// Marks the blocks of a page in its source, so that its elements can be found again in a browser: each text of a block is put
// into an inline element, which changes no tree, and each image gets an attribute. Not for safety: sanitize.js comes afterwards.
//
// The scan knows what it needs of the HTML Standard: tags with quoted values, comments, and elements whose content is no markup.
// It is linear. Where it and the browser disagree about a strange page, a mark is missing; nothing else depends on it.

const RAW = new Set(["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"]);
// In these elements, a mark would be lost or would change what is shown.
const MUTE = new Set(["svg", "math", "select", "template"]);
// Elements without content that a reader does not see. The policy of the workbench would report some of them.
const DROPPED = new Set(["base", "meta", "link"]);
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;
const NAME = /[a-zA-Z][^\s/>]*/y;
const POLICED = /([\s/"'])(style|on\w+)(\s*=)/gi;
const BLANK = /^[\s\u00a0]*$/;

/**
 * The source with marks, as `html`; the texts of its style elements, as `css`; and the address of its first base element, as
 * `base`, undefined without one. Elements for styles, scripts and metadata are left out, and
 * attributes `style` and `on…` are named `data-style` and `data-on…`, because the policy of the workbench would report them as
 * violations as soon as they are parsed.
 * `blocks` have UTF-16 offsets `start` and `end` and are sorted by `start`; one may lie inside another, as an
 * image in a paragraph. `tag` is the name of the element, one that the page cannot know; the index of the block is in its
 * attribute `n`, or in the attribute `data-TAG` of an image.
 */
export function mark(source, blocks, tag) {
  const marker = new Marker(source, flatten(blocks), tag);
  scan(source, marker);
  return { html: marker.out.join(""), css: marker.css, base: marker.base };
}

/** Stretches that do not overlap: { start, end, index }. What is inside another block is taken out of it. */
export function flatten(blocks) {
  const stretches = [];
  const open = [];
  let at = 0;
  const writeTo = (end) => {
    if (open.length > 0 && end > at) stretches.push({ start: at, end, index: open.at(-1).index });
    at = Math.max(at, end);
  };
  const closeTo = (limit) => {
    while (open.length > 0 && open.at(-1).end <= limit) {
      writeTo(open.at(-1).end);
      open.pop();
    }
  };
  blocks.forEach(({ start, end }, index) => {
    closeTo(start);
    writeTo(start);
    open.push({ end, index });
  });
  closeTo(Infinity);
  return stretches;
}

class Marker {
  constructor(source, blocks, tag) {
    Object.assign(this, { source, blocks, tag, next: 0, out: [], css: [], base: undefined, muted: undefined });
  }

  /** Text from `start` to `end`, as far as it is in blocks, gets marks. */
  text(start, end) {
    let at = start;
    while (at < end) {
      this.#skipTo(at);
      const block = this.blocks[this.next];
      if (!block || block.start >= end) break;
      const from = Math.max(at, block.start);
      const to = Math.min(end, block.end);
      this.out.push(this.source.slice(at, from), this.#wrapped(from, to, block.index));
      at = to;
    }
    this.out.push(this.source.slice(at, end));
  }

  /** Markup is copied; a tag that is itself a block, such as an image, gets an attribute. */
  markup(start, end, nameEnd) {
    this.#skipTo(start);
    const block = this.blocks[this.next];
    const isBlock = nameEnd && block?.start === start;
    const number = isBlock ? ` data-${this.tag}="${block.index}"` : "";
    const rest = nameEnd ? this.source.slice(nameEnd, end).replace(POLICED, "$1data-$2$3") : this.source.slice(start, end);
    this.out.push(nameEnd ? this.source.slice(start, nameEnd) : "", number, rest);
  }

  /** Text gets no marks from the start tag of such an element to its end tag. */
  mute(name, source, start) {
    if (this.muted === undefined && MUTE.has(name)) this.muted = name;
    else if (this.muted && source.startsWith("</", start) && source.slice(start + 2, start + 2 + this.muted.length).toLowerCase() === this.muted) this.muted = undefined;
  }

  #wrapped(start, end, index) {
    const text = this.source.slice(start, end);
    return this.muted || BLANK.test(text) ? text : `<${this.tag} n="${index}">${text}</${this.tag}>`;
  }

  #skipTo(at) {
    while (this.next < this.blocks.length && this.blocks[this.next].end <= at) this.next += 1;
  }
}

function scan(source, marker) {
  let text = 0;
  let at = source.indexOf("<");
  while (at >= 0) {
    const end = markupEnd(source, at);
    if (end > at) {
      if (at > text) marker.text(text, at);
      text = copyMarkup(source, marker, at, end);
    }
    at = source.indexOf("<", Math.max(end, at + 1, text));
  }
  if (text < source.length) marker.text(text, source.length);
}

function copyMarkup(source, marker, start, end) {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(source)?.[0].toLowerCase();
  if (DROPPED.has(name)) {
    if (name === "base") marker.base ??= HREF.exec(source.slice(start, end))?.slice(1).find(Boolean);
    return end;
  }
  if (!RAW.has(name)) {
    marker.markup(start, end, name && start + 1 + name.length);
    marker.mute(name, source, start);
    return end;
  }
  const close = rawEnd(source, name, end);
  if (name === "style") marker.css.push(source.slice(end, close));
  if (name !== "style" && name !== "script") marker.markup(start, close, start + 1 + name.length);
  return close;
}

function rawEnd(source, name, from) {
  const close = new RegExp(`</${name}[\\s/>]`, "gi");
  close.lastIndex = from;
  return close.exec(source)?.index ?? source.length;
}

/** The end of the markup that starts at `at`; `at` itself if "<" is text there. */
function markupEnd(source, at) {
  const after = source[at + 1];
  if (source.startsWith("<!--", at)) return commentEnd(source, at);
  if (after === "!" || after === "?") return closing(source, at);
  if (after === "/") return /[a-zA-Z]/.test(source[at + 2] ?? "") ? tagEnd(source, at + 2) : closing(source, at);
  return /[a-zA-Z]/.test(after ?? "") ? tagEnd(source, at + 1) : at;
}

function commentEnd(source, at) {
  if (/^<!---?>/.test(source.slice(at, at + 6))) return source.indexOf(">", at) + 1;
  const end = source.indexOf("-->", at + 4);
  return end < 0 ? source.length : end + 3;
}

function closing(source, at) {
  const end = source.indexOf(">", at);
  return end < 0 ? source.length : end + 1;
}

const VALUE = /=\s*(["'])/y;

function tagEnd(source, from) {
  for (let at = from; at < source.length; at += 1) {
    const unit = source[at];
    if (unit === ">") return at + 1;
    if (unit !== "=") continue;
    VALUE.lastIndex = at;
    const quote = VALUE.exec(source)?.[1];
    if (!quote) continue;
    const end = source.indexOf(quote, VALUE.lastIndex);
    if (end < 0) return source.length;
    at = end;
  }
  return source.length;
}
