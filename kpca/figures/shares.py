"""How much of each sample a map shows."""

import numpy as np
from matplotlib.axes import Axes

from kpca.arrays import Array
from kpca.figures.style import COLORS

FARTHEST = 2.0
"""The axis of shares ends here: a sample close to the mean may have a share a thousand times as
large with an indefinite kernel, which would flatten the rest."""


def shares(axes: Axes, curves: dict[str, Array], which: str) -> None:
    """How many samples have at most a share: one step curve for each set of samples.

    A curve counts all samples of its set: where some have no share (NaN), it ends below 100 %.
    """
    for k, (label, values) in enumerate(curves.items()):
        drawn = np.sort(values[np.isfinite(values)])
        steps = np.arange(1, len(drawn) + 1) / len(values)
        look = {"color": COLORS[k], "lw": 1.6, "ls": ("-", "--")[k % 2]}
        axes.step(100 * drawn, 100 * steps, where="post", label=label, **look)
    every = np.concatenate([*curves.values(), [0.0, 1.0]])
    axes.set_xlim(-2, 100 * min(np.nanmax(every), FARTHEST) + 2)
    axes.set_ylim(0, 105)
    axes.set(xlabel=f"share of a sample on {which} [%]", ylabel="samples with at most this [%]")


def without_share(curves: dict[str, Array]) -> str:
    """A sentence for each set in which samples have no share (NaN), none if there is no such set.

    >>> without_share({"training": np.array([0.5, np.nan]), "new": np.array([1.0])})
    '1 of 2 training samples has no positive squared distance to the mean and no share.'
    """
    counts = {label: np.isnan(values).sum() for label, values in curves.items()}
    return " ".join(
        f"{count} of {len(curves[label])} {label} samples {'has' if count == 1 else 'have'} "
        "no positive squared distance to the mean and no share."
        for label, count in counts.items()
        if count
    )


def which_shares(curves: dict[str, Array]) -> str:
    """Sentences for the caption on the samples that the curves of ``shares`` do not show.

    >>> which_shares({"training": np.array([0.5, np.nan, 118.46])})
    '1 of 3 training samples has no positive squared distance to the mean and no share. A curve \
counts all samples, and ends below 100 % where some have no share. The axis ends at 200 %: 1 of 3 \
samples has a larger share, up to 11846 %.'
    """
    every = np.concatenate(list(curves.values()))
    beyond = every[every > FARTHEST]
    missing = without_share(curves)
    if missing:
        missing += " A curve counts all samples, and ends below 100 % where some have no share."
    end = ""
    if len(beyond):
        end = (
            f"The axis ends at {100 * FARTHEST:g} %: {len(beyond)} of {len(every)} samples "
            f"{'has' if len(beyond) == 1 else 'have'} a larger share, "
            f"up to {100 * beyond.max():.6g} %."
        )
    return " ".join(part for part in (missing, end) if part)
