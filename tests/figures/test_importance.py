"""Which columns have a bar."""

import numpy as np

from kpca.figures import importance
from kpca.interpretation.importance import Importance

RNG = np.random.default_rng(51)


def _found(q, d, samples=40):
    permutation = RNG.uniform(0.1, 1.0, size=(q, d))
    return Importance(permutation, 0.05 * permutation, [], samples, 40)


def test_the_largest_of_any_component_are_shown_in_the_order_of_the_first():
    found = _found(26, 3)
    found.permutation[4, 0] = 2.0
    found.permutation[9, :2] = [0.001, 3.0]
    chosen = importance.most_important(found, 3)
    assert len(chosen) == 20
    assert chosen[0] == 4
    assert chosen[-1] == 9
    assert (np.diff(found.permutation[chosen, 0]) <= 0).all()
