"""Earlier results outlast a run that fails, and a run that is killed."""

import os

import pytest

from kpca.workflow.launch import keep


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "s/figures").mkdir(parents=True)
    for name in ("checks.csv", "manifest.json", "s/a.nc", "s/figures/x.svg"):
        (tmp_path / name).write_text("earlier")
    return tmp_path


def _texts(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def test_what_a_failing_run_removed_is_put_back_and_made_again(folder):
    before = _texts(folder)

    def work():
        for name in ("checks.csv", "s/a.nc", "s/figures/x.svg"):
            (folder / name).unlink()
        (folder / "s/figures").rmdir()
        return False

    assert keep.keeping_earlier(folder, ["s"], work) is False
    assert _texts(folder) == before
    seen = []
    keep.keeping_earlier(folder, ["s"], lambda: seen.append(_texts(folder)))
    assert not [name for name in seen[0] if not name.startswith(keep.FOLDER)], "not made again"
    assert _texts(folder) == before


def test_what_a_run_replaced_or_made_stays(folder):
    def work():
        (folder / "s/a.nc").unlink()
        (folder / "s/a.nc").write_text("new")
        (folder / "s/figures/x.svg").unlink()
        (folder / "s/figures/y.svg").write_text("new")
        (folder / "s/figures" / keep.DONE).write_text("")
        return False

    keep.keeping_earlier(folder, ["s"], work)
    found = _texts(folder)
    assert found["s/a.nc"] == "new"
    assert "s/figures/x.svg" not in found, "a folder of figures is one result"


def test_what_a_run_that_finished_removed_is_gone(folder):
    def work():
        (folder / "s/a.nc").unlink()
        return True

    assert keep.keeping_earlier(folder, ["s"], work)
    assert "s/a.nc" not in _texts(folder)


def test_after_a_kill_the_next_run_makes_again_what_is_missing_or_puts_it_back(folder):
    os.makedirs(folder / ".earlier/s")
    os.link(folder / "s/a.nc", folder / ".earlier/s/a.nc")
    (folder / "s/a.nc").unlink()
    (folder / "s/.a.nc.1234").write_text("half")
    seen = {}

    def work():
        seen.update(_texts(folder))
        return False

    keep.keeping_earlier(folder, ["s"], work)
    assert "s/a.nc" not in seen
    assert "s/.a.nc.1234" not in seen
    assert (folder / "s/a.nc").read_text() == "earlier"
    assert not (folder / ".earlier").exists()


def test_a_kill_while_figures_are_drawn_costs_no_earlier_figure(folder):
    os.makedirs(folder / ".earlier/s/figures")
    os.link(folder / "s/figures/x.svg", folder / ".earlier/s/figures/x.svg")
    (folder / "s/figures/x.svg").unlink()
    for name in ("w", "x"):
        (folder / f"s/figures/{name}.svg").write_text("half")
    keep.keeping_earlier(folder, ["s"], lambda: False)
    assert (folder / "s/figures/x.svg").read_text() == "earlier"
    assert not (folder / "s/figures/w.svg").exists()


def test_a_run_that_is_refused_leaves_everything_as_it_was(folder):
    before = _texts(folder)

    def work():
        (folder / "checks.csv").unlink()
        (folder / "s/a.nc").unlink()
        (folder / "s/a.nc").write_text("new")
        raise keep.RefusedError

    with pytest.raises(keep.RefusedError):
        keep.keeping_earlier(folder, ["s"], work)
    assert _texts(folder) == before


def test_a_crash_of_the_run_itself_puts_back_too(folder):
    def work():
        (folder / "s/a.nc").unlink()
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        keep.keeping_earlier(folder, ["s"], work)
    assert (folder / "s/a.nc").read_text() == "earlier"


def test_folders_of_other_runs_are_left_alone(folder):
    (folder / "mine").mkdir()
    (folder / "mine/.b.nc.99").write_text("being written")
    keep.keeping_earlier(folder, ["s"], lambda: True)
    assert (folder / "mine/.b.nc.99").exists()


def test_nothing_of_the_earlier_results_is_left_beside_them(folder):
    for finished in (True, False):
        keep.keeping_earlier(folder, ["s"], lambda finished=finished: finished)
        assert not (folder / keep.FOLDER).exists()


def test_a_failed_notebook_is_no_result_and_is_not_put_back(folder):
    failed = folder / "s/a.failed.ipynb"
    failed.write_text("failed")

    def work():
        failed.unlink()
        return False

    keep.keeping_earlier(folder, ["s"], work)
    assert not failed.exists()
