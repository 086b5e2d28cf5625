"""Hard spectra: the eigenvalues that were chosen, and what each formulation makes of them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from kpca import tolerances
from kpca.arrays import Array
from kpca.figures import tables
from kpca.figures.curves import ROOT, draw_errors, errors_in_words
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import SMALLEST
from kpca.figures.texts import counted
from kpca.statements.check import Check
from kpca.statements.ledger import LEDGER


def chosen(figure: Figure, spectra: Mapping[str, Array]) -> Words:
    """Eigenvalues (n - 1,) that matrices were made with, by name."""
    figure.set_size_inches(figure.get_figwidth(), 3.0)
    axes = figure.subplots()
    for k, (name, spectrum) in enumerate(spectra.items()):
        position = np.arange(1, len(spectrum) + 1)
        look = {"color": COLORS[k], "marker": MARKERS[k], "ms": 4, "lw": 0.8}
        axes.plot(position, np.abs(spectrum).clip(min=1e-17), label=name, **look)
    axes.set(yscale="log", xlabel="position in the spectrum", ylabel="|μ| as chosen")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    ends = "; ".join(
        f"{name}: from {spectrum[0]:.3g} to {spectrum[-1]:.3g}"
        for name, spectrum in spectra.items()
    )
    return Words(
        "The chosen eigenvalues by size. Zeros are drawn at 1e-17; the last four of the indefinite "
        "spectrum are negative.",
        f"{counted(len(spectra), 'line')} of {len(next(iter(spectra.values())))} eigenvalues each "
        f"on a logarithmic axis. {ends}.",
    )


def errors_by_squaring(
    figure: Figure, truth: Array, errors: Mapping[str, Array], matrix_error: float
) -> Words:
    """Errors (n - 1,) by method, and the cut-off of the generalized problem."""
    figure.set_size_inches(figure.get_figwidth(), 3.2)
    axes = figure.subplots()
    draw_errors(axes, truth, errors)
    for value, text in ((ROOT, "√u μ₁"), (tolerances.U, "u μ₁")):
        axes.axvline(value, color="0.3", lw=0.8, ls="--")
        axes.text(value * 1.3, 3e-17, text, fontsize=SMALLEST)
    look = {"color": COLORS[1], "label": "cut-off of the generalized problem"}
    axes.axvline(matrix_error, lw=0.8, ls="-.", **look)
    axes.axhline(1.0, color="0.3", lw=0.8, ls=":")
    axes.set(xlabel="eigenvalue μ, for μ₁ = 1", ylabel="relative error", ylim=(1e-17, 1e9))
    axes.legend()
    return Words(
        "Relative error of every eigenvalue. The eigen-solve keeps digits down to u μ₁. Both "
        "methods that use the square lose all of them near √u μ₁: the generalized problem sets "
        "eigenvalues to zero a little above it (an error of 100 %, dotted), below its own cut-off "
        "√(cnu) μ₁, and the roots of the eigenvalues of K̃² are off by more than 100 % a little "
        "below it.",
        errors_in_words(truth, errors),
    )


def errors_of_spectra(rows: Sequence[tuple[str, str, float, float]]) -> None:
    """Largest error of an eigenvalue and the cut-off, by matrix and formulation."""
    columns = ["spectrum", "formulation", "largest error", "cut-off"]
    caption = "Largest error of any eigenvalue, and the a priori bound on it (cut-off)."
    formats = dict.fromkeys(columns[2:], "{:.1e}")
    tables.show("errors-of-spectra", caption, pd.DataFrame(rows, columns=columns), formats)


def by_study(checks: Mapping[str, Sequence[Check]]) -> None:
    """How many checks agree on each study, and the check that uses most of its tolerance."""
    rows = []
    for study, of_study in checks.items():
        worst = max(of_study, key=lambda check: check.ratio)
        agreeing = f"{sum(check.agrees for check in of_study)} of {len(of_study)}"
        statement = f"{worst.id}: {LEDGER[worst.id].text}"
        rows.append([study, agreeing, worst.ratio, statement])
    columns = ["study", "checks that agree", "largest share of a tolerance", "of this statement"]
    caption = "Checks that agree, and the check that uses most of its tolerance."
    frame = pd.DataFrame(rows, columns=columns)
    tables.show("checks-by-study", caption, frame, {columns[2]: "{:.2g}"})
