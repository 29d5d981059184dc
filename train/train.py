"""From the data of `dehusk-train data` to cross-validated figures and the model file.

    python train.py check DATA CORPORA WORK     figures of pages and corpora left out, into WORK/figures.md
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
import wording

# Chosen by the experiments of REPORT.md.
TREES = 120
# Weight of a page, by corpus.
WEIGHTS = {'wcxb-dev': 0.7}
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
HEAD = '| corpus | part | training without | pages | bag F1 | word F1 | word P | word R |\n|---|---|---|--:|--:|--:|--:|--:|'
FIRST_WORD_FEATURE = 'WordsOwn'
WORD_FEATURES = 5


class Data:
    def __init__(self, folder, program):
        self.program = program
        lines = run(program, 'features').splitlines()
        self.fingerprint = int(lines[0])
        self.features = [line.split('\t')[0] for line in lines[1:]]
        folder = Path(folder)
        self.corpora = {name: grain.Corpus(folder, name) for name in grain.CORPORA}
        self.paths = {name: wording.Paths(corpus, folder) for name, corpus in self.corpora.items()}
        self.folds = {name: grain.folds(corpus) for name, corpus in self.corpora.items()}

    def whole(self, name):
        return np.ones(len(self.corpora[name].pages), bool)

    def learn_words(self, weighed):
        parts = [(self.corpora[name], self.paths[name], mask, weight) for name, mask, weight in weighed]
        return wording.learn(parts, grain.Corpus.block_weights)

    def set_words(self, parts, table):
        """Fills the features of words in for the pages of the masks."""
        first = self.features.index(FIRST_WORD_FEATURE)
        for name, mask in parts:
            blocks = mask[self.corpora[name].page_of]
            values = self.paths[name].values(table)[blocks]
            self.corpora[name].rows[blocks, first:first + WORD_FEATURES] = values

    def train(self, parts):
        """A model of (corpus name, page mask) and its table of words."""
        weighed = [(name, mask, WEIGHTS.get(name, 1.0)) for name, mask in parts]
        table = self.learn_words(weighed)
        self.set_words([(name, mask) for name, mask, _ in weighed], table)
        booster = grain.fit([(self.corpora[name], mask, weight) for name, mask, weight in weighed], TREES)
        return booster, table

    def write(self, path, parts):
        """Trains a model and writes it."""
        booster, table = self.train(parts)
        names = [name for name, _ in parts]
        about = {
            'name': 'grain', 'date': os.environ.get('DATE', datetime.date.today().isoformat()), 'pages': sum(int(mask.sum()) for _, mask in parts),
            'learner': f'LightGBM {grain.lgb.__version__}, {TREES} trees of {grain.PARAMS["num_leaves"]} leaves',
        } | {f'corpus {name}': LICENCES[name] for name in names}
        grain.write_model(booster, table, path, about, self.fingerprint)
        return booster


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
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    models = [work / f'fold{fold}.bin' for fold in range(grain.FOLDS)]
    for fold, path in enumerate(models):
        data.write(path, [(name, data.folds[name] != fold) for name in grain.CORPORA])
    rows = []

    def add(name, kind, scores):
        rows.extend(figures(name, kind, scores))
        (work / 'figures.md').write_text('\n'.join([HEAD, *rows]) + '\n')

    for name in grain.CORPORA:
        of_page = [models[fold] for fold in data.folds[name]]
        add(name, 'pages left out', score(data, corpora, work, name, of_page, 'cv'))
    for name in grain.CORPORA[1:]:
        path = work / f'without-{name}.bin'
        data.write(path, [(other, data.whole(other)) for other in grain.CORPORA if other != name])
        of_page = [path] * len(data.corpora[name].pages)
        add(name, 'corpus left out', score(data, corpora, work, name, of_page, 'loco'))


def compare(data, booster, model, pages):
    """The learner's probabilities of all blocks of some pages, one after the other; fails where Rust's differ."""
    with tempfile.TemporaryDirectory() as work:
        out, answers = Path(work) / 'rows.npy', Path(work) / 'answers.npy'
        run(data.program, 'rows', *pages, '--model', model, '--out', out, '--probabilities', answers)
        expected = booster.predict(np.load(out))
        difference = np.abs(expected - np.load(answers)[:, 0]).max()
    if difference > TOLERANCE:
        raise SystemExit(f'Rust and LightGBM differ by {difference} on {pages[0]} and {len(pages) - 1} more')
    print(f'{len(pages)} pages, {len(expected)} blocks: Rust and LightGBM differ by at most {difference:.1e}')
    return expected


def final(data, model, corpora):
    booster = data.write(model, [(name, data.whole(name)) for name in grain.CORPORA])
    lines = []
    for page in sorted(Path('crates/dehusk/tests/cases').glob('*/page.html')):
        expected = compare(data, booster, model, [page])
        lines += [f'{page.parent.name}\t{block}\t{value:.7f}\n' for block, value in enumerate(expected)]
    Path('crates/dehusk/tests/it/grain_predictions.tsv').write_text(''.join(lines))
    for name in grain.CORPORA:
        compare(data, booster, model, sorted((Path(corpora) / name / 'pages').glob('*.html'))[:PAGES_COMPARED])


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
