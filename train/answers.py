"""Turns the probabilities of one forest into features for the next one, for all pages of a corpus at once.

The Rust file `answers.rs` of grain does the same for one page. `train.py` checks that both give the same features, so the
constants here and there must be equal.
"""
import numpy as np

# Windows over which probabilities are averaged, as the number of blocks on each side of a block.
WINDOWS = (1, 3, 8, 25)
# LEVELS is the number of ancestors of a block that have features. GROUP_LEVELS is the number of ancestors that form groups of
# similar containers.
LEVELS, GROUP_LEVELS = 4, 2
# A block above this probability counts as certain content.
SURE = 0.5
# A page has one landmark for each of these shares: the deepest container with at least this share of the expected content.
LANDMARKS = (0.5, 0.8)


class Shape:
    """The containers of all pages of a corpus, with sums over their descendants and with the ancestors of each block."""

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
        self.ancestors = []
        for _ in range(LEVELS):
            self.ancestors.append(at)
            at = self.outer[at]
        self.root = paths.starts[:-1][corpus.page_of]
        self.page_root = paths.starts[:-1][paths.page_of]
        self.start, self.end = corpus.starts[:-1][corpus.page_of], corpus.starts[1:][corpus.page_of]
        page = self.page_of.astype(np.int64) << 33
        number = lambda hashes: np.unique(page | hashes.view(np.uint32).astype(np.int64), return_inverse=True)[1]
        plain, styled = number(paths.plain), number(paths.styled)
        self.groups = [styled[self.of_block], plain[self.of_block]]
        self.groups += [styled[ancestor] for ancestor in self.ancestors[:GROUP_LEVELS]]

    def inside(self, values):
        """The sum of `values` over each container and its descendants."""
        values = values.astype(float)
        for level in reversed(self.levels[1:]):
            values += np.bincount(self.parents[level], values[level], minlength=len(values))
        return values

    def window(self, values, reach):
        """The sum of `values` over each block and `reach` blocks on each side, within the page."""
        sums, index = np.concatenate([[0], np.cumsum(values)]), np.arange(len(values))
        return sums[np.minimum(index + reach + 1, self.end)] - sums[np.maximum(index - reach, self.start)]

    def meet(self, landmarks):
        """For each block, the deepest container around it that also contains the landmark of the page or is the landmark, and
        the child of this container that contains the block."""
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
    """The features in the list from `Answer` to the end, with a row for each block. `given` has the probability of each block."""
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
    for ancestor in shape.ancestors:
        columns += [mean[ancestor], share(inside[ancestor], total)]
    pages = len(corpus.pages)
    of_page = lambda values: np.bincount(corpus.page_of, values, minlength=pages)[corpus.page_of]
    page_mass = np.maximum(shape.mass[shape.root], 1)
    sure, sure_expected = of_page(mass * (given > SURE)), of_page(expected * (given > SURE))
    highest = np.zeros(pages)
    np.maximum.at(highest, corpus.page_of, given)
    columns += [total, mean[shape.root], sure / page_mass, sure_expected / np.maximum(sure, 1), highest[corpus.page_of]]
    columns += ranks(shape, given, mass, expected, total, page_mass)
    for min_share in LANDMARKS:
        columns += landmark(shape, inside, mean, total, min_share)
    for group in shape.groups:
        group_sums = np.bincount(group, expected)
        columns += [(group_sums / np.maximum(np.bincount(group, mass), 1))[group], share(group_sums[group], total)]
    return np.stack(columns, 1).astype(np.float32)


def ranks(shape, given, mass, expected, total, page_mass):
    """Features of each block if exactly the blocks that are at least as probable were kept: their share of the page and of the
    expected content, their expected F1, the best expected F1 of the page, and the ratio of the two."""
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


def landmark(shape, inside, mean, total, min_share):
    """Features of the position of each block relative to the landmark of its page."""
    is_enough = inside >= min_share * np.maximum(inside[shape.page_root], 1e-9)
    at = np.full(len(shape.corpus.pages), -1)
    # Containers with at least half of the expected content are nested, so the last of them is the deepest.
    np.maximum.at(at, shape.page_of, np.where(is_enough, np.arange(len(is_enough)), -1))
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

