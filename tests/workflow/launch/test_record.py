"""A result that was changed after a run wrote it is noticed; a result of a run never is."""

import shutil

import pytest

from kpca.formulations import dual
from kpca.results import files, solutions, studies
from kpca.studies.datasets import example
from kpca.workflow.launch import record

STUDY = example()
SOLUTION = dual.fit(STUDY.data.K, STUDY.components, STUDY.data.element_error)
PATHS = ("s/a.nc", "s/a.ipynb", "figures", "s/never-made.nc", "manifest.json")
TEXTS = ("s/a.ipynb", "figures/one.svg", "figures/deep/two.svg", "manifest.json")


def _write_tree(path, title="as a run wrote it"):
    tree = studies.tree(STUDY, **solutions.to_datasets(STUDY, SOLUTION))
    tree.attrs["title"] = title
    files.write(tree, path)


@pytest.fixture
def finished(tmp_path):
    """The results of a run that has ended, and their record."""
    for name in TEXTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name} as a run wrote it")
    _write_tree(tmp_path / "s/a.nc")
    record.finish(tmp_path, PATHS)
    return tmp_path


def _score(path):
    tree = files.read(path)
    tree["components"]["score"].values[0, 0] = 99.0
    files.write(tree, path)


CHANGES = {
    "nothing": (None, lambda folder: None),
    "a score": ("s/a.nc", lambda folder: _score(folder / "s/a.nc")),
    "damage": ("s/a.nc", lambda folder: (folder / "s/a.nc").write_bytes(b"damaged")),
    "nothing left": ("s/a.nc", lambda folder: (folder / "s/a.nc").write_bytes(b"")),
    "a notebook": ("s/a.ipynb", lambda folder: (folder / "s/a.ipynb").write_text("edited")),
    "a figure": ("figures", lambda folder: (folder / "figures/deep/two.svg").write_text("edited")),
    "a figure lost": ("figures", lambda folder: (folder / "figures/one.svg").unlink()),
    "a figure more": ("figures", lambda folder: (folder / "figures/my.svg").write_text("mine")),
    "the manifest": ("manifest.json", lambda folder: (folder / "manifest.json").write_text("{}")),
    "a missing file": (None, lambda folder: (folder / "s/a.nc").unlink()),
    "a missing folder": (None, lambda folder: shutil.rmtree(folder / "figures")),
    "a hidden file": (None, lambda folder: (folder / "figures/.DS_Store").write_text("x")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_result_is_noticed_and_no_other_one(change, finished):
    path, edit = CHANGES[change]
    edit(finished)
    assert record.modified(finished, PATHS) == ([path] if path else [])


def test_what_a_killed_run_has_renewed_is_no_change_and_what_it_left_damaged_is(finished):
    record.start(finished, PATHS)
    _write_tree(finished / "s/a.nc", "as another run wrote it")
    (finished / "figures/one.svg").write_text("as another run wrote it")
    assert record.modified(finished, PATHS) == []
    (finished / "s/a.nc").write_bytes(b"")
    assert record.modified(finished, PATHS) == ["s/a.nc"]


def test_a_result_put_back_by_hand_after_a_failed_run_is_not_taken_for_a_new_one(finished):
    earlier = (finished / "s/a.nc").read_bytes()
    record.start(finished, PATHS)
    _write_tree(finished / "s/a.nc", "as a run wrote it that failed later")
    record.finish(finished, PATHS)
    (finished / "s/a.nc").write_bytes(earlier)
    assert record.modified(finished, PATHS) == ["s/a.nc"]


@pytest.mark.parametrize("text", ["{}", "no JSON", '{"results": {}}', None])
def test_a_broken_record_costs_no_result_and_hides_no_damage(text, finished):
    path = finished / record.NAME
    path.unlink() if text is None else path.write_text(text)
    assert record.modified(finished, PATHS) == []
    (finished / "s/a.nc").write_bytes(b"damaged")
    assert record.modified(finished, PATHS) == ["s/a.nc"]


def test_another_configuration_in_the_folder_neither_judges_nor_forgets_these_results(finished):
    (finished / "t").mkdir()
    (finished / "t/b.ipynb").write_text("as a run wrote it")
    others = ("t/b.ipynb", "manifest.json")
    (finished / "s/a.ipynb").write_text("edited")
    assert record.modified(finished, others) == []
    record.start(finished, others)
    record.finish(finished, others)
    assert record.modified(finished, PATHS) == ["s/a.ipynb"]


def test_a_record_that_cannot_be_written_at_the_end_is_no_error(finished, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record, "replacing", full)
    record.finish(finished, PATHS)


def test_the_reason_to_repeat_every_job_is_kept_until_a_run_says_otherwise(finished):
    assert record.repeat(finished) == ""
    record.start(finished, PATHS, record.KILLED)
    assert record.repeat(finished) == record.KILLED
    record.finish(finished, PATHS, "a hash")
    assert record.repeat(finished) == "a hash"
    record.finish(finished, PATHS)
    assert record.repeat(finished) == ""
