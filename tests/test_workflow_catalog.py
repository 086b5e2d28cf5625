"""The Snakemake workflow catalog finds a Snakefile that runs the jobs of the project."""

import os
import re
import subprocess
import sys

import pytest
import yaml
from small_project import ROOT, copy_of_the_project


def test_what_the_file_of_the_catalog_says_of_the_rules_is_true():
    path = ROOT / ".snakemake-workflow-catalog.yml"
    usage = yaml.safe_load(path.read_text(encoding="utf-8"))["usage"]
    rules = (ROOT / "Snakefile").read_text(encoding="utf-8")
    conda, container = (bool(re.search(rf"^ *{word}", rules, re.M)) for word in ("conda:", "conta"))
    deployed = {"conda": conda, "apptainer": container, "apptainer+conda": conda and container}
    assert usage["software-stack-deployment"] == deployed
    assert usage["report"] == ("report(" in rules)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A clone, with the workflow where the catalog looks for it."""
    folder = tmp_path_factory.mktemp("clone")
    copy_of_the_project(folder)
    (folder / "workflow").mkdir()
    (folder / "workflow/Snakefile").write_text((ROOT / "workflow/Snakefile").read_text())
    return folder


def _jobs(folder, *arguments):
    """Names and numbers of the jobs that Snakemake would run."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("KPCA_")}
    planned = subprocess.run(
        [sys.executable, "-m", "snakemake", "--cores", "1", "--dry-run", *arguments],
        cwd=folder,
        env=others | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert planned.returncode == 0, planned.stdout + planned.stderr
    return dict(re.findall(r"^(\w+) +(\d+)$", planned.stdout + planned.stderr, re.MULTILINE))


@pytest.mark.faults
def test_without_any_flag_the_snakefile_of_the_catalog_runs_the_jobs_of_the_project(folder):
    jobs, expected = _jobs(folder, "--snakefile", "workflow/Snakefile"), _jobs(folder)
    assert jobs.pop("everything") == expected.pop("all") == "1"
    assert jobs == expected


@pytest.mark.faults
def test_another_configuration_is_named_as_the_description_says(folder):
    jobs = _jobs(folder, "-s", "workflow/Snakefile", "--config", "file=config/tiny.yaml")
    tiny = yaml.safe_load((ROOT / "config/tiny.yaml").read_text(encoding="utf-8"))
    assert jobs["prepare"] == str(len(tiny["studies"]))
    assert (folder / "results/tiny").is_dir()
    assert not (folder / "workflow/results").exists()
