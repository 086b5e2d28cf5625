"""A study is built as configured, or refused."""

import numpy as np
import pytest

from kpca.formulations import dual
from kpca.studies import datasets
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError

CIRCLES = {"generator": "circles", "n": 40, "noise": 0.05, "seed": 1}
RBF = {"name": "rbf", "gamma": 4.0}


def _config(**changes):
    return StudyConfig(**{"title": "t", "data": CIRCLES, "kernel": RBF, "components": 2} | changes)


def test_without_a_holdout_the_samples_are_placed_again():
    study = build("c", _config()).study
    assert (study.data.X_new == study.data.X).all()


def test_labels_and_names_follow_their_samples():
    study = build("c", _config(holdout=10)).study
    radius = np.linalg.norm(study.data.X, axis=1)
    assert all(
        (label == "inner") == (r < 0.7) for label, r in zip(study.labels, radius, strict=True)
    )
    assert all(
        name.startswith(label) for name, label in zip(study.names, study.labels, strict=True)
    )


def test_more_components_than_the_rank_are_refused():
    with pytest.raises(ConfigError, match=r"studies.c.components: 4 .*allowed: 1 to 3"):
        build("c", _config(kernel={"name": "lift"}, components=4))


def test_components_that_cut_a_group_of_equal_eigenvalues_are_refused():
    noiseless = CIRCLES | {"noise": 0.0}
    with pytest.raises(ConfigError, match="1 cuts the eigenvalues 1 to 2, .*allowed next to it: 2"):
        build("c", _config(data=noiseless, kernel={"name": "linear"}, components=1))
    assert build("c", _config(data=noiseless, kernel={"name": "linear"})).study


def test_a_holdout_of_nearly_everything_is_refused():
    with pytest.raises(InputError, match="studies.c: .*holdout of 38 of 40 .*a holdout of 0 to 37"):
        build("c", _config(holdout=38))


def test_title_unit_components_and_name_are_those_of_the_configuration():
    study = build("c", _config(title="a title", unit="km", components=3)).study
    assert (study.name, study.title, study.unit, study.components) == ("c", "a title", "km", 3)
    study = build("c", _config(title=None)).study
    assert (study.title, study.unit) == ("c", "1")


def test_notes_of_the_data_and_of_the_acceptance_are_both_kept(tmp_path):
    X, _ = datasets.iris()
    np.save(tmp_path / "x.npy", X - X.mean(axis=0))
    kernel, data = {"name": "sigmoid", "gamma": "scale"}, {"vectors": "x.npy"}
    config = StudyConfig(data=data, kernel=kernel, components=1, indefinite="keep")
    notes = build("s", config, tmp_path).study.remarks
    assert notes[0] == "1 sample is equal to another one: 143 = 102"
    assert notes[1].startswith("gamma = ")
    assert notes[2].startswith("indefinite kernel, kept: ")


def test_the_eigen_solve_of_the_validation_is_returned():
    study, found = build("c", _config(components=3))
    solution = found.solution
    again = dual.fit(study.data.K, 3, study.data.element_error)
    assert solution.complete
    assert (solution.spectrum == again.spectrum).all()
    assert (solution.V == again.V).all()
