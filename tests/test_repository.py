"""What the repository promises of itself: notebooks, imports, packages, style."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import yaml
from matplotlib import pyplot
from matplotlib_inline import backend_inline
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from small_project import ROOT

import kpca
from kpca.figures import display
from kpca.kernels import RBF, Linear
from kpca.results import registry
from kpca.studies.config import notebooks

NOTEBOOKS = sorted(ROOT / notebook.path for notebook in notebooks.NOTEBOOKS.values())
LIBRARY = sorted((ROOT / "kpca").rglob("*.py"))
GALLERY = sorted((ROOT / notebooks.GALLERY).glob("*.py"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT, GROUPS = PYPROJECT["project"], PYPROJECT["dependency-groups"]
TEXT = {".py", ".md", ".yaml", ".yml", ".toml", ".ipynb", ".cff", ".csv", ".lock", ".svg", ""}

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def _cells(path):
    return json.loads(path.read_text())["cells"]


def _code(path):
    return ["".join(cell["source"]) for cell in _cells(path) if cell["cell_type"] == "code"]


def _tracked():
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]


@each_notebook
def test_notebooks_are_stored_without_outputs(path):
    for cell in _cells(path):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@each_notebook
def test_a_notebook_has_one_cell_behind_which_the_parameters_of_a_job_are_put(path):
    tagged = [cell for cell in _cells(path) if cell["metadata"].get("tags") == ["parameters"]]
    assert len(tagged) == 1


@each_notebook
def test_a_label_stands_before_the_cell_that_executes_a_statement(path):
    from kpca.statements.every import STATEMENTS

    ids = {statement.function.__name__: id for id, statement in STATEMENTS.items()}
    labels = set()
    for cell in _cells(path):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            labels |= set(re.findall(r'<a id="(\w+)"></a>', source))
            continue
        nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute))
        executed = {ids[node.attr] for node in nodes if node.attr in ids}
        assert executed <= labels, (executed - labels, source)


@each_notebook
def test_a_link_inside_a_notebook_leads_to_a_label_of_it(path):
    text = "\n".join("".join(cell["source"]) for cell in _cells(path))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(re.findall(r'<a id="(\w+)"></a>', text))


PLAIN = {"image/png": "of Matplotlib itself"}
"""A picture whose alternative text stands in the metadata of its cell."""


def _execute(path, monkeypatch):
    """What a notebook displays as figures and tables: data and metadata, without the workflow.

    A result that the notebook would store has to be valid.
    """
    # It takes the function that displays when it is first imported, and has to have the true one.
    import ipywidgets  # noqa: F401

    shown = []
    monkeypatch.setattr(display, "in_notebook", lambda: True)
    monkeypatch.setattr(
        "IPython.display.display", lambda data, raw, metadata: shown.append((data, metadata))
    )
    # As the front end of a notebook does it with figures of Matplotlib.
    monkeypatch.setattr(backend_inline, "set_matplotlib_formats", lambda kind: None)
    monkeypatch.setattr(pyplot, "show", lambda: (shown.append((PLAIN, {})), pyplot.close("all")))
    names = {}
    for number, source in enumerate(_code(path)):
        exec(compile(source, f"{path.name}[{number}]", "exec"), names)
    if "tree" in names:
        registry.validate(names["tree"])
    return shown


def test_the_report_has_pca_beside_kernel_pca_of_studies_without_weights_only():
    (chosen,) = (one for one in _code(ROOT / "notebooks/report.ipynb") if "planar = " in one)
    of_all = {"statements": "all", "kernel": RBF(1.0), "data": SimpleNamespace(X=np.eye(4, 2))}
    weights = {"circles": np.array([3.0, 1.0, 2.0, 5.0]), "other": None}
    studies = {
        name: SimpleNamespace(name=name, weights=of_one, **of_all)
        for name, of_one in weights.items()
    }
    names = {"Linear": Linear, "studies": studies}
    exec(chosen, names)
    assert names["names"] == ["other"]


LONG = {"certified-solver", "choosing-a-kernel", "denoising", "explore", "fifty-digits", "mika1998"}
"""Notebooks of up to a minute, among the long tests. What they call has tests of its own."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.faults) if path.stem in LONG else path
        for path in NOTEBOOKS
    ],
    ids=lambda path: path.stem,
)
def test_a_notebook_runs_by_itself_and_says_in_words_what_each_figure_shows(
    path, tmp_path, monkeypatch
):
    """As in JupyterLab with the default parameters, without the workflow."""
    monkeypatch.chdir(tmp_path)
    shown = _execute(path, monkeypatch)
    assert list(tmp_path.iterdir()) == []
    own = [metadata[display.METADATA] for _, metadata in shown if display.METADATA in metadata]
    assert not any(display.NOT_DRAWN in output for output in own)
    pictures = [metadata for data, metadata in shown if "image/png" in data and data != PLAIN]
    figures = [metadata[display.METADATA] for metadata in pictures]
    alone = [cell["metadata"]["alt"] for cell in _cells(path) if "alt" in cell["metadata"]]
    assert len(alone) == [data for data, _ in shown].count(PLAIN)
    assert len(figures) + len(alone) >= 1
    assert len({figure["figure"] for figure in figures}) == len(figures)
    for figure in figures:
        assert figure["alt"] != figure["caption"]
    alts = [figure["alt"] for figure in figures] + alone
    for text in [figure["caption"] for figure in figures] + alts:
        assert len(text) > 40, text
        assert text.endswith("."), text
        assert "nan" not in text
        assert "  " not in text
    for alt in alts:
        assert re.search(r"\d", alt), "an alt text says how many, how much or how far"
    assert [output["caption_of"] for output in own if "caption_of" in output] == [
        figure["figure"] for figure in figures
    ]
    assert all(output["caption"] for output in own if "table" in output)


def test_a_notebook_shows_the_same_bytes_in_every_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = ROOT / "notebooks/studies/first-components.ipynb"
    first, second = (_execute(path, monkeypatch) for _ in range(2))
    assert len(first) > 10
    assert first == second


def _imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_package_itself_imports_no_part_of_it_before_it_is_used():
    script = "import sys, kpca; print(sorted(name for name in sys.modules if 'kpca' in name))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['kpca']"


def test_the_package_imports_nothing_of_the_gallery():
    gallery = {path.stem for path in GALLERY}
    imported = {path: {name.partition(".")[0] for name in _imports(path)} for path in LIBRARY}
    assert {path: names & gallery for path, names in imported.items() if names & gallery} == {}


def test_no_module_of_the_gallery_has_the_name_of_another_package():
    """Its folder comes first on the path, so that such a module would hide the package."""
    others = {*sys.stdlib_module_names, *packages_distributions()}
    assert not {path.stem for path in GALLERY} & others


def test_every_approximate_comparison_states_its_absolute_tolerance():
    """The default of pytest.approx, 1e-12, is larger than most tolerances and hides them."""
    silent = [
        f"{path.name}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "pytest.approx"
        and "abs" not in {keyword.arg for keyword in node.keywords}
    ]
    assert silent == []


def _requirements():
    extras = PROJECT["optional-dependencies"]
    lines = PROJECT["dependencies"] + extras["map"] + extras["studies"]
    lines += [line for group in GROUPS.values() for line in group]
    requirements = [package for package in map(Requirement, lines) if package.name != "kpca"]
    return {canonicalize_name(package.name): package.specifier for package in requirements}


def _locked(lock="requirements.lock"):
    pattern = r"^([A-Za-z0-9._-]+)==([^ ;\\]+)"
    locked = {}
    for name, version in re.findall(pattern, (ROOT / lock).read_text(), re.MULTILINE):
        locked.setdefault(canonicalize_name(name), []).append(version)
    return locked


def test_the_lock_holds_every_requirement_at_an_allowed_version():
    locked = _locked()
    for name, specifier in _requirements().items():
        assert locked[name]
        assert all(specifier.contains(version) for version in locked[name]), name


@pytest.mark.parametrize(
    ("name", "variable"), [("requirements.lock", "STAMP"), ("pyproject.toml", "READY")]
)
def test_a_touch_installs_nothing_and_another_content_does(name, variable, tmp_path):
    def stamp():
        printed = subprocess.run(
            ["make", "--print-data-base", "--dry-run", "report"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        return re.search(rf"^{variable} := (.+)$", printed.stdout, re.MULTILINE)[1]

    locks = (f"requirements{kind}.lock" for kind in ("", "-build"))
    for file in ("Makefile", "pyproject.toml", *locks):
        shutil.copy(ROOT / file, tmp_path)
    before = stamp()
    (tmp_path / name).touch()
    assert stamp() == before
    with (tmp_path / name).open("a") as file:
        file.write("# another\n")
    assert stamp() != before


def test_what_builds_packages_is_locked_too():
    """A source package is built without isolation, with the setuptools of the lock."""
    build = (ROOT / "requirements-build.lock").read_text()
    assert build.startswith("setuptools==")
    assert build in (ROOT / "requirements.lock").read_text()


def test_conda_users_get_the_same_packages():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    allowed = {}
    *of_conda, of_pip = environment["dependencies"]
    for line in (*of_conda, *of_pip["pip"]):
        package = Requirement(line.replace("snakemake-minimal", "snakemake"))
        allowed[canonicalize_name(package.name)] = package.specifier
    assert str(allowed.pop("python")) == PROJECT["requires-python"]
    assert not allowed.pop("pip"), "any version installs the package itself"
    assert allowed == _requirements()


def test_the_version_stands_in_three_files_and_is_one():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert PROJECT["version"] == kpca.__version__ == citation["version"]
    assert f"## {kpca.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_no_machine_path_and_no_registry_host_is_in_any_file():
    machine = re.compile(r"(?<![\w.])/(?:tmp|root|work|home|Users)/\w")
    hosts = re.compile("|".join(["pypi" + r"\.org", "python" + "hosted", "anaconda" + r"\.org"]))
    for path in _tracked():
        if path.suffix in TEXT:
            text = path.read_text(encoding="utf-8")
            assert not machine.search(text), (path, machine.search(text))
            assert not hosts.search(text), path


def test_the_picture_of_the_dag_shows_every_rule():
    text = (ROOT / "Snakefile").read_text()
    rules = re.findall(r"^(?:rule|use rule \w+ as) (\w+)(?: with)?:", text, re.MULTILINE)
    assert {"prepare", "eigen_solve", "agreement", "report"} <= set(rules)
    picture = (ROOT / "docs/dag.svg").read_text()
    shown = set(re.findall(r">([a-z_]+)</text>", picture))
    assert set(rules) - {"all", "studies"} <= shown


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["snakefmt", "--check", "Snakefile", "workflow/Snakefile"],
        ["lint-imports", "--no-cache"],
        ["mypy"],
    ],
    ids=" ".join,
)
def test_style_layers_and_types_are_clean(command):
    """Layers and types as pyproject.toml describes them."""
    tool = Path(sys.executable).with_name(command[0])
    checked = subprocess.run(
        [str(tool), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
