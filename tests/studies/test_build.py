"""A study is built as configured, or refused."""

import numpy as np
import pytest

from kpca.formulations import dual
from kpca.solvers import dense
from kpca.studies import subset
from kpca.studies.build import SMALL, begin, build, is_small
from kpca.studies.config.study import StudyConfig
from kpca.tables import free_memory

CIRCLES = {"generator": "circles", "n": 40, "noise": 0.05, "seed": 1}
CLUSTERS = {"generator": "clusters", "n": 40, "noise": 0.05, "seed": 1}
RBF = {"name": "rbf", "gamma": 4.0}


def _config(**changes):
    return StudyConfig(**{"title": "t", "data": CIRCLES, "kernel": RBF, "components": 2} | changes)


def test_title_unit_components_and_name_are_those_of_the_configuration():
    study = build("c", _config(title="a title", unit="km", components=3))
    assert (study.name, study.title, study.unit, study.components) == ("c", "a title", "km", 3)
    study = build("c", _config(title=None))
    assert (study.title, study.unit) == ("c", "1")


def test_the_eigen_solve_of_the_validation_is_returned():
    study = build("c", _config(components=3))
    solution = study.solution
    again = dual.fit(study.data.K, 3, study.data.element_error)
    assert solution.complete
    assert (solution.spectrum == again.spectrum).all()
    assert (solution.V == again.V).all()


def _counted(monkeypatch):
    """The sizes of the matrices of which all eigenpairs are computed."""
    sizes, solve = [], dense.all_pairs

    def counted(A, error, vectors=None):
        sizes.append(len(A))
        return solve(A, error, vectors)

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
    study = build("c", _config(**{"components": None, "holdout": 7} | changes))
    assert (sizes, study.components) == ([33], components)
    again = study.solve()
    for name in ("V", "spectrum", "residuals", "errors"):
        np.testing.assert_array_equal(getattr(study.solution, name), getattr(again.solution, name))
    for name in ("residual", "coupling", "orthogonality", "means"):
        np.testing.assert_array_equal(
            getattr(study.certificate, name), getattr(again.certificate, name)
        )
    assert len(sizes) == 2, "the control: the second solve is counted"


def test_every_file_of_a_study_is_measured_before_it_is_read(tmp_path, monkeypatch):
    for name, text in (("t.csv", "a,b\n1,5\n2,3\n4,9\n6,2\n"), ("n.csv", "a,b\n7,8\n")):
        (tmp_path / name).write_text(text)
    (tmp_path / "v.csv").write_text("pH\n5.5\n6\n7\n4\n")
    measured = []
    monkeypatch.setattr(free_memory, "require_to_read", measured.append)
    data = {"vectors": "t.csv", "new": "n.csv"}
    begin("s", _config(data=data, variables="v.csv"), tmp_path)
    assert measured == [tmp_path / name for name in ("t.csv", "n.csv", "v.csv")]


@pytest.mark.parametrize(("n", "small"), [(SMALL + 7, True), (SMALL + 8, False)])
def test_a_study_is_small_up_to_a_number_of_training_samples(n, small):
    draft = begin("c", _config(data=CIRCLES | {"n": n}, holdout=7))
    assert is_small(draft) is small


def test_a_study_of_which_a_rule_chooses_something_is_not_small():
    assert not is_small(begin("c", _config(components="auto")))
    assert not is_small(begin("c", _config(kernel={"name": "rbf", "gamma": "auto"})))
    assert is_small(begin("c", _config(kernel={"name": "rbf", "gamma": "median"})))


@pytest.mark.parametrize(
    ("keys", "has_no_effect"),
    [
        ({"max_memory": "8GB"}, True),
        ({"max_memory": "8GB", "statements": "sample"}, False),
        (
            {
                "max_memory": "8GB",
                "statements": "none",
                "kernel": {"name": "sigmoid", "gamma": 0.1},
                "indefinite": "keep",
            },
            True,
        ),
        ({}, False),
    ],
)
def test_a_budget_that_is_not_looked_at_is_stated(keys, has_no_effect, tmp_path):
    np.save(tmp_path / "x.npy", np.random.default_rng(3).normal(size=(12, 3)))
    given = {"kernel": "rbf", "components": 1} | keys
    study = build("s", _config(data={"vectors": "x.npy"}, **given), tmp_path)
    about = [remark for remark in study.remarks if "'max_memory: 8000000000'" in remark]
    assert len(about) == has_no_effect


@pytest.mark.parametrize(
    ("asked", "words"),
    [(3, ", with 1 component, "), (1, "training samples, as 'statements: sample' asks")],
)
def test_the_remark_on_a_subset_says_if_it_has_fewer_components(
    tmp_path, monkeypatch, asked, words
):
    monkeypatch.setattr(subset, "SAMPLES", 20)
    X = np.zeros((60, 3))
    X[:, 0] = np.random.default_rng(2).normal(size=60)
    left_out = np.setdiff1d(np.arange(60), subset._drawn(60, 20))[[3, 8]]
    X[left_out, [1, 2]] = [4.0, 2.0]
    np.save(tmp_path / "x.npy", X)
    keys = {"kernel": "linear", "components": asked, "statements": "sample"}
    study = build("s", _config(data={"vectors": "x.npy"}, **keys), tmp_path)
    (remark,) = [remark for remark in study.remarks if "executed on" in remark]
    assert "20 of 60 training samples" in remark
    assert words in remark
