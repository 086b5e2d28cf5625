"""Earlier results outlast a run that fails, and a run that is killed."""

import os
import shutil

import pytest

from kpca.workflow.launch import keep

PATHS = ("checks.csv", "s/a.nc", "s/figures", "s/never-made.nc")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s/figures").mkdir(parents=True)
    for name in ("checks.csv", "s/a.nc", "s/figures/x.svg"):
        (tmp_path / name).write_text("earlier")
    return tmp_path


def _texts(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


EARLIER = dict.fromkeys(("checks.csv", "s/a.nc", "s/figures/x.svg"), "earlier")


def _replace(folder):
    """What a run does: remove a result, then write it anew."""
    for name in ("checks.csv", "s/a.nc"):
        (folder / name).unlink()
        (folder / name).write_text("new")
    shutil.rmtree(folder / "s/figures")
    (folder / "s/figures").mkdir()
    (folder / "s/figures/y.svg").write_text("new")


def test_what_a_run_removes_or_replaces_is_kept(folder):
    keep.keep(folder, PATHS, "last.json")
    _replace(folder)
    assert _texts(folder / ".earlier") == EARLIER


def test_runs_that_fail_one_after_the_other_keep_the_results_of_the_last_that_finished(folder):
    for _ in range(3):
        keep.keep(folder, PATHS, "last.json")
        _replace(folder)
    assert _texts(folder / ".earlier") == EARLIER


def test_a_result_that_is_new_since_the_last_run_that_finished_is_kept_too(folder):
    keep.keep(folder, PATHS, "last.json")
    (folder / "s/never-made.nc").write_text("new")
    keep.keep(folder, PATHS, "last.json")
    assert _texts(folder / ".earlier") == EARLIER | {"s/never-made.nc": "new"}


def test_after_a_run_that_finished_nothing_is_left_and_the_results_stay(folder):
    keep.keep(folder, PATHS, "last.json")
    keep.forget(folder)
    assert _texts(folder) == EARLIER
    assert not (folder / ".earlier").exists()
    keep.forget(folder)


def test_a_kept_result_takes_no_room(folder):
    keep.keep(folder, PATHS, "last.json")
    assert os.path.samefile(folder / "s/a.nc", folder / ".earlier/s/a.nc")
    assert os.path.samefile(folder / "s/figures/x.svg", folder / ".earlier/s/figures/x.svg")


def test_without_hard_links_results_are_copied(folder, monkeypatch):
    def refused(*_):
        raise PermissionError("no hard links here")

    monkeypatch.setattr(os, "link", refused)
    keep.keep(folder, PATHS, "last.json")
    assert _texts(folder / ".earlier") == EARLIER


def test_a_kill_while_figures_are_linked_costs_none_of_them(folder):
    (folder / ".earlier/s/.figures").mkdir(parents=True)
    keep.keep(folder, PATHS, "last.json")
    assert _texts(folder / ".earlier") == EARLIER


def test_temporary_files_of_a_killed_run_are_removed_and_no_others(folder):
    for name in ("s/.a.nc.1234", "s/.a.1234.ipynb", "s/.other.nc.99", "mine.csv"):
        (folder / name).write_text("half")
    keep.keep(folder, PATHS, "last.json")
    assert set(_texts(folder)) - set(EARLIER) - {f".earlier/{name}" for name in EARLIER} == {
        "s/.other.nc.99",
        "mine.csv",
    }


def test_the_folder_of_a_site_whose_build_was_killed_is_removed(folder):
    (folder / ".site.abc/source").mkdir(parents=True)
    (folder / ".site.abc/source/index.md").write_text("half")
    (folder / "site").mkdir()
    keep.keep(folder, ["site"], "manifest.json")
    assert not (folder / ".site.abc").exists()
    assert (folder / "site").is_dir()


def test_only_after_a_run_that_did_not_finish_the_last_result_is_asked_for_again(folder):
    (folder / "last.json").write_text("earlier")
    keep.keep(folder, PATHS[:3], "last.json")
    keep.forget(folder)
    keep.keep(folder, PATHS[:3], "last.json")
    assert (folder / "last.json").exists()
    keep.keep(folder, PATHS[:3], "last.json")
    assert not (folder / "last.json").exists()
    assert (folder / ".earlier/last.json").read_text() == "earlier"


@pytest.mark.parametrize("name", ["checks.csv", "s/figures"])
def test_where_a_result_is_missing_the_last_result_is_asked_for_again(folder, name):
    (folder / "last.json").write_text("earlier")
    (folder / name).rename(folder / "elsewhere")
    keep.keep(folder, iter(PATHS[:3]), "last.json")
    assert not (folder / "last.json").exists()
    assert (folder / ".earlier/last.json").read_text() == "earlier"
