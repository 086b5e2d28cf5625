"""A map of cities has north on top, whatever the signs of the components."""

import numpy as np
import pytest
from drawn import drawn, solution

from kpca.data import Distances
from kpca.figures import geography
from kpca.studies.study import Study

NAMES = ["Lisbon", "Vienna", "Rome", "Stockholm"]
PLACE = np.array([[-4.0, 0.0], [4.0, 1.0], [1.0, -3.0], [2.0, 5.0]])


def _study(names=NAMES, components=2):
    D = np.linalg.norm(PLACE[:, None] - PLACE[None], axis=2)
    return Study("cities", "Cities", Distances(D, D, D), components, names, names, names, names)


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_lisbon_is_in_the_west_and_stockholm_in_the_north(signs):
    assert (geography.facing_north(NAMES, PLACE * signs) == PLACE).all()


def test_only_a_study_with_two_axes_and_the_four_cities_has_a_map():
    assert geography.has_cities(_study())
    assert not geography.has_cities(_study(components=1))
    assert not geography.has_cities(_study(names=["Lisbon", "Vienna", "Rome", "Oslo"]))


def test_the_alt_text_names_the_outermost_cities_and_counts_negative_eigenvalues():
    found = solution([4e6, 1e6, 0.0, -1e6], 2)
    figure, words = drawn(geography.europe, _study(), found)
    assert {text.get_text() for text in figure.axes[0].texts} == set(NAMES)
    assert figure.axes[1].get_title(loc="left") == "negative mass 16.7%"
    assert words.alt.startswith("Left: 4 cities with their names, from ")
    assert words.alt.endswith("fall from 4 to -1 million km²; 1 are negative beyond rounding.")
