"""A study is made as configured, or refused before any notebook."""

from pathlib import Path

import numpy as np
import pytest

from kpca.results import studies
from kpca.studies import datasets
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.readers.table import InputError
from kpca.workflow.jobs import prepare

CIRCLES = {"generator": "circles", "n": 40, "noise": 0.05, "seed": 1}
RBF = {"name": "rbf", "gamma": 4.0}


def _config(**changes):
    return StudyConfig(**{"title": "t", "data": CIRCLES, "kernel": RBF, "components": 2} | changes)


def test_without_a_holdout_the_samples_are_placed_again():
    study = prepare.build("c", _config())
    assert (study.data.X_new == study.data.X).all()


def test_labels_and_names_follow_their_samples():
    study = prepare.build("c", _config(holdout=10))
    radius = np.linalg.norm(study.data.X, axis=1)
    assert all(
        (label == "inner") == (r < 0.7) for label, r in zip(study.labels, radius, strict=True)
    )
    assert all(
        name.startswith(label) for name, label in zip(study.names, study.labels, strict=True)
    )


def test_more_components_than_the_rank_are_refused():
    with pytest.raises(ConfigError, match=r"studies.c.components: 4 .*allowed: 1 to 3"):
        prepare.build("c", _config(kernel={"name": "lift"}, components=4))


def test_components_that_cut_a_group_of_equal_eigenvalues_are_refused():
    noiseless = CIRCLES | {"noise": 0.0}
    with pytest.raises(ConfigError, match="1 cuts the eigenvalues 1 to 2, .*allowed next to it: 2"):
        prepare.build("c", _config(data=noiseless, kernel={"name": "linear"}, components=1))
    assert prepare.build("c", _config(data=noiseless, kernel={"name": "linear"}))


def test_a_holdout_of_nearly_everything_is_refused():
    with pytest.raises(InputError, match="studies.c: .*holdout of 38 of 40 .*a holdout of 0 to 37"):
        prepare.build("c", _config(holdout=38))


def _yaml(tmp_path, components):
    path = tmp_path / "c.yaml"
    path.write_text(
        f"results: r\nstudies:\n  c:\n    title: t\n    components: {components}\n"
        "    data: {generator: rings, n: 30, noise: 0.1, seed: 0}\n    kernel: {name: linear}\n"
    )
    return path


def test_the_command_writes_a_study_that_reads_back(tmp_path):
    output = tmp_path / "study.nc"
    assert prepare.main(str(_yaml(tmp_path, 2)), "c", str(output)) == 0
    assert studies.load(output).n == 30


def test_the_command_tells_a_fault_and_writes_nothing(tmp_path, capsys):
    output = tmp_path / "study.nc"
    path = _yaml(tmp_path, 3)
    assert prepare.main(str(path), "c", str(output)) == 2
    assert f"{path}: studies.c.components: 3 components asked for" in capsys.readouterr().err
    assert not Path(output).exists()


def test_title_unit_components_and_name_are_those_of_the_configuration():
    study = prepare.build("c", _config(title="a title", unit="km", components=3))
    assert (study.name, study.title, study.unit, study.components) == ("c", "a title", "km", 3)
    study = prepare.build("c", _config(title=None))
    assert (study.title, study.unit) == ("c", "1")


def test_notes_of_the_data_and_of_the_acceptance_are_both_kept(tmp_path):
    X, _ = datasets.iris()
    np.save(tmp_path / "x.npy", X - X.mean(axis=0))
    kernel, data = {"name": "sigmoid", "gamma": "scale"}, {"vectors": "x.npy"}
    config = StudyConfig(data=data, kernel=kernel, components=1, indefinite="keep")
    notes = prepare.build("s", config, tmp_path).notes
    assert notes[0] == "1 sample is equal to another one: 143 = 102"
    assert notes[1].startswith("gamma = ")
    assert notes[2].startswith("indefinite kernel, kept: ")


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (InputError("no data"), "c.yaml: no data"),
        (ConfigError("no study"), "c.yaml: no study"),
        (MemoryError("too large"), "c.yaml: studies.c: out of memory: too large"),
    ],
)
def test_every_fault_of_a_study_ends_the_command_with_2(fault, told, tmp_path, monkeypatch, capsys):
    def build(*arguments):
        raise fault

    monkeypatch.setattr(prepare, "build", build)
    assert prepare.main(str(_yaml(tmp_path, 2)), "c", str(tmp_path / "study.nc")) == 2
    assert capsys.readouterr().err.strip().endswith(told)
