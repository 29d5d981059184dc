"""The code that `train.py` and `pages.py` share: corpora, folds, LightGBM, and the model file.

Nothing here reads a page. Features, labels and the final scores come from Rust (`dehusk-train`).
"""
import json
import random
import struct
from pathlib import Path

import lightgbm as lgb
import numpy as np

# The six open corpora, which have the gold text of every page.
OPEN = ['wcxb-dev', 'daniel', 'dragnet', 'cleaneval-dev', 'cleanportaleval', 'scripts']
# The corpus of pages that the project labeled itself (`label.py`, LABELING.md): recipes, lists, shops, threads, front pages.
LABELED = 'labeled'
# The corpora with gold text of whole pages.
CORPORA = [*OPEN, LABELED]
# Corpora whose gold text is only a part of the main content, such as the ingredients and steps of a recipe. Blocks in the gold text
# are content. Of the others, only those are used, as boilerplate, that a forest trained on whole pages gives less than UNLIKELY.
PARTIAL = ['recipes', 'lists']
UNLIKELY = 0.05
# Shares of the words of a block that are in partial gold text: a block at or above MATCHED is content, and one above UNMATCHED is
# not used as boilerplate. Chosen by hand.
MATCHED, UNMATCHED = 0.8, 0.2
# The corpora that also exist in rewritten form (`rewrite.py`), and the suffix of their names. Rewritten pages are only used for
# training, in the fold of the original page; models are never tested on them.
REWRITTEN_CORPORA, REWRITTEN = OPEN[1:], '+'
# Number of folds for cross-validation.
FOLDS = 5
# Seed of folds, samples and LightGBM.
SEED = 7
# Approximate maximum number of blocks of a page that are used for training.
MAX_BLOCKS = 100
# Number of groups into which the sites of the training pages are divided. The probabilities for each group come from a forest
# trained on the other groups, so that the next forest learns from probabilities for unseen sites. Six groups are not better
# (docs/src/notebook/grain-experiments.md).
PARTS = 3
# Seed of these groups. It differs from SEED, so that the groups differ from the folds.
PARTS_SEED = 99

# Parameters of LightGBM, chosen in the experiments of docs/src/notebook/grain-experiments.md.
PARAMS = dict(
    objective='cross_entropy', learning_rate=0.09, num_leaves=31, min_data_in_leaf=60, feature_fraction=0.35,
    bagging_fraction=0.6, bagging_freq=1, max_bin=63, lambda_l2=5.0, min_sum_hessian_in_leaf=2.0,
    use_missing=False, deterministic=True, force_row_wise=True, num_threads=1, verbose=-1,
)
# A limit above every probability, which means that there is no upper limit.
NO_LIMIT = 2.0
# The first forest is small, because it only has to be right about most blocks of a page. `min` and `max` are limits for the
# probability that the previous forest gave to a block. Blocks below `min` keep this probability: the forest neither learns from
# them nor is asked about them. It learns from blocks at or above `max`, but is not asked about them either. The source of the
# numbers of trees and the limits is docs/src/notebook/grain-experiments.md.
FORESTS = [
    dict(trees=50, params=PARAMS | dict(num_leaves=15, learning_rate=0.13), min=0.0, max=NO_LIMIT),
    dict(trees=120, params=PARAMS, min=0.01, max=NO_LIMIT),
    dict(trees=200, params=PARAMS, min=0.02, max=0.97),
]


class Corpus:
    """The features and labels of one corpus. The blocks of page i are `starts[i]:starts[i + 1]`."""

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
        # Whether the label of a block is known; False for blocks of a partial corpus until `know` is called.
        self.known = np.ones(len(self.labels), bool) if name not in PARTIAL else self.labels >= MATCHED

    def know(self, probabilities):
        """Sets which blocks of a partial corpus have a known label, given the probabilities of a forest trained on whole pages."""
        is_content = self.labels >= MATCHED
        self.known = is_content | ((self.labels <= UNMATCHED) & (probabilities < UNLIKELY))

    def block_weights(self):
        """The weights of the blocks. All pages have the same weight. Within a page, the weight of a block is proportional to the
        square root of its number of words; the number is first limited to the range from 0.3 to 400. A block without a known label has the weight 0."""
        weights = np.sqrt(np.clip(self.words, 0.3, 400)) * self.known
        totals = np.bincount(self.page_of, weights, minlength=len(self.pages))
        return weights / np.maximum(totals[self.page_of], 1e-9)


def folds(sites, count=FOLDS, seed=SEED):
    """The fold of every page. `sites` has the site of each page; all pages of a site are in the same fold."""
    names = sorted(set(sites))
    random.Random(seed).shuffle(names)
    number = {site: index % count for index, site in enumerate(names)}
    return np.array([number[site] for site in sites])


def parts(sites):
    """The number of the group of every page (see `PARTS`)."""
    return folds(sites, PARTS, PARTS_SEED)


class Given:
    """The input that a forest gets from the previous forest, by the name of the corpus: `columns` has more features,
    `learned` marks the blocks to learn from, and `asked` marks the blocks that the forest is asked about."""

    def __init__(self, columns, probabilities, forest):
        self.columns = columns
        self.learned = {name: is_asked(values, forest | {'max': NO_LIMIT}) for name, values in probabilities.items()}
        self.asked = {name: is_asked(values, forest) for name, values in probabilities.items()}


def of_pages(corpus, mask, chosen):
    """A mask of the blocks that are on the masked pages and among the chosen blocks. If `chosen` is None, all are chosen."""
    blocks = mask[corpus.page_of]
    return blocks if chosen is None else blocks & chosen[corpus.name]


def is_asked(probabilities, forest):
    """A mask of the blocks that a forest is asked about. Probabilities are compared in single precision, as in Rust."""
    probabilities = probabilities.astype(np.float32)
    return (probabilities >= np.float32(forest['min'])) & (probabilities < np.float32(forest['max']))


def sample(parts, columns, given=None):
    """The rows, labels and weights of `parts`, which are tuples (corpus, page mask, weight of a page). Of a page with many
    blocks, only a sample is used, with higher weights to compensate: long pages cost time and teach little."""
    chance = np.random.RandomState(SEED)
    rows, labels, weights = [], [], []
    for corpus, mask, weight in parts:
        learned = of_pages(corpus, mask, given and given.learned) & corpus.known
        counts = np.bincount(corpus.page_of[learned], minlength=len(corpus.pages))
        share = np.minimum(1, MAX_BLOCKS / np.maximum(counts, 1))[corpus.page_of]
        blocks = np.flatnonzero(learned & (chance.random_sample(len(corpus.page_of)) < share))
        rows.append(join(corpus, blocks, columns, given))
        labels.append(corpus.labels[blocks])
        weights.append((corpus.block_weights() / share)[blocks] * weight)
    weights = np.concatenate(weights)
    return np.concatenate(rows), np.concatenate(labels), (weights / weights.mean()).astype(np.float32)


def join(corpus, blocks, columns, given):
    """The rows of some blocks: the given columns of their features, then the features from the previous forest, if any."""
    rows = corpus.rows[blocks][:, columns]
    return rows if given is None else np.concatenate([rows, given.columns[corpus.name][blocks]], 1)


def fit(parts, columns, forest, given=None, seed=SEED):
    rows, labels, weights = sample(parts, columns, given)
    data = lgb.Dataset(rows, labels, weight=weights, params=dict(max_bin=PARAMS['max_bin'], use_missing=False))
    return lgb.train(forest['params'] | {'seed': seed}, data, forest['trees'])


def answer(booster, corpus, mask, columns, given, probabilities):
    """Sets the probabilities of the blocks that the booster is asked about, on the pages in the mask."""
    blocks = np.flatnonzero(of_pages(corpus, mask, given and given.asked))
    if len(blocks):
        probabilities[blocks] = booster.predict(join(corpus, blocks, columns, given))


def write_model(forests, table, path, about, fingerprint):
    """Writes the model file in the format that the Rust module `model.rs` of grain reads. `forests` has a pair for
    each entry of `FORESTS`: the booster, and the index of the feature in each of its columns."""
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
            out.write(struct.pack('<IIIff', len(trees), len(nodes), len(leaves), forest['min'], forest['max']))
            out.write(b''.join(struct.pack('<II', *tree) for tree in trees))
            out.write(b''.join(struct.pack('<fHBB', *node) for node in nodes))
            out.write(b''.join(struct.pack('<f', leaf) for leaf in leaves))


def flatten(root, nodes, leaves, columns):
    """Appends the nodes and the leaves of a tree. Leaves are stored from left to right. A node is stored after its left subtree
    and before its right subtree."""
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
    """The largest single-precision number that is not above the threshold. Features have single precision, so no feature lies
    between the two, and a comparison with either gives the same result."""
    nearest = np.float32(threshold)
    # `float` makes this a comparison in double precision; otherwise NumPy would round the threshold first.
    return float(nearest if float(nearest) <= threshold else np.nextafter(nearest, np.float32(-np.inf)))
