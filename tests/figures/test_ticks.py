"""An axis of components has whole numbers from 1."""

import pytest
from matplotlib.figure import Figure

from kpca.figures import ticks


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        (1, [1]),
        (5, [1, 2, 3, 4, 5]),
        (10, [*range(1, 11)]),
        (13, [1, 3, 5, 7, 9, 11, 13]),
        (20, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]),
        (21, [1, 4, 7, 10, 13, 16, 19]),
    ],
)
def test_every_component_or_every_second_or_third_has_its_number(d, expected):
    axes = Figure().subplots()
    ticks.of_components(axes, d)
    assert axes.get_xticks().tolist() == expected
