"""The picture shows what was measured, and says in words where nothing was."""

from drawn import drawn

from benchmarks import figure
from benchmarks.methods import ARPACK, WITHOUT
from benchmarks.table import Row


def _row(n, method, **more):
    numbers = {"repeats": 5, "seconds": 1e-6 * n, "seconds_low": 1e-7 * n, "memory_share": 1.0}
    return Row("speed", "gaussian64", n, 10, method, seconds_high=1e-5 * n, **numbers, **more)


ROWS = [
    _row(n, method, **more)
    for n in (100, 200)
    for method, more in ((WITHOUT, {"faster": 4.0}), (ARPACK, {}))
]


def test_time_memory_and_factors_are_drawn():
    other = Row("speed", "plane", 300, 10, ARPACK, repeats=5, seconds=1.0)
    left_out = Row("speed", "gaussian64", 400, 10, ARPACK)
    picture, words = drawn(figure.draw, [*ROWS, other, left_out])
    time, memory, faster = picture.axes
    lines = {line.get_label(): line for line in time.lines}
    assert set(lines) == {WITHOUT, ARPACK}
    assert list(lines[ARPACK].get_xdata()) == [100, 200]
    assert list(memory.lines[-1].get_ydata()) == [1.0, 1.0]
    assert [bar.get_width() for bar in faster.patches] == [4.0, 4.0]
    assert "At n = 200: kpca, no certificate: 0.0002 s" in words.alt
    assert words.alt.endswith("2 bars from 4 to 4 times faster.")
    assert "residual up to 1e-12" in words.caption


def test_without_measurements_a_sentence_says_so():
    words = drawn(figure.draw, [])[1]
    assert words == "The benchmarks are not drawn: no row of the case speed was measured."
