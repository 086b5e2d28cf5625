"""The tables of the demonstrations, as the report shows them: short enough to be read."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd

from kpca.demonstrations.ranges import range_name
from kpca.figures import tables

Summary = Callable[[pd.DataFrame], tuple[str, pd.DataFrame]]


def show(folder: Path | None, names: str) -> None:
    """A summary of the table of each demonstration of a run; ``names`` are divided by blanks."""
    for name in names.split():
        path = None if folder is None else folder / "tables" / f"{name}.csv"
        if path is None or not path.is_file():
            print(f"{name}: no results; run 'make report'")
            continue
        caption, frame = SUMMARIES.get(name, _as_it_is)(pd.read_csv(path))
        numbers = frame.select_dtypes("number").columns
        tables.show(name, f"{name}: {caption}", frame, dict.fromkeys(numbers, "{:.4g}"))


def _as_it_is(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    return "the whole table.", frame


def _denoising(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    keys = ["noise", "level", "trained_on"]
    errors = frame.pivot_table("mse", keys, "method", "median", sort=False)
    splits = frame["split"].nunique()
    return (
        f"median over {splits} {'split' if splits == 1 else 'splits'} of the mean squared error "
        "of a pixel of the test images, gray from -1 to 1.",
        errors.reset_index(),
    )


def _mika1998(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    inside = frame["published"].between(frame["low"], frame["high"])
    row = frame.assign(inside=inside).groupby("sigma", sort=True)
    found = pd.DataFrame({"published numbers inside": row["inside"].sum(), "of": row.size()})
    seeds = int(frame["seeds"].max())
    return (
        f"published ratios inside the {range_name(seeds)} of {seeds} draws with the printed σ; the "
        "notebook compares with twice this σ.",
        found.reset_index(),
    )


def _unrolled_s(frame: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    best = frame.groupby(["method", "noise"], sort=False)["correlation_median"].idxmax()
    columns = ["method", "noise", "correlation_median", "gamma", "neighbors", "seeds"]
    return (
        "rank correlation of the best component with the place on the S, for the best parameter "
        "of each method.",
        frame.loc[best, columns],
    )


SUMMARIES: dict[str, Summary] = {
    "denoising": _denoising,
    "mika1998": _mika1998,
    "unrolled-s": _unrolled_s,
}
"""Summaries of the long tables; the others are shown as they are."""
