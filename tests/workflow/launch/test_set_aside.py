"""Earlier results outlast a run that fails or is killed, and modified results are not lost."""

import os
import shutil

import pytest

from kpca.workflow.launch import set_aside

PATHS = ("checks.csv", "s/a.nc", "s/figures", "s/never-made.nc")
EARLIER = dict.fromkeys(("checks.csv", "s/a.nc", "s/figures/x.svg"), "earlier")


@pytest.fixture
def folder(tmp_path):
    for name, text in EARLIER.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def _texts(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def _replace(folder):
    """What a run does: remove a result, then write it anew."""
    for name in ("checks.csv", "s/a.nc"):
        (folder / name).unlink()
        (folder / name).write_text("new")
    shutil.rmtree(folder / "s/figures")
    (folder / "s/figures").mkdir()
    (folder / "s/figures/y.svg").write_text("new")


def test_runs_that_fail_one_after_the_other_keep_the_results_of_the_last_that_finished(folder):
    for _ in range(3):
        set_aside.keep(folder, PATHS)
        _replace(folder)
        assert _texts(folder / set_aside.EARLIER) == EARLIER


def test_a_result_that_is_new_since_the_last_run_that_finished_is_kept_too(folder):
    set_aside.keep(folder, PATHS)
    (folder / "s/never-made.nc").write_text("new")
    set_aside.keep(folder, PATHS)
    assert _texts(folder / set_aside.EARLIER) == EARLIER | {"s/never-made.nc": "new"}


def test_after_a_run_that_finished_nothing_is_left_but_modified_results(folder):
    set_aside.keep(folder, PATHS)
    set_aside.forget(folder)
    assert _texts(folder) == EARLIER
    assert not (folder / set_aside.FOLDER).exists()
    set_aside.move(folder, "s/a.nc")
    set_aside.keep(folder, PATHS)
    set_aside.forget(folder)
    assert _texts(folder / set_aside.FOLDER) == {"modified/s/a.nc": "earlier"}
    set_aside.forget(folder)


def test_a_kept_result_takes_no_room(folder):
    set_aside.keep(folder, PATHS)
    for name in EARLIER:
        assert os.path.samefile(folder / name, folder / set_aside.EARLIER / name)


def test_without_hard_links_results_are_copied(folder, monkeypatch):
    def refused(*_):
        raise PermissionError("no hard links here")

    monkeypatch.setattr(os, "link", refused)
    set_aside.keep(folder, PATHS)
    assert _texts(folder / set_aside.EARLIER) == EARLIER


def test_a_kill_while_figures_are_linked_costs_none_of_them(folder):
    (folder / set_aside.EARLIER / "s/.figures").mkdir(parents=True)
    set_aside.keep(folder, PATHS)
    assert _texts(folder / set_aside.EARLIER) == EARLIER


def test_a_modified_result_takes_the_place_of_one_that_was_modified_before(folder):
    for text in ("first", "second"):
        (folder / "checks.csv").write_text(text)
        (folder / "s/figures").mkdir(exist_ok=True)
        (folder / "s/figures/x.svg").write_text(text)
        for path in ("checks.csv", "s/figures"):
            set_aside.move(folder, path)
            assert not (folder / path).exists()
    expected = {"checks.csv": "second", "s/figures/x.svg": "second"}
    assert _texts(folder / set_aside.MODIFIED) == expected


def test_temporary_files_and_folders_of_a_killed_run_are_removed_and_no_others(folder):
    halves = ("s/.a.nc.1234", "s/.a.1234.ipynb", ".site.abc/source/index.md")
    others = ("s/.other.nc.99", "mine.csv", "site/index.html")
    for name in (*halves, *others):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("half")
    set_aside.remove_temporaries(folder, [*PATHS, "site"])
    assert set(_texts(folder)) == {*EARLIER, *others}
    assert not (folder / ".site.abc").exists()
