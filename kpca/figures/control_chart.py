"""Control charts: T^2 and SPE of samples in their order, limits, and contributions."""

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kpca.choosing.control_limits import RESIDUE, combined
from kpca.figures import images
from kpca.figures.beside import beside, without_room
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import MOST_VECTORS
from kpca.figures.style import NARROW, WIDE
from kpca.figures.texts import (
    LONGEST,
    counted,
    listed,
    literal,
    plain,
    shortened,
    squared,
    with_unit,
)
from kpca.studies.control import ControlChart

LABELS = ("T²", "SPE")

STYLES, NORMAL_STYLES = ("--", "-"), ("-.", ":")
"""Of the limits, the lowest first, and of those that hold for normally distributed scores."""

FAR = 3.0
"""A limit of new samples is not drawn with training samples that are all so many times lower."""

MOST_NAMED = 8
"""The most samples above a limit that are named in a panel: those that are farthest above."""

MOST_BARS = 10
"""The most columns whose contributions are drawn."""

LOGARITHMIC = 8.0
"""The axis is logarithmic if a sample is so many times above the lowest limit."""

LEAST = 1e-3
"""On a logarithmic axis a smaller share of the lowest limit is drawn as this share. An SPE below it
is rounding if all limits are the same, the least one (``control_limits``)."""


def draw(
    figure: Figure,
    chart: ControlChart,
    names: Sequence[str],
    columns: Sequence[str] = (),
    unit: str = "1",
    part: float | None = None,
) -> Words:
    """The chart of samples with ``names`` (m,); ``columns`` (q,) are those that contribute.

    ``unit`` is that of the scores. ``part`` is the width in inches of a part on a page; without it
    the figure is as wide as one or two columns of a journal.
    """
    # Where the SPE is rounding, there is nothing to see of it.
    statistics, worst = ([0] if _is_rounding(chart) else [0, 1]), _worst(chart)
    # On a page of a phone the contributions stand below.
    parts = figure.subfigures(1, 1 if worst is None else 2, squeeze=False)[0]
    width = WIDE if chart.of_training or worst is not None else NARROW
    figure.set_size_inches(
        part * len(parts) if part else width, 4.6 if len(statistics) > 1 else 2.4
    )
    panels = parts[0].subplots(len(statistics), 1, sharex=True, squeeze=False)[:, 0]
    names_of_axes = LABELS[0], with_unit(LABELS[1], squared(unit))
    for k, axes in zip(statistics, panels, strict=True):
        _statistic(axes, chart, k)
        axes.set_ylabel(names_of_axes[k])
    panels[-1].set_xlabel(f"{_kind(chart)} sample, in the order of the table")
    if worst is not None:
        _contributions(parts[1].subplots(), chart, worst, names, columns)
    _legend(figure, panels, columns=1 + chart.of_training)
    left_out = [name for k, axes in enumerate(panels) for name in _name(axes, chart, k, names)]
    words = _caption_of_training if chart.of_training else _caption
    return Words(f"{words(chart)}{without_room(left_out)}", _alt(chart, names, columns))


def _worst(chart: ControlChart) -> int | None:
    """The sample farthest above the limits whose contributions are known."""
    return next(iter(chart.contributions), None)


def _kind(chart: ControlChart) -> str:
    return "training" if chart.of_training else "new"


def _legend(figure: Figure, panels: Sequence[Axes], columns: int) -> None:
    entries: dict[str, Artist] = {}
    for axes in panels:
        for mark, label in zip(*axes.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, mark)
    if entries:
        figure.legend(entries.values(), entries.keys(), loc="outside upper left", ncols=columns)


def _statistic(axes: Axes, chart: ControlChart, k: int) -> None:
    values, least, lines = chart.statistics[:, k], chart.limits.values[0, k], _lines(chart, k)
    if np.isfinite(least) and values.max(initial=0.0) > LOGARITHMIC * least > 0.0:
        axes.set_yscale("log")
        values = np.maximum(values, LEAST * least)
    else:
        highest = max([values.max(initial=0.0), *(height for height, *_ in lines)])
        axes.set_ylim(0.0, 1.12 * highest if highest > 0.0 else 1.0)
    across, above = np.arange(1, len(values) + 1), chart.above[:, k] > 0
    look = {"marker": MARKERS[0], "s": 10, "rasterized": len(values) > MOST_VECTORS}
    axes.scatter(across[~above], values[~above], color=COLORS[0], linewidths=0, **look)
    look |= {"marker": MARKERS[1], "s": 20, "edgecolors": "0.1", "linewidths": 0.5}
    axes.scatter(across[above], values[above], facecolors=COLORS[1], **look)
    for height, label, style in lines:
        axes.axhline(height, label=label, **style)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.margins(x=0.03)


def _lines(chart: ControlChart, k: int) -> list[tuple[float, str, dict[str, object]]]:
    """The limits of a statistic that are drawn: the height, the label and the look of each."""
    of = " of new samples, left out" if chart.of_training else ""
    levels, found = [f"{100 * level:g} % limit" for level in chart.limits.levels], []
    for level, limit, style in zip(levels, chart.limits.values[:, k], STYLES, strict=True):
        if np.isfinite(limit) and not _is_far(chart, k, limit):
            found.append((limit, f"{level}{of}", {"color": "0.2", "lw": 0.8, "ls": style}))
    for level, limit, style in zip(levels, chart.normal, NORMAL_STYLES, strict=True):
        if k == 0 and np.isfinite(limit):
            look = {"color": COLORS[2], "lw": 1.4, "ls": style}
            found.append((limit, f"{level} of normal scores", look))
    return found


def _is_far(chart: ControlChart, k: int, limit: float) -> bool:
    highest = chart.statistics[:, k].max(initial=0.0)
    return chart.of_training and FAR * highest < limit < np.inf


def _name(axes: Axes, chart: ControlChart, k: int, names: Sequence[str]) -> list[str]:
    """Name the samples farthest above a limit; returns the names that found no room."""
    # Of training samples every twentieth is above the lowest limit.
    least = len(chart.limits.levels) if chart.of_training else 1
    chosen = np.flatnonzero(chart.above[:, k] >= least)
    chosen = chosen[np.argsort(-chart.statistics[chosen, k], kind="stable")][:MOST_NAMED]
    if not len(chosen):
        return []
    points = np.column_stack([chosen + 1.0, chart.statistics[chosen, k]])
    others = np.vstack([marks.get_offsets() for marks in axes.collections])
    lines = [height for height, *_ in _lines(chart, k)]
    return beside(axes, points, [names[i] for i in chosen], others=others, lines=lines)


def _contributions(
    axes: Axes, chart: ControlChart, worst: int, names: Sequence[str], columns: Sequence[str]
) -> None:
    values, cells = chart.contributions[worst], images.grid(columns)
    axes.set_title(f"contributions to {literal(plain(names[worst], LONGEST))}", loc="right")
    if cells is not None:
        image = images.on_axes(axes, values, cells)
        axes.figure.colorbar(image, ax=axes, location="bottom").set_label("decrease of the index")
        return
    chosen = np.argsort(-values, kind="stable")[:MOST_BARS]
    texts = shortened([columns[j] for j in chosen], LONGEST)
    axes.barh(np.arange(len(chosen)), values[chosen], height=0.7, color=COLORS[1])
    axes.set_yticks(np.arange(len(chosen)), [literal(text) for text in texts])
    axes.invert_yaxis()
    axes.set_xlabel("decrease of the index")


def _caption(chart: ControlChart) -> str:
    lines = []
    for level, rates, errors, limits in zip(
        chart.limits.levels,
        chart.alarms.rates,
        chart.alarms.standard_errors,
        chart.limits.values,
        strict=True,
    ):
        if np.isinf(limits).any():
            lines.append(
                f"{chart.limits.samples} samples are too few for a limit of {100 * level:g} %"
            )
            continue
        shares = listed(
            [
                f"{100 * rate:.2g} % (± {100 * error:.1g}) for {label}"
                for label, rate, error in zip(LABELS, rates, errors, strict=True)
            ]
        )
        lines.append(f"above the {100 * level:g} % limits: {shares}")
    text = "; ".join(lines)
    again = (
        " There are no new samples, so the training samples are placed again. The components "
        "follow them, and fewer of them are above a limit than of new ones."
        if chart.again
        else ""
    )
    bars = (
        "Contributions: how much T² and SPE together, in units of their lowest limits, fall for "
        "the sample farthest above if one column gets its best value. "
        if chart.contributions
        else ""
    )
    which = "placed" if chart.again else "new"
    orange = f"Orange squares: {which} samples above a limit, which may be of another kind. "
    return (
        f"{orange * bool(chart.above.any())}{bars}{OF_STATISTICS}The limits come from training "
        f"samples that were left out. {_of_rounding(chart)}False alarms of such samples: {text}. "
        f"{_of_normal(chart)}Basis: {chart.basis}.{again}"
    )


OF_STATISTICS = (
    "T² is the squared distance from the mean along the components, each in units of its variance, "
    "and SPE the part of the squared distance that they do not show. "
)


def _of_normal(chart: ControlChart) -> str:
    """What the limits of normal scores are, with a blank after it."""
    if not np.isfinite(chart.normal).any():
        return ""
    again = chart.of_training or chart.again
    law = "training samples with normal scores (Beta)"
    law = law if again else "new samples with normal scores (F, exact with all columns)"
    return f"Green, with dots: limits of T² of {law}. "


def _caption_of_training(chart: ControlChart) -> str:
    few = (
        "There are too few samples for limits from samples that were left out. "
        if _has_no_limit(chart)
        else "Black: limits of new samples, from training samples that were left out. "
    )
    orange = (
        f"Orange squares: above the {100 * chart.limits.levels[0]:g} % limit of T² for training "
        "samples, or above that of SPE. "
    )
    far = [
        f"the {100 * level:g} % limit of {label}, {limit:.3g}"
        for k, label in enumerate(LABELS[: 1 if _is_rounding(chart) else 2])
        for level, limit in zip(chart.limits.levels, chart.limits.values[:, k], strict=True)
        if _is_far(chart, k, limit)
    ]
    beyond = f"Not drawn, because far above: {listed(far)} of new samples. "
    return (
        f"{orange if chart.above.any() else ''}{OF_STATISTICS}{few}{beyond if far else ''}"
        f"{_of_normal(chart)}{_of_rounding(chart)}Basis: {chart.basis}."
    )


def _is_rounding(chart: ControlChart) -> bool:
    """Whether the components have all of the variance, so that the SPE is rounding."""
    values, limits = chart.statistics[:, 1], chart.limits.values[:, 1]
    if chart.of_training:
        return not values.any()
    if _has_no_limit(chart):
        # Of few samples: the components have all of the variance, or nearly all of it.
        rounding = LEAST * RESIDUE * chart.limits.variances.sum()
        return bool(values.max(initial=0.0) <= rounding)
    least = limits[0] if np.isfinite(limits).all() else 0.0
    return not ((limits != least).any() or values.max(initial=0.0) > LEAST * least)


def _has_no_limit(chart: ControlChart) -> bool:
    return bool(np.isinf(chart.limits.values[:, 1]).all())


def _of_rounding(chart: ControlChart) -> str:
    if not _is_rounding(chart):
        return ""
    limit = "" if _has_no_limit(chart) else "; its limit is 10⁻⁹ of the mean squared distance"
    return (
        "The SPE is not drawn: it is rounding, because the components have nearly all of the "
        f"variance{limit}. "
    )


def _alt(chart: ControlChart, names: Sequence[str], columns: Sequence[str] = ()) -> str:
    parts, labels = [], LABELS[:1] if _is_rounding(chart) else LABELS
    for k, label in enumerate(labels):
        above = np.flatnonzero(chart.above[:, k])
        order = above[np.argsort(-chart.statistics[above, k], kind="stable")][:MOST_NAMED]
        who = f": {listed([plain(names[i], LONGEST) for i in order])}" if len(order) else ""
        more = " and others" if len(above) > len(order) else ""
        parts.append(f"{len(above)} above a limit of {label}{who}{more}")
    panels = "Two panels" if len(labels) > 1 else "One panel"
    text = f"{panels} with {counted(len(names), f'{_kind(chart)} sample')}; {'; '.join(parts)}."
    worst = _worst(chart)
    if worst is None:
        return text
    best = int(chart.contributions[worst].argmax())
    index = combined(chart.statistics, chart.limits)[worst]
    return (
        f"{text} Drawn are the contributions to {plain(names[worst], LONGEST)}, whose index is "
        f"{index:.3g}: the largest is {plain(columns[best], LONGEST)} "
        f"({chart.contributions[worst][best]:.3g})."
    )
