"""Odd samples: those that make a component, and those far out."""

import numpy as np
import pytest

from kpca.data import Vectors
from kpca.kernels import Linear
from kpca.page import interactive
from kpca.page.odd import named, odd
from kpca.studies import solving
from kpca.studies.solved_study import SolvedStudy
from kpca.studies.study import Study

NOISE = np.random.default_rng(3).normal(size=(40, 3))


def _one(changed=(), n=40):
    X = NOISE[:n].copy()
    for i, row in changed:
        X[i] = row
    names, classes = [f"s{i}" for i in range(n)], ["a"] * n
    study = Study("my", "My", Vectors(Linear(), X, X), 2, names, classes, names, classes)
    return SolvedStudy(study, solving.solve(study))


def test_a_sample_that_makes_a_component_and_those_far_out_are_odd():
    one = _one([(5, [0.0, 90.0, 0.0]), (8, [12.0, 0.0, 0.0])])
    found = odd(one)
    assert [(k, i) for k, i, _ in found.makes] == [(1, 5), (2, 8)]
    share = one.solution.scores[5, 0] ** 2 / (one.solution.scores[:, 0] ** 2).sum()
    assert found.makes[0][2] == pytest.approx(share, abs=1e-12)
    assert found.far.tolist() == [5, 8]
    assert named([one, one]) == ["s5", "s8"]


@pytest.mark.parametrize(
    "one",
    [
        pytest.param(_one(), id="noise"),
        pytest.param(_one([(5, [0.0, 90.0, 0.0])], n=9), id="few samples"),
    ],
)
def test_noise_and_few_samples_have_no_odd_ones(one):
    assert named([one]) == []
    assert odd(one).far.size == 0


def test_a_group_of_samples_is_not_odd_and_three_of_many_far_ones_are_named():
    far = [(i, [0.0, 60.0, 0.1 * i]) for i in range(8)]
    assert odd(_one(far)).far.size == 0
    X = np.vstack([NOISE, NOISE + 0.1, NOISE - 0.1])
    names, classes = [f"s{i}" for i in range(120)], ["a"] * 120
    X[[3, 50, 70, 90, 91]] += [[40, 5, 0], [3, 45, 0], [-42, 8, 0], [6, -41, 0], [-33, -33, 0]]
    study = Study("my", "My", Vectors(Linear(), X, X), 2, names, classes, names, classes)
    one = SolvedStudy(study, solving.solve(study))
    assert odd(one).makes == []
    assert odd(one).far.tolist() == [91, 50, 3, 70, 90]
    assert named([one]) == ["s91", "s50", "s3"]


def test_the_map_has_the_positions_of_odd_samples():
    one = _one([(5, [0.0, 90.0, 0.0])])
    assert interactive.described([one], ["linear"]).odd == [5]
    assert interactive.described([_one()], ["linear"]).odd == []
