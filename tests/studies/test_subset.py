"""A random subset of a study: the same data, kernel and names, fewer samples."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, split
from given_studies import GIVEN, KM

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.formulations import dual
from kpca.statements import every
from kpca.statements.case import Case
from kpca.studies import datasets, subset
from kpca.studies.study import Study
from kpca.studies.subset import SubsetError
from kpca.studies.variables import Variables

DATA = STUDIES["linear"].data
MATRIX = replace(STUDIES["linear"], data=Gram(DATA.K, DATA.K_new, DATA.G_new))
EVERY = STUDIES | {"distances": GIVEN, "a line": KM, "a matrix": MATRIX}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(subset, "SAMPLES", 20)


@pytest.mark.parametrize("name", EVERY)
def test_every_number_of_the_subset_is_that_of_the_study_for_the_same_names(name):
    study = EVERY[name]
    drawn = subset.of(study)
    old = [study.names.index(name) for name in drawn.names]
    new = [study.new_names.index(name) for name in drawn.new_names]
    assert (drawn.n, drawn.subset_of) == (min(20, study.n), study.n)
    assert drawn.placed_again == study.placed_again
    if not study.placed_again:
        assert drawn.m == min(7, study.m)
    assert drawn.labels == [study.labels[i] for i in old]
    assert drawn.new_labels == [study.new_labels[i] for i in new]
    for letter, rows, columns in (("K", old, old), ("K_new", new, old), ("D2", old, old)):
        expected = getattr(study.data, letter)[np.ix_(rows, columns)]
        if letter != "D2" and type(study.data).__name__ == "Distances":
            continue  # The kernel of distances has another sample as its origin.
        size = np.abs(expected).max()
        np.testing.assert_allclose(getattr(drawn.data, letter), expected, rtol=0, atol=1e-13 * size)


def test_the_draw_is_always_the_same_and_not_the_first_samples():
    study = STUDIES["rbf"]
    assert subset.of(study).names == subset.of(study).names != study.names[:20]


def test_a_number_says_of_how_many_samples_the_subset_is():
    study = replace(STUDIES["rbf"], statements=9)
    drawn = subset.of(study)
    assert (drawn.n, drawn.m, drawn.statements) == (9, 3, "all")
    assert {*drawn.names} < {*subset.of(replace(study, statements="sample")).names}


def test_a_subset_says_of_how_many_samples_it_is():
    study = STUDIES["rbf"]
    assert f"20 samples, a random subset of {study.n}, 7 new ones" in str(subset.of(study))
    assert "random subset" not in str(study)


def test_statements_hold_on_the_subset():
    checks = every.execute(Case.of(subset.of(STUDIES["rbf"])))
    assert len(checks) > 30
    assert all(check.verdict != "fails" for check in checks)


def test_components_are_fewer_where_the_subset_has_a_smaller_rank():
    X = np.zeros((60, 3))
    X[:, 0], X[-1, 1] = np.arange(60.0), 5.0
    names = [f"s{i}" for i in range(60)]
    study = Study("s", "s", Vectors(kernels.Linear(), X, X), 2, names, names, names, names)
    assert dual.fit(study.data.K, 2).components == 2
    drawn = subset.of(study)
    assert drawn.components == (2 if "s59" in drawn.names else 1)


@pytest.mark.parametrize(("asked", "rank"), [(5, 3), (3, 3), (2, 2)])
def test_components_are_as_many_as_the_rank_of_the_subset_or_as_asked_for(asked, rank):
    X = np.zeros((60, 5))
    X[:, :3] = np.random.default_rng(2).normal(size=(60, 3)) * [5.0, 3.0, 1.0]
    left_out = np.setdiff1d(np.arange(60), subset._drawn(60, 20))[[3, 8]]
    X[left_out, [3, 4]] = 4.0
    names = [f"s{i}" for i in range(60)]
    study = Study("s", "s", Vectors(kernels.Linear(), X, X), asked, names, names, names, names)
    assert dual.fit(study.data.K, 5).components == 5
    assert subset.of(study).components == rank


def test_a_subset_of_a_study_without_new_samples_has_none_and_no_variables():
    study = STUDIES["linear"]
    again = replace(
        study,
        data=Vectors(study.kernel, study.data.X, study.data.X),
        new_names=study.names,
        new_labels=study.labels,
        other_variables=Variables(("pH",), np.arange(1.0, study.n + 1)[:, None]),
    )
    solved = again.solve()
    drawn = subset.of(replace(solved, stored=solved.placed))
    assert (drawn.m, drawn.new_names, drawn.other_variables) == (20, drawn.names, None)
    assert (drawn.solved, drawn.stored) == (None, None), "they are those of all samples"
    np.testing.assert_array_equal(drawn.data.X_new, drawn.data.X)


def test_the_distances_of_a_subset_are_those_of_its_samples():
    D, D_new, D_pairs = (
        np.random.default_rng(5).uniform(1.0, 9.0, shape)
        for shape in ((30, 30), (11, 30), (11, 11))
    )
    drawn = subset._subset(Distances(D, D_new, D_pairs), np.array([2, 7, 9]), np.array([4, 1]))
    assert drawn.D.tolist() == D[[2, 7, 9]][:, [2, 7, 9]].tolist()
    assert drawn.D_new.tolist() == D_new[[4, 1]][:, [2, 7, 9]].tolist()
    assert drawn.D_pairs.tolist() == D_pairs[[4, 1]][:, [4, 1]].tolist()


def test_components_cut_no_group_of_the_subset():
    angles = np.tile(2.0 * np.pi * np.arange(4) / 4, 5)
    X = np.column_stack([3.0 * np.arange(20.0), np.cos(angles), np.sin(angles)])
    X[:, 0] -= X[:, 0].mean()
    # Orthogonal columns of equal length: eigenvalues 2 and 3 are equal.
    X[:, 0] -= X[:, 1:] @ np.linalg.lstsq(X[:, 1:], X[:, 0], rcond=None)[0]
    names = [f"s{i}" for i in range(20)]
    study = Study("s", "s", Vectors(kernels.Linear(), X, X), 2, names, names, names, names)
    assert subset.of(study).components == 1


@pytest.mark.parametrize("constant", [0.0, 1.0])
def test_a_subset_without_a_component_is_refused(constant):
    X = np.full((500, 2), constant)
    X[-1] += 1.0
    names = [f"s{i}" for i in range(500)]
    study = Study("s", "s", Vectors(kernels.Linear(), X, X), 1, names, names, names, names)
    with pytest.raises(SubsetError):
        subset.of(study)
    # Without statements nothing is solved.
    assert subset.of(replace(study, statements="none")).n == 20


def test_statements_are_executed_on_all_samples_of_a_subset():
    study = replace(STUDIES["linear"], statements="sample")
    assert subset.of(study).statements == "all"


def test_a_study_with_fewer_samples_is_taken_as_a_whole():
    study = split(*datasets.circles(12, 0.05, 0), kernels.RBF(4.0), 2, 2)
    drawn = subset.of(study)
    assert (drawn.names, drawn.new_names, drawn.subset_of) == (study.names, study.new_names, 10)


def test_the_matrix_of_the_new_samples_of_a_subset_is_that_of_these_samples():
    part = subset.of(MATRIX)
    new = [MATRIX.new_names.index(name) for name in part.new_names]
    np.testing.assert_array_equal(part.data.G_new, DATA.G_new[np.ix_(new, new)])
