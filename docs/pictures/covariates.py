"""A batch effect removed in feature space, on the page *Samples, weights and groups*."""

from collections.abc import Callable

import numpy as np
from matplotlib.figure import Figure

from kpca.arithmetic import eigh, range_basis
from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.scatter import classes, legend
from kpca.figures.style import WIDE
from kpca.kernels import Lift
from width import told_apart

GAIN, OF_EACH, RADII = 2.0, 20, (1.0, 2.0)
"""By what the second batch is multiplied, samples of each class in each batch, and radii."""


def samples() -> tuple[Array, Array, Array]:
    """Points of the plane (80, 2); whether a sample is in the outer class; and in batch 2."""
    rng, n = np.random.default_rng(2), 4 * OF_EACH
    outer, second = np.arange(n) % 2 == 1, np.arange(n) >= n // 2
    angle, radius = rng.uniform(0.0, 2.0 * np.pi, n), np.where(outer, RADII[1], RADII[0])
    radius = (radius + 0.05 * rng.normal(size=n)) * np.where(second, GAIN, 1.0)
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), outer, second


def scores_without(K: Array, covariates: Array) -> Array:
    """Scores (n, 2) of MKM, M = I - P_W, for covariates W (n, c) with the constant."""
    Q, _, _ = range_basis(covariates, 1e-9)
    M = np.eye(len(K)) - Q @ Q.T
    mu, V = eigh(M @ K @ M)
    return V[:, [-1, -2]] * np.sqrt(mu[[-1, -2]])


def maps() -> list[Array]:
    """Scores (80, 2), with the outer class to the right: centered, and without the batch."""
    X, outer, second = samples()
    constant, K = np.ones(len(X)), Lift()(X, X)
    both = (constant[:, None], np.column_stack([constant, second]))
    found = [scores_without(K, W) for W in both]
    return [Z * np.sign(Z[outer].mean(axis=0) - Z.mean(axis=0)) for Z in found]


def batch_removed(figure: Figure) -> Words:
    """The map before and after regression on the batch."""
    figure.set_size_inches(WIDE, 3.2)
    _, outer, second = samples()
    names = np.where(outer, "outer", "inner"), np.where(second, ", batch 2", ", batch 1")
    labels = [f"{a}{b}" for a, b in zip(*names, strict=True)]
    found, titles = maps(), ("centered", "regressed on the batch")
    for axes, Z, title in zip(figure.subplots(1, 2), found, titles, strict=True):
        classes(axes, *Z.T, labels)
        axes.set(xlabel="component 1", ylabel="component 2", title=title)
    legend(figure, "class and batch")
    right = [told_apart(Z[:, 0], outer) for Z in found]
    return Words(
        f"Two circles with the radii {RADII[0]:g} and {RADII[1]:g}, and the kernel of the lift, "
        f"whose third feature is |x|². The points of batch 2 are multiplied by {GAIN:g}, so that "
        "its inner circle is as large as the outer one of batch 1. First panel: component 1 is "
        "the size, and mixes class and batch. Second: MKM with the constant and the batch as "
        "covariates. Component 1 has the inner circles of both batches on one side, and the outer "
        "ones on the other. Subtracting the mean of each batch from the columns would change next "
        "to nothing, because both means are nearly 0.",
        "Two maps of four groups of samples. In the first, component 1 puts the inner circle of "
        "batch 2 where the outer one of batch 1 is: the best cut has "
        f"{right[0]:.0%} of the samples on the correct side. In the second it has {right[1]:.0%}.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {"batch-removed": batch_removed}
"""What draws each picture, by the name of its file."""
