"""The progress is one line that is rewritten in a terminal, and a few lines in a log."""

import fcntl
import io
import os
import struct
import termios

import pytest

from kpca.workflow.launch import line


class Progress:
    """The state that a test sets."""

    total, done, text = 0, 0, "looking"

    def set(self, done, text, total=20):
        self.total, self.done, self.text = total, done, text


@pytest.fixture
def progress():
    return Progress()


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 40 columns, and what it has received since the last question."""
    for name in ("CI", "TERM"):
        monkeypatch.delenv(name, raising=False)
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, 40, 0, 0))
    with open(slave, "w", encoding="utf-8") as file:
        yield file, lambda: _received(master, file)
    os.close(master)


END = "\a"


def _received(master, stream):
    """What has come; a terminal may hand on what it gets in parts, so an end is sent, too."""
    print(END, end="", file=stream, flush=True)
    found = b""
    while not found.endswith(END.encode()):
        found += os.read(master, 2**16)
    return found.decode().removesuffix(END)


def _screen(received):
    """The lines that a terminal shows."""
    lines = []
    for row in received.replace("\r\n", "\n").split("\n"):
        cells = []
        for part in row.split("\r"):
            cells[: len(part)] = part
        lines.append("".join(cells).rstrip())
    return lines


def test_a_terminal_shows_the_last_state_in_one_line_of_its_width(terminal, progress):
    stream, received = terminal
    with line.shown(progress, stream) as show:
        progress.set(5, "5 of 20 jobs done, about 3 min left, now a long name")
        show()
        first = _screen(received())
        progress.set(10, "10 of 20 jobs done")
        show()
        assert _screen(received()) == ["|██████      | 10 of 20 jobs done"]
    assert first == ["|███         | 5 of 20 jobs done, about"]


def test_a_terminal_that_does_not_know_its_size_has_eighty_columns(terminal, progress):
    stream, received = terminal
    fcntl.ioctl(stream, termios.TIOCSWINSZ, struct.pack("4H", 0, 0, 0, 0))
    progress.set(10, "x" * 100)
    with line.shown(progress, stream):
        assert _screen(received()) == ["|            | " + "x" * 64]


def test_a_state_that_did_not_change_writes_nothing(terminal, progress):
    stream, received = terminal
    with line.shown(progress, stream) as show:
        show()
        show()
        print("end", file=stream, flush=True)
        assert received().count("looking") == 1


def test_lines_of_jobs_stay_above_the_progress(terminal, progress, monkeypatch):
    stream, received = terminal
    monkeypatch.setattr("sys.stdout", stream)
    with line.shown(progress, stream) as show:
        progress.set(10, "10 of 20 jobs done")
        show()
        line.above("1.0 s  a.ipynb")
        line.above("2.0 s  b.ipynb")
        shown = _screen(received())
    assert shown == ["1.0 s  a.ipynb", "2.0 s  b.ipynb", "|██████      | 10 of 20 jobs done"]


def test_the_line_is_gone_after_the_last_job(terminal, progress):
    stream, received = terminal
    with line.shown(progress, stream):
        pass
    print("summary", file=stream, flush=True)
    assert _screen(received()) == ["summary", ""]


def test_an_interrupt_ends_the_line_and_leaves_the_last_state(terminal, progress):
    stream, received = terminal
    with pytest.raises(KeyboardInterrupt), line.shown(progress, stream) as show:
        progress.set(10, "10 of 20 jobs done")
        show()
        raise KeyboardInterrupt
    print("interrupted", file=stream, flush=True)
    assert _screen(received()) == ["|██████      | 10 of 20 jobs done", "interrupted", ""]


@pytest.mark.parametrize(("name", "value"), [("CI", "true"), ("TERM", "dumb")])
def test_a_terminal_that_keeps_every_line_is_a_log(terminal, monkeypatch, name, value):
    stream, _ = terminal
    assert line.is_terminal(stream)
    monkeypatch.setenv(name, value)
    assert not line.is_terminal(stream)


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_a_file_and_a_closed_output_are_no_terminals(stream):
    assert not line.is_terminal(stream)


def test_a_log_gets_a_line_after_a_tenth_of_the_jobs_and_thirty_seconds(progress):
    log, now = io.StringIO(), [0.0]
    show = line._in_a_log(progress, log, lambda: now[0])
    show()
    assert log.getvalue() == "", "nothing is planned yet"
    for second in range(0, 1000):
        now[0] = float(second)
        progress.set(second // 50, f"{second // 50} done at {second}")
        show()
    # A job in 50 s: two of 20 jobs, a tenth, in 100 s.
    assert log.getvalue().splitlines() == [f"{2 * k} done at {100 * k}" for k in range(10)]


def test_a_log_of_a_fast_run_gets_a_line_every_thirty_seconds(progress):
    log, now = io.StringIO(), [0.0]
    show = line._in_a_log(progress, log, lambda: now[0])
    for second in range(0, 100):
        now[0] = float(second)
        progress.set(second, str(second), total=100)
        show()
    assert log.getvalue().splitlines() == ["0", "30", "60", "90"]


def test_a_log_has_no_carriage_return(progress, capsys):
    with line.shown(progress, None) as show:
        progress.set(1, "1 of 20 jobs done")
        show()
        line.above("1.0 s  a.ipynb")
    assert capsys.readouterr().out == "1 of 20 jobs done\n1.0 s  a.ipynb\n"


def test_a_closed_pipe_stops_no_progress(progress):
    class Closed(io.StringIO):
        def flush(self):
            raise BrokenPipeError

    progress.set(1, "1 of 20 jobs done")
    with line.shown(progress, Closed()) as show:
        show()
