"""gamma and n_components as words and shares: the rules of a study, and scikit-learn's share."""

import json
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler
from sklearn.utils._param_validation import InvalidParameterError

from kpca import KernelPCA
from kpca.choosing import automatic
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.estimators import choices, solving
from kpca.kernels import RBF
from kpca.kernels.bandwidth import median, scale
from kpca.solvers import partial
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.solution import Solution
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig

X = load_iris().data[::3] * [1.0, 2.0, 0.5, 3.0]
WINE = StandardScaler().fit_transform(load_wine().data)


@pytest.mark.parametrize("components", ["auto", 3])
@pytest.mark.parametrize(("kernel", "gamma"), [("rbf", "auto"), ("laplacian", "median")])
def test_a_fit_with_words_is_the_study_with_the_same_words(kernel, gamma, components):
    config = StudyConfig(
        data={"dataset": "iris"}, kernel={"name": kernel, "gamma": gamma}, components=components
    )
    study = build("s", config)
    model = KernelPCA(components, kernel=kernel, gamma=gamma).fit(study.data.X)
    assert model.gamma_ == study.kernel.gamma
    assert model.n_components_ == study.components
    size = np.abs(study.solution.scores).max()
    np.testing.assert_allclose(
        model.transform(study.data.X), study.solution.scores, rtol=0, atol=1e-12 * size
    )


def test_words_are_the_rules_of_the_bandwidth():
    assert KernelPCA(1, kernel="rbf", gamma="median").fit(X).gamma_ == median(X)
    assert KernelPCA(1, kernel="poly", gamma="scale").fit(X).gamma_ == scale(X)
    assert KernelPCA(1, kernel="rbf").fit(X).gamma_ == 0.25


def test_gamma_auto_is_tried_with_the_components_that_are_asked_for(monkeypatch):
    tried = []
    monkeypatch.setattr(
        automatic,
        "choose_width",
        lambda kind, word, X, d, pairs: (tried.append(d), (0.5, 9, None))[1],
    )
    for n_components in (3, None, "auto", 0.5):
        assert KernelPCA(n_components, kernel="rbf", gamma="auto").fit(X).gamma_ == 0.5
    assert tried == [3, automatic.LEADING, "auto", "auto"]


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8, 0.9, 0.95, 0.999])
def test_a_share_is_reached_by_as_many_components_as_in_pca(share):
    expected = PCA(share).fit(WINE).n_components_
    model = KernelPCA(share).fit(WINE)
    assert model.n_components_ == expected
    assert model.solved_.solver == "LAPACK", "of few samples all eigenvalues are known"
    ratio = model.explained_variance_ratio_
    assert ratio.sum() >= share > ratio[:-1].sum()
    np.testing.assert_allclose(
        np.abs(model.transform(WINE)),
        np.abs(PCA(share).fit_transform(WINE)),
        rtol=0,
        atol=1e-11,
    )


@pytest.mark.parametrize(("share", "components"), [(0.4, 1), (0.6, 3), (0.8, 3), (0.95, 4)])
def test_a_share_takes_a_whole_group_of_equal_eigenvalues(share, components):
    K = gram(np.array([5.0, 2.0, 2.0, 1.0]))
    model = KernelPCA(share, kernel="precomputed").fit(K)
    assert model.n_components_ == components
    assert model.solution_.split_group is None


@pytest.mark.parametrize("seed", range(6))
def test_a_share_that_is_met_exactly_is_reached_in_spite_of_rounding(seed):
    K = gram(np.array([5.0, 3.0, 2.0]), seed=seed)
    for share, components in [(0.5, 1), (0.8, 2), (0.8 + 1e-9, 3), (0.8 - 1e-9, 2)]:
        model = KernelPCA(share, kernel="precomputed").fit(K)
        assert model.n_components_ == components


def _solved(mu, V, matrix_error):
    nothing = np.zeros(len(mu))
    return SimpleNamespace(
        solution=Solution.of_whole(mu, V, nothing, matrix_error, mu.sum(), np.linalg.norm(mu))
    )


def test_components_below_the_cut_off_count_for_no_share():
    """The errors are a tenth of the trace: 0.4 is no component, though it explains a share."""
    mu = np.array([5.0, 3.0, 0.4, 0.0])
    solved = _solved(mu, np.eye(4), 0.5)
    assert choices.reaching(0.99, 4, lambda d: solved, at_once=4)[1] == 2


def test_a_share_of_eigenvalues_that_stay_unknown_asks_for_all_components_and_ends():
    known = _solved(np.array([5.0, 3.0, 0.4]), np.eye(40)[:, :3], 1e-3)
    known.solution = replace(known.solution, after=0.1)
    assert choices.reaching(0.99, 40, lambda d: known, at_once=0)[1] == 40
    assert choices.reaching(0.5, 40, lambda d: known, at_once=0)[1] == 1


def test_of_few_samples_all_components_are_solved_for_and_of_many_the_first():
    asked = []
    mu = np.linspace(9.0, 1.0, 40)

    def solve(d):
        asked.append(d)
        return _solved(mu, np.eye(40), 1e-12)

    choices.reaching(0.1, 2000, solve, at_once=2000)
    choices.reaching(0.1, 2001, solve, at_once=2000)
    assert asked == [2000, 32]


def test_a_share_of_many_samples_is_reached_without_all_eigenvalues(monkeypatch):
    asked = []
    monkeypatch.setattr(solving, "INDEFINITE", 100)
    monkeypatch.setattr(choices, "FIRST", 1)
    rng = np.random.default_rng(5)
    points = rng.normal(size=(700, 12)) * np.linspace(3.0, 1.0, 12)
    solve = partial.solve

    def counted(elements, d, *args, **more):
        asked.append(d)
        return solve(elements, d, *args, **more)

    monkeypatch.setattr(partial, "solve", counted)
    model = KernelPCA(0.7).fit(points)
    assert model.n_components_ == PCA(0.7).fit(points).n_components_ == 6
    assert asked == [1, 4, 16]


@pytest.mark.parametrize(
    "parameters", [{"gamma": "mean"}, {"n_components": 1.0}, {"indefinite": "accept"}], ids=str
)
def test_other_words_and_a_share_of_1_are_no_parameters(parameters):
    with pytest.raises(InvalidParameterError):
        KernelPCA(**parameters).fit(X)


def test_auto_with_a_kernel_of_the_library_permutes_with_that_kernel():
    model = KernelPCA("auto", kernel=RBF(0.1)).fit(WINE)
    assert model.n_components_ == parallel_analysis(RBF(0.1), WINE).components == 6


FITTED = """
import json, sys
import numpy as np
from kpca import KernelPCA
X = np.random.default_rng(0).normal(size=(30, 3)) * [3.0, 2.0, 1.0]
loaded = []
for n_components, gamma in [(2, 0.1), (0.9, None), (2, "median")]:
    KernelPCA(n_components, kernel="rbf", gamma=gamma).fit(X).transform(X[:4])
    loaded.append(sorted(name for name in sys.modules if name.startswith(("kpca.choosing.auto",
        "kpca.preimages.methods"))))
print(json.dumps(loaded))
"""


def test_a_fit_with_numbers_loads_no_rule_and_no_method_for_pre_images():
    ended = subprocess.run(
        [sys.executable, "-c", FITTED], capture_output=True, text=True, check=True
    )
    with_rules = ["kpca.choosing.automatic"]
    assert json.loads(ended.stdout) == [[], [], with_rules]
