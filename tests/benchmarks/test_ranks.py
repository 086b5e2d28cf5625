"""A measured fit on two ranks."""

from importlib.util import find_spec

import pytest

from benchmarks import ranks


@pytest.mark.faults
def test_two_ranks_are_measured_in_processes_of_their_own():
    if find_spec("mpi4py") is None:
        pytest.skip("no mpi4py: pip install mpi4py mpich")
    measured = ranks.measure(2, 1000, kept=False)
    assert measured.ranks == len(measured.memory) == 2
    assert measured.passes > 5
    assert 0.0 < measured.tiles < measured.seconds
    assert measured.bytes >= measured.passes * 1000 * 8
