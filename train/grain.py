"""Trains and cross-validates models of grain from the data that `dehusk-train data` writes.

Nothing here reads a page: features, labels and the final scores come from Rust. What is estimated quickly here (`proxy`) is
the bag-of-words F1 of whole blocks; the figures of REPORT.md are those of `dehusk-train score`.
"""
import json
import random
import struct
import subprocess
from pathlib import Path

import lightgbm as lgb
import numpy as np

CORPORA = ['wcxb-dev', 'daniel', 'dragnet', 'cleaneval-dev', 'cleanportaleval', 'scripts']
FOLDS = 5
SEED = 7
# Blocks of a page that are learned from, about.
MOST_BLOCKS = 150

PARAMS = dict(
    objective='cross_entropy', learning_rate=0.09, num_leaves=31, min_data_in_leaf=60, feature_fraction=0.35,
    bagging_fraction=0.6, bagging_freq=1, max_bin=63, lambda_l2=5.0, min_sum_hessian_in_leaf=2.0,
    use_missing=False, deterministic=True, force_row_wise=True, num_threads=2, seed=SEED, verbose=-1,
)


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


def folds(corpus):
    """A fold for every page, whole sites together."""
    sites = sorted(set(corpus.sites))
    random.Random(SEED).shuffle(sites)
    number = {site: index % FOLDS for index, site in enumerate(sites)}
    return np.array([number[site] for site in corpus.sites])


def keep(probabilities, masses):
    """The decoding of `grain/decode.rs`."""
    order = np.argsort(-probabilities, kind='stable')
    found = np.cumsum((probabilities * masses)[order])
    f1 = 2 * found / (np.cumsum(masses[order]) + found[-1] + 1e-9)
    return probabilities >= probabilities[order[np.argmax(f1)]]


def proxy(corpus, probabilities, mask, keep=keep):
    """F1 of each page of a mask, by the words of whole blocks."""
    scores = {}
    for index in np.flatnonzero(mask):
        low, high = corpus.starts[index], corpus.starts[index + 1]
        gold = corpus.pages[index]['gold_words']
        kept = keep(probabilities[low:high], corpus.mass[low:high].astype(float)) if high > low else np.zeros(0, bool)
        words = corpus.words[low:high][kept].sum()
        matched = corpus.matched[low:high][kept].sum()
        if gold == 0 or words == 0:
            scores[index] = float(gold == 0 and words == 0)
        else:
            scores[index] = 2 * matched / (words + gold)
    return scores


def stack(parts):
    """Rows, labels, weights of (corpus, page mask, weight of a page). Of a page with many blocks a sample is taken, whose
    blocks weigh the more: long pages cost time and teach little."""
    chance = np.random.RandomState(SEED)
    rows, labels, weights = [], [], []
    for corpus, mask, weight in parts:
        share = np.minimum(1, MOST_BLOCKS / np.maximum(np.diff(corpus.starts), 1))[corpus.page_of]
        blocks = mask[corpus.page_of] & (chance.random_sample(len(corpus.page_of)) < share)
        rows.append(corpus.rows[blocks])
        labels.append(corpus.labels[blocks])
        weights.append((corpus.block_weights() / share)[blocks] * weight)
    weights = np.concatenate(weights)
    return np.concatenate(rows), np.concatenate(labels), (weights / weights.mean()).astype(np.float32)


def fit(parts, trees):
    rows, labels, weights = stack(parts)
    data = lgb.Dataset(rows, labels, weight=weights, params=dict(max_bin=PARAMS['max_bin'], use_missing=False))
    return lgb.train(PARAMS, data, trees)


def write_model(booster, table, path, about, fingerprint):
    """The format of `grain/model.rs`."""
    trees, nodes, leaves, bias = [], [], [], 0.0
    for tree in booster.dump_model()['tree_info']:
        trees.append((len(nodes), len(leaves)))
        flatten(tree['tree_structure'], nodes, leaves)
    text = ''.join(f'{key}: {value}\n' for key, value in about.items()).encode()
    with open(path, 'wb') as out:
        out.write(b'dehuskG1' + struct.pack('<I', len(text)) + text)
        counts = (len(table[0]), len(trees), len(nodes), len(leaves))
        out.write(struct.pack('<QIIIIf', fingerprint, *counts, bias))
        out.write(b''.join(struct.pack('<If', *entry) for entry in zip(*table)))
        out.write(b''.join(struct.pack('<II', *tree) for tree in trees))
        out.write(b''.join(struct.pack('<fHBB', *node) for node in nodes))
        out.write(b''.join(struct.pack('<f', leaf) for leaf in leaves))


def flatten(root, nodes, leaves):
    """Appends a tree's nodes and its leaves, the lowest branch first."""
    first_leaf = len(leaves)

    def place(node):
        if 'leaf_value' in node:
            leaves.append(node['leaf_value'])
            return
        first = len(leaves) - first_leaf
        place(node['left_child'])
        end = len(leaves) - first_leaf
        nodes.append((at_most(node['threshold']), node['split_feature'], first, end))
        place(node['right_child'])

    place(root)


def at_most(threshold):
    """The largest single-precision number that is not above a threshold: no feature falls between them."""
    nearest = np.float32(threshold)
    # Compared in double precision: NumPy would round a Python number to the precision of the other.
    return float(nearest if float(nearest) <= threshold else np.nextafter(nearest, np.float32(-np.inf)))
