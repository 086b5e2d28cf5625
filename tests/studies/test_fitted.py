"""The study of a fitted model has its samples, its components and its numbers."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

from kpca import ClassicalMDS, KernelPCA
from kpca.data import Distances, Gram, Vectors
from kpca.kernels import RBF, Linear
from kpca.studies.fitted import study_of

X = np.random.default_rng(4).normal(size=(14, 3)) * [3.0, 2.0, 1.0] + [5.0, -1.0, 2.0]
NEW = X[:2] + [0.3, -0.2, 0.7]
LABELS = ["b", "a"] * 7


def _function(x, y):
    return float(x @ y) ** 2


MODELS = {
    "kernel": (KernelPCA(2, kernel="rbf", gamma=0.05), X, Vectors, RBF(0.05)),
    "function": (KernelPCA(2, kernel=_function), X, Gram, None),
    "sparse": (KernelPCA(2, kernel="poly"), csr_array(X), Gram, None),
    "given": (KernelPCA(2, kernel="precomputed"), X @ X.T, Gram, None),
    "MDS": (ClassicalMDS(2), X, Vectors, Linear()),
    "city block": (ClassicalMDS(2, metric="cityblock"), X, Distances, None),
}


@pytest.mark.filterwarnings("ignore::kpca.NegativeEigenvalueWarning")
@pytest.mark.parametrize("case", MODELS)
def test_the_study_of_a_model_has_its_scores(case):
    model, points, kind, kernel = MODELS[case]
    scores = model.fit_transform(points)
    study = one = study_of(model, labels=LABELS)
    assert isinstance(study.data, kind)
    assert (study.kernel, study.labels, study.names[-1]) == (kernel, LABELS, "14")
    np.testing.assert_allclose(one.solution.scores, scores, rtol=0, atol=1e-11 * abs(scores).max())


@pytest.mark.parametrize("model", [KernelPCA(2, kernel="rbf", gamma=0.05), ClassicalMDS(2)])
def test_new_samples_stand_beside_those_of_the_fit_in_named_columns(model):
    model.fit(pd.DataFrame(X, columns=["u", "v", "w"]))
    table = pd.DataFrame(NEW, columns=["u", "v", "w"])
    given = {"names": list("abcdefghijklmn"), "new_names": ["x", "c"]}
    study = study_of(model, new=table, **given)
    with pytest.raises(ValueError, match="feature names"):
        study_of(model, new=table[["v", "u", "w"]])
    assert study.columns == ("u", "v", "w")
    assert (study.new_names, study.new_labels) == (["new x", "new c"], ["new", "new"])
    np.testing.assert_allclose(study.data.X_new - study.data.X[:2], NEW - X[:2], rtol=0, atol=1e-14)


def test_without_statements_on_all_samples_the_solution_is_that_of_the_model():
    model = KernelPCA(2, kernel="rbf", gamma=0.05).fit(X)
    one = study_of(model, statements="none")
    assert (model.eigenvectors_ == one.solution.V).all()
    assert one.certificate is model.certificate_
    assert one.statements == "none"


@pytest.mark.parametrize("model", [KernelPCA(2, kernel="rbf", gamma=0.05), ClassicalMDS(2)])
def test_samples_are_called_and_matched_by_the_index_of_the_fit(model):
    index = [f"s{3 * i % 14}" for i in range(14)]
    model.fit(pd.DataFrame(X, index))
    labels = pd.Series([*LABELS[:13], np.nan], index)
    new = pd.DataFrame(NEW, ["q", "s6"])
    study = study_of(model, labels=labels.sort_index(), new=new)
    assert (study.names, study.labels) == (index, [*LABELS[:13], "no label"])
    assert study.new_names == ["new q", "new s6"]
    given = {"names": pd.Series([*"abcdefghijklmn"], index)[::-1], "labels": labels[::-1]}
    both = study_of(model, new=new, new_names=pd.Series(["y", "x"], ["s6", "q"]), **given)
    assert (both.names, both.labels) == ([*"abcdefghijklmn"], study.labels)
    assert both.new_names == ["x", "y"]
    model.fit(pd.DataFrame(X, [*index[:12], "s0", "s0"]))
    assert study_of(model).names == ["s0 (1)", *index[1:12], "s0 (2)", "s0 (3)"]


def test_without_an_index_labels_are_matched_by_the_names_or_by_the_index_of_these():
    model, names = KernelPCA(2).fit(X), [f"s{3 * i % 14}" for i in range(14)]
    labels = pd.Series(LABELS, names)
    assert study_of(model, names=names, labels=labels.sort_index()).labels == LABELS
    rows = pd.Series(names, range(20, 34))
    table = pd.Series(LABELS, rows.index)
    assert study_of(model, names=rows, labels=table[::-1]).labels == LABELS
    assert study_of(model, labels=table[::-1]).labels == LABELS[::-1]
