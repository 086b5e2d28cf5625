"""A matrix as an image: one colored cell for each element."""

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.style import NARROW, SIGNED
from kpca.figures.texts import counted, squared, with_unit


def distances(figure: Figure, D2: Array, labels: list[str], unit: str) -> Words:
    """Squared distances (n, n), the samples sorted by class."""
    figure.set_size_inches(NARROW, 2.9)
    axes = figure.subplots()
    order = np.argsort(labels, kind="stable")
    image = axes.imshow(D2[np.ix_(order, order)], interpolation="nearest")
    figure.colorbar(image, ax=axes, label=with_unit("squared distance", squared(unit)))
    axes.set(xlabel="sample, sorted by class", ylabel="sample, sorted by class")
    n, several = len(D2), len(set(labels)) > 1
    return Words(
        "All that this notebook knows of the data, sorted by class if there are classes. A dark "
        "block on the diagonal is a class whose samples are close.",
        f"An image of {n} by {n} squared distances, from {D2.min():.3g} to {D2.max():.3g}. "
        + (_within(D2, labels) if several else f"Their mean is {D2.mean():.3g}."),
    )


def _within(D2: Array, labels: list[str]) -> str:
    given = np.array(labels)
    same = given[:, None] == given[None, :]
    return (
        f"The mean is {D2[same].mean():.3g} within the {len(set(labels))} classes and "
        f"{D2[~same].mean():.3g} between them."
    )


def inner_products(figure: Figure, inner: Array) -> Words:
    """How far inner products (d, d) of components are from the identity matrix."""
    figure.set_size_inches(NARROW, 2.8)
    axes, position = figure.subplots(), np.arange(1, len(inner) + 1)
    away = np.abs(inner - np.eye(len(inner)))
    image = axes.imshow(np.log10(away.clip(min=2.0**-54)), vmin=-17, vmax=-11)
    figure.colorbar(image, ax=axes, label="log10 | <f_l, f_m> − δ_lm |")
    axes.set(xlabel="component m", ylabel="component l")
    every = range(0, len(inner), 1 + len(inner) // 12)
    axes.set_xticks(every, position[every])
    axes.set_yticks(every, position[every])
    return Words(
        "How far the inner products of all pairs of components are from the identity matrix: by "
        "nothing but rounding.",
        f"An image of {len(inner)} by {len(inner)} differences. All are at most "
        f"{away.max():.1e} in size.",
    )


def printed_centering(figure: Figure, printed: Array, right: Array) -> Words:
    """The centered matrix (n, n), the one that a printed formula gives, and its asymmetry."""
    figure.set_size_inches(figure.get_figwidth(), 2.4)
    few = min(len(right), 60)
    limit = np.abs(right[:few, :few]).max()
    panels = figure.subplots(1, 3, sharey=True)
    shown = {"right": right, "as printed": printed, "printed − its transpose": printed - printed.T}
    for axes, (name, matrix) in zip(panels, shown.items(), strict=True):
        image = axes.imshow(matrix[:few, :few], SIGNED, vmin=-limit, vmax=limit)
        axes.set(title=name, xlabel="sample", ylabel="sample")
        axes.label_outer()
    figure.colorbar(image, ax=panels, shrink=0.8, label="element")
    sizes = [np.abs(matrix[:few, :few]).max() for matrix in shown.values()]
    return Words(
        "The first samples. The printed formula gives a matrix that is not symmetric: if it were, "
        "the third panel would be blank. Green is negative, purple positive.",
        f"Three images of {counted(few, 'row')} and as many columns. The largest elements in size "
        f"are {sizes[0]:.3g} in the right matrix, {sizes[1]:.3g} in the printed one and "
        f"{sizes[2]:.3g} in the printed one minus its transpose.",
    )
