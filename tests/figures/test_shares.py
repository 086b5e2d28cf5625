"""Shares of all samples together, and of components."""

import numpy as np
from drawn import drawn, solution

from kpca.figures import shares


def test_all_samples_together_have_a_share_on_the_map_and_one_on_all_components():
    Z = np.array([[1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
    assert shares.of_all_together(Z, 5.0, "") == (
        "of all samples together, over the trace: 60.00%, 80.00%"
    )
    assert shares.of_all_together(Z[:, :1], 4.0, "sum of |μ|") == (
        "of all samples together, over the trace: 50.00%; the explained shares are over the sum of "
        "|μ|"
    )
    assert shares.of_all_together(Z, 0.0, "").endswith("no share, the trace is not positive")


def test_bars_of_components_that_were_not_kept_are_gray():
    kept = solution([5.0, 3.0, 1.5, 0.5, 1e-9], 2, 1e-6)
    figure, _ = drawn(
        lambda figure: shares.scree(figure.subplots(), kept, np.array([np.nan, np.nan]))
    )
    colors = [bar.get_facecolor() for bar in figure.axes[0].patches]
    assert colors[0] == colors[1] != colors[2] == colors[3]
    assert len({*colors[2][:3]}) == 1


def test_the_largest_negative_eigenvalues_are_bars_below_zero_in_the_same_units(monkeypatch):
    monkeypatch.setattr(shares, "MOST_BARS", 2)
    mu = [5.0, 3.0, 1e-9, -0.5, -1.0, -1.5]
    figure, _ = drawn(
        lambda figure: shares.scree(figure.subplots(), solution(mu, 2, 1e-6), np.full(2, np.nan))
    )
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    np.testing.assert_allclose(heights, 100 * np.array([5.0, 3.0, -1.0, -1.5]) / 11.0, atol=1e-9)
