"""Trains the page models (kind of page, and quality of the extraction), and cross-validates them by site.

    python pages.py --program PROGRAM CORPORA WORK MODEL REPORT

WORK is the folder that `train.py check` wrote. It has the block models, and lists that name the model for each page. Each page
is extracted with a block model that was not trained on its site, and with the kind predicted by a model that was not trained on
its site either. So the quality model learns from the F1 scores that users get on unseen sites. MODEL is
crates/dehusk-model/pages.bin, and REPORT is docs/src/notebook/page-models.md. The scores of the whole method go to
WORK/figures.md.
"""
import argparse
import datetime
import json
import os
import struct
import subprocess
from pathlib import Path

import lightgbm as lgb
import numpy as np

import grain
import train

# The kinds, in the order of the model file.
TYPES = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service']
# Number of bins of the reliability tables.
BINS = 10
COMMON = dict(
    min_data_in_leaf=12, feature_fraction=0.4, bagging_fraction=0.7, bagging_freq=1, lambda_l2=5.0, max_bin=63, use_missing=False,
    deterministic=True, force_row_wise=True, num_threads=1, seed=grain.SEED, verbose=-1,
)
# Parameters of the models, chosen by cross-validation (docs/src/notebook/page-models.md).
KIND = COMMON | dict(objective='binary', learning_rate=0.06, num_leaves=8)
KIND_TREES = 150
QUALITY = COMMON | dict(objective='cross_entropy', learning_rate=0.04, num_leaves=7, min_data_in_leaf=25)
QUALITY_TREES = 130
# The value that marks a leaf in the model file; an inner node has the index of a feature there.
LEAF = 65535
# Only wcxb-dev states the kinds of its pages. All pages of the two corpora here are articles; each number is the weight of a
# page for training the kind models. The two corpora add pages that wcxb-dev lacks: blogs with long comment threads, and news of
# an earlier decade (docs/src/notebook/grain-experiments.md).
ARTICLES = {'dragnet': 0.5, 'daniel': 0.2}


class Pages:
    """Whole pages of several corpora, with one array for each property. Pages are divided into folds by `site`."""

    def __init__(self, names, values, fingerprint, grades, corpus, id, site, kind):
        self.names, self.values, self.fingerprint = names, values, fingerprint
        self.corpus, self.id, self.site, self.kind = corpus, id, site, kind
        # Minimum predicted F1 of the verdicts `good` and `fair`.
        self.min_good, self.min_fair = grades
        # The F1 of the extracted text, and whether the text is empty. `decide` sets both.
        self.f1, self.is_empty = np.zeros(len(id)), np.zeros(len(id), bool)

    def __len__(self):
        return len(self.corpus)

    def decide(self, kinds, program, corpora, work, part):
        """Extracts each page, given the predicted probabilities of its kinds, and stores its F1. Returns rows of a table."""
        rows = []
        for name in dict.fromkeys(self.corpus):
            of_corpus = np.flatnonzero(self.corpus == name)
            predicted = {self.id[index]: '\t'.join(f'{kind:.6f}' for kind in kinds[index]) for index in of_corpus}
            folds, decided, out = (work / f'{name}.{part}.{end}' for end in ('folds', 'decided', 'decided.jsonl'))
            lines = (line.split('\t') for line in folds.read_text().splitlines())
            decided.write_text(''.join('\t'.join([id, model, *filter(None, [predicted.get(id)])]) + '\n' for id, model in lines))
            train.run(program, 'score', Path(corpora) / name, '--folds', decided, '--out', out)
            scores = {page['id']: page for page in map(json.loads, out.read_text().splitlines())}
            self.f1[of_corpus] = [scores[id]['bag'] for id in self.id[of_corpus]]
            self.is_empty[of_corpus] = [not scores[id]['text'] for id in self.id[of_corpus]]
            rows += train.figures(name, part, list(scores.values()))
        return rows


def collect(program, corpora, work, kind, which):
    """The pages of some corpora. Their features come from the block model with which `train.py check` scored the page."""
    lines = []
    for name in which:
        out = work / f'{name}.{kind}.pages.jsonl'
        subprocess.run([program, 'pages', Path(corpora) / name, '--folds', work / f'{name}.{kind}.folds', '--out', out], check=True)
        lines += [(name, page) for page in map(json.loads, out.read_text().splitlines()) if page['values']]
    column = lambda key: np.array([page[key] for _, page in lines])
    kinds = np.array([page['page_type'] if name == 'wcxb-dev' else 'article' if name in ARTICLES else '' for name, page in lines])
    corpus = np.array([name for name, _ in lines])
    site = np.array([page['site'] or f'{name} {page["id"]}' for name, page in lines])
    first = lines[0][1]
    grades = first['min_good'], first['min_fair']
    values = column('values').astype(np.float32)
    return Pages(first['names'], values, int(first['fingerprint']), grades, corpus, column('id'), site, kinds)


def weights(pages):
    """The weights of the pages for the quality model: 1 for each page of wcxb-dev. The other corpora, each mostly news from one
    portal, together have half the weight of wcxb-dev."""
    is_web = pages.corpus == 'wcxb-dev'
    share = 0.5 * is_web.sum() / max((~is_web).sum(), 1)
    return np.where(is_web, 1.0, share)


def fit(params, trees, values, goal, weight):
    data = lgb.Dataset(values, goal, weight=weight, params=dict(max_bin=COMMON['max_bin'], use_missing=False))
    return lgb.train(params, data, trees)


def fit_kinds(pages, mask):
    mask = mask & (pages.kind != '')
    values, weight = pages.values[mask], np.array([ARTICLES.get(name, 1.0) for name in pages.corpus[mask]])
    return [fit(KIND, KIND_TREES, values, pages.kind[mask] == kind, weight) for kind in TYPES]


def predict_kinds(boosters, values):
    odds = np.stack([booster.predict(values) for booster in boosters], 1)
    return odds / odds.sum(1, keepdims=True)


def fit_quality(pages, mask):
    return fit(QUALITY, QUALITY_TREES, pages.values[mask], pages.f1[mask], weights(pages)[mask])


def reliability(f1, predicted, weight=None):
    """Rows of a table that compares predicted and true F1, with a row for each bin of predicted F1."""
    rows = ['| predicted | pages | mean predicted | mean F1 | pages with F1 ≥ .8 |', '|---|--:|--:|--:|--:|']
    number = np.clip((predicted * BINS).astype(int), 0, BINS - 1)
    gap = 0.0
    for index in range(BINS):
        chosen = number == index
        if not chosen.any():
            continue
        gap += chosen.mean() * abs(predicted[chosen].mean() - f1[chosen].mean())
        rows.append(f'| {index / BINS:.1f} to {(index + 1) / BINS:.1f} | {chosen.sum()} | {predicted[chosen].mean():.3f} | '
                    f'{f1[chosen].mean():.3f} | {(f1[chosen] >= 0.8).mean() * 100:.0f} % |')
    ranks = lambda values: np.argsort(np.argsort(values))
    correlation = np.corrcoef(ranks(f1), ranks(predicted))[0, 1]
    rows.append('')
    rows.append(f'Mean F1 {f1.mean():.4f}, mean predicted {predicted.mean():.4f}, expected calibration error {gap:.4f}, mean absolute '
                f'error {np.abs(f1 - predicted).mean():.4f} (if the mean is predicted: {np.abs(f1 - f1.mean()).mean():.4f}), rank '
                f'correlation {correlation:.3f}.')
    return rows


def grades(pages, predicted, mask=slice(None)):
    """Rows of a table of the true F1 of the pages of each verdict."""
    f1, is_empty, predicted = pages.f1[mask], pages.is_empty[mask], predicted[mask]
    grade = np.where(is_empty, 'empty', np.select([predicted >= pages.min_good, predicted >= pages.min_fair], ['good', 'fair'], 'poor'))
    rows = ['| verdict | pages | mean F1 | pages with F1 ≥ .8 | pages with F1 < .5 |', '|---|--:|--:|--:|--:|']
    for name in ('good', 'fair', 'poor', 'empty'):
        chosen = grade == name
        if chosen.any():
            rows.append(f'| {name} | {chosen.sum()} | {f1[chosen].mean():.3f} | {(f1[chosen] >= 0.8).mean() * 100:.0f} % | '
                        f'{(f1[chosen] < 0.5).mean() * 100:.0f} % |')
    return rows


def confusion(pages, predicted):
    labeled = pages.corpus == 'wcxb-dev'
    true = np.array([TYPES.index(kind) for kind in pages.kind[labeled]])
    found = predicted[labeled].argmax(1)
    rows = ['| true kind (rows), predicted kind (columns) | ' + ' | '.join(TYPES) + ' | recall | precision |', '|---|' + '--:|' * (len(TYPES) + 2)]
    for index, kind in enumerate(TYPES):
        counts = [int(((true == index) & (found == other)).sum()) for other in range(len(TYPES))]
        recall = counts[index] / max((true == index).sum(), 1)
        precision = counts[index] / max((found == index).sum(), 1)
        rows.append(f'| {kind} | ' + ' | '.join(map(str, counts)) + f' | {recall:.2f} | {precision:.2f} |')
    sure = predicted[labeled].max(1)
    recalls = [((true == index) & (found == index)).sum() / max((true == index).sum(), 1) for index in range(len(TYPES))]
    rows += ['', f'Correct for {(true == found).mean() * 100:.1f} % of {len(true)} pages (always "article": {(true == 0).mean() * 100:.1f} %); mean '
             f'over kinds {np.mean(recalls) * 100:.1f} %. Mean probability of the predicted kind {sure.mean():.3f}; log loss '
             f'{-np.log(np.maximum(predicted[labeled][np.arange(len(true)), true], 1e-9)).mean():.3f}.']
    return rows


def write(path, about, pages, kinds, quality):
    """Writes the model file in the format that the Rust module `page_kind/trees.rs` of grain reads."""
    trees, nodes = [], []

    def place(node):
        if 'leaf_value' in node:
            nodes.append((node['leaf_value'], LEAF, 0))
            return
        at = len(nodes)
        nodes.append(None)
        place(node['left_child'])
        upper = len(nodes) - at
        place(node['right_child'])
        nodes[at] = (grain.at_most(node['threshold']), node['split_feature'], upper)

    for number, booster in enumerate([*kinds, quality]):
        for tree in booster.dump_model()['tree_info']:
            trees.append((len(nodes), number))
            place(tree['tree_structure'])
    text = ''.join(f'{key}: {value}\n' for key, value in about.items()).encode()
    with open(path, 'wb') as out:
        out.write(b'dehuskP1' + struct.pack('<I', len(text)) + text)
        out.write(struct.pack('<QII', pages.fingerprint, len(trees), len(nodes)))
        out.write(b''.join(struct.pack('<II', *tree) for tree in trees))
        out.write(b''.join(struct.pack('<fHH', *node) for node in nodes))


def gains(booster, names, count=12):
    pairs = sorted(zip(booster.feature_importance('gain'), names), reverse=True)
    total = sum(gain for gain, _ in pairs)
    return ', '.join(f'`{name}` {gain / total * 100:.0f} %' for gain, name in pairs[:count])


def cross_validate(pages, predict):
    """The prediction for each page, by a model trained on other sites. `predict` takes a page mask and the features of other
    pages; it trains a model on the masked pages, and predicts for the other pages."""
    fold = grain.folds(pages.site)
    parts = [(fold == number, predict(fold != number, pages.values[fold == number])) for number in range(grain.FOLDS)]
    found = np.zeros((len(pages), *parts[0][1].shape[1:]))
    for test, predicted in parts:
        found[test] = predicted
    return found


def kinds_left_out(pages, others):
    """The predicted kinds of all pages, by models that were not trained on the corpus of the page."""
    kinds = np.zeros((len(others), len(TYPES)))
    for name in dict.fromkeys(others.corpus):
        chosen = others.corpus == name
        kinds[chosen] = predict_kinds(fit_kinds(pages, pages.corpus != name), others.values[chosen])
    return kinds


def left_out(pages, others):
    """Rows of a table: the results of the quality model on each corpus, if that corpus was left out of the training of both the
    block model and the quality model."""
    rows = ['| corpus | pages | mean F1 | mean predicted | mean absolute error | rank correlation |', '|---|--:|--:|--:|--:|--:|']
    for name in grain.OPEN[1:]:
        chosen = others.corpus == name
        predicted = fit_quality(pages, pages.corpus != name).predict(others.values[chosen])
        f1 = others.f1[chosen]
        ranks = lambda values: np.argsort(np.argsort(values))
        rows.append(f'| {name} | {chosen.sum()} | {f1.mean():.3f} | {predicted.mean():.3f} | {np.abs(f1 - predicted).mean():.3f} | '
                    f'{np.corrcoef(ranks(f1), ranks(predicted))[0, 1]:.2f} |')
    return rows


HEAD = '''# The page models

Written by `train/pages.py`, which `train/run CORPORA check` runs. Each page is extracted with a block model that was not
trained on its site, and rated by page models that were not trained on it either (five folds by site). F1 is that of the bag
of words.
'''


def by_kind(pages, quality, web):
    good = (quality >= pages.min_good) & ~pages.is_empty
    rows = ['| kind | pages | mean F1 | mean predicted | `good` | of these with F1 ≥ .8 |', '|---|--:|--:|--:|--:|--:|']
    for kind in TYPES:
        chosen = web & (pages.kind == kind)
        right = (pages.f1[chosen & good] >= 0.8).mean() * 100 if (chosen & good).any() else 0
        rows.append(f'| {kind} | {chosen.sum()} | {pages.f1[chosen].mean():.3f} | {quality[chosen].mean():.3f} | '
                    f'{(chosen & good).sum()} | {right:.0f} % |')
    return rows


def report(path, pages, kinds, quality, others, model):
    web = pages.corpus == 'wcxb-dev'
    lines = [HEAD, '## `quality.score`: predicted against true F1', '', 'wcxb-dev:', '', *reliability(pages.f1[web], quality[web]), '']
    lines += ['All six corpora:', '', *reliability(pages.f1, quality), '', '## `quality.verdict`', '', 'wcxb-dev:', '',
              *grades(pages, quality, web), '', 'All six corpora:', '',
              *grades(pages, quality), '']
    lines += ['By kind:', '', *by_kind(pages, quality, web), '', '## A corpus left out of the training of all models', '', *left_out(pages, others), '']
    lines += ['## `page_type`', '', 'wcxb-dev, the only corpus that states kinds:', '', *confusion(pages, kinds), '']
    for name in ARTICLES:
        of_corpus = kinds[pages.corpus == name]
        lines += [f'{name}, whose pages are articles: {(of_corpus.argmax(1) == 0).mean() * 100:.1f} % predicted as articles.', '']
    lines += ['## The most important features', '', 'Share of the gain of all splits.', '', f'Quality: {gains(model[1], pages.names)}.', '']
    lines += [f'{kind}: {gains(booster, pages.names, 5)}.\n' for kind, booster in zip(TYPES, model[0])]
    Path(path).write_text('\n'.join(lines).rstrip() + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default='target/release/dehusk-train')
    for argument in ('corpora', 'work', 'model', 'report'):
        parser.add_argument(argument)
    args = parser.parse_args()
    work = Path(args.work)

    pages = collect(args.program, args.corpora, work, 'cv', grain.OPEN)
    others = collect(args.program, args.corpora, work, 'loco', grain.OPEN[1:])
    kinds = cross_validate(pages, lambda mask, values: predict_kinds(fit_kinds(pages, mask), values))
    whole = np.ones(len(pages), bool)
    of_kinds = fit_kinds(pages, whole)
    rows = pages.decide(kinds, args.program, args.corpora, work, 'cv')
    rows += others.decide(kinds_left_out(pages, others), args.program, args.corpora, work, 'loco')
    (work / 'figures.md').write_text('\n'.join([train.HEAD, *rows]) + '\n')
    quality = cross_validate(pages, lambda mask, values: fit_quality(pages, mask).predict(values))
    model = of_kinds, fit_quality(pages, whole)
    about = {'name': 'pages', 'date': os.environ.get('DATE', datetime.date.today().isoformat()), 'pages': len(pages), 'learner': f'LightGBM {lgb.__version__}',
             'corpora': ', '.join(grain.OPEN)}
    write(args.model, about, pages, *model)
    report(args.report, pages, kinds, quality, others, model)


if __name__ == '__main__':
    main()
