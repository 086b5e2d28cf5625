"""Rules that choose gamma and the number of components: their curves, and what they choose."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from choosing_a_kernel import FACTORS, Compared
from inflated_variance import TRAINING, Inflated
from kpca.arrays import Array
from kpca.choosing.parallel_analysis import ParallelAnalysis
from kpca.choosing.preimage_error import FOLDS, PreImageErrors
from kpca.figures import tables
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.texts import counted, squared, with_unit
from novelty import NUMBERS, Detected
from stability import HALFWAY, Stability

SHOWN = 14
"""The most eigenvalues of a parallel analysis that are drawn."""

CORNER = (40, 40)
"""The most false alarms and the fewest detections, in percent, that are drawn of ROC curves."""


def rules(figure: Figure, compared: Sequence[Compared]) -> Words:
    """Three rules on each data set: a row of panels for each."""
    figure.set_size_inches(figure.get_figwidth(), 0.5 + 1.9 * len(compared))
    panels = figure.subplots(len(compared), 3, squeeze=False)
    for row, case in zip(panels, compared, strict=True):
        spectrum(row[0], case.parallel)
        hidden(row[1], case)
        angles(row[2], case.halves)
        row[0].set_title(f"{case.name}: parallel analysis, d = {case.parallel.components}")
        best = case.hidden.best_kernel
        d = case.hidden.within_one_standard_error(best)
        row[1].set_title(f"hidden values: d = {d}")
        row[2].set_title(f"two halves: d = {case.halves.components}")
    marks, labels = panels[0, 1].get_legend_handles_labels()
    figure.legend(marks, labels, loc="outside lower center", ncols=len(labels), columnspacing=1.0)
    return Words(
        "Left: eigenvalues of the data (line) and of "
        f"{counted(len(compared[0].parallel.permuted), 'data set')} with permuted columns (shaded: "
        "from the least to the largest permuted value). Middle: the error of values that were "
        f"hidden, from {FOLDS} folds of the samples, for each γ as a multiple of the median "
        "heuristic; dotted: the column means as prediction. Right: the largest angle between the "
        f"components of two random halves, of {counted(len(compared[0].halves.angles), 'halving')} "
        "the median, and shaded from the least to the largest angle; dashed: 45°.",
        f"{counted(3 * len(compared), 'panel')}, three for each data set. "
        + " ".join(
            f"{case.name.capitalize()}: {case.parallel.components} eigenvalues are above the "
            f"permuted ones; the least error of hidden values is {case.hidden.mean.min():.3g}, "
            f"where the column means have {case.means:.3g}; the median angle of two halves lies "
            f"between {case.halves.median.min():.0f}° and {case.halves.median.max():.0f}°."
            for case in compared
        ),
    )


def _whole_numbers(axes: Axes) -> None:
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))


def spectrum(axes: Axes, analysis: ParallelAnalysis) -> None:
    """Leading eigenvalues beside the permuted ones."""
    shown = min(SHOWN, len(analysis.eigenvalues))
    number = np.arange(1, shown + 1)
    permuted = analysis.permuted[:, :shown]
    axes.fill_between(number, permuted.min(axis=0), permuted.max(axis=0), color="0.75", lw=0)
    axes.plot(number, analysis.threshold[:shown], color="0.35", lw=0.8, label="permuted columns")
    axes.plot(number, analysis.eigenvalues[:shown], "o-", ms=3, color=COLORS[0], label="data")
    axes.axvline(analysis.components + 0.5, color=COLORS[1], lw=0.8, ls="--")
    axes.set(xlabel="position in the spectrum", ylabel="eigenvalue λ", ylim=(0, None))
    _whole_numbers(axes)


def hidden(axes: Axes, case: Compared) -> None:
    """The error of hidden values by the number of components, for PCA and for each gamma."""
    pca = case.pca_hidden
    shown = pca.components <= case.hidden.components[-1]
    axes.plot(pca.components[shown], pca.mean[0, shown], "--", color="0.35", label="PCA")
    _by_gamma(axes, case.hidden)
    axes.axhline(case.means, color="0.35", lw=0.8, ls=":")
    top = 1.15 * max(case.means, case.hidden.mean[:, 0].max())
    axes.set(xlabel="components d", ylabel=_error(case), ylim=(0, top))
    _whole_numbers(axes)


def _error(case: Compared) -> str:
    return with_unit("squared error", squared(case.unit))


def _by_gamma(axes: Axes, errors: PreImageErrors) -> None:
    for k, factor in enumerate(FACTORS):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3, "lw": 0.8}
        axes.plot(errors.components, errors.mean[k], label=f"γ = {factor:g} × median", **look)


def angles(axes: Axes, halves: Stability) -> None:
    """The largest angle between two halves by the number of components."""
    numbers = np.arange(1, halves.angles.shape[1] + 1)
    low, high = halves.angles.min(axis=0), halves.angles.max(axis=0)
    axes.fill_between(numbers, low, high, color=COLORS[5], alpha=0.4, lw=0)
    axes.plot(numbers, halves.median, "o-", ms=3, color=COLORS[0])
    axes.axhline(HALFWAY, color="0.35", lw=0.8, ls="--")
    axes.set(xlabel="components d", ylabel="largest angle [°]", ylim=(0, 92), yticks=(0, 45, 90))
    _whole_numbers(axes)


def rows_and_values(figure: Figure, case: Compared) -> Words:
    """Errors of samples left out beside errors of hidden values: PCA, then the Gaussian kernel."""
    middle = FACTORS.index(1.0)
    panels = figure.subplots(1, 2, sharey=True)
    pairs = ((case.pca_rows, case.pca_hidden, 0), (case.rows, case.hidden, middle))
    for axes, (rows, entries, k) in zip(panels, pairs, strict=True):
        for errors, at, label in ((rows, 0, "rows left out"), (entries, 1, "hidden values")):
            mean, spread = errors.mean[k], errors.standard_error[k]
            look = {"color": COLORS[at], "marker": MARKERS[at], "ms": 3, "lw": 0.8, "capsize": 2}
            axes.errorbar(errors.components, mean, spread, label=label, **look)
        axes.axhline(case.means, color="0.35", lw=0.8, ls=":", label="column means")
        axes.set(xlabel="components d", ylim=(0, 1.6 * case.means))
        _whole_numbers(axes)
    panels[0].set_title("PCA")
    panels[1].set_title("Gaussian kernel, γ of the median heuristic")
    panels[0].set_ylabel(_error(case))
    panels[1].legend(loc="upper right")
    least = int(case.pca_hidden.components[case.pca_hidden.mean[0].argmin()])
    return Words(
        f"Cross-validated errors on {case.name}, with standard errors from {FOLDS} folds. If a "
        "whole row is left out, it takes part in its own prediction, and the error falls with "
        "every component. If values are hidden, the error has a minimum.",
        f"Two panels with two curves each. PCA: the error of rows falls from "
        f"{case.pca_rows.mean[0, 0]:.3g} to {case.pca_rows.mean[0, -1]:.2g}; the error of hidden "
        f"values is least at {counted(least, 'component')} with {case.pca_hidden.mean.min():.3g}. "
        f"Gaussian kernel: the error of rows falls from {case.rows.mean[middle, 0]:.3g} to "
        f"{case.rows.mean[middle, -1]:.3g}, and that of hidden values from "
        f"{case.hidden.mean[middle, 0]:.3g} to {case.hidden.mean[middle].min():.3g}.",
    )


def inflated(figure: Figure, variances: Inflated) -> Words:
    """Variance of new samples over that of training scores, before and after the correction."""
    axes, sets = figure.subplots(), len(variances.new)
    numbers = np.arange(1, len(variances.before) + 1)
    axes.axhline(1.0, color="0.35", lw=0.8, ls="--")
    for values, k, label in (
        (variances.before, 1, "as placed"),
        (variances.pooled, 0, "corrected by left-out samples"),
    ):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3, "lw": 0.8}
        axes.plot(numbers, values, label=label, **look)
    axes.set(xlabel="component", ylim=(0, None))
    axes.set_ylabel("variance of new / training scores")
    axes.legend(loc="lower left")
    return Words(
        f"The mean square of the scores of new images over that of training scores; {TRAINING} "
        f"training images, means over {counted(sets, 'random set')}. The correction uses the "
        "training images only: each is placed once on the components of the others, and the "
        "variances of these scores are averaged over the sets.",
        f"Two lines over {len(numbers)} components. As placed, the ratio falls from "
        f"{variances.before[0]:.2f} to {variances.before[-1]:.2f}; corrected, it lies between "
        f"{variances.pooled.min():.2f} and {variances.pooled.max():.2f}, with the mean "
        f"{variances.pooled.mean():.2f}.",
    )


def novelty(figure: Figure, detected: Detected) -> Words:
    """ROC curves of one class, and areas under the curve by the number of components."""
    left, right = figure.subplots(1, 2)
    for k, (name, (alarms, detections)) in enumerate(detected.curves.items()):
        left.plot(
            100 * alarms, 100 * detections, color=COLORS[k], ls=("-", "--", ":")[k], label=name
        )
    most, least = CORNER
    left.set(xlabel="false alarms [%]", ylabel="detected [%]", xlim=(-1, most), ylim=(least, 101))
    left.set_title(f"digit {detected.shown} is usual, all others are novel")
    left.legend(loc="lower right")
    for k, (name, areas) in enumerate(zip(("kernel PCA", "PCA"), detected.areas, strict=True)):
        means = areas.mean(axis=2)
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3, "ls": ("-", "--")[k], "lw": 0.9}
        right.plot(NUMBERS, means.mean(axis=1), label=f"{name}: mean of all digits", **look)
        right.plot(
            NUMBERS, means.min(axis=1), label=f"{name}: worst digit", **(look | {"mfc": "w"})
        )
    right.set(xlabel="components d", ylabel="area under the curve")
    right.legend(loc="lower right")
    splits = detected.areas.shape[-1]
    ranges = "; ".join(
        f"{name}: from {areas.mean(axis=(1, 2))[0]:.4f} without components to "
        f"{areas.mean(axis=(1, 2)).max():.4f} at best"
        for name, areas in zip(("kernel PCA", "PCA"), detected.areas, strict=True)
    )
    return Words(
        "Left: detections against false alarms for the digit that is hardest to tell from the "
        f"others, in one split. The axes end at {most} % false alarms and begin at {least} % "
        "detections. Right: area under the curve, means over "
        f"{counted(splits, 'random split')}; filled: all digits, hollow: the worst one.",
        f"Two panels. Left: {len(detected.curves)} curves that rise steeply. Right: mean areas "
        f"over {len(NUMBERS)} numbers of components, {ranges}.",
    )


def choices(compared: Sequence[Compared]) -> pd.DataFrame:
    """What each rule chooses on each data set: a row for each, empty where a rule is silent."""
    rows = [(case.name, *choice) for case in compared for choice in case.choices]
    frame = pd.DataFrame(rows, columns=["dataset", "rule", "gamma", "components"])
    return frame.astype({"gamma": float, "components": "Int64"})


def table(frame: pd.DataFrame) -> None:
    """Show what each rule chooses."""
    caption = (
        "What each rule chooses. An empty cell: the rule says nothing about gamma or about d, or "
        "PCA has no gamma."
    )
    tables.show("choices", caption, frame, {"gamma": "{:.4g}", "components": "{}"})


def areas(detected: Detected, components: int) -> None:
    """Show the areas under the curve of each digit: mean, least and largest over the splits."""
    columns: dict[str, Sequence[str] | Array] = {"usual digit": detected.classes}
    for method in ("kernel PCA", "PCA"):
        of_method = detected.area(method, components)
        columns |= {method: of_method.mean(axis=1), f"{method}, least": of_method.min(axis=1)}
    columns["density estimate"] = detected.area("kernel PCA", 0).mean(axis=1)
    frame = pd.DataFrame(columns)
    caption = (
        f"Area under the ROC curve with {components} components: mean and least of "
        f"{counted(detected.areas.shape[-1], 'split')}. Density estimate: no component."
    )
    tables.show("areas", caption, frame, dict.fromkeys(frame.columns[1:], "{:.4f}"))
