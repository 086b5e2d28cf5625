"""A fit in a process of its own, and the ways in which it can fail."""

import pytest

from benchmarks import processes
from benchmarks.processes import FitError
from benchmarks.worker import Job


def test_a_fit_is_measured_in_another_process():
    found = processes.measured(Job("plane", 60, 2, "kpca, certified", residual=True), 100.0)
    assert found.q == 2
    assert found.seconds > 0.0
    assert found.residual <= 1e-12


def test_a_fit_that_fails_says_why():
    with pytest.raises(FitError, match=r"failed: .*rank"):
        processes.measured(Job("plane", 60, 2, "kpca, low rank", options={"rnk": 1}), 100.0)


def test_a_fit_that_takes_too_long_is_ended():
    with pytest.raises(FitError, match="skipped: more than the limit of 0 s"):
        processes.measured(Job("plane", 60, 2, "kpca, certified"), 0.01)
