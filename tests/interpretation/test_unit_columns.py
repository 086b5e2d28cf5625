"""Which columns vary, and their length whatever their mean and unit."""

import numpy as np
import pytest

from kpca.interpretation.unit_columns import of_length_one, varies

Y = np.array([3.0, -1.0, -6.0, 4.0])
STILL = {
    "one value": [0.1, 0.1, 0.1, 0.1],
    "one value up to rounding": [0.1 + 0.2, 0.3, 0.3, 0.3],
    "zeros": [0.0, 0.0, 0.0, 0.0],
}


@pytest.mark.parametrize("case", STILL)
def test_a_column_that_varies_by_rounding_becomes_zero(case):
    X = np.column_stack([Y, STILL[case]])
    assert varies(X).tolist() == [True, False]
    unit, lengths = of_length_one(X)
    assert not unit[:, 1].any()
    assert lengths[1] == 1.0


@pytest.mark.parametrize("mean", [0.0, 7.5, 2.0**40])
@pytest.mark.parametrize("unit", [1.0, 2.0**-600, 2.0**600])
def test_neither_the_mean_nor_the_unit_of_a_column_counts(mean, unit):
    """3, -1, -6, 4 have the sum of squares 62."""
    found, lengths = of_length_one(unit * (mean + Y)[:, None])
    np.testing.assert_allclose(found[:, 0], Y / np.sqrt(62.0), rtol=1e-14)
    np.testing.assert_allclose(lengths, unit * np.sqrt(62.0), rtol=1e-14)


def test_the_rounding_of_a_large_mean_does_not_stay_in_the_column():
    """Of 3,000 values near 1e8/3 the mean is rounded by as much as these differ."""
    signs = np.resize([1.0, -1.0, 1.0], 3000)
    x = 1e8 / 3.0 + 2.0**-25 * signs
    unit, lengths = of_length_one(x[:, None])
    assert abs(unit.sum()) < 1e-10
    # A third of the signs are -1: the variance is 8/9 of the square.
    assert lengths[0] == pytest.approx(2.0**-25 * np.sqrt(3000 * 8 / 9), rel=1e-12, abs=0.0)
