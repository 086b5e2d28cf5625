"""What a review of the numbers found wrong once, each as the property that holds now."""

import subprocess
import sys
from math import factorial

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram

from kpca import kernels
from kpca.arithmetic import U, eigenvalues
from kpca.data import Distances, Gram, Vectors
from kpca.distances import squared_distances
from kpca.formulations import dual, mds, metric
from kpca.statements import (
    every,
    kernel_functions,
    projecting,
    samples,
    scaling,
    sums_of_squares,
)
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS
from kpca.studies import datasets, matrix
from kpca.tables.read import read


def _column(*numbers):
    return np.array(numbers, dtype=float)[:, None]


def _points(kernel, X, X_new, components):
    return Case(Vectors(kernel, np.asarray(X), np.asarray(X_new)), components)


EURODIST = matrix.matrix(read("data/eurodist.csv", True, None, wider=0), "distance matrix").A


@pytest.mark.parametrize(("thin", "allowed"), [(1e-4, 1e-6), (1e-5, 1e-4)])
def test_training_samples_placed_again_from_distances_land_on_themselves(thin, allowed):
    X = np.random.default_rng(0).normal(size=(20, 2)) * [1.0, thin]
    D2 = squared_distances(X, X)
    solution = mds.fit(D2, 2)
    again = mds.place(solution, D2, D2)
    relative = np.abs(again - solution.scores).max(axis=0) / np.abs(solution.scores).max(axis=0)
    assert relative[0] < 1e-13
    assert relative[1] < allowed


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_the_influence_of_a_sample_does_not_depend_on_the_unit(unit):
    X = unit * np.array([[1.0, 0, 0, 1], [0, 0, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1]])
    assert STATEMENTS["S14"].on(_points(kernels.Linear(), X, X, 2)).agrees


@pytest.mark.parametrize("far", [1.0, 3e4, 1e6])
def test_the_rest_of_a_random_pivot_allows_for_a_sample_at_the_mean_far_from_the_origin(far):
    X = np.random.default_rng(1).normal(size=(8, 2))
    X[-1] = X[:-1].mean(axis=0)
    check = STATEMENTS["S27"].on(_points(kernels.Linear(), X + far, X, 2))
    assert check is None or check.ratio <= 1.0


def test_kernels_of_equal_samples_are_not_compared():
    X = np.random.default_rng(2).normal(size=(120, 2))
    X[::2] = X[0]
    assert STATEMENTS["S22"].on(_points(kernels.RBF(1.0), X, X[:2], 2)) is None


def test_d3_reports_a_row_whose_mean_is_not_removed(monkeypatch):
    X = np.random.default_rng(0).normal(size=(20, 2)) * [1.0, 1e-4]
    case = _points(kernels.Linear(), X, X[:3], 2)
    assert STATEMENTS["D3"].on(case).agrees

    def place(solution, D2, D2_new):
        lean = solution.scores / solution.mu + 1e-16 * np.linalg.norm(D2) / solution.mu
        return 0.5 * (mds.gower(D2).diagonal() - D2_new) @ lean

    monkeypatch.setattr(mds, "place", place)
    assert STATEMENTS["D3"].on(case).verdict == "fails"


def test_r1_allows_for_the_rounding_of_powers_and_of_no_more(monkeypatch):
    """pow(x, 24) has 24 times the relative error of x, at samples much shorter than others, too."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    cases = [_points(kernels.Polynomial(g, 24, 0.0), X, X, 1) for g in np.linspace(0.5, 0.7, 40)]

    def agree():
        return [STATEMENTS["R1"].on(case).agrees for case in cases]

    assert all(agree())
    for case in cases:
        _, allowed, _ = STATEMENTS["R1"].parts(case)["squared distances"]
        assert (allowed <= np.array([1e-13, 1e-11]) * case.K.diagonal()[1:]).all()
    monkeypatch.setattr(projecting, "_element_errors", lambda kernel, q, products: 0.0 * products)
    assert not all(agree()), "the control: the rounding of sums alone"


@pytest.mark.parametrize("name", STUDIES)
def test_d3_decides_every_entry(name):
    check = STATEMENTS["D3"].on(Case.of(STUDIES[name]))
    assert (check.verdict, check.decided) == ("agrees", check.entries)


def test_the_vectors_of_every_formulation_are_orthogonal_to_the_ones():
    case = Case.of(STUDIES["poly"])
    for name, solution in {"eigen-solve": case.dual, **case.formulations}.items():
        assert np.abs(solution.V.sum(axis=0)).max() < 1e-14, name


def test_m3_the_first_p_by_value_are_not_the_best_for_an_indefinite_matrix():
    """Spectrum 3, 1, -5 and p = 2: 3 and -5 leave an error of 1, 3 and 1 one of 5."""
    K = gram(np.array([3.0, 1.0, -5.0]))
    parts = STATEMENTS["M3"].parts(Case(Gram(K, K, K), 2))
    measured, _, control = parts["no rival is nearer"]
    assert measured == 0.0
    assert control == pytest.approx(4.0, rel=1e-9, abs=0.0)
    assert STATEMENTS["M3"].on(Case(Gram(K, K, K), 2)).agrees


def test_m3_on_road_distances_the_truncation_by_size_reaches_1850493():
    case = Case(Distances(EURODIST, EURODIST, EURODIST), 5)
    mu = case.dual.spectrum
    by_size = np.sort(np.abs(mu))[::-1]
    assert np.sqrt((mu[5:] ** 2).sum()) == pytest.approx(2_805_719, abs=1)
    assert np.sqrt((by_size[5:] ** 2).sum()) == pytest.approx(1_850_493, abs=1)
    control = STATEMENTS["M3"].parts(case)["no rival is nearer"][2]
    assert control == pytest.approx(2_805_719 - 1_850_493, abs=2)


def test_m3_tries_rivals_that_come_near_the_best():
    """A rival that is far away would let any number pass for the least."""
    case = Case.of(STUDIES["rbf"])
    mu, V = case.dual.mu, case.dual.V
    tail = np.sqrt((case.dual.spectrum[len(mu) :] ** 2).sum())
    least = min(scaling._rivals(scaling.center(case.K), V, mu))
    assert tail <= least <= 1.001 * tail


@pytest.mark.parametrize(
    ("kernel", "X", "X_new"),
    [
        (kernels.RBF(1.0), _column(0, 1, 2, 4), _column(23.5)),
        (kernels.RBF(1.0), _column(0, 1, 2, 4), _column(40)),
        (kernels.RBF(1.0), _column(0, 40, 80), _column(0)),
        (kernels.Linear(), _column(0, 1, 2, 4), _column(0)),
        (kernels.Linear(), np.eye(4), np.eye(4)),
        (kernels.Polynomial(1.0, 4), np.random.default_rng(0).normal(size=(6, 2)), [[1e4, 1e4]]),
        (kernels.Sigmoid(1.0, -3.0), np.random.default_rng(0).normal(size=(6, 2)), [[0.1, 0.2]]),
    ],
    ids=lambda value: str(value).splitlines()[0][:30],
)
def test_no_control_vanishes_for_far_or_central_new_samples(kernel, X, X_new):
    case = _points(kernel, X, X_new, 1)
    if case.dual.split_group:
        case = _points(kernel, X, X_new, case.dual.split_group[1])
    for id in ("C1", "C3", "C4", "C6", "C9", "E9", "K8", "R1", "R2"):
        check = STATEMENTS[id].on(case)
        assert check is None or check.agrees, check


def test_a_peer_that_raises_an_exception_costs_its_own_comparison_only():
    X = 0.0316227766 * np.eye(20)
    case = _points(kernels.Linear(), X, X, 19)
    check = STATEMENTS["E11"].on(case)
    assert check.agrees
    assert {"classical MDS", "covariance", "SVD of the features"} <= set(case.formulations)
    for name, reason in case.unavailable.items():
        assert name not in case.formulations
        assert ": " in reason


def test_a_formulation_that_is_not_available_is_named_with_its_reason(monkeypatch):
    from kpca.formulations import variational

    def broken(*arguments):
        raise variational.AscentError("an ascent\nended nowhere")

    monkeypatch.setattr(variational, "fit", broken)
    case = Case(Vectors(kernels.RBF(1.0), np.eye(4)[:, :2], np.eye(2)), 1)
    assert case.unavailable == {"ascent": "AscentError: an ascent ended nowhere"}
    assert "ascent" not in case.formulations


@pytest.mark.parametrize("name", STUDIES)
def test_every_formulation_and_peer_is_available_on_every_kernel(name):
    assert Case.of(STUDIES[name]).unavailable == {}


def test_a_statement_that_raises_leaves_the_others_as_they_are(monkeypatch):
    case = Case.of(STUDIES["rbf"])
    before = every.execute(case)
    monkeypatch.setattr(metric, "guttman", lambda D, Z: np.linalg.inv(np.zeros((2, 2))))
    checks, failures = every.attempt(case)
    assert [failure.id for failure in failures] == ["M5", "M6"]
    assert failures[0].message == "LinAlgError: Singular matrix"
    assert checks == [check for check in before if check.id not in {"M5", "M6"}]


@pytest.mark.faults
def test_a_table_with_many_columns_forms_no_matrix_of_its_columns():
    """36 samples of 1800 random numbers took 24 GB once; a matrix (q, q) would be 26 MB."""
    script = (
        "import re, numpy as np\n"
        "from kpca import kernels\n"
        "from kpca.statements import every\n"
        "from kpca.statements.case import Case\n"
        "from kpca.data import Vectors\n"
        "X = np.random.default_rng(0).normal(size=(36, 1800))\n"
        "checks = every.execute(Case(Vectors(kernels.RBF(1 / 3600), X, X[:2]), 2))\n"
        "assert len(checks) > 40 and all(check.agrees for check in checks)\n"
        "wide = np.random.default_rng(0).normal(size=(36, 4000))\n"
        "checks = every.execute(Case(Vectors(kernels.Linear(), wide, wide[:2]), 2))\n"
        "ids = {check.id for check in checks}\n"
        "assert not ids & {'P1', 'P2', 'M1', 'E1', 'E10'} and {'M4', 'K9', 'E11'} <= ids\n"
        "assert all(check.agrees for check in checks)\n"
        "status = open('/proc/self/status').read()\n"
        "print(int(re.search(r'VmHWM:\\s+(\\d+) kB', status)[1]) / 1024)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    # Not ru_maxrss: that begins with the memory of the process which started this one.
    # 1800 columns: a dozen matrices (q, q) of 26 MB each; 4000: tables (n, q) of 1 MB.
    assert float(run.stdout) < 900.0


def test_p5_the_leading_direction_of_second_moments_is_that_of_a_long_mean():
    X = np.random.default_rng(0).normal(size=(50, 3)) * [3.0, 2.0, 1.0] + [0.0, 0.0, 1e4]
    leading = np.linalg.eigh(X.T @ X / 50)[1][:, -1]
    assert abs(leading[2]) > 1.0 - 1e-6
    check = STATEMENTS["P5"].on(_points(kernels.Linear(), X, X, 2))
    assert check.agrees


def test_k12x_the_features_of_the_gaussian_have_the_printed_coefficients():
    """phi_j(x) = exp(-0.7 x^2) sqrt(1.4^j/j!) x^j, at x = 2 and j = 0, 1, 3."""
    features = kernel_functions.gaussian_features(np.array([2.0]))[0]
    e = np.exp(-2.8)
    assert features[0] == pytest.approx(e, rel=1e-15, abs=0.0)
    assert features[1] == pytest.approx(e * np.sqrt(1.4) * 2.0, rel=1e-14, abs=0.0)
    assert features[3] == pytest.approx(e * np.sqrt(1.4**3 / 6.0) * 8.0, rel=1e-14, abs=0.0)


def test_k12x_the_tail_of_the_series_is_below_its_closed_bound():
    """After J terms e^-t t^J/J! / (1 - t/(J + 1)) is left at most, t = 2 gamma x^2."""
    x = np.array([1.2])
    t = 2.0 * 0.7 * 1.2**2
    for J in (5, 10, 20):
        features = kernel_functions.gaussian_features(x, terms=J)
        left = 1.0 - float((features**2).sum())
        bound = np.exp(-t) * t**J / factorial(J) / (1.0 - t / (J + 1))
        assert 0.5 * bound < left <= bound + 1e-15


def test_c10x_the_printed_recipe_misses_in_origin_scale_and_direction():
    parts = STATEMENTS["C10x"].parts(Case.of(STUDIES["rbf"]))
    names = ["origin", "scale", "direction"]
    assert list(parts) == [*names, *(f"own kernel: {name}" for name in names)]
    for name, part in parts.items():
        assert part[2] > 0.01, name
    assert "as printed: off by" in STATEMENTS["C10x"].on(Case.of(STUDIES["rbf"])).report


def test_k11_some_function_has_a_negative_squared_norm_for_tanh():
    case = Case.of(STUDIES["linear"])
    assert case.tanh is not None
    control = STATEMENTS["K11"].parts(case)["squared norm"][2]
    lowest = np.linalg.eigvalsh(case.tanh)[0]
    assert lowest < 0.0
    assert control == pytest.approx(
        -lowest / np.abs(case.tanh).max() * np.abs(case.joint).max(), rel=1e-12, abs=0.0
    )


def test_e13_the_rank_of_a_solution_is_the_number_of_positive_pivots():
    K = gram(SPECTRA["rank-deficient"])
    assert dual.fit(K, 2).rank == 4
    parts = STATEMENTS["E13"].parts(Case(Gram(K, K, K), 2))
    assert parts["rank"][0] == 0.0
    assert parts["rank"][2] == 26.0


def test_bounds_that_are_a_thousand_times_too_wide_change_the_rank_that_is_found():
    mu = 10.0 ** -np.arange(0.0, 14.5, 0.5)
    K = gram(mu)
    solution = dual.fit(K, 2)
    assert 1e-14 < solution.matrix_error < 1e-11
    assert solution.rank == int(np.sum(mu > solution.matrix_error))


def test_iris_has_the_loadings_and_the_shares_of_pca():
    X = datasets.iris()[0]
    solution = dual.fit(X @ X.T, 4)
    assert solution.explained == pytest.approx([0.924619, 0.053066, 0.017103, 0.005212], abs=1e-6)
    assert solution.rank == 4


@pytest.mark.parametrize(
    ("spectrum", "p"), [([3.0, 1.0, -3.0], 1), ([2.0, 0.5, -2.0, -0.5], 1), ([1.0, -1.0, -1.0], 1)]
)
@pytest.mark.parametrize("seed", range(4))
def test_m3_a_negative_eigenvalue_as_large_as_the_last_kept_makes_no_difference(spectrum, p, seed):
    K = gram(np.array(spectrum), seed)
    assert STATEMENTS["M3"].on(Case(Gram(K, K, K), p)).agrees


def test_e14_a_component_that_is_hardly_above_rounding_raises_nothing():
    X = np.random.default_rng(0).normal(size=(20, 2)) * [1.0, 1e-6]
    check = STATEMENTS["E14"].on(_points(kernels.Linear(), X, X, 2))
    assert check is None or check.verdict != "fails"


def test_chosen_gram_matrices_are_symmetric_to_the_last_bit():
    for seed in range(12):
        K = gram(np.array([3.0, 2.0, 1.0, 0.5] + [0.0] * 8), seed, shift=1e3)
        assert (K == K.T).all()


def _of_rbf(gamma, X, id):
    return STATEMENTS[id].on(_points(kernels.RBF(gamma), X, X, 1))


HALVES = np.repeat([[0.0], [1.0]], 10, axis=0)


@pytest.mark.parametrize("X", [HALVES, HALVES[::5], np.tile([[0.0], [1.0]], (10, 1))])
def test_s1_and_s11_decide_what_they_can_of_two_values_that_share_the_samples_evenly(X):
    """lambda = mu/n interlaces there, too, and no group has distances within it."""
    assert _of_rbf(1.0, X, "S1").verdict == _of_rbf(1.0, X, "S11").verdict == "agrees"


def test_s1_and_s11_still_see_a_blind_part_fail(monkeypatch):
    case = _points(kernels.RBF(1.0), HALVES, HALVES, 1)
    monkeypatch.setattr(samples, "eigenvalues", lambda A: len(A) ** -1.0 * eigenvalues(A)[::-1])
    assert STATEMENTS["S1"].on(case).verdict == "fails"
    monkeypatch.setattr(sums_of_squares.permanova, "between", lambda A, groups: 0.9 * A.trace())
    check = STATEMENTS["S11"].on(case)
    assert (check.verdict, check.part) == ("fails", "between groups")


def test_s2_draws_from_samples_that_differ():
    """Sixteen samples are one point, and so were four samples at equal steps."""
    X = np.vstack([np.zeros((16, 2)), np.random.default_rng(0).normal(size=(4, 2))])
    assert _of_rbf(1.0, X, "S2").verdict == "agrees"


def test_s2_allows_for_negative_eigenvalues_that_rounding_makes_and_for_no_others():
    """The kernel is 1 within rounding, and its part of 1e-9 has errors of 1e-16."""
    X = np.random.default_rng(0).normal(size=(30, 3))
    X = np.vstack([X, [[1e6, 1e6, 1e6]]])
    for gamma in np.geomspace(1e-21, 1e-14, 29):
        check = _of_rbf(gamma, X, "S2")
        assert check.ratio <= 1.0, (gamma, check)
        _, allowed, _ = STATEMENTS["S2"].parts(_points(kernels.RBF(gamma), X, X, 1))[
            "first eigenvalue"
        ]
        assert allowed < 1e-11


@pytest.mark.parametrize("gamma", [1.0, 300.0, 364.9, 370.0, 372.0, 1e3, 1e6])
@pytest.mark.parametrize("rows", [[0, 1], [0, 0, 1], [0, 0, 1, 2, 2], [0, 1, 2, 3]])
def test_no_statement_divides_by_a_gaussian_that_is_0_between_points(gamma, rows):
    """S5 has no derivative to see there, and S8 no edges."""
    case = _points(kernels.RBF(gamma), np.eye(4)[rows], np.eye(4)[rows], 1)
    for id in filter(lambda id: id.startswith("S"), STATEMENTS):
        check = STATEMENTS[id].on(case)
        assert check is None or check.agrees, check
    assert STATEMENTS["S5"].on(case) is None or gamma == 1.0


@pytest.mark.parametrize("width", [1.0, 10.0, 100.0, 300.0])
def test_s8_decides_whatever_the_size_of_the_weights(width):
    """At 100 the weights are 1e-87, beside which L + I is I."""
    X = np.eye(5)
    margin = _of_rbf(width, X, "S8").margin
    assert margin == pytest.approx(_of_rbf(1.0, X, "S8").margin, rel=1e-6, abs=0.0)


def test_s8_decides_where_a_graph_nearly_falls_apart():
    """The second eigenvalue is 3e-6 of the largest one, and beside it L + I is large."""
    steps = np.linspace(0.0, 1.0, 12)[:, None]
    X = np.vstack([steps, 4.2 + steps])
    parts = STATEMENTS["S8"].parts(_points(kernels.RBF(1.0), X, X, 1))
    assert {name: part[2] > 1e3 * part[1] for name, part in parts.items()} == {
        "null vector": True,
        "commute time": True,
        "kernel": True,
    }


def test_s6_is_executed_with_fifty_digits_where_one_landmark_is_enough():
    X = np.random.default_rng(0).normal(size=(9, 2))
    case = _points(kernels.Linear(), X, X, 1)
    assert STATEMENTS["S6"].on(case.with_fifty_digits()).agrees


def test_s11_allows_for_products_with_the_members_of_large_groups():
    """A product of n terms and a sum of n rows, each by 10 sqrt(n) u: not by the 27 u of a sum."""
    rng = np.random.default_rng(0)
    for n in (100, 1600):
        X = rng.choice([-1.0, 1.0], size=(n, 1))
        _, allowed, _ = STATEMENTS["S11"].parts(_points(kernels.Linear(), X, X, 1))[
            "between groups"
        ]
        assert allowed > n * 2.0 * min(n, 10.0 * np.sqrt(n)) * U
