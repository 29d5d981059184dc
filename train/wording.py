"""Learns a weight for each word in classes and ids: a logistic regression whose input is the sum over the containers around a
block. Only words that many sites of several corpora use have one, so that no site's own names are learned."""
import numpy as np

LEAST_SITES = 15
LEAST_CORPORA = 2
STEPS = 60
RATE = 0.05
DECAY = 0.002


class Paths:
    """The containers of all pages of a corpus by depth, for sums along paths."""

    def __init__(self, corpus, folder):
        name = corpus.name
        counts = np.array([page['containers'] for page in corpus.pages])
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        words = np.array([page['words'] for page in corpus.pages])
        parents = np.load(folder / f'{name}.containers.npy')[:, 0]
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
        while len(at):  # containers stand after their parents: every round reaches one level
            ready = known[self.parents[at]]
            level = at[ready]
            self.levels.append(level)
            known[level] = True
            at = at[~ready]

    def values(self, table):
        """The five features of `rows/wording.rs` for each block; table: (sorted hashes, weights)."""
        own = np.zeros(len(self.parents), np.float32)
        hashes, weights = table
        if len(hashes):
            index = np.clip(np.searchsorted(hashes, self.word), 0, len(hashes) - 1)
            hit = hashes[index] == self.word
            own += np.bincount(
                self.word_container[hit], weights[index[hit]], minlength=len(own)).astype(np.float32)
        path, least, most = own.copy(), np.minimum(own, 0), np.maximum(own, 0)
        for level in self.levels[1:]:
            up = self.parents[level]
            path[level] += path[up]
            least[level] = np.minimum(least[up], least[level])
            most[level] = np.maximum(most[up], most[level])
        at = self.block_container
        parent = self.parents[at]
        near = own[at] + own[parent] + own[self.parents[parent]]
        return np.stack([own[at], near, path[at], least[at], most[at]], 1)


def vocabulary(parts):
    """Words on enough sites of enough corpora; parts: (corpus, paths, page mask)."""
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
    kept = [word for word, count in sites.items() if count >= LEAST_SITES and corpora[word] >= LEAST_CORPORA]
    return np.array(sorted(kept), np.uint32)


def learn(parts, weights_of):
    """The table of weights; parts: (corpus, paths, page mask, weight of a page)."""
    hashes = vocabulary([part[:3] for part in parts])
    data = []
    for corpus, paths, mask, weight in parts:
        index = np.clip(np.searchsorted(hashes, paths.word), 0, max(len(hashes) - 1, 0))
        hit = (hashes[index] == paths.word) & mask[paths.word_page]
        blocks = np.flatnonzero(mask[corpus.page_of])
        data.append((paths, paths.word_container[hit], index[hit], blocks, corpus.labels[blocks],
                     weights_of(corpus)[blocks] * weight))
    total = sum(part[5].sum() for part in data)
    weights, bias = np.zeros(len(hashes)), -1.5
    mean, spread = np.zeros(len(hashes) + 1), np.zeros(len(hashes) + 1)
    for step in range(1, STEPS + 1):
        gradient, of_bias = DECAY * weights, 0.0
        for paths, container, word, blocks, labels, block_weights in data:
            sums = np.bincount(container, weights[word], minlength=len(paths.parents))
            for level in paths.levels[1:]:
                sums[level] += sums[paths.parents[level]]
            at = paths.block_container[blocks]
            error = (1 / (1 + np.exp(-(sums[at] + bias))) - labels) * block_weights / total
            of_bias += error.sum()
            back = np.bincount(at, error, minlength=len(paths.parents))
            for level in reversed(paths.levels[1:]):
                np.add.at(back, paths.parents[level], back[level])
            gradient = gradient + np.bincount(word, back[container], minlength=len(hashes))
        slope = np.append(gradient, of_bias)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.999 * spread + 0.001 * slope**2
        move = RATE * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)
        weights, bias = weights - move[:-1], bias - move[-1]
    return hashes, weights.astype(np.float32)
