'use strict';
// Creates the elements of the page. Data from corpora is inserted as text or as an attribute, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

/** An HTML element. Attributes named `on…` are event listeners; null children are skipped. */
function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A text whose direction is isolated from the surrounding text. */
function own(text) {
  return h('bdi', null, text);
}

function link(address, text, title) {
  return h('a', { href: address, title, rel: 'noopener noreferrer' }, own(text));
}

/** A labeled select box of [value, text] pairs. */
function choice(label, options, chosen, changed) {
  const items = options.map(([value, text]) => h('option', { value, selected: value === chosen }, text));
  const select = h('select', { onchange: (event) => changed(event.target.value) }, items);
  return h('label', null, h('span', null, label), select);
}

/** A section with a heading and a sentence that describes its content. */
function section(id, title, sentence, ...children) {
  return h('section', { id }, h('h2', null, title), sentence ? h('p', { class: 'about' }, sentence) : null, children);
}

const fixed = (value, digits) => (value === null || value === undefined ? '' : value.toFixed(digits));
const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
const plural = (count, noun) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

const MEASURE_NAMES = {
  word: 'words, longest common subsequence',
  char: 'characters, longest common subsequence',
  bag: 'bag of words',
  rouge_l: 'ROUGE-L',
};
