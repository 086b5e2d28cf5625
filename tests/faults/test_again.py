"""The same again: elsewhere, later, with another number of threads."""

import subprocess
import sys

import pytest
from small_project import Project

from kpca.results import comparison, files

pytestmark = pytest.mark.faults


def _verify(project, manifest):
    command = [sys.executable, "-m", "kpca.command", "verify", str(project.results)]
    found = subprocess.run(
        [*command, "--manifest", str(manifest)],
        cwd=project.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.returncode, found.stdout + found.stderr


def _run(folder, *arguments):
    project = Project(folder)
    code, output = project.run(*arguments, config="config/tiny.yaml")
    assert code == 0, output
    project.results = project.results / "tiny"
    return project


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    return _run(tmp_path_factory.mktemp("again") / "first")


def test_a_clone_at_another_path_gives_every_hash_again(first, tmp_path):
    other = _run(tmp_path / "another place" / "zweite", "--cores", "1")
    assert len(first.hashes()) > 100
    assert other.hashes() == first.hashes()
    code, output = _verify(other, first.results / "manifest.json")
    assert code == 0, output
    assert "made with" not in output


def test_verify_finds_a_changed_figure_and_a_changed_number(first):
    figure = first.results / "figures/spectra.svg"
    before = figure.read_bytes()
    figure.write_bytes(before.replace(b"0072b2", b"0072b3", 1))
    code, output = _verify(first, first.results / "manifest.json")
    figure.write_bytes(before)
    assert code == 1
    assert "differs      figures/spectra.svg" in output
    path = first.results / "circles/rkhs-norm.nc"
    before = path.read_bytes()
    tree = files.read(path)
    tree["norms"]["squared_norm"].values[0, 0] += 1e-15
    files.write(tree, path)
    code, output = _verify(first, first.results / "manifest.json")
    path.write_bytes(before)
    assert code == 1
    assert "differs      circles/rkhs-norm.nc" in output


LARGER = """
results: {results}
studies:
  digits:
    data: {{dataset: digits}}
    kernel: {{name: rbf, gamma: 0.05}}
    components: 10
    holdout: 1197
"""


def test_two_threads_agree_with_one_within_the_derived_tolerances(tmp_path):
    project = Project(tmp_path / "project")
    for threads in ("1", "2"):
        text = LARGER.format(results=f"results/{threads}")
        (project.folder / f"{threads}.yaml").write_text(text)
        code, output = project.run("--threads", threads, config=f"{threads}.yaml")
        assert code == 0, output
    folder = project.results
    project.results = folder / "2"
    _, output = _verify(project, folder / "1/manifest.json")
    assert "BEYOND" not in output
    assert 'threads: "1" there, "2" here' in output
    one, two = (folder / f"{threads}/digits/eigen-solve.nc" for threads in "12")
    assert comparison.between(one, two).startswith("within rounding")
