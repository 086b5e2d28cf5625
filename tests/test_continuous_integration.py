"""The workflows for GitHub run what .ci/run runs, and the targets that they name exist."""

import re

import pytest
import yaml
from small_project import ROOT

WORKFLOWS = {path.stem: path for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
APT = re.compile(r"apt-get install (?:-\S+ )*([^>\n]+)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")


def _content(name):
    # YAML 1.1 reads the key "on" as True.
    return yaml.safe_load(WORKFLOWS[name].read_text(encoding="utf-8"))


def _steps(name):
    return [step for job in _content(name)["jobs"].values() for step in job["steps"]]


def _commands(name):
    """Every line that a job runs, with each value of its matrix."""
    for job in _content(name)["jobs"].values():
        values = job.get("strategy", {}).get("matrix", {}).get("target", [""])
        for step in job["steps"]:
            for value in values:
                yield step.get("run", "").replace("${{ matrix.target }}", value)


def _packages(text):
    return {package for packages in APT.findall(text) for package in packages.split()}


def _targets(text):
    return set(TARGET.findall(text))


def _script():
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_target_that_a_workflow_makes_is_in_the_makefile(name):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())
    made = _targets("\n".join(_commands(name)))
    assert made
    assert made <= targets


def test_the_tests_on_github_are_those_of_the_script_with_its_packages_and_no_skips():
    commands = "\n".join(_commands("tests"))
    assert _targets(commands) == _targets(_script()) == {"test", "test-faults"}
    assert _packages(commands) == _packages(_script())
    assert {"r-base-core", "r-cran-kernlab"} <= _packages(commands)
    assert "KPCA_NO_SKIPS=1" in _script()
    assert _content("tests")["env"] == {"KPCA_NO_SKIPS": "1"}


def test_screenshots_lie_outside_every_folder_of_results_and_are_ignored_by_git():
    (folder,) = re.findall(r'KPCA_SCREENSHOTS="\$PWD/([^"]+)"', _script())
    (uploaded,) = [step["with"]["path"] for step in _steps("tests") if "upload" in str(step)]
    assert folder == uploaded
    assert f"/{folder}/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    for config in (ROOT / "config").glob("*.yaml"):
        results = yaml.safe_load(config.read_text(encoding="utf-8"))["results"]
        assert not (ROOT / folder).is_relative_to(ROOT / results), config.name


def test_the_container_has_a_python_that_the_package_allows():
    image = _content("tests")["jobs"]["test"]["container"]["image"]
    site = next(step for step in _steps("site") if "setup-python" in step.get("uses", ""))
    version = re.fullmatch(r"python:(3\.\d+)-bookworm", image)[1]
    assert version == site["with"]["python-version"]
    assert f'requires-python = ">={version}"' in (ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_actions_are_official_ones_at_a_stated_version_and_rights_are_limited(name):
    uses = [step["uses"] for step in _steps(name) if "uses" in step]
    assert uses
    assert [action for action in uses if not re.fullmatch(r"actions/[a-z-]+@v\d+", action)] == []
    assert _content(name)["permissions"] == {"contents": "read"}


def test_the_site_is_published_only_if_the_run_wrote_it():
    jobs = _content("site")["jobs"]
    paths = {step["with"]["path"] for step in _steps("site") if "path" in step.get("with", {})}
    assert "public" in paths
    (collected,) = [command for command in _commands("site") if "rsync" in command]
    assert "results/ public/" in collected, "pages link to the results beside them"
    assert "site/index.html" in collected
    assert any("make report" in command for command in _commands("site"))
    assert jobs["publish"]["needs"] == "report"
    assert jobs["publish"]["if"] == "needs.report.outputs.site == 'yes'"
    assert jobs["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
