"""What one forest makes of a page, as features of the next: what `rows/answers.rs` does, for all pages of a corpus at once. `train.py`
compares the two."""
import numpy as np

WINDOWS = (1, 3, 8, 25)
LEVELS, GROUP_LEVELS = 4, 2
SURE = 0.5
LANDMARKS = (0.5, 0.8)


class Shape:
    """The containers of a corpus: sums over what is inside them, and the ways up from each block."""

    def __init__(self, corpus, paths):
        self.corpus, self.parents, self.levels = corpus, paths.parents, paths.levels
        self.of_block, self.page_of = paths.block_container, paths.page_of
        count = len(self.parents)
        self.blocks = self.inside(np.bincount(self.of_block, minlength=count))
        self.mass = self.inside(np.bincount(self.of_block, corpus.mass, minlength=count))
        index = np.arange(len(corpus.mass))
        self.first, self.last = np.full(count, 1 << 40), np.full(count, -1)
        np.minimum.at(self.first, self.of_block, index)
        np.maximum.at(self.last, self.of_block, index)
        self.outer, self.depth = np.arange(count), np.zeros(count, int)
        for level in reversed(self.levels[1:]):
            np.minimum.at(self.first, self.parents[level], self.first[level])
            np.maximum.at(self.last, self.parents[level], self.last[level])
        for depth, level in enumerate(self.levels[1:], 1):
            up = self.parents[level]
            self.outer[level] = np.where(self.blocks[up] > self.blocks[level], up, self.outer[up])
            self.depth[level] = depth
        at = np.where(self.blocks[self.of_block] > 1, self.of_block, self.outer[self.of_block])
        self.ways = []
        for _ in range(LEVELS):
            self.ways.append(at)
            at = self.outer[at]
        self.root = paths.starts[:-1][corpus.page_of]
        self.page_root = paths.starts[:-1][paths.page_of]
        self.start, self.end = corpus.starts[:-1][corpus.page_of], corpus.starts[1:][corpus.page_of]
        page = self.page_of.astype(np.int64) << 33
        number = lambda hashes: np.unique(page | hashes.view(np.uint32).astype(np.int64), return_inverse=True)[1]
        plain, styled = number(paths.plain), number(paths.styled)
        self.groups = [styled[self.of_block], plain[self.of_block]]
        self.groups += [styled[way] for way in self.ways[:GROUP_LEVELS]]

    def inside(self, values):
        """Sums over containers and all that is inside them."""
        values = values.astype(float)
        for level in reversed(self.levels[1:]):
            values += np.bincount(self.parents[level], values[level], minlength=len(values))
        return values

    def window(self, values, reach):
        sums, index = np.concatenate([[0], np.cumsum(values)]), np.arange(len(values))
        return sums[np.minimum(index + reach + 1, self.end)] - sums[np.maximum(index - reach, self.start)]

    def meet(self, landmarks):
        """Of each block's container the deepest one that holds it and its page's landmark, and the one right inside."""
        around = np.zeros(len(self.parents), bool)
        at = landmarks
        while len(at):
            around[at] = True
            up = self.parents[at]
            at = up[up != at]
        meet, branch = np.arange(len(around)), np.arange(len(around))
        for level in self.levels[1:]:
            up = self.parents[level]
            meet[level] = np.where(around[level], level, np.where(around[up], up, meet[up]))
            branch[level] = np.where(around[level] | around[up], level, branch[up])
        return meet[self.of_block], branch[self.of_block]


def features(shape, given):
    """The features from `Answer` on, a row for each block; `given` has the probability of each."""
    corpus, given = shape.corpus, given.astype(np.float32).astype(float)
    mass, expected = corpus.mass.astype(float), given * corpus.mass
    share = lambda part, whole: part / np.maximum(whole, 1e-9)
    columns, index = [given], np.arange(len(given))
    for step in (1, 2):
        before, after = index - step, index + step
        columns.append(np.where(before >= shape.start, given[np.maximum(before, 0)], -1))
        columns.append(np.where(after < shape.end, given[np.minimum(after, len(given) - 1)], -1))
    for reach in WINDOWS:
        columns.append(shape.window(expected, reach) / np.maximum(shape.window(mass, reach), 1))
    inside = shape.inside(np.bincount(shape.of_block, expected, minlength=len(shape.parents)))
    mean, total = inside / np.maximum(shape.mass, 1), inside[shape.root]
    for way in shape.ways:
        columns += [mean[way], share(inside[way], total)]
    pages = len(corpus.pages)
    of_page = lambda values: np.bincount(corpus.page_of, values, minlength=pages)[corpus.page_of]
    page_mass = np.maximum(shape.mass[shape.root], 1)
    sure, sure_expected = of_page(mass * (given > SURE)), of_page(expected * (given > SURE))
    most = np.zeros(pages)
    np.maximum.at(most, corpus.page_of, given)
    columns += [total, mean[shape.root], sure / page_mass, sure_expected / np.maximum(sure, 1), most[corpus.page_of]]
    columns += ranks(shape, given, mass, expected, total, page_mass)
    for least in LANDMARKS:
        columns += landmark(shape, inside, mean, total, least)
    for group in shape.groups:
        of_group = np.bincount(group, expected)
        columns += [(of_group / np.maximum(np.bincount(group, mass), 1))[group], share(of_group[group], total)]
    return np.stack(columns, 1).astype(np.float32)


def ranks(shape, given, mass, expected, total, page_mass):
    corpus = shape.corpus
    order = np.lexsort((-given, corpus.page_of))

    def so_far(values):
        sums = np.cumsum(values[order])
        found = np.empty(len(values))
        found[order] = sums - np.concatenate([[0], sums])[shape.start[order]]
        return found

    kept, found = so_far(mass), so_far(expected)
    f1 = 2 * found / np.maximum(kept + total, 1e-9)
    best = np.zeros(len(corpus.pages))
    np.maximum.at(best, corpus.page_of, f1)
    best = best[corpus.page_of]
    return [kept / page_mass, found / np.maximum(total, 1e-9), f1, best, f1 / np.maximum(best, 1e-9)]


def landmark(shape, inside, mean, total, least):
    enough = inside >= least * np.maximum(inside[shape.page_root], 1e-9)
    at = np.full(len(shape.corpus.pages), -1)
    # Those with so much of it stand inside each other: the last one is the deepest.
    np.maximum.at(at, shape.page_of, np.where(enough, np.arange(len(enough)), -1))
    meet, branch = shape.meet(at[at >= 0])
    at = at[shape.corpus.page_of]
    return [
        shape.depth[at] - shape.depth[meet],
        shape.depth[shape.of_block] - shape.depth[meet],
        mean[at],
        shape.mass[at] / np.maximum(shape.mass[shape.root], 1),
        mean[branch],
        inside[branch] / np.maximum(total, 1e-9),
        shape.mass[branch] / np.maximum(shape.mass[at], 1),
        (np.arange(len(total)) - shape.first[at]) / np.maximum(shape.last[at] - shape.first[at] + 1, 1),
    ]

