"""New digits vary less on the components than those which gave the components."""

import numpy as np

from kpca.demonstrations.inflated_variance import COMPONENTS, Inflated, inflated


def test_new_images_vary_less_and_left_out_images_correct_it():
    found = inflated(3)
    assert found.training.shape == found.new.shape == found.left_out.shape == (3, COMPONENTS)
    assert (found.before < 1.0).all()
    assert found.before[-10:].mean() < found.before[:10].mean()
    assert abs(found.pooled.mean() - 1.0) < 0.15
    assert (found.training == inflated(1).training[0]).any(axis=1).tolist() == [True, False, False]


def test_ratios_are_means_over_the_sets():
    found = Inflated(np.array([[2.0], [4.0]]), np.array([[1.0], [2.0]]), np.array([[1.0], [1.0]]))
    assert found.before.tolist() == [0.5]
    assert found.pooled.tolist() == [1.5]
    assert found.after.tolist() == [(2.0 + 8.0) / 2.0 / 3.0]
