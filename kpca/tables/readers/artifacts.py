"""Artifacts of QIIME 2: a table of counts or a matrix of distances in a ZIP archive."""

import re
import zipfile
from pathlib import Path, PurePosixPath

from kpca.tables.readers import archives
from kpca.tables.readers.registry import HINTS, Options, reader
from kpca.tables.table import InputError, Table

READ = ("feature-table.biom", "distance-matrix.tsv")
"""The files of artifacts that are tables."""


@reader(".qza", kind="artifact of QIIME 2", uses=HINTS)
def read(path: Path, options: Options) -> Table:
    """The table in an artifact, FeatureTable or DistanceMatrix, with one sample a row.

    Raises ``InputError`` for artifacts of other types, with the line that exports them.
    """
    with archives.opened_zip(path, "an artifact") as opened:
        data = [name for name in opened.namelist() if PurePosixPath(name).parts[1:2] == ("data",)]
        names = {PurePosixPath(name).name: name for name in data if not name.endswith("/")}
        table = next((name for name in READ if name in names), None)
        if table is None:
            raise InputError(_other(path, opened, [*names]))
        with opened.open(names[table]) as file:
            return archives.inside(path, table, file, options, str(path))


def _other(path: Path, opened: zipfile.ZipFile, files: list[str]) -> str:
    """The message for an artifact without a table, with its type and the files in it."""
    about = [
        name for name in opened.namelist() if PurePosixPath(name).parts[1:] == ("metadata.yaml",)
    ]
    text = opened.read(about[0]).decode("utf-8", "replace") if about else ""
    kind = re.search(r"^type:\s*(.+?)\s*$", text, re.MULTILINE)
    called = kind[1].strip("'\"") if kind else "unknown type"
    return (
        f"{path}: an artifact of QIIME 2 of the type {called}, in which no table is read; allowed: "
        "FeatureTable and DistanceMatrix; to write its files "
        f"({', '.join(sorted(files)[:5]) or 'none'}) into a folder: qiime tools export "
        f"--input-path {path.name} --output-path {path.stem}"
    )
