"""After an edit, the rules of the Snakefile run again that use the file, and no others."""

import os
import re
import subprocess
import sys

from small_project import copy_of_the_project

from kpca.studies.config.load import load
from kpca.workflow import catalog
from kpca.workflow.jobs import prepare

STUDIES = """
results: results
studies:
  one: {data: {vectors: one.csv}, kernel: rbf, components: 2, statements: none}
  three: {data: {vectors: three.csv}, kernel: rbf, components: 2, statements: none, ranks: 3}
"""
MADE = ("one/page.md", "three/study.nc")


def _snakemake(folder, *options):
    """What Snakemake prints about the results ``MADE``."""
    command = ["snakemake", "--cores", "1", *options, "--config", "file=c.yaml", "--", *MADE]
    ended = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


def test_data_of_ranks_and_a_template_that_another_one_imports_are_not_overlooked(tmp_path):
    copy_of_the_project(tmp_path)
    (tmp_path / "c.yaml").write_text(STUDIES)
    for name in ("one", "three"):
        (tmp_path / f"{name}.csv").write_text("a,b\n1,2\n3,5\n4,1\n2,7\n")
    results = tmp_path / "results"
    # What is in this folder counts as results of a run.
    (results / ".snakemake").mkdir(parents=True)
    for job in catalog.jobs(load(tmp_path / "c.yaml")):
        for path in job.files.values():
            (results / path).parent.mkdir(parents=True, exist_ok=True)
            (results / path).touch()
    (results / "one/figures").unlink()
    (results / "one/figures").mkdir()
    assert prepare.main(str(tmp_path / "c.yaml"), "one", str(results / "one/study.nc")) == 0
    _snakemake(tmp_path, "--touch", "--forceall")
    for edited in ("three.csv", "kpca/page/templates/interactive.html.j2"):
        with (tmp_path / edited).open("a") as file:
            file.write("\n5,8\n")
        # Its date is older than that of every result.
        os.utime(tmp_path / edited, (1.0, 1.0))
    planned = re.findall(r"^ *Job \d+: (.+)$", _snakemake(tmp_path, "--dry-run"), re.MULTILINE)
    assert sorted(planned) == ["one: page", "three: prepare"]
