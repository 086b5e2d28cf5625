"""The influence of a flower is what a solution without it says, and makes the standard error."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.datasets import load_iris

import left_out
from kpca import KernelPCA


def test_without_a_flower_the_share_moves_by_its_influence_to_first_order():
    moves, again = left_out.by_influence()[0], left_out.solved_again()
    assert np.abs(moves - again).max() < 0.05 * np.abs(again).max()
    without_mean = moves + left_out.iris()[1][0] / 149
    assert np.abs(without_mean - again).max() > 0.5 * np.abs(again).max()


def test_the_standard_error_is_that_of_the_model_and_of_all_moves():
    moves, error = left_out.by_influence()
    model = KernelPCA(2, kernel="linear").fit(load_iris().data)
    of_model = model.explained_variance_ratio_standard_error_[0]
    assert error == pytest.approx(of_model, rel=1e-9, abs=0.0)
    assert error == pytest.approx(149 / 150 * np.sqrt((moves**2).sum()), rel=1e-12, abs=0.0)


def test_the_circle_is_the_flower_that_moves_the_share_most():
    words = left_out.one_left_out(figure := Figure())
    at = int(np.abs(left_out.solved_again()).argmax())
    (x,), (y,) = figure.axes[0].get_lines()[1].get_data()
    assert (x, y) == tuple(left_out.iris()[0][at])
    assert f"{100 * left_out.solved_again()[at]:+.2f} points" in words.caption
