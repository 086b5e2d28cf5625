"""The manifest says what made the results, and nothing of the machine's folders or of the time."""

import json
import re
import shutil
import subprocess

import pytest
import small_project

from kpca.results import files, hashes, studies
from kpca.studies.config.project import PROJECT
from kpca.studies.datasets import example
from kpca.workflow.jobs import manifest

CONFIG = """
results: {folder}/results
studies:
  s:
    data: {{distance_matrix: "{folder}/d.csv", labels: "{folder}/kinds.csv"}}
    components: 1
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    shutil.copy(PROJECT / "data/eurodist.csv", tmp_path / "d.csv")
    (tmp_path / "kinds.csv").write_text("u\nv\n")
    (tmp_path / "c.yaml").write_text(CONFIG.format(folder=tmp_path))
    (tmp_path / "results/figures").mkdir(parents=True)
    (tmp_path / "results/.lock").write_text("")
    monkeypatch.chdir(tmp_path / "results")
    files.write(studies.to_tree(example()), "s.nc")
    (tmp_path / "results/figures/f.svg").write_text("<svg/>")
    arguments = (str(tmp_path / "c.yaml"), "manifest.json", "s.nc", "figures")
    assert manifest.main(*arguments) == 0
    return tmp_path, json.loads((tmp_path / "results/manifest.json").read_text())


def test_every_result_has_its_hash(made):
    assert made[1]["results"] == {
        "figures/f.svg": hashes.of_file("figures/f.svg"),
        "s.nc": hashes.of_file("s.nc"),
    }


def test_it_names_code_lock_config_inputs_packages_and_threads(made):
    found = made[1]
    assert found["code"]["version"]
    assert re.fullmatch(r"[0-9a-f]{40}\+?|unknown", found["code"]["commit"])
    assert found["config"]["studies"]["s"]["components"] == 1
    assert list(found["inputs"]) == ["s: distance_matrix", "s: labels"]
    data = found["config"]["studies"]["s"]["data"]
    assert (data["distance_matrix"], data["labels"]) == ("d.csv", "kinds.csv")
    assert found["packages"]["numpy"]
    assert found["blas"]
    assert found["lock"] == hashes.of_bytes(PROJECT / "requirements.lock")


def test_it_names_no_folder_of_this_machine(made):
    text = json.dumps(made[1])
    assert str(made[0]) not in text
    assert str(PROJECT) not in text


def test_it_is_the_same_when_made_again(made):
    before = (made[0] / "results/manifest.json").read_bytes()
    arguments = (str(made[0] / "c.yaml"), "manifest.json", "s.nc", "figures")
    manifest.main(*arguments)
    assert (made[0] / "results/manifest.json").read_bytes() == before


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A repository with one file in each part of the code, one commit, and one file beside it."""
    folder = tmp_path / "clone"
    for name in ("kpca/a.py", "kpca/inner/b.py", "notebooks/n.ipynb", "Snakefile", "docs/d.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("one")
    small_project.move(monkeypatch, folder)
    _git(folder, "init", "--quiet")
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "--message", "one")
    return folder


def _git(folder, *arguments):
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", *who, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_commit_has_a_plus_if_and_only_if_the_code_differs_from_it(clone):
    head = _git(clone, "rev-parse", "HEAD")
    assert manifest._commit() == head
    (clone / "docs/d.md").write_text("two")
    assert manifest._commit() == head
    for name in ("kpca/inner/b.py", "notebooks/n.ipynb", "Snakefile"):
        (clone / name).write_text("two")
        assert manifest._commit() == head + "+", name
        _git(clone, "checkout", "--quiet", name)
        assert manifest._commit() == head, name
    (clone / "kpca/a.py").write_text("two")
    _git(clone, "add", ".")
    assert manifest._commit() == head + "+", "staged, not committed"
    _git(clone, "commit", "--quiet", "--message", "two")
    assert manifest._commit() == _git(clone, "rev-parse", "HEAD") != head


def test_outside_a_clone_the_commit_is_unknown(tmp_path, monkeypatch):
    small_project.move(monkeypatch, tmp_path)
    assert manifest._commit() == "unknown"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert manifest._commit() == "unknown"


@pytest.mark.parametrize("name", ["kpca/a.py", "kpca/inner/b.py", "notebooks/n.ipynb", "Snakefile"])
def test_the_hash_of_the_code_depends_on_the_content_of_every_part(name, clone):
    before = manifest._code()
    (clone / name).write_text("two")
    changed = manifest._code()
    assert changed != before
    (clone / name).write_text("one")
    assert manifest._code() == before
    (clone / name).rename(clone / f"{name}x")
    assert manifest._code() not in (before, changed)


def test_the_hash_of_the_code_depends_on_nothing_else(clone):
    before = manifest._code()
    for name in ("docs/d.md", "kpca/__pycache__/a.pyc", "kpca/.a.swp", "notebooks/.x/n.ipynb"):
        (clone / name).parent.mkdir(exist_ok=True)
        (clone / name).write_text("two")
    (clone / "kpca/a.py").touch()
    assert manifest._code() == before


def test_hidden_files_are_no_results_and_folders_stand_for_their_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("f/b.svg", "f/deep/a.svg", "f/.hidden", "f/.x/y.svg", "z.nc", "f/a.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    found = manifest._all_files(["z.nc", "f", "f/a.svg"])
    assert found == ["f/a.svg", "f/b.svg", "f/deep/a.svg", "z.nc"]


def test_threads_are_those_of_the_environment(made, monkeypatch):
    arguments = (str(made[0] / "c.yaml"), [])
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert manifest.manifest(*arguments)["threads"] == "3"
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert manifest.manifest(*arguments)["threads"] == "not set"


def test_an_input_is_known_by_its_content(made):
    arguments = (str(made[0] / "c.yaml"), [])
    first = manifest.manifest(*arguments)["inputs"]
    assert first == {
        "s: distance_matrix": hashes.sha256(made[0] / "d.csv"),
        "s: labels": hashes.sha256(made[0] / "kinds.csv"),
    }
    (made[0] / "d.csv").write_text("other")
    assert manifest.manifest(*arguments)["inputs"] != first


def test_a_library_of_scipy_without_linear_algebra_is_left_out(monkeypatch):
    linear = {"user_api": "blas", "internal_api": "openblas", "num_threads": 3, "version": "0.3"}
    reader = {"user_api": "scipy", "internal_api": "scipy_mmio", "version": print}
    monkeypatch.setattr(manifest, "threadpool_info", lambda: [reader, linear])
    (only,) = manifest._blas()
    assert (only["internal_api"], only["num_threads"]) == ("openblas", 3)


def test_the_configuration_names_each_file_where_its_key_stands(tmp_path):
    for name in ("d.csv", "env.csv"):
        (tmp_path / name).write_text("1\n2\n")
    data = f"data: {{vectors: {tmp_path / 'd.csv'}}}"
    study = f"{data}, kernel: linear, variables: {tmp_path / 'env.csv'}"
    (tmp_path / "c.yaml").write_text(f"studies: {{s: {{{study}}}}}")
    stored = manifest.manifest(str(tmp_path / "c.yaml"), [])["config"]["studies"]["s"]
    assert (stored["variables"], stored["data"]["vectors"]) == ("env.csv", "d.csv")
    assert "variables" not in stored["data"]
