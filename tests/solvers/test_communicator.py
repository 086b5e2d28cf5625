"""Who shares the cores of a machine, and exceptions that arrive as they were sent."""

import os
from types import SimpleNamespace

import pytest

from kpca.solvers import communicator
from kpca.solvers.partial import MemoryBudgetError


@pytest.mark.parametrize(("own", "sharing"), [([0, 1], 2), ([2, 3], 1), ([1, 0], 2)])
def test_only_ranks_that_use_the_same_cores_share_them(own, sharing, monkeypatch):
    class Node:
        def Split_type(self, _):
            return self

        def allgather(self, mine):
            assert mine == sorted(own)
            return [[0, 1], [0, 1], [2, 3]]

        def Free(self):
            pass

    monkeypatch.setattr(communicator, "mpi", lambda: SimpleNamespace(COMM_TYPE_SHARED=0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: own, raising=False)
    assert communicator.sharing(Node()) == sharing


def test_on_a_system_that_binds_no_process_to_cores_all_ranks_share_them(monkeypatch):
    node = SimpleNamespace(allgather=lambda mine: [mine] * 3, Free=lambda: None)
    monkeypatch.setattr(communicator, "mpi", lambda: SimpleNamespace(COMM_TYPE_SHARED=0))
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert communicator.sharing(SimpleNamespace(Split_type=lambda _: node)) == 3


def test_the_code_of_an_exit_arrives_on_the_other_ranks():
    for code in (3, "an end", None):
        arrived = communicator.unpacked(communicator.packed(SystemExit(code)))
        assert isinstance(arrived, SystemExit)
        assert arrived.code == code
    error = MemoryBudgetError("too small", 7)
    arrived = communicator.unpacked(communicator.packed(error))
    assert (type(arrived), str(arrived), arrived.least) == (MemoryBudgetError, "too small", 7)
