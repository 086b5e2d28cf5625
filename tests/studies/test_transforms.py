"""Each transform against its formula in literal numbers, and what cannot be transformed."""

import numpy as np
import pytest

from kpca.studies.transforms import TRANSFORMS, transformed
from kpca.tables.samples import Samples

X = np.array([[4.0, 9.0, 3.0], [1.0, 0.5, 6.0]])
LOGS = [
    [1.3862943611198906, 2.1972245773362196, 1.0986122886681098],
    [0.0, -0.6931471805599453, 1.791759469228055],
]
MEANS_OF_LOGS = [[1.5607104090414066], [0.3662040962227033]]
EXPECTED = {
    "relative": [[0.25, 0.5625, 0.1875], [2 / 15, 1 / 15, 0.8]],
    "hellinger": [
        [0.5, 0.75, 0.4330127018922193],
        [0.3651483716701107, 0.2581988897471611, 0.8944271909999159],
    ],
    "chord": X / np.array([[10.295630140987], [6.103277807866851]]),
    "clr": np.array(LOGS) - np.array(MEANS_OF_LOGS),
    "rclr": np.array(LOGS) - np.array(MEANS_OF_LOGS),
    "log": LOGS,
    "log1p": np.log(X + 1.0),
    "sqrt": [[2.0, 3.0, 1.7320508075688772], [1.0, 0.7071067811865476, 2.449489742783178]],
    "presence": [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
}
PLANTED = {
    "relative": lambda X: X / X.sum(axis=0),
    "hellinger": lambda X: np.sqrt(X / X.sum(axis=0)),
    "chord": lambda X: X / np.linalg.norm(X, axis=0),
    "clr": lambda X: np.log(X) - np.log(X).mean(axis=0),
    "rclr": lambda X: np.log(X) - np.log(X).mean(axis=0),
}
"""The same by columns, which a careless author could have written."""


def _samples(X):
    return Samples(X, ["a", "b", "c"][: X.shape[1]], ["first", "second"], ["u", "v"])


@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_transform_has_the_values_of_its_formula(name):
    given = transformed(name, _samples(X), 0.0, "t.csv")
    np.testing.assert_allclose(given.X, EXPECTED[name], rtol=1e-13, atol=1e-15)
    assert (given.columns, given.names, given.labels) == (
        ["a", "b", "c"],
        ["first", "second"],
        ["u", "v"],
    )


SIGNED = np.array([[-3.0, -4.0, 0.0], [2.0, -6.0, -3.0]])
ZERO = [[0.0, 4.0], [3.0, 1.0]]


@pytest.mark.parametrize(
    ("name", "X", "pseudocount", "expected"),
    [
        ("chord", SIGNED, 0.0, [[-0.6, -0.8, 0.0], [2 / 7, -6 / 7, -3 / 7]]),
        ("chord", [[-5.0, 5.0], [-3.0, 4.0]], 0.0, [[-(0.5**0.5), 0.5**0.5], [-0.6, 0.8]]),
        ("log1p", SIGNED / 8.0, 0.0, np.log([[0.625, 0.5, 1.0], [1.25, 0.25, 0.625]])),
        ("presence", [[0.0, 3.0], [0.25, 0.0]], 0.0, [[0, 1], [1, 0]]),
        ("log", [[0.0, 3.5], [7.0, 1.0]], 0.5, np.log([[0.5, 4.0], [7.5, 1.5]])),
        ("relative", ZERO, 0.0, [[0.0, 1.0], [0.75, 0.25]]),
        ("hellinger", ZERO, 0.0, [[0.0, 1.0], [np.sqrt(0.75), 0.5]]),
        ("chord", ZERO, 0.0, [[0.0, 1.0], [3 / np.sqrt(10), 1 / np.sqrt(10)]]),
        ("sqrt", ZERO, 0.0, [[0.0, 2.0], [np.sqrt(3.0), 1.0]]),
        ("log1p", ZERO, 0.0, [[0.0, np.log(5.0)], [np.log(4.0), np.log(2.0)]]),
    ],
)
def test_signs_are_kept_and_zeros_stay_where_no_logarithm_is_taken_or_a_pseudocount_is_added(
    name, X, pseudocount, expected
):
    found = transformed(name, _samples(np.array(X)), pseudocount, "t.csv").X
    np.testing.assert_allclose(found, expected, rtol=1e-14, atol=0.0)


@pytest.mark.parametrize("name", PLANTED)
def test_by_columns_the_values_would_be_others(name):
    assert np.abs(PLANTED[name](X) - EXPECTED[name]).min() > 0.01


@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_sample_is_transformed_by_itself(name):
    alone = _samples(X[1:])
    both = transformed(name, _samples(X), 0.0, "t.csv").X
    np.testing.assert_allclose(transformed(name, alone, 0.0, "t.csv").X, both[1:], rtol=1e-15)


SPARSE = np.array([[4.0, 0.0, 3.0, 1.0], [0.5, 6.0, 0.0, 2.0], [0.0, 9.0, 7.0, 5.0]])
BY_VEGAN = [
    [0.55799214452389045, 0.0, 0.270310072072109664, -0.828302216596000118],
    [-1.29040033696929690, 1.19450631281870345, 0.0, 0.095894024150593671],
    [0.0, 0.27970036439434187, 0.028385936113435539, -0.308086300507777411],
]
"""decostand(SPARSE, "rclr") of vegan 2.6-4, printed with 17 digits."""


def test_zeros_have_no_part_in_the_mean_logarithm_of_rclr_and_stay_zeros():
    samples = Samples(SPARSE, list("abcd"), list("xyz"), list("xyz"))
    found = transformed("rclr", samples, 0.0, "t.csv").X
    np.testing.assert_allclose(found, BY_VEGAN, rtol=1e-14, atol=1e-16)
    assert (found[SPARSE == 0.0] == 0.0).all()
    of_all = np.where(SPARSE > 0.0, np.log(SPARSE + (SPARSE == 0.0)), 0.0).mean(axis=1)
    planted = np.where(SPARSE > 0.0, np.log(SPARSE + (SPARSE == 0.0)) - of_all[:, None], 0.0)
    assert np.abs(planted - BY_VEGAN).max() > 0.1, "the control: zeros count in the mean"


def test_rclr_of_a_sample_without_zeros_is_clr_and_has_no_unit():
    X = np.array([[4.0, 9.0, 3.0], [1e-300, 0.0, 3e-300]])
    found = TRANSFORMS["rclr"].of(X)
    np.testing.assert_allclose(found[0], TRANSFORMS["clr"].of(X[:1])[0], rtol=1e-14)
    # The mean of log 1 and log 3 is log(3) / 2.
    np.testing.assert_allclose(found[1], [-0.5493061443340549, 0, 0.5493061443340549], rtol=1e-12)


@pytest.mark.parametrize("unit", [1e-200, 1e-320, 1e200, 1e307])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("chord", [2 / 7, 3 / 7, 6 / 7]),
        ("relative", [2 / 11, 3 / 11, 6 / 11]),
        ("hellinger", np.sqrt([2 / 11, 3 / 11, 6 / 11])),
    ],
)
def test_shares_and_directions_have_no_unit_however_small_or_large_the_numbers(
    name, expected, unit
):
    # Beside a sample of usual size, which has no part in it.
    found = TRANSFORMS[name].of(np.array([[2.0 * unit, 3.0 * unit, 6.0 * unit], [3.0, 4.5, 9.0]]))
    np.testing.assert_allclose(found[0], expected, rtol=1e-3 if unit < 1e-310 else 1e-14)
    np.testing.assert_allclose(found[1], expected, rtol=1e-14)
