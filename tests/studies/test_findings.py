"""Findings × fronts: what estimators, a study and ``kpca map`` make of a finding.

A case is two neighbors: samples with a finding, and samples on the other side of its threshold.
All that a front says of the second ones it says of the first ones, too, and one thing more: a
warning, a refusal, or a remark with the numbers and the places. Its words are in tests/wording.
"""

import warnings
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pytest

from kpca import ClassicalMDS, KernelPCA
from kpca.estimators.solving import SplitGroupWarning
from kpca.formulations import dual
from kpca.page import options
from kpca.page.drafted import drafted
from kpca.solvers.chosen_spectra import gram
from kpca.studies.build import build, finish
from kpca.studies.config.study import StudyConfig
from kpca.tables.once import Once

FORMS = {"kernel_matrix": "kernel matrix", "distance_matrix": "distance matrix"}


@dataclass(frozen=True)
class Given:
    """Samples, new ones, and what is asked for.

    X        points (n, q), or a matrix (n, n) whose ``form`` is a key of ``FORMS``
    gamma    of the Gaussian kernel; None: the linear kernel
    keep     whether negative eigenvalues of a kernel are accepted
    """

    X: Any
    components: int = 1
    new: Any = None
    weights: Any = None
    gamma: float | None = None
    form: str = "vectors"
    keep: bool = False

    @property
    def kernel(self) -> dict[str, Any]:
        if self.form != "vectors":
            return {}
        return {"name": "linear"} if self.gamma is None else {"name": "rbf", "gamma": self.gamma}

    def written(self, folder):
        """The files of the samples, named s1, s2, … and t1, t2, … if they are new, in columns."""
        tables = {"t.csv": ("s", self.X)} | ({} if self.new is None else {"n.csv": ("t", self.new)})
        for file, (letter, values) in tables.items():
            names = [f"{letter}{i + 1}" for i in range(len(values))]
            columns = names if file == "t.csv" and self.form in FORMS else [*"abcdefghij"]
            frame = pd.DataFrame(np.array(values), names, columns[: np.shape(values)[1]])
            if self.weights is not None:
                frame["w"] = self.weights
            frame.to_csv(folder / file)


def of_estimator(model, given, folder):
    """The names of the classes of what it warns of, all at the line of this file that called it."""
    weights = {} if given.weights is None else {"sample_weight": given.weights}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        model.fit(np.array(given.X, dtype=float), **weights)
        if given.new is not None:
            model.transform(np.array(given.new, dtype=float))
    assert {one.filename for one in warned} <= {__file__}
    return [one.category.__name__ for one in warned]


def of_kernel_pca(given, folder):
    more = {"kernel": "precomputed"} if given.form in FORMS else {"kernel": "linear"}
    if given.gamma is not None:
        more = {"kernel": "rbf", "gamma": given.gamma}
    more["indefinite"] = "keep" if given.keep else "refuse"
    return of_estimator(KernelPCA(given.components, **more), given, folder)


def of_classical_mds(given, folder):
    metric = "precomputed" if given.form in FORMS else "euclidean"
    return of_estimator(ClassicalMDS(given.components, metric=metric), given, folder)


def of_study(given, folder, statements="all"):
    given.written(folder)
    data = {given.form: str(folder / "t.csv")}
    data |= {} if given.new is None else {"new": str(folder / "n.csv")}
    data |= {} if given.weights is None else {"weights": "w"}
    keys = {"kernel": given.kernel} if given.kernel else {}
    keys |= {"indefinite": "keep"} if given.keep else {}
    config = StudyConfig(data=data, components=given.components, statements=statements, **keys)
    return [*map(str, build("s", config, folder).remarks)]


def of_map(given, folder):
    given.written(folder)
    words = [str(folder / "t.csv"), "--components", str(given.components)]
    words += ["--" + FORMS[given.form].replace(" ", "-")] if given.form in FORMS else []
    words += [word for key, value in given.kernel.items() for word in _option(key, value)]
    words += ["--standardize", "false"] if given.form == "vectors" else []
    words += [] if given.new is None else ["--new", str(folder / "n.csv")]
    words += [] if given.weights is None else ["--weights", "w"]
    words += ["--indefinite", "keep"] if given.keep else []
    _, drafts = drafted(options.parse(words), Once())
    (draft,) = drafts.values()
    return [*map(str, finish(draft).remarks)]


def _option(key, value):
    return "--kernel" if key == "name" else f"--{key}", f"{value}"


FRONTS = {
    "KernelPCA": of_kernel_pca,
    "ClassicalMDS": of_classical_mds,
    "a study": of_study,
    "a study in tiles": partial(of_study, statements="none"),
    "kpca map": of_map,
}
STUDIES = ("a study", "a study in tiles", "kpca map")


def said(front, given, folder):
    """What a front says: the class of its refusal, or warnings or remarks."""
    try:
        return FRONTS[front](given, folder)
    except ValueError as error:
        return [type(error).__name__]


@dataclass(frozen=True)
class Case:
    """A finding, its neighbor without it, and what fronts make of it; others are not asked.

    A front says the name of a class, "" or a "remark", which has all the ``places``. ``solution``
    has properties of the solution of the samples and their values.
    """

    found: Given
    control: Given
    fronts: dict[str, str]
    places: tuple[str, ...] = ()
    solution: dict[str, Any] = field(default_factory=dict)


def _on_axes(*eigenvalues):
    """Two points on each axis, whose centered Gram matrix has these eigenvalues."""
    half = np.sqrt(np.diag(eigenvalues) / 2.0)
    return np.concatenate([half, -half])


def _doubtful(far):
    """New samples of which the third is far away at a right angle to component 2."""
    X = np.random.default_rng(1).normal(size=(20, 3)) @ [[5, 1, 0.3], [0, 3, -0.7], [0, 0, 2]]
    axis = X.T @ dual.fit((X - X.mean(axis=0)) @ (X - X.mean(axis=0)).T, 2).alpha[:, 1]
    new = X[:4] + 0.25
    new[2] += far * np.cross(axis, [0.3, 0.5, -0.8])
    return Given(X, 2, new)


SPREAD = np.array([3.0, -1.0, 7.5, 0.5, 11.25, -6.0])[:, None]
LEVELS = np.linspace(0.0, 1.0, 12)[:, None] ** 2
STAR = np.array([0.7, 2.0, 2.0, 2.0, 2.0])
TWICE = np.array([[0.0, 1.0], [2.0, 5.0], [2.0, 5.0], [3.0, -3.0]])
SIX = np.random.default_rng(3).permuted(np.tile(np.arange(8.0), (6, 1)), axis=1).T
HEAVY = np.array([[30.0, 1.0], [-30.0, -1.0], [0.0, 1.0], [0.0, -1.0], [0.0, 1.0], [0.0, -1.0]])
NEAR_1 = np.array([0.99, 0.3, 0.5, 0.8, 0.75, 0.1])[:, None]
OF_KERNEL = {"KernelPCA": ""} | dict.fromkeys(STUDIES, "remark")
REMARKED = {"ClassicalMDS": ""} | OF_KERNEL
OF_PAIRS = OF_KERNEL | {"a study in tiles": ""}
"""Of findings for which all kernel values are looked at."""
REFUSED, STOPPED = (dict.fromkeys(STUDIES, name) for name in ("InputError", "ConfigError"))


def _distances(center):
    """Leaves at distance 2 from each other, and at the same one from a center."""
    D = np.where(np.eye(5), 0.0, 2.0)
    D[0, 1:] = D[1:, 0] = center
    return Given(D, 3, form="distance_matrix")


CASES = {
    "a cut of equal eigenvalues": Case(
        Given(_on_axes(25.0, 9.0, 9.0, 1.0), 2),
        Given(_on_axes(25.0, 9.0 + 1e-8, 9.0, 1.0), 2),
        {"KernelPCA": "SplitGroupWarning", "ClassicalMDS": "SplitGroupWarning"} | STOPPED,
        solution={"split_group": (2, 3), "uncut": [1, 3]},
    ),
    "components that may be rotated": Case(
        Given(_on_axes(25.0, 9.0, 9.0, 1.0), 3),
        Given(_on_axes(25.0, 9.0 + 1e-8, 9.0, 1.0), 3),
        REMARKED,
        ("2 to 3",),
        {"groups": [slice(0, 1), slice(1, 3)]},
    ),
    "fewer components than asked for": Case(
        Given(_on_axes(25.0, 9.0, 0.0), 3),
        Given(_on_axes(25.0, 9.0, 1e-5), 3),
        {"KernelPCA": "RankWarning", "ClassicalMDS": ""} | STOPPED,
        solution={"rank": 2},
    ),
    "a negative eigenvalue of a kernel that was asked for": Case(
        Given(gram(np.array([6.0, 3.0, -1.5])), 4, form="kernel_matrix"),
        Given(gram(np.array([6.0, 3.0, 1.5])), 3, form="kernel_matrix"),
        {"KernelPCA": "IndefiniteError"} | STOPPED,
    ),
    "a negative eigenvalue of a kernel": Case(
        Given(gram(np.array([6.0, 3.0, -1.5])), 2, form="kernel_matrix"),
        Given(gram(np.array([6.0, 3.0, 1e-15])), 2, form="kernel_matrix"),
        {"KernelPCA": "NegativeEigenvalueWarning"} | STOPPED,
        solution={"negative": [-1.5], "negative_mass": 1.5 / 10.5},
    ),
    "a negative eigenvalue that is kept": Case(
        Given(gram(np.array([6.0, 3.0, -1.5])), 2, form="kernel_matrix", keep=True),
        Given(gram(np.array([6.0, 3.0, 1e-15])), 2, form="kernel_matrix", keep=True),
        OF_KERNEL | {"KernelPCA": "NegativeEigenvalueWarning"},
        ("1 of 4", "14.3"),
    ),
    # Leaves at distance 2 lie on a sphere around their mean with the radius sqrt(3/2) = 1.2247.
    "distances that are not Euclidean": Case(
        _distances(1.2247),
        _distances(1.2248),
        {"ClassicalMDS": "NegativeEigenvalueWarning"} | dict.fromkeys(STUDIES, "remark"),
        ("1 of 5",),
    ),
    "a new sample that rounding places badly": Case(
        _doubtful(1e12),
        _doubtful(1e7),
        # ClassicalMDS knows the rounding only of features, which it has of many samples.
        REMARKED | {"KernelPCA": "PlacingWarning"},
        ("'t3'", "component 2"),
    ),
    # exp(-40 · 2.25) between the nearest samples is below rounding, exp(-10 · 2.25) is 2e-10.
    "a kernel that vanishes": Case(
        Given(SPREAD, 5, gamma=40.0), Given(SPREAD, 5, gamma=10.0), OF_KERNEL, ("gamma = 40",)
    ),
    "new samples like no sample": Case(
        Given(LEVELS, 1, [[0.5], [7.5], [-9.0]], gamma=1.0),
        Given(LEVELS, 1, [[0.5], [6.0], [-4.5]], gamma=1.0),
        OF_PAIRS,
        ("2 new", "'t2' and 't3'"),
    ),
    "equal samples": Case(
        Given(TWICE), Given(TWICE + [[0], [0], [1e-4], [0]]), REMARKED, ("s3 = s2",)
    ),
    "samples that are equal to the kernel": Case(
        Given(TWICE + [[0], [0], [1e-9], [0]], gamma=0.1),
        Given(TWICE + [[0], [0], [1e-4], [0]], gamma=0.1),
        OF_PAIRS,
        ("1 pair", "'s2' and 's3'"),
    ),
    # Each column has the variance of 0, 1, …, 7: shares of 9.1^2 and 8.9^2 of 9 more than that.
    "a column that dominates": Case(
        Given(SIX[:, :2] * [3.1, 1.0]), Given(SIX[:, :2] * [2.9, 1.0]), REMARKED, ("'a'", "90.57")
    ),
    "two of six columns that dominate": Case(
        Given(SIX * [1.0, 4.4, 1.0, 4.2, 1.0, 1.0]),
        Given(SIX * [1.0, 4.3, 1.0, 4.1, 1.0, 1.0]),
        REMARKED,
        ("'b' and 'd'", "47.22 and 43.02"),
    ),
    # Each sample counts once for the column 'a', which then has nearly all of the variance.
    "a column that dominates by weights": Case(
        Given(HEAVY, weights=[1.0, 1.0, *[4100.0] * 4]),
        Given(HEAVY * [1.0, 0.98], weights=[1.0, 1.0, *[4100.0] * 4]),
        REMARKED,
        ("'b'", "90.11"),
    ),
    "a sample that dominates": Case(
        Given([[-1.0], [1.0], [-1.0], [1.0], [-2.0], [13.0]]),
        Given([[-1.0], [1.0], [-1.0], [1.0], [-2.0], [8.0]]),
        REMARKED,
        ("'s6'",),
    ),
    "a column of one value": Case(
        Given(np.column_stack([SPREAD, np.full(6, 3.5)])),
        Given(np.column_stack([SPREAD, np.full(6, 3.5) + 1e-9 * SPREAD[:, 0]])),
        REMARKED,
        ("'b'",),
    ),
    "a value that is too large": Case(
        Given(NEAR_1 * 1.02e50),
        Given(NEAR_1 * 1e50),
        {"KernelPCA": "", "ClassicalMDS": ""} | REFUSED,
    ),
    "differences that are too small": Case(
        Given(SPREAD / 17.25 * 0.99e-50),
        Given(SPREAD / 17.25 * 1.01e-50),
        {"KernelPCA": "", "a study": "InputError", "kpca map": "InputError"},
    ),
    "weights that are too different": Case(
        Given(SPREAD, weights=[1.0, 2.0, 3.0, 4.0, 5.0, 1e-9]),
        Given(SPREAD, weights=[1.0, 2.0, 3.0, 4.0, 5.0, 1e-2]),
        {"KernelPCA": "ValueError", "ClassicalMDS": "ValueError"} | REFUSED,
    ),
}


@pytest.mark.parametrize(
    ("kind", "front"), [(kind, front) for kind, case in CASES.items() for front in case.fronts]
)
def test_each_front_says_a_finding_once_and_not_of_its_neighbor(kind, front, tmp_path):
    case = CASES[kind]
    outcome = case.fronts[front]
    of_control, of_found = (said(front, given, tmp_path) for given in (case.control, case.found))
    assert not {"ConfigError", "InputError", "ValueError"} & {*of_control}
    if outcome not in ("", "remark"):
        assert of_found == [outcome]
        assert front in STUDIES or of_control == []
        return
    more = [one for one in of_found if one not in of_control]
    assert len(more) == (outcome == "remark"), (of_found, of_control)
    assert [one for one in of_control if one not in of_found] == []
    assert [place for place in case.places if not all(place in one for one in more)] == []


@pytest.mark.parametrize("kind", [kind for kind, case in CASES.items() if case.solution])
def test_a_finding_is_a_property_of_the_solution(kind):
    case = CASES[kind]
    for given, is_found in ((case.found, True), (case.control, False)):
        X = np.array(given.X)
        K = X if given.form in FORMS else X @ X.T
        solution = dual.fit(K, min(given.components, 2 if "rank" in case.solution else 9))
        for name, expected in case.solution.items():
            value = getattr(solution, name)
            same = np.array_equal(value, expected) or (
                isinstance(expected, float | list)
                and np.shape(value) == np.shape(expected)
                and np.allclose(np.array(value, dtype=float), expected, rtol=1e-12, atol=0)
            )
            assert same == is_found, (name, value)


LOW = np.random.default_rng(4).normal(size=(30, 2)) @ [[3.0, 1.0, -2.0], [0.5, 1.5, 1.0]]
"""Points of three columns in a plane."""


@pytest.mark.parametrize(
    ("make", "dtype"),
    [(KernelPCA, np.float32), (KernelPCA, np.float64), (ClassicalMDS, np.float64)],
)
@pytest.mark.parametrize(("asked", "d"), [(2, 2), (3, 3), (99, 30)])
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.RankWarning")
def test_attributes_have_as_many_components_as_asked_for_up_to_the_samples(make, asked, d, dtype):
    """Those without a positive eigenvalue are 0, and nothing is known of their sampling error."""
    model, beyond = make(asked).fit(LOW.astype(dtype)), np.zeros(d - 2)
    first = np.linalg.eigvalsh(30 * np.cov(LOW.T, bias=True))[:0:-1]
    close = {"rtol": 0, "atol": 1e-6 * first[0]}
    np.testing.assert_allclose(model.eigenvalues_, [*first, *beyond], **close)
    shares = model.explained_variance_ratio_
    np.testing.assert_allclose(shares, [*first / first.sum(), *beyond], rtol=0, atol=1e-6)
    assert shares.dtype == model.explained_variance_error_.dtype == dtype
    assert (model.explained_variance_error_[2:] == 0.0).all()
    scores = model.transform(LOW.astype(dtype))
    assert (scores.shape, scores.dtype) == ((30, d), dtype)
    assert (scores[:, 2:] == 0.0).all()
    for name in ("eigenvalues", "explained_variance_ratio"):
        errors = getattr(model, f"{name}_standard_error_")
        assert np.isnan(errors).tolist() == [False, False, *[True] * (d - 2)]
        assert errors.dtype == dtype


def test_the_error_of_a_share_is_1_at_most():
    """The numbers are rounded to half precision, far from the origin."""
    X = np.random.default_rng(4).normal(size=(50, 2)) * [5.0, 2.0] + [33.0, 23.0]
    given = X.astype(np.float16)
    model = KernelPCA(1, kernel="precomputed")
    with pytest.warns(SplitGroupWarning):
        model.fit((given @ given.T).astype(np.float16))
    assert model.explained_variance_error_.tolist() == [1.0]
    assert 0.0 < model.explained_variance_ratio_[0] < 1.0


@pytest.mark.parametrize("transposed", [False, True])
def test_a_study_says_what_it_took_for_samples(tmp_path, transposed):
    frame = pd.DataFrame([[1.5, 2.0, 7.0], [3.0, -1.0, 4.0]], ["u", "v"], ["p", "q", "r"])
    (frame if transposed else frame.T).to_csv(tmp_path / "t.csv")
    data = {"vectors": "t.csv", "transpose": transposed}
    study = build("s", StudyConfig(data=data, kernel="linear", components=1), tmp_path)
    said = "(columns: p, q and r)" if transposed else "(rows: p, q and r)"
    assert (study.names, study.columns) == (["p", "q", "r"], ("u", "v"))
    assert said in study.remarks[0]


def test_what_was_said_of_the_samples_is_not_said_again_of_omitted_ones_that_are_placed(tmp_path):
    """The first and the last row have no number in a column, and the last one is omitted."""
    text = "name,a,b\nu,,2\nv,2,3.5\nw,7,5.5\nx,4.5,1\ny,3,-2\nz,,5\n"
    (tmp_path / "t.csv").write_text(text)
    omitted = {"omit_samples": ["y", "z"], "place_omitted": True, "missing": "drop"}
    config = StudyConfig(data={"vectors": "t.csv"} | omitted, kernel="linear", components=1)
    study = build("s", config, tmp_path)
    assert (study.names, study.new_names) == (["v", "w", "x"], ["y"])
    about = [remark for remark in study.remarks if "missing" in remark]
    assert [remark.startswith("new samples: ") for remark in about] == [False, True]
    assert ["line 2" in about[0], "line 7" in about[1]] == [True, True], about
