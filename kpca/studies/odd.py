"""Odd samples: those that make a component of a map, and those far from all others."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array, Indices
from kpca.data import Vectors
from kpca.interpretation import reading
from kpca.interpretation.reading import FENCE
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study

FEWEST, FEWEST_FAR = 20, 10
"""Samples from which on one of them makes most of a component, or lies far out. Of ten normally
distributed ones in three columns, one has more than half of a component in 24 % of tables."""

HALF = 0.5
"""A sample with this share of a component makes most of it."""

FEW = 0.05
"""The largest share of samples that are called far out."""

NAMED = 3
"""The most odd samples that a verdict names."""

PAIR, FEWEST_OF_PAIR = 0.75, 30
"""Two samples with this share make most of a component, too, if there are so many samples."""

RULE = (
    "A sample is odd only if it makes most of axis 1 or 2, alone or with another one, or lies more "
    f"than {FENCE:g} quartile ranges farther from the mean than three quarters of the samples, a "
    "distance that is not drawn."
)
"""What makes a sample odd, for a caption; ``odd`` has the numbers."""


@dataclass(frozen=True)
class Odd:
    """Odd samples of a study, by their positions.

    makes  a component from 1, the sample or the two samples that make most of it, and their share
    far    the samples far out, the farthest first; none if they are more than ``FEW``
    is_without  whether there is none of either kind, and the samples are enough to know it
    """

    makes: list[tuple[int, tuple[int, ...], float]]
    far: Indices
    is_without: bool = False

    @property
    def samples(self) -> list[int]:
        """The positions of all, those that make a component first."""
        makers = [i for _, samples, _ in self.makes for i in samples]
        return [*dict.fromkeys([*makers, *map(int, self.far)])]


def odd(one: Study) -> Odd:
    """The odd ones among the training samples of a study; none of few samples or with weights."""
    Z = one.solution.scores[:, :PLANE]
    if one.n < FEWEST_FAR or one.weights is not None or not Z.any(axis=0).all():
        return Odd([], np.empty(0, dtype=int))
    shown = Z.T if one.n >= FEWEST else []
    makes = [(k + 1, *made) for k, z in enumerate(shown) if (made := _makers(z))]
    far = reading.far_out(np.sqrt(np.maximum(one.training_lengths, 0.0)))
    are_few = far.size <= max(1, one.n * FEW)
    return Odd(makes, far if are_few else far[:0], not makes and not far.size)


def _makers(scores: Array) -> tuple[tuple[int, ...], float] | None:
    """The one or two samples that make most of a component, and their share; None without them."""
    order, shares = reading.largest_shares(scores)
    if shares[0] > HALF:
        return (int(order[0]),), float(shares[0])
    if len(scores) >= FEWEST_OF_PAIR and shares[:2].sum() > PAIR:
        return (int(order[0]), int(order[1])), float(shares[:2].sum())
    return None


def columns(study: Study, at: int) -> list[str]:
    """The one or two columns in which a sample differs most from the others; none if they are more.

    More than ``HALF`` of its squared differences from the medians of the columns, as the kernel
    sees them, are in one column, or more than ``PAIR`` in two of at least three. Distances that are
    not Euclidean are no sums of them and are left out.
    """
    if not isinstance(study.data, Vectors) or study.origin.distance or len(study.columns) < PLANE:
        return []
    X = study.data.X
    order, shares = reading.largest_shares(X[at] - np.median(X, axis=0))
    few = 1 if shares[0] > HALF else 2 if len(shares) > PLANE and shares[:2].sum() > PAIR else 0
    return [study.columns[j] for j in order[:few]]


def named(studies: Iterable[Study]) -> list[str]:
    """The names of the odd samples of the studies, each once."""
    return [*dict.fromkeys(one.names[i] for one in studies for i in odd(one).samples)]
