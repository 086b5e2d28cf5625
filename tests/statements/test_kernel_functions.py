"""Helpers of the statements on kernels: thresholds, features, expansions."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca.kernels import Lift
from kpca.statements import check, kernel_functions


@pytest.mark.parametrize(
    ("z", "inner", "share"),
    [
        ([1.0, 2.0, 3.0, 4.0], [True, True, False, False], 0.0),
        ([1.0, 2.0, 3.0, 4.0], [False, False, True, True], 0.0),
        ([1.0, 2.0, 3.0, 4.0], [True, False, True, False], 0.25),
        ([1.0, 2.0, 3.0, 4.0], [False, True, True, False], 0.25),
        ([1.0, 1.0, 1.0, 1.0], [True, True, False, False], 0.5),
        ([4.0, 1.0, 3.0, 2.0], [False, True, False, False], 0.0),
    ],
)
def test_the_share_on_the_wrong_side_is_that_of_the_best_threshold(z, inner, share):
    assert kernel_functions._share_wrong(np.array(z), np.array(inner)) == share


def test_a_constant_stands_beside_one_a_hundredth_smaller_and_one_larger():
    after, allowed, controls = kernel_functions._beside(0.5, 0.1, lambda c: abs(c - 2.0), 2.0)
    assert (after, allowed) == ([0.5, 0.5], 0.1)
    np.testing.assert_allclose(controls, [0.02, 0.02], rtol=1e-12)


@pytest.mark.parametrize("factor", [0.1, 100.0])
def test_k3_counts_points_of_either_circle_on_the_wrong_side(factor, monkeypatch):
    """With heights of 0.009 and 0.1 all lie below the plane, with 9 and 100 all above: half."""
    lift = Lift.features
    monkeypatch.setattr(Lift, "features", lambda *a: lift(*a) * [1.0, 1.0, factor])
    part = check.STATEMENTS["K3"].parts(SimpleNamespace(X_unit=np.eye(2)))
    assert part["share on the wrong side"][0] == 0.5
