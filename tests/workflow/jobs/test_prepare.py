"""The command that prepares a study writes it with its eigen-solve, or reports why it does not."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import on_ranks
import pytest

from kpca.formulations import dual
from kpca.results import files, solved, studies
from kpca.studies.config.faults import ConfigError
from kpca.tables.table import InputError
from kpca.workflow.jobs import prepare


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


def test_the_command_reports_a_fault_and_writes_nothing(tmp_path, capsys):
    output = tmp_path / "study.nc"
    path = _yaml(tmp_path, 3)
    assert prepare.main(str(path), "c", str(output)) == 2
    assert f"{path}: studies.c.components: 3 components asked for" in capsys.readouterr().err
    assert not Path(output).exists()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (InputError("no data"), "c.yaml: no data"),
        (ConfigError("no study"), "c.yaml: no study"),
        (MemoryError("too large"), "c.yaml: studies.c: out of memory: too large"),
    ],
)
def test_every_fault_of_a_study_ends_the_command_with_2(
    fault, message, tmp_path, monkeypatch, capsys
):
    def build(*arguments):
        raise fault

    monkeypatch.setattr(prepare, "build", build)
    assert prepare.main(str(_yaml(tmp_path, 2)), "c", str(tmp_path / "study.nc")) == 2
    assert capsys.readouterr().err.strip().endswith(message)


def test_the_eigen_solve_is_stored_beside_the_study(tmp_path):
    output = tmp_path / "study.nc"
    assert prepare.main(str(_yaml(tmp_path, 2)), "c", str(output)) == 0
    data = studies.load(output).data
    solution = solved.load(studies.load(output), output).solution
    assert (solution.V == dual.fit(data.K, 2, data.element_error).V).all()
    assert "new_score" not in files.read(output)["components"].variables


def test_every_input_file_is_named_with_its_hash(tmp_path):
    (tmp_path / "inner").mkdir()
    np.save(tmp_path / "inner/x.npy", np.arange(12.0).reshape(6, 2) ** 2)
    path = tmp_path / "c.yaml"
    path.write_text(
        "results: r\nstudies:\n  c:\n    components: 1\n    data: {vectors: inner/x.npy}\n"
        "    kernel: {name: linear}\n"
    )
    assert prepare.main(str(path), "c", str(tmp_path / "study.nc")) == 0
    (key, name, digest), *more = studies.load(tmp_path / "study.nc").origin.files
    assert (key, name, more) == ("vectors", "inner/x.npy", [])
    assert digest == sha256((tmp_path / "inner/x.npy").read_bytes()).hexdigest()


def test_a_file_with_an_absolute_path_is_named_from_the_folder_of_the_configuration(tmp_path):
    (tmp_path / "inner").mkdir()
    np.save(tmp_path / "x.npy", np.arange(12.0).reshape(6, 2) ** 2)
    path = tmp_path / "inner/c.yaml"
    path.write_text(
        f"studies: {{c: {{data: {{vectors: {tmp_path}/x.npy}}, kernel: linear, components: 1}}}}"
    )
    assert prepare.main(str(path), "c", str(tmp_path / "study.nc")) == 0
    assert studies.load(tmp_path / "study.nc").origin.files[0][1] == "../x.npy"


def test_what_lapack_took_is_stored_of_a_study_that_is_not_verified(tmp_path):
    path = _yaml(tmp_path, 2)
    path.write_text(
        path.read_text().replace("{name: linear}", "{name: sigmoid, gamma: 0.1}")
        + "    indefinite: keep\n    statements: none\n"
    )
    assert prepare.main(str(path), "c", str(tmp_path / "study.nc")) == 0
    study = studies.load(tmp_path / "study.nc")
    found = solved.load(study, tmp_path / "study.nc").solved
    assert (found.solver, found.certificate.certified, found.evaluations) == ("LAPACK", True, 900)


def test_a_process_that_is_not_one_of_the_ranks_asked_for_writes_nothing(tmp_path):
    if reason := on_ranks.missing():
        pytest.skip(reason)
    path, output = _yaml(tmp_path, 2), tmp_path / "study.nc"
    path.write_text(path.read_text() + "    ranks: 3\n")
    command = ["-m", "mpi4py", "-m", "kpca.workflow.jobs.prepare", str(path), "c", str(output)]
    ended = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=60
    )
    assert ended.returncode == 2
    assert "studies.c.ranks: 3 processes should solve the study together" in ended.stderr
    assert "this one is one of 1; allowed: an mpiexec or srun" in ended.stderr
    assert not output.exists()
