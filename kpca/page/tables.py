"""The numbers of a page as CSV files that R, spreadsheets and pandas read."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from kpca.figures.shown import TABLES
from kpca.studies.study import Study

SCORES = "scores.csv"

FILES = (SCORES, *(entry.file for entry in TABLES))
"""Every file that ``numbers`` may have, of which each study has some."""


def numbers(studies: Mapping[str, Study]) -> dict[str, str]:
    """The content of each CSV file, by its name, with all digits.

    Of several studies the columns stand side by side, behind the name of their study.
    """
    files = {SCORES: scores(studies)}
    for entry in TABLES:
        having = {name: one for name, one in studies.items() if entry.applies(one)}
        if having:
            files[entry.file] = _beside(having, entry.table, len(studies) > 1)
    return {name: table.to_csv(lineterminator="\n") for name, table in files.items()}


def scores(studies: Mapping[str, Study]) -> pd.DataFrame:
    """Label, kind (training or new) and scores of each sample; new samples stand last."""
    every = {name: of_samples(one) for name, one in studies.items()}
    first, n = next(iter(every.values())), next(iter(studies.values())).n
    table = _beside(every, lambda one: one.drop(columns="label"), len(every) > 1)
    table.insert(0, "label", first["label"])
    table.insert(1, "kind", ["training"] * n + ["new"] * (len(first) - n))
    return table


def of_samples(one: Study) -> pd.DataFrame:
    """Label and scores of each sample; new samples stand last."""
    return pd.concat([one.scores, *([] if one.placed_again else [one.new_samples])])


def _beside(
    studies: Mapping[str, Any], table_of: Callable[[Any], pd.DataFrame], several: bool
) -> pd.DataFrame:
    """The tables of several studies side by side; the columns of one study keep their names."""
    tables = [
        table_of(one).add_prefix(f"{name}: " if several else "") for name, one in studies.items()
    ]
    return pd.concat(tables, axis=1) if len(tables) > 1 else tables[0]
