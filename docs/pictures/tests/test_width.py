"""The component that tells the circles apart is the one that picture and page say."""

import re

import numpy as np
import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from small_project import ROOT

from kpca.kernels import bandwidth
from width import (
    GAMMAS,
    best_component,
    circles_by_gamma,
    solved,
    told_apart,
    two_circles,
)

PAGE = (ROOT / "kpca" / "site" / "text" / "choosing.md").read_text(encoding="utf-8")
X, LABELS = two_circles()
INNER = np.array(LABELS) == "inner"
NUMBERS = {0.5: 3, 1.0: 3, 2.0: 1, 4.0: 1, 16.0: 3, 32.0: 4}


def test_a_threshold_in_either_direction_is_a_share_of_the_samples():
    inner = np.array([True, True, False, False])
    assert told_apart(np.array([1.0, 2.0, 3.0, 4.0]), inner) == 1.0
    assert told_apart(np.array([4.0, 3.0, 2.0, 1.0]), inner) == 1.0
    assert told_apart(np.array([1.0, 3.0, 2.0, 4.0]), inner) == 0.75


def test_the_component_that_tells_the_circles_apart_has_another_number_for_other_gammas():
    found = {gamma: best_component(solved(gamma), LABELS) for gamma in GAMMAS}
    assert found == {gamma: (number - 1, 1.0) for gamma, number in NUMBERS.items()}
    assert "it is component 3, 3, 1, 1, 3 and 4" in PAGE
    of_first = {gamma: told_apart(solved(gamma).scores[:, 0], INNER) for gamma in GAMMAS}
    assert {gamma for gamma, share in of_first.items() if share > 0.8} == {2.0, 4.0}


def test_the_median_heuristic_is_too_small_because_most_pairs_are_farther_apart_than_the_gap():
    gamma = bandwidth.median(X)
    assert f"It gives $\\gamma={gamma:.1f}$" in PAGE
    assert f"The median distance of all pairs is {gamma**-0.5:.2f}" in PAGE
    assert np.linalg.norm(X[~INNER], axis=1).mean() - np.linalg.norm(
        X[INNER], axis=1
    ).mean() == pytest.approx(0.7, abs=0.03)
    solution = solved(gamma)
    assert max(told_apart(z, INNER) for z in solution.scores[:, :2].T) < 0.7
    assert best_component(solution, LABELS) == (2, 1.0)


def test_the_direction_that_tells_the_circles_apart_stays_where_the_whole_space_does_not():
    gamma = bandwidth.median(X)
    V, W = (solved(factor * gamma).V[:, :3] for factor in (1.0, 4.0))
    products = V.T @ W
    of_direction = np.degrees(np.arccos(np.linalg.norm(products[2])))
    of_spaces = np.degrees(np.arccos(np.linalg.svd(products)[1].min()))
    assert f"the map of $4\\gamma$ it is {of_direction:.1f}°: this" in PAGE
    assert f"Here it is {of_spaces:.0f}°, since the two" in PAGE
    assert best_component(solved(4.0 * gamma), LABELS)[0] == 0
    of_others = np.degrees(np.arccos(np.linalg.norm(products[:2], axis=1)))
    assert (of_others > 40.0).all(), "the two directions across the circles"


def test_the_share_of_component_1_falls_where_it_tells_the_circles_apart_and_further_on():
    first = [solved(gamma).explained[0] for gamma in GAMMAS]
    assert first == sorted(first, reverse=True)
    said = re.search(r"falls from (\d+) % to (\d+) % while", PAGE)
    assert [int(share) for share in said.groups()] == [
        round(100 * share) for share in (first[0], first[-1])
    ]


def test_each_map_has_all_samples_and_the_black_bar_is_that_of_the_component():
    circles_by_gamma(figure := Figure())
    maps = [axes for axes in figure.axes if axes.get_title(loc="left") or axes.get_title()]
    bars = [axes for axes in figure.axes if axes.patches]
    assert len(maps) == len(bars) == len(GAMMAS)
    for axes in maps:
        assert sum(len(part.get_offsets()) for part in axes.collections) == len(X)
        points = np.concatenate([part.get_offsets() for part in axes.collections])
        assert np.abs(points).max() < min(axes.get_xlim()[1], axes.get_ylim()[1])
    for axes, number in zip([bars[k] for k in (0, 1, 2, 3, 4, 5)], NUMBERS.values(), strict=True):
        colors = [bar.get_facecolor() for bar in axes.patches]
        assert colors.index(to_rgba("black")) == number - 1
        assert max(bar.get_height() for bar in axes.patches) < axes.get_ylim()[1]
