"""A result that was changed after a run wrote it is set aside; a result of a run never is."""

import json
import shutil

import pytest

from kpca.formulations import dual
from kpca.results import files, hashes, solutions, studies
from kpca.studies.study import example
from kpca.workflow.launch import modified

STUDY = example()
SOLUTION = dual.fit(STUDY.data.K, STUDY.components, STUDY.data.entry_error)
PATHS = ("s/a.nc", "s/a.ipynb", "figures", "s/never-made.nc", "manifest.json")
FILES = ("s/a.nc", "s/a.ipynb", "figures/one.svg", "figures/deep/two.svg")


def _write_tree(path, title="as a run wrote it"):
    tree = studies.tree(STUDY, **solutions.to_datasets(STUDY, SOLUTION))
    tree.attrs["title"] = title
    files.write(tree, path)


@pytest.fixture
def finished(tmp_path):
    """The results of a run that has finished."""
    for name in FILES[1:]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name} as a run wrote it")
    _write_tree(tmp_path / "s/a.nc")
    known = {name: hashes.of_file(tmp_path / name) for name in FILES}
    (tmp_path / "manifest.json").write_text(json.dumps({"results": known}))
    modified.record(tmp_path, PATHS)
    return tmp_path


@pytest.fixture(params=["record and manifest", "manifest", "record", "record of a failed run"])
def folder(finished, request):
    """What is left of a run: it has finished or failed, or the user has removed something."""
    if request.param == "manifest":
        (finished / ".recorded.json").unlink()
    elif request.param == "record":
        (finished / "manifest.json").unlink()
    elif request.param == "record of a failed run":
        (finished / ".earlier").mkdir()
    return finished


def test_results_of_a_run_stay_where_they_are(folder):
    before = sorted(folder.rglob("*"))
    assert modified.set_aside(folder, PATHS) == []
    assert set(folder.rglob("*")) - set(before) <= {folder / ".recorded.json"}


def _score(path):
    tree = files.read(path)
    tree["components"]["score"].values[0, 0] = 99.0
    files.write(tree, path)


CHANGES = {
    "a score": ("s/a.nc", lambda folder: _score(folder / "s/a.nc")),
    "damage": ("s/a.nc", lambda folder: (folder / "s/a.nc").write_bytes(b"damaged")),
    "nothing left": ("s/a.nc", lambda folder: (folder / "s/a.nc").write_bytes(b"")),
    "a notebook": ("s/a.ipynb", lambda folder: (folder / "s/a.ipynb").write_text("edited")),
    "a figure": ("figures", lambda folder: (folder / "figures/deep/two.svg").write_text("edited")),
    "a figure lost": ("figures", lambda folder: (folder / "figures/one.svg").unlink()),
    "a figure more": ("figures", lambda folder: (folder / "figures/my.svg").write_text("mine")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_result_is_set_aside_and_no_other_one(change, folder):
    path, edit = CHANGES[change]
    edit(folder)
    expected = hashes.of_bytes(folder / path)
    assert modified.set_aside(folder, PATHS) == [path]
    assert not (folder / path).exists()
    assert hashes.of_bytes(folder / ".modified" / path) == expected
    assert all((folder / other).exists() for other in {"s/a.nc", "s/a.ipynb", "figures"} - {path})
    assert modified.set_aside(folder, PATHS) == []


def test_what_was_set_aside_before_is_replaced(finished):
    for text in ("first", "second"):
        (finished / "s/a.ipynb").write_text(text)
        (finished / "figures").mkdir(exist_ok=True)
        (finished / "figures/one.svg").write_text(text)
        assert modified.set_aside(finished, PATHS) == ["s/a.ipynb", "figures"]
        modified.record(finished, PATHS)
        (finished / "s/a.ipynb").write_text("as a run wrote it")
        (finished / "figures").mkdir()
        modified.record(finished, PATHS)
    assert (finished / ".modified/s/a.ipynb").read_text() == "second"
    assert (finished / ".modified/figures/one.svg").read_text() == "second"


@pytest.mark.parametrize("text", ["[]", "{}", '{"results": 3}', "no JSON", '{"results": {}}'])
def test_a_broken_manifest_is_set_aside_and_costs_no_result(text, finished):
    (finished / "manifest.json").write_text(text)
    assert modified.set_aside(finished, PATHS) == ["manifest.json"]


@pytest.mark.parametrize("text", ["[]", "{}", "no JSON", '{"s/a.nc": 3}'])
def test_a_broken_record_costs_no_result(text, finished):
    (finished / ".recorded.json").write_text(text)
    assert modified.set_aside(finished, PATHS) == []


def test_a_missing_result_is_no_changed_one(folder):
    (folder / "s/a.nc").unlink()
    shutil.rmtree(folder / "figures")
    assert modified.set_aside(folder, PATHS) == []
    assert not (folder / ".modified").exists()


def test_hidden_files_of_other_programs_do_not_count(finished):
    (finished / "figures/.ipynb_checkpoints").mkdir()
    (finished / "figures/.ipynb_checkpoints/one.svg").write_text("x")
    (finished / "figures/.DS_Store").write_text("x")
    assert modified.set_aside(finished, PATHS) == []


def test_results_that_a_killed_run_has_renewed_stay(finished):
    assert modified.set_aside(finished, PATHS) == []
    (finished / ".earlier").mkdir()
    _write_tree(finished / "s/a.nc", "as another run wrote it")
    (finished / "figures/one.svg").write_text("as another run wrote it")
    assert modified.set_aside(finished, PATHS) == []


def test_a_result_that_a_killed_run_has_left_damaged_is_set_aside(finished):
    assert modified.set_aside(finished, PATHS) == []
    (finished / ".earlier").mkdir()
    (finished / "s/a.nc").write_bytes(b"")
    assert modified.set_aside(finished, PATHS) == ["s/a.nc"]


def test_a_result_put_back_by_hand_after_a_failed_run_is_not_taken_for_a_new_one(finished):
    earlier = (finished / "s/a.nc").read_bytes()
    (finished / ".earlier").mkdir()
    _write_tree(finished / "s/a.nc", "as a run wrote it that failed later")
    modified.record(finished, PATHS)
    (finished / "s/a.nc").write_bytes(earlier)
    assert modified.set_aside(finished, PATHS) == ["s/a.nc"]


def test_equal_content_in_other_bytes_is_no_change(finished):
    tree = files.read(finished / "s/a.nc")
    before = (finished / "s/a.nc").read_bytes()
    tree.to_netcdf(finished / "s/a.nc", encoding={"/components": {"score": {"zlib": True}}})
    assert (finished / "s/a.nc").read_bytes() != before
    assert modified.set_aside(finished, PATHS) == []


def test_another_configuration_in_the_folder_neither_judges_nor_forgets_these_results(finished):
    (finished / "t").mkdir()
    (finished / "t/b.ipynb").write_text("as a run wrote it")
    others = ("t/b.ipynb", "manifest.json")
    (finished / "s/a.ipynb").write_text("edited")
    assert modified.set_aside(finished, others) == []
    known = {"t/b.ipynb": hashes.of_file(finished / "t/b.ipynb")}
    (finished / "manifest.json").write_text(json.dumps({"results": known}))
    modified.record(finished, others)
    assert (finished / "s/a.ipynb").read_text() == "edited"
    assert modified.set_aside(finished, PATHS) == ["s/a.ipynb"]


def test_the_name_of_a_study_may_begin_like_that_of_another(tmp_path):
    for name in ("s/figures/x", "s/figures-2/x"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("as a run wrote it")
    modified.record(tmp_path, ["s/figures", "s/figures-2"])
    (tmp_path / "s/figures-2/x").write_text("edited")
    assert modified.set_aside(tmp_path, ["s/figures", "s/figures-2"]) == ["s/figures-2"]


def test_a_record_that_cannot_be_written_is_no_error(finished, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(modified, "_write", full)
    modified.record(finished, PATHS)
