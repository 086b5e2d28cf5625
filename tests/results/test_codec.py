"""What is stored of studies, solutions and solvers comes back equal, and is what it was before."""

from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest
from conftest import STUDIES
from given_studies import GIVEN, KM

from kpca import kernels
from kpca.choosing.automatic import GammaCurve
from kpca.data import Distances, Gram, Vectors
from kpca.results import files, hashes, registry, solutions, solved, studies
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.groups import NOTHING
from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.origin import Origin
from kpca.studies.variables import Variables

NUMBERS = {
    "missing_value": [-999.0, 42.5],
    "complete_row": [[7.0], [8.0]],
    "imputing_gamma": 0.25,
    "imputing_components": 2,
    "pseudocount": 0.75,
    "column_mean": [1.5],
    "column_deviation": [2.5],
    "table_row": [[0.1], [0.2], [0.3]],
    "new_table_row": [[0.4], [0.5]],
    "column_range": [3.5],
    "added_to_distances": 9.0,
    "added_to_squares": 10.0,
}
AGES = np.array([[1.0], [2.0], [np.nan], [4.0], [5.0]])
PH = Variables(("pH", "lime"), np.array([[5.0, 1.0], [np.nan, 2.0], [7.0, 3.0]]))
USES = Variables((), np.empty((3, 0)), ("use", "land"), (("x", "", "y"), ("u", "v", "w")))
FULL = replace(
    KM,
    origin=Origin(
        files=(("vectors", "t.csv", "ab"), ("new", "n.csv", "cd")),
        left_out=(("id", "names of the samples"), ("kind", "labels")),
        preparation="each column less its mean",
        transform="log",
        distance="gower",
        classes=(("land", "wood"), ("land", "lake")),
        numbers={name: np.array(value) for name, value in NUMBERS.items()},
    ),
    automatic=Automatic(
        ComponentsCurve(np.array([3.0, 1.0]), np.array([2.0, 1.5]), 1),
        GammaCurve(*np.array([[0.1, 0.2], [3.0, 2.0], [0.5, 0.6], [0.3, 0.4]]), 4.0, 3, 0.2),
    ),
    statements="sample",
    weights=np.array([1.0, 2.0, 0.5]),
    blocks=["b1", "b2", "b1"],
    other_variables=PH,
    metadata=Variables(("age",), AGES, ("sex",), (("f", "m", "f", "", "m"),)),
)
"""A study that has everything that one may have, each with a value of its own."""

WHOLE = Solution(
    np.array([4.0, 2.0, -2.0]),
    np.array([[0.5], [-1.0], [0.25]]),
    residuals=np.array([2.0**-7]),
    matrix_error=2.0**-8,
    errors=2.0 ** np.array([-9, -8, -10]),
    after=NOTHING,
    trace=12.0,
    frobenius=14.5,
    trace_error=2.0**-6,
)
"""Powers of two, whose products are exact on every machine."""

PART = replace(WHOLE, spectrum=WHOLE.spectrum[:2], errors=WHOLE.errors[:2], after=0.5)
WEIGHTED = replace(WHOLE, weights=FULL.weights)
REASONS = ("a larger one may be missed; ask for more", "the residual is 3")


def _measured(solution, reasons=REASONS):
    certificate = Certificate(
        theta=solution.mu,
        residuals=solution.residuals,
        residual=0.1,
        coupling=0.2,
        orthogonality=0.3,
        product_error=0.4,
        bound=Bound(0.6, -0.7, "the norms"),
        trace=solution.trace,
        trace_error=solution.trace_error,
        frobenius=solution.frobenius,
        means=np.array([1.25, 2.25, 3.25]),
        reasons=reasons,
    )
    return Solved(solution, certificate, "ARPACK", passes=31, evaluations=77)


def _nodes(study, result, is_placed=True):
    scores, means = (np.array([[1.0], [-3.0]]), np.array([0.5, 1.5])) if is_placed else (None, None)
    nodes = solutions.to_datasets(study, result.solution, scores)
    return nodes | {"solver": solved.to_dataset(replace(study, solved=result), means)}


A, B, C = (np.arange(start, start + 4.0).reshape(2, 2) for start in (0, 10, 20))
KINDS = [Gram(A, B, C), Distances(A, B, C), Vectors(kernels.Lift(), A, B)]
CASES = {
    **STUDIES,
    "distances": GIVEN,
    "trip": KM,
    "full": FULL,
    "without names of columns": replace(KM, named_columns=()),
    "numbers": replace(KM, other_variables=PH, metadata=USES),
    "factors": replace(KM, other_variables=USES, metadata=PH),
    "new numbers": replace(KM, metadata=Variables(("age",), AGES)),
    "a number of statements": replace(KM, statements=7),
    # m = n: the shapes do not distinguish the matrices.
    **{
        type(data).__name__: replace(
            KM, data=data, names=["p", "q"], labels=["u", "v"], named_columns=()
        )
        for data in KINDS
    },
}
TREES = {name: studies.to_tree(CASES[name]) for name in ("trip", "Gram", "Distances", "Vectors")}
TREES["part"] = studies.tree(KM, **solutions.to_datasets(KM, PART))
TREES["full"] = studies.to_tree(FULL, **_nodes(FULL, _measured(WEIGHTED)))
HASHES = {
    "trip": "2b611ea4fe73dc9a",
    "Gram": "62634e9b3b2f885a",
    "Distances": "2c17231171117fe4",
    "Vectors": "531321cfa8d72018",
    "part": "46869e445e780ea7",
    "full": "7e2b2a84c13bdbc7",
}


def _file(tree, folder):
    files.write(tree, folder / "r.nc")
    return files.read(folder / "r.nc")


def _same(back, made, where=""):
    """Equal in every field, and of the same types."""
    assert type(back) is type(made), where
    if is_dataclass(made):
        for field in fields(made):
            _same(*(getattr(one, field.name) for one in (back, made)), f"{where}.{field.name}")
    elif isinstance(made, dict):
        assert back.keys() == made.keys(), where
        for key in made:
            _same(back[key], made[key], f"{where}[{key}]")
    elif isinstance(made, list | tuple):
        for one, other in zip(back, made, strict=True):
            _same(one, other, where)
    else:
        np.testing.assert_array_equal(back, made, where)


@pytest.mark.parametrize("name", TREES)
def test_every_value_has_the_name_unit_and_meaning_that_it_had_in_earlier_results(name, tmp_path):
    """If another one is meant, all results are others: CHANGELOG.md says so, and the hash here."""
    for tree in (TREES[name], _file(TREES[name], tmp_path)):
        tree.attrs["kpca_version"] = ""
        assert hashes.of_tree(tree)[:16] == HASHES[name]


@pytest.mark.parametrize("study", CASES.values(), ids=CASES)
def test_a_study_comes_back_equal(study, tmp_path):
    tree = studies.to_tree(study)
    for stored in (tree, _file(tree, tmp_path)):
        _same(studies.from_tree(stored), study)


@pytest.mark.parametrize("is_placed", [True, False])
@pytest.mark.parametrize("solution", [WHOLE, PART, WEIGHTED], ids=["whole", "part", "weighted"])
def test_a_solution_comes_back_equal_with_what_was_measured(solution, is_placed, tmp_path):
    for reasons in (REASONS, ()):
        result = _measured(solution, reasons)
        tree = _file(studies.tree(KM, **_nodes(KM, result, is_placed)), tmp_path)
        _same(solved.from_tree(tree), result)
        for node, name in (("components", "new_score"), ("solver", "new_row_mean")):
            assert (name in tree[node]) == is_placed
    if is_placed:
        _same(solutions.from_tree(tree)[1], np.array([[1.0], [-3.0]]))


def test_variables_may_be_missing_but_not_infinite(tmp_path):
    infinite = replace(PH, values=np.full((3, 2), np.inf))
    with pytest.raises(registry.ResultError, match="variable_value: NaN or infinite"):
        files.write(studies.to_tree(replace(KM, other_variables=infinite)), tmp_path / "s.nc")
