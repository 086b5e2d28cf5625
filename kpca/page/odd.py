"""Odd samples: those that make a component of a map, and those far from all others."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Indices
from kpca.interpretation import reading
from kpca.studies.fitted_variables import PLANE
from kpca.studies.solved_study import SolvedStudy

FEWEST = 10
"""Samples from which on one of them is called odd."""

HALF = 0.5
"""A sample with this share of a component makes most of it."""

FEW = 0.05
"""The largest share of samples that are called far out."""

NAMED = 3
"""The samples far out that are named: the farthest ones."""


@dataclass(frozen=True)
class Odd:
    """Odd samples of a study, by their positions.

    makes  a component from 1, the sample that makes most of it, and its share
    far    the samples far out, the farthest first
    """

    makes: list[tuple[int, int, float]]
    far: Indices


def odd(one: SolvedStudy) -> Odd:
    """The odd ones among the training samples of a study; none of few samples."""
    study, Z = one.study, one.solution.scores[:, :PLANE]
    if study.n < FEWEST or not Z.any(axis=0).all():
        return Odd([], np.empty(0, dtype=int))
    at, shares = reading.largest_shares(Z)
    makes = [(int(k) + 1, int(at[k]), float(shares[k])) for k in np.flatnonzero(shares > HALF)]
    far = reading.far_out(np.sqrt(np.maximum(one.lengths[: study.n], 0.0)))
    return Odd(makes, far if far.size <= max(1, study.n * FEW) else far[:0])


def named(studies: Iterable[SolvedStudy]) -> list[str]:
    """The names of the samples that sentences on the studies name, each once."""
    names = []
    for one in studies:
        found = odd(one)
        positions = [i for _, i, _ in found.makes] + [int(i) for i in found.far[:NAMED]]
        names += [one.study.names[i] for i in positions]
    return [*dict.fromkeys(names)]
