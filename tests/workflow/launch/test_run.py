"""What a run looks at before any job starts, and when it has nothing to do."""

import shutil
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest
import small_project

from kpca.workflow import catalog
from kpca.workflow.launch import queue, record, run
from kpca.workflow.launch.run import Run
from kpca.workflow.warm import server

NO_SERVER, WITH_LOCK = server.Warm({}, ()), server.Warm({}, (7,))


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    """No job is executed here, so none has to be a fork of a warm server."""
    monkeypatch.setattr(server, "running", lambda *_: nullcontext(NO_SERVER))


@pytest.fixture
def one_run(tmp_path, monkeypatch):
    """A run of one study that has not begun."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.yaml").write_text(
        "results: r\nstudies:\n  s:\n    data: {dataset: iris}\n    kernel: {name: linear}\n"
        "    components: 2\n"
    )
    return Run("c.yaml", "1", 1)


def test_the_results_lie_beside_the_configuration(one_run, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    there = Run("../c.yaml", "1", 1)
    assert there.results == one_run.results == tmp_path / "r"


@pytest.fixture(autouse=True)
def empty_queue(monkeypatch):
    """No job of a killed run is in the queue of a cluster, of which this machine may know none."""
    monkeypatch.setattr(queue, "jobs", lambda results: [])


@pytest.mark.parametrize(
    ("cores", "profile", "variable", "given", "not_given"),
    [
        (None, None, "", ["--cores all", "mem_mb=1234"], ["profile"]),
        ("2", None, "", ["--cores 2", "mem_mb=1234"], ["profile"]),
        (None, "slurm", "", ["--workflow-profile slurm"], ["--cores", "mem_mb"]),
        ("2", "slurm", "", ["--workflow-profile slurm", "--cores 2"], ["mem_mb"]),
        (None, None, "cluster", [], ["--workflow-profile", "--cores", "mem_mb"]),
    ],
)
def test_jobs_on_this_machine_share_its_free_memory_and_a_profile_decides_elsewhere(
    one_run, cores, profile, variable, given, not_given, monkeypatch
):
    monkeypatch.setenv("SNAKEMAKE_PROFILE", variable)
    free = SimpleNamespace(available=1_234_567_890)
    monkeypatch.setattr(run.psutil, "virtual_memory", lambda: free)
    commands = _commands(monkeypatch)
    assert Run("c.yaml", cores, 1, profile)._snakemake("all", WITH_LOCK) == 0
    command = " ".join(commands[0])
    assert all(text in command for text in given)
    assert not any(text in command for text in not_given)
    assert "--forceall" not in command


def _commands(monkeypatch):
    """The commands that are started instead of Snakemake, each of which has ended at once."""
    commands = []

    class Ended:
        """A process that has ended."""

        returncode = 0

        def __init__(self, command, pass_fds, **_):
            assert pass_fds == WITH_LOCK.descriptors
            commands.append(command)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def communicate(self):
            return None, b""

    monkeypatch.setattr(run.subprocess, "Popen", Ended)
    return commands


def test_a_run_that_has_to_repeat_every_job_asks_snakemake_for_all_of_them(one_run, monkeypatch):
    commands = _commands(monkeypatch)
    one_run.again = True
    one_run._snakemake("all", WITH_LOCK)
    assert "--forceall" in commands[0]


@pytest.mark.parametrize("book", [False, True])
def test_the_book_is_asked_of_snakemake_only_if_the_command_asks_for_it(book, one_run, monkeypatch):
    commands = _commands(monkeypatch)
    Run("c.yaml", "1", 1, book=book)._snakemake("all", WITH_LOCK)
    assert ("book=true" in commands[0]) == book


def test_a_short_study_is_built_here_also_if_jobs_run_elsewhere_and_a_larger_one_is_not(
    one_run, monkeypatch
):
    elsewhere = Run("c.yaml", None, 1, "slurm")
    assert elsewhere._built()
    monkeypatch.setattr(run, "is_short", lambda size: False)
    monkeypatch.setattr(run.build, "begin", None)
    assert not elsewhere._built()


SILENT = """
results: r
studies:
  s: {data: {vectors: x.csv}, kernel: linear, components: 1, statements: none}
"""


@pytest.fixture
def repeated(tmp_path, monkeypatch):
    """The folder of a run that was finished, and what Snakemake is asked for since."""
    folder = tmp_path / "checkout"
    for name in ("kpca/a.py", "notebooks/n.ipynb", "Snakefile", "requirements.lock"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("one")
    small_project.move(monkeypatch, folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SNAKEMAKE_PROFILE", raising=False)
    (tmp_path / "x.csv").write_text("a,b\n1,2\n3,5\n4,9\n")
    (tmp_path / "c.yaml").write_text(SILENT)
    asked = []

    def snakemake(self, target, warm):
        asked.append(target)
        for path in [*self.paths, catalog.START]:
            (self.results / path).parent.mkdir(parents=True, exist_ok=True)
            if Path(path).suffix:
                (self.results / path).write_text("made")
            else:
                (self.results / path).mkdir(exist_ok=True)
        return 0

    monkeypatch.setattr(Run, "_snakemake", snakemake)
    monkeypatch.setattr(run.summary, "of_run", lambda *_: "")
    # The results of this test are no trees.
    monkeypatch.setattr(run.record, "modified", lambda *_: [])
    assert run.run("c.yaml") == 0
    assert asked == ["all"]
    asked.clear()
    return tmp_path, asked


def _text(path, old, new):
    path.write_text(path.read_text().replace(old, new))


def _edit_and_set_back(path):
    """Edit a file, and put the copy back that was made before, with its date."""
    shutil.copy2(path, path.with_suffix(".bak"))
    path.write_text(path.read_text() + "edited")
    path.with_suffix(".bak").replace(path)


IN_THE_MEANTIME = ("x.csv", "c.yaml", "checkout/kpca/a.py", "checkout/notebooks/n.ipynb")


@pytest.mark.parametrize("name", IN_THE_MEANTIME)
@pytest.mark.parametrize("later", [True, False], ids=["after the run", "while it goes on"])
def test_what_is_edited_while_a_run_goes_on_and_set_back_makes_the_next_run_repeat_every_job(
    name, later, repeated, monkeypatch, capsys
):
    """A job may have read it, and Snakemake sees the file only before and after the edit."""
    folder, asked = repeated
    _text(folder / "x.csv", "9", "8")
    before, ask, repeats = (folder / name).read_bytes(), Run._snakemake, []

    def snakemake(self, *arguments):
        repeats.append(self.again)
        return ask(self, *arguments)

    def edited(self, *arguments):
        if later:
            _text(folder / name, "\n" if name[-3:] in ("csv", "aml") else "one", " \n")
        else:
            _edit_and_set_back(folder / name)
        return snakemake(self, *arguments)

    monkeypatch.setattr(Run, "_snakemake", edited)
    assert run.run("c.yaml") == 0
    assert "edited " in capsys.readouterr().out
    monkeypatch.setattr(Run, "_snakemake", snakemake)
    (folder / name).write_bytes(before)
    for _ in range(3):
        assert run.run("c.yaml") == 0
    assert repeats == [False, True, False, False], "once"
    assert "edited " not in capsys.readouterr().out


EDITS = {
    **{"x.csv": ("9", "8"), "c.yaml": ("linear", "cosine")},
    **{f"checkout/{name}": ("one", "two") for name in ("kpca/a.py", "notebooks/n.ipynb")},
    **{f"checkout/{name}": ("one", "two") for name in ("Snakefile", "requirements.lock")},
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit_that_stays_the_next_run_leaves_it_to_snakemake(name, repeated, monkeypatch):
    folder, _ = repeated
    ask, seen = Run._snakemake, []

    def edited(self, *arguments):
        seen.append(self.again)
        if seen == [False]:
            _text(folder / name, *EDITS[name])
        return ask(self, *arguments)

    monkeypatch.setattr(Run, "_snakemake", edited)
    assert [run.run("c.yaml"), run.run("c.yaml")] == [0, 0]
    assert record.repeat(folder / "r") == ""
    assert seen == [False, False]


@pytest.mark.parametrize("profile", ["", "cluster"], ids=["here", "there"])
def test_after_a_kill_on_a_cluster_a_run_asks_the_queue_and_repeats_every_job_until_one_finishes(
    profile, repeated, monkeypatch
):
    folder, _ = repeated
    ask, seen = Run._snakemake, []

    def run_with(status):
        def snakemake(self, *arguments):
            seen.append((self.again, record.repeat(self.results)))
            if not isinstance(status, int):
                raise status
            if status:
                # Also after an edit, for which one repetition would do.
                _text(folder / "x.csv", "9", "8")
            return status or ask(self, *arguments)

        monkeypatch.setattr(Run, "_snakemake", snakemake)
        return run.run("c.yaml")

    monkeypatch.setenv("SNAKEMAKE_PROFILE", "cluster")
    for ended in (KeyboardInterrupt, SystemExit):
        # A kill leaves the record as it is, and so does any other error.
        with pytest.raises(ended):
            run_with(ended)
    monkeypatch.setenv("SNAKEMAKE_PROFILE", profile)
    monkeypatch.setattr(queue, "jobs", lambda results: ["7"])
    assert run_with(0) == 2
    monkeypatch.setattr(queue, "jobs", lambda results: [])
    assert [run_with(1), run_with(0), run_with(0)] == [1, 0, 0]
    after = record.KILLED if profile else ""
    assert seen[:2] == 2 * [(False, record.KILLED)], "after Ctrl-C no job goes on"
    assert seen[2:] == [*2 * [(True, record.KILLED)], (False, after)]


def test_after_a_run_that_failed_the_edit_that_it_saw_last_counts(repeated, monkeypatch):
    folder, _ = repeated
    record.start(folder / "r", [], "a hash of other files")
    seen = []

    def fails(self, *_):
        seen.append(self.again)
        if len(seen) == 1:
            _edit_and_set_back(folder / "x.csv")
        return 1

    monkeypatch.setattr(Run, "_snakemake", fails)
    assert [run.run("c.yaml"), run.run("c.yaml")] == [1, 1]
    assert seen == [False, True]


@pytest.mark.parametrize(("failing", "status"), [("studies", 2), ("all", 1)])
def test_a_run_whose_jobs_fail_says_so_and_is_asked_for_again(
    failing, status, repeated, monkeypatch, capsys
):
    folder, asked = repeated
    _text(folder / "x.csv", "3,5", "3,5\n" * 500 + "3,5")
    ask = Run._snakemake

    def fails(self, target, *arguments):
        return ask(self, target, *arguments) or (target == failing)

    monkeypatch.setattr(Run, "_snakemake", fails)
    assert run.run("c.yaml") == status
    assert asked == ["studies", "all"][: 1 + (failing == "all")]
    assert ("no notebook was started" in capsys.readouterr().err) is (failing == "studies")
    asked.clear()
    monkeypatch.setattr(Run, "_snakemake", ask)
    assert run.run("c.yaml") == 0
    assert asked == ["studies", "all"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("3,5", "3,5\n" * 500 + "3,5"), ("linear", "{name: rbf, gamma: auto}")],
    ids=["many samples", "a rule that chooses"],
)
def test_a_study_that_takes_long_to_build_is_asked_for_before_any_notebook(repeated, old, new):
    folder, asked = repeated
    _text(folder / ("x.csv" if "5" in old else "c.yaml"), old, new)
    assert run.run("c.yaml") == 0
    assert asked == ["studies", "all"]


def test_a_small_study_that_cannot_be_run_is_refused_before_anything_starts(repeated, capsys):
    folder, asked = repeated
    _text(folder / "c.yaml", "components: 1", "components: 7")
    assert run.run("c.yaml") == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith("c.yaml: studies.s.components: 7 components asked for")
    assert asked == []


def test_a_run_that_finished_has_failed_if_a_check_has(repeated, monkeypatch):
    monkeypatch.setattr(run.summary, "all_agree", lambda *_: False)
    assert run.run("c.yaml") == 1


def test_a_configuration_that_is_wrong_leaves_no_folder(tmp_path, capsys):
    (tmp_path / "wrong.yaml").write_text("results: wrong\nstudys: {}\n")
    assert run.run(str(tmp_path / "wrong.yaml")) == 2
    assert "studys: unknown key" in capsys.readouterr().err
    assert not (tmp_path / "wrong").exists()


TWO = """
studies:
  good: {data: {vectors: good.csv}, kernel: linear, components: 1}
  text: {data: {vectors: text.csv}, kernel: linear, components: 1}
  short: {data: {distance_matrix: good.csv}}
"""


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """Two studies with tables that cannot be used, and one whose table can be; no job may start."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.csv").write_text("a,b\n1,2\n3,5\n4,9\n")
    (tmp_path / "text.csv").write_text("a,b\n1,2\n3,abc\n4,9\n")
    (tmp_path / "two.yaml").write_text(TWO)
    started = []

    def start(command, **_):
        started.append(command)
        raise OSError(7, "no job may start")

    monkeypatch.setattr(run.subprocess, "Popen", start)
    return started


def test_every_table_that_cannot_be_used_is_reported_at_once_in_one_line(tables, tmp_path, capsys):
    (tmp_path / "results").mkdir()
    (tmp_path / "results/.lock").touch()
    (tmp_path / "results/good").mkdir()
    (tmp_path / "results/good/study.nc").write_text("earlier")
    assert run.run("two.yaml") == 2
    of_text, of_short = capsys.readouterr().err.splitlines()
    assert of_text.startswith(
        f"two.yaml: studies.text: {tmp_path}/text.csv, line 3, column 'b': 'abc' is not a number"
    )
    assert of_short.startswith(f"two.yaml: studies.short: {tmp_path}/good.csv")
    assert not tables
    assert (tmp_path / "results/good/study.nc").read_text() == "earlier"
    assert not (tmp_path / "results/.set-aside").exists()


def test_a_profile_leaves_the_tables_of_larger_studies_to_the_jobs(tables, monkeypatch, capsys):
    monkeypatch.setenv("SNAKEMAKE_PROFILE", "cluster")
    monkeypatch.setattr(run, "is_short", lambda size: False)
    assert run.run("two.yaml") == 2
    assert "no job may start" in capsys.readouterr().err
    assert len(tables) == 1


def test_a_table_that_does_not_fit_here_is_left_to_the_job(tables, monkeypatch, capsys):
    def begin(*_):
        raise MemoryError

    monkeypatch.setattr(run.build, "begin", begin)
    assert run.run("two.yaml") == 2
    assert "no job may start" in capsys.readouterr().err
