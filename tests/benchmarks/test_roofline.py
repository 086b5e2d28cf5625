"""The least time of a fit, from rates that are measured."""

import pytest

from benchmarks import roofline
from benchmarks.roofline import Rates

RATES = Rates(gemm=1e9, single=2e9, bandwidth=8e9, exp=1e9)


def test_every_rate_is_measured():
    rates = roofline.measure(size=64, values=2**20)
    assert min(rates.gemm, rates.single, rates.bandwidth, rates.exp) > 1e6


def test_the_bound_of_kept_entries_counts_building_once_and_the_slower_of_read_and_product():
    build = 1000**2 / 2 * (2 * 10 + 1) / 1e9
    one = roofline.krylov(1000, 8, 1, 1, RATES)
    assert one == pytest.approx(build + 2e6 / 1e9, abs=1e-15)
    fast = Rates(gemm=1e15, single=2e9, bandwidth=8e9, exp=1e15)
    assert roofline.krylov(1000, 8, 3, 1, fast) == pytest.approx(3 * 4e6 / 8e9, rel=1e-3, abs=0)


def test_entries_that_are_computed_again_cost_in_every_pass():
    once = roofline.krylov(1000, 8, 1, 12, RATES, kept=False)
    assert roofline.krylov(1000, 8, 5, 12, RATES, kept=False) == pytest.approx(5 * once, abs=1e-12)
    assert roofline.krylov(1000, 8, 5, 12, RATES) < 5 * once


def test_a_factor_takes_two_products_per_entry():
    assert roofline.low_rank(1000, 50, RATES) == pytest.approx(5e6 / 1e9, abs=1e-15)
    assert roofline.low_rank(1000, 50, RATES, single=True) == pytest.approx(2.5e-3, abs=1e-15)
