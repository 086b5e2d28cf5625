"""One budget may be written in several ways, and what is none is refused."""

import pytest

from kpca.solvers.budget import in_bytes

BUDGETS = {
    "8GB": 8e9,
    " 1.5 gib ": 1.5 * 2**30,
    ".25MB": 250_000.0,
    "3e2 kB": 300_000.0,
    "7TiB": 7 * 2**40,
    "3 MiB": 3_145_728.0,
    "5KiB": 5120.0,
    "2 tb": 2e12,
    "6B": 6.0,
    "4096": 4096.0,
    "8.GB": 8e9,
    2e9: 2e9,
    123: 123.0,
    float("inf"): float("inf"),
}


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_number_is_bytes_and_a_text_has_a_unit(budget):
    assert in_bytes(budget) == BUDGETS[budget]
