"""Planted faults: each part of each statement fails when a formula that it looks at is broken.

A fault is a function instead of another, or an edit of a statement's own source: what a
careless author could have written. It says which parts have to fail. Another test counts that no
part of any statement is without a fault, and another that no part compares a number with itself.
"""

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from conftest import STUDIES, fresh
from every_statement import failing, of_study
from made_solutions import made

from kpca import arithmetic, centering, distances, kernels, projection, rkhs
from kpca.data import Gram, Vectors
from kpca.distances import squared_distances
from kpca.formulations import (
    block_krylov,
    conventions,
    corrections,
    dual,
    generalized,
    least_squares_svm,
    mds,
    metric,
    peers,
    primal,
    svd,
    variational,
)
from kpca.kernels.parameters import parameters
from kpca.preimages import distance_constraint, gradient_descent, ridge_regression
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target
from kpca.solvers.chosen_spectra import gram
from kpca.statements import check, eigenproblem, reproducing
from kpca.statements import distances as signed_axes
from kpca.statements.case import Case

SOLUTION = "kpca.solvers.solution.Solution"
HERE = "kpca.statements"
CENTER, SVD, GUTTMAN = centering.center, arithmetic.svd, metric.guttman
LINGOES, CAILLIEZ = corrections.lingoes, corrections.cailliez
DUAL = dual.fit
INNER_PRODUCTS = eigenproblem.inner_products
NORM, BASIS, GRADIENT = rkhs.squared_norm, arithmetic.range_basis, metric.gradient
GRADIENT_OF_TARGET = Target.gradient
SCALED = gradient_descent._Scaled.of
ITERATE, FIXED_POINT = FixedPoint._iterate, FixedPoint.__call__
POLYNOMIAL, RBF_GRADIENT = kernels.Polynomial.__call__, kernels.RBF.gradient
RIDGE, PLACED = ridge_regression._ridge, distance_constraint._point


def _times_n(fit):
    def broken(*arguments):
        solution = fit(*arguments)
        after, trace = solution.n * solution.after, solution.n * solution.trace
        return replace(solution, spectrum=solution.n * solution.spectrum, after=after, trace=trace)

    return broken


def _second_eigenvalue_off(fit):
    def broken(*arguments):
        solution = fit(*arguments)
        factors = np.where(np.arange(len(solution.spectrum)) == 1, 1.0 + 1e-6, 1.0)
        return replace(solution, spectrum=factors * solution.spectrum)

    return broken


def _stay(A, W, start):
    off = start - W @ (W.T @ start)
    return off / np.linalg.norm(off)


def _one_entry_off(function):
    def broken(*arguments):
        found = function(*arguments).copy()
        found.flat[-1] += 1e-6 * np.abs(found).max()
        return found

    return broken


def _first_and_last_row_off(function):
    """By as much, in opposite directions, so that the mean over rows stays what it is."""

    def broken(*arguments):
        found = function(*arguments).copy()
        step = 1e-6 * np.abs(found).max()
        found[0, -1] += step
        found[-1, -1] -= step
        return found

    return broken


def _last_entry_lower(function):
    def broken(*arguments):
        found = function(*arguments).copy()
        found.flat[-1] -= 1e-6 * np.abs(found).max()
        return found

    return broken


def _last_row_turned(function):
    """Its length stays what it is, and so do the diagonal entries of inner products."""

    def broken(*arguments):
        rows, *others = function(*arguments)
        return np.vstack([rows[:-1], -rows[-1:]]), *others

    return broken


def _with_twice_the_squared_width(method, target, first, x):
    wider = replace(target, kernel=kernels.RBF(0.5 * target.kernel.gamma))
    return ITERATE(method, wider, first, x)


def _at_the_farthest_sample(method, target, start):
    farthest = target.squared_distances_to_samples.argmax(axis=1)
    return PreImages.of(target, target.X[farthest], slope=1.0)


def _at_the_nearest_sample(method, target, start):
    return PreImages.of(target, target.X[target.nearest])


def _in_a_short_unit(target, unit=None):
    scaled = SCALED(target, unit)
    return replace(scaled, unit=1e-12 * scaled.unit)


def _half_of_gamma(kernel, kind, method):
    return replace(kernel, gamma=0.5 * kernel.gamma)


def _gradient_with_twice_the_squared_width(kernel, X, Y, W):
    return RBF_GRADIENT(kernels.RBF(0.5 * kernel.gamma), X, Y, W)


def _with_a_penalty(method, target, first, x):
    return ITERATE(replace(method, penalty=method.penalty or 1e-6), target, first, x)


def _with_half_of_the_penalty(method, target, first, x):
    return ITERATE(replace(method, penalty=0.5 * method.penalty), target, first, x)


def _with_a_penalty_over_n(G, Y, penalty):
    return RIDGE(G, Y, penalty / len(G))


def _of_samples_moved_by_1(G, Y, penalty):
    return RIDGE(G, Y + 1.0, penalty)


def _twice_as_far(X, d2):
    return 2.0 * PLACED(X, d2) - X.mean(axis=0)


def _two_samples_exchanged(function):
    def broken(*arguments):
        order = np.r_[1, 0, 2 : len(arguments[0])]
        return function(*arguments)[np.ix_(order, order)]

    return broken


def _leaning(V):
    second = (V[:, 0] + V[:, 1]) / np.sqrt(2.0)
    return np.column_stack([V[:, 0], second, V[:, 2:]])


def _bound(factor):
    def broken(*arguments):
        solution = DUAL(*arguments)
        return replace(solution, matrix_error=factor * solution.matrix_error)

    return {f"{HERE}.case.dual.fit": broken}


def _one_entry_off_the_diagonal(*arguments):
    found = INNER_PRODUCTS(*arguments).copy()
    found[0, -1] += 1e-6
    return found


def _first_missed(K, components, *error):
    """A partial solver that does not find the largest eigenvalue."""
    found = DUAL(K, components + 1, *error)
    return replace(found, V=found.V[:, 1:], spectrum=np.append(found.spectrum[1:], 0.0))


def _residual(value):
    return {f"{HERE}.case.dual.fit": lambda *a: replace(DUAL(*a), residuals=np.array([value]))}


def _one_sided(K):
    return K - K.mean(axis=1, keepdims=True)


def _other_side(K):
    return K - K.mean(axis=0)


def _own_mean(K_new, K, weights=None):
    return K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()


def _place_without(half=0.5, centroid=1.0):
    def place(solution, D2, D2_new):
        b = centroid * centering.gower(D2).diagonal()
        return half * (b - D2_new) @ (solution.scores / solution.mu)

    return place


def _covariance(divisor, mean):
    def covariance(X):
        Y = X - mean * X.mean(axis=0)
        return Y.T @ Y / divisor(len(X)), Y

    return covariance


def _root_of_d(A):
    U, D, W = SVD(A)
    return U, np.sqrt(D), W


def _six_without_root(X):
    return np.column_stack([np.ones(len(X)), *X.T, *(X**2).T, X.prod(axis=1)])


def _features_without_root(G):
    spectrum, V = np.linalg.eigh(G)
    return V * np.abs(spectrum), np.sign(spectrum), np.ones(len(G))


def _lingoes_times(factor):
    def broken(D2):
        c, _ = LINGOES(D2)
        return factor * c, corrections.off_diagonal(D2 + 2.0 * factor * c)

    return broken


def _cailliez_times(factor):
    def broken(D):
        c, _, condition = CAILLIEZ(D)
        return factor * c, corrections.off_diagonal(D + factor * c), condition

    return broken


def _basis_without_its_last(A, lost):
    Q, left, last = BASIS(A, lost)
    return Q[:, :-1], left, last


def _lean(w):
    return w if w is None else w + 1e-9 * np.arange(len(w))


def _bandwidth(name, gamma):
    return {"kpca.formulations.conventions.BANDWIDTHS": conventions.BANDWIDTHS | {name: gamma}}


def _solution(**properties):
    return {f"{SOLUTION}.{name}": property(get) for name, get in properties.items()}


class Edit:
    """Another text in the source of a module of statements."""

    def __init__(self, module, old, new):
        self.module, self.old, self.new = f"{HERE}.{module}", old, new

    def plant(self, monkeypatch):
        module = import_module(self.module)
        stored = Path(module.__file__).read_text(encoding="utf-8")
        assert stored.count(self.old) == 1, f"{stored.count(self.old)} occurrences of {self.old!r}"
        monkeypatch.setattr(check, "STATEMENTS", dict(check.STATEMENTS))
        exec(
            compile(stored.replace(self.old, self.new), self.module, "exec"), {"__name__": "edited"}
        )


def _every_part_of(formulation):
    return [("E11", f"{formulation}: eigenvalues"), ("E11", f"{formulation}: scores")]


# name: (what is replaced by what, or an edit; the parts that must fail)
def _with_another(kind, parameter):
    """The values of a kernel whose parameter is a millionth larger, and 1e-6 for 0."""
    values = kind.__call__

    def broken(kernel, X, Y):
        value = getattr(kernel, parameter)
        return values(replace(kernel, **{parameter: value + 1e-6 * (abs(value) or 1.0)}), X, Y)

    return broken


FAULTS = {
    # centering
    "centered on one side": (
        {f"{HERE}.centering.center": _one_sided},
        [("C1", "matrix"), ("C1x", "corrected")],
    ),
    "centered on the other side": (
        {f"{HERE}.centering.center": _other_side},
        [("C1", "matrix"), ("C1x", "corrected")],
    ),
    "grand mean forgotten": (
        {f"{HERE}.centering.center": lambda K: CENTER(K) - K.mean()},
        [("C1", "matrix"), ("C1x", "corrected")],
    ),
    "missing 1/n in H": (
        {f"{HERE}.centering.centering_matrix": lambda n, one=1.0: np.eye(n) - one},
        [("C1", "matrix"), ("C3", "matrix")],
    ),
    "1/(n-1) in H": (
        {f"{HERE}.centering.centering_matrix": lambda n, one=1.0: np.eye(n) - one / (n - 1)},
        [("C1", "matrix"), ("C3", "matrix")],
    ),
    "new samples lose their own mean": (
        {f"{HERE}.centering.center_new": _own_mean, f"{HERE}.new_samples.center_new": _own_mean},
        [("C3", "matrix"), ("C5", "new samples"), ("C6", "values")],
    ),
    "new samples placed about their own mean": (
        {"kpca.solvers.placing.center_rows": _own_mean},
        [("D3", "by kernel and by distance")],
    ),
    "uncentered kernel solved": (
        {"kpca.solvers.dense.center": lambda K, weights=None: K},
        [("E3", "residuals"), ("E10", "eigenvalues"), ("D1", "eigenvalues")],
    ),
    "kernel centered twice over": (
        {f"{HERE}.centering.center": lambda K: CENTER(K) - _one_sided(K).mean(axis=0)},
        [("C2", "entries"), ("C2", "spectrum")],
    ),
    "columns keep their means": (
        {f"{HERE}.centering.printed_centering": lambda K: K - K.mean(axis=0) + K.mean()},
        [("C1x", "equal row sums")],
    ),
    "mean added to the coefficients": (
        {"kpca.rkhs.expansion": lambda alpha: alpha + np.abs(alpha).mean(axis=0)},
        [("C5", "new samples")],
    ),
    "coefficients that do not sum to zero": (
        _solution(alpha=lambda s: s.V / np.sqrt(s.mu) + 0.1),
        [("C4", "values"), ("E4", "in the range"), ("E12", "sum of alpha")],
    ),
    "recipe without the row means": (
        Edit("centering", "(H @ K @ H) @ solution", "(K @ H) @ solution"),
        [("C10x", "origin"), ("C10x", "own kernel: origin")],
    ),
    "recipe that divides by lambda": (
        Edit("centering", "solution.V[:, 0] / root", "solution.V[:, 0] / mu"),
        [("C10x", "scale"), ("C10x", "own kernel: scale")],
    ),
    "recipe that loses a sign": (
        Edit("centering", "@ solution.V[:, 0] / root", "@ np.abs(solution.V[:, 0]) / root"),
        [("C10x", "direction"), ("C10x", "own kernel: direction")],
    ),
    # a few entries of a matrix
    "two rows off in opposite directions: new samples": (
        {f"{HERE}.centering.center_new": _first_and_last_row_off(centering.center_new)},
        [("C3", "matrix")],
    ),
    "two rows off in opposite directions: values": (
        {"kpca.rkhs.evaluate": _first_and_last_row_off(rkhs.evaluate)},
        [("C4", "values"), ("C5", "new samples")],
    ),
    "the last value off": (
        {"kpca.rkhs.evaluate": _one_entry_off(rkhs.evaluate)},
        [("C4", "values"), ("C5", "new samples")],
    ),
    "the last distance to the projection lower": (
        {"kpca.projection.squared_distance": _last_entry_lower(projection.squared_distance)},
        [("R1", "squared distances")],
    ),
    "the last distance to the projection higher": (
        {"kpca.projection.squared_distance": _one_entry_off(projection.squared_distance)},
        [("R1", "squared distances")],
    ),
    "features of the last sample with another sign": (
        {f"{HERE}.case.sample_features": _last_row_turned(reproducing.sample_features)},
        [("K6", "inner products")],
    ),
    "two samples exchanged in their distances": (
        {f"{HERE}.formulations_agree.induced": _two_samples_exchanged(distances.induced)},
        [("D1", "matrices")],
    ),
    "the last sample placed elsewhere": (
        {f"{HERE}.formulations_agree.mds_formulation.place": _one_entry_off(mds.place)},
        [("D3", "training samples placed again"), ("D3", "by kernel and by distance")],
    ),
    "the last squared distance off": (
        {f"{HERE}.distances._squared": _one_entry_off(signed_axes._squared)},
        [("D2", "signed axes")],
    ),
    "two components that are not orthogonal": (
        {f"{HERE}.eigenproblem.inner_products": _one_entry_off_the_diagonal},
        [("E8", "orthonormal")],
    ),
    # scaling of a solution
    "alpha left at length one": (
        _solution(alpha=lambda s: s.V),
        [("E7", "alpha' K~ alpha"), ("E7", "n lambda alpha' alpha"), ("C6", "values")],
    ),
    "alpha divided by mu": (
        _solution(alpha=lambda s: s.V / s.mu),
        [("E8", "orthonormal"), ("E14", "scaling up"), ("C5", "training samples")],
    ),
    "alpha divided by lambda's root": (
        _solution(alpha=lambda s: s.V / np.sqrt(s.variance)),
        [("C8", "sqrt(mu) v"), ("C8", "U Sigma"), ("E12", "variance")],
    ),
    "variance with n - 1": (
        _solution(variance=lambda s: s.mu / (s.n - 1)),
        [("E12", "variance"), ("E14", "scaling up")],
    ),
    "variance without n": (_solution(variance=lambda s: s.mu), [("E12", "variance")]),
    "variance with n + 1": (
        _solution(variance=lambda s: s.mu / (s.n + 1)),
        [("E14", "no rival is higher"), ("E14", "ascents")],
    ),
    "scores by lambda": (
        _solution(scores=lambda s: s.V * np.sqrt(s.variance)),
        [("C8", "sqrt(mu) v"), ("C7", "scores"), ("D3", "training samples placed again")],
    ),
    "scores left at length one": (
        _solution(scores=lambda s: s.V),
        [("C7", "scores"), ("C5", "training samples")],
    ),
    "a sign lost": (
        _solution(scores=lambda s: np.abs(s.V) * np.sqrt(s.mu)),
        [("C7", "scores"), ("C5", "training samples")],
    ),
    "eigenvalues shifted by one position": (
        _solution(mu=lambda s: s.spectrum[1:][: s.V.shape[1]]),
        [("E3", "residuals"), ("E4", "a null vector added"), ("E5", "on the range")],
    ),
    "share seven times too large": (
        _solution(explained=lambda s: 7.0 * s.mu / np.abs(s.spectrum).sum()),
        [("E12", "share")],
    ),
    "share of the positive eigenvalues only": (
        _solution(explained=lambda s: s.mu / s.spectrum[s.spectrum > 0].sum()),
        [("E12", "share")],
        "sigmoid",
    ),
    "rank is n": (_solution(rank=lambda s: s.n), [("E13", "rank")]),
    # distances
    "distances without the factor 2": (
        {f"{HERE}.formulations_agree.induced": lambda K: -K + K.diagonal()[:, None] + K.diagonal()},
        [("D1", "matrices")],
    ),
    "Gower's matrix without the half": (
        {"kpca.formulations.mds.gower": lambda D2: -CENTER(D2)},
        [("D1", "eigenvalues"), *_every_part_of("classical MDS"), ("M2", "scores")],
    ),
    "sign of Gower's matrix": (
        {f"{HERE}.scaling.gower": lambda D2: 0.5 * CENTER(D2)},
        [("M4", "matrix")],
    ),
    "unsquared distances": (
        {f"{HERE}.scaling.squared_distances": lambda X, Y: np.sqrt(squared_distances(X, Y))},
        [("M4", "matrix"), ("M5", "exact embedding stays")],
    ),
    "new sample placed without the half": (
        {"kpca.formulations.mds.place": _place_without(half=1.0)},
        [("D3", "by kernel and by distance"), ("D3", "training samples placed again")],
    ),
    "new sample placed on the other side": (
        {"kpca.formulations.mds.place": _place_without(half=-0.5)},
        [("D3", "by kernel and by distance"), ("D3", "training samples placed again")],
    ),
    "new sample placed without the centroid": (
        {"kpca.formulations.mds.place": _place_without(centroid=0.0)},
        [("D3", "by kernel and by distance"), ("D3", "training samples placed again")],
    ),
    "negative axes counted positively": (
        Edit("distances", "_squared(Z[:, real]) - _squared", "_squared(Z[:, real]) + _squared"),
        [("D2", "signed axes")],
    ),
    "Lingoes' constant added once": (
        {
            "kpca.formulations.corrections.lingoes": lambda D2: (
                LINGOES(D2)[0],
                0.5 * (D2 + LINGOES(D2)[1]),
            )
        },
        [("D2", "Lingoes"), ("K2", "Lingoes")],
    ),
    "Lingoes' constant a hundredth too large": (
        {"kpca.formulations.corrections.lingoes": _lingoes_times(1.01)},
        [("D2", "Lingoes"), ("K2", "Lingoes")],
    ),
    "Cailliez' constant halved": (
        {"kpca.formulations.corrections.cailliez": _cailliez_times(0.5)},
        [("D2", "Cailliez"), ("K2", "Cailliez")],
        "sigmoid",
    ),
    "Cailliez' constant a hundredth too large": (
        {"kpca.formulations.corrections.cailliez": _cailliez_times(1.01)},
        [("D2", "Cailliez"), ("K2", "Cailliez")],
        "sigmoid",
    ),
    "Cailliez' constant three times too large": (
        {"kpca.formulations.corrections.cailliez": _cailliez_times(3.0)},
        [("D2", "Cailliez"), ("K2", "Cailliez")],
        "sigmoid",
    ),
    # metric scaling
    "step of SMACOF without 1/n": (
        {"kpca.formulations.metric.guttman": lambda D, Z: len(Z) * GUTTMAN(D, Z)},
        [("M5", "exact embedding stays"), ("M6", "no rise"), ("M6", "step")],
    ),
    "step of SMACOF the wrong way": (
        {"kpca.formulations.metric.guttman": lambda D, Z: 2.0 * Z - GUTTMAN(D, Z)},
        [("M6", "no rise"), ("M6", "step"), ("M6", "fall")],
    ),
    "step of SMACOF that does nothing": (
        {"kpca.formulations.metric.guttman": lambda D, Z: Z},
        [("M6", "step"), ("M6", "fall"), ("M5", "another embedding moves")],
    ),
    "step of SMACOF a thousand times too short": (
        {"kpca.formulations.metric.guttman": lambda D, Z: Z + 1e-3 * (GUTTMAN(D, Z) - Z)},
        [("M6", "step"), ("M6", "fall"), ("M5", "another embedding moves")],
    ),
    "gradient of the stress with each pair once": (
        {"kpca.formulations.metric.gradient": lambda D, Z: 0.5 * GRADIENT(D, Z)},
        [("M6", "step"), ("M5", "another embedding moves")],
    ),
    "stress of squared distances": (
        {
            "kpca.formulations.metric.stress": lambda D, Z: (
                (D - squared_distances(Z, Z)) ** 2
            ).sum()
        },
        [("M5", "stress of an exact embedding")],
    ),
    "projection instead of a rotation": (
        Edit(
            "scaling",
            "Q = np.eye(d) - 2.0 * np.outer(w, w) / (w @ w)",
            "Q = np.eye(d) - np.outer(w, w) / (w @ w)",
        ),
        [("M7", "strain"), ("M7", "XX' of distances")],
    ),
    "a turn that is no rotation": (
        Edit("scaling", "[[root, -half], [half, root]]", "[[root, 0 * half], [half, root]]"),
        [("M7", "columns of a tie")],
    ),
    "a tie that is none": (
        Edit(
            "scaling",
            "_turned_residual(columns, np.array([1.0, 1.0]))",
            "_turned_residual(columns, np.array([1.0, 1.0 + 1e-9]))",
        ),
        [("M7", "columns of a tie")],
    ),
    "singular values not squared": (
        Edit(
            "scaling", "(chosen * mu) @ chosen.T, None)", "(chosen * np.sqrt(mu)) @ chosen.T, None)"
        ),
        [("M3", "error of the truncation")],
    ),
    "one term counted as left over": (
        Edit(
            "scaling",
            "tail = lengths(spectrum[order[p:]]",
            "tail = lengths(spectrum[order[p - 1 :]]",
        ),
        [("M3", "error of the truncation"), ("M3", "no rival is nearer")],
    ),
    "the first p by value": (
        Edit("scaling", "np.argsort(-np.abs(spectrum)", "np.argsort(-(spectrum)"),
        [("M3", "no rival is nearer")],
        "negative",
    ),
    # kernels and features
    "sigma^2 for 2 sigma^2": (
        {
            "kpca.kernels.RBF.__call__": lambda k, X, Y: np.exp(
                -0.5 * k.gamma * squared_distances(X, Y)
            )
        },
        [("K5", "gamma of N2"), ("K5", "beta of N3"), ("K5", "sigma^2 of N4")],
    ),
    "unsquared distance in the Gaussian": (
        {
            "kpca.kernels.RBF.__call__": lambda k, X, Y: np.exp(
                -k.gamma * np.sqrt(squared_distances(X, Y))
            )
        },
        [("K5", "gamma of N2"), ("K12x", "one variable"), ("K12x", "two variables")],
    ),
    "gamma of N2 halved": (_bandwidth("gamma of N2", lambda g: 0.5 * g), [("K5", "gamma of N2")]),
    "beta of N3 inverted": (_bandwidth("beta of N3", lambda b: 1.0 / b), [("K5", "beta of N3")]),
    "sigma^2 of N4 as of a normal density": (
        _bandwidth("sigma^2 of N4", lambda s: 0.5 / s),
        [("K5", "sigma^2 of N4")],
    ),
    "kernel of one variable with half the gamma": (
        Edit("kernel_functions", "np.exp(-gamma * x**2)", "np.exp(-0.5 * gamma * x**2)"),
        [("K12x", "one variable"), ("K12x", "two variables")],
    ),
    "features of two variables side by side": (
        Edit("kernel_functions", "(a @ a.T) * (b @ b.T) - both", "(a @ a.T) + (b @ b.T) - both"),
        [("K12x", "two variables")],
    ),
    "constant of the polynomial left out": (
        {"kpca.kernels.Polynomial.__call__": lambda k, X, Y: (k.gamma * X @ Y.T) ** k.degree},
        [
            ("K4", "six features"),
            ("K4x", "expansion"),
            ("E9", "Gram matrix"),
            ("K13", "coef0"),
        ],
    ),
    "degree off by one": (
        {
            "kpca.kernels.Polynomial.__call__": lambda k, X, Y: (
                (k.gamma * X @ Y.T + k.coef0) ** (k.degree + 1)
            )
        },
        [("E9", "Gram matrix"), ("K4", "monomials of any degree"), ("K13", "degree")],
    ),
    **{
        f"{field.name} of the kernel {kind.name} off by a millionth": (
            {f"kpca.kernels.{kind.__name__}.__call__": _with_another(kind, field.name)},
            [("K13", field.name)],
            kind.name,
        )
        for kind in kernels.KERNELS
        for field, number, _ in parameters(kind)
        if number is float
    },
    "Euclidean distance for that of city blocks": (
        {
            "kpca.kernels.Laplacian.__call__": lambda k, X, Y: np.exp(
                -k.gamma * np.sqrt(squared_distances(X, Y))
            )
        },
        [("K13", "gamma"), ("K13", "definition")],
        "laplacian",
    ),
    "kernel divided by the length of the first point": (
        {
            "kpca.kernels.Polynomial.__call__": lambda k, X, Y: (
                POLYNOMIAL(k, X, Y) / np.linalg.norm(X, axis=1)[:, None]
            )
        },
        [("K1", "symmetric"), ("C9", "symmetric")],
    ),
    "kernel divided by the number of points": (
        {"kpca.kernels.Polynomial.__call__": lambda k, X, Y: POLYNOMIAL(k, X, Y) / len(Y)},
        [("C9", "pair by pair")],
    ),
    "constant of the polynomial subtracted": (
        {
            "kpca.kernels.Polynomial.__call__": lambda k, X, Y: (
                (k.gamma * X @ Y.T - k.coef0) ** k.degree
            )
        },
        [("K1", "no negative eigenvalue")],
    ),
    "arctan for tanh": (
        {"kpca.kernels.Sigmoid.__call__": lambda k, X, Y: np.arctan(k.gamma * (X @ Y.T) + k.coef0)},
        [("K2", "formula")],
        "sigmoid",
    ),
    "multinomial roots left out": (
        {"kpca.kernels.Polynomial._multinomial": lambda k, chosen: 1},
        [("E9", "Gram matrix"), ("K4", "monomials of any degree")],
    ),
    "roots of 2 left out": (
        {f"{HERE}.kernel_functions.six_features": _six_without_root},
        [("K4x", "last feature"), ("K4", "six features")],
    ),
    "mixed term of the expansion once": (
        Edit("kernel_functions", "2.0 * (a + b + a * b)", "2.0 * (a + b) + a * b"),
        [("K4x", "expansion")],
    ),
    "square left out of the lift": (
        {
            "kpca.kernels.Lift.__call__": lambda k, X, Y: (
                X @ Y.T + np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(Y, axis=1)
            )
        },
        [("K3", "kernel")],
    ),
    "plane at the wrong height": (
        Edit("kernel_functions", "lifted[:, 2] < 0.5", "lifted[:, 2] < 0.05"),
        [("K3", "share on the wrong side")],
    ),
    "constant added to the linear kernel": (
        {"kpca.kernels.Linear.__call__": lambda k, X, Y: X @ Y.T + 1.0},
        [("K9x", "values")],
    ),
    "features of a sample without the root": (
        {f"{HERE}.case.sample_features": _features_without_root},
        [("K6", "inner products"), ("K8", "values")],
    ),
    "product with sizes only": (
        Edit("reproducing", "[[(x * y).sum()", "[[(x * np.abs(y)).sum()"),
        [("K10", "symmetric")],
    ),
    "product with the wrong sign": (
        Edit("reproducing", "[[(x * y).sum()", "[[-(x * y).sum()"),
        [("K10", "symmetric"), ("K10", "no negative eigenvalue")],
    ),
    # the RKHS
    "norm of the coefficients for the norm of f": (
        {"kpca.rkhs.squared_norm": lambda a, K: (a**2).sum(axis=0)},
        [("E7", "double sum over k")],
    ),
    "half of the squared norm": (
        {"kpca.rkhs.squared_norm": lambda a, K: 0.5 * NORM(a, K)},
        [("K11", "Cauchy-Schwarz"), ("K11", "value"), ("E7", "double sum over k")],
    ),
    "squared norm with the wrong sign": (
        {"kpca.rkhs.squared_norm": lambda a, K: -NORM(a, K)},
        [("K11", "squared norm")],
    ),
    "signs of the coefficients lost": (
        {"kpca.rkhs.inner": lambda a, b, K: np.abs(a).T @ K @ b},
        [("K7", "a sample listed twice"), ("E8", "orthonormal")],
    ),
    "basis of the features without its last vector": (
        {"kpca.arithmetic.range_basis": _basis_without_its_last},
        [("K7", "a null vector of K added"), ("E6", "distance with lambda > 0")],
    ),
    "constant added to the coefficients": (
        {"kpca.rkhs.evaluate": lambda a, K_new: K_new @ (a + 1.0)},
        [("K8", "values"), ("C4", "values"), ("K7", "a sample listed twice")],
    ),
    "mixed term of the projection once": (
        {
            "kpca.projection.squared_distance": lambda k, f, b: (
                k - (b * f).sum(axis=1) + (b * b).sum(axis=1)
            )
        },
        [("R1", "squared distances")],
    ),
    "projection longer than the point": (
        {"kpca.projection.lost": lambda k, b: k + (b * b).sum(axis=1)},
        [("R2", "without the mean"), ("R2", "with the mean")],
    ),
    # pre-images
    "fixed point with 2 sigma^2 for sigma^2": (
        {"kpca.preimages.fixed_point.FixedPoint._iterate": _with_twice_the_squared_width},
        [("R3", "stationary"), ("R3", "N0: stationary")],
        "rbf",
    ),
    "weights of a projection that are not normalized": (
        {"kpca.projection.weights": lambda alpha, beta: beta @ alpha.T + 1.0},
        [("R3", "stationary")],
        "rbf",
    ),
    "projection on the components without the mean": (
        {"kpca.projection.weights": lambda alpha, beta: beta @ alpha.T},
        [("R3", "stationary"), ("R2", "weights with the mean")],
        "rbf",
    ),
    "projection of N0 with the mean": (
        {"kpca.projection.weights_without_mean": projection.weights},
        [("R3", "N0: stationary"), ("R2", "weights without the mean")],
        "rbf",
    ),
    "iteration that goes away from the projection": (
        {"kpca.preimages.fixed_point.FixedPoint.__call__": _at_the_farthest_sample},
        [("R3", "no farther"), ("R3", "N0: no farther")],
        "rbf",
    ),
    "2 sigma^2 for sigma^2 in the iteration and in the gradient alike": (
        {
            "kpca.preimages.fixed_point.FixedPoint._iterate": _with_twice_the_squared_width,
            "kpca.kernels.rbf.RBF.gradient": _gradient_with_twice_the_squared_width,
        },
        [("R3", "quotients"), ("R3", "N0: quotients")],
        "rbf",
    ),
    "descent with a unit of length that is a trillionth of the right one": (
        {
            "kpca.preimages.gradient_descent._Scaled.of": _in_a_short_unit,
            "kpca.preimages.gradient_descent._Scaled.stride": lambda scaled, end: 0.0 * end.x,
        },
        [("R3", "nearer"), ("R3", "N0: nearer")],
        "cosine",
    ),
    "descent along coordinates that stays at the nearest sample": (
        {"kpca.preimages.coordinate_descent.CoordinateDescent.__call__": _at_the_nearest_sample},
        [("R3", "one coordinate"), ("R3", "N0: one coordinate")],
        "laplacian",
    ),
    "descent along coordinates with twice the width": (
        {"kpca.preimages.coordinate_descent.require": _half_of_gamma},
        [("R3", "one coordinate"), ("R3", "N0: one coordinate")],
        "laplacian",
    ),
    "a penalty where none is asked for": (
        {"kpca.preimages.fixed_point.FixedPoint._iterate": _with_a_penalty},
        [("R3", "stationary"), ("R3", "N0: stationary")],
        "rbf",
    ),
    "half of the penalty": (
        {"kpca.preimages.fixed_point.FixedPoint._iterate": _with_half_of_the_penalty},
        [("R3", "penalty")],
        "rbf",
    ),
    "ridge regression with a penalty that is not multiplied by n": (
        {"kpca.preimages.ridge_regression._ridge": _with_a_penalty_over_n},
        [("R3", "ridge regression")],
        "rbf",
    ),
    "ridge regression with 2 sigma^2 for sigma^2": (
        {"kpca.preimages.ridge_regression.RBF": lambda gamma: kernels.RBF(0.5 * gamma)},
        [("R3", "ridge regression")],
        "lift",
    ),
    "ridge regression of samples that are not centered": (
        {"kpca.preimages.ridge_regression._ridge": _of_samples_moved_by_1},
        [("R3", "ridge regression")],
        "laplacian",
    ),
    "distance constraint without the 1/2": (
        {"kpca.preimages.distance_constraint._point": _twice_as_far},
        [("R3", "distance constraint")],
        "rbf",
    ),
    "distance constraint with sigma^2 for 2 sigma^2": (
        {"kpca.preimages.distance_constraint._point": lambda X, d2: PLACED(X, 2.0 * d2)},
        [("R3", "distance constraint")],
        "rbf",
    ),
    # PCA by the covariance
    "covariance with 1/(n-1)": (
        {f"{HERE}.covariance.covariance": _covariance(lambda n: n - 1, 1.0)},
        [("P1", "variance along the axis"), ("P1", "lowest ascent"), ("P2", "U Lambda U'")],
    ),
    "covariance not centered": (
        {
            f"{HERE}.covariance.covariance": _covariance(lambda n: n, 0.0),
            f"{HERE}.case.Case.Y": property(lambda case: case.X + 1.0),
        },
        [("P1", "variance along the axis"), ("P5", "centered points")],
    ),
    "covariance without 1/n": (
        {f"{HERE}.covariance.covariance": _covariance(lambda n: 1, 1.0)},
        [("P3", "axes"), ("P3x", "length of the axes"), ("P4", "all samples")],
    ),
    "ascents that stay where they start": (
        {"kpca.formulations.variational.ascend": _stay},
        [("P1", "lowest ascent"), *_every_part_of("ascent")],
    ),
    "ascents that overshoot": (
        {"kpca.formulations.variational.ascend": lambda A, W, start: start},
        [("P1", "highest ascent"), ("P1", "highest of all")],
        "linear",
    ),
    "random directions of any length": (
        Edit("covariance", "/ (directions**2).sum(axis=0) / n", "/ n"),
        [("P1", "highest of all")],
    ),
    "roots of the eigenvalues": (
        Edit("covariance", "(U * values) @ U.T - C", "(U * np.sqrt(values)) @ U.T - C"),
        [("P2", "U Lambda U'")],
    ),
    "rows for columns": (
        Edit("covariance", "zip(values, U.T, strict=True)", "zip(values, U, strict=True)"),
        [("P2", "sum of the terms")],
    ),
    "length of the coefficients for their sum": (
        Edit("covariance", "few * (few @ v)[:, None]", "few * np.abs(few @ v)[:, None]"),
        [("P4", "one sample")],
    ),
    "a sign lost in the sum over samples": (
        Edit("covariance", "total = (Y @ v) @ Y", "total = np.abs(Y @ v) @ Y"),
        [("P4", "all samples")],
    ),
    "a mean subtracted": (
        Edit("covariance", "moved = Y + m\n", "moved = Y + m - m.mean()\n"),
        [("P5", "direction with a long mean")],
    ),
    "axes in another order": (
        Edit(
            "covariance",
            "printed = Y.T @ (Y @ axes / values)",
            "printed = (Y.T @ (Y @ axes / values))[:, ::-1]",
        ),
        [("P3", "axes")],
    ),
    "components of length one that are not orthogonal": (
        _solution(alpha=lambda s: _leaning(s.V) / np.sqrt(s.mu)),
        [("E8", "orthonormal")],
    ),
    "second eigenvalue off by a millionth": (
        {f"{HERE}.case.mds.fit": _second_eigenvalue_off(mds.fit)},
        [("D1", "eigenvalues"), ("M7", "XX' of distances")],
    ),
    "second eigenvalue of the eigen-solve off by a millionth": (
        {f"{HERE}.case.dual.fit": _second_eigenvalue_off(dual.fit)},
        [("E10", "eigenvalues"), ("D1", "eigenvalues"), ("M7", "strain")],
    ),
    "one new sample a millionth off": (
        {
            f"{HERE}.centering.center_new": _one_entry_off(centering.center_new),
            f"{HERE}.new_samples.center_new": _one_entry_off(centering.center_new),
        },
        [("C3", "matrix"), ("C5", "new samples"), ("C6", "values")],
    ),
    "one kernel value a millionth off": (
        {"kpca.kernels.Linear.__call__": _one_entry_off(kernels.Linear.__call__)},
        [("K9x", "values")],
    ),
    "the leading pair is missed": (
        {f"{HERE}.case.dual.fit": _first_missed},
        [
            ("E14", "no rival is higher"),
            ("E13", "rank"),
            ("M3", "error of the truncation"),
            ("M7", "strain"),
        ],
        "rbf",
    ),
    "bound a thousand times too wide": (_bound(1e3), [("E13", "cut-off")]),
    "bound a hundred times too narrow": (_bound(0.01), [("E13", "cut-off")]),
    "residual of another matrix": (_residual(1e-3), [("E13", "residual")]),
    "successive differences for contrasts": (
        {f"{HERE}.scaling.contrasts": lambda X: np.diff(X, axis=0)},
        [("M1", "(n - 1)S = Y'Y")],
    ),
    "D for D^2": (
        {f"{HERE}.scaling.svd": _root_of_d},
        [
            ("M1", "Y'Y = V Sigma^2 V'"),
            ("M1", "YY' = U Sigma^2 U'"),
            ("M1", "eigenvalues of Y'Y"),
            ("M1", "eigenvalues of YY'"),
        ],
    ),
    # the eigenproblem with features
    "length of the feature for that of f": (
        Edit("feature_space", "f @ np.outer(phi, phi) @ f for", "f @ np.outer(phi, phi) @ phi for"),
        [("E1", "one sample")],
    ),
    "second moments for the covariance": (
        Edit(
            "feature_space",
            "covariance = centered.T @ centered / n",
            "covariance = Phi.T @ Phi / n",
        ),
        [("E1", "all samples")],
    ),
    "objective times the squared length": (
        Edit("feature_space", "((wider @ g) ** 2).mean()", "((wider @ g) ** 2).mean() * (g @ g)"),
        [("E2", "objective")],
    ),
    "not scaled back": (
        Edit("feature_space", "objective(both / lengths(both))", "objective(both / length)"),
        [("E2", "gain of scaling back")],
    ),
    "a direction inside the span": (
        Edit(
            "feature_space",
            "return wider @ reflection, reflection[-1]",
            "return wider @ reflection, reflection[0]",
        ),
        [("E6", "distance with lambda = 0"), ("E6", "the direction outside has lambda = 0")],
        "linear",
    ),
    "features the other way round": (
        Edit(
            "feature_space",
            "inner, outer = Phi @ Phi.T, Phi.T @ Phi",
            "inner, outer = Phi @ Phi.T, np.abs(Phi).T @ Phi",
        ),
        [("E9", "covariance")],
    ),
    "features not centered": (
        {f"{HERE}.feature_space._centered": lambda Phi: Phi},
        [("E10", "eigenvalues")],
    ),
    "norm of uncentered features": (
        Edit(
            "eigenproblem",
            "weights = (Phi - Phi.mean(axis=0)).T @ alpha",
            "weights = Phi.T @ np.abs(alpha)",
        ),
        [("E7", "explicit feature map")],
    ),
    "columns not centered in the eigenproblem": (
        {f"{HERE}.eigenproblem.center": _one_sided},
        [("E12", "mean")],
    ),
    "rows not centered in the eigenproblem": (
        {f"{HERE}.eigenproblem.center": _other_side},
        [("E5", "null vector")],
    ),
    "nothing centered in the eigenproblem": (
        {f"{HERE}.eigenproblem.center": lambda K: K},
        [("E8", "the printed N-th column"), ("E13", "after centering")],
    ),
    "a column of features not counted": (
        Edit(
            "eigenproblem",
            "(Phi != Phi[0]).any(axis=0).sum())",
            "(Phi != Phi[0]).any(axis=0).sum()) - 1",
        ),
        [("E13", "beyond the features")],
    ),
    # the formulations
    "lambda for mu by the covariance": (
        {"kpca.formulations.primal.samples_spectrum": lambda mu, n: mu / n},
        [
            *_every_part_of("covariance"),
            ("K9", "covariance: variances"),
            ("K9", "covariance: scores"),
        ],
    ),
    **{
        f"mu n for mu: {formulation}": ({path: _times_n(fit)}, _every_part_of(formulation))
        for formulation, path, fit in (
            ("classical MDS", f"{HERE}.case.mds.fit", mds.fit),
            ("covariance", f"{HERE}.case.primal.fit", primal.fit),
            ("SVD of the features", f"{HERE}.case.svd.fit", svd.fit),
            ("least-squares SVM", f"{HERE}.case.least_squares_svm.fit", least_squares_svm.fit),
            ("generalized", f"{HERE}.fitted.generalized.fit", generalized.fit),
            ("ascent", f"{HERE}.fitted.variational.fit", variational.fit),
            ("block Krylov", f"{HERE}.fitted.block_krylov.fit", block_krylov.fit),
            ("scikit-learn KernelPCA", "kpca.formulations.peers.kernel_pca", peers.kernel_pca),
            (
                "scikit-learn ClassicalMDS",
                "kpca.formulations.peers.classical_mds",
                peers.classical_mds,
            ),
        )
    },
    "mu n for mu: linear kernel": (
        {f"{HERE}.fitted.dual.fit": _times_n(dual.fit)},
        [("K9", "covariance: variances"), ("K9", "covariance: scores"), ("K9", "peer: variances")],
    ),
    "mu n for mu: ascent, each component": (
        {f"{HERE}.fitted.variational.fit": _times_n(variational.fit)},
        [("E14", "ascents")],
    ),
    "convention not converted": (
        {"kpca.formulations.conventions.convert": lambda values, *names, **sizes: values},
        [("K9", "peer: variances"), ("K9", "peer: scores")],
    ),
    # what the notes say in prose
    "eigenvalues not inverted": (
        Edit("separable", "(V / mu) @ (V.T @ labels)", "(V * mu) @ (V.T @ labels)"),
        [("K14", "labels")],
    ),
    "labels for the coefficients": (
        Edit("separable", "alpha = (V / mu) @ (V.T @ labels)", "alpha = labels"),
        [("K14", "labels")],
    ),
    "labelings without the constant": (
        Edit("separable", "range(M + 1))", "range(M))"),
        [("K15", "plane"), ("K15", "lift"), ("K15", "degree 2"), ("K15", "no circle")],
    ),
    "n for n - 1 in the number of labelings": (
        Edit("separable", "2 * sum(comb(SIX - 1, k)", "2 * sum(comb(SIX, k)"),
        [("K15", "plane"), ("K15", "lift")],
    ),
    "the first label counted once": (
        Edit("separable", "return 2 * int(", "return int("),
        [("K15", "plane"), ("K15", "lift"), ("K15", "degree 2"), ("K15", "no circle")],
    ),
    "root of 2 left out of three features": (
        Edit("feature_maps", "mixed = np.sqrt(number_one(X) * 2) * a", "mixed = a"),
        [("K16", "inner products"), ("K16", "isometry")],
    ),
    "features paired with the wrong points": (
        Edit(
            "feature_maps",
            "np.array([there[0], mixed / root, there[1]])",
            "np.array([there[0], there[1], mixed / root])",
        ),
        [("K16", "features")],
    ),
    "derivative of the Gaussian with half of gamma": (
        Edit("feature_maps", "derivative = -2.0 * apart", "derivative = -apart"),
        [("K17", "reproduces"), ("K17", "values")],
    ),
    "derivative in the other argument": (
        Edit("feature_maps", "derivative = -2.0 * apart", "derivative = 2.0 * apart"),
        [("K17", "reproduces"), ("K17", "values")],
    ),
    "derivative of the features without their width": (
        Edit("feature_maps", "return -2.0 * x[:, None] * features + before", "return before"),
        [("K17", "norm"), ("K17", "limit")],
    ),
    "squared norm of a derivative without its 2": (
        Edit("feature_maps", "- 4.0 * k + 2.0", "- 2.0 * k + 1.0"),
        [("K17", "norm")],
    ),
    "a limit that is nearer than it is": (
        Edit("feature_maps", "np.sqrt(3.0) * STEPS\n", "STEPS\n"),
        [("K17", "limit")],
    ),
    "rows that have the inner products of the squares": (
        {f"{HERE}.feature_maps.sample_features": _features_without_root},
        [("K18", "ridge"), ("K18", "k-means"), ("K18", "PCA")],
    ),
    "last row turned": (
        {f"{HERE}.feature_maps.sample_features": _last_row_turned(reproducing.sample_features)},
        [("K18", "ridge"), ("K18", "k-means"), ("K18", "PCA")],
    ),
    "features about the mean of the new samples": (
        Edit(
            "feature_space",
            "of_new = (new - moved.mean(axis=0))",
            "of_new = (new - new.mean(axis=0))",
        ),
        [("C11", "new samples")],
    ),
    "features that keep their mean": (
        Edit("feature_space", "features = moved - moved.mean(axis=0)", "features = moved"),
        [("C11", "training samples"), ("C11", "new samples")],
    ),
    "components of length mu^(1/2)": (
        Edit("feature_space", "(features.T @ dual.alpha)", "(features.T @ dual.V)"),
        [("C11", "values")],
    ),
    "a basis that is not orthonormal": (
        Edit("subspaces", "2.0 * np.outer(w, w) / (w @ w))", "np.outer(w, w) / (w @ w))"),
        [("E15", "any basis")],
    ),
    "subspaces of unit directions that are not orthogonal": (
        Edit(
            "subspaces",
            "once @ turn[:, long] / np.sqrt(values[long])",
            "once / np.sqrt((A * once).sum(axis=0))",
        ),
        [("E15", "no subspace is higher")],
    ),
    "variances with n - 1 for all subspaces": (
        Edit(
            "subspaces",
            "(scores**2).sum() / len(A)",
            "(scores**2).sum() / (len(A) - 1)",
        ),
        [("E15", "no subspace is higher")],
    ),
    "components without variance, new samples about their own mean": (
        {f"{HERE}.subspaces.center_new": lambda K_new, K: K_new - K_new.mean(axis=0)},
        [("E16", "the vector 1"), ("E16", "no variance")],
    ),
    "a vector that is not quite null": (
        {f"{HERE}.subspaces.null_vector": lambda Phi: _lean(reproducing.null_vector(Phi))},
        [("E16", "no variance")],
    ),
    "eigenvalues for their roots in the scores": (
        Edit("subspaces", "squares = V**2 * mu", "squares = V**2 * mu**2"),
        [("E17", "training samples")],
    ),
    "new scores that are divided by the root of lambda": (
        Edit("subspaces", "V[:, long] / np.sqrt(mu[long])", "V[:, long] / np.sqrt(mu[long] / n)"),
        [("E17", "new samples")],
    ),
    "new samples about their own mean": (
        Edit(
            "subspaces",
            "rows = center_new(np.vstack([K_new[:, few], K_few]), K_few)",
            "rows = np.vstack([K_new[:, few], K_few]); rows = rows - rows.mean(axis=0)",
        ),
        [("E17", "new samples")],
    ),
    "new scores that are 0": (
        Edit("subspaces", "held = ((rows @", "held = ((0.0 * rows @"),
        [("E17", "new samples")],
    ),
    "projection with alpha of length one": (
        _solution(alpha=lambda s: s.V),
        [("R5", "twice"), ("R5", "nearest"), ("R5", "distances")],
    ),
    "distance to a point of the subspace without the rest": (
        Edit("projecting", "+ ((b - beta) ** 2).sum(axis=1)", "+ (b**2).sum(axis=1)"),
        [("R5", "nearest")],
    ),
    "strain of the best matrix": (
        Edit(
            "best_maps", "for at in (first, by_size))\n    X", "for at in (by_size, first))\n    X"
        ),
        [("M8", "strain")],
        "negative",
    ),
    "a descent that ends where it starts": (
        Edit("best_maps", "4.0 * (off @ Z).ravel()", "0.0 * z"),
        [("M8", "no map is nearer")],
    ),
    "a map of one dimension less": (
        Edit("best_maps", 'kind="stable")[:p] for', 'kind="stable")[: p - 1] for'),
        [("M8", "no map is nearer")],
    ),
    "a map from lengths and not from their roots": (
        Edit("best_maps", "U[:, at] * np.sqrt(np.abs(spectrum[at]))", "U[:, at] * spectrum[at]"),
        [("M8", "strain")],
        "rbf",
    ),
    "negative eigenvalues among the first": (
        Edit("best_maps", "first[values[first] > 0]", "first"),
        [("M8", "strain")],
        "one positive",
    ),
    "turned by 30 degrees without a right angle": (
        Edit("best_maps", "[np.sqrt(one * 3) / 2, one / 2]", "[np.sqrt(one * 3) / 2, one]"),
        [("M9", "a tie"), ("M9", "a gap")],
    ),
    "a constant for which tanh were a kernel": (
        {f"{HERE}.kernel_functions.induced": lambda K: np.abs(distances.induced(K))},
        [("K2", "no constant")],
        "sigmoid",
    ),
    # samples, relatives, sums of squares and weights
    "variances interlace": (
        Edit(
            "samples",
            "mu_more, mu = eigenvalues(more), eigenvalues(center(without(A, near)))",
            "mu_more, mu = eigenvalues(more) / n, eigenvalues(center(without(A, near))) / (n - 1)",
        ),
        [("S1", "eigenvalues")],
    ),
    "the block keeps the mean of the last sample": (
        Edit("samples", "np.abs(center(block) - fewer)", "np.abs(block - fewer)"),
        [("S1", "matrices")],
    ),
    "n - 1 for n in the samples that are drawn": (
        Edit("samples", "/ (DRAWN * len(samples))\n", "/ ((DRAWN - 1) * len(samples))\n"),
        [("S2", "trace")],
    ),
    "the second eigenvalue for the first": (
        Edit("samples", "first - expected[0] / factor", "first - expected[1] / factor"),
        [("S2", "first eigenvalue")],
    ),
    "the density's variance for its deviation": (
        Edit("samples", "g = (s * np.sqrt(gamma)) ** 2", "g = s * np.sqrt(gamma)"),
        [("S3", "eigenvalues")],
    ),
    "probabilities of the narrow density": (
        Edit(
            "samples", "weights.sum() * np.exp(t * nodes**2)", "weights.sum() * np.exp(0 * nodes)"
        ),
        [("S3", "eigenvalues")],
    ),
    "coefficients without the factorial of the exponential": (
        Edit("samples", "comb(2 * m, i) / factorial(m)", "comb(2 * m, i)"),
        [("S4", "eigenvalues")],
    ),
    "powers that are not centered": (
        Edit("samples", "powers = powers - powers.mean(axis=0)", "powers = powers + 0.0"),
        [("S4", "eigenvalues")],
    ),
    "the sign of the derivative": (
        Edit("samples", "-center(D2 * K)", "center(D2 * K)"),
        [("S5", "derivative")],
    ),
    "distances for their squares in the derivative": (
        Edit("samples", "-center(D2 * K)", "-center(np.sqrt(D2) * K)"),
        [("S5", "derivative")],
    ),
    "landmarks that stand for all samples": (
        Edit("relatives", "K_hat = weights @ K_S.T", "K_hat = n / m * weights @ K_S.T"),
        [("S6", "from below")],
    ),
    "no approximation at all": (
        Edit("relatives", "K_hat = weights @ K_S.T", "K_hat = 0.0 * weights @ K_S.T"),
        [("S6", "formula")],
    ),
    "the matrix of the landmarks for its inverse": (
        Edit("relatives", "vectors / values) @", "vectors * values) @"),
        [("S6", "formula")],
    ),
    "the root of the inverse": (
        Edit("relatives", "vectors / values) @", "vectors / np.sqrt(values)) @"),
        [("S6", "formula")],
        "orthogonal",
    ),
    "no inverse": (
        Edit("relatives", "K_hat = weights @ K_S.T", "K_hat = K_S @ K_S.T"),
        [("S6", "formula")],
        "orthogonal",
    ),
    "rows of the last samples for those of the landmarks": (
        Edit("relatives", "len(S), K_few[:, S],", "len(S), K_few[:, -len(S) :],"),
        [("S6", "formula")],
        "rbf",
    ),
    "what the landmarks leave, not centered": (
        Edit("relatives", "center(K_few - K_hat).trace()", "(K_few - K_hat).trace()"),
        [("S6", "sum")],
    ),
    "every pivot leaves a part of the length of K": (
        Edit("relatives", "A @ A / (A.trace() or 1.0)", "A @ A / lengths(A, None)"),
        [("S27", "rest")],
    ),
    "cosines of components that are not squared": (
        Edit("two_kernels", "mu @ (V.T @ W) ** 2 @ nu", "mu @ np.abs(V.T @ W) @ nu"),
        [("S22", "trace")],
    ),
    "traces of kernels that are not centered": (
        Edit("two_kernels", "A.trace() * B.trace()", "K.trace() * L.trace()"),
        [("S23", "mean")],
    ),
    "the best map turned back": (
        Edit("two_kernels", "Y @ left @ right", "Y @ (left @ right).T"),
        [("S24", "distance")],
    ),
    "the largest singular value alone": (
        Edit("two_kernels", "2.0 * values.sum()", "2.0 * values.max()"),
        [("S24", "distance")],
    ),
    "sums of both classes for their means": (
        Edit("two_kernels", "first / first.sum() - ~first / (~first).sum()", "first - ~first / 1"),
        [("S25", "scores"), ("S26", "energy")],
    ),
    "pairs of a class with the diagonal counted": (
        Edit("two_kernels", "max(1, len(each) * (len(each) - 1))", "len(each) ** 2"),
        [("S25", "chance")],
    ),
    "means of rows once": (
        Edit("two_kernels", "- 2 * rows.mean()", "- rows.mean()"),
        [("S26", "covariance")],
    ),
    "frequencies of half the variance": (
        Edit("relatives", "np.sqrt(2.0 * t)", "np.sqrt(t)"),
        [("S7", "variance")],
    ),
    "an inverse that keeps the null vector": (
        Edit(
            "relatives",
            "plus = (V[:, 1:] / mu[1:]) @ V[:, 1:].T",
            "plus = (V / (mu + 1.0)) @ V.T",
        ),
        [("S8", "null vector"), ("S8", "commute time")],
    ),
    "a walk whose steps are not divided by the degree": (
        Edit("relatives", "degrees[others], assume_a", "np.ones(n - 1), assume_a"),
        [("S8", "commute time"), ("S8", "kernel")],
    ),
    "eigenvectors divided by pi and not by its root": (
        Edit("relatives", "psi = V / np.sqrt(stationary)", "psi = V / stationary"),
        [("S9", "distances")],
    ),
    "eigenvalues to the power t/2": (
        Edit("relatives", "_squared(values**t * vectors)", "_squared(values ** (t / 2) * vectors)"),
        [("S9", "distances")],
    ),
    "covariance with n - 1 in the likelihood": (
        Edit("relatives", "C = centered.T @ centered / n", "C = centered.T @ centered / (n - 1)"),
        [("S10", "likelihood")],
        "cosine",
    ),
    "noise in every direction": (
        Edit("relatives", "noise, wrong = rest / (M - d),", "noise, wrong = rest / M,"),
        [("S10", "largest")],
        "cosine",
    ),
    "noise that is 0.4 % larger": (
        Edit(
            "relatives", "noise, wrong = rest / (M - d),", "noise, wrong = 1.004 * rest / (M - d),"
        ),
        [("S10", "likelihood"), ("S10", "largest")],
    ),
    "noise that is 0.4 % smaller": (
        Edit(
            "relatives", "noise, wrong = rest / (M - d),", "noise, wrong = 0.996 * rest / (M - d),"
        ),
        [("S10", "likelihood"), ("S10", "largest")],
        "linear",
    ),
    "every pair twice": (
        Edit("sums_of_squares", "total = D2.sum() / (2 * n)", "total = D2.sum() / n"),
        [("S11", "total"), ("S11", "between groups")],
    ),
    "n for the size of a group": (
        {
            f"{HERE}.sums_of_squares.permanova.between": lambda centered, groups: sum(
                centered[groups == g][:, groups == g].sum() / len(groups) for g in range(2)
            )
        },
        [("S11", "between groups")],
    ),
    "weights without their mean": (
        Edit("sums_of_squares", "means = K @ w", "means = K.mean(axis=1)"),
        [("S12", "eigenvalues")],
    ),
    # solved by hand
    "nothing centered in the matrices of two rows": (
        Edit("by_hand", "mu[0], mu[len(B)] = (p[0] + r[0]) / 2 - q[0], 0.0 * q[0]", "pass"),
        [("S15", "spectrum")],
    ),
    "orders of one sign": (
        Edit("by_hand", "np.arange(-TERMS, TERMS + 1)", "np.arange(TERMS + 1)"),
        [("S15", "spectrum")],
    ),
    "products for the squares of radii": (
        Edit("by_hand", "np.exp(-squares)", "np.exp(-2.0 * outer)"),
        [("S15", "spectrum"), ("S15", "circles apart")],
    ),
    "sine without its 2": (
        Edit("by_hand", "1 / (4 * table", "1 / (2 * table"),
        [("S16", "eigenvalues")],
    ),
    "distances that are a thousandth larger": (
        Edit("by_hand", "eigh(gower(steps * one))", "eigh(gower(steps * one) + 1e-3)"),
        [("S16", "eigenvalue 0")],
    ),
    "cosines from the first sample on": (
        Edit("by_hand", "2 * np.arange(n) + 1, order", "2 * np.arange(n), order"),
        [("S16", "vectors")],
    ),
    "a parabola without the n": (
        Edit("by_hand", "(n * z**2 / mu[0] - 1)", "(z**2 / mu[0] - 1)"),
        [("S16", "parabola")],
    ),
    "a bias that is a sum": (
        Edit("formulations_agree", "without_b.mean(axis=0)", "without_b.sum(axis=0)"),
        [("S17", "errors")],
    ),
    "coefficients of other components": (
        Edit("formulations_agree", "by_alpha = moved @ alpha", "by_alpha = moved @ alpha[:, ::-1]"),
        [("S17", "equations")],
    ),
    "a ridge without a bias": (
        {"kpca.formulations.least_squares_svm.np.outer": lambda a, b: 0.0},
        [
            ("S17", "eigenvalues"),
            ("S17", "sum of the coefficients"),
            *_every_part_of("least-squares SVM"),
        ],
    ),
    # one sample less, covariates and classes, distances over variances
    "one sample more for one less": (
        Edit("varied_samples", "n / (n - one)", "(n + one) / n"),
        [("S13", "eigenvalues"), ("S13", "equal eigenvalues")],
    ),
    "a mean that does not move": (
        Edit("varied_samples", "eigenvalues(center(without(B, k)))", "eigenvalues(without(B, k))"),
        [("S13", "eigenvalues"), ("S13", "equal eigenvalues")],
    ),
    "influence of lambda for mu": (
        Edit("varied_samples", "z2, slope = mu[simple]", "z2, slope = mu[simple] / n"),
        [("S14", "derivative")],
    ),
    "a projector from covariates that are not orthonormal": (
        Edit("with_covariates", "M = np.eye(n) - Q @ Q.T", "M = np.eye(n) - W @ W.T / n"),
        [("S18", "eigenvalues")],
    ),
    "regressed out on one side": (
        Edit("with_covariates", "off(M @ K_few @ M)", "off(M @ K_few)"),
        [("S18", "eigenvalues")],
    ),
    "means of classes over n": (
        Edit("with_covariates", "members / np.outer(counts, counts)", "members / (n / 3) ** 2"),
        [("S19", "eigenvalues")],
    ),
    "sums of classes for their means": (
        Edit("with_covariates", "P = (members / counts) @", "P = members @"),
        [("S19", "eigenvalues"), ("S19", "sum")],
    ),
    "scores over mu and not over its root": (
        Edit("unusual_samples", "(Q @ W) / np.sqrt(mu)", "(Q @ W) / mu"),
        [("S20", "training samples")],
    ),
    "rows of new samples that are not centered": (
        Edit("unusual_samples", "center_new(rows, K_few), lengths_of_new", "rows, lengths_of_new"),
        [("S21", "new samples")],
    ),
    "a ridge beside mu and not beside lambda": (
        Edit("unusual_samples", "(mu[long] / n + s)", "(mu[long] + s)"),
        [("S21", "training samples"), ("S21", "new samples")],
    ),
    "nothing off the span": (
        Edit("unusual_samples", " + (k_tt - squares.sum(axis=1)) / s", ""),
        [("S21", "new samples")],
        "rbf",
    ),
    "weights that do not add up to 1": (
        Edit("varied_samples", "((np.arange(n) == i) - 1.0 / n)", "(np.arange(n) == i)"),
        [("S14", "derivative")],
    ),
}


def _case(name):
    if name == "negative":  # the largest eigenvalue in size is negative
        K = gram(np.array([3.0, 1.0, 0.5, 0.2, -5.0]))
        return Case(Gram(K, K, K), 2)
    if name == "one positive":
        K = gram(np.array([3.0, -0.5, -1.0, -2.0]))
        return Case(Gram(K, K, K), 2)
    if name == "orthogonal":  # the matrix of the landmarks is its own inverse
        return Case(Vectors(kernels.Linear(), np.eye(5), np.eye(5)), 2)
    return Case.of(fresh(STUDIES[name]))


def _plant(fault, monkeypatch):
    if isinstance(fault, Edit):
        fault.plant(monkeypatch)
        return
    for path, broken in fault.items():
        monkeypatch.setattr(path, broken)


def _ratios(case, targets):
    """The largest discrepancy of each part, in tolerances."""
    ids = {id for id, _ in targets}
    parts = {id: check.STATEMENTS[id].parts(case) for id in ids}
    return {(id, part): check.Check.of(id, {part: parts[id][part]}).ratio for id, part in targets}


@pytest.mark.parametrize("name", FAULTS)
def test_each_part_fails_when_a_formula_that_it_looks_at_is_broken(name, monkeypatch):
    planted, targets, study = (*FAULTS[name], "poly")[:3]
    sound = _ratios(_case(study), targets)
    assert max(sound.values()) <= 1.0, sound
    _plant(planted, monkeypatch)
    broken = _ratios(_case(study), targets)
    assert min(broken.values()) > 1.0, broken


@pytest.mark.parametrize("factor", ["(1.0 + 1e-15)", "(1.0 - 1e-15)"])
def test_noise_that_differs_by_rounding_still_agrees(factor, monkeypatch):
    written = "noise, wrong = rest / (M - d),"
    Edit("relatives", written, written.replace("rest", f"{factor} * rest")).plant(monkeypatch)
    assert check.STATEMENTS["S10"].on(_case("poly")).agrees


def _parts_of_all_studies():
    found = {}
    for study in STUDIES.values():
        case = Case.of(study)
        for id, statement in check.STATEMENTS.items():
            for name, part in (statement.parts(case) or {}).items():
                found.setdefault((id, name), []).append(np.max(np.asarray(part[0], dtype=float)))
    return found


@pytest.fixture(scope="module")
def parts():
    """The largest discrepancy of each part on each study that has it."""
    return _parts_of_all_studies()


def test_every_part_of_every_statement_has_a_planted_fault(parts):
    planted = {target for fault in FAULTS.values() for target in fault[1]}
    assert set(parts) - planted == set(), "plant a fault in FAULTS that each of these notices"
    assert planted - set(parts) == set(), "no study has these parts"


NEVER_NEGATIVE = {
    ("K1", "no negative eigenvalue"),
    ("K3", "share on the wrong side"),
    ("K11", "squared norm"),
    ("K11", "value"),
    ("K10", "no negative eigenvalue"),
    ("M3", "no rival is nearer"),
    ("M8", "no map is nearer"),
    ("E15", "no subspace is higher"),
    ("E17", "new samples"),
    *(("K15", name) for name in ("plane", "lift", "degree 2", "no circle")),
    ("K17", "limit"),
    ("K17", "values"),
    ("M6", "no rise"),
    ("M6", "fall"),
    ("E13", "rank"),
    ("E14", "no rival is higher"),
    ("S1", "eigenvalues"),
    ("S2", "first eigenvalue"),
    ("S6", "from below"),
    ("R3", "one coordinate"),
    ("R3", "N0: one coordinate"),
    ("R3", "nearer"),
    ("R3", "N0: nearer"),
}
"""Inequalities and counts: 0 where they hold."""


def test_no_part_compares_a_number_with_itself(parts):
    """Two computations of one number differ by rounding on some study; one computation never."""
    always_equal = {name for name, measured in parts.items() if not any(measured)}
    assert always_equal - NEVER_NEGATIVE - OFTEN_ONE == EQUAL_BY_SYMMETRY


OFTEN_ONE = {("E6", "distance with lambda = 0")}
"""A length that is 1 without rounding, or next to it: on some processors it is 1 on each study."""

EQUAL_BY_SYMMETRY = {("K1", "symmetric"), ("C9", "symmetric")}
"""Products and differences of two points have the same roundings in either order."""


def test_without_a_fault_nothing_fails():
    assert not failing(of_study(STUDIES["poly"]))


def test_a_relative_fault_of_a_billionth_in_the_eigenvalues_is_caught():
    case = Case.of(STUDIES["rbf"])
    nudged = made(case.dual.spectrum * (1 + 1e-9), case.dual.V, case.dual.matrix_error)
    assert not eigenproblem.squared_gram_equation(case.K, nudged).agrees
    assert not eigenproblem.orthonormal_components(case.K, nudged).agrees


OWN = [
    ("the sign", lambda target, Y: -GRADIENT_OF_TARGET(target, Y)),
    ("the own term", lambda target, Y: -2.0 * target.kernel.gradient(Y, target.X, target.W)),
]


@pytest.mark.parametrize(("what", "broken"), OWN, ids=[what for what, _ in OWN])
def test_no_descent_converges_along_a_gradient_without_its_sign_or_own_term(
    what, broken, monkeypatch
):
    study = replace(fresh(STUDIES["poly"]), components=2)
    assert check.STATEMENTS["R3"].attempt(Case.of(study)).agrees
    monkeypatch.setattr(Target, "gradient", broken)
    outcome = check.STATEMENTS["R3"].on(Case.of(study))
    assert outcome.verdict == "fails"
    assert "none of 12 pre-images converged" in outcome.report


def test_a_penalized_iteration_that_never_ends_is_no_agreement(monkeypatch):
    study = fresh(STUDIES["rbf"])
    assert check.STATEMENTS["R3"].attempt(Case.of(study)).agrees

    def endless(method, target, first, x):
        ends, steps, converged = ITERATE(method, target, first, x)
        return ends, steps, converged & (method.penalty == 0.0)

    monkeypatch.setattr(FixedPoint, "_iterate", endless)
    outcome = check.STATEMENTS["R3"].on(Case.of(study))
    assert outcome.verdict == "undecided", "the points are right, and the method does not say so"
    assert "with a penalty, none of " in outcome.report


def _lost(reached, kept):
    """Pre-images of which all but the first ``kept`` are lost, and not converged."""
    converged = np.arange(len(reached.points)) < kept
    points = np.where(converged[:, None], reached.points, 1e3)
    return replace(reached, points=points, converged=converged)


@pytest.mark.parametrize(("kept", "said"), [(0, "none"), (9, "9")])
def test_one_target_with_less_than_half_of_its_pre_images_is_no_agreement(kept, said, monkeypatch):
    """Both targets have 20 points, and only those of N0 are lost."""

    def broken(method, target, start):
        reached = FIXED_POINT(method, target, start)
        of_n0 = np.abs(target.W.sum(axis=1) - 1.0).max() > 1e-6
        return _lost(reached, kept) if of_n0 else reached

    monkeypatch.setattr(FixedPoint, "__call__", broken)
    outcome = check.STATEMENTS["R3"].on(Case.of(fresh(STUDIES["rbf"])))
    assert outcome.verdict == "fails"
    assert f"N0: {said} of 20 pre-images converged" in outcome.report
