"""A notebook that raises, hangs or floods the log costs itself and nothing else."""

import json
import os
import re
from contextlib import contextmanager

import pytest
from small_project import Project

from kpca.workflow.warm import client

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


def test_a_notebook_that_raises_is_kept_and_the_others_finish(project):
    with _spoiled(project, "raise RuntimeError('broken here')"):
        code, output = project.run()
    assert code == 1
    assert "raised RuntimeError: broken here" in output
    assert "THE RUN DID NOT FINISH" in output
    assert "failed        results/small/rkhs-norm.failed.ipynb" in output
    failed = (project.results / "small/rkhs-norm.failed.ipynb").read_text()
    assert "broken here" in failed
    for name in ("eigen-solve", "mds-from-distances", "first-components"):
        assert (project.results / f"small/{name}.ipynb").is_file()
    code, output = project.run()
    assert code == 0, output
    assert not list(project.results.rglob("*.failed.ipynb"))


def test_a_notebook_that_hangs_meets_its_time_out(project):
    snakefile = project.folder / "Snakefile"
    before = snakefile.read_text()
    snakefile.write_text(before.replace("--timeout $((30 * {resources.runtime}))", "--timeout 20"))
    with _spoiled(project, "import time; time.sleep(10_000)"):
        code, output = project.run()
    snakefile.write_text(before)
    assert code == 1
    assert "a cell ran past its time-out" in output
    assert "failed        results/small/rkhs-norm.failed.ipynb" in output
    assert (project.results / "small/first-components.ipynb").is_file()


@contextmanager
def _edited(project, file, old, new):
    path = project.folder / file
    before = path.read_text(encoding="utf-8")
    assert old in before
    path.write_text(before.replace(old, new), encoding="utf-8")
    yield
    path.write_text(before, encoding="utf-8")


MAIN = 'if __name__ == "__main__":'
HANGS = f"{MAIN}\n    import atexit, time\n    atexit.register(time.sleep, 90_000)"
LIMIT = '{resources.runtime} {params.module}"\n        " {output.page:q}'


@pytest.mark.parametrize(
    ("name", "module", "options", "minutes"),
    [
        ("small/page", "kpca/site/study_page.py", (), "0.3"),
        # Not a fork, but a process, whose limit a profile states.
        ("site", "kpca/site/__main__.py", ("--profile", "mine"), "1"),
    ],
    ids=["fork", "process"],
)
def test_a_job_that_hangs_at_its_end_is_ended_and_named_and_the_others_finish(
    project, name, module, options, minutes, monkeypatch
):
    (project.folder / "mine").mkdir(exist_ok=True)
    # Slurm may be installed here without a queue, which a run with a profile asks for its jobs.
    (project.folder / "mine/squeue").write_text("#!/bin/sh\n")
    (project.folder / "mine/squeue").chmod(0o755)
    monkeypatch.setenv("PATH", f"{project.folder / 'mine'}{os.pathsep}{os.environ['PATH']}")
    profile = "cores: 2\nset-resources:\n  site:\n    runtime: 1\n"
    (project.folder / "mine/config.yaml").write_text(profile)
    shorter = LIMIT.replace("{resources.runtime}", "0.3")
    # An earlier test may have made it, and a manifest that is not made again stays.
    (project.results / "manifest.json").unlink(missing_ok=True)
    with _edited(project, module, MAIN, HANGS), _edited(project, "Snakefile", LIMIT, shorter):
        code, output = project.run(*options)
    assert code == 1
    line = f"{client.OVER} {minutes} minutes"
    assert f"failed        {name}: {line}" in output.splitlines()
    assert line in (project.results / f"logs/{name}.log").read_text()
    assert (project.results / "report.ipynb").is_file()
    assert (project.results / "manifest.json").is_file() is (name == "site")
    code, output = project.run()
    assert code == 0, output


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
