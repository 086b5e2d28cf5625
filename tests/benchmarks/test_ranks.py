"""The model of a fit on many cores, and a measured fit on two ranks."""

from importlib.util import find_spec

import pytest

from benchmarks import ranks
from benchmarks.ranks import Measured, Model

MODEL = Model(1e-8, 1e-7, latency=1e-6, bandwidth=1e10, cores=4, speed_up=2.0, b=10)
MEASURED = Measured(1, 1000, 3.0, 10, 2.0, 0.0, 10**7, [10**6])


def test_the_terms_of_a_pass_are_these_formulas():
    tiles, messages, alone = MODEL.terms(1000, 1)
    assert tiles == pytest.approx(1e-8 * 500_500, rel=1e-12, abs=0)
    assert (messages, alone) == (0.0, pytest.approx(1e-3, rel=1e-12, abs=0))
    tiles, messages, alone = MODEL.terms(1000, 8)
    assert tiles == pytest.approx(1e-8 * 500_500 / 8, rel=1e-12, abs=0)
    assert messages == pytest.approx(4 * 8e4 / 1e10 + 6e-6, rel=1e-12, abs=0)
    assert alone == pytest.approx(5e-4, rel=1e-12, abs=0)


def test_one_machine_sends_nothing_and_more_cores_never_take_longer_for_many_samples():
    assert MODEL.terms(10**5, 4)[1] == 0.0
    times = [MODEL.seconds(10**6, p) for p in (1, 2, 4, 8, 64)]
    assert times == sorted(times, reverse=True)
    shares = [MODEL.efficiency(10**4, p) for p in (1, 4, 64)]
    assert shares[0] == 1.0
    assert shares == sorted(shares, reverse=True)


def test_the_model_gives_back_the_fit_that_it_comes_from():
    model = Model.of(MEASURED)
    assert model.seconds(1000, 1) == pytest.approx(0.3, rel=1e-12, abs=0)
    assert MEASURED.alone == 1.0
    assert MEASURED.line() == (
        "| 1,000 | 1 | 10 | 0.300 s | 0.200 s | 0.000 s | 0.100 s | 1.0 MB | 1 MB |"
    )


def test_the_table_has_a_row_for_each_number_of_cores():
    rows = ranks.table(Model(1e-8, 1e-7, b=48), 10)
    assert rows[2].startswith("| 1 | 8.4")
    assert rows[-1].startswith("| 1,024 | ")
    assert rows[0].count("|") == rows[-1].count("|") == 5


@pytest.mark.faults
def test_two_ranks_are_measured_in_processes_of_their_own():
    if find_spec("mpi4py") is None:
        pytest.skip("no mpi4py: pip install mpi4py mpich")
    measured = ranks.measure(2, 1000, kept=False)
    assert measured.ranks == len(measured.memory) == 2
    assert measured.passes > 5
    assert 0.0 < measured.tiles < measured.seconds
    assert measured.bytes >= measured.passes * 1000 * 8
