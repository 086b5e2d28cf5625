"""What a map may show, in numbers, against values by hand."""

import numpy as np
import pytest

from kpca.interpretation.reading import (
    along_circle,
    far_out,
    has_gap,
    largest_gap,
    largest_shares,
    share_bent,
    too_close,
)

T = np.array([-3.0, -2.0, -0.5, 0.0, 1.0, 1.5, 3.0])


def _scores(second):
    return np.column_stack([T, second - second.mean()])


@pytest.mark.parametrize(
    ("second", "share"),
    [
        (T**2, 1.0),
        (-1e-200 * (2.0 * T**2 + 1.0), 1.0),
        (np.array([4.0, 4.0, -1.0, 0.0, 0.5, 2.0, 9.5]), 0.8949197),
        (0.0 * T, 0.0),
    ],
)
def test_the_share_of_a_bent_component_is_that_of_a_parabola(second, share):
    assert share_bent(_scores(second)) == pytest.approx(share, abs=1e-6)


def test_a_line_explains_nothing_of_an_uncorrelated_component_and_a_cubic_is_no_parabola():
    cubic = T**3 - T * (T**4).sum() / (T**2).sum()
    design = np.column_stack([np.ones(7), T, T**2])
    left = cubic - design @ np.linalg.lstsq(design, cubic, rcond=None)[0]
    expected = 1.0 - (left**2).sum() / ((cubic - cubic.mean()) ** 2).sum()
    assert share_bent(_scores(cubic)) == pytest.approx(expected, abs=1e-12)
    assert expected < 0.5
    assert share_bent(T[:, None]) == 0.0


def test_values_beyond_three_quartile_ranges_are_far_out():
    """Quartiles 2 and 4: the fence is at 10."""
    values = np.array([1.0, 2, 10.5, 3, 4, 2, 10, 4, 30, 3, 2])
    assert np.quantile(values, [0.25, 0.75]).tolist() == [2, 7]
    assert far_out(values).tolist() == [8]
    assert far_out(np.array([1.0, 2, 2, 3, 3, 3, 4, 4, 10.5])).tolist() == [8]
    assert far_out(np.array([1.0, 2, 2, 3, 3, 3, 4, 4, 10])).tolist() == []
    assert far_out(-values).tolist() == []


@pytest.mark.parametrize("unit", [1.0, 1e-300, 1e300])
def test_the_shares_of_a_sum_of_squares_descend_in_any_unit(unit):
    order, shares = largest_shares(unit * np.array([-2.0, 3.0, -1.0]))
    assert order.tolist() == [1, 0, 2]
    np.testing.assert_allclose(shares, [9 / 14, 4 / 14, 1 / 14], rtol=1e-14, atol=0.0)


@pytest.mark.parametrize(("second", "close"), [(6.1, True), (5.9, False)])
def test_variances_within_a_standard_error_are_too_close(second, close):
    """sqrt(2/12.5) is 0.4: the standard error of 10 is 4."""
    assert too_close(np.array([10.0, second, 1.0]), 12.5).tolist() == [close, False]


@pytest.mark.parametrize("n", [20, 200])
def test_a_gap_is_rare_among_numbers_spread_evenly_and_a_tenth_lies_on_each_side(n):
    """The gap is 3 log n / n of the range, and a little more or less."""
    rng, few = np.random.default_rng(n), max(3, n // 10)
    for part in (few, n // 2):
        for share, holds in ((1.02, True), (0.98, False)):
            x = 3.0 * np.log(n) / n * share
            at = (1.0 - x) * part / n
            lower, upper = np.linspace(0.0, at, part), np.linspace(at + x, 1.0, n - part)
            z = rng.permutation(np.concatenate([lower, upper]))
            assert has_gap(7.0 * z - 2.0) is has_gap(-z) is holds
    tail = np.append(np.linspace(0.6, 1.0, n - few + 1), np.zeros(few - 1))
    assert not any(map(has_gap, (tail, np.zeros(n), np.arange(2.0))))


def test_the_largest_gap_is_a_share_of_the_range_and_values_equal_up_to_rounding_are_not_far():
    assert largest_gap(np.array([3.0, -1.0, 0.0, 7.0])) == 0.5
    equal = np.array([1.0] * 9 + [1.0 + 1e-15])
    assert far_out(equal).tolist() == []
    assert far_out(np.array([1.0] * 9 + [1.1])).tolist() == [9]


def test_an_arc_of_any_size_and_place_is_on_a_circle_with_one_opening():
    angles = np.radians(np.linspace(40.0, 320.0, 29))
    arc = np.column_stack([np.cos(angles), np.sin(angles)])
    for Z in (arc, 1e200 * arc, 3.0 * arc - [5.0, 2.0]):
        off, opening, next_one, middle = along_circle(Z)
        assert off < 1e-12
        assert (round(opening, 6), round(next_one, 6), round(middle, 6)) == (80.0, 10.0, 0.5)
    # Quartiles 20 and 200 degrees after the opening of 100 of 360.
    some = np.radians([0.0, 20.0, 110.0, 200.0, 260.0]) + 2.0
    assert along_circle(np.column_stack([np.cos(some), np.sin(some)]))[3] == pytest.approx(
        180.0 / 260.0, abs=1e-9
    )
    radii = np.where(np.arange(29) % 2, 1.1, 0.9)
    assert 0.09 < along_circle(radii[:, None] * arc)[0] < 0.11
