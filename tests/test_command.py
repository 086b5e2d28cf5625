"""The command ``kpca``: its help, its status, one message where something is missing or stopped."""

import os
import shutil
import subprocess
import sys
from importlib.abc import MetaPathFinder

import pytest
from small_project import ROOT

import kpca
from kpca import command
from kpca.studies.config.load import load

COMMANDS = ("run", "verify", "lab", "example")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_an_example(name, capsys):
    with pytest.raises(SystemExit) as ended:
        command.call([name, "--help"])
    assert ended.value.code == 0
    assert f"\n  kpca {name}" in capsys.readouterr().out


def test_the_help_names_every_command(capsys):
    with pytest.raises(SystemExit):
        command.call(["--help"])
    shown = capsys.readouterr().out
    assert all(f"\n    {name} " in shown for name in COMMANDS)
    with pytest.raises(SystemExit):
        command.call(["--version"])
    assert capsys.readouterr().out == f"kpca {kpca.__version__}\n"


def test_the_command_alone_shows_the_help(capsys):
    assert command.call([]) == 0
    assert capsys.readouterr().out == command._parser().format_help()


@pytest.mark.parametrize("option", ["--cores", "--threads"])
@pytest.mark.parametrize("number", ["x", "0", "-1", "1.5", ""])
def test_a_bad_number_is_refused(option, number):
    with pytest.raises(SystemExit) as ended:
        command.call(["run", "a.yaml", f"{option}={number}"])
    assert ended.value.code == 2


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_command_ends_with_the_status_of_the_run(monkeypatch, status):
    given = []
    monkeypatch.setattr(
        "kpca.workflow.launch.run.run", lambda *options: given.append(options) or status
    )
    assert command.call(["run", "a.yaml", "--cores", "3", "--threads", "2"]) == status
    assert command.call(["run", "a.yaml", "--profile", "slurm", "--book"]) == status
    assert given == [("a.yaml", "3", 2, None, False), ("a.yaml", None, 1, "slurm", True)]


@pytest.mark.parametrize(
    ("arguments", "manifest", "results"),
    [
        ([], "results/manifest.json", "results"),
        (["mine"], "mine/manifest.json", "mine"),
        (["mine", "--manifest", "other/m.json"], "other/m.json", "mine"),
    ],
)
def test_results_are_compared_with_their_own_manifest_or_a_given_one(
    monkeypatch, arguments, manifest, results
):
    given = []
    monkeypatch.setattr(
        "kpca.workflow.launch.verify.compare", lambda *paths: given.append(paths) or 0
    )
    assert command.call(["verify", *arguments]) == 0
    assert [str(path) for path in given[0]] == [manifest, results]


class _Finder(MetaPathFinder):
    """Something that happens while one module is loaded."""

    def __init__(self, error):
        self.error = error

    def find_spec(self, name, *_):
        if name in LOADED.values():
            raise self.error


LOADED = {"run": "kpca.workflow.launch.run", "map": "kpca.page.map_of_table"}


def _run_while_loading(monkeypatch, error, name="run"):
    module = LOADED[name]
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.delattr(module, raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Finder(error), *sys.meta_path])
    return command.call([name, "a.yaml"])


def test_an_interrupt_while_the_modules_load_is_one_message(monkeypatch, capsys):
    assert _run_while_loading(monkeypatch, KeyboardInterrupt()) == command.INTERRUPTED
    assert capsys.readouterr().err == "interrupted; the same command goes on from here\n"


@pytest.mark.parametrize(("name", "extra"), [("run", "studies"), ("map", "map")])
def test_without_its_extra_a_command_says_what_to_install(name, extra, monkeypatch, capsys):
    missing = ModuleNotFoundError("No module named 'pydantic'", name="pydantic")
    assert _run_while_loading(monkeypatch, missing, name) == 2
    assert capsys.readouterr().err == (
        f'kpca {name} needs pydantic, which is not installed: pip install "kpca[{extra}]"\n'
    )


def test_a_module_of_the_package_that_is_missing_is_a_fault_of_the_package(monkeypatch):
    missing = ModuleNotFoundError("No module named 'kpca.no'", name="kpca.no")
    with pytest.raises(ModuleNotFoundError):
        _run_while_loading(monkeypatch, missing)


INTERRUPTED_IN_A_STRING = """
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == "kpca.workflow.launch.run":
            exec("raise KeyboardInterrupt")

sys.meta_path.insert(0, Finder())
"""
"""Ctrl-C while a library executes a string, as the standard library does to make a dataclass."""


def test_an_interrupt_while_a_string_is_executed_ends_with_the_same_status(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_IN_A_STRING)
    process = subprocess.run(
        [sys.executable, "-m", "kpca", "run", "a.yaml"],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 130
    assert process.stderr == "interrupted; the same command goes on from here\n"


@pytest.mark.parametrize("arguments", [[], ["--notes"]], ids=["table", "notes"])
def test_an_example_can_be_run_where_the_command_says(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command.call(["example", *arguments]) == 0
    *written, last = capsys.readouterr().out.splitlines()
    assert {line.split()[1] for line in written} == {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")
    }
    configurations = [path for path in tmp_path.rglob("*.yaml") if path.name != "schema.json"]
    for path in configurations:
        config = load(path)
        assert config.studies
        schema = path.read_text(encoding="utf-8").splitlines()[0].partition("$schema=")[2]
        assert (path.parent / schema).is_file()
    next_one = tmp_path / last.removeprefix("next          kpca run ")
    assert next_one in configurations


def test_the_profile_for_a_cluster_can_be_copied(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert command.call(["example", "my-cluster", "--slurm"]) == 0
    copy, profile = tmp_path / "my-cluster/config.yaml", ROOT / "profiles/slurm/config.yaml"
    assert copy.read_bytes() == profile.read_bytes()
    assert capsys.readouterr().out.endswith("kpca run my.yaml --profile my-cluster\n")
    assert command.call(["example", "my-cluster", "--slurm"]) == 2


def test_an_example_replaces_no_file(tmp_path, capsys):
    (tmp_path / "iris.yaml").write_text("mine")
    assert command.call(["example", str(tmp_path)]) == 2
    assert f"{tmp_path / 'iris.yaml'} exists" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["iris.yaml"]
    assert (tmp_path / "iris.yaml").read_text() == "mine"


def test_the_lab_gets_a_copy_of_the_notebooks_once_and_the_options(tmp_path, monkeypatch):
    commands = []

    def run(command, **options):
        commands.append((command, options))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("kpca.workflow.launch.lab.subprocess.run", run)
    folder = tmp_path / "lab"
    assert command.call(["lab", str(folder), "--no-browser"]) == 0
    notebook = folder / "notebooks/report.ipynb"
    assert notebook.read_bytes() == (ROOT / "notebooks/report.ipynb").read_bytes()
    assert (folder / "docs/references.md").is_file()
    notebook.write_text("mine")
    assert command.call(["lab", str(folder), "--no-browser"]) == 0
    assert notebook.read_text() == "mine"
    for started, options in commands:
        assert started[-1] == "--no-browser"
        assert options["cwd"] == folder
        first = options["env"]["PYTHONPATH"].split(os.pathsep)[0]
        assert first == str(folder / "notebooks/gallery")


def _command_of_make(*arguments):
    # Inside "make test", make would hand its own options on and name the folder at the end.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", *arguments]
    found = subprocess.run(
        command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()[-1]


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
@pytest.mark.parametrize("target", ["report", "report-full"])
def test_make_passes_the_number_of_cores_on_and_takes_all_of_them_by_default(monkeypatch, target):
    monkeypatch.delenv("CORES", raising=False)
    assert _command_of_make(target).endswith('--cores "all"')
    assert _command_of_make(target, "CORES=1").endswith('--cores "1"')
