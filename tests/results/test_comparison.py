"""Two stored solutions differ by rounding only if no stored variable says otherwise."""

import re
from dataclasses import replace

import numpy as np
import pytest
from given_studies import KM

from kpca import kernels
from kpca.data import Vectors
from kpca.formulations import dual, mds
from kpca.results import comparison, files, solutions, solved, studies
from kpca.solvers import partial
from kpca.solvers.dense import Pairs
from kpca.studies.datasets import example
from kpca.studies.study import Study

STUDY = example()
SOLUTION = dual.fit(STUDY.data.K, STUDY.components, STUDY.data.element_error)


def _nodes(solution, study=STUDY, placed=None, certified=None):
    """The datasets of a solution of a study."""
    if placed is None:
        placed = dual.place(solution, study.data.K, study.data.K_new)
    nodes = solutions.to_datasets(study, solution, placed)
    solution = replace(certified or study.solve().solved, solution=solution)
    new_means = study.data.K_new.mean(axis=1)
    return nodes | {solved.NODE: solved.to_dataset(replace(study, solved=solution), new_means)}


def _write(folder, solution, study=STUDY, placed=None, certified=None):
    """The path of a solution in a folder of its study, and the study's file beside it."""
    nodes = _nodes(solution, study, placed, certified)
    files.write(studies.tree(study, **nodes), folder / "eigen-solve.nc")
    files.write(studies.to_tree(study), folder / "study.nc")
    return folder / "eigen-solve.nc"


def _backwards(study):
    """The same solution, from the samples in the opposite order: it differs by rounding."""
    K = np.ascontiguousarray(study.data.K[::-1, ::-1])
    solved = partial.of_pairs(Pairs.of(K, study.data.element_error), study.components)
    certificate = replace(solved.certificate, means=solved.means[::-1])
    solution = replace(solved.solution, V=solved.solution.V[::-1])
    return replace(solved, solution=solution, certificate=certificate)


EMPTY = {"not_certified"}
"""The reasons, of which the example has none."""

STORED = sorted(
    {str(name) for node in _nodes(SOLUTION).values() for name in node.variables} - EMPTY
)


def _changed(array):
    """A variable whose last value is changed by a millionth, by one, or by a letter."""
    values = array.values.copy().reshape(-1)
    kind = values.dtype.kind
    if kind in "UOT":
        values = values.astype(object)
        values[-1] += "x"
        values = values.astype(str)
    else:
        # A missing number becomes one.
        values[-1] = np.nan_to_num(values[-1])
        values[-1] += 1 if kind == "i" else max(1e-6, 1e-6 * abs(values[-1]))
    return array.dims, values.reshape(array.shape), array.attrs


@pytest.mark.parametrize("name", STORED)
def test_no_changed_variable_is_called_rounding(name, tmp_path):
    first, other = (_write(tmp_path / folder, SOLUTION) for folder in "ab")
    tree = files.read(other)
    for node in (*comparison.NODES, solved.NODE):
        if name in tree[node].variables:
            changed = tree[node].to_dataset()
            tree[node] = changed.assign({name: _changed(changed.variables[name])})
    files.write(tree, other)
    for words in (comparison.between(first, other), comparison.between(other, first)):
        assert words.startswith(("BEYOND rounding: ", "not by rounding: "))
        assert name in words


def test_a_changed_unit_and_a_changed_title_are_no_rounding(tmp_path):
    first, other = (_write(tmp_path / folder, SOLUTION) for folder in "ab")
    tree = files.read(other)
    tree.attrs["title"] = "another"
    tree["components"]["score"].attrs["long_name"] = "another"
    files.write(tree, other)
    expected = "not by rounding: attribute title, components/score differ"
    assert comparison.between(first, other) == expected


def test_a_file_is_within_rounding_of_itself(tmp_path):
    path = _write(tmp_path, SOLUTION)
    assert comparison.between(path, path) == "within rounding: 0 of the tolerance"


@pytest.mark.parametrize("study", [STUDY, KM], ids=["example", "km"])
def test_rounding_in_another_order_is_within_rounding(study, tmp_path):
    solution = dual.fit(study.data.K, study.components, study.data.element_error)
    other = _backwards(study)
    assert study is KM or not np.array_equal(other.solution.V, solution.V)
    paths = (
        _write(tmp_path / "a", solution, study),
        _write(tmp_path / "b", other.solution, study, certified=other),
    )
    assert comparison.between(*paths).startswith("within rounding: ")


def _polygon():
    """Seven points of a circle, two of them new: pairs of equal eigenvalues."""
    angles = 2.0 * np.pi * np.arange(7) / 7.0
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    data = Vectors(kernels.RBF(1.0), circle, 0.5 * circle[:2])
    names = [str(k) for k in range(7)]
    given = {"names": names, "labels": names, "new_names": ["a", "b"], "new_labels": ["a", "b"]}
    return Study(name="polygon", title="a polygon", data=data, components=2, **given)


def test_a_rotation_of_equal_components_is_free(tmp_path):
    study = _polygon()
    solution = dual.fit(study.data.K, 2, study.data.element_error)
    assert solution.groups == [slice(0, 2)]
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    other = replace(solution, V=solution.V @ turn)
    paths = _write(tmp_path / "a", solution, study), _write(tmp_path / "b", other, study)
    assert comparison.between(*paths).startswith("within rounding: ")
    # The new samples have to turn with the training samples.
    placed = dual.place(solution, study.data.K, study.data.K_new)
    _write(tmp_path / "b", other, study, placed)
    words = comparison.between(*paths)
    assert words.startswith("BEYOND rounding: ")
    assert words.endswith(" in new_score")


def test_solutions_from_distances_are_compared_too(tmp_path):
    K, K_new, D2, D2_new = (getattr(STUDY.data, name) for name in ("K", "K_new", "D2", "D2_new"))
    solution = mds.fit(D2, STUDY.components, STUDY.data.distance_error)
    by_kernel = dual.fit(K, STUDY.components, STUDY.data.element_error)
    # The bounds are those of the distances; all else is computed in another way.
    bounds = {name: getattr(solution, name) for name in ("matrix_error", "errors", "trace_error")}
    other = replace(by_kernel, **bounds)
    paths = (
        _write(tmp_path / "a", solution, placed=mds.place(solution, D2, D2_new)),
        _write(tmp_path / "b", other, placed=dual.place(other, K, K_new)),
    )
    assert not np.array_equal(solution.V, other.V)
    assert comparison.between(*paths).startswith("within rounding: ")


FEWER = replace(SOLUTION, V=SOLUTION.V[:, :-1], residuals=SOLUTION.residuals[:-1])
OTHER_DATA = replace(STUDY, data=replace(STUDY.data, X_new=STUDY.data.X_new + 1e-9))
LARGE_BOUND = {"matrix_error": 1e3, "errors": np.full(STUDY.n, 1e3), "trace": SOLUTION.trace + 1}


@pytest.mark.parametrize(
    ("other", "study", "expected"),
    [
        (FEWER, STUDY, "^other samples or components$"),
        (SOLUTION, OTHER_DATA, "^cannot be compared: the data in both files study.nc differ$"),
        # A bound does not excuse the difference of what it belongs to.
        (replace(SOLUTION, **LARGE_BOUND), STUDY, "^BEYOND rounding: .* in matrix_error$"),
    ],
    ids=["size", "data", "bound"],
)
def test_another_solution_is_not_called_rounding(other, study, expected, tmp_path):
    placed = dual.place(SOLUTION, STUDY.data.K, STUDY.data.K_new)[:, : other.components]
    paths = _write(tmp_path / "a", SOLUTION), _write(tmp_path / "b", other, study, placed)
    assert re.search(expected, comparison.between(*paths))


@pytest.mark.parametrize("name", ["eigen-solve.nc", "study.nc"])
def test_a_broken_file_cannot_be_compared(name, tmp_path):
    first, other = (_write(tmp_path / folder, SOLUTION) for folder in "ab")
    other.with_name(name).write_bytes(b"broken")
    assert comparison.between(first, other).startswith("cannot be compared: ")


def test_a_partial_solution_cannot_be_compared(tmp_path):
    partial = replace(
        SOLUTION, spectrum=SOLUTION.spectrum[:5], errors=SOLUTION.errors[:5], after=0.0
    )
    path = _write(tmp_path, partial)
    expected = "cannot be compared: not all eigenvalues are known"
    assert comparison.between(path, path) == expected


def test_a_cut_group_of_components_cannot_be_compared(tmp_path):
    study = replace(_polygon(), components=1)
    path = _write(tmp_path, dual.fit(study.data.K, 1, study.data.element_error), study)
    expected = "cannot be compared: the last component cuts a group of equal eigenvalues"
    assert comparison.between(path, path) == expected


def test_the_solution_in_the_file_of_a_study_is_compared(tmp_path):
    for folder, solution in (("a", STUDY.solve().solved), ("b", _backwards(STUDY))):
        nodes = solutions.to_datasets(STUDY, solution.solution)
        nodes[solved.NODE] = solved.to_dataset(replace(STUDY, solved=solution))
        files.write(studies.to_tree(STUDY, **nodes), tmp_path / folder / "study.nc")
    paths = tmp_path / "a/study.nc", tmp_path / "b/study.nc"
    assert comparison.between(*paths).startswith("within rounding: ")
