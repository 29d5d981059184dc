// One case: facts about the page, the methods with their scores, and the selected answer compared with the gold text.

/** Maximum number of words of a text that are compared. Chosen by hand: two Thai texts of this length take seconds. */
const MAX_WORDS = 60000;

async function start() {
  const main = document.getElementById('case');
  let data;
  try {
    data = await unpackedCase(document.getElementById('texts').textContent);
  } catch (error) {
    main.append(h('p', null, `The texts cannot be unpacked (${error.message}). This needs a browser from 2023 or later.`));
    return;
  }
  const gold = splitIntoWords(textOf(data, 0), MAX_WORDS);
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
  main.append(about(data), h('nav', null,
    h('label', null, h('span', null, 'Method'), select),
    h('button', { type: 'button', title: 'previous method', onclick: () => step(-1) }, '‹'),
    h('button', { type: 'button', title: 'next method', onclick: () => step(1) }, '›'),
    h('span', { class: 'legend' }, 'in both · ',
      h('del', null, 'missing: only in the gold text'), ' · ', h('ins', null, 'extra: only in the answer'))), shown);
  const chooseByHash = () => {
    const label = decoded(location.hash.slice(1));
    choose(Math.max(data.answers.findIndex((answer) => answer.label === label), 0));
  };
  addEventListener('hashchange', chooseByHash);
  chooseByHash();
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
      link(data.page, 'page', 'the saved page'), ' ', link(data.gold, 'gold text'), ' ',
      data.url ? link(data.url, data.url) : null));
}

function comparison(data, gold, index) {
  const answer = data.answers[index];
  const [precision, recall, f1] = answer.scores;
  const words = splitIntoWords(textOf(data, answer.text), MAX_WORDS);
  const parts = difference(gold, words);
  const count = (kind) => parts.reduce((sum, part) => sum + (part.kind === kind ? 1 : 0), 0);
  const same = data.answers.filter((other, at) => at !== index && other.text === answer.text).map((other) => other.label);
  const failed = !['ok', 'empty'].includes(answer.status) || answer.reason;
  const notes = [
    failed ? `Status ${answer.status}${answer.reason ? `: ${answer.reason}` : ''}.` : null,
    words.words.length === 0 && gold.words.length > 0 ? 'The answer is empty.' : null,
    answer.text === 0 ? 'The answer equals the gold text.' : null,
    same.length ? `Methods with the same answer: ${same.join(', ')}.` : null,
    gold.cut || words.cut ? `Only the first ${grouped(MAX_WORDS)} words of each text are compared.` : null,
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

/** Paragraphs of runs: adjacent words of the same kind form one element. */
function paragraphs(parts) {
  const result = [];
  let run = null;
  const close = () => {
    if (run) result[result.length - 1].append(h(ELEMENTS[run.kind], null, run.words.join('')));
    run = null;
  };
  for (const { kind, text, gap } of parts) {
    if (gap === BREAK || result.length === 0) {
      close();
      result.push(h('p', { dir: 'auto' }));
    }
    const space = gap === SPACE && result[result.length - 1] ? ' ' : '';
    if (!run || run.kind !== kind) {
      close();
      if (space) result[result.length - 1].append(' ');
      run = { kind, words: [text] };
    } else {
      run.words.push(space, text);
    }
  }
  close();
  return result;
}

addEventListener('DOMContentLoaded', start);
