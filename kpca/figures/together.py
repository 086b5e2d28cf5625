"""One picture for all maps of the same samples: which columns make the axes, shares, odd samples.

Each function draws ``studies`` by what their maps are called. The studies have the same columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.figure import Figure, SubFigure

from kpca.arrays import Array, Indices
from kpca.data import Vectors
from kpca.figures import images, loadings, shares
from kpca.figures.beside import beside, without_room
from kpca.figures.control_chart import LABELS
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, STYLES
from kpca.figures.style import HEIGHT, PART, SMALLEST
from kpca.figures.texts import counted, listed, literal, plain, shortened
from kpca.interpretation.loadings import correlations
from kpca.kernels import Linear
from kpca.studies import odd as odd_samples
from kpca.studies.fitted_variables import PLANE
from kpca.studies.study import Study

Studies = Mapping[str, Study]

MOST_BARS, LEAST, MOST_LETTERS, MOST_IN_LINE = 20, 0.01, 18, 40
"""The most columns with bars, the least share that one of their bars has, and the most letters of a
line of a name beside them, and of a line of a title."""

SPE, FROM_MEAN = LABELS[1], "squared distance from the mean"
HEIGHTS = {
    SPE: " SPE is the part of the squared distance from the mean that the components do not show.",
    FROM_MEAN: " Where the components show all of the variance, SPE is 0 and the squared distance "
    "from the mean is drawn.",
}
"""What stands above T^2, and what the caption says of it."""


def weights_of(one: Study, components: slice = slice(PLANE)) -> Array | None:
    """The shares (q, d) of the columns in some components; None where none are known."""
    if one.kernel == Linear():
        values = one.loadings.to_numpy()[:, components] ** 2
    else:
        values = one.importances.permutation[:, components]
    sums = values.sum(axis=0)
    return values / sums if np.isfinite(values).all() and (sums > 0.0).all() else None


def columns(figure: Figure, studies: Studies) -> Words | str:
    """Which columns make the axes of the maps; a sentence of one column.

    Bars are the shares by which the columns are named above the map, with the sign of the loading
    or of the correlation. Cells of a grid are drawn as images, and columns in an order as lines.
    """
    names = next(iter(studies.values())).columns
    if len(names) == 1:
        return f"There is one column, {plain(names[0])}: every component is made of it alone."
    signed = {title: _signed(one) for title, one in studies.items()}
    cells = images.grid(names)
    if cells is not None:
        return _images(figure, signed, cells)
    if loadings.scale(names) is not None:
        return _lines(figure, signed, names)
    parts = {title: weights_of(one) for title, one in studies.items()}
    if any(part is None for part in parts.values()):
        return "No column makes an axis: the scores do not change with them."
    return _bars(
        figure, {title: np.sign(signed[title]) * part for title, part in parts.items()}, names
    )


def _signed(one: Study) -> Array:
    """Loadings (q, 2) of columns that are the features, else correlations with the scores."""
    if one.kernel == Linear():
        return one.loadings.to_numpy()[:, :PLANE]
    solution = one.solution
    return correlations(one.data.X, solution.scores[:, :PLANE], solution.weights)


def _panels(signed: Mapping[str, Array]) -> list[tuple[str, Array]]:
    """What each panel is called, and its values (q,): a component of a map."""
    return [
        (f"{title}, {k + 1}", values)
        for title, both in signed.items()
        for k, values in enumerate(both.T)
    ]


def _what(studies: Mapping[str, object]) -> str:
    return "loadings of PCA" if [*studies] == ["PCA"] else "loadings of PCA, else correlations"


def _images(figure: Figure, signed: Mapping[str, Array], cells: Indices) -> Words:
    d, (rows, across) = max(both.shape[1] for both in signed.values()), cells.max(axis=0) + 1
    height = 0.5 + PART / d * min(rows / across, 2.0)
    for part, (title, both) in _parts(figure, height, signed):
        panels = part.subplots(1, both.shape[1], squeeze=False)[0]
        for k, (axes, values) in enumerate(zip(panels, both.T, strict=True), 1):
            images.on_axes(axes, values, cells)
            axes.set_title(f"component {k}", fontsize=SMALLEST)
        part.suptitle(literal(fill(title, MOST_IN_LINE)), x=0.02, ha="left", fontsize="medium")
    return Words(
        "Each axis as an image: the stronger the color of a cell, the more of the axis its column "
        f"makes. {images.SIGNS}, for {_what(signed)}; each image has its own scale.",
        f"{counted(len(_panels(signed)), 'image')} of {rows} by {across} cells.",
    )


def _lines(figure: Figure, signed: Mapping[str, Array], names: Sequence[str]) -> Words:
    d = max(both.shape[1] for both in signed.values())
    components = {f"component {k + 1}": k for k in range(d)}
    for part, (component, k) in _parts(figure, 2.2, components):
        (axes,) = loadings.panels_over(part, names, 1)
        axes.set_title(component)
        axes.axhline(0.0, color="0.7", lw=0.6)
        for i, (title, both) in enumerate(signed.items()):
            if k < both.shape[1]:
                # Loadings and correlations have other sizes.
                values = both[:, k] / max(float(np.abs(both[:, k]).max()), 1e-300)
                look = {"color": COLORS[i % len(COLORS)], "ls": STYLES[i % len(STYLES)]}
                loadings.line(axes, names, values, label=title, **look)
    if len(signed) > 1:
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left")
    largest = [
        f"{names[int(np.abs(values).argmax())]} on {title}" for title, values in _panels(signed)
    ]
    return Words(
        "Each axis as a line: the farther from zero, the more of the axis a column makes. Drawn "
        f"are {_what(signed)}, in units of the largest one.",
        f"{counted(d, 'panel')} with a line for each map over {len(names)} columns. Farthest from "
        f"zero: {listed(largest)}.",
    )


def _bars(figure: Figure, parts: Mapping[str, Array], names: Sequence[str]) -> Words:
    panels = _panels(parts)
    largest = np.max([np.abs(values) for _, values in panels], axis=0)
    first = np.abs(panels[0][1])
    shown = np.argsort(-largest, kind="stable")[: min(MOST_BARS, (largest >= LEAST).sum())]
    shown = shown[np.argsort(-first[shown], kind="stable")]
    rows, short = np.arange(len(shown)), shortened([names[j] for j in shown], 2 * MOST_LETTERS)
    texts = [fill(text.replace("_", "_ "), MOST_LETTERS).replace("_ ", "_") for text in short]
    of_row = 0.1 * (1 + max(text.count("\n") + 1 for text in texts))
    values = np.hstack([both[shown] for both in parts.values()])
    ends = 105.0 * min(values.min(), 0.0), 105.0 * max(values.max(), 0.0)
    for part, (title, both) in _parts(figure, 1.0 + of_row * len(shown), parts):
        every = part.subplots(1, both.shape[1], sharey=True, squeeze=False)[0]
        for k, (axes, values) in enumerate(zip(every, both.T, strict=True), 1):
            axes.barh(rows, 100.0 * values[shown], color=COLORS[0])
            axes.axvline(0.0, color="0.7", lw=0.6)
            axes.set_title(f"component {k}", fontsize=SMALLEST)
            axes.set_xlim(ends)
            axes.locator_params(axis="x", nbins=4)
            # The side is the sign, and a share has none.
            axes.xaxis.set_major_formatter(lambda share, _: f"{abs(share):g}")
        every[0].set_yticks(rows, [literal(text) for text in texts])
        every[0].invert_yaxis()
        part.suptitle(literal(fill(title, MOST_IN_LINE)), x=0.02, ha="left", fontsize="medium")
        part.supxlabel("share of the axis [%]", fontsize="medium")
    few = f" The {len(shown)} largest of {len(names)} are shown." * (len(shown) < len(names))
    most = [
        f"{names[int(np.abs(values).argmax())]} ({100.0 * np.abs(values).max():.3g} %) of {title}"
        for title, values in panels
    ]
    of_pca = " With PCA, the share is the squared loading." * ("PCA" in parts)
    of_other = " With another kernel, it is" if of_pca else " The share is"
    of_other += " how much the scores change if the column is shuffled."
    return Words(
        "The longer its bar, the more of an axis a column makes. It points to the right if samples "
        "with large values of the column lie farther to the positive end on average, and to the "
        f"left if farther to the negative end; of a bent axis this says little.{few}"
        f"{of_pca}{of_other * ([*parts] != ['PCA'])}",
        f"{counted(len(panels), 'panel')} with {len(shown)} bars. The largest: {listed(most)}.",
    )


def scree(figure: Figure, studies: Studies) -> Words:
    """The share that each component explains, of each map.

    What the whiskers mean is said of the study that has most of them.
    """
    words = {}
    for part, (title, one) in _parts(figure, HEIGHT, studies):
        axes = part.subplots()
        words[title] = shares.scree_on(axes, one)
        axes.set_title(literal(fill(title, MOST_IN_LINE)))
    whiskers = {title: np.isfinite(one.standard_errors[1]).sum() for title, one in studies.items()}
    told = max(whiskers, key=whiskers.__getitem__)
    others = [title for title in words if title != told]
    captions = [f"{told}: {words[told].caption}"]
    for title in others:
        solution = studies[title].solution
        are_first = solution.components == len(solution.spectrum) < solution.n
        beyond = "; smaller ones are not computed" * are_first
        is_part = 0 < whiskers[title] < solution.components
        without = shares.WITHOUT if is_part and shares.WITHOUT not in captions[0] else ""
        captions.append(f"{title}: {shares.together(solution)}{beyond}.{without}")
    return Words(" ".join(captions), " ".join(f"{title}: {words[title].alt}" for title in words))


def odd(figure: Figure, studies: Studies) -> Words:
    """T^2 against SPE of the samples, with the names of those that are odd on any of the maps.

    Where the components have all of the variance, no sample has an SPE, and the squared distance
    from the mean stands instead of it.
    """
    left_out, named, alts, heights = [], set(), [], set()
    every = {title: odd_samples.odd(one) for title, one in studies.items()}
    odd_ones, by = odd_samples.named(studies.values()), []
    for part, (title, one) in _parts(figure, PART, studies):
        axes, values, samples, n = part.subplots(), one.statistics, one.samples, one.n
        height = SPE if values[:, 1].any() else FROM_MEAN
        if height == FROM_MEAN:
            values = np.column_stack([values[:, 0], one.lengths])
        heights.add(height)
        axes.plot(*values[:n].T, "o", color=COLORS[0], ms=4, alpha=0.7, mew=0)
        axes.plot(*values[n:].T, "o", mfc="none", color=COLORS[1], ms=4, mew=0.8)
        chosen = one.rows_of(odd_ones)
        axes.plot(*values[chosen].T, "o", color=COLORS[1], ms=5, mew=0)
        axes.set(xlabel=LABELS[0], ylabel=height)
        axes.set_title(literal(fill(title, MOST_IN_LINE)))
        axes.margins(0.08)
        none = beside(axes, values[chosen], odd_ones, others=values)
        left_out, named = [*left_out, *none], named | ({*odd_ones} - {*none})
        of_axes = [(f"axis {k} of {title}", some) for k, some, _ in every[title].makes]
        for what, some in (*of_axes, (f"the distance from the mean of {title}", every[title].far)):
            names = listed([f"'{plain(samples[i])}'" for i in some], odd_samples.NAMED)
            by += [f"{what} ({names})"] * (len(some) > 0)
        alts.append(f"{title}: the largest T² has {plain(samples[int(values[:, 0].argmax())])}.")
    said = "".join(text for one, text in HEIGHTS.items() if one in heights)
    given = any(not isinstance(one.data, Vectors) for one in studies.values())
    said += " Where distances are not Euclidean, an SPE may be below 0." * given
    orange = f" Orange: samples that are odd by {listed(by)}." * bool(by)
    makes = " makes a component or" * all(one.n >= odd_samples.FEWEST for one in studies.values())
    none_is_odd = f" No sample{makes} is far out over all." * all(
        one.is_without for one in every.values()
    )
    fresh = " Hollow: new samples." * any(len(one.samples) > one.n for one in studies.values())
    above = ", and far up those that the components do not show" * (SPE in heights)
    return Words(
        "Far to the right lie samples that are extreme on the map or on a further component"
        f"{above}.{orange or none_is_odd}{fresh} {odd_samples.RULE} T² is the squared distance "
        "from the mean along the components, each in units of its variance."
        f"{said}{without_room([name for name in left_out if name not in named])}",
        " ".join(alts),
    )


def _parts(
    figure: Figure, height: float, shown: Mapping[str, Any]
) -> Iterator[tuple[SubFigure, tuple[str, Any]]]:
    """A part of a figure for each of what is shown, by title; on a page each is a picture."""
    figure.set_size_inches(PART * len(shown), height)
    parts = figure.subfigures(1, len(shown), squeeze=False)[0]
    return zip(parts, shown.items(), strict=True)
