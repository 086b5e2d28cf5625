"""The workflows for GitHub run what .ci/run runs, and nothing that can run there is skipped."""

import os
import re
import subprocess
import sys
from itertools import product

import library
import pytest
import yaml
from small_project import ROOT

WORKFLOWS = {path.stem: path for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
APT = re.compile(r"apt-get install (?:-\S+ )*([^>\n]+)")
TARGET = re.compile(r"\bmake ([a-z][a-z-]*)")


def _content(name):
    # YAML 1.1 reads the key "on" as True.
    return yaml.safe_load(WORKFLOWS[name].read_text(encoding="utf-8"))


def _combinations(job):
    """The values of the matrix of a job, for each of the jobs that it stands for."""
    matrix = dict(job.get("strategy", {}).get("matrix", {}))
    more = matrix.pop("include", [])
    values = product(*matrix.values())
    return [*(dict(zip(matrix, those, strict=True)) for those in values), *more]


def _commands(name):
    """Every line that a job runs, with each combination of the values of its matrix."""
    for job in _content(name)["jobs"].values():
        for values in _combinations(job):
            for step in job["steps"]:
                yield step.get("run", "").replace("${{ matrix.target }}", values.get("target", ""))


def _packages(text):
    return {package for packages in APT.findall(text) for package in packages.split()}


def _targets(text):
    return set(TARGET.findall(text))


def _script():
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def test_the_tests_on_github_are_those_of_the_script_with_its_packages_and_no_skips():
    commands = "\n".join(_commands("tests"))
    targets = {"test", "test-faults", "test-library", "report"}
    # The script makes some of them in a clone, whose folder it names.
    assert _targets(commands) == _targets(re.sub(r'-C \S+ PYTHON="\S+" ', "", _script())) == targets
    assert "report CONFIG=config/tiny.yaml" in commands
    assert "report CONFIG=config/tiny.yaml" in _script()
    assert _packages(commands) == _packages(_script())
    of_r = {"r-base-core", "r-cran-kernlab", "r-cran-vegan", "r-cran-cluster"}
    assert of_r <= _packages(commands)
    assert "KPCA_NO_SKIPS=1" in _script()
    assert _content("tests")["env"] == {"KPCA_NO_SKIPS": "1"}


def test_the_library_and_a_small_run_are_tested_with_every_version_that_the_readme_names():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.search(r"Python (3\.\d+) to (3\.\d+)", readme).groups()
    first, last = (int(version.removeprefix("3.")) for version in named)
    versions = [f"3.{minor}" for minor in range(first, last + 1)]
    assert versions[0] == "3.11" and versions[-1] == "3.14"
    combinations = _combinations(_content("tests")["jobs"]["test"])
    targets = {version: set() for version in versions}
    for values in combinations:
        targets[values["python"]].add(values["target"])
    newer = {"test-library", "report CONFIG=config/tiny.yaml"}
    assert targets == {"3.11": {"test", "test-faults"}} | dict.fromkeys(versions[1:], newer)
    looked_for = re.search(r"^for version in (.+); do$", _script(), re.MULTILINE)[1]
    assert looked_for.split() == versions[1:]
    systems = _content("tests")["jobs"]["library"]["strategy"]["matrix"]["system"]
    assert systems == ["macos-latest", "windows-latest"]
    assert re.search(r"macOS and Windows", readme)


def test_the_tests_of_the_library_are_those_of_every_layer_below_the_studies():
    paths = library.paths()
    folders = {path.removeprefix("tests/") for path in paths if (ROOT / path).is_dir()}
    own = {
        "choosing",
        "estimators",
        "formulations",
        "interpretation",
        "kernels",
        "preimages",
        "solvers",
        "statements",
    }
    assert folders == own | {f"kpca/{name}" for name in own}
    assert {"tests/test_projection.py", "tests/test_tolerances.py", "kpca/rkhs.py"} <= set(paths)
    application = {"studies", "results", "figures", "plot", "page", "workflow", "site", "command"}
    assert application.isdisjoint(library.modules())
    assert not [path for path in paths if not (ROOT / path).exists()]


INTERPRETER = re.compile(r"^interpreter\(\) \{.*?^\}$", re.MULTILINE | re.DOTALL)
PROGRAMS = {
    # As pyenv does for a version that is installed and not chosen.
    "python3.13": "echo 'pyenv: python3.13: command not found' >&2; exit 127",
    "python3.12": "echo /found/by/command",
    "pyenv": "echo {folder}/pyenv",
    "pyenv/versions/3.13.0/bin/python": "echo /found/of/3.13.0",
    "pyenv/versions/3.13.12/bin/python": "echo /found/of/3.13.12",
}


@pytest.mark.parametrize(
    ("version", "with_pyenv", "found"),
    [
        ("3.12", True, "/found/by/command"),
        ("3.13", True, "/found/of/3.13.12"),
        ("3.13", False, ""),
        ("3.14", True, ""),
    ],
)
def test_the_script_finds_a_python_on_the_path_or_among_those_of_pyenv(
    version, with_pyenv, found, tmp_path
):
    (commands := tmp_path / "commands").mkdir()
    for name, line in PROGRAMS.items():
        if name != "pyenv" or with_pyenv:
            path = tmp_path / name if "/" in name else commands / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\n{line.format(folder=tmp_path)}\n")
            path.chmod(0o755)
    function = INTERPRETER.search(_script())[0]
    asked = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{function}\ninterpreter {version}"],
        env={"PATH": f"{commands}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.stdout.strip() == found
    assert asked.returncode == (0 if found else 1)


SKIPPING = """
import pytest

@pytest.mark.skipif(True, reason="no such program")
def test_by_mark():
    pass

@pytest.fixture
def program():
    pytest.skip("no such program")

def test_by_fixture(program):
    pass
"""


@pytest.mark.faults
@pytest.mark.parametrize(("set_to", "output"), [("", "2 skipped"), ("1", "2 errors")])
def test_what_skips_elsewhere_fails_where_nothing_may_skip(set_to, output, tmp_path):
    (tmp_path / "test_skipping.py").write_text(SKIPPING)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", ".", "-p", "conftest"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tests"), "KPCA_NO_SKIPS": set_to},
        capture_output=True,
        text=True,
        check=False,
    )
    assert output in ended.stdout, ended.stdout
    assert ended.returncode == (1 if set_to else 0)
