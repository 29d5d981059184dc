// The data of the report, with functions to query it.

/** Decodes numbers that are packed as base64 of a little-endian array of `Type`. */
function unpacked(base64, Type) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return new Type(bytes.buffer);
}

class Results {
  constructor(data) {
    Object.assign(this, data);
    const { corpora, methods, measures } = data.head;
    Object.assign(this, { corpora, methods, measures, labels: methods.map((method) => method.label) });
    this.scores = unpacked(data.pages.scores, Uint16Array);
    this.lengths = unpacked(data.pages.lengths, Uint32Array);
    this.statuses = unpacked(data.pages.statuses, Uint8Array);
    this.count = data.pages.ids.length;
    this.numberOf = new Map(data.pages.ids.map((id, page) => [`${data.pages.corpora[page]}/${id}`, page]));
  }

  /** Precision (0), recall (1) or F1 (2) of a method on a page. */
  score(page, method, measure, part) {
    const outcome = page * this.labels.length + method;
    return this.scores[(outcome * this.measures.length + measure) * 3 + part] / this.pages.parts;
  }

  length(page, method) {
    return this.lengths[page * this.labels.length + method];
  }

  status(page, method) {
    return this.pages.status_names[this.statuses[page * this.labels.length + method]];
  }

  /** The group of all pages of a corpus, or of all corpora where `corpus` is null. */
  whole(corpus) {
    return this.groups.find((it) => it.corpus === corpus && it.by === (corpus === null ? 'pages' : 'all'));
  }

  /** The means of a method over a group: precision, recall, F1, both ends of the interval of F1, F1 over sites. */
  means(group, method, measure) {
    return group.means[method].measures[measure];
  }

  /** Megabytes per second; null for answers of other tools. */
  speedOf(corpus, method) {
    return this.speed[corpus === null ? this.corpora.length : corpus][method];
  }

  /** Indices of the methods, best F1 first. */
  byF1(group, measure) {
    const f1 = (method) => this.means(group, method, measure)[2];
    return this.labels.map((_, method) => method).sort((a, b) => f1(b) - f1(a) || a - b);
  }

  /** Indices of the pages of a corpus, or of all corpora if `corpus` is null. */
  pagesOf(corpus) {
    const all = Array.from({ length: this.count }, (_, page) => page);
    return corpus === null ? all : all.filter((page) => this.pages.corpora[page] === corpus);
  }

  corpusName(corpus) {
    return corpus === null ? 'all corpora' : this.corpora[corpus].name;
  }

  links(page) {
    const { pages, corpora } = this;
    const corpus = corpora[pages.corpora[page]];
    const name = encodeURIComponent(pages.ids[page]);
    const hasCase = pages.cases[page] === 1;
    return {
      page: `${corpus.link}pages/${name}.html`,
      gold: `${corpus.link}gold/${name}.txt`,
      url: pages.urls[page],
      case: hasCase ? `cases/${corpus.cases}/${pages.numbers[page]}.html` : null,
    };
  }

  caseLink(page, method) {
    const address = this.links(page).case;
    return address && `${address}#${encodeURIComponent(this.labels[method])}`;
  }
}
