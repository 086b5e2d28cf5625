"""A notebook that raises, hangs or floods the log costs itself and nothing else."""

import json
import re
from contextlib import contextmanager

import pytest
from small_project import Project

pytestmark = pytest.mark.faults
MARK = "study = studies.executed_on(study_file)"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return Project(tmp_path_factory.mktemp("notebooks") / "project")


@contextmanager
def _spoiled(project, code):
    """A project whose notebook on the RKHS norm runs other code first."""
    path = project.folder / "notebooks/studies/rkhs-norm.ipynb"
    before = path.read_text(encoding="utf-8")
    content = json.loads(before)
    for cell in content["cells"]:
        if MARK in "".join(cell["source"]):
            cell["source"] = [code + "\n", *cell["source"]]
    path.write_text(json.dumps(content), encoding="utf-8")
    yield
    path.write_text(before, encoding="utf-8")


def test_a_million_lines_are_cut_in_the_notebook_and_stay_off_the_console(project):
    with _spoiled(project, "for i in range(1_000_000): print('line', i)"):
        code, output = project.run()
    assert code == 0, output
    assert len(output.splitlines()) < 100
    executed = project.results / "small/rkhs-norm.ipynb"
    assert executed.stat().st_size < 3_000_000
    text = executed.read_text()
    assert re.search(r"99800\d lines are left out here", text)
    assert "line 999999" in text


@pytest.mark.repeated
def test_fifty_thousand_flushed_lines_of_a_notebook_that_raises_are_kept_in_both_ends(project):
    flood = "for i in range(50_000): print('line', i, flush=True)\nraise ValueError('end')"
    with _spoiled(project, flood):
        code, output = project.run()
    assert code == 1
    assert "raised ValueError: end" in output
    failed = project.results / "small/rkhs-norm.failed.ipynb"
    assert failed.stat().st_size < 3_000_000
    assert "line 49999" in failed.read_text()
