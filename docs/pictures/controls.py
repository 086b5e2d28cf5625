"""What a control is, on the page *What rounding allows*."""

from collections.abc import Callable, Iterable

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from kpca.arrays import Array
from kpca.data import Vectors
from kpca.figures.display import Words
from kpca.figures.palette import COLORS
from kpca.figures.scatter import legend
from kpca.figures.style import WIDE
from kpca.kernels import Polynomial
from kpca.statements import centering, eigenproblem, formulations_agree, new_samples
from kpca.statements.case import Case

EXACT = 1e-17
"""Where a discrepancy of exactly zero is drawn."""

FORMULAS = {
    centering.matrix_equals_elementwise: ("HKH", "HK"),
    centering.new_sample_matrix_equals_elementwise: ("training means", "the mean of its row only"),
    new_samples.uncentered_kernel_suffices: ("Σαᵢ = 0", "Σαᵢ ≠ 0"),
    eigenproblem.unit_norm: ("α = v/√μ", "α = v/√λ"),
    formulations_agree.kernel_pca_is_classical_mds: ("−½HD²H", "−HD²H"),
}
"""The right and the wrong formula of each statement, in the order in which they are drawn."""


def sizes() -> Array:
    """The largest discrepancy, the least tolerance and the least control of each statement (3, s).

    They are executed on the three samples of the pages and the new sample 2.
    """
    X = np.array([[-1.0], [0.0], [1.0]])
    case = Case(Vectors(Polynomial(1.0, 2), X, np.array([[2.0]])), 2)
    rows = []
    for statement in FORMULAS:
        measured, allowed, broken = zip(*(statement.parts(case) or {}).values(), strict=True)
        rows.append((_all(measured).max(), _all(allowed).min(), _all(broken).min()))
    return np.array(rows).T


def _all(parts: Iterable[ArrayLike]) -> Array:
    return np.concatenate([np.ravel(part) for part in parts])


def control(figure: Figure) -> Words:
    """Discrepancies of right and of wrong formulas on one scale, with the tolerance between."""
    figure.set_size_inches(WIDE, 2.9)
    axes, rows = figure.subplots(), np.arange(len(FORMULAS))
    right, allowed, wrong = np.maximum(sizes(), EXACT)
    largest = centering.uncentered((1.0 + np.outer([-1, 0, 1], [-1, 0, 1])) ** 2).max()
    axes.hlines(rows, right, wrong, color="0.85", lw=1.0, zorder=0)
    axes.scatter(right, rows, s=20, color=COLORS[0], label="right formula")
    axes.scatter(allowed, rows, s=90, color="0.2", marker="|", label="tolerance")
    axes.scatter(wrong, rows, s=24, color=COLORS[1], marker="X", label="control: a wrong formula")
    names = [f"{one.id}: {good}, not {bad}" for one, (good, bad) in FORMULAS.items()]
    axes.set_yticks(rows, names)
    axes.set(xscale="log", xlim=(EXACT / 3, 1e3), xlabel="discrepancy", ylabel="statement")
    axes.invert_yaxis()
    legend(figure, "")
    return Words(
        "Five statements, executed on the three samples of these pages. What is left of a right "
        "formula is rounding. The tolerance is computed from n, the size of the data and the "
        "spectrum, before anything is measured. The control is the same program with a wrong "
        "formula, and has to be far on the other side: otherwise the tolerance would let the "
        "mistake pass. The checks of centering first add a function of each sample to the kernel, "
        f"so that the elements of K grow from 4 to {largest:.0f}, and their tolerances with them. "
        "Drawn are the largest discrepancy, the least tolerance and the mildest control of each "
        f"statement, and a discrepancy of exactly zero at {EXACT:.0e}.",
        f"Three marks in each of {len(rows)} rows on a logarithmic axis. The right formulas "
        f"lie at the left, the tolerances between {allowed.min():.0e} and {allowed.max():.0e}, and "
        f"the wrong formulas at the right, between {wrong.min():.0f} and {wrong.max():.0f}. The "
        "tolerance of each row lies between its two formulas, at least "
        f"{np.log10(wrong / allowed).min():.0f} powers of ten below the wrong one.",
    )


PICTURES: dict[str, Callable[[Figure], Words]] = {"control": control}
"""What draws each picture, by the name of its file."""
