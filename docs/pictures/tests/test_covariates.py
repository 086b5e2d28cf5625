"""Regression on the batch tells the classes apart, and a shift of the columns does not."""

import numpy as np
from matplotlib.figure import Figure

import covariates
from kpca.kernels import Lift
from width import told_apart

X, OUTER, SECOND = covariates.samples()


def test_the_batch_hides_the_class_until_it_is_regressed_out_of_the_features():
    before, after = (told_apart(Z[:, 0], OUTER) for Z in covariates.maps())
    assert before < 0.85
    assert after == 1.0


def test_without_the_batch_both_batches_have_the_same_mean_feature():
    *_, Z = covariates.maps()
    np.testing.assert_allclose(Z[SECOND].mean(axis=0), Z[~SECOND].mean(axis=0), atol=1e-12)


def test_subtracting_the_mean_of_each_batch_from_the_columns_does_not_help():
    shifted = X - np.where(SECOND[:, None], X[SECOND].mean(axis=0), X[~SECOND].mean(axis=0))
    Z = covariates.scores_without(Lift()(shifted, shifted), np.ones((len(X), 1)))
    assert told_apart(Z[:, 0], OUTER) < 0.85


def test_each_sample_is_drawn_in_both_maps():
    covariates.batch_removed(figure := Figure())
    for axes, Z in zip(figure.axes, covariates.maps(), strict=True):
        drawn = np.vstack([part.get_offsets() for part in axes.collections])
        assert {tuple(point) for point in drawn} == {tuple(point) for point in Z}
