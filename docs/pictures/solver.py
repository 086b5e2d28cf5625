"""How fast an iteration is and what proves its result, on the page *Large data*."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from components import KERNEL, POINTS
from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import center
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.kernels import RBF
from width import two_circles

GAMMA, PRODUCTS = 4.0, 12

TRIED = {
    "nearly right: (5, −1, −4)": np.array([5.0, -1.0, -4.0]),
    "exact, but the second: (1, −2, 1)": np.array([1.0, -2.0, 1.0]),
}
"""The two vectors of the worked example."""


class Certificate(NamedTuple):
    """What is known of a vector: theta, its residual, and a bound on all other eigenvalues."""

    theta: float
    residual: float
    bound: float

    @property
    def gap(self) -> float:
        """How far the bound is below the interval around theta; negative if it is not."""
        return self.theta - self.residual - self.bound


def angles() -> tuple[Array, Array, float]:
    """Sines (PRODUCTS,) of the angle to eigenvector 1 after each product; mu_2/mu_1.

    By powers, and by the best vector of the span of all products so far.
    """
    X, _ = two_circles()
    A = center(RBF(GAMMA)(X, X))
    mu, V = arithmetic.eigh(A)
    exact = V[:, -1]
    q = np.random.default_rng(1).normal(size=len(A))
    power, basis, by_power, by_span = q, (q / np.linalg.norm(q))[:, None], [], []
    for _ in range(PRODUCTS):
        power = A @ power
        power = power / np.linalg.norm(power)
        basis = np.linalg.qr(np.column_stack([basis, A @ basis[:, -1]]))[0]
        best = basis @ arithmetic.eigh(basis.T @ A @ basis)[1][:, -1]
        by_power.append(_sine(power, exact))
        by_span.append(_sine(best, exact))
    return np.array(by_power), np.array(by_span), float(mu[-2] / mu[-1])


def certificate(v: Array) -> Certificate:
    """That of a vector (3,) of the worked example, by the trace."""
    A = center(KERNEL(POINTS, POINTS))
    v = v / np.linalg.norm(v)
    theta = float(v @ A @ v)
    residual = float(np.linalg.norm(A @ v - theta * v))
    return Certificate(theta, residual, float(A.trace()) - theta)


def fast_and_proved(figure: Figure) -> Words:
    """The error after each product, and two certificates as intervals on a line."""
    figure.set_size_inches(WIDE, 3.4)
    left, right = figure.subplots(1, 2, width_ratios=[1.0, 1.2])
    by_power, by_span, ratio = angles()
    steps = np.arange(1, PRODUCTS + 1)
    left.semilogy(
        steps, by_power, color=COLORS[0], marker="o", ms=3, lw=1.0, label="power iteration"
    )
    left.semilogy(steps, by_span, color=COLORS[1], marker="s", ms=3, lw=1.0, label="Krylov method")
    left.set(xlabel="number of products K̃q", ylabel="sine of the angle to v₁")
    left.set_title("how fast: two circles, component 1")
    proofs = {name: certificate(v) for name, v in TRIED.items()}
    _lines(right, proofs)
    legend(figure, "")
    good, bad = proofs.values()
    return Words(
        "First panel: the angle between the first eigenvector of the two circles and what is "
        "known after each product. The power iteration keeps the last product only, and gains a "
        f"factor of μ₂/μ₁ = {ratio:.2f} each time. A Krylov method takes the best vector of the "
        "span of all products. Second: the two certificates of the worked example below. If all "
        "other eigenvalues (gray) are below the interval around θ, this is the largest "
        "eigenvalue. In the second row they need not be, and the certificate refuses, although "
        "the residual is 0.",
        f"First panel: two falling curves; after {PRODUCTS} products the sines are "
        f"{by_power[-1]:.1e} and {by_span[-1]:.1e}. Second: an interval around {good.theta:.2f} "
        f"with the half width {good.residual:.2f}, to the right of a gray bar from 0 to "
        f"{good.bound:.2f}; below, a point at {bad.theta:.2f} within a gray bar from 0 to "
        f"{bad.bound:.2f}.",
    )


def _sine(v: Array, exact: Array) -> float:
    """The sine of the angle between two unit vectors, small ones without loss of digits."""
    return float(np.linalg.norm(v - (v @ exact) * exact))


def _lines(axes: Axes, proofs: dict[str, Certificate]) -> None:
    """For each vector theta with its residual, above a bar of where the others may be."""
    for row, (name, of) in enumerate(proofs.items()):
        bar = "all other eigenvalues lie here" if row == 0 else None
        axes.barh(row, of.bound, height=0.3, color="0.8", label=bar)
        look = {"color": COLORS[2], "capsize": 3, "marker": "D", "ms": 5, "lw": 1.2}
        axes.errorbar(of.theta, row, xerr=of.residual, **look)
        verdict = f"gap {of.gap:.2f}: proved" if of.gap > 0 else "no gap: refused"
        axes.text(0.0, row - 0.32, f"{name}\n{verdict}", va="bottom")
    axes.plot([], [], color=COLORS[2], marker="D", ms=5, lw=1.2, label="θ and its residual")
    mu = arithmetic.eigenvalues(center(KERNEL(POINTS, POINTS)))
    look = {"marker": "|", "s": 90, "color": "black", "lw": 1.2, "label": "the true eigenvalues"}
    axes.scatter(np.tile(mu, len(proofs)), np.repeat(np.arange(len(proofs)), len(mu)), **look)
    axes.set(xlabel="eigenvalue", ylabel="vector", yticks=[], ylim=(1.4, -0.95), xlim=(-0.2, 4.8))
    axes.set_title("what is proved: three points")


PICTURES: dict[str, Callable[[Figure], Words]] = {"solver-certificate": fast_and_proved}
"""What draws each picture, by the name of its file."""
