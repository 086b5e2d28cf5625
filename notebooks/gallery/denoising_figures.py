"""Images without noise, in four rows, and how much smaller an error is than that of linear PCA."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import SMALLEST, WIDE
from kpca.figures.texts import counted

SIDE = 8
"""Pixels along a side of an image."""


def four_rows(figure: Figure, panels: dict[str, dict[str, Array]], labels: list[str]) -> Words:
    """Rows of images (digits, 64) by name, the original ones first, in one panel for each noise."""
    rows = list(next(iter(panels.values())))
    figure.set_size_inches(WIDE, 0.35 + 0.38 * len(rows))
    parts = figure.subfigures(1, len(panels), squeeze=False)[0]
    for part, (title, images) in zip(parts, panels.items(), strict=True):
        every = part.subplots(len(rows), squeeze=False)[:, 0]
        for axes, name in zip(every, rows, strict=True):
            _strip(axes, images[name])
            axes.set_ylabel(name, rotation=0, ha="right", va="center", fontsize=SMALLEST)
        every[0].set_title(title)
    noise = "; ".join(f"{title}: {_errors(images)}" for title, images in panels.items())
    return Words(
        "Real digits, the same with noise, and as linear PCA and kernel PCA restore them, kernel "
        "PCA sometimes as another digit. Gray values from -1 (white) to 1 (black); values outside "
        "are drawn as the nearer of both.",
        f"{counted(len(panels), 'panel')} of {counted(len(rows), 'row')} with the digits "
        f"{', '.join(labels)}. Mean squared error of a pixel: {noise}.",
    )


def _strip(axes: Axes, images: Array) -> None:
    """Images (p, 64) beside each other, with an empty column between them."""
    gap = np.full((len(images), SIDE, 1), np.nan)
    tiles = np.concatenate([images.reshape(-1, SIDE, SIDE), gap], axis=2)
    strip = tiles.transpose(1, 0, 2).reshape(SIDE, -1)[:, :-1]
    axes.imshow(strip, cmap="gray_r", vmin=-1.0, vmax=1.0, interpolation="nearest")
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_visible(False)


def _errors(images: dict[str, Array]) -> str:
    (_, original), *others = images.items()
    errors = [f"{name} {((image - original) ** 2).mean():.3g}" for name, image in others]
    return ", ".join(errors)


def gains(
    figure: Figure,
    gain: Array,
    noises: Sequence[str],
    trained_on: Sequence[str],
    methods: Sequence[str],
    published: Sequence[float | None],
    training: int,
) -> Words:
    """Error of linear PCA over the error of each method (splits, noises, trained on, methods).

    ``published`` has the ratio of a paper for each noise; None where there is none.
    ``training`` is the number of training images.
    """
    figure.set_size_inches(WIDE, 1.1 + 0.2 * len(methods))
    every = figure.subplots(1, len(noises), sharex=True, sharey=True, squeeze=False)[0]
    positions = np.arange(len(methods))
    for k, axes in enumerate(every):
        axes.axvline(1.0, color="0.3", lw=0.8)
        if published[k] is not None:
            axes.axvline(published[k], color="0.3", lw=0.8, ls="--")
        for t, name in enumerate(trained_on):
            _methods(axes, gain[:, k, t], positions + 0.36 * (t - 0.5), t, name)
        axes.set(title=noises[k], yticks=positions, yticklabels=methods)
        axes.tick_params(axis="y", length=0)
    every[0].invert_yaxis()
    every[0].set_xlim(0.0, 1.08 * max(gain.max(), *(ratio or 0.0 for ratio in published)))
    repeats = f"{counted(len(gain), 'random split')}, {counted(training, 'training image')}"
    figure.supxlabel(f"error of linear PCA / error of the method ({repeats})", fontsize=8)
    handles, names = every[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside upper left", ncols=len(names))
    each = "median (filled) and each split (hollow) of " if len(gain) > 1 else ""
    return Words(
        f"How many times smaller the mean squared error of the test images is than that of linear "
        f"PCA, trained on clean and on noisy images: {each}{repeats}. Right of the solid line a "
        "method is better than linear PCA. Dashed: the ratio of Mika et al. (1998) for larger "
        "images.",
        f"{counted(len(noises), 'panel')} with {counted(len(methods), 'method')}, {repeats}. "
        f"Median of the best method, trained on clean images: {_best(gain, noises, methods)}.",
    )


def _methods(axes: Axes, gain: Array, at: Array, k: int, name: str) -> None:
    """Medians over splits of gain (splits, methods) at the heights ``at``, and each split."""
    look = {"color": COLORS[k], "ls": "none", "marker": MARKERS[k]}
    axes.plot(np.median(gain, axis=0), at, ms=4, label=f"trained on {name} images", **look)
    if len(gain) > 1:
        axes.plot(gain.T, at, ms=3, mfc="none", mew=0.4, **look)


def _best(gain: Array, noises: Sequence[str], methods: Sequence[str]) -> str:
    median = np.median(gain[:, :, 0], axis=0)
    best = median.argmax(axis=1)
    rows = zip(noises, best, median.max(axis=1), strict=True)
    return "; ".join(f"{noise}: {methods[m]}, {value:.2f} times" for noise, m, value in rows)
