"""From the data of `dehusk-train data` to cross-validated figures and the model file.

    python train.py check DATA CORPORA WORK     figures of pages and corpora left out, all decided as one text, into WORK/figures-narrow.md
    python train.py final DATA CORPORA MODEL    the model of all pages, compared with LightGBM's own predictions
"""
import argparse
import collections
import datetime
import json
import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import grain
import second
import wording

# Chosen by the experiments of REPORT.md.
# Weight of a page, by corpus.
WEIGHTS = {'wcxb-dev': 0.85}
# Another cut of the sites than that of the folds.
PARTS_SEED = 99
LICENCES = {
    'wcxb-dev': 'WCXB 2026 development set, Murrough Foley, CC-BY-4.0',
    'daniel': 'DAnIEL 2012, Gael Lejeune and others, licence not stated',
    'dragnet': 'Dragnet 2012, Matthew E. Peters and Dan Lecocq, licence not stated',
    'cleaneval-dev': 'CleanEval 2007 development set, Marco Baroni and others, licence not stated',
    'cleanportaleval': 'CleanPortalEval 2013, licence not stated',
    'scripts': 'scripts 2026, the dehusk developers',
}
# Of each corpus, so many pages are compared; the largest difference that is allowed.
PAGES_COMPARED = 200
TOLERANCE = 1e-5
FEATURE_TOLERANCE = 1e-3
HEAD = '| corpus | part | training without | pages | bag F1 | word F1 | word P | word R |\n|---|---|---|--:|--:|--:|--:|--:|'
FIRST_WORD_FEATURE, FIRST_LABEL_FEATURE, FIRST_SECOND_FEATURE = 'WordsOwn', 'TermsSum', 'First'
WORD_FEATURES, LABEL_FEATURES = 5, 8
# Shares of the pages that are learned without the features of the words of labels and of classes: pages of other languages
# and of other authors have none that are known.
WITHOUT_LABELS, WITHOUT_WORDS = 0.5, 0.3


class Data:
    def __init__(self, folder, program):
        self.program = program
        lines = run(program, 'features').splitlines()
        self.fingerprint = int(lines[0])
        self.features = [line.split('\t')[0] for line in lines[1:]]
        place = self.features.index
        self.word, self.label = place(FIRST_WORD_FEATURE), place(FIRST_LABEL_FEATURE)
        self.second = list(range(place(FIRST_SECOND_FEATURE), len(self.features)))
        self.whole_columns = list(range(place(FIRST_SECOND_FEATURE)))
        self.first = [place(name) for name in Path(__file__).with_name('first.txt').read_text().split()]
        folder, named = Path(folder), lambda make: {name: make(name) for name in grain.CORPORA}
        self.corpora = named(lambda name: grain.Corpus(folder, name))
        self.paths = named(lambda name: wording.Paths(self.corpora[name], folder))
        self.shapes = named(lambda name: second.Shape(self.corpora[name], self.paths[name]))
        self.labels = named(lambda name: wording.Labels(
            self.corpora[name], folder, self.shapes[name], self.corpora[name].rows[:, place('InHeading')] > 0))
        self.tables = None
        self.folds = named(lambda name: grain.folds(self.corpora[name]))
        self.parts = named(lambda name: grain.folds(self.corpora[name], grain.PARTS, PARTS_SEED))

    def none(self, name):
        return np.zeros(len(self.corpora[name].pages), bool)

    def whole(self, name):
        return ~self.none(name)

    def learn_words(self, weighed):
        """The tables of the words of classes and of those of labels."""
        parts = lambda of: [(self.corpora[name], of[name], mask, weight) for name, mask, weight in weighed]
        of_classes = wording.learn(parts(self.paths), grain.Corpus.block_weights)
        return of_classes, wording.learn_labels(parts(self.labels), grain.Corpus.block_weights)

    def set_words(self, tables):
        """Fills the features of words in."""
        of_classes, of_labels = tables
        for name, corpus in self.corpora.items():
            corpus.rows[:, self.word:self.word + WORD_FEATURES] = self.paths[name].values(of_classes)
            corpus.rows[:, self.label:self.label + LABEL_FEATURES] = self.labels[name].values(of_labels)

    def forget_words(self, weighed):
        """Empties them on some of the pages of the training."""
        chance = np.random.RandomState(grain.SEED)
        for name, mask, _ in weighed:
            corpus = self.corpora[name]
            for share, first, count in (
                (WITHOUT_LABELS, self.label, LABEL_FEATURES), (WITHOUT_WORDS, self.word, WORD_FEATURES)):
                pages = mask & (chance.random_sample(len(mask)) < share)
                corpus.rows[pages[corpus.page_of], first:first + count] = 0

    def train(self, parts, tested=()):
        """The two forests of (corpus name, page mask), their words, and their probabilities of the tested pages."""
        weighed = [(name, mask, WEIGHTS.get(name, 1.0)) for name, mask in parts]
        tables = self.learn_words(weighed)
        self.tables = tables
        self.set_words(tables)
        self.forget_words(weighed)
        of = lambda some: [(self.corpora[name], mask, weight) for name, mask, weight in some]
        fit_first = lambda some: grain.fit(of(some), self.first, grain.FIRST_TREES, grain.FIRST_PARAMS)
        answers = {name: np.zeros(len(corpus.labels)) for name, corpus in self.corpora.items()}

        def answer(booster, masks):
            for name, mask in masks:
                corpus = self.corpora[name]
                answers[name][mask[corpus.page_of]] = grain.predict(booster, corpus, mask, self.first)

        for part in range(grain.PARTS):
            booster = fit_first([(name, mask & (self.parts[name] != part), weight) for name, mask, weight in weighed])
            answer(booster, [(name, mask & (self.parts[name] == part)) for name, mask in parts])
        first = fit_first(weighed)
        answer(first, tested)
        names = {name for name, _ in [*parts, *tested]}
        features = {name: second.features(self.shapes[name], answers[name]) for name in sorted(names)}
        trees = grain.fit(of(weighed), self.whole_columns, grain.SECOND_TREES, grain.PARAMS, features)
        predict = lambda name, mask: grain.predict(trees, self.corpora[name], mask, self.whole_columns, features)
        found = {name: predict(name, mask) for name, mask in tested}
        forests = [(first, self.first), (trees, [*self.whole_columns, *self.second])]
        return forests, merged(tables), found

    def write(self, path, parts, tested=()):
        """Trains a model and writes it; the forests, and the probabilities of the tested pages."""
        forests, table, found = self.train(parts, tested)
        names = [name for name, _ in parts]
        about = {
            'name': 'grain', 'date': os.environ.get('DATE', datetime.date.today().isoformat()), 'pages': sum(int(mask.sum()) for _, mask in parts),
            'learner': f'LightGBM {grain.lgb.__version__}, {grain.FIRST_TREES} and {grain.SECOND_TREES} trees of at most {grain.PARAMS["num_leaves"]} leaves',
        } | {f'corpus {name}': LICENCES[name] for name in names}
        grain.write_model(forests, table, path, about, self.fingerprint)
        return forests, found


def merged(tables):
    """One table of both kinds of words, whose hashes are told apart."""
    hashes, weights = (np.concatenate(column) for column in zip(*tables))
    hashes, first = np.unique(hashes, return_index=True)
    return hashes, weights[first]


def run(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def score(data, corpora, work, name, models, kind):
    """Scores each page of a corpus with the model that was not trained on it."""
    list_file, out = work / f'{name}.{kind}.folds', work / f'{name}.{kind}.scores.jsonl'
    pages = data.corpora[name].pages
    list_file.write_text(''.join(f'{page["id"]}\t{model}\n' for page, model in zip(pages, models)))
    run(data.program, 'score', Path(corpora) / name, '--folds', list_file, '--out', out)
    return [json.loads(line) for line in out.read_text().splitlines()]


def figures(name, kind, scores):
    """Rows of a table: the corpus, its page types or its languages."""
    groups = collections.OrderedDict(all=scores)
    for key in ('page_type', 'language'):
        values = sorted({page[key] for page in scores if page[key]})
        if len(values) > 1:
            groups |= {value: [page for page in scores if page[key] == value] for value in values}
    mean = lambda part, measure: sum(page[measure] for page in part) / len(part)
    return [
        f'| {name} | {group} | {kind} | {len(part)} | '
        + ' | '.join(f'{mean(part, measure):.4f}' for measure in ('bag', 'word', 'precision', 'recall')) + ' |'
        for group, part in groups.items()
    ]


def check(data, corpora, work):
    """Models of the pages and corpora that are left in, figures of those left out, and their probabilities (`*.oof.npy`)."""
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    rows, left_out = [], {name: np.zeros(len(corpus.labels), np.float32) for name, corpus in data.corpora.items()}

    def add(name, kind, scores):
        rows.extend(figures(name, kind, scores))
        (work / 'figures-narrow.md').write_text('\n'.join([HEAD, *rows]) + '\n')

    models = [work / f'fold{fold}.bin' for fold in range(grain.FOLDS)]
    for fold, path in enumerate(models):
        tested = [(name, data.folds[name] == fold) for name in grain.CORPORA]
        _, found = data.write(path, [(name, ~mask) for name, mask in tested], tested)
        for name, mask in tested:
            left_out[name][mask[data.corpora[name].page_of]] = found[name]
    for name in grain.CORPORA:
        np.save(work / f'{name}.oof.npy', left_out[name])
        of_page = [models[fold] for fold in data.folds[name]]
        add(name, 'the page\'s site', score(data, corpora, work, name, of_page, 'cv'))
    for name in grain.CORPORA[1:]:
        path = work / f'without-{name}.bin'
        data.write(path, [(other, data.whole(other)) for other in grain.CORPORA if other != name])
        of_page = [path] * len(data.corpora[name].pages)
        add(name, 'the corpus', score(data, corpora, work, name, of_page, 'loco'))


def compare(data, forests, model, pages):
    """The learner's probabilities of all blocks of some pages, one after the other; fails where Rust's differ."""
    (first, first_columns), (trees, columns) = forests
    with tempfile.TemporaryDirectory() as work:
        out, answers = Path(work) / 'rows.npy', Path(work) / 'answers.npy'
        run(data.program, 'rows', *pages, '--model', model, '--out', out, '--probabilities', answers)
        rows = np.load(out)
        expected = trees.predict(rows[:, columns])
        difference = np.abs(expected - np.load(answers)[:, 0]).max()
        of_first = np.abs(first.predict(rows[:, first_columns]) - rows[:, data.second[0]]).max()
    if max(difference, of_first) > TOLERANCE:
        raise SystemExit(f'Rust and LightGBM differ by {of_first} and {difference} on {pages[0]} and {len(pages) - 1} more')
    print(f'{len(pages)} pages, {len(expected)} blocks: Rust and LightGBM differ by at most {max(of_first, difference):.1e}')
    return expected


def compare_features(data, model, corpora, name):
    """Fails where the features that Rust makes of words and of the first trees' answers are not those of the training."""
    corpus, pages = data.corpora[name], min(PAGES_COMPARED, len(data.corpora[name].pages))
    with tempfile.TemporaryDirectory() as work:
        out, answers = Path(work) / 'rows.npy', Path(work) / 'answers.npy'
        files = [Path(corpora) / name / 'pages' / f'{page["id"]}.html' for page in corpus.pages[:pages]]
        run(data.program, 'rows', *files, '--model', model, '--out', out, '--probabilities', answers)
        rows = np.load(out)
    answers = np.zeros(len(corpus.labels))
    answers[:len(rows)] = rows[:, data.second[0]]
    own = second.features(data.shapes[name], answers)[:len(rows)]
    words = [*range(data.word, data.word + WORD_FEATURES), *range(data.label, data.label + LABEL_FEATURES)]
    expected = np.concatenate([own, corpus.rows[:len(rows), words]], 1)
    found = rows[:, [*data.second, *words]]
    wrong = np.abs(found - expected) > FEATURE_TOLERANCE * (1 + np.abs(expected))
    if wrong.any():
        names = [data.features[column] for column in [*data.second, *words]]
        shares = {names[column]: float(wrong[:, column].mean()) for column in np.flatnonzero(wrong.any(0))}
        raise SystemExit(f'features differ on {name}, shares of the blocks: {shares}')


def final(data, model, corpora):
    forests, _ = data.write(model, [(name, data.whole(name)) for name in grain.CORPORA])
    data.set_words(data.tables)
    lines = []
    for page in sorted(Path('crates/dehusk/tests/cases').glob('*/page.html')):
        expected = compare(data, forests, model, [page])
        lines += [f'{page.parent.name}\t{block}\t{value:.7f}\n' for block, value in enumerate(expected)]
    Path('crates/dehusk/tests/it/grain_predictions.tsv').write_text(''.join(lines))
    for name in grain.CORPORA:
        compare(data, forests, model, sorted((Path(corpora) / name / 'pages').glob('*.html'))[:PAGES_COMPARED])
        compare_features(data, model, corpora, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default='target/release/dehusk-train')
    tasks = parser.add_subparsers(dest='task', required=True)
    task = tasks.add_parser('check')
    for argument in ('data', 'corpora', 'work'):
        task.add_argument(argument)
    task = tasks.add_parser('final')
    for argument in ('data', 'corpora', 'model'):
        task.add_argument(argument)
    args = parser.parse_args()
    data = Data(args.data, args.program)
    if args.task == 'check':
        check(data, args.corpora, args.work)
    else:
        final(data, args.model, args.corpora)


if __name__ == '__main__':
    main()
