"""Pre-images of scores: where the iteration starts, in which memory, and what did not converge."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning

from kpca import KernelPCA
from kpca.estimators import inverse
from kpca.kernels import RBF
from kpca.preimages.fixed_point import FixedPoint
from kpca.solvers.elements import KernelElements

DIGITS = load_digits().data / 8.0 - 1.0
SMALL, NEW = DIGITS[:200], DIGITS[1000:1050]


def test_a_pre_image_starts_at_the_sample_with_the_nearest_scores():
    points = np.array([[0.0, 0.0], [3.0, 1.0], [6.0, 0.0], [10.0, 0.1], [3.0, -1.2]])
    model = KernelPCA(2, kernel="rbf", gamma=0.02, fit_inverse_transform=True).fit(points)
    scores = np.array([[a, b] for a in np.linspace(-0.6, 0.6, 13) for b in (-0.2, 0.0, 0.2)])
    elements = KernelElements(RBF(0.02), points)
    _, starts = inverse.target_of(scores, model.solution_, elements)
    far = np.linalg.norm(scores[:, None] - model.X_transformed_fit_, axis=2)
    np.testing.assert_array_equal(starts, points[far.argmin(axis=1)])
    by_vectors = np.linalg.norm(scores[:, None] - model.eigenvectors_, axis=2).argmin(axis=1)
    assert (by_vectors != far.argmin(axis=1)).any(), "the control: eigenvectors in place of scores"


def test_pre_images_of_many_points_take_parts_of_the_memory(monkeypatch):
    model = KernelPCA(4, kernel="rbf", gamma=0.02, fit_inverse_transform=True).fit(SMALL)
    scores = model.transform(NEW)
    at_once = model.inverse_transform(scores)
    rows, target = [], inverse.target_of

    def counted(beta, *others):
        rows.append(len(beta))
        return target(beta, *others)

    monkeypatch.setattr(inverse, "target_of", counted)
    model.set_params(max_memory=16 * 8 * 200 * 20)
    np.testing.assert_allclose(model.inverse_transform(scores), at_once, atol=1e-12)
    assert rows == [20, 20, 10]


def test_pre_images_that_did_not_converge_are_one_warning_with_their_numbers(monkeypatch):
    model = KernelPCA(4, kernel="rbf", gamma=0.02, fit_inverse_transform=True).fit(SMALL)
    scores = model.transform(NEW[:7])
    expected = model.inverse_transform(scores)
    lost = scores[[1, 5], 0]

    def method(target, start):
        reached = FixedPoint()(target, start)
        return replace(reached, converged=~np.isin(target.beta[:, 0], lost))

    monkeypatch.setattr("kpca.estimators.inverse.preferred", lambda kernel: method)
    # Three points at a time.
    model.set_params(max_memory=16 * 8 * 200 * 3)
    with pytest.warns(ConvergenceWarning, match=r"for 2 of 7 pre-images: number 2, 6; ") as raised:
        points = model.inverse_transform(scores)
    assert len(raised) == 1
    np.testing.assert_allclose(points, expected, rtol=0, atol=1e-12)
