"""What a sample says of its population, on the page *Samples, weights and groups*."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import center
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.figures.texts import listed
from kpca.kernels import RBF

GAMMA = 3.0 / 8.0
"""With a standard normal density, lambda_k = 2/3 (1/3)^k, as the page says."""

POPULATION = 2.0 / 3.0 * (1.0 / 3.0) ** np.arange(4)

SIZES, REPEATED = (5, 10, 20, 50, 200), 30
LARGEST, OUTLIER = 12, 8.0
"""How many samples come one by one, and where the last one is."""


def one_by_one() -> Array:
    """mu_1 to mu_3 (LARGEST - 1, 3) of the first 2, 3, ... samples; the last one is an outlier."""
    x = np.append(np.random.default_rng(4).normal(size=LARGEST - 1), OUTLIER)[:, None]
    K = RBF(GAMMA)(x, x)
    found = np.zeros((LARGEST - 1, 3))
    for n in range(2, LARGEST + 1):
        mu = arithmetic.eigenvalues(center(K[:n, :n]))[: min(3, n - 1)]
        found[n - 2, : len(mu)] = mu
    return found


def of_samples() -> dict[int, Array]:
    """The first eigenvalues (REPEATED, 4) of K/n of samples of a normal density, for each size."""
    rng = np.random.default_rng(0)
    found = {}
    for n in SIZES:
        drawn = (rng.normal(size=(n, 1)) for _ in range(REPEATED))
        found[n] = np.array([arithmetic.eigenvalues(RBF(GAMMA)(x, x) / n)[:4] for x in drawn])
    return found


def growing(figure: Figure) -> Words:
    """Eigenvalues while samples come one by one, and those of many samples of each size."""
    figure.set_size_inches(WIDE, 3.3)
    left, right = figure.subplots(1, 2)
    mu, found = one_by_one(), of_samples()
    _steps(left, mu)
    _clouds(right, found)
    legend(figure, "")
    first = [values[:, 0].mean() for values in found.values()]
    last = [values[:, -1].mean() for values in found.values()]
    return Words(
        "Points of a normal density with the standard deviation 1, and the Gaussian kernel with γ "
        f"= {GAMMA:g}. First panel: samples come one by one. No μ ever falls, and none passes the "
        "one above it. The last sample is an outlier, and μ₂ and μ₃ rise at once. Second: the "
        f"eigenvalues μ/n of {REPEATED} data sets of each size, without centering, and those of "
        "the population (dashed). Small data sets scatter, their first eigenvalue is too large on "
        "average, and their small ones are too small; some of 5 samples lie below the axis.",
        f"First panel: three rising lines for n from 2 to {LARGEST}. With the last sample μ₁ goes "
        f"from {mu[-2, 0]:.2f} to {mu[-1, 0]:.2f}, μ₂ from {mu[-2, 1]:.2f} to {mu[-1, 1]:.2f} and "
        f"μ₃ from {mu[-2, 2]:.2f} to {mu[-1, 2]:.2f}. Second: points around four dashed lines at "
        f"{listed([f'{value:.3f}' for value in POPULATION])}, closer to them for larger n. For n "
        f"of {listed([str(n) for n in SIZES])} the means are "
        f"{listed([f'{mean:.3f}' for mean in first])} around the first line and "
        f"{listed([f'{mean:.4f}' for mean in last])} around the last one.",
    )


def _steps(axes: Axes, mu: Array) -> None:
    n = np.arange(2, 2 + len(mu))
    for k, values in enumerate(mu.T):
        known = values > 0.0
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3.5, "lw": 1.0}
        axes.plot(n[known], values[known], label=f"eigenvalue {k + 1}", **look)
    axes.set(xlabel="number n of samples", ylabel="eigenvalue μ of K̃", ylim=(0.0, None))
    axes.set_title("one sample more")


def _clouds(axes: Axes, found: dict[int, Array]) -> None:
    """Each eigenvalue of each sample as a point; sizes at equal steps."""
    for position, values in enumerate(found.values()):
        across = position + np.linspace(-0.25, 0.25, len(values))
        for k, one in enumerate(values.T):
            look = {"color": COLORS[k], "marker": MARKERS[k], "s": 6, "alpha": 0.6, "lw": 0}
            label = f"eigenvalue {k + 1}" if position == 0 and k == 3 else None
            axes.scatter(across, one, label=label, **look)
    for k, value in enumerate(POPULATION):
        axes.axhline(value, color="0.2", lw=0.8, ls="--", label="population" if k == 0 else None)
    axes.set(xlabel="number n of samples", ylabel="eigenvalue μ/n of K/n", yscale="log")
    axes.set(ylim=(2e-4, 1.2), title="more samples")
    axes.set_xticks(range(len(found)), [str(n) for n in found])


PICTURES: dict[str, Callable[[Figure], Words]] = {"samples-growing": growing}
"""What draws each picture, by the name of its file."""
