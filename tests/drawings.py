"""Figures with small data: each condition under which one looks or reads differently is a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from drawn import solution, study
from made_solutions import made

import fifty_digits_figures
import hard_spectra_figures as hard
import three_clusters_figures
from kpca.choosing.automatic import GammaCurve
from kpca.choosing.control_limits import ControlLimits, FalseAlarms
from kpca.data import Distances, Vectors
from kpca.figures import (
    agreement_matrix,
    automatic,
    biplot,
    check_tables,
    contours,
    control_chart,
    curves,
    discrepancies,
    distributions,
    importance,
    loadings,
    maps,
    matrices,
    preimages,
    relatives,
    shares,
    shown,
    spectrum,
    tables,
)
from kpca.formulations import dual, mds
from kpca.interpretation.importance import Importance
from kpca.kernels import RBF, Linear, Polynomial, Sigmoid
from kpca.statements.check import Check, Failure, Inapplicable
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.control import ControlChart
from kpca.studies.fitted_variables import fit
from kpca.studies.origin import Origin
from kpca.studies.study import Study
from kpca.studies.variables import Variables


@dataclass(frozen=True)
class Drawing:
    """A figure with its data.

    places  of each of its axes, by label, what the marks with this label show (``drawn.places``);
            of its first axes, if it is no list
    """

    draw: Callable[..., object]
    data: Sequence[object]
    places: Mapping[str, object] | Sequence[Mapping[str, object]] = ()
    options: Mapping[str, object] = field(default_factory=dict)


def _of(*rows):
    return [np.array(row) for row in rows]


# The studies whose figures of ``kpca.figures.shown`` are drawn.

NAN = np.nan
RNG = np.random.default_rng(7)
X, X_NEW = RNG.normal(size=(40, 3)) * [3.0, 2.0, 1.0], RNG.normal(size=(6, 3)) * 4.0
GAMMAS = GammaCurve(*_of([0.1, 0.2], [0.7, 0.6], [0.02, 0.03], [0.01, 0.02]), 1.5, 2, 0.2)
CURVES = Automatic(ComponentsCurve(*_of([3.0, 2.0, 0.5], [1.0, 0.9, 0.8]), 2), GAMMAS)
WEIGHTS = np.resize([3.0, 1.0, 2.0], 40)
VARIABLES = Variables(("x", "y"), RNG.normal(size=(40, 2)), ("site",), (("p", "q") * 20,))
WAVES = np.exp(-((np.arange(35.0) - 12.0) ** 2) / 30.0) * X[:, :1] + X @ RNG.normal(size=(3, 35))


def study_of(kernel, new=X_NEW, points=X, columns=("a", "b", "c"), **more):
    """A study of 40 samples in two classes, and of six new ones in a third."""
    names, new_names = [f"s{i}" for i in range(len(points))], [f"t{i}" for i in range(6)]
    labels, again = (["u", "v"] * 20)[: len(points)], new is None
    return Study(
        *("s", "S", Vectors(kernel, points, points if again else new), 2, names, labels),
        *((names, labels) if again else (new_names, 6 * ["w"])),
        named_columns=columns,
        **more,
    )


def _of_distances():
    D, names = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]]), list("abc")
    return Study("d", "given", Distances(D, D, D), 1, names, names, names, names, "km")


def solved(one):
    return one.solve()


_GIVEN = {
    "everything": study_of(RBF(0.05), automatic=CURVES, other_variables=VARIABLES),
    "linear, in mg/l": study_of(Linear(), None, unit="mg/l"),
    "polynomial": study_of(Polynomial(0.5, 2)),
    "weighted": study_of(RBF(0.05), weights=WEIGHTS),
    "weighted and linear": study_of(Linear(), weights=WEIGHTS),
    "indefinite": study_of(Sigmoid(0.2, 0.0), None),
    "distances": _of_distances(),
    "wavelengths": study_of(Linear(), None, WAVES, tuple(f"{400 + 10 * k} nm" for k in range(35))),
    "three samples": study_of(RBF(0.05), points=X[:3]),
}
STUDIES = {name: solved(one) for name, one in _GIVEN.items()}
OF_STUDIES = {
    f"{entry.name} of {name}": Drawing(entry.draw, [one])
    for name, one in STUDIES.items()
    for entry in shown.FIGURES
    if entry.applies(one)
}
"""Each figure of the list with each study that has it."""

# What was chosen.

HIDDEN = GammaCurve(*_of([0.1, 0.2], [3.0, 2.5], [0.6, 0.6], [0.4, 0.4]), 5.0, 2, 0.1)
FOUR = GammaCurve(
    *_of([0.1, 0.3, 0.7, 2.0], [4.9, 2.5, 2.75, 6.0], [0.5, 0.3, 0.2, 0.4], [0.6, 0.7, 0.8, 0.9]),
    *(5.0, 3, 0.7),
)
MANY = ComponentsCurve(np.arange(30.0, 0.0, -2.0), np.arange(15.5, 0.5, -1.0), 3)


def _gamma(curve, *places):
    return Drawing(automatic.gamma, [curve], places)


OF_CHOICES = {
    "gamma, one value better than the means": _gamma(replace(HIDDEN, of_means=3.0)),
    "gamma, no value better than the means": _gamma(replace(HIDDEN, of_means=2.6)),
    "gamma, two of four values": _gamma(FOUR, {"lengths of errors": 2.0 * FOUR.spread}),
    "of many eigenvalues eight beyond those kept": Drawing(automatic.components, [MANY]),
}

# Spectra and shares.

THREE = {
    "zebra": solution([3.0, 1.0, 0.0], 1),
    "ant": solution([5.0, 4.0, -2.0, -0.5], 2),
    "moth": solution([0.5, 0.25], 2),
}
SPECTRA = {
    "a spectrum with negative and tiny eigenvalues": Drawing(
        spectrum.whole,
        [solution([4.0, 2.5, 1e-19, -1e-13, -0.5, -3.0], 2), "km"],
        {
            "positive": [[1, 2], [4.0, 2.5]],
            "below the cut-off": [[3, 4], [1e-18, 1e-13]],
            "negative, shown as |μ|": [[5, 6], [0.5, 3.0]],
            "area": [0.8, 2.5],
        },
    ),
    "a spectrum with one eigenvalue": Drawing(spectrum.whole, [solution([3.0, 0.0], 1), "1"]),
    "a spectrum with one negative eigenvalue": Drawing(
        spectrum.whole, [solution([2.0, 1.0, 1e-17, -0.5], 1), "1"]
    ),
    "a spectrum with nine eigenvalues": Drawing(
        spectrum.whole, [solution(np.arange(9.0, 0.0, -1.0), 1), "1"]
    ),
    "a spectrum with ten eigenvalues": Drawing(
        spectrum.whole, [solution(np.arange(10.0, 0.0, -1.0), 1), "1"]
    ),
    "spectra of three studies": Drawing(spectrum.of_studies, [THREE, ["km", "1", "g"]]),
    "chosen spectra": Drawing(
        hard.chosen,
        [{"b": np.array([2.0, 0.0, -1.0]), "a": np.array([5.0, 3.0, 0.5])}],
    ),
    "one chosen spectrum": Drawing(hard.chosen, [{"a": np.array([2.0, 0.0, -1.0])}]),
    "a spectrum of tanh": Drawing(spectrum.of_tanh, _of([4.0, 1.0, -2.0])),
}


def _scree(values, components, *more, places=(), errors=(np.nan, np.nan)):
    return Drawing(
        lambda figure, *of: shares.scree(figure.subplots(), *of),
        [solution(values, components, 1e-6), np.array(errors), *more],
        places,
    )


SCREES = {
    "scree of few samples": _scree(
        [5.0, 3.0, 1.5, 0.5, 1e-9], 2, places={"bars": [[1, 2, 3, 4], [50.0, 30.0, 15.0, 5.0]]}
    ),
    "scree of many eigenvalues": _scree(
        [*np.arange(30.0, 0.0, -1.0), 1e-9, 1e-10, 0.0, -1e-9], 3, errors=[0.03, np.nan, 0.004]
    ),
    "scree with whiskers": _scree(
        [5.0, 3.0, 1.5, 0.5, *np.zeros(16)],
        3,
        " of their own",
        errors=[0.031, np.nan, 0.0042],
        places={"lengths of errors": [6.2, 0.0, 0.84, 0.0]},
    ),
    "scree of an indefinite matrix": _scree([3.0, 1.0, *np.zeros(17), -0.5], 2),
    "scree of two close eigenvalues": _scree([3.0, 2.9, *np.zeros(18)], 2),
    "scree of samples in blocks": _scree([3.0, 1.0, *np.zeros(18)], 2, "", True),
}


def _shares(shown, *new, components=2, values=(9.0, 4.0, 1.0, 0.0, 0.0)):
    """A map of samples with these shares, of which ``new`` are new samples."""
    n = len(shown) - len(new)
    found, given = solution(values[:n], components), study(np.eye(n), ["a"] * n, components)
    placed = np.array(new) if new else None
    points = np.vstack([found.scores, *new]) @ np.eye(components, 2)
    places = {"points": points.T, "colors": 100.0 * np.array(shown)}
    return Drawing(shares.of_samples, [given, found, placed, np.array(shown)], places)


NEGATIVE = (9.0, 4.0, 0.0, -2.0)
SHARES = {
    "equal shares": _shares([1.0, 1.0, 1.0]),
    "equal shares of one component, one sample without": _shares([0.5, NAN], components=1),
    "no shares": _shares([NAN, NAN], components=1),
    "shares of which some are missing": _shares([0.5, NAN, 0.25, NAN]),
    "shares of an indefinite matrix": _shares(
        *([0.25, 0.5, 1.5, 0.75, 0.5, NAN], [1.0, 0.5], [-2.0, 0.25]), values=NEGATIVE
    ),
    "the share of one new sample": _shares([0.25, 0.5, 0.4], [0.5, -0.5]),
    "no share of a new sample": _shares([0.25, 0.5, 0.3, NAN], [2.0], components=1),
}

# Columns.

WORDS = [f"acid {'abcdefghijklmnopqrstuvwxyz'[k % 26] * (1 + k // 26)}" for k in range(40)]
IN_NM = [f"{w} nm" for w in range(400, 1100)]
SHUFFLED = np.random.default_rng(3).permutation(12)
CELLS = [f"pixel_{k // 4}_{k % 4}" for k in SHUFFLED]
SPREAD = np.random.default_rng(51).uniform(0.1, 1.0, size=(30, 4))


def _importance(values, names, *places, errors=None, undecided=(), samples=40):
    values = np.asarray(values, dtype=float)
    errors = 0.05 * values if errors is None else np.asarray(errors)
    return Drawing(
        importance.draw, [Importance(values, errors, [*undecided], samples, 40), names], places
    )


OF_P = [[0.1, 0.8], [0.05, 0.6], [0.7, 0.55]]
LARGEST = np.full((40, 2), 0.01)
LARGEST[[3, 17, 39], [0, 1, 0]] = [0.5, -0.9, 0.25]
LARGEST[4:14] = 0.1
LARGEST[20:27, 1] = -0.2

OF_COLUMNS = {
    "importance of three columns": _importance(
        OF_P,
        ["p", "a", "k"],
        {"bars": [[0, 1, 2], [0.7, 0.1, 0.05]], "lengths of errors": [0.1, 0.02, 0.06]},
        {"bars": [[0, 1, 2], [0.55, 0.8, 0.6]], "lengths of errors": [0.12, 0.04, 0.08]},
        errors=[[0.01, 0.02], [0.03, 0.04], [0.05, 0.06]],
    ),
    "importance of columns in an order": _importance(
        SPREAD[:, :2],
        IN_NM[:300:10],
        *({"line 0": [np.arange(400, 700, 10), SPREAD[:, k]]} for k in (0, 1)),
    ),
    "importance of 26 columns from a subset": _importance(SPREAD[:26], WORDS[:26], samples=35),
    "importance of five columns on one component": _importance(SPREAD[:5, :1], WORDS[:5]),
    "importance of a grid": _importance(
        np.outer(np.arange(12.0), np.arange(1.0, 12.0)),
        CELLS,
        *({"image": k * np.arange(12.0)[SHUFFLED.argsort()].reshape(3, 4)} for k in range(1, 11)),
    ),
    "importance of one column": _importance([[0.7, 0.7]], ["b"]),
    "importance of zero": _importance([[0.0, 0.0], [0.0, 0.0]], ["b", "c"]),
    "importance without visible errors": _importance(OF_P, "pak", errors=np.full((3, 2), 0.005)),
    "importance of a component that rounding does not separate": _importance(
        SPREAD[:4], WORDS[:4], undecided=[2, 5]
    ),
    "loadings in a map": Drawing(
        loadings.draw,
        [np.array([[0.5, -0.25], [0.75, 0.125], [-1.0, 0.3]]), ["w", "b", "k"], "loading"],
        {"image": [[0.5, -0.25], [0.75, 0.125], [-1.0, 0.3]]},
    ),
    "loadings of many columns without an order": Drawing(
        loadings.draw,
        [LARGEST, WORDS, "loading"],
        {"image": LARGEST[[3, *range(4, 14), 17, *range(20, 27), 39]]},
    ),
    "loadings over 700 wavelengths": Drawing(
        loadings.draw,
        [np.cos(np.arange(4900.0)).reshape(700, 7), IN_NM, "correlation"],
        [
            {"line 1": [np.arange(400, 1100), np.cos(np.arange(4900.0)).reshape(700, 7)[:, k]]}
            for k in range(6)
        ],
    ),
    "loadings over decreasing wavenumbers": Drawing(
        loadings.draw, [np.eye(3), ["4000 cm-1", "3000 cm-1", "2000 cm-1"], "loading"]
    ),
    "loadings of features without an order": Drawing(
        loadings.draw, [np.arange(1.0, 41.0)[:, None], WORDS, "loading", "feature"]
    ),
    "loadings of a grid": Drawing(
        loadings.draw,
        [np.outer(np.arange(12.0) - 5.0, np.arange(1.0, 12.0)), CELLS, "loading"],
        [
            {"image": (k + 1) * (np.arange(12.0) - 5.0)[SHUFFLED.argsort()].reshape(3, 4)}
            for k in range(10)
        ],
    ),
    "loadings of one column": Drawing(loadings.draw, [np.ones((1, 1)), ["_$b$"], "loading"]),
}

# Control charts.

STATISTICS = np.array([[2.0, 0.3], [9.0, 0.1], [4.0, 0.7], [1.0, 0.2], [6.0, 0.45]])
LIMITS, NORMAL = np.array([[5.0, 0.5], [8.0, 0.9]]), np.array([4.5, 7.0])
FAR = np.array([[2.0, 0.3], [9.0, 60.0], [4.0, 0.7], [1.0, 0.0], [6.0, 0.45]])
NAMES = ["n one", "n two", "_n$three", "n four", "n five"]
CONTRIBUTIONS = {1: np.array([0.1, 1.2, 0.0]), 2: np.array([0.4, 0.2, 0.3])}
NONE = np.full((2, 2), np.inf)
BY_CELL = np.arange(12.0) ** 2


def _limits(values):
    return ControlLimits((0.95, 0.99), np.array(values), np.ones(2), 80)


def _chart(
    *places,
    values=STATISTICS,
    limits=LIMITS,
    contributions=CONTRIBUTIONS,
    normal=NORMAL,
    again=False,
    unit="1",
    names=NAMES,
    columns=("a", "b", "c"),
):
    alarms = FalseAlarms(np.array([[0.06, 0.04], [0.02, 0.0]]), 100)
    chart = ControlChart(values, _limits(limits), normal, 200, alarms, contributions, again)
    return Drawing(control_chart.draw, [chart, names, columns, unit], places)


def _with_spe(spe, limits):
    """A chart whose SPE is ``spe``, with limits of its own; that of T^2 stays."""
    spe, limits = np.array(spe), np.array(limits)
    return _chart(
        values=np.column_stack([STATISTICS[:, 0], spe]),
        limits=np.column_stack([LIMITS[:, 0], limits]),
    )


def _training(*places, values=STATISTICS, limits=LIMITS, normal=NORMAL, unit="1"):
    chart = ControlChart(values, _limits(limits), normal, 200)
    return Drawing(control_chart.draw, [chart, NAMES, (), unit], places)


def _level(height):
    return [[0, 1], [height, height]]


TINY = [1e-16, 0.0, 3e-15, 1e-15, 2e-15]
CHARTS = {
    "a chart with contributions": _chart(unit="cm"),
    "a chart without contributions": _chart(contributions={}),
    "a chart of training samples placed again": _chart(again=True),
    "a chart without limits of normal scores": _chart(normal=NONE[0]),
    "a chart with one limit": _chart(limits=[LIMITS[0], NONE[0]]),
    "a chart without limits": _chart(limits=NONE, contributions={}, normal=NONE[0]),
    "a chart of samples far above": _chart(
        {"points": [[1, 3, 4, 2, 5], [2.0, 4.0, 1.0, 9.0, 6.0]]},
        {"points": [[1, 4, 5, 2, 3], [0.3, 0.0005, 0.45, 60.0, 0.7]]},
        values=FAR,
    ),
    "a chart of columns that are a grid": _chart(
        *({}, {}, {"image": BY_CELL[SHUFFLED.argsort()].reshape(3, 4)}),
        contributions={1: BY_CELL},
        columns=CELLS,
    ),
    "a chart of twenty samples above": _chart(
        values=np.column_stack([np.arange(10.0, 30.0), np.zeros(20)]),
        contributions={},
        names=[f"n{i}" for i in range(20)],
    ),
    "an SPE that is rounding": _with_spe(TINY, [4e-9, 4e-9]),
    "an SPE above rounding": _with_spe([1e-16, 0.0, 3e-11, 1e-15, 2e-15], [4e-9, 4e-9]),
    "an SPE with two limits": _with_spe(TINY, [4e-9, 5e-9]),
    "an SPE that is rounding, without limits": _with_spe(TINY, NONE[0]),
    "an SPE above rounding, without limits": _with_spe([1e-16, 0.0, 3e-11, 1e-15, 2e-15], NONE[0]),
    "an SPE with one limit": _with_spe(TINY, [4e-9, np.inf]),
    "a training chart": _training(normal=np.array([3.5, 7.0]), unit="cm"),
    "a training chart with a far limit": _training(limits=LIMITS * [[30.0, 1.0], [40.0, 1.0]]),
    "a training chart of few samples": _training(limits=NONE),
    "a training chart without limits": _training(limits=NONE, normal=NONE[0]),
    "a training chart with none above": _training(values=np.minimum(STATISTICS, [4.4, 0.45])),
    "a training chart whose SPE is rounding": _training(values=STATISTICS * [1.0, 0.0]),
}

# Curves, discrepancies, distributions and matrices of the chapters.

TRUTH = np.array([1.0, 1e-3, 1e-12])
ERRORS = {"a": np.array([1e-16, 1e-13, 1e-4]), "b": np.array([0.0, 1e-10, 1.0])}
OF_ERRORS = {"a": [TRUTH, ERRORS["a"]], "b": [TRUTH, [1e-17, 1e-10, 1.0]]}
CHECKS = [
    Check("C1", 0.5, 2.0, 500.0, margin=300.0),
    Check("E7", 0.0, 1.0, 900.0, margin=900.0),
    Check("D2", 0.75, 1.0, 700.0, margin=600.0),
]
COMPARED = {
    "MDS": _of([1e-3, 3e-2, 2e-3], [1.0, 2.0, 4.0], [9.0, 8.0, 7.0]),
    "SVD": _of([5e-3, 1e-4, 6e-2], [0.5, 0.25, 0.125], [9.0, 9.0, 9.0]),
}
DISTANCES = np.array([0.0, 10.0, 3.0, 11.0, 3.5, 1.0])
CORNER = np.zeros((2, 70, 70))
CORNER[0, [3, 60], [59, 2]] = 4.0, 90.0
CORNER[1, [7, 69], [7, 69]] = -1.5, 80.0
RATIO = np.array(
    [[1e-3, NAN, 0.3, 1e-5], [0.0, 20.0, 1e-2, 0.1], [0.5, 1e-4, 50.0, 1e-12], [NAN] * 4]
)

OF_CHAPTERS = {
    "truncation": Drawing(curves.truncation, [*_of([5.0, 3.0, 1.5], [5.25, 3.5, 1.0]), "km"]),
    "canceling": Drawing(
        curves.canceling, _of([0.0, 2.0, 5.0], [1e-16, 3e-15, 2e-15], [0.25, 1.9, 4.5])
    ),
    "stress": Drawing(curves.stress, _of([0.5, 0.25, 0.2])),
    "losses": Drawing(
        curves.losses, [*_of([6.0, 5.5, 4.0], [3.0, 2.0, 1.0], [3.25, 2.5, 0.5]), "1"]
    ),
    "losses of one component": Drawing(curves.losses, [*_of([3.0], [2.0], [2.0]), "cm"]),
    "errors of formulations": Drawing(curves.errors_of_formulations, [TRUTH, ERRORS], [OF_ERRORS]),
    "errors below and above the limit": Drawing(
        curves.errors_of_formulations,
        [np.array([1.0, 1e-3, 1e-9, 1e-12]), {"a": np.array([3e-5, 2e-4, 4e-8, 5e-7])}],
    ),
    "errors by squaring": Drawing(
        hard.errors_by_squaring,
        [TRUTH, ERRORS, 1e-7],
        {
            **OF_ERRORS,
            "cut-off of the generalized problem": [[1e-7, 1e-7], [0, 1]],
            "line 2": [[2.0**-26.5] * 2, [0, 1]],
            "line 3": [[2.0**-53] * 2, [0, 1]],
        },
    ),
    "bandwidths": Drawing(curves.bandwidths, [{"b": 1.0, "a": 0.5, "c": 2.0}]),
    "squared norms": Drawing(
        discrepancies.norms,
        [
            {"b": np.array([1.0, 1.5, 0.875]), "a": np.array([1.125, 1.25, 1.0625])},
            np.array([0.5, 2.0, 0.75]),
        ],
        {
            "b": [[1, 2, 3], [2.0**-54, 0.5, 0.125]],
            "a": [[1, 2, 3], [0.125, 0.25, 0.0625]],
            "tolerance": [[1, 2, 3], [0.5, 2.0, 0.75]],
        },
    ),
    "differences of eigenvalues": Drawing(
        discrepancies.eigenvalues,
        [np.array([0.25, 0.5, 0.0]), 2.0, "km"],
        {
            "difference of the formulations": [[1, 2, 3], [0.25, 0.5, 2e-9]],
            "Weyl's bound on it": _level(2.0),
        },
    ),
    "differences of formulations": Drawing(
        discrepancies.formulations, [COMPARED, ["1", "2–3", "4"], "cm"]
    ),
    "statements": Drawing(
        discrepancies.statements,
        [CHECKS],
        {
            "points 0": [[0.25, 1e-9, 0.75], [0, 0, 0]],
            "points 1": [[300.0, 900.0, 600.0], [1, 1, 1]],
        },
    ),
    "statements in two arithmetics": Drawing(
        discrepancies.in_two_arithmetics,
        [["C1", "C1", "E7"], *_of([1e-13, 1e-12, 0.0], [1e-48, 0.0, 1e-47])],
    ),
    "an agreement matrix": Drawing(
        agreement_matrix.draw,
        [["s", "t", "u", "v"], ["C3", "C1", "E7", "D2"], RATIO, ~(RATIO > 1.0)],
        {
            "points 0": [
                [1e-3, 0.3, 1e-5, 1e-9, 1e-2, 0.1, 0.5, 1e-4, 1e-9],
                [0, 0, 0, 1, 1, 1, 2, 2, 2],
            ],
            "points 1": [[20.0, 50.0], [1, 2]],
        },
    ),
    "variances along directions": Drawing(
        distributions.variances, [np.array([1.5, 2.5]), np.array([3.0, 2.0, 1.0]), "cm"]
    ),
    "what is left out": Drawing(distributions.left_out, [np.array([1.0, 2.0, 6.0]), 1, 2, "1"]),
    "fractions of tolerances": Drawing(
        fifty_digits_figures.fractions,
        [{"double precision": np.array([0.1, 0.0]), "fifty digits": np.array([0.01, 0.03])}],
    ),
    "distances on a map": Drawing(distributions.shepard, [*_of([1.0, 4.0], [1.0, 2.0]), 2, "km"]),
    "every second pair of many": Drawing(
        distributions.shepard,
        [np.arange(9001.0), np.arange(9001.0), 1, "1"],
        {"points": [np.arange(0.0, 9001.0, 2.0)] * 2},
    ),
    # Scores are 2 and 1, standard deviations 1 and 1/2: the whiskers lead from 0 to 2.
    "new samples beyond the whiskers": Drawing(
        distributions.new_samples,
        [solution([4.0, 1.0, 0.0, 0.0], 2), np.array([[3.0, 0.5], [-1.0, 0.1], [2.5, -0.9]])],
        {"points": [[1.18, 1.18, 1.18, 2.18], [3.0, -1.0, 2.5, -1.8]]},
    ),
    "no new sample beyond the whiskers": Drawing(
        distributions.new_samples,
        [solution([4.0, 0.0], 1), np.array([[0.1]])],
    ),
    "distances in three classes": Drawing(
        matrices.distances,
        [(DISTANCES[:, None] - DISTANCES) ** 2, ["b", "a", "c", "a", "c", "b"], "km"],
        {"image": (DISTANCES[[1, 3, 0, 5, 2, 4]][:, None] - DISTANCES[[1, 3, 0, 5, 2, 4]]) ** 2},
    ),
    "distances in one class": Drawing(
        matrices.distances, [(DISTANCES[:3, None] - DISTANCES[:3]) ** 2, ["a"] * 3, "1"]
    ),
    "inner products": Drawing(
        matrices.inner_products,
        _of([[1.0, 1e-13], [0.0, 1.0]]),
        {"image": np.log10([[2.0**-54, 1e-13], [2.0**-54, 2.0**-54]])},
    ),
    "a printed formula": Drawing(
        matrices.printed_centering,
        _of([[1.0, 2.0], [0.0, -3.0]], [[1.0, 0.5], [0.5, -0.25]]),
        [
            {"image": [[1.0, 0.5], [0.5, -0.25]]},
            {"image": [[1.0, 2.0], [0.0, -3.0]]},
            {"image": [[0.0, 2.0], [-2.0, 0.0]]},
        ],
    ),
    "the corner of a large matrix": Drawing(
        matrices.printed_centering, [*CORNER], [{"image": CORNER[1, :60, :60]}]
    ),
    "growing samples": Drawing(
        relatives.growing_samples, [[5, 20], _of([0.9, 0.5, 0.7], [0.6, 0.4, 0.5]), 0.45]
    ),
    # In units of the largest coordinate of each map: 8 and 0.5.
    "maps of relatives": Drawing(
        relatives.maps_of_relatives,
        [
            {
                "one": np.array([[1.0, 4.0, 9.0], [-8.0, 2.0, 9.0], [3.0, 0.0, 9.0]]),
                "two": np.array([[0.1, -0.5], [0.2, 0.3], [0.0, 0.4]]),
            },
            ["a", "b", "a"],
        ],
        [
            {"a": [[0.125, 0.375], [0.5, 0.0]], "b": [[-1.0], [0.25]]},
            {"a": [[0.2, 0.0], [-1.0, 0.8]], "b": [[0.4], [0.6]]},
        ],
    ),
}

# Pre-images and level lines.

REACHED = {"fixed point": np.array([0.3, 0.1, 0.2]), "nearest sample": np.array([0.6, 0.5, 0.4])}
THIRDS = 100.0 * np.array([1.0, 2.0, 3.0]) / 3.0
SOLID = np.array([[0.0, 0.0, 0.0], [1.0, 9.0, 5.0], [0.0, 3.0, -5.0]])
FLAT = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]])
OUTSIDE = np.array([[2.5, 1.0], [1e4, 0.0]])
RAW = np.array([[100.0, 1.0, 7.0], [300.0, 2.0, 5.0], [500.0, 4.0, 6.0], [200.0, 3.0, 9.0]])
STANDARD = (RAW - RAW.mean(axis=0)) / RAW.std(axis=0)
ORIGIN = Origin(numbers={"column_mean": RAW.mean(axis=0), "column_deviation": RAW.std(axis=0)})
PLANE = np.array([[9, -2], [-7, 3], [1, 8], [-2, -9], [4, 2], [-8, -3], [3, -5]], dtype=float)


def _moves(*data, places=()):
    return Drawing(preimages.moves, data, places)


def fitted(one):
    return dual.fit(one.data.K, one.components, one.data.element_error)


OF_PLANE = study(PLANE, list("cabbcac"))
CLOUD = Vectors(RBF(1.0), *[np.random.default_rng(0).normal(size=(20, 2))] * 2)
OF_SPACE = study(np.eye(4)[:, :3], list("aabb"), components=1)
OF_POINTS = {
    "distances of pre-images": Drawing(
        preimages.distances,
        [REACHED, np.array([0.1, 0.0, 0.2])],
        {"fixed point": [THIRDS, [0.1, 0.2, 0.3]], "nearest sample": [THIRDS, [0.4, 0.5, 0.6]]},
    ),
    "distances of one method": Drawing(
        preimages.distances, [{"fixed point": REACHED["fixed point"]}, np.array([0.1, 0.0, 0.2])]
    ),
    "distances that do not exist": Drawing(
        preimages.distances, [{"ridge regression": np.full(3, NAN)}, np.full(3, NAN)]
    ),
    "moves in the columns that vary most": _moves(
        *(SOLID, SOLID[:2], SOLID[:2] + [[3.0, 0.0, 4.0], [0.0, 1.0, 0.0]]),
        ["a", "b [cm]", "c [cm]"],
    ),
    "moves of standardized columns": _moves(
        *(STANDARD, STANDARD[:2], STANDARD[1:3], ["mass [g]", "b [m]", "c"], ORIGIN),
        places={"sample": RAW[:, :2].T},
    ),
    "moves in one column": _moves(np.ones((3, 1)), np.ones((1, 1)), np.ones((1, 1)), ["a"]),
    "a sample far away": _moves(FLAT, OUTSIDE, FLAT[:2], ["a", "b"]),
    "pre-images far away": _moves(FLAT, OUTSIDE, np.array([[0.0, -9.0], [1e3, 0.0]]), ["a", "b"]),
    "moves of training samples": _moves(FLAT, FLAT, 0.5 * FLAT, ["a", "b"]),
    "level lines of two components": Drawing(contours.components, [OF_PLANE, fitted(OF_PLANE)]),
    "level lines in space": Drawing(contours.components, [OF_SPACE, fitted(OF_SPACE)]),
    "level lines of seven components in rows": Drawing(
        three_clusters_figures.in_rows, [CLOUD, ["a"] * 20, dual.fit(CLOUD.K, 7)]
    ),
    "points of a plane by class": Drawing(contours.inputs, [PLANE, list("cabbcac")]),
}

# Maps and biplots.

CROSS = [[-3.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [3.0, 0.0], [1.0, 2.0]]
EIGHT = [[9, -2, 1], [-7, 3, 2], [1, 8, -3], [-2, -9, 1], [4, 2, 7], [-8, -3, -6], [3, -5, 4]]
EIGHT += [[6, 6, -2], [-3, 5, 3], [2, -1, -7]]
CITIES = ["Lisbon", "Vienna", "Rome", "Stockholm"]
PLACES = np.array([[-4.0, 0.0], [4.0, 1.0], [1.0, -3.0], [2.0, 5.0]])
TWELVE = np.random.default_rng(4).normal(size=(12, 3)) * [9.0, 2.0, 0.5]
LENGTHS = np.array([[0.4, -0.3], [0.01, 0.02], [-0.6, 0.8], [0.2, 0.7], [-0.5, -0.4]])


def of_cities(names=CITIES, components=2):
    D = np.linalg.norm(PLACES[:, None] - PLACES[None], axis=2)
    return Study("cities", "Cities", Distances(D, D, D), components, names, names, names, names)


def _on(draw, one, *more, places=(), **options):
    """A figure of a study, of its solution, and of its new samples."""
    found = fitted(one)
    new = () if one.placed_again else (dual.place(found, one.data.K, one.data.K_new),)
    return Drawing(draw, [one, found, *new, *more], places, options)


def _with_width(one, name, gamma):
    return replace(one, name=name, data=Vectors(RBF(gamma), one.data.X, one.data.X))


def _variables(values, names, components=3):
    one = study(TWELVE, list("aab" * 4), components)
    found = fitted(one)
    values = values(found.scores) if callable(values) else values
    return Drawing(biplot.of_variables, [one, found, fit(Variables(names, values), found)])


NEW = study(CROSS, list("aabbb"), new=1)
AGAIN = study(CROSS, list("aaaaa"))
LINE = study(np.array(CROSS)[:, :1], list("aabbb"), components=1)
OF_THREE = study(EIGHT, [*"cabbacacb", "unknown"], components=3, new=2)
MIXED = study(EIGHT, ["b", "a", "x", "b", "y", "a", "z", "a", "b", "b"])
TWO = [
    _with_width(study(EIGHT, [*"cabbacacb", "unknown"]), "first", 0.02),
    _with_width(study(np.array(EIGHT)[:7] * [1, 3, 2], list("yxxzyzx")), "other", 0.03),
]
EUROPE = mds.fit(of_cities().data.D2, 2, of_cities().data.distance_error).V
GAPS = TWELVE[:, :2] + 1.0
GAPS[[2, 5, 7], 1] = NAN
ORDERED = np.column_stack([np.sin(np.arange(60.0) / 9.0), 0.5 * np.cos(np.arange(60.0) / 7.0)])
PLANES = np.array([[3.0, 1.0], [1.0, 0.5], [2.0, -1.5], [0.5, -0.25], [-2.0, 2.5], [-0.5, 2.0]])

MAPS = {
    "a map with a new sample": _on(maps.samples, NEW),
    "a map of samples placed again": Drawing(maps.samples, [AGAIN, fitted(AGAIN), np.eye(5, 2)]),
    "a map of one component": _on(maps.pairs, LINE, None),
    "two maps of three classes with new samples": _on(maps.pairs, OF_THREE),
    "a map colored by a number": _on(
        maps.on_two_components,
        *(replace(OF_THREE, labels=["sample"] * 8), (2, 0)),
        named=True,
        numbers=np.array([3.5, -1.0, 8.0, 0.25, 2.0, -4.0, 6.0, 1.0]),
        quantity="pH",
    ),
    "a map of two components": _on(maps.on_two_components, MIXED, None, (0, 1)),
    "two formulations": Drawing(
        maps.two_formulations, [fitted(AGAIN), solution([6.25, 4.0, 1.0, 0.0, 0.0], 2), "cm"]
    ),
    "two conventions": _on(maps.two_conventions, NEW, 10.0 * np.ones((1, 2))),
    "the lift": Drawing(
        maps.lift,
        [PLANES, list("cabacb")],
        [
            {"a": PLANES[[1, 3]].T, "b": PLANES[[2, 5]].T, "c": PLANES[[0, 4]].T},
            {
                "a": [[1.0, 0.5], [1.25, 0.3125]],
                "b": [[2.0, -0.5], [6.25, 4.25]],
                "c": [[3.0, -2.0], [10.0, 10.25]],
            },
        ],
    ),
    "two studies beside PCA": Drawing(maps.beside_pca, [TWO, [fitted(one) for one in TWO]]),
    "Europe": Drawing(
        maps.europe, [of_cities(), made(np.array([4e6, 1e6, 0.0, -1e6]), EUROPE, 1e-6)]
    ),
    "a biplot of two columns": _on(
        biplot.draw, study(np.array(CROSS)[:4], list("aabb")), np.eye(2), ["x", "y"]
    ),
    "a biplot without the shortest arrow": _on(
        biplot.draw, study(TWELVE, list("cabbcacabbca")), LENGTHS, list("pqrst")
    ),
    "a biplot of columns in an order": _on(
        *(biplot.draw, study(TWELVE, list("cabbcacabbca"))),
        *(ORDERED, [f"{400 + w} nm" for w in range(60)]),
    ),
    "a biplot of equal columns": _on(
        biplot.draw, study(TWELVE, list("cabbcacabbca")), np.ones((9, 2)), WORDS[:9]
    ),
    "arrows of three variables": _variables(
        lambda Z: Z @ [[1.0, -3.0, 0.0], [0.5, 2.0, 0.0], [0.0, 0.0, 1.0]] + 5.0,
        ("first", "both", "third"),
    ),
    "an arrow that is not certain": _variables(
        lambda Z: Z @ [[1.0, 0.05], [0.5, 0.3], [0.0, 1.0]], ("first", "hidden")
    ),
    "arrows of variables with missing values": _variables(GAPS, ("first", "fewer")),
    "variables on one component": _variables(TWELVE[:, :1], ("a",), 1),
    "a variable that does not vary": _variables(np.ones((12, 1)), ("a",), 2),
}

DRAWINGS = (
    OF_STUDIES
    | OF_CHOICES
    | SPECTRA
    | SCREES
    | SHARES
    | OF_COLUMNS
    | CHARTS
    | OF_CHAPTERS
    | OF_POINTS
    | MAPS
)

# Tables, which a script prints.

LOWEST = np.array([0.5, NAN, 0.1, 0.4, 0.3, 0.2, 0.9])
SHARE = np.array([0.5, 0.9, 0.2, *np.linspace(0.3, 0.4, 10)])
STEEP = [Check("C1", 0.5, 1.0, 1e3), Check("E7", 0.75, 1.0, 1e3)]
FLATTER = [Check("E7", 3.0, 2.0, 1e3), Check("C1", 8.0, 40.0, 1e4), Check("D2", 0.1, 1.0, 1e3)]
IN_TWO = [
    ("a", Check("C1", 0.25, 1.0, 1e3), Check("C1", 1e-48, 4.0, 1e3)),
    ("b", Check("C1", 0.5, 1.0, 1e3), Check("C1", 1e-49, 4.0, 1e3)),
]

TABLES = {
    "components": lambda: tables.components(solution([3.0, 1.0, 0.0], 2), "km"),
    "squared norms": lambda: tables.squared_norms(
        {"a": np.array([0.5, 2.0])}, {"a": np.array([0.25, 1.0])}
    ),
    "formulations": lambda: tables.formulations(
        {"MDS": _of([3.0, 1.0, 0.5], [9.0, 2.0, 4.0], [8.0, 9.0, 7.0])},
        {"MDS": solution([1.0, 0.0], 1, bound=0.5)},
    ),
    "five lowest shares": lambda: tables.lowest_shares(list("abcdefg"), LOWEST, LOWEST + 0.05, 3),
    "no shares": lambda: tables.lowest_shares(["a"], np.array([NAN]), np.array([NAN]), 2),
    "shares on one component": lambda: tables.lowest_shares(["a"], LOWEST[:1], LOWEST[:1], 1),
    "strongest columns": lambda: tables.strongest(
        np.array([[0.1], [-0.9], [0.3]]), list("abc"), "loading", "column"
    ),
    "the first twelve of many new samples": lambda: tables.new_samples(
        [f"n{k}" for k in range(13)], np.arange(26.0).reshape(13, 2), SHARE
    ),
    "spectra": lambda: tables.spectra({"a": solution([3.0, -1.0], 1), "b": solution([3.0, 1], 1)}),
    "angles": lambda: tables.angles_to_the_mean(*_of([2.0], [0.25], [0.5])),
    "errors of spectra": lambda: hard.errors_of_spectra([("steep", "MDS", 1e-16, 1e-13)]),
    "checks": lambda: check_tables.show(
        Check("C1", 0.5, 1.0, 500.0, decided=2, entries=3),
        Check("C1", 2.0, 1.0, 500.0, part="one"),
        Failure("C3", "ValueError: no"),
        Inapplicable("E1", "this study has no features that can be written out"),
    ),
    "statements": lambda: check_tables.statements({"C1": 3}),
    "checks in two arithmetics": lambda: check_tables.in_two_arithmetics(IN_TWO, 0.5),
    "checks by study": lambda: hard.by_study({"steep": STEEP, "flat": FLATTER}),
}
