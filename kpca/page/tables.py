"""The numbers of a page as CSV files that R, spreadsheets and pandas read."""

from collections.abc import Callable, Mapping

import pandas as pd

from kpca.studies.solved_study import SolvedStudy

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
    files = {
        "scores.csv": scores(studies),
        "spectrum.csv": _beside(studies, lambda one: one.spectrum),
    }
    several = len(studies) > 1
    of_points = {name: one for name, one in studies.items() if one.study.columns}
    of_features = {name: one for name, one in of_points.items() if one.has_loadings}
    others = {name: one for name, one in of_points.items() if name not in of_features}
    if of_features:
        files["loadings.csv"] = _beside(of_features, lambda one: one.loadings, several)
    if others:
        files["importance.csv"] = _beside(others, lambda one: one.importance, several)
    with_chart = {name: one for name, one in studies.items() if one.has_chart}
    if with_chart:
        files["control.csv"] = _beside(with_chart, lambda one: one.control_chart, several)
    if next(iter(studies.values())).study.variables is not None:
        files["variables.csv"] = _beside(studies, lambda one: one.variables)
    return {name: table.to_csv(lineterminator="\n") for name, table in files.items()}


def scores(studies: Mapping[str, SolvedStudy]) -> pd.DataFrame:
    """Label, kind (training or new) and scores of each sample; new samples stand last."""
    first = next(iter(studies.values()))
    kinds = {"training": "scores"} | ({} if first.study.placed_again else {"new": "new_samples"})
    tables = []
    for kind, name in kinds.items():
        table = _beside(studies, lambda one, name=name: getattr(one, name).drop(columns="label"))
        table.insert(0, "label", getattr(first, name)["label"])
        table.insert(1, "kind", kind)
        tables.append(table)
    return pd.concat(tables)


def _beside(
    studies: Mapping[str, SolvedStudy],
    table_of: Callable[[SolvedStudy], pd.DataFrame],
    several: bool | None = None,
) -> pd.DataFrame:
    """The tables of several studies side by side; the columns of one study keep their names."""
    several = len(studies) > 1 if several is None else several
    tables = [
        table_of(one).add_prefix(f"{name}: " if several else "") for name, one in studies.items()
    ]
    return pd.concat(tables, axis=1) if len(tables) > 1 else tables[0]
