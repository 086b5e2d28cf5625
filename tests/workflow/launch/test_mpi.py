"""A run whose study has ``ranks`` starts only if mpi4py and mpiexec are there."""

import sys

import pytest

from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import Config
from kpca.workflow.launch import mpi


def _config(ranks):
    study = {"data": {"generator": "rings", "n": 9, "noise": 0.1, "seed": 1}, "kernel": "rbf"}
    return Config(studies={"wide": study | {"ranks": ranks}})


@pytest.fixture
def mpiexec(monkeypatch, tmp_path):
    """A folder on the PATH, in which mpiexec may lie; mpi4py is there, and no other mpiexec."""
    monkeypatch.setattr(mpi, "find_spec", lambda name: name)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "bin/mpiexec"


def _program(path):
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


def test_several_ranks_need_mpiexec_here_and_one_rank_does_not(mpiexec):
    with pytest.raises(ConfigError, match="wide.ranks: 2 processes need the command mpiexec"):
        mpi.require("my.yaml", _config(2), elsewhere=False)
    mpi.require("my.yaml", _config(2), elsewhere=True)
    mpi.require("my.yaml", _config(1), elsewhere=False)
    _program(mpiexec)
    mpi.require("my.yaml", _config(2), elsewhere=False)


def test_several_ranks_need_mpi4py_everywhere(mpiexec, monkeypatch):
    monkeypatch.setattr(mpi, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="need mpi4py"):
        mpi.require("my.yaml", _config(2), elsewhere=True)
    mpi.require("my.yaml", _config(1), elsewhere=False)


def test_the_command_beside_the_interpreter_goes_before_that_of_the_path(mpiexec):
    _program(mpiexec)
    assert mpi.command() == str(mpiexec)
    beside = mpiexec.parents[1] / "mpiexec"
    _program(beside)
    assert mpi.command() == str(beside)
