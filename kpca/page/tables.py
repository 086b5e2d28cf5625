"""The numbers of a page as CSV files that R, spreadsheets and pandas read."""

from collections.abc import Callable, Mapping

import pandas as pd

from kpca.page.solved_study import SolvedStudy
from kpca.results.opened import NotOpenedError, OpenedStudy

FILES = (
    "scores.csv",
    "spectrum.csv",
    "loadings.csv",
    "importance.csv",
    "control.csv",
    "variables.csv",
)
"""Every file that ``numbers`` may have, of which each study has some."""


def numbers(studies: Mapping[str, SolvedStudy]) -> dict[str, str]:
    """The content of each CSV file, by its name, with all digits.

    Of several studies the columns stand side by side, behind the name of their study. A study of
    points has loadings, or where features are not finite the importance of its columns. One with
    new samples has a control chart if it has samples enough, and one with variables beside the data
    their fit.
    """
    opened = {name: one.opened for name, one in studies.items()}
    files = {
        "scores.csv": scores(opened),
        "spectrum.csv": _beside(opened, lambda one: one.spectrum),
    }
    several = len(opened) > 1
    of_points = {name: one for name, one in opened.items() if one.study.columns}
    of_features = {name: one for name, one in of_points.items() if has_loadings(one)}
    others = {name: one for name, one in of_points.items() if name not in of_features}
    if of_features:
        files["loadings.csv"] = _beside(of_features, lambda one: one.loadings, several)
    if others:
        files["importance.csv"] = _beside(others, lambda one: one.importance, several)
    with_chart = {name: one for name, one in opened.items() if has_chart(one)}
    if with_chart:
        files["control.csv"] = _beside(with_chart, lambda one: one.control_chart, several)
    if next(iter(opened.values())).study.variables is not None:
        files["variables.csv"] = _beside(opened, lambda one: one.variables)
    return {name: table.to_csv(lineterminator="\n") for name, table in files.items()}


def has_loadings(opened: OpenedStudy) -> bool:
    """Whether the components of a study of points can be written out in finite features."""
    return opened.loadings.columns.name == "loading"


def has_chart(opened: OpenedStudy) -> bool:
    """Whether there are new samples, and enough samples for the limits of a control chart."""
    if opened.study.placed_again:
        return False
    try:
        return bool(opened.chart)
    except NotOpenedError:
        return False


def scores(opened: Mapping[str, OpenedStudy]) -> pd.DataFrame:
    """Label, kind (training or new) and scores of each sample; new samples stand last."""
    first = next(iter(opened.values()))
    kinds = {"training": "scores"} | ({} if first.study.placed_again else {"new": "new_samples"})
    tables = []
    for kind, name in kinds.items():
        table = _beside(opened, lambda one, name=name: getattr(one, name).drop(columns="label"))
        table.insert(0, "label", getattr(first, name)["label"])
        table.insert(1, "kind", kind)
        tables.append(table)
    return pd.concat(tables)


def _beside(
    opened: Mapping[str, OpenedStudy],
    table_of: Callable[[OpenedStudy], pd.DataFrame],
    several: bool | None = None,
) -> pd.DataFrame:
    """The tables of several studies side by side; the columns of one study keep their names."""
    several = len(opened) > 1 if several is None else several
    tables = [
        table_of(one).add_prefix(f"{name}: " if several else "") for name, one in opened.items()
    ]
    return pd.concat(tables, axis=1) if len(tables) > 1 else tables[0]
