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
