"""Transforms, distances and fits of variables against the packages vegan and cluster of R.

Skipped where there is no Rscript with them.
"""

import numpy as np
import pytest
from r_packages import output, rscript

from kpca.studies.transforms import TRANSFORMS


@pytest.fixture(scope="module")
def vegan():
    return rscript("vegan")


def _numbers(text, columns):
    return np.array(text.split(), dtype=float).reshape(-1, columns)


COUNTS = np.random.default_rng(8).poisson(2.0, size=(12, 7)) * [1.0, 0.5, 3.0, 10.0, 1.0, 2.5, 1.0]
IN_R = f"x <- matrix(c({', '.join(f'{value:g}' for value in COUNTS.ravel())}), 12, byrow = TRUE)"
# From version 2.7 vegan has NA for zeros, unless it predicts them.
DECOSTAND = (
    "suppressMessages(library(vegan)); {data}; new <- packageVersion('vegan') >= '2.7';"
    "y <- if (new) decostand(x, '{name}', impute = FALSE) else decostand(x, '{name}');"
    "y[is.na(y)] <- 0; cat(format(t(y), digits = 17))"
)


@pytest.mark.parametrize(
    ("name", "method"),
    [("rclr", "rclr"), ("hellinger", "hellinger"), ("relative", "total"), ("chord", "normalize")],
)
def test_a_transform_has_the_values_of_decostand(vegan, name, method):
    assert (COUNTS == 0.0).any(axis=1).sum() > 5
    theirs = _numbers(output(vegan, DECOSTAND.format(data=IN_R, name=method)), 7)
    np.testing.assert_allclose(TRANSFORMS[name].of(COUNTS), theirs, rtol=1e-13, atol=1e-15)
