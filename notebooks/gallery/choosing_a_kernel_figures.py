"""Rules that choose gamma and the number of components: their curves, and what they choose."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from choosing_a_kernel import FACTORS, Compared
from inflated_variance import TRAINING, Inflated
from kpca.arrays import Array
from kpca.choosing.folds import FOLDS
from kpca.figures import tables
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.texts import counted, squared, with_unit
from novelty import NUMBERS, Detected
from preimage_error import best_kernel, within_one_standard_error
from stability import HALFWAY

SHOWN = 14
"""The most eigenvalues of a parallel analysis that are drawn."""

CORNER = (40, 40)
"""The most false alarms and the fewest detections, in percent, that are drawn of ROC curves."""


def rules(figure: Figure, compared: Sequence[Compared]) -> Words:
    """A panel for each of three rules, with a line for each data set."""
    panels = figure.subplots(1, 3)
    for k, case in enumerate(compared):
        best, means = best_kernel(case.hidden), case.means
        shown = min(SHOWN, len(case.parallel.eigenvalues))
        above = case.parallel.eigenvalues[:shown] / case.parallel.threshold[:shown]
        d = within_one_standard_error(case.hidden, best)
        numbers, halved = case.hidden.components, np.arange(1, len(case.halves.median) + 1)
        for axes, across, values, chosen in (
            (panels[0], np.arange(1, shown + 1), above, case.parallel.components),
            (panels[1], numbers, case.hidden.mean[best] / means, d),
            (panels[2], halved, case.halves.median, case.halves.components),
        ):
            look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 0.9}
            axes.plot(across, values, label=case.name, **look)
            ring = {"marker": "o", "ms": 10, "mfc": "none", "mec": COLORS[k], "ls": "none"}
            axes.plot(across[across == chosen], values[across == chosen], **ring)
        of_pca = case.pca_hidden.mean[0] / means
        axes = panels[1]
        axes.plot(case.pca_hidden.components, of_pca, ls=":", **(look | {"mfc": "w"}))
    for axes, limit in zip(panels, (1.0, 1.0, HALFWAY), strict=True):
        axes.axhline(limit, color="0.35", lw=0.8, ls="--")
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    panels[0].set(
        xlabel="position in the spectrum", ylabel="eigenvalue / permuted one", ylim=(0, None)
    )
    panels[1].set(xlabel="components d", ylabel="error / error of the means", ylim=(0, 1.3))
    panels[2].set(
        xlabel="components d", ylabel="largest angle [°]", ylim=(0, 92), yticks=(0, 45, 90)
    )
    for axes, title in zip(
        panels, ("parallel analysis", "hidden values", "two halves"), strict=True
    ):
        axes.set_title(title)
    figure.legend(
        *panels[2].get_legend_handles_labels(), loc="outside upper left", ncols=len(compared)
    )
    return Words(
        "Rings: what each rule chooses. First panel: eigenvalues over the largest of "
        f"{counted(len(compared[0].parallel.permuted), 'data set')} with permuted columns; above "
        "the dashed line is more than chance. Second: the squared error of hidden values, "
        f"from {FOLDS} folds of the samples, over that of the column means, for the best γ, and "
        "of PCA (dotted, hollow). Third: the median of the largest angle between the components of "
        f"two random halves, of {counted(len(compared[0].halves.angles), 'halving')}; dashed: 45°.",
        f"Three panels with a line for each of {counted(len(compared), 'data set')}. "
        + " ".join(
            f"{case.name.capitalize()}: {case.parallel.components} eigenvalues are above the "
            f"permuted ones; the least error of hidden values is {case.hidden.mean.min():.3g}, "
            f"where the column means have {case.means:.3g}; the median angle of two halves lies "
            f"between {case.halves.median.min():.0f}° and {case.halves.median.max():.0f}°."
            for case in compared
        ),
    )


def rows_and_values(figure: Figure, case: Compared) -> Words:
    """Errors of samples left out beside errors of hidden values: PCA, then the Gaussian kernel."""
    middle = FACTORS.index(1.0)
    panels = figure.subplots(1, 2, sharey=True)
    pairs = ((case.pca_rows, case.pca_hidden, 0), (case.rows, case.hidden, middle))
    for axes, (rows, entries, k) in zip(panels, pairs, strict=True):
        for errors, at, label in ((rows, 0, "rows left out"), (entries, 1, "hidden values")):
            mean, spread = errors.mean[k], errors.standard_error[k]
            look = {"color": COLORS[at], "lw": 0.8}
            axes.plot(errors.components, mean, MARKERS[at], ls="-", ms=4, label=label, **look)
            axes.errorbar(errors.components, mean, spread, fmt="none", capsize=2, ecolor=COLORS[at])
        axes.axhline(case.means, color="0.35", lw=0.8, ls=":", label="column means")
        axes.set(xlabel="components d", ylim=(0, 1.6 * case.means))
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    panels[0].set_title("PCA")
    panels[1].set_title("Gaussian kernel, γ of the median heuristic")
    panels[0].set_ylabel(with_unit("squared error", squared(case.unit)))
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
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 0.8}
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
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "ls": ("-", "--")[k], "lw": 0.9}
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
        "First panel: detections against false alarms for the digit that is hardest to tell from "
        f"the others, in one split. The axes end at {most} % false alarms and begin at {least} % "
        f"detections. Second: area under the curve, means over {counted(splits, 'random split')}; "
        "filled: all digits, hollow: the worst one.",
        f"Two panels. First: {len(detected.curves)} curves that rise steeply. Second: mean areas "
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
