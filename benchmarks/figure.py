"""The picture of the table: time and memory against n, and how much faster each case is."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator, StrMethodFormatter

from benchmarks.methods import METHODS
from benchmarks.run import ACCURATE
from benchmarks.table import Row
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import legend
from kpca.figures.texts import counted

CASE, POINTS = "speed", "gaussian64"
"""The rows of this case and of these points, with one number of components, have several n."""


def draw(figure: Figure, rows: Sequence[Row]) -> Words | str:
    """Three panels: seconds and memory against n, and times faster than the peer by case."""
    by_size = [row for row in rows if (row.case, row.spectrum) == (CASE, POINTS) and row.repeats]
    compared = [row for row in rows if row.faster]
    if not by_size:
        return f"The benchmarks are not drawn: no row of the case {CASE} was measured."
    figure.set_size_inches(figure.get_figwidth(), 1.6 + max(2.0, 0.16 * len(compared)))
    time, memory, faster = figure.subplots(1, 3, width_ratios=(1, 1, 0.8))
    _against_size(time, by_size, "seconds")
    time.set(yscale="log", ylabel="time of one fit [s]")
    _against_size(memory, by_size, "memory_share")
    memory.axhline(1.0, color="0.3", lw=0.8, ls="--")
    memory.set(ylabel="peak memory / 8n² bytes", ylim=(0, None))
    _faster(faster, compared)
    legend(figure)
    return Words(_caption(by_size), _alt(by_size, compared))


def _against_size(axes: Axes, rows: Sequence[Row], column: str) -> None:
    """One line for each method; the whiskers of the seconds go from the least to the most."""
    for k, method in enumerate(METHODS):
        own = sorted((row for row in rows if row.method == method), key=lambda row: row.n)
        if not own:
            continue
        n, values = [row.n for row in own], [getattr(row, column) for row in own]
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 1}
        axes.plot(n, values, label=method, **look)
        if column == "seconds":
            lowest, highest = [row.seconds_low for row in own], [row.seconds_high for row in own]
            axes.vlines(n, lowest, highest, color=COLORS[k], lw=0.8)
    axes.set(xscale="log", xlabel="samples n")
    axes.set_xticks(sorted({row.n for row in rows}))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.tick_params(axis="x", rotation=45)


def _faster(axes: Axes, rows: Sequence[Row]) -> None:
    colors = {method: COLORS[k] for k, method in enumerate(METHODS)}
    for position, row in enumerate(rows):
        axes.barh(position, row.faster, color=colors[row.method], height=0.7)
    axes.set_yticks(range(len(rows)), [f"{row.spectrum}, d = {row.d}, {row.n:,}" for row in rows])
    axes.invert_yaxis()
    axes.axvline(1.0, color="0.3", lw=0.8)
    axes.set(xscale="log", xlabel="times faster")
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.xaxis.set_minor_locator(NullLocator())


def _caption(rows: Sequence[Row]) -> str:
    first = rows[0]
    return (
        f"Left: the median time of a fit of {first.d} components ({first.spectrum}: Gaussian "
        "kernel), with its range. Middle: the peak memory in units of the Gram matrix; dashed: one "
        "Gram matrix. Right: how many times faster than scikit-learn's fastest solver with a "
        f"residual up to {ACCURATE:.0e}."
    )


def _alt(rows: Sequence[Row], compared: Sequence[Row]) -> str:
    methods = list(dict.fromkeys(row.method for row in rows))
    largest = max(row.n for row in rows)
    times = "; ".join(f"{row.method}: {row.seconds:.3g} s" for row in rows if row.n == largest)
    text = (
        f"Three panels. {counted(len(methods), 'line')} of time and of memory against n on "
        f"logarithmic axes of n. At n = {largest}: {times}."
    )
    if compared:
        low, high = min(row.faster for row in compared), max(row.faster for row in compared)
        text += f" {counted(len(compared), 'bar')} from {low:.2g} to {high:.2g} times faster."
    return text
