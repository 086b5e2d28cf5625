"""How eigenvalues change with γ, on the page *What γ does to the eigenvalues*."""

from collections.abc import Callable

import numpy as np
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
from kpca.statements.samples import flat_factors

POINTS = np.array([-1.0, -0.6, -0.1, 0.3, 1.0])[:, None]
"""As many points (5, 1) of a line as have four components."""

GAMMAS = np.geomspace(1e-2, 1e2, 161)


def eigenvalues() -> tuple[Array, Array]:
    """mu_l and d log mu_l / d log gamma (161, 4) for every gamma.

    The derivative is that of ledger S5: -v'H(D2 o K)Hv, times gamma/mu.
    """
    D2 = (POINTS - POINTS.T) ** 2
    values, slopes = np.zeros((2, len(GAMMAS), len(POINTS) - 1))
    for row, gamma in enumerate(GAMMAS):
        K = RBF(float(gamma))(POINTS, POINTS)
        mu, V = arithmetic.eigh(center(K))
        mu, V = mu[:0:-1], V[:, :0:-1]
        values[row] = mu
        slopes[row] = -gamma / mu * np.einsum("il,ij,jl->l", V, center(D2 * K), V)
    return values, slopes


def flat() -> Array:
    """What mu_l is near to for small gamma (161, 4): gamma^l s_l R_ll^2."""
    powers = POINTS ** np.arange(1, len(POINTS))
    R = np.linalg.qr(powers - powers.mean(axis=0), mode="r")
    order = np.arange(1, len(POINTS))
    return GAMMAS[:, None] ** order * flat_factors(len(order)) * R.diagonal() ** 2


def by_gamma(figure: Figure) -> Words:
    """Each eigenvalue against gamma, and the power of gamma with which it grows."""
    figure.set_size_inches(WIDE, 3.2)
    left, right = figure.subplots(1, 2)
    values, slopes = eigenvalues()
    for k, (mu, power, slope) in enumerate(zip(values.T, flat().T, slopes.T, strict=True)):
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 3.5, "markevery": (10 + 5 * k, 20)}
        left.loglog(GAMMAS, mu, label=f"eigenvalue {k + 1}", **look)
        near = power < 3.0 * mu
        left.loglog(GAMMAS[near], power[near], color="0.3", lw=0.6, label="flat limit" * (k == 3))
        right.semilogx(GAMMAS, slope, **look)
    left.set(ylim=(values.min() / 3.0, 4.0), xlabel="γ", ylabel="eigenvalue μ of K̃")
    left.set_title("eigenvalues, and the powers of γ of the flat limit")
    right.set(xlabel="γ", ylabel="power of γ with which μ changes", ylim=(-0.5, 4.2))
    right.set_title("slopes with logarithms on both axes")
    legend(figure, "")
    first = listed([f"{number:.2f}" for number in slopes[0]])
    return Words(
        "Five points of a line and the Gaussian kernel. First panel: for small γ each eigenvalue "
        "is a power of γ (thin lines), and component 1 holds nearly everything. For large γ all "
        "eigenvalues go to 1, and no component is better than another one. Second: the slopes of "
        "these curves, by the formula of the derivative. They begin at the powers 1, 2, 3 and 4. "
        "Where a slope is 0, a small change of γ hardly changes this eigenvalue. Those of "
        "eigenvalues 1 and 2 fall below 0, since these are above 1 before they come back to it.",
        f"First panel: four curves from {listed([f'{number:.1e}' for number in values[0]])} at γ "
        f"= 0.01 to {listed([f'{number:.2f}' for number in values[-1]])} at γ = 100; thin "
        f"straight lines follow them for small γ. Second: four curves that fall from {first} at γ "
        "= 0.01 and are 0 at γ = 100; that of eigenvalue 1 has its least value "
        f"{slopes[:, 0].min():.2f} at γ = {GAMMAS[slopes[:, 0].argmin()]:.1f}.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {"spectrum-by-gamma": by_gamma}
"""What draws each picture, by the name of its file."""
