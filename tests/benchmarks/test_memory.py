"""The peak of the memory of this process."""

import numpy as np
import pytest

from benchmarks import memory

MEGABYTES = 60


@pytest.mark.skipif(not memory._STATUS.exists(), reason="this system counts no peak")
def test_the_peak_grows_with_an_allocation_and_stays_when_it_is_freed():
    memory.restart_peak()
    before = memory.peak_bytes()
    block = np.ones(MEGABYTES * 10**6 // 8)
    assert block.sum() > 0
    del block
    grown = memory.peak_bytes() - before
    assert MEGABYTES * 1e6 - 2e6 <= grown <= MEGABYTES * 1e6 + 20e6
    memory.restart_peak()
    assert memory.peak_bytes() - before <= 20e6


def test_a_system_that_counts_no_peak_gives_nan(tmp_path, monkeypatch):
    monkeypatch.setattr(memory, "_STATUS", tmp_path / "none")
    monkeypatch.setattr(memory, "_CLEAR", tmp_path / "no folder" / "none")
    memory.restart_peak()
    assert np.isnan(memory.peak_bytes())
