"""The exponent of a power law, and the rows that state it."""

import pytest

from benchmarks import growth
from benchmarks.table import Row


@pytest.mark.parametrize("power", [1.0, 2.0, 2.7])
def test_the_exponent_of_a_made_up_power_law_is_found(power):
    sizes = [2_000, 5_000, 10_000, 20_000]
    found = growth.exponent(sizes, [3e-9 * n**power for n in sizes])
    assert found == pytest.approx(power, abs=1e-9)


def test_one_size_has_no_exponent():
    with pytest.raises(ValueError, match="1 sizes were measured; an exponent needs at least 2"):
        growth.exponent([1000, 1000], [1.0, 2.0])


def test_the_rows_are_those_of_methods_with_two_sizes():
    table = [
        Row("speed", "s", n, 10, name, repeats=5, seconds=1e-6 * n**2, memory_mb=float(n))
        for name, sizes in (("two", (100, 200)), ("one", (100,)))
        for n in sizes
    ]
    table += [Row("speed", "s", 400, 10, "two"), Row("other", "s", 400, 10, "two", repeats=5)]
    time, memory = growth.rows(table)
    assert (time.case, time.method, time.n) == ("growth of time", "two", 200)
    assert time.exponent == pytest.approx(2.0, abs=1e-9)
    assert memory.exponent == pytest.approx(1.0, abs=1e-9)
    assert memory.note == "n = 100, 200"
