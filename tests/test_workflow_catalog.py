"""What the Snakemake workflow catalog asks of a project, and whether it is true here."""

import os
import re
import subprocess
import sys

import pytest
import yaml
from small_project import ROOT, copy_of_the_project

USAGE = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text(encoding="utf-8"))
SNAKEFILE = (ROOT / "Snakefile").read_text(encoding="utf-8")


def test_the_keys_are_those_that_the_catalog_documents():
    assert set(USAGE) == {"usage"}
    usage = USAGE["usage"]
    assert set(usage) == {"mandatory-flags", "software-stack-deployment", "report"}
    assert set(usage["mandatory-flags"]) == {"desc", "flags"}
    deployment = usage["software-stack-deployment"]
    assert set(deployment) == {"conda", "apptainer", "apptainer+conda"}
    assert all(isinstance(value, bool) for value in [*deployment.values(), usage["report"]])
    assert isinstance(usage["mandatory-flags"]["flags"], list)


def test_software_is_deployed_by_rules_if_and_only_if_the_file_says_so():
    deployment = USAGE["usage"]["software-stack-deployment"]
    by_conda = bool(re.search(r"^    conda:", SNAKEFILE, re.MULTILINE))
    by_container = bool(re.search(r"^ *(container|containerized):", SNAKEFILE, re.MULTILINE))
    assert deployment["conda"] == by_conda
    assert deployment["apptainer"] == by_container
    assert deployment["apptainer+conda"] == (by_conda and by_container)


def test_a_report_of_snakemake_is_promised_if_and_only_if_a_result_is_marked_for_it():
    assert USAGE["usage"]["report"] == bool(re.search(r"\breport\(", SNAKEFILE))


def test_the_files_that_the_catalog_looks_for_are_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8").lower()
    assert "snakemake" in readme
    assert "workflow" in readme
    for path in ("workflow/Snakefile", "config/README.md", "environment.yml", "config/config.yaml"):
        assert (ROOT / path).is_file(), path
    assert not (ROOT / "rules").exists()
    assert not (ROOT / "workflow/rules").exists(), "or its files end with .smk"


def test_the_description_names_files_and_the_key_of_the_configuration_that_exist():
    text = USAGE["usage"]["mandatory-flags"]["desc"]
    for path in ("environment.yml", "config/config.yaml"):
        assert path in text
    assert "--config file=my.yaml" in text
    assert '"file", f"{workflow.basedir}/config/config.yaml"' in SNAKEFILE


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
