"""Progress of a fit: what a log and a terminal show."""

import io
import re
import sys

import numpy as np

from kpca import KernelPCA
from kpca.estimators import progress

X = np.random.default_rng(0).normal(size=(700, 5))


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_log_gets_a_line_every_ten_seconds_with_the_time_left():
    log, now = io.StringIO(), [0.0]
    write = progress._lines(14.0, "kernel PCA", log, lambda: now[0])
    for k in range(1, 15):
        now[0] = 3.0 * k
        write(k, 10.0**-k)
    lines = log.getvalue().splitlines()
    assert lines == [
        "kernel PCA: pass 4, residual 1e-04, about 30 s left",
        "kernel PCA: pass 8, residual 1e-08, about 18 s left",
        "kernel PCA: pass 12, residual 1e-12, about 6 s left",
    ]


def test_before_a_digit_is_gained_no_time_is_guessed():
    log, now = io.StringIO(), [0.0]
    write = progress._lines(14.0, "kernel PCA", log, lambda: now[0])
    now[0] = 11.0
    write(1, 2.0)
    assert log.getvalue() == "kernel PCA: pass 1, residual 2e+00\n"


def test_a_terminal_has_one_bar_that_ends_at_the_tolerance():
    stream = Terminal()
    with progress.shown(1e-14, stream=stream) as update:
        update(1, 1e-7)
        update(2, 0.0)
    assert re.search(r"100%\|.*pass 2, residual 0e\+00", stream.getvalue())
    assert "\n" not in stream.getvalue()


def test_a_short_fit_writes_nothing_to_a_log_and_a_silent_one_nothing_to_a_terminal(capsys):
    KernelPCA(3, kernel="rbf", verbose=True).fit(X)
    KernelPCA(3, kernel="rbf").fit(X)
    assert capsys.readouterr().err == ""


def test_without_tqdm_a_terminal_gets_lines(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    stream = Terminal()
    with progress.shown(1e-14, stream=stream) as update:
        update(1, 1e-7)
    assert stream.getvalue().startswith("kernel PCA: pass 1, residual 1e-07, about 0 s left\n")
