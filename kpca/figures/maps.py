"""Maps: samples on two components, or on two coordinates."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.data import Distances
from kpca.figures.beside import beside, has_names, name_samples, without_room
from kpca.figures.classes import classes_of
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import classes, legend, map_height, scores
from kpca.figures.style import NARROW, WIDE
from kpca.figures.texts import (
    LONGEST,
    component,
    counted,
    in_symbols,
    listed,
    literal,
    plain,
    shortened,
)
from kpca.formulations import dual, primal
from kpca.interpretation.two_maps import compare, opposite
from kpca.kernels import Linear
from kpca.solvers.solution import Solution
from kpca.studies.study import Study


def samples(figure: Figure, study: Study, solution: Solution, new: Array) -> Words:
    """Training samples and new samples (m, d) on the first two components."""
    figure.set_size_inches(NARROW, 3.6)
    look = (study.labels, study.unit, new, study.new_labels, solution.explained)
    scores(figure.subplots(), solution.scores, *look)
    legend(figure)
    again = (
        "There are no held-out samples: the training samples are placed again, on themselves."
        if study.placed_again
        else "New samples are hollow, in the look of their class if it is known."
    )
    return Words(
        f"The map: training samples{_of_classes(study)}. {again}",
        f"{in_words(study, solution)} {_hollow(study)}",
    )


def pairs(figure: Figure, study: Study, solution: Solution, new: Array | None) -> Words:
    """One or two maps of pairs of components, with names beside the samples if they are few."""
    Z, d = solution.scores, solution.components
    drawn = {1: [(0, 1)], 2: [(0, 1)], 3: [(0, 1), (0, 2)]}.get(d, [(0, 1), (2, 3)])
    named = has_names(study.n)
    width = WIDE if d > 2 or named else NARROW
    figure.set_size_inches(width, map_height(Z, drawn, named))
    shape = (len(drawn), 1) if named else (1, len(drawn))
    panels = figure.subplots(*shape, squeeze=False).ravel()
    look = (study.labels, study.unit, new, study.new_labels, solution.explained)
    for axes, pair in zip(panels, drawn, strict=True):
        scores(axes, Z, *look, pair=pair)
    legend(figure)
    left_out = [
        name
        for axes, pair in zip(panels, drawn, strict=True)
        for name in name_samples(axes, Z, study.names, new, study.new_names, pair)
    ]
    hollow = " Hollow: new samples, in the look of their class if it is known."
    scales = (
        "The axes have equal scales; in brackets their share" if d > 1 else "In brackets: the share"
    )
    beside_them = " Each sample has its name beside it." if named else ""
    panels_in_words = f" {len(drawn)} maps are drawn." if len(drawn) > 1 else ""
    return Words(
        f"Scores of the training samples{_of_classes(study)}. {scales} of the "
        f"variance.{'' if new is None else hollow}{without_room(left_out)}",
        f"{in_words(study, solution)}{panels_in_words}{beside_them}"
        f"{'' if new is None else ' ' + _hollow(study)}",
    )


def _of_classes(study: Study) -> str:
    return ", one color and marker for each class" * (len({*study.labels}) > 1)


def on_two_components(
    figure: Figure,
    study: Study,
    solution: Solution,
    new: Array | None,
    pair: tuple[int, int],
    named: bool = False,
    numbers: Array | None = None,
    quantity: str = "",
) -> Words:
    """A map of any two components, or with ``numbers`` (n,) of a quantity as colors."""
    Z = solution.scores
    figure.set_size_inches(WIDE if named else NARROW, map_height(Z, [pair], named))
    axes = figure.subplots()
    fresh = () if new is None else study.new_labels
    scores(axes, Z, study.labels, study.unit, new, fresh, solution.explained, pair)
    if numbers is not None:
        samples_of_training = axes.collections[0]
        samples_of_training.set(array=numbers, cmap="cividis")
        figure.colorbar(samples_of_training, ax=axes).set_label(literal(quantity))
    legend(figure)
    left_out = []
    if named:
        left_out = name_samples(axes, Z, study.names, new, study.new_names, pair, many=True)
    hollow = "" if new is None else f" {_hollow(study)}"
    return Words(
        f"The samples on components {pair[0] + 1} and {pair[1] + 1}.{without_room(left_out)}",
        f"{in_words(study, solution)}{hollow}",
    )


def two_formulations(figure: Figure, first: Solution, second: Solution, unit: str) -> Words:
    """The maps of two formulations on top of each other."""
    figure.set_size_inches(NARROW, 3.4)
    axes = figure.subplots()
    vertical = min(1, first.components - 1)
    for solution, size, color, label in (
        (first, 16, COLORS[5], "eigen-solve"),
        (second, 2, "0.1", "MDS from distances"),
    ):
        Z = solution.scores
        axes.scatter(Z[:, 0], Z[:, vertical], s=size, color=color, label=label, linewidths=0)
    axes.set_xlabel(component(1, unit, first.explained))
    axes.set_ylabel(component(vertical + 1, unit, first.explained))
    axes.set_aspect("equal", adjustable="datalim")
    legend(figure, "formulation")
    return Words(
        "Each dark dot lies in the middle of a light one: both formulations give the same map.",
        f"{counted(first.n, 'large light dot')} for the eigen-solve and as many small dark dots "
        "for MDS from distances. The largest distance between the centers of a pair is "
        f"{_farthest(first, second, vertical):.1e}, and the map is "
        f"{np.ptp(first.scores[:, 0]):.3g} wide.",
    )


def _farthest(first: Solution, second: Solution, vertical: int) -> float:
    away = (first.scores - second.scores)[:, [0, vertical]]
    return float(np.hypot(*away.T).max())


def two_conventions(
    figure: Figure, study: Study, solution: Solution, placed: Array, unscaled: Array
) -> Words:
    """Left new samples (m, d) in the convention of the samples; right ``unscaled`` (m, d)."""
    figure.set_size_inches(WIDE, 3.4)
    titles = {"both with |f| = 1": placed, "new samples by Algorithm 8(e)": unscaled}
    for axes, (title, new) in zip(figure.subplots(1, 2), titles.items(), strict=True):
        scores(axes, solution.scores, study.labels, "1", new, study.new_labels)
        axes.set_title(title)
        axes.locator_params(nbins=5)
    legend(figure)
    sizes = [np.abs(coordinates[:, 0]).max() for coordinates in (solution.scores, placed, unscaled)]
    return Words(
        "Training samples and new samples (hollow). First panel: one convention for both. Second: "
        "new points by Algorithm 8(e), uncentered and longer by √μ, among training scores √μ v.",
        f"Two maps of {counted(study.n, 'training sample')} and {counted(study.m, 'new sample')}. "
        f"On component 1 training scores reach {sizes[0]:.3g} in size. New samples reach "
        f"{sizes[1]:.3g} in the first map and {sizes[2]:.3g} in the second.",
    )


def lift(figure: Figure, plane: Array, labels: Sequence[str]) -> Words:
    """Two input variables (n, 2); and the first of them beside the sum of the squares of both."""
    figure.set_size_inches(WIDE, 3.1)
    height = (plane**2).sum(axis=1)
    left, right = figure.subplots(1, 2)
    classes(left, plane[:, 0], plane[:, 1], labels)
    left.set(xlabel="first variable (longest point: 3/2)", ylabel="second variable")
    left.set_aspect("equal", adjustable="datalim")
    classes(right, plane[:, 0], height, labels)
    right.set(xlabel="first variable", ylabel="sum of squares (lifted)")
    legend(figure)
    layers = [
        f"{name} from {height[of].min():.2g} to {height[of].max():.2g}"
        for name, of in _members(labels).items()
    ]
    return Words(
        "First panel: two input variables. Second: the same samples seen from the side after the "
        "lift; concentric rings, if there are any, become layers.",
        f"Two panels of {counted(len(plane), 'sample')}. In the second the sum of squares of each "
        f"class covers these intervals: {listed(layers)}.",
    )


def of_pca(study: Study) -> Solution:
    """The first two components of PCA of the points of a study, one if there is no second."""
    X = study.data.X - study.data.X.mean(axis=0)
    n, q = X.shape
    fit, matrix = (dual.fit, Linear()(X, X)) if n <= q else (primal.fit, X)
    return fit(matrix, min(2, fit(matrix, 1).rank))


def _turned(linear: Solution, kernel: Solution) -> Solution:
    """PCA with the signs for which its components run along those of kernel PCA."""
    signs = np.where(opposite(kernel.scores, linear.scores), -1.0, 1.0)
    return replace(linear, V=linear.V * signs)


def beside_pca(figure: Figure, studies: Sequence[Study], kernel: Sequence[Solution]) -> Words:
    """A row for each study: its samples by PCA, and by kernel PCA."""
    figure.set_size_inches(WIDE, 3.1 * len(studies))
    rows = figure.subplots(len(studies), 2, squeeze=False)
    linear = [
        _turned(of_pca(study), solution) for study, solution in zip(studies, kernel, strict=True)
    ]
    for panels, study, *fitted in zip(rows, studies, linear, kernel, strict=True):
        for axes, solution, method in zip(panels, fitted, ("PCA", "kernel PCA"), strict=True):
            scores(axes, solution.scores, study.labels, "1", explained=solution.explained)
            axes.set_title(f"{study.name}: {method}")
        marks, texts = panels[1].get_legend_handles_labels()
        if len(texts) > 1:
            beside_it = {"loc": "center left", "bbox_to_anchor": (1, 0.5), "title": "class"}
            panels[1].legend(marks, texts, alignment="left", **beside_it)
    formulas = "; ".join(f"{study.name}: {in_symbols(study.kernel.formula)}" for study in studies)
    likeness = " ".join(
        f"{study.name}: {compare(a.scores, b.scores)}"
        for study, a, b in zip(studies, linear, kernel, strict=True)
    )
    shown = " ".join(
        f"{study.name}, PCA: {in_words(study, a)} Kernel PCA: {in_words(study, b)}"
        for study, a, b in zip(studies, linear, kernel, strict=True)
    )
    return Words(
        "PCA: the first two principal components. Kernel PCA: the same samples on the first two "
        f"components of kernel PCA ({formulas}). Colors and markers are the labels of the study. "
        f"The signs of PCA are those for which both maps have one orientation. {likeness}",
        f"{counted(2 * len(studies), 'map')} in pairs. {shown}",
    )


def in_words(study: Study, solution: Solution) -> str:
    """What a map of the training samples shows: how many, and where each class lies."""
    Z, d = solution.scores[:, :2], min(2, solution.components)
    of_classes = _members(study.labels)
    text = f"{counted(study.n, 'sample')} on {'components 1 and 2' if d > 1 else 'component 1'}"
    if len(of_classes) < 2:
        spread = " by ".join(f"{length:.4g}" for length in np.ptp(Z, axis=0))
        return f"{text}, {spread} wide."
    r = np.ones(study.n) if study.weights is None else study.weights
    means = [
        f"{name} ({', '.join(f'{value:.2g}' for value in r[of] @ Z[of] / r[of].sum())})"
        for name, of in of_classes.items()
    ]
    others = study.n - sum(int(of.sum()) for of in of_classes.values())
    none = f" {counted(others, 'sample')} {'has' if others == 1 else 'have'} no class of these."
    return (
        f"{text}, in {len(of_classes)} classes. Their means: {listed(means)}."
        f"{none if others else ''}"
    )


def _hollow(study: Study) -> str:
    return f"{counted(study.m, 'new sample')} {'is' if study.m == 1 else 'are'} hollow."


def _members(labels: Sequence[str]) -> dict[str, Array]:
    """Which samples belong to each class, by the name of the class, in the order of the legend."""
    names, given = classes_of(labels).names, np.array(labels)
    return {
        text: given == name for name, text in zip(names, shortened(names, LONGEST), strict=True)
    }


CITIES = ("Lisbon", "Vienna", "Rome", "Stockholm")
"""West and east, south and north: they decide the sign of each axis."""


def has_cities(study: Study) -> bool:
    """Whether a study is about distances between cities, ``CITIES`` among them, with two axes."""
    given = isinstance(study.data, Distances) and study.components > 1
    return given and set(CITIES) <= set(study.names)


def europe(figure: Figure, study: Study, solution: Solution) -> Words:
    """The cities of a study on two axes; beside it all eigenvalues with their signs."""
    figure.set_size_inches(WIDE, 4.0)
    axes, bars = figure.subplots(1, 2, width_ratios=[2.4, 1])
    position, mu = facing_north(study.names, solution.scores), solution.spectrum
    axes.scatter(*position.T, s=12, color=COLORS[0])
    axes.set(xlabel="axis 1 [km], west to east", ylabel="axis 2 [km], south to north")
    axes.set_aspect("equal", adjustable="datalim")
    sign = np.where(mu < 0, COLORS[1], COLORS[0])
    bars.bar(np.arange(1, len(mu) + 1), mu / 1e6, color=sign)
    bars.set(xlabel="position in the spectrum", ylabel="eigenvalue μ [10⁶ km²]")
    bars.set_title(f"negative mass {solution.negative_mass:.1%}")
    left_out = beside(axes, position, study.names)
    ends = [plain(study.names[k]) for k in (*position.argmin(axis=0), *position.argmax(axis=0))]
    return Words(
        f"First panel: Europe from road distances alone. Second: all {study.n} eigenvalues with "
        "their sign; the negative ones (orange) are the part of the distances that no map can "
        f"show.{without_room(left_out)}",
        f"First panel: {study.n} cities with their names, from {ends[0]} in the west to {ends[2]} "
        f"in the east and from {ends[1]} in the south to {ends[3]} in the north. Second: bars of "
        f"the eigenvalues fall from {mu[0] / 1e6:.3g} to {mu[-1] / 1e6:.3g} million km²; "
        f"{len(solution.negative)} are negative beyond rounding.",
    )


def facing_north(names: list[str], Z: Array) -> Array:
    """The first two columns of scores Z (n, d), with east on the right and north on top."""
    position = {name: Z[k, :2] for k, name in enumerate(names)}
    west, east, south, north = (position[name] for name in CITIES)
    return Z[:, :2] * np.sign([(east - west)[0], (north - south)[1]])
