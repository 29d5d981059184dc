// One case: what is known about the page, the methods with their scores, the chosen answer against the gold text.

/** Most words of a text that are compared here; two such texts of Thai take a few seconds. */
const MOST_WORDS = 60000;

async function start() {
  const place = document.getElementById('case');
  let data;
  try {
    data = await unpackedCase(document.getElementById('texts').textContent);
  } catch (error) {
    place.append(h('p', null, `The texts cannot be unpacked (${error.message}); browsers of 2023 and later can.`));
    return;
  }
  const gold = cutIntoWords(textOf(data, 0), MOST_WORDS);
  const shown = h('div', { id: 'shown' });
  const choose = (index) => {
    select.value = String(index);
    history.replaceState(null, '', `#${encodeURIComponent(data.answers[index].label)}`);
    shown.replaceChildren(...comparison(data, gold, index));
  };
  const options = data.answers.map((answer, index) =>
    h('option', { value: String(index) }, `${answer.label} – F1 ${fixed(answer.scores[2], 3)}`));
  const select = h('select', { onchange: () => choose(Number(select.value)) }, options);
  const step = (by) => choose((Number(select.value) + by + data.answers.length) % data.answers.length);
  place.append(about(data), h('nav', null,
    h('label', null, h('span', null, 'Method'), select),
    h('button', { type: 'button', title: 'the method before', onclick: () => step(-1) }, '‹'),
    h('button', { type: 'button', title: 'the next method', onclick: () => step(1) }, '›'),
    h('span', { class: 'legend' }, 'in both · ',
      h('del', null, 'missing: in the gold text only'), ' · ', h('ins', null, 'extra: in the answer only'))), shown);
  const ofAddress = () => {
    const label = decoded(location.hash.slice(1));
    choose(Math.max(data.answers.findIndex((answer) => answer.label === label), 0));
  };
  addEventListener('hashchange', ofAddress);
  ofAddress();
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function about(data) {
  const facts = [data.site, data.language, data.page_type, `${grouped(data.bytes)} bytes`].filter(Boolean);
  return h('header', null,
    h('p', { class: 'about' }, h('a', { href: '../../index.html' }, 'report'), ' › ', own(data.corpus)),
    h('h1', null, own(data.id)),
    h('p', null, facts.map((fact, index) => [index ? ', ' : null, own(fact)]), '. ',
      link(data.page, 'page', 'the page as it was saved'), ' ', link(data.gold, 'gold'), ' ',
      data.url ? link(data.url, data.url) : null));
}

function comparison(data, gold, index) {
  const answer = data.answers[index];
  const [precision, recall, f1] = answer.scores;
  const words = cutIntoWords(textOf(data, answer.text), MOST_WORDS);
  const parts = difference(gold, words);
  const count = (kind) => parts.reduce((sum, part) => sum + (part.kind === kind ? 1 : 0), 0);
  const same = data.answers.filter((other, at) => at !== index && other.text === answer.text).map((other) => other.label);
  const failed = !['ok', 'empty'].includes(answer.status) || answer.reason;
  const notes = [
    failed ? `Status ${answer.status}${answer.reason ? `: ${answer.reason}` : ''}.` : null,
    words.words.length === 0 && gold.words.length > 0 ? 'The answer is empty.' : null,
    answer.text === 0 ? 'The answer is the gold text.' : null,
    same.length ? `Same answer: ${same.join(', ')}.` : null,
    gold.cut || words.cut ? `Only the first ${grouped(MOST_WORDS)} words of each text are compared here.` : null,
  ].filter(Boolean);
  return [
    h('p', { class: 'figures' },
      h('b', null, `F1 ${fixed(f1, 3)}`), ` precision ${fixed(precision, 3)}, recall ${fixed(recall, 3)} (${MEASURE_NAMES[data.measure] || data.measure}). `,
      `Words: ${grouped(count(KEPT))} in both, ${grouped(count(MISSING))} missing, ${grouped(count(EXTRA))} extra.`),
    ...notes.map((note) => h('p', { class: 'note' }, own(note))),
    h('article', { lang: data.language }, paragraphs(parts)),
  ];
}

const ELEMENTS = { [KEPT]: 'span', [MISSING]: 'del', [EXTRA]: 'ins' };

/** Paragraphs of stretches: neighbouring words of one kind are one element. */
function paragraphs(parts) {
  const made = [];
  let stretch = null;
  const close = () => {
    if (stretch) made[made.length - 1].append(h(ELEMENTS[stretch.kind], null, stretch.words.join('')));
    stretch = null;
  };
  for (const { kind, text, gap } of parts) {
    if (gap === BREAK || made.length === 0) {
      close();
      made.push(h('p', { dir: 'auto' }));
    }
    const blank = gap === BLANK && made[made.length - 1] ? ' ' : '';
    if (!stretch || stretch.kind !== kind) {
      close();
      if (blank) made[made.length - 1].append(' ');
      stretch = { kind, words: [text] };
    } else {
      stretch.words.push(blank, text);
    }
  }
  close();
  return made;
}

addEventListener('DOMContentLoaded', start);
