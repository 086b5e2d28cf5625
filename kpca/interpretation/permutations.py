"""Which orders of samples are as likely as the given one, if their classes or values say nothing.

Any order is, if the samples are independent of each other. If they come in blocks, such as several
samples of each subject, blocks are exchanged as a whole, or samples within a block (Anderson & ter
Braak, Permutation tests for multi-factorial analysis of variance, 2003; the R package permute).
"""

import itertools
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, log, prod

import numpy as np
from scipy.special import gammaln

from kpca import by_name
from kpca.arrays import Array, Indices, Truths

MOST = 10**9
"""Assignments are counted up to this number."""


@dataclass(frozen=True)
class Exchange:
    """What the orders of n samples exchange: samples, or blocks of several.

    unit (n,)  the number of what each sample is exchanged with: its own, or that of its block
    cells      the units that are exchanged for each other, in one array or several
    reason     why nothing can be exchanged; there is no cell then
    """

    unit: Indices
    cells: tuple[Indices, ...]
    reason: str = ""

    @cached_property
    def first(self) -> Indices:
        """The first sample of each unit."""
        return np.unique(self.unit, return_index=True)[1]

    def number(self, permutations: int) -> int:
        """How many orders there are besides the given one, but at most ``permutations``."""
        every = _assignments([np.ones(len(cell), dtype=int) for cell in self.cells])
        return min(every - 1, permutations)

    def p(
        self, as_large: Array | int, permutations: int, assignments: Indices | int
    ) -> Array | float:
        """The share of the given order and of the others that fit as well, ``as_large`` of these.

        At least 1/``assignments``, which orders that were drawn may miss by chance. Not a number if
        nothing can be exchanged.
        """
        if not self.cells:
            return np.nan
        share = (1.0 + as_large) / (1.0 + self.number(permutations))
        return np.maximum(share, 1.0 / np.asarray(assignments))

    def orders(self, permutations: int, rng: np.random.Generator) -> Iterator[Indices]:
        """Orders (n,) besides the given one: so many drawn ones, or all if these are not more.

        Sample i gets what the sample ``order[i]`` has. If blocks of different sizes are exchanged,
        all samples of a block get what the first one of another block has.
        """
        order, at = np.arange(len(self.first)), np.concatenate([*self.cells, []]).astype(int)
        if self.number(permutations + 1) <= permutations:
            every = itertools.product(*map(itertools.permutations, self.cells))
            for chosen in itertools.islice(every, 1, None):
                order[at] = np.concatenate(chosen)
                yield self.first[order][self.unit]
            return
        cell = np.repeat(np.arange(len(self.cells)), [len(one) for one in self.cells])
        for _ in range(permutations):
            if len(self.cells) == 1:
                order = rng.permutation(at)
            else:
                order[at] = at[np.lexsort((rng.random(len(at)), cell))]
            yield self.first[order][self.unit]

    def assignments(self, values: Array) -> int:
        """How many assignments of values (n,) to the samples the orders make, at most ``MOST``.

        Classes that exchange their names only, which no test can tell apart, count once. So no p is
        below 1/assignments. 0 if nothing can be exchanged.
        """
        if not self.cells:
            return 0
        levels, codes = np.unique(values[self.first], return_inverse=True)
        every = _assignments([np.unique(codes[cell], return_counts=True)[1] for cell in self.cells])
        if every == MOST or levels.dtype.kind == "f":
            return every
        table = [np.bincount(codes[cell], minlength=len(levels)) for cell in self.cells]
        alike = np.unique(np.array(table), axis=1, return_counts=True)[1]
        return every // prod(map(factorial, alike.tolist()))


def exchange(values: Array, blocks: Sequence[Hashable] | None = None) -> Exchange:
    """What may be exchanged to test classes or values (n,), with the block of each sample.

    Without ``blocks`` all samples. With them whole blocks, where each has one class, or the samples
    of a block, where every block has several classes. ``exchange(values).orders(999, rng)`` are the
    orders of a test. Of anything between nothing can be exchanged.
    """
    n = np.arange(len(values))
    if blocks is None:
        return Exchange(n, (n,))
    numbers: dict[Hashable, int] = {}
    of_sample = np.array([numbers.setdefault(block, len(numbers)) for block in blocks], dtype=int)
    codes = np.unique(values, return_inverse=True)[1]
    pairs = np.unique(np.column_stack([of_sample, codes]), axis=0)
    several = np.bincount(pairs[:, 0]) > 1
    if not several.any():
        return Exchange(of_sample, (np.arange(len(numbers)),))
    if not several.all():
        what = "value" if values.dtype.kind == "f" else "class"
        one, other = (list(numbers)[int(np.argmin(of))] for of in (several, ~several))
        return Exchange(
            n,
            (),
            f"the block {str(one)!r} has one {what}, and the block {str(other)!r} several, so that "
            "neither whole blocks nor samples within a block can be permuted; allowed: blocks of "
            "one of these two kinds; leave out those of the other kind",
        )
    by_block = np.argsort(of_sample, kind="stable")
    return Exchange(n, tuple(np.split(by_block, np.cumsum(np.bincount(of_sample))[:-1])))


def of_chosen(blocks: Sequence[Hashable] | None, chosen: Truths) -> list[str] | None:
    """The blocks of the ``chosen`` (n,) samples, which take part in a test; None without blocks.

    Raises ``ValueError`` for another number of blocks, and for such a sample without one.
    """
    if blocks is None:
        return None
    if len(blocks) != len(chosen):
        raise ValueError(
            f"{len(blocks)} blocks of {len(chosen)} samples; allowed: one for each sample"
        )
    of_each = by_name.labels_of(blocks)
    for i in np.flatnonzero(chosen):
        if not of_each[i]:
            raise ValueError(
                f"the block of sample {i + 1} is {[*blocks][i]!r}; allowed: one for each sample "
                "that takes part; leave out its class or value, or name a block of its own"
            )
    return [of_each[i] for i in np.flatnonzero(chosen)]


def _assignments(cells: Sequence[Indices]) -> int:
    """In how many ways values that occur so often in each cell are arranged, up to ``MOST``."""
    of_logarithms = sum(gammaln(often.sum() + 1.0) - gammaln(often + 1.0).sum() for often in cells)
    if of_logarithms > log(MOST) + 1.0:
        return MOST
    found = 1
    for often in cells:
        for so_far, more in zip(np.cumsum(often).tolist(), often.tolist(), strict=True):
            found *= comb(so_far, more)
    return min(found, MOST)
