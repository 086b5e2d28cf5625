"""Tables of numbers, with a caption, in a notebook as HTML and in a script as text."""

import html
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from kpca.arrays import Array
from kpca.figures.display import METADATA, show_data
from kpca.figures.texts import plain, shortened, squared, with_unit
from kpca.preimages.preimages import PreImages
from kpca.results import files, summary
from kpca.solvers.solution import Solution

ROWS = 12
"""The most rows of a table whose length depends on the data."""

COLUMNS = 5
"""The most components of such a table."""


def show(
    name: str, caption: str, frame: pd.DataFrame, formats: Mapping[str, str] | None = None
) -> None:
    """Show a table with its caption; names in it stand as text and are never read as markup.

    ``formats`` has a format such as "{:.1e}" for each column of numbers, which are aligned right. A
    number that is missing (NaN) is an empty cell. The metadata of the output is
    {"kpca": {"table", "caption"}}.
    """
    formats = formats or {}
    texts = frame.assign(
        **{
            column: ["" if pd.isna(value) else form.format(value) for value in frame[column]]
            for column, form in formats.items()
        }
    )
    show_data(
        {
            "text/html": _html(name, caption, texts, list(formats)),
            "text/plain": f"{caption}\n{texts.to_string(index=False) if len(texts) else 'no rows'}",
        },
        {METADATA: {"table": name, "caption": caption}},
    )


def _html(name: str, caption: str, texts: pd.DataFrame, numbers: list[str]) -> str:
    styles = [
        {"selector": "caption", "props": "caption-side: top; text-align: left"},
        {"selector": "th,td", "props": "text-align: left; vertical-align: top"},
    ]
    for position in (texts.columns.get_loc(column) for column in numbers):
        cells = f"th.col{position},td.col{position}"
        styles.append({"selector": cells, "props": "text-align: right; white-space: nowrap"})
    return (
        texts.style.hide(axis="index")
        .format(escape="html")
        .format_index(escape="html", axis="columns")
        .set_caption(html.escape(caption))
        .set_table_styles(styles)
        # Dollars in names are no formulas, and equal tables have equal bytes.
        .set_table_attributes('class="mathjax_ignore tex2jax_ignore"')
        .set_uuid(name)
        .to_html()
    )


def components(solution: Solution, unit: str) -> None:
    """The eigenvalue of each component, its variance and its share of the whole."""
    mu, variance = (with_unit(text, squared(unit)) for text in ("eigenvalue μ", "λ = μ/n"))
    frame = pd.DataFrame(
        {
            "component": range(1, solution.components + 1),
            mu: solution.mu,
            variance: solution.variance,
            "share": solution.explained,
            "cumulative": solution.explained.cumsum(),
        }
    )
    formats = dict.fromkeys((mu, variance), "{:.6g}") | dict.fromkeys(
        ("share", "cumulative"), "{:.3%}"
    )
    caption = f"Components kept. Share: μ divided by the {solution.denominator}."
    show("components", caption, frame, {"component": "{}"} | formats)


def squared_norms(ways: Mapping[str, Array], tolerances: Mapping[str, Array]) -> None:
    """The largest difference from 1 of squared norms (d,), for each way to compute them."""
    frame = pd.DataFrame(
        [
            [way, value[0], np.abs(value - 1).max(), tolerances[way].min()]
            for way, value in ways.items()
        ],
        columns=["way", "component 1", "farthest from one", "smallest tolerance"],
    )
    small = dict.fromkeys(("farthest from one", "smallest tolerance"), "{:.1e}")
    caption = "The squared norm of the components, by each way to compute it."
    show("squared-norms", caption, frame, {"component 1": "{:.15f}"} | small)


def formulations(
    compared: Mapping[str, tuple[Array, Array, Array]], solutions: Mapping[str, Solution]
) -> None:
    """The group of components in which each formulation uses most of its tolerance."""
    rows = []
    for name, (measured, allowed, broken) in compared.items():
        worst = int(np.argmax(measured / allowed))
        rows.append(
            [name, solutions[name].matrix_error, measured[worst], allowed[worst], broken[worst]]
        )
    columns = ["formulation", "cut-off", "difference", "tolerance", "control"]
    caption = (
        "Scores of each formulation compared with the eigen-solve, for the group of components "
        "that uses most of its tolerance."
    )
    formats = dict.fromkeys(columns[1:], "{:.1e}")
    show("formulations", caption, pd.DataFrame(rows, columns=columns), formats)


def lowest_shares(names: Sequence[str], share: Array, by_all: Array, d: int) -> None:
    """The five samples with the lowest share (n,) on the map, and their share on all components."""
    which = "components 1 and 2" if d > 1 else "component 1"
    rows = [i for i in np.argsort(share)[:5] if np.isfinite(share[i])]
    texts = shortened(names)
    frame = pd.DataFrame({"sample": [texts[i] for i in rows], which: share[rows]})
    if d > 2:
        frame[f"all {d} components"] = by_all[rows]
    caption = "Share of a sample that the components hold; the five lowest on the map."
    show("lowest-shares", caption, frame, dict.fromkeys(frame.columns[1:], "{:.1%}"))


def strongest(W: Array, names: Sequence[str], what: str, kind: str) -> None:
    """The entries of W (q, d) that are largest in size, five for each of the first components."""
    texts = shortened(names, 24)
    rows = [
        [k + 1, ", ".join(f"{texts[j]} {W[j, k]:.3g}" for j in _largest(W[:, k]))]
        for k in range(min(W.shape[1], COLUMNS))
    ]
    columns = ["component", f"{kind} and its {what}"]
    caption = f"The strongest {kind}s of each component, by the size of their {what}."
    show("strongest", caption, pd.DataFrame(rows, columns=columns), {"component": "{}"})


def _largest(values: Array) -> Array:
    return np.argsort(-np.abs(values), kind="stable")[:5]


def new_samples(names: Sequence[str], new: Array, share: Array) -> None:
    """Scores of the first new samples (m, d) on the first components, their share on the map."""
    shown = new[:ROWS, :COLUMNS]
    columns = [f"component {k}" for k in range(1, shown.shape[1] + 1)]
    frame = pd.DataFrame(shown, columns=columns)
    frame.insert(0, "new sample", shortened(names, 22)[:ROWS])
    frame["share on the map"] = share[:ROWS]
    more = f", the first {ROWS} of {len(new)}" if len(new) > ROWS else ""
    caption = f"New samples{more}. The result of the eigen-solve has all of them."
    formats = dict.fromkeys(columns, "{:.6g}") | {"share on the map": "{:.1%}"}
    show("new-samples", caption, frame, formats)


def preimages(reached: Mapping[str, PreImages]) -> None:
    """How near the pre-images of each method come, and how many of them converged."""
    rows = [
        [
            name,
            np.median(preimages_of.distances),
            np.median(preimages_of.lower),
            int(preimages_of.iterations.max()),
            f"{preimages_of.converged.sum()} of {len(preimages_of.converged)}",
        ]
        for name, preimages_of in reached.items()
    ]
    columns = ["method", "distance", "lower bound", "most steps", "converged"]
    caption = "Medians of the distance to the projection, and of the least possible distance."
    formats = {"distance": "{:.4g}", "lower bound": "{:.4g}", "most steps": "{}"}
    show("preimages", caption, pd.DataFrame(rows, columns=columns), formats)


def spectra(solutions: Mapping[str, Solution]) -> None:
    """Rank and negative eigenvalues of each study's solution, by the name of the study."""
    rows = [
        [
            plain(name),
            solution.n,
            solution.rank,
            len(solution.negative),
            solution.negative_mass,
            solution.negative.min() if len(solution.negative) else np.nan,
        ]
        for name, solution in solutions.items()
        if solution.complete
    ]
    partial = [plain(name) for name, solution in solutions.items() if not solution.complete]
    columns = ["study", "n", "rank", "negative", "negative mass", "most negative"]
    forms = ("{}", "{}", "{}", "{:.2%}", "{:.6g}")
    caption = (
        "Eigenvalues above the rounding of the Gram matrix, which may hide smaller ones (rank), "
        "and below minus that rounding (negative). Negative mass: the share of Σ|μ| that the "
        "negative ones hold."
    )
    if partial:
        caption += f" Not every eigenvalue is computed of {', '.join(partial)}."
    frame = pd.DataFrame(rows, columns=columns)
    show("spectra-table", caption, frame, dict(zip(columns[1:], forms, strict=True)))


def angles_to_the_mean(constants: Array, sines: Array, allowed: Array) -> None:
    """The angle between component 1 of k + c and the mean, for growing constants c (p,)."""
    columns = ["constant c", "sine of the angle", "at most"]
    frame = pd.DataFrame(dict(zip(columns, (constants, sines, allowed), strict=True)))
    formats = dict(zip(columns, ("{:.3g}", "{:.2e}", "{:.2e}"), strict=True))
    caption = "Sine of the angle between component 1 of k + c and the mean, with its bound."
    show("angles", caption, frame, formats)


def demonstrations(folder: Path | None, names: str) -> None:
    """The summary of each demonstration of a run, or the whole table of one without a summary.

    ``folder`` has the results, and ``names`` are divided by blanks.
    """
    for name in names.split():
        stored = _demonstration(folder, name) if folder else None
        if stored is None:
            print(f"{name}: no results; run 'make report'")
            continue
        caption, frame = stored
        numbers = frame.select_dtypes("number").columns
        show(name, f"{name}: {caption}", frame, dict.fromkeys(numbers, "{:.4g}"))


def _demonstration(folder: Path, name: str) -> tuple[str, pd.DataFrame] | None:
    result, table = folder / f"{name}.nc", folder / "tables" / f"{name}.csv"
    if not (result.is_file() and table.is_file()):
        return None
    return summary.of(files.read(result)) or ("the whole table.", pd.read_csv(table))
