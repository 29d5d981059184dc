// The table of pages, with a row for each page and method, and the lists of pages with problems.

/** Number of pages of a problem that are listed at first; the others are behind "more". */
const MAX_LISTED_PAGES = 12;

function pagesSection(results, state, drawings) {
  const { pages } = results;
  const filter = { method: '0', text: '' };
  const score = (title, part, about) => {
    const value = ({ page, method }) => results.score(page, method, state.measure, part);
    return { title, about, number: true, value, cell: (row) => fixed(value(row), 3) };
  };
  const of = (column) => ({ page }) => pages[column][page];
  const count = (title, value, about) => ({ title, about, number: true, value, cell: (row) => grouped(value(row)) });
  const known = (title, column) => (pages[column].every((value) => value === null) ? [] : [{ title, value: of(column) }]);
  const columns = [
    { title: 'page', value: of('ids'), cell: (row) => pageCell(results, row), kind: 'page' },
    { title: 'corpus', value: ({ page }) => results.corpusName(pages.corpora[page]) },
    { title: 'method', value: ({ method }) => results.labels[method] },
    score('P', 0, 'precision'), score('R', 1, 'recall'), score('F1', 2),
    count('gold', of('gold_lengths'), 'characters of the gold text'),
    count('answer', ({ page, method }) => results.length(page, method), 'characters of the answer'),
    { title: 'status', value: ({ page, method }) => results.status(page, method) },
    ...known('site', 'sites'), ...known('language', 'languages'), ...known('type', 'page_types'),
    count('bytes', of('bytes'), 'length of the page'),
  ];
  const table = new SortedTable(columns, ROWS_PER_BATCH, { column: 5, down: false });
  const searchTexts = Array.from({ length: results.count }, (_, page) =>
    ['ids', 'sites', 'urls', 'languages', 'page_types'].map((it) => pages[it][page] || '').join(' ').toLowerCase());
  const refresh = () => {
    const wanted = results.pagesOf(state.corpus).filter((page) => searchTexts[page].includes(filter.text));
    const methods = filter.method === '' ? results.labels.map((_, method) => method) : [Number(filter.method)];
    table.show(wanted.flatMap((page) => methods.map((method) => ({ page, method }))));
  };
  drawings.push(refresh);
  const options = [['', 'all methods'], ...results.labels.map((label, method) => [String(method), label])];
  const search = h('input', { type: 'search', placeholder: 'id, site, URL, language, type', oninput: (event) => {
    filter.text = event.target.value.trim().toLowerCase();
    refresh();
  } });
  const filters = h('div', { class: 'filters' },
    choice('Method', options, filter.method, (value) => { filter.method = value; refresh(); }),
    h('label', null, h('span', null, 'Search'), search));
  return section('pages', 'Pages', casesSentence(results), filters, table.element);
}

function casesSentence(results) {
  const cases = results.pages.cases.reduce((sum, it) => sum + it, 0);
  const count = cases === results.count ? 'Every page has' : `${grouped(cases)} of ${plural(results.count, 'page')} ${cases === 1 ? 'has' : 'have'}`;
  const why = cases === results.count ? '' : ' The others are marked “no case”. --cases all writes all of them; --cases worst writes ' +
    `those with the lowest F1 (${results.head.worst} for each method and corpus) and those that failed.`;
  return `For the measure and the corpus selected above. ${count} a case, which compares the answers with the gold text.${why} ` +
    '“page” opens the saved page, which may run its own scripts.';
}

function pageCell(results, { page, method }) {
  const { page: saved, gold, url } = results.links(page);
  const address = results.caseLink(page, method);
  const id = results.pages.ids[page];
  return [
    address ? h('a', { href: address, class: 'id', title: id }, own(id)) : h('span', { class: 'id', title: id }, own(id)),
    h('span', { class: 'more' }, address ? null : h('i', null, 'no case'), link(saved, 'page', 'the saved page'),
      link(gold, 'gold', 'the gold text'), url ? link(url, 'web', url) : null),
  ];
}

function problemSection(results, id, title, sentence, problems, none) {
  if (problems.length === 0) return section(id, title, none);
  const items = problems.map((it) => {
    const corpus = results.corpora.findIndex((known) => known.name === it.corpus);
    const method = results.labels.indexOf(it.method);
    const entries = it.pages.map((page) => {
      const address = results.caseLink(results.numberOf.get(`${corpus}/${page}`), method);
      return h('li', null, address ? link(address, page) : own(page));
    });
    const first = entries.slice(0, MAX_LISTED_PAGES);
    const rest = entries.slice(MAX_LISTED_PAGES);
    const why = [it.status, it.reason].filter(Boolean).join(': ');
    return h('div', { class: 'problem' },
      h('h3', null, own(it.method), ' on ', own(it.corpus), ', ', own(why), ` (${plural(it.pages.length, 'page')})`),
      h('ul', null, first),
      rest.length ? h('details', null, h('summary', null, `${grouped(rest.length)} more`), h('ul', null, rest)) : null);
  });
  return section(id, title, sentence, items);
}
