"""Trains and cross-validates models of grain from the data that `dehusk-train data` writes.

Nothing here reads a page: features, labels and the final scores come from Rust.
"""
import json
import random
import struct
from pathlib import Path

import lightgbm as lgb
import numpy as np

CORPORA = ['wcxb-dev', 'daniel', 'dragnet', 'cleaneval-dev', 'cleanportaleval', 'scripts']
# Of some there is a corpus of rewritten pages (`rewrite.py`), by this after its name: learned from where the originals are, never tested.
REWRITTEN_CORPORA, REWRITTEN = CORPORA[1:], '+'
FOLDS = 5
SEED = 7
# Blocks of a page that are learned from, about.
MOST_BLOCKS = 100
# A forest answers each page of the training of the next one without having seen it: so many groups of sites are left out in turn.
PARTS = 3
# Another cut of the sites than that of the folds.
PARTS_SEED = 99

PARAMS = dict(
    objective='cross_entropy', learning_rate=0.09, num_leaves=31, min_data_in_leaf=60, feature_fraction=0.35,
    bagging_fraction=0.6, bagging_freq=1, max_bin=63, lambda_l2=5.0, min_sum_hessian_in_leaf=2.0,
    use_missing=False, deterministic=True, force_row_wise=True, num_threads=1, verbose=-1,
)
# More than any probability.
ALL = 2.0
# The first forest is small: it need only be right about most of a page. Later ones learn from blocks to which the one before gives at least so
# much: what is less probable is decided. Nor are they asked about those from `most` on, which they do learn from (REPORT.md).
FORESTS = [
    dict(trees=50, params=PARAMS | dict(num_leaves=15, learning_rate=0.13), least=0.0, most=ALL),
    dict(trees=120, params=PARAMS, least=0.01, most=ALL),
    dict(trees=200, params=PARAMS, least=0.02, most=0.97),
]


class Corpus:
    """Features and labels of one corpus; `starts[i]:starts[i+1]` are the blocks of page i."""

    def __init__(self, folder, name):
        self.name = name
        self.rows = np.load(Path(folder) / f'{name}.features.npy')
        numbers = np.load(Path(folder) / f'{name}.blocks.npy')
        self.words, self.matched, self.mass, self.container, self.parent, self.depth = numbers.T
        with open(Path(folder) / f'{name}.pages.jsonl') as lines:
            self.pages = [json.loads(line) for line in lines]
        counts = [page['blocks'] for page in self.pages]
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.page_of = np.repeat(np.arange(len(counts)), counts)
        self.labels = (self.matched / np.maximum(self.words, 1)).astype(np.float32)
        self.sites = [page['site'] or page['id'] for page in self.pages]

    def block_weights(self):
        """Every page weighs the same; within it a block weighs the square root of its words, at most 400."""
        weights = np.sqrt(np.clip(self.words, 0.3, 400))
        totals = np.bincount(self.page_of, weights, minlength=len(self.pages))
        return weights / np.maximum(totals[self.page_of], 1e-9)


def folds(sites, count=FOLDS, seed=SEED):
    """A fold for every page, by the sites of the pages: whole sites together."""
    names = sorted(set(sites))
    random.Random(seed).shuffle(names)
    number = {site: index % count for index, site in enumerate(names)}
    return np.array([number[site] for site in sites])


def parts(sites):
    """The same for those groups."""
    return folds(sites, PARTS, PARTS_SEED)


class Given:
    """What a forest gave the blocks of each corpus, by its name: further columns of the next one, which is asked about some of them."""

    def __init__(self, columns, probabilities, forest):
        self.columns = columns
        self.learned = {name: is_asked(values, forest | {'most': ALL}) for name, values in probabilities.items()}
        self.asked = {name: is_asked(values, forest) for name, values in probabilities.items()}


def of_pages(corpus, mask, chosen):
    """The blocks of some pages, of those that are chosen; None: all are."""
    blocks = mask[corpus.page_of]
    return blocks if chosen is None else blocks & chosen[corpus.name]


def is_asked(probabilities, forest):
    """Compared as Rust does, in single precision."""
    probabilities = probabilities.astype(np.float32)
    return (probabilities >= np.float32(forest['least'])) & (probabilities < np.float32(forest['most']))


def sample(parts, columns, given=None):
    """Rows, labels, weights of (corpus, page mask, weight of a page). Of a page with many blocks a sample is taken, whose
    blocks weigh the more: long pages cost time and teach little."""
    chance = np.random.RandomState(SEED)
    rows, labels, weights = [], [], []
    for corpus, mask, weight in parts:
        learned = of_pages(corpus, mask, given and given.learned)
        counts = np.bincount(corpus.page_of[learned], minlength=len(corpus.pages))
        share = np.minimum(1, MOST_BLOCKS / np.maximum(counts, 1))[corpus.page_of]
        blocks = np.flatnonzero(learned & (chance.random_sample(len(corpus.page_of)) < share))
        rows.append(join(corpus, blocks, columns, given))
        labels.append(corpus.labels[blocks])
        weights.append((corpus.block_weights() / share)[blocks] * weight)
    weights = np.concatenate(weights)
    return np.concatenate(rows), np.concatenate(labels), (weights / weights.mean()).astype(np.float32)


def join(corpus, blocks, columns, given):
    rows = corpus.rows[blocks][:, columns]
    return rows if given is None else np.concatenate([rows, given.columns[corpus.name][blocks]], 1)


def fit(parts, columns, forest, given=None, seed=SEED):
    rows, labels, weights = sample(parts, columns, given)
    data = lgb.Dataset(rows, labels, weight=weights, params=dict(max_bin=PARAMS['max_bin'], use_missing=False))
    return lgb.train(forest['params'] | {'seed': seed}, data, forest['trees'])


def answer(booster, corpus, mask, columns, given, probabilities):
    """Sets the probabilities of the blocks that the booster is asked about, on the pages of a mask."""
    blocks = np.flatnonzero(of_pages(corpus, mask, given and given.asked))
    if len(blocks):
        probabilities[blocks] = booster.predict(join(corpus, blocks, columns, given))


def write_model(forests, table, path, about, fingerprint):
    """The format of `grain/model.rs`; forests: pairs of a booster and the features of its columns, as many as `FORESTS`."""
    text = ''.join(f'{key}: {value}\n' for key, value in about.items()).encode()
    with open(path, 'wb') as out:
        out.write(b'dehuskG3' + struct.pack('<I', len(text)) + text)
        out.write(struct.pack('<QI', fingerprint, len(table[0])))
        out.write(b''.join(struct.pack('<If', *entry) for entry in zip(*table)))
        for (booster, columns), forest in zip(forests, FORESTS, strict=True):
            trees, nodes, leaves = [], [], []
            for tree in booster.dump_model()['tree_info']:
                trees.append((len(nodes), len(leaves)))
                flatten(tree['tree_structure'], nodes, leaves, columns)
            out.write(struct.pack('<IIIff', len(trees), len(nodes), len(leaves), forest['least'], forest['most']))
            out.write(b''.join(struct.pack('<II', *tree) for tree in trees))
            out.write(b''.join(struct.pack('<fHBB', *node) for node in nodes))
            out.write(b''.join(struct.pack('<f', leaf) for leaf in leaves))


def flatten(root, nodes, leaves, columns):
    """Appends a tree's nodes and its leaves, the lowest branch first."""
    first_leaf = len(leaves)

    def place(node):
        if 'leaf_value' in node:
            leaves.append(node['leaf_value'])
            return
        first = len(leaves) - first_leaf
        place(node['left_child'])
        end = len(leaves) - first_leaf
        nodes.append((at_most(node['threshold']), columns[node['split_feature']], first, end))
        place(node['right_child'])

    place(root)


def at_most(threshold):
    """The largest single-precision number that is not above a threshold: no feature falls between them."""
    nearest = np.float32(threshold)
    # Compared in double precision: NumPy would round a Python number to the precision of the other.
    return float(nearest if float(nearest) <= threshold else np.nextafter(nearest, np.float32(-np.inf)))
