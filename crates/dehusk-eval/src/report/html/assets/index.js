// The report: the settings of the run, charts, means, pages and failures.

/** Number of table rows that are shown at a time. Chosen by hand. */
const ROWS_PER_BATCH = 50;

function start() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const results = new Results(data);
  const state = { measure: data.head.measure, corpus: results.whole(null) ? null : 0 };
  const report = document.getElementById('report');
  const drawings = [];
  const redraw = () => drawings.forEach((draw) => draw());
  const drawn = (draw) => {
    const box = h('div', { class: 'chart' });
    drawings.push(() => box.replaceChildren(draw(Math.max(Math.floor(box.clientWidth), 300))));
    return box;
  };
  report.append(...[
    heading(results),
    controls(results, state, redraw),
    section('corpora', 'Mean F1 by corpus', 'Each cell is the mean F1 over the pages of a corpus. Lighter is better.',
      drawn((width) => heatMap(results, state.measure, Math.min(width, 980)))),
    section('distributions', 'Distribution of F1 over pages',
      'A histogram of pages for each method. Below it: the middle half of the pages (line), the median (bar) and the mean (dot).',
      drawn((width) => distributions(results, state.corpus, state.measure, Math.min(width, 980)))),
    section('precision', 'Precision and recall', 'Means over pages. Each curve connects points with the same F1.',
      drawn((width) => precisionRecall(results, state.corpus, state.measure, Math.min(width, 980)))),
    section('speed', 'Speed and F1',
      'Time for decoding, parsing (if the method needs it), selecting and writing the text. Other cores were busy during the measurement, so this is only a rough guide.',
      drawn((width) => speedAgainstF1(results, state.corpus, state.measure, Math.min(width, 980)))),
    meansSection(results, state, drawings),
    pairedSection(results),
    pagesSection(results, state, drawings),
    problemSection(results, 'failures', 'Failures', 'Pages without an answer. They are scored as empty texts.', results.failed,
      'No method failed on any page.'),
    problemSection(results, 'cuts', 'Truncated texts',
      `For these texts, only the first ${grouped(data.head.most_units)} characters, words or terms were compared.`,
      results.cut, 'No text had to be truncated.'),
  ].filter(Boolean));
  redraw();
  let width = report.clientWidth;
  new ResizeObserver(() => {
    if (report.clientWidth !== width) {
      width = report.clientWidth;
      redraw();
    }
  }).observe(report);
}

function heading(results) {
  const { head, corpora, methods } = results;
  const rows = corpora.map((it) => h('tr', null,
    h('td', null, link(it.link, it.name)),
    h('td', { class: 'number' }, it.run === it.pages ? grouped(it.pages) : `${grouped(it.run)} of ${grouped(it.pages)}`),
    h('td', { class: 'digest' }, it.sha256)));
  const params = (it) => it.answers
    ? `answers in ${it.answers.file}, sha256 ${it.answers.sha256}`
    : it.params.map(([name, value]) => `${name}=${value}`).join('  ') || 'no parameters';
  return h('header', null,
    h('h1', null, 'dehusk eval'),
    head.command ? h('pre', null, own(head.command)) : null,
    h('p', null, `dehusk ${head.dehusk_version}, rules ${head.rules_version}. ${plural(results.count, 'page')}, ${plural(methods.length, 'method')}.`),
    h('div', { class: 'wide' }, h('table', null,
      h('thead', null, h('tr', null, h('th', null, 'corpus'), h('th', { class: 'number' }, 'pages'), h('th', null, 'sha256'))),
      h('tbody', null, rows))),
    h('details', null, h('summary', null, 'Parameters of the methods'),
      h('dl', null, methods.map((it) => [h('dt', null, own(it.label)), h('dd', null, own(params(it)))]))));
}

function corpusOptions(results) {
  const corpora = results.corpora.map((it, index) => [String(index), it.name]);
  return results.whole(null) ? [['', 'all corpora (mean over pages)'], ...corpora] : corpora;
}

const corpusOf = (value) => (value === '' ? null : Number(value));

function controls(results, state, redraw) {
  const measures = results.measures.map((name, index) => [String(index), MEASURE_NAMES[name] || name]);
  const set = (name, read) => (value) => {
    state[name] = read(value);
    redraw();
  };
  return h('nav', null,
    choice('Measure', measures, String(state.measure), set('measure', Number)),
    choice('Corpus', corpusOptions(results), state.corpus === null ? '' : String(state.corpus), set('corpus', corpusOf)),
    h('span', { class: 'jumps' }, [['means', 'means'], ['pages', 'pages'], ['failures', 'failures']].map(([id, name]) =>
      h('a', { href: `#${id}` }, name))));
}

function meansSection(results, state, drawings) {
  const { head } = results;
  const names = { pages: 'all pages', corpora: 'mean of corpora', all: 'each corpus' };
  const kinds = ['pages', 'corpora', 'all', 'site', 'language', 'page_type'].filter((by) => results.groups.some((it) => it.by === by));
  let by = kinds[0];
  const of = (row) => results.means(row.group, row.method, state.measure);
  const mean = (title, index, about) => ({
    title, about, number: true, value: (row) => of(row)[index] ?? null, cell: (row) => fixed(of(row)[index], 3) });
  const rates = head.rates.map((name, index) => ({
    title: name.replace('_', ' '), about: 'share of pages with an exact match, or of snippets', number: true,
    value: (row) => row.group.means[row.method].rates[index] ?? null,
    cell: (row) => fixed(row.group.means[row.method].rates[index], 3) }));
  const known = rates.filter((_, index) => results.groups.some((it) => it.means.some((means) => (means.rates[index] ?? null) !== null)));
  const count = (name) => ({ title: name, number: true, value: (row) => row.group.means[row.method][name] });
  const speed = (row) => (row.group.by === 'all' || row.group.by === 'pages' ? results.speedOf(row.group.corpus, row.method) : null);
  const whole = (row) => (row.group.corpus === null ? `mean of ${row.group.by}` : row.group.group);
  const columns = [
    { title: 'method', value: (row) => results.labels[row.method] },
    { title: 'corpus', value: (row) => results.corpusName(row.group.corpus) },
    { title: 'group', value: whole },
    mean('P', 0, 'precision'), mean('R', 1, 'recall'), mean('F1', 2),
    mean('from', 3, `lower end of the ${head.confidence * 100} % interval of F1, from ${head.rounds} draws of sites`),
    mean('to', 4, 'upper end of the interval of F1'),
    mean('F1 sites', 5, 'mean over sites of the mean F1 of their pages'),
    ...known, count('empty'), count('failed'), count('cut'),
    { title: 'MB/s', number: true, value: speed, cell: (row) => fixed(speed(row), 0) },
    { title: 'pages', number: true, value: (row) => row.group.pages },
    { title: 'sites', number: true, value: (row) => row.group.sites },
  ];
  const table = new SortedTable(columns, ROWS_PER_BATCH, { column: 5, down: true });
  const refresh = () => {
    // For a single corpus, the two kinds of means over all corpora are the same.
    const ofCorpus = by in names ? 'all' : by;
    const wanted = (it) => (state.corpus === null ? it.by === by : it.corpus === state.corpus && it.by === ofCorpus);
    table.show(results.groups.filter(wanted).flatMap((group) => results.labels.map((_, method) => ({ group, method }))));
  };
  drawings.push(refresh);
  const select = kinds.length > 1 ? choice('Groups', kinds.map((it) => [it, names[it] || `by ${it.replace('_', ' ')}`]), by, (value) => {
    by = value;
    refresh();
  }) : null;
  const sentence = 'For the measure and the corpus selected above. The interval of F1 is a ' +
    `${head.confidence * 100} % bootstrap interval over sites (${grouped(head.rounds)} rounds). Click a heading to sort.`;
  return section('means', 'Means', sentence, select && h('div', { class: 'filters' }, select), table.element);
}

function pairedSection(results) {
  const { paired } = results;
  if (!paired) return null;
  const number = (title, value, cell) => ({ title, number: true, value, cell });
  const columns = [
    { title: 'corpus', value: (it) => it.corpus ?? 'all corpora' },
    { title: 'method', value: (it) => it.method },
    number('wins', (it) => it.wins), number('losses', (it) => it.losses), number('ties', (it) => it.ties),
    number('difference', (it) => it.difference, (it) => fixed(it.difference, 3)),
    number('from', (it) => it.interval[0], (it) => fixed(it.interval[0], 3)),
    number('to', (it) => it.interval[1], (it) => fixed(it.interval[1], 3)),
    number('p, sign test', (it) => it.p_sign_test, (it) => (it.p_sign_test < 0.001 ? '<0.001' : fixed(it.p_sign_test, 3))),
  ];
  const table = new SortedTable(columns, ROWS_PER_BATCH, { column: 5, down: true });
  table.show(paired.comparisons);
  return section('paired', `Compared with ${paired.against}`,
    `How often each method is better or worse, page by page, and by how much. Measure: F1, ${MEASURE_NAMES[paired.measure] || paired.measure}.`,
    table.element);
}

addEventListener('DOMContentLoaded', start);
