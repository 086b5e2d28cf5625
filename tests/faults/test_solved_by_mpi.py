"""A study with the key ``ranks`` is solved by several processes, and has the numbers of one."""

import json

import numpy as np
import on_ranks
import pytest
import solved_by_mpi
from small_project import Project

pytestmark = pytest.mark.faults


@pytest.fixture(autouse=True)
def mpi(monkeypatch):
    if reason := on_ranks.missing():
        pytest.skip(reason)
    for name in on_ranks.ALLOWED_BY_OPEN_MPI:
        monkeypatch.setenv(name, "1")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return solved_by_mpi.planted(Project(tmp_path_factory.mktemp("mpi") / "project"))


def test_two_processes_solve_a_study_and_agree_with_one(project):
    status, output = project.run(config=solved_by_mpi.configured(project, 2))
    assert status == 0, output
    assert "the key can be removed" not in output
    solved_by_mpi.prepare(project, solved_by_mpi.configured(project, 1))
    one, two = (solved_by_mpi.study(project, ranks) for ranks in (1, 2))
    solved_by_mpi.require_equal(one, two)
    assert solved_by_mpi.products(project, 1) == {}
    products = solved_by_mpi.products(project, 2)
    assert {*products} == {1}
    assert products[1] >= int(two["solver"]["passes"]), "the second rank computed in every pass"
    manifest = json.loads((project.folder / "of-2/manifest.json").read_text())
    assert "wide/study.nc" in manifest["results"]


def test_a_comparison_of_two_different_studies_fails(project):
    one, two = (solved_by_mpi.study(project, ranks) for ranks in (1, 2))
    other = two.copy(deep=True)
    other["components"]["eigenvector"][:, 0] = np.roll(other["components"]["eigenvector"][:, 0], 1)
    with pytest.raises(AssertionError):
        solved_by_mpi.require_equal(one, other)


def test_a_refused_study_shows_its_message_once(project):
    config = solved_by_mpi.configured(project, 2, components=solved_by_mpi.N + 1)
    status, output = project.run(config=config)
    assert status == 2
    assert output.count(f"components: {solved_by_mpi.N + 1} components asked for") == 1
    assert "Traceback" not in output
    assert "Abort" not in output
    assert "no notebook was started" in output
