// The report: what was run, charts, means, pages, failures.

const PER_LEAF = 50;

function start() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const results = new Results(data);
  const state = { measure: data.head.measure, corpus: results.whole(null) ? null : 0 };
  const report = document.getElementById('report');
  const drawings = [];
  const redraw = () => drawings.forEach((draw) => draw());
  const drawn = (make) => {
    const place = h('div', { class: 'chart' });
    drawings.push(() => place.replaceChildren(make(Math.max(Math.floor(place.clientWidth), 300))));
    return place;
  };
  report.append(...[
    heading(results),
    controls(results, state, redraw),
    section('corpora', 'Mean F1 by corpus', 'Each cell is the mean of the F1 of a corpus’ pages. Lighter is better.',
      drawn((width) => heatMap(results, state.measure, Math.min(width, 980)))),
    section('distributions', 'How page F1 is distributed',
      'A histogram of pages for each method; below it the middle half of the pages (line), the median (bar) and the mean (dot).',
      drawn((width) => distributions(results, state.corpus, state.measure, Math.min(width, 980)))),
    section('precision', 'Precision and recall', 'Means over pages. On a curve, F1 of the two means is the same.',
      drawn((width) => precisionRecall(results, state.corpus, state.measure, Math.min(width, 980)))),
    section('speed', 'Speed and F1',
      'Decoding, parsing where a method needs it, selecting and writing the text; measured beside other work, so that it tells fast from slow and no more.',
      drawn((width) => speedAgainstF1(results, state.corpus, state.measure, Math.min(width, 980)))),
    meansSection(results, state, drawings),
    pairedSection(results),
    pagesSection(results, state, drawings),
    troubleSection(results, 'failures', 'Failures', 'Pages without an answer, scored as empty texts.', results.failed,
      'No method failed on any page.'),
    troubleSection(results, 'cuts', 'Cut texts', `Texts of which only the first ${grouped(data.head.most_units)} units were compared.`,
      results.cut, 'Every text was compared whole.'),
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
  return results.whole(null) ? [['', 'all corpora, by page'], ...corpora] : corpora;
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
  const part = (title, index, about) => ({
    title, about, number: true, value: (row) => of(row)[index] ?? null, cell: (row) => fixed(of(row)[index], 3) });
  const rates = head.rates.map((name, index) => ({
    title: name.replace('_', ' '), about: 'share of pages, or of snippets', number: true,
    value: (row) => row.group.means[row.method].rates[index] ?? null,
    cell: (row) => fixed(row.group.means[row.method].rates[index], 3) }));
  const known = rates.filter((_, index) => results.groups.some((it) => it.means.some((mean) => (mean.rates[index] ?? null) !== null)));
  const count = (name) => ({ title: name, number: true, value: (row) => row.group.means[row.method][name] });
  const speed = (row) => (row.group.by === 'all' || row.group.by === 'pages' ? results.speedOf(row.group.corpus, row.method) : null);
  const whole = (row) => (row.group.corpus === null ? `mean of ${row.group.by}` : row.group.group);
  const columns = [
    { title: 'method', value: (row) => results.labels[row.method] },
    { title: 'corpus', value: (row) => results.corpusName(row.group.corpus) },
    { title: 'group', value: whole },
    part('P', 0, 'precision'), part('R', 1, 'recall'), part('F1', 2),
    part('from', 3, `lower end of the interval of F1: ${head.rounds} draws of sites, ${head.confidence * 100} %`),
    part('to', 4, 'upper end of the interval of F1'),
    part('F1 sites', 5, 'mean over sites of the mean F1 of their pages'),
    ...known, count('empty'), count('failed'), count('cut'),
    { title: 'MB/s', number: true, value: speed, cell: (row) => fixed(speed(row), 0) },
    { title: 'pages', number: true, value: (row) => row.group.pages },
    { title: 'sites', number: true, value: (row) => row.group.sites },
  ];
  const table = new SortedTable(columns, PER_LEAF, { column: 5, down: true });
  const refresh = () => {
    // The means of one corpus are the same whatever counts the same over all.
    const ofCorpus = by in names ? 'all' : by;
    const wanted = (it) => (state.corpus === null ? it.by === by : it.corpus === state.corpus && it.by === ofCorpus);
    table.show(results.groups.filter(wanted).flatMap((group) => results.labels.map((_, method) => ({ group, method }))));
  };
  drawings.push(refresh);
  const select = kinds.length > 1 ? choice('Groups', kinds.map((it) => [it, names[it] || `by ${it.replace('_', ' ')}`]), by, (value) => {
    by = value;
    refresh();
  }) : null;
  const sentence = 'Of the measure and the corpus chosen above. The interval of F1 is a ' +
    `${head.confidence * 100} % bootstrap over sites (${grouped(head.rounds)} rounds). A click on a heading sorts.`;
  return section('means', 'Means', sentence, select && h('div', { class: 'filters' }, select), table.element);
}

function pairedSection(results) {
  const { paired } = results;
  if (!paired) return null;
  const row = (title, value, cell) => ({ title, number: true, value, cell });
  const columns = [
    { title: 'corpus', value: (it) => it.corpus ?? 'all corpora' },
    { title: 'method', value: (it) => it.method },
    row('wins', (it) => it.wins), row('losses', (it) => it.losses), row('ties', (it) => it.ties),
    row('difference', (it) => it.difference, (it) => fixed(it.difference, 3)),
    row('from', (it) => it.interval[0], (it) => fixed(it.interval[0], 3)),
    row('to', (it) => it.interval[1], (it) => fixed(it.interval[1], 3)),
    row('p, sign test', (it) => it.p_sign_test, (it) => (it.p_sign_test < 0.001 ? '<0.001' : fixed(it.p_sign_test, 3))),
  ];
  const table = new SortedTable(columns, PER_LEAF, { column: 5, down: true });
  table.show(paired.comparisons);
  return section('paired', `Against ${paired.against}`,
    `Page by page, by F1 of ${MEASURE_NAMES[paired.measure] || paired.measure}: how often each method is better or worse, and by how much.`,
    table.element);
}

addEventListener('DOMContentLoaded', start);
