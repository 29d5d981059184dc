"""Learns weights of words with two logistic regressions.

The first regression gives a weight to each word in classes and ids; its input for a block is the words of all containers around
the block. The second gives a weight to each word in labels (blocks of a few words); its input is the words of the label. A word
gets a weight only if many sites use it; a word in classes must also be used in several corpora, so that names specific to a
site are not learned. The constants were chosen in the experiments of docs/src/notebook/grain-experiments.md.
"""
import numpy as np

# Minimum number of sites, and of corpora, that must use a word in classes or ids.
MIN_SITES = 15
MIN_CORPORA = 2
# Minimum number of sites that must use a word in labels.
MIN_LABEL_SITES = 12
# Gradient descent: number of steps, learning rate, and L2 regularization of both regressions.
STEPS = 60
RATE = 0.05
DECAY = 0.002
LABEL_DECAY = 0.0002
# Number of ancestors of a block for which the first block inside the ancestor gives a feature. Must equal the Rust code.
FIRST_LEVELS = 3


class Paths:
    """The containers of all pages of a corpus, grouped by depth, so that values can be summed along paths from the root."""

    def __init__(self, corpus, folder):
        name = corpus.name
        counts = np.array([page['containers'] for page in corpus.pages])
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        words = np.array([page['words'] for page in corpus.pages])
        containers = np.load(folder / f'{name}.containers.npy')
        parents, self.plain, self.styled = containers[:, 0].copy(), containers[:, 1].copy(), containers[:, 2].copy()
        pairs = np.load(folder / f'{name}.words.npy')
        page_of = np.repeat(np.arange(len(counts)), counts)
        self.page_of = page_of
        self.parents = parents + self.starts[:-1][page_of]
        self.word_page = np.repeat(np.arange(len(words)), words)
        self.word_container = pairs[:, 0] + self.starts[:-1][self.word_page]
        self.word = pairs[:, 1].view(np.uint32)
        self.block_container = corpus.container + self.starts[:-1][corpus.page_of]
        depth = np.zeros(len(parents), np.int32)
        roots = np.zeros(len(parents), bool)
        roots[self.starts[:-1][counts > 0]] = True
        self.levels = [np.flatnonzero(roots)]
        children = ~roots
        at = np.flatnonzero(children)
        known = roots.copy()
        while len(at):  # Each iteration adds the next level.
            ready = known[self.parents[at]]
            level = at[ready]
            self.levels.append(level)
            known[level] = True
            at = at[~ready]

    def values(self, table):
        """The five word features of each block, as in the Rust module `wording.rs`. `table` is (sorted hashes, weights)."""
        own = np.zeros(len(self.parents), np.float32)
        hashes, weights = table
        if len(hashes):
            index = np.clip(np.searchsorted(hashes, self.word), 0, len(hashes) - 1)
            hit = hashes[index] == self.word
            own += np.bincount(
                self.word_container[hit], weights[index[hit]], minlength=len(own)).astype(np.float32)
        path, minimum, maximum = own.copy(), np.minimum(own, 0), np.maximum(own, 0)
        for level in self.levels[1:]:
            up = self.parents[level]
            path[level] += path[up]
            minimum[level] = np.minimum(minimum[up], minimum[level])
            maximum[level] = np.maximum(maximum[up], maximum[level])
        at = self.block_container
        parent = self.parents[at]
        near = own[at] + own[parent] + own[self.parents[parent]]
        return np.stack([own[at], near, path[at], minimum[at], maximum[at]], 1)


class Labels:
    """The terms of all labels of a corpus."""

    def __init__(self, corpus, folder, shape, is_heading):
        pairs = np.load(folder / f'{corpus.name}.terms.npy')
        counts = np.array([page['terms'] for page in corpus.pages])
        self.word_page = np.repeat(np.arange(len(counts)), counts)
        self.word_block = pairs[:, 0] + corpus.starts[:-1][self.word_page]
        self.word = pairs[:, 1].view(np.uint32)
        self.blocks = len(corpus.labels)
        self.length = np.maximum(np.bincount(self.word_block, minlength=self.blocks), 1)
        self.is_label = np.bincount(self.word_block, minlength=self.blocks) > 0
        index = np.arange(self.blocks)
        last = np.maximum.accumulate(np.where(is_heading, index, -1))
        self.heading = np.where(last >= shape.start, last, -1)
        self.before, self.after = index - 1 >= shape.start, index + 1 < shape.end
        self.firsts = [shape.first[ancestor] for ancestor in shape.ancestors[:FIRST_LEVELS]]

    def values(self, table):
        """The term features of each block, as in the Rust module `terms.rs`. `table` is (sorted hashes, weights)."""
        hashes, weights = table
        sums = np.zeros(self.blocks)
        if len(hashes):
            index = np.clip(np.searchsorted(hashes, self.word), 0, len(hashes) - 1)
            hit = hashes[index] == self.word
            sums = np.bincount(self.word_block[hit], weights[index[hit]], minlength=self.blocks)
        mean, index = sums / self.length, np.arange(self.blocks)
        columns = [sums, mean, np.where(self.heading >= 0, mean[self.heading], 0)]
        columns.append(np.where(self.before, mean[np.maximum(index - 1, 0)], 0))
        columns.append(np.where(self.after, mean[np.minimum(index + 1, self.blocks - 1)], 0))
        columns += [mean[first] for first in self.firsts]
        return np.stack(columns, 1).astype(np.float32)


class Descent:
    """The Adam optimizer, for the weights and the bias of a logistic regression."""

    def __init__(self, count):
        self.weights, self.step = np.append(np.zeros(count), -1.5), 0
        self.mean, self.spread = np.zeros(count + 1), np.zeros(count + 1)

    def move(self, gradient):
        self.step += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.spread = 0.999 * self.spread + 0.001 * gradient**2
        mean, spread = self.mean / (1 - 0.9**self.step), self.spread / (1 - 0.999**self.step)
        self.weights = self.weights - RATE * mean / (np.sqrt(spread) + 1e-8)


def learn_labels(parts, weights_of):
    """Learns the table of weights of words in labels. `parts` are tuples (corpus, labels, page mask, weight of a page)."""
    hashes = vocabulary([part[:3] for part in parts], MIN_LABEL_SITES, 1)
    data = []
    for corpus, labels, mask, weight in parts:
        index = np.clip(np.searchsorted(hashes, labels.word), 0, max(len(hashes) - 1, 0))
        hit = (hashes[index] == labels.word) & mask[labels.word_page]
        blocks = np.flatnonzero(mask[corpus.page_of] & labels.is_label)
        position = np.full(labels.blocks, -1)
        position[blocks] = np.arange(len(blocks))
        at = labels.word_block[hit]
        data.append((position[at], index[hit], 1 / np.sqrt(labels.length[at]), corpus.labels[blocks],
                     weights_of(corpus)[blocks] * weight))
    total = sum(part[4].sum() for part in data)
    descent = Descent(len(hashes))
    for _ in range(STEPS):
        gradient = np.append(LABEL_DECAY * descent.weights[:-1], 0.0)
        for at, word, scale, labels, block_weights in data:
            sums = np.bincount(at, descent.weights[word] * scale, minlength=len(labels)) + descent.weights[-1]
            error = (1 / (1 + np.exp(-sums)) - labels) * block_weights / total
            gradient[:-1] += np.bincount(word, error[at] * scale, minlength=len(hashes))
            gradient[-1] += error.sum()
        descent.move(gradient)
    return hashes, descent.weights[:-1].astype(np.float32)


def vocabulary(parts, min_sites, min_corpora):
    """The sorted hashes of the words that at least `min_sites` sites and `min_corpora` corpora use. A corpus counts only if at
    least two of its sites use the word. `parts` are tuples (corpus, paths or labels, page mask)."""
    sites, corpora = {}, {}
    for corpus, paths, mask in parts:
        names = sorted(set(corpus.sites))
        number = {site: index for index, site in enumerate(names)}
        site_of = np.array([number[site] for site in corpus.sites])
        chosen = mask[paths.word_page]
        pairs = np.unique(
            paths.word[chosen].astype(np.uint64) << np.uint64(32) | site_of[paths.word_page[chosen]].astype(np.uint64))
        found, counts = np.unique(pairs >> np.uint64(32), return_counts=True)
        for word, count in zip(found.tolist(), counts.tolist()):
            sites[word] = sites.get(word, 0) + count
            corpora[word] = corpora.get(word, 0) + (count > 1)
    kept = [word for word, count in sites.items() if count >= min_sites and corpora[word] >= min_corpora]
    return np.array(sorted(kept), np.uint32)


def learn(parts, weights_of):
    """Learns the table of weights of words in classes and ids. `parts` are tuples (corpus, paths, page mask,
    weight of a page)."""
    hashes = vocabulary([part[:3] for part in parts], MIN_SITES, MIN_CORPORA)
    data = []
    for corpus, paths, mask, weight in parts:
        index = np.clip(np.searchsorted(hashes, paths.word), 0, max(len(hashes) - 1, 0))
        hit = (hashes[index] == paths.word) & mask[paths.word_page]
        blocks = np.flatnonzero(mask[corpus.page_of])
        data.append((paths, paths.word_container[hit], index[hit], blocks, corpus.labels[blocks],
                     weights_of(corpus)[blocks] * weight))
    total = sum(part[5].sum() for part in data)
    descent = Descent(len(hashes))
    for _ in range(STEPS):
        weights, bias = descent.weights[:-1], descent.weights[-1]
        gradient = np.append(DECAY * weights, 0.0)
        for paths, container, word, blocks, labels, block_weights in data:
            sums = np.bincount(container, weights[word], minlength=len(paths.parents))
            for level in paths.levels[1:]:
                sums[level] += sums[paths.parents[level]]
            at = paths.block_container[blocks]
            error = (1 / (1 + np.exp(-(sums[at] + bias))) - labels) * block_weights / total
            back = np.bincount(at, error, minlength=len(paths.parents))
            for level in reversed(paths.levels[1:]):
                np.add.at(back, paths.parents[level], back[level])
            gradient[:-1] += np.bincount(word, back[container], minlength=len(hashes))
            gradient[-1] += error.sum()
        descent.move(gradient)
    return hashes, descent.weights[:-1].astype(np.float32)
