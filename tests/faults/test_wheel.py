"""A wheel is complete: in a new environment, far from the checkout, it does everything."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from small_project import ROOT

from kpca.results import hashes

pytestmark = pytest.mark.faults

PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def _call(*command, folder):
    """A finished command in a folder, which finds no checkout."""
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=outside,
        capture_output=True,
        text=True,
        check=False,
    )


def _checked(*command, folder):
    ended = _call(*command, folder=folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The path of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    _checked(sys.executable, *PIP, *build, folder=folder)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def constraints(tmp_path_factory):
    """A file with the version of every package in the lock; skips without a package registry."""
    folder = tmp_path_factory.mktemp("constraints")
    path = folder / "constraints.txt"
    lines = re.findall(r"^([A-Za-z0-9].*?) \\$", LOCK, re.MULTILINE)
    path.write_text("\n".join(lines), encoding="utf-8")
    fetch = ("download", "--no-deps", "--dest", folder, "--constraint", path, "threadpoolctl")
    fetched = _call(sys.executable, *PIP, *fetch, folder=folder)
    if fetched.returncode:
        pytest.skip(f"no package registry can be reached: {fetched.stderr.splitlines()[-1]}")
    return path


class Installed:
    """A new environment with the wheel, and with what pip brings for it."""

    def __init__(self, folder, wheel, extra, constraints):
        self.folder = folder / "environment"
        _checked(sys.executable, "-m", "venv", self.folder, folder=folder)
        self.python, self.kpca = (self.folder / "bin" / name for name in ("python", "kpca"))
        report = folder / "report.json"
        options = ("--constraint", constraints, "--report", report)
        _checked(self.python, *PIP, "install", *options, f"{wheel}{extra}", folder=folder)
        brought = json.loads(report.read_text(encoding="utf-8"))["install"]
        for package in brought:
            sha256 = package["download_info"]["archive_info"]["hashes"]["sha256"]
            name = package["metadata"]["name"]
            assert name == "kpca" or f"--hash=sha256:{sha256}" in LOCK, name

    def package(self, folder):
        """The hash of every file of the installed package, besides compiled ones."""
        place = _checked(self.python, "-c", "import kpca; print(kpca.__file__)", folder=folder)
        assert self.folder in Path(place).parents
        files = Path(place).parent.rglob("*")
        return {file: hashes.of_bytes(file) for file in files if file.suffix not in ("", ".pyc")}


@pytest.fixture(scope="module")
def library(wheel, constraints, tmp_path_factory):
    """An environment with the library alone."""
    return Installed(tmp_path_factory.mktemp("library"), wheel, "", constraints)


@pytest.fixture(scope="module")
def mapping(wheel, constraints, tmp_path_factory):
    """An environment with what a map needs."""
    return Installed(tmp_path_factory.mktemp("map"), wheel, "[map]", constraints)


@pytest.fixture(scope="module")
def application(wheel, constraints, tmp_path_factory):
    """An environment with everything that a run needs."""
    return Installed(tmp_path_factory.mktemp("application"), wheel, "[studies]", constraints)


FIT = """
import json, sys
from importlib.metadata import distributions, packages_distributions
import numpy as np
import kpca

X = np.random.default_rng(0).normal(size=(600, 3))
model = kpca.KernelPCA(2, kernel=kpca.kernels.RBF(0.5)).fit(X)
assert model.transform(X[:5]).shape == (5, 2)
assert model.certificate_.certified
assert kpca.ClassicalMDS(2).fit_transform(X[:50]).shape == (50, 2)
kpca.convert(model.eigenvalues_, "eigenvalue", "kpca", "scikit-learn PCA", n=600)
assert issubclass(kpca.RankWarning, UserWarning)
try:
    kpca.open_study("results/iris")
except ModuleNotFoundError as error:
    message = str(error)
of_module = packages_distributions()
print(json.dumps({
    "message": message,
    "imported": [name for module in sys.modules for name in of_module.get(module, [])],
    "installed": {one.metadata["Name"]: one.requires or [] for one in distributions()},
}))
"""
BASE = {"numpy", "scipy", "scikit-learn", "threadpoolctl"}


def test_the_library_fits_with_four_packages_and_what_these_need(library, tmp_path):
    about = json.loads(_checked(library.python, "-c", FIT, folder=tmp_path))
    assert about["message"].endswith('is not installed: pip install "kpca[map]"')
    requires = {
        canonicalize_name(name): map(Requirement, lines)
        for name, lines in about["installed"].items()
    }
    allowed, pending = {"kpca"}, set(BASE)
    while pending:
        name = pending.pop()
        allowed.add(name)
        pending |= {
            canonicalize_name(one.name)
            for one in requires[name]
            if one.marker is None or one.marker.evaluate({"extra": ""})
        } - allowed
    tools = {"pip", "setuptools"}  # of every new environment, up to Python 3.11
    assert {canonicalize_name(name) for name in about["imported"]} - tools <= allowed
    assert requires.keys() - tools == allowed


def test_without_the_extra_the_command_says_what_to_install(library, tmp_path):
    (tmp_path / "my.yaml").touch()
    ended = _call(library.kpca, "run", "my.yaml", folder=tmp_path)
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.endswith('is not installed: pip install "kpca[studies]"\n')
    assert "kpca example" in _checked(library.kpca, "--help", folder=tmp_path)


OF_A_MAP = """
import json
from importlib.metadata import distributions
from sklearn.datasets import load_iris
import kpca

study = kpca.open_study("iris-kpca", "rbf")
model = kpca.KernelPCA(2, kernel="rbf", gamma=0.5).fit(load_iris().data)
kpca.plot.map(model)
kpca.report(model, "model.html")
print(json.dumps({
    "shape": study.scores.shape,
    "installed": [one.metadata["Name"].lower() for one in distributions()],
}))
"""


def test_the_extra_map_makes_maps_and_brings_neither_notebooks_nor_the_workflow(mapping, tmp_path):
    _checked(mapping.kpca, "example", folder=tmp_path)
    _checked(mapping.kpca, "map", "iris.csv", "--statements", "sample", folder=tmp_path)
    page = (tmp_path / "iris-kpca/map.html").read_text(encoding="utf-8")
    assert "virginica" in page
    about = json.loads(_checked(mapping.python, "-c", OF_A_MAP, folder=tmp_path).splitlines()[-1])
    assert about["shape"][0] == 150
    assert (tmp_path / "model.html").is_file()
    others = {
        "jupyterlab",
        "ipykernel",
        "ipython",
        "papermill",
        "snakemake",
        "sphinx",
        "mini-racer",
    }
    assert not others & set(about["installed"])
    assert {"bokeh", "matplotlib", "anndata"} <= set(about["installed"])
    ended = _call(mapping.kpca, "run", "iris.yaml", folder=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.endswith('is not installed: pip install "kpca[studies]"\n')


def test_a_study_of_a_table_runs_to_the_page_and_the_package_stays_as_it_is(application, tmp_path):
    before = application.package(tmp_path)
    _checked(application.kpca, "example", folder=tmp_path)
    table = tmp_path / "iris.csv"
    table.write_text(table.read_text().replace("petal length (cm)", "Blattlänge"))
    output = _checked(application.kpca, "run", "iris.yaml", folder=tmp_path)
    assert "to read       results/site/index.html\n" in output
    site = tmp_path / "results/site"
    assert "150 iris flowers" in (site / "index.html").read_text(encoding="utf-8")
    page = (site / "studies/iris/index.html").read_text(encoding="utf-8")
    assert "Blattlänge" in page
    assert "virginica" in page
    _checked(application.kpca, "verify", folder=tmp_path)
    assert application.package(tmp_path) == before


def test_the_small_configuration_of_the_notes_runs_to_the_page(application, tmp_path):
    _checked(application.kpca, "example", "--notes", folder=tmp_path)
    _checked(application.kpca, "run", "config/tiny.yaml", folder=tmp_path)
    site = tmp_path / "results/tiny/site"
    for study in ("iris", "eurodist", "circles"):
        assert (site / f"studies/{study}/index.html").is_file()
    assert "Kernel PCA" in (site / "index.html").read_text(encoding="utf-8")


def test_the_lab_opens_copies_of_the_notebooks(application, tmp_path):
    _checked(application.kpca, "lab", "--version", folder=tmp_path)
    copied = {path.name for path in (tmp_path / "kpca-lab/notebooks").rglob("*.ipynb")}
    assert copied == {path.name for path in (ROOT / "notebooks").rglob("[!.]*.ipynb")}
