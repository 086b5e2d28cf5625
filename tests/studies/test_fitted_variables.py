"""Variables are fitted to the scores on all components, numbers and classes alike."""

import numpy as np
import pytest

from kpca.formulations import dual
from kpca.interpretation import supplementary
from kpca.studies.fitted_variables import SEED, fit
from kpca.studies.variables import Variables

X = np.array(
    [[4.0, 1.0, 0.5], [-3.0, 2.5, 1.0], [1.0, -2.0, 2.0], [0.5, 1.5, -3.0], [-2.5, -3.0, -0.5]]
)
PH = np.array([[5.5, 2.0], [7.25, 9.0], [6.0, 1.0], [4.75, 4.0], [8.0, 7.0]])
LAND, SOIL = ("wet", "dry", "dry", "wet", "wet"), ("clay", "peat", "clay", "clay", "peat")


def test_each_number_and_each_factor_is_fitted_to_all_components():
    solution = dual.fit(X @ X.T, 3)
    found = fit(Variables(("pH", "lime"), PH, ("land", "soil"), (LAND, SOIL)), solution)
    assert (found.names, list(found.factors)) == (("pH", "lime"), ["land", "soil"])
    Z = solution.scores
    expected = supplementary.fitted(Z, PH, seed=SEED)
    np.testing.assert_array_equal(found.numbers.correlations, expected.correlations)
    for classes, factor in ((LAND, "land"), (SOIL, "soil")):
        names = found.factors[factor].levels
        means = [[z[[c == name for c in classes]].mean() for z in Z.T] for name in names]
        assert sorted(names) == sorted(set(classes))
        assert found.factors[factor].centroids == pytest.approx(np.array(means), abs=1e-14)
