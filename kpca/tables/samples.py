"""Samples as vectors: names and labels, equal samples, columns that dominate or say nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from kpca.arrays import Array, Indices, Truths
from kpca.tables.messages import INSIDE, setting
from kpca.tables.wording import counted, listed, some

NO_LABEL = "no label"
"""The label of a sample whose cell in the column of labels is empty."""


@dataclass(frozen=True)
class Samples:
    """Points X (n, q) with the names of their columns, and a name and a label for each.

    ``remarks`` are sentences on the data that are no errors: samples left out, or a column that
    looks like an identifier. ``left_out`` has the columns of the table that are not data, and what
    each is instead. ``classes`` are the texts of each column of texts that is data, by name: X has
    their positions (``kpca.tables.classes``). ``metadata`` has the values (n,) of columns that are
    not data (``kpca.tables.metadata``). ``weights`` (n,) say how many samples each stands for; None
    if each counts once. ``blocks`` (n,) are those of the samples, such as the subject of each; None
    if it is not said.
    """

    X: Array
    columns: list[str]
    names: list[str]
    labels: list[str]
    remarks: list[str] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=dict)
    metadata: dict[str, Array] = field(default_factory=dict)
    weights: Array | None = None
    blocks: list[str] | None = None

    def taken(self, chosen: Indices) -> "Samples":
        """Some of the samples, by their numbers from 0."""
        names, labels = ([texts[i] for i in chosen] for texts in (self.names, self.labels))
        metadata = {name: values[chosen] for name, values in self.metadata.items()}
        weights = None if self.weights is None else self.weights[chosen]
        blocks = self.blocks and [self.blocks[i] for i in chosen]
        of_each = {"names": names, "labels": labels, "metadata": metadata, "weights": weights}
        return replace(self, X=self.X[chosen], blocks=blocks, **of_each)

    @property
    def are_classes(self) -> Truths:
        """Which columns (q,) have texts."""
        return np.array([name in self.classes for name in self.columns], dtype=bool)

    @property
    def of_numbers(self) -> "Samples":
        """The samples with the columns of numbers only."""
        if not self.classes:
            return self
        columns = [name for name in self.columns if name not in self.classes]
        return replace(self, X=self.X[:, ~self.are_classes], columns=columns, classes={})


def oriented(given: Samples, is_transposed: bool) -> str:
    """What was read as samples and as variables, which no program can know of every table.

    ``is_transposed`` says that the samples are columns of the file.
    """
    samples, variables = ("columns", "rows") if is_transposed else ("rows", "columns")
    read = (
        f"{counted(len(given.names), 'sample')} ({samples}: {listed(given.names, 3)}) of "
        f"{counted(len(given.columns), 'variable')} ({variables}: {listed(given.columns, 3)})"
    )
    if is_transposed:
        return read
    return f"{read}; if your samples are the columns, write " + setting(transpose=True) + INSIDE


DOMINATING = 0.9
"""Columns, or a sample, with a larger share of the variance dominate the others."""

FEWEST_BESIDE = 6
"""Columns of which two may dominate the others."""


def outweighing(X: Array, weights: Array | None = None) -> dict[int, float]:
    """One or two columns of X (n, q) with nearly all of the variance, and their shares, if any.

    Distances, inner products and every kernel then depend on little but these columns. The samples
    may have ``weights`` (n,).
    """
    centered = X - np.average(X, axis=0, weights=weights)
    size = np.abs(centered).max()
    if X.shape[1] < 2 or not 0.0 < size < np.inf:
        return {}
    variance = np.average((centered / size) ** 2, axis=0, weights=weights)
    shares = variance / variance.sum()
    largest = np.argsort(-shares, kind="stable")[: 2 if X.shape[1] >= FEWEST_BESIDE else 1]
    for few in (largest[:1], largest):
        if shares[few].sum() >= DOMINATING:
            return {int(j): float(shares[j]) for j in few}
    return {}


def of_variance(columns: Sequence[str], few: Mapping[int, float]) -> str:
    """Which share of the variance ``few`` of the columns have; "" for none of them."""
    have = f"{' and '.join(repr(columns[j]) for j in few)} {'has' if len(few) == 1 else 'have'}"
    shares = " and ".join(f"{100 * share:.4g}" for share in few.values())
    return f"{have} {shares} % of the variance" if few else ""


def dominating(X: Array, columns: list[str], weights: Array | None = None) -> list[str]:
    """A remark on columns of X (n, q) that outweigh all others, if there are some."""
    few = of_variance(columns, outweighing(X, weights))
    if not few:
        return []
    return [
        f"{few}, which dominates the distances; if the columns have different units, take "
        + setting(standardize=True)
        + " or another unit"
    ]


FEWEST_SAMPLES = 4
"""Fewer samples than these may be as far from each other as they like."""


def without_one(X: Array, weights: Array | None = None) -> tuple[int, float]:
    """The row of X (n, q) that adds most to the squared distances from the mean, and its share.

    The share is of the sum of squares that is gone without the row. An outlier can have all of
    that, but at most (n - 1)/n of the squared distances themselves, as it moves the mean. With
    ``weights`` (n,) r, which add up to N, the row is gone with all its copies, and n/(n - 1) is
    N/(N - r).
    """
    n, r = len(X), np.ones(len(X)) if weights is None else weights
    if not X.size:
        return 0, 0.0
    centered = X - np.average(X, axis=0, weights=weights)
    size = np.abs(centered).max(initial=0.0)
    if n < FEWEST_SAMPLES or not 0.0 < size < np.inf:
        return 0, 0.0
    squares = r * ((centered / size) ** 2).sum(axis=1)
    gone = squares * (r.sum() / (r.sum() - r))
    i = int(gone.argmax())
    return i, float(gone[i] / squares.sum())


def dominating_sample(X: Array, names: list[str], weights: Array | None = None) -> list[str]:
    """A remark on a sample of X (n, q) without which nearly all of the variance is gone."""
    i, share = without_one(X, weights)
    if share < DOMINATING:
        return []
    return [
        f"without sample {names[i]!r}, {100 * share:.4g} % of the squared distances from the mean "
        "are gone, so that the first component shows little but this sample; if it is none, or to "
        "leave it out, write " + setting(omit_samples=[names[i]]) + INSIDE
    ]


def without_values(X: Array, columns: list[str]) -> list[str]:
    """A remark on columns of X (n, q) that have one value in all samples, if there are any."""
    still = [columns[j] for j in np.flatnonzero(np.ptp(X, axis=0) == 0.0)]
    return [f"{have(still)} one value only, and cannot tell samples apart"] if still else []


MOST_LISTED = 10


def have(columns: list[str]) -> str:
    """The subject of a sentence with its verb: column 'a' has, or columns 'a' and 'b' have."""
    noun, verb = ("column", "has") if len(columns) == 1 else ("columns", "have")
    return f"{noun} {listed([*map(repr, columns)], MOST_LISTED)} {verb}"


def first_equal(rows: Array) -> Indices:
    """Index (n,) of the first row that equals each of the rows (n, k)."""
    _, first, back = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first[back.ravel()]


def equal(first: Indices, names: list[str]) -> list[str]:
    """A remark on samples that are equal to another one, from the ``first`` (n,) equal to each."""
    again = [(i, j) for i, j in enumerate(first) if j != i]
    if not again:
        return []
    pairs = some([f"{names[i]} = {names[j]}" for i, j in again])
    are = "sample is" if len(again) == 1 else "samples are"
    return [f"{len(again)} {are} equal to another one: {pairs}"]


def apart(names: list[str], of_others: list[str]) -> list[str]:
    """Names of new samples, with "new" before them if they are also names of other samples."""
    while not set(names).isdisjoint(of_others):
        names = [f"new {name}" for name in names]
    return names
