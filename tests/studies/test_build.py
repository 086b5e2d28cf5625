"""A study is built as configured, or refused."""

import numpy as np
import pytest

from kpca.formulations import dual
from kpca.solvers import dense
from kpca.studies import datasets, solving
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig

CIRCLES = {"generator": "circles", "n": 40, "noise": 0.05, "seed": 1}
CLUSTERS = {"generator": "clusters", "n": 40, "noise": 0.05, "seed": 1}
RBF = {"name": "rbf", "gamma": 4.0}


def _config(**changes):
    return StudyConfig(**{"title": "t", "data": CIRCLES, "kernel": RBF, "components": 2} | changes)


def test_title_unit_components_and_name_are_those_of_the_configuration():
    study = build("c", _config(title="a title", unit="km", components=3))[0]
    assert (study.name, study.title, study.unit, study.components) == ("c", "a title", "km", 3)
    study = build("c", _config(title=None))[0]
    assert (study.title, study.unit) == ("c", "1")


def test_remarks_on_the_data_and_on_what_is_accepted_are_both_there(tmp_path):
    X, _ = datasets.iris()
    np.save(tmp_path / "x.npy", X - X.mean(axis=0))
    kernel, data = {"name": "sigmoid", "gamma": "scale"}, {"vectors": "x.npy"}
    config = StudyConfig(data=data, kernel=kernel, components=1, indefinite="keep")
    remarks = build("s", config, tmp_path)[0].remarks
    assert remarks[0] == "1 sample is equal to another one: 143 = 102"
    assert remarks[1].startswith("gamma = ")
    assert remarks[2].startswith("indefinite kernel, kept: ")


def test_the_eigen_solve_of_the_validation_is_returned():
    study, solved = build("c", _config(components=3))
    solution = solved.solution
    again = dual.fit(study.data.K, 3, study.data.element_error)
    assert solution.complete
    assert (solution.spectrum == again.spectrum).all()
    assert (solution.V == again.V).all()


def _counted(monkeypatch):
    """The sizes of the matrices of which all eigenpairs are computed."""
    sizes, solve = [], dense.all_pairs

    def counted(A, error):
        sizes.append(len(A))
        return solve(A, error)

    monkeypatch.setattr(dense, "all_pairs", counted)
    return sizes


SOLVED_ONCE = {
    "all": ({}, 5),
    "rank 2": ({"kernel": {"name": "linear"}}, 2),
    "without statements": ({"statements": "none"}, 5),
    "by a rule": (
        {"components": "auto", "data": CLUSTERS, "kernel": {"name": "rbf", "gamma": 1.0}},
        2,
    ),
    "a number": ({"components": 3}, 3),
}


@pytest.mark.parametrize("case", SOLVED_ONCE)
def test_the_eigen_solve_that_chooses_the_components_is_that_of_the_study(monkeypatch, case):
    sizes, (changes, components) = _counted(monkeypatch), SOLVED_ONCE[case]
    study, solved = build("c", _config(**{"components": None, "holdout": 7} | changes))
    assert (sizes, study.components) == ([33], components)
    again = solving.solve(study)
    for name in ("V", "spectrum", "residuals", "errors"):
        np.testing.assert_array_equal(getattr(solved.solution, name), getattr(again.solution, name))
    for name in ("residual", "coupling", "orthogonality", "means"):
        np.testing.assert_array_equal(
            getattr(solved.certificate, name), getattr(again.certificate, name)
        )
    assert len(sizes) == 2, "the control: the second solve is counted"
