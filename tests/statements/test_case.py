"""A case has the letters that its study allows, and None for the others."""

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram, split

from kpca import arithmetic, kernels
from kpca.centering import center
from kpca.data import Distances, Gram, Vectors
from kpca.distances import squared_distances
from kpca.kernels import bandwidth
from kpca.solvers.solution import Solution
from kpca.statements import every
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS
from kpca.statements.ledger import LEDGER


def test_every_letter_of_every_statement_is_a_letter_of_a_case():
    case = Case.of(STUDIES["poly"])
    for statement in STATEMENTS.values():
        for letter in statement.letters:
            assert hasattr(case, letter), (statement.id, letter)


def test_known_solutions_are_taken_and_not_computed_again():
    case = Case.of(STUDIES["poly"], dual="mine")
    assert case.dual == "mine"


def test_given_distances_have_no_points_no_features_and_no_kernel():
    D = np.array([[0.0, 1.0, 3.0], [1.0, 0.0, 1.0], [3.0, 1.0, 0.0]])
    case = Case(Distances(D, D, D), 1)
    assert case.X is None
    assert case.Phi_new is None
    assert case.K_psd is None
    assert case.linear is None
    assert (case.D_other == D).all()


def test_euclidean_distances_are_no_other_distances():
    X = np.random.default_rng(0).normal(size=(6, 2))
    D = np.sqrt(squared_distances(X, X))
    assert Case(Distances(D, D, D), 1).D_other is None
    line = split(np.arange(8.0)[:, None], ["a"] * 8, kernels.Linear(), 2, 1)
    assert Case.of(line).D_other is None


def test_points_that_all_coincide_are_no_points_for_pca():
    X = np.ones((5, 2))
    assert Case(Vectors(kernels.RBF(1.0), X, X), 1).X is None


def test_fifty_digits_go_through_every_letter():
    case = Case.of(STUDIES["poly"])
    small = Case(Vectors(case.kernel, case.X[:8], case.X_new[:2]), 3).with_fifty_digits()
    for letter in ("X", "K", "K_new", "D2", "Phi", "D", "D_other"):
        assert arithmetic.is_fifty_digits(getattr(small, letter)), letter
    assert arithmetic.is_fifty_digits(small.dual.scores)
    assert small.ascents is None


def test_the_checks_come_in_the_order_of_the_ledger():
    ids = [check.id for check in every.execute(Case.of(STUDIES["rbf"]))]
    assert ids == [id for id in LEDGER if id in ids]


def test_a_formulation_that_cannot_distinguish_all_components_from_0_gives_the_others():
    K = gram(SPECTRA["steep"])
    case = Case(Gram(K, K, K), 15)
    assert case.dual.split_group is None
    assert 1 <= case.formulations["generalized"].components < 15
    check = STATEMENTS["E11"].on(case)
    assert check.agrees
    assert check.decided < check.entries


def test_pca_has_as_many_components_as_the_points():
    X = np.random.default_rng(0).normal(size=(20, 2)) * [3.0, 1.0]
    case = Case(Vectors(kernels.RBF(1.0), X, X[:2]), 6)
    assert {solution.components for solution in case.linear.values()} == {2}
    assert set(case.linear) == {"covariance", "kernel", "distances", "peer"}


@pytest.mark.parametrize(
    ("kernel", "positive"),
    [
        (kernels.Linear(), True),
        (kernels.Lift(), True),
        (kernels.RBF(1.0), True),
        (kernels.Polynomial(1.0, 2, 0.0), True),
        (kernels.Polynomial(1.0, 2, -1e-9), False),
        (kernels.Sigmoid(1.0, 0.0), False),
    ],
    ids=str,
)
def test_theory_says_of_these_kernels_that_they_are_positive_semi_definite(kernel, positive):
    X = np.random.default_rng(0).normal(size=(5, 2))
    case = Case(Vectors(kernel, X, X), 1)
    assert (case.kernel_psd is not None) == positive
    assert (case.K_psd is not None) == positive


def test_tables_with_more_columns_than_the_limit_have_no_covariance():
    X = np.random.default_rng(0).normal(size=(4, 2001))
    assert Case(Vectors(kernels.Linear(), X, X), 1).Y is None
    narrow = Case(Vectors(kernels.Linear(), X[:, :2000], X[:, :2000]), 1)
    assert narrow.Y.shape == (4, 2000)
    assert "covariance" not in Case(Vectors(kernels.Linear(), X, X), 1).linear
    assert "covariance" in narrow.linear


def test_the_rounding_error_of_all_samples_grows_with_far_new_samples():
    X = np.array([[1.0], [2.0]])
    case = Case(Vectors(kernels.Linear(), X, np.array([[100.0]])), 1)
    assert case.joint_error == pytest.approx(1e4 * 2.0**-53, rel=1e-12, abs=0.0)
    assert case.element_error == pytest.approx(4.0 * 2.0**-53, rel=1e-12, abs=0.0)
    given = Case(Gram(X @ X.T, X @ X.T, X @ X.T), 1)
    assert given.joint_error == 0.0


def _gram_case(spectrum, components):
    K = gram(np.array(spectrum))
    return Case(Gram(K, K, K), components)


@pytest.mark.parametrize(
    ("spectrum", "components", "columns"),
    [
        ([3.0, 2.0, 1.0, 0.5], 4, 2),
        ([3.0, 2.0, 1.0, 0.5], 1, 1),
        ([3.0, 2.0, 1.0], 3, 2),
        ([3.0, 2.0], 2, 1),
        ([3.0, 2.0, 1e-6], 2, 1),
    ],
)
def test_the_plane_leaves_out_a_dimension_that_clearly_varies(spectrum, components, columns):
    case = _gram_case(spectrum, components)
    np.testing.assert_array_equal(case.plane, case.dual.scores[:, :columns])


def test_a_line_has_no_plane():
    assert _gram_case([3.0], 1).plane is None
    assert _gram_case([3.0, 1e-6], 1).plane is None


def _sigmoid_case(gamma, coef0):
    X = np.linspace(-1.0, 1.0, 7)[:, None]
    return Case(Vectors(kernels.Sigmoid(gamma, coef0), X, X), 1)


def test_the_tanh_matrix_is_one_that_is_clearly_indefinite_or_none():
    """tanh(xy) is nearly xy for small points: positive semi-definite but for a millionth."""
    assert _sigmoid_case(1e-3, 0.0).tanh is None
    assert _sigmoid_case(0.02, 0.0).tanh is not None
    found = _sigmoid_case(2.0, -1.0).tanh
    assert found[0, 6] == pytest.approx(np.tanh(-3.0), rel=1e-12, abs=0.0)


def test_the_plane_of_the_input_has_the_two_columns_that_vary_most_in_their_order():
    """What varies is neither what is long, nor what varies beside its own mean."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(9, 3)) * [3.0, 0.01, 2.0] + [5.0, 1e-3, 50.0]
    found = Case(Vectors(kernels.Linear(), X, X), 1).X_plane
    longest = np.linalg.norm(X[:, [0, 2]], axis=1).max()
    np.testing.assert_allclose(found, 5.0**0.25 * X[:, [0, 2]] / longest, rtol=1e-12)


def test_points_on_the_axes_have_no_plane_of_the_input():
    X = np.vstack([np.eye(2), -np.eye(2), 3.0 * np.eye(2)])
    assert Case(Vectors(kernels.Linear(), X, X), 1).X_plane is None
    assert Case(Vectors(kernels.Linear(), X[:, :1], X[:, :1]), 1).X_plane is None


def test_distances_that_are_negative_by_rounding_are_distances():
    """1 + 1 - 2(1 + 2u) is rounding, 1 + 1 - 3 is not."""
    K = np.eye(3)
    K[0, 1] = K[1, 0] = 1.0 + 2.0**-52
    case = Case(Gram(K, K, K), 1)
    assert case.data.D2.min() == -(2.0**-51)
    assert (case.D[0, 1], case.D[0, 2]) == (0.0, np.sqrt(2.0))
    K[0, 1] = K[1, 0] = 1.5
    assert Case(Gram(K, K, K), 1).D is None


def test_points_far_from_the_origin_are_centered_to_their_own_rounding():
    X = np.random.default_rng(0).normal(size=(9, 2)) + 1e9
    Y = Case(Vectors(kernels.Linear(), X, X), 1).Y
    assert np.abs(Y.mean(axis=0)).max() < 1e-15


def test_points_are_points_in_whatever_order_they_come():
    for order in (1.0, -1.0):
        X = order * np.arange(4.0)[:, None]
        assert Case(Vectors(kernels.Linear(), X, X), 1).X is not None


def test_points_whose_components_are_not_separated_have_no_linear_formulations():
    """The corners of a simplex: nineteen equal eigenvalues, of which one is asked for."""
    corners = np.eye(20)
    assert Case(Vectors(kernels.Linear(), corners, corners), 1).linear is None
    assert Case(Vectors(kernels.Linear(), corners, corners), 19).linear is not None


def _partial(study, known=8):
    """A study whose eigen-solve knows its largest eigenvalues only."""
    whole = Case.of(study).dual
    positive = not len(whole.negative)
    spectrum, V = whole.spectrum[:known], whole.V
    part = Solution.of_matrix(center(study.data.K), spectrum, V, whole.matrix_error, positive)
    return Case.of(study, dual=part)


def test_a_partial_spectrum_is_not_the_whole_one():
    case = _partial(STUDIES["poly"])
    assert case.whole is None
    assert STATEMENTS["E12"].missing(case) == ["whole"]


def test_every_statement_can_be_executed_with_a_partial_spectrum_or_does_not_apply(any_study):
    case = _partial(any_study)
    found = every.execute(case)
    assert [str(check) for check in found if not check.agrees] == []
    assert {"C5", "D1", "D3", "E11"} <= {check.id for check in found}
    by_iteration = {"generalized", "ascent"}
    assert by_iteration.isdisjoint(case.formulations)
    assert {name: case.unavailable[name] for name in by_iteration} == dict.fromkeys(
        by_iteration,
        f"PartialError: 8 of {case.dual.n} eigenvalues are known, which does not determine the "
        "number of negative eigenvalues; use a complete solution, such as that of the dense solver",
    )


def test_the_bandwidth_is_one_over_the_variance_of_all_columns():
    """So that gamma d^2 is 2 in the mean; the scale of scikit-learn counts the means, too."""
    X = STUDIES["linear"].data.X
    case, pairs = Case.of(STUDIES["linear"]), squared_distances(X, X)
    assert case.bandwidth * pairs.mean() == pytest.approx(2.0, rel=1e-12, abs=0.0)
    assert bandwidth.scale(X) * pairs.mean() < 1.0
    assert bandwidth.scale(X - X.mean(axis=0)) == pytest.approx(case.bandwidth, rel=1e-12, abs=0.0)
