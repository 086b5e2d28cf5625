"""Tables of PLINK: which of their columns name a sample, and which are no data."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kpca.tables.readers import text
from kpca.tables.readers.content import content
from kpca.tables.readers.registry import OF_TEXTS, Options, reader
from kpca.tables.table import Table
from kpca.tables.wording import listed

ABOUT_SAMPLES = ("SEX", "PHENOTYPE", "PHENO1")
"""Columns that say something about a sample, and may label it or be a variable beside the data."""

NO_DATA = ("FID", "IID", "SID", "PAT", "MAT", *ABOUT_SAMPLES)
"""Columns that PLINK writes before its data: identifiers of families, samples and parents first."""


@reader(".eigenvec", kind="components of PLINK", uses=OF_TEXTS, is_text=True)
def eigenvec(path: Path, options: Options) -> Table:
    """The principal components in a file of PLINK or GCTA, which may have no header."""
    found = content(str(path), path.read_bytes(), options)
    first = found.data.split(b"\n", 1)[0].decode()
    # PLINK 2 begins its header with #.
    cells = re.split(r"[\s,]+", "".join(found.comments[-1:]).lstrip("#") or first.strip())
    if options.header is not None or len(cells) < 3 or not set(cells).isdisjoint(NO_DATA):
        return text.read(path, options)
    table = text.read(path, replace(options, header=False))
    if len(table.names) < 3 or table.headed:
        return table
    names = ["FID", "IID", *(f"PC{j + 1}" for j in range(len(table.names) - 2))]
    remark = f"without a header, the columns are called as by PLINK: {listed(names, 4)}"
    return replace(table, names=names, remarks=[*table.remarks, remark])


def without_ids(table: Table, named: Sequence[str | int]) -> Table:
    """The table without the columns that PLINK writes before its data.

    One of them names the samples. All are ``extras``, by which the samples can be labeled. Columns
    that the configuration has ``named`` stay. A table in which one is named by its number stays as
    it is.
    """
    names = [name.removeprefix("#") for name in table.names]
    begins = "IID" in names[:1] or names[:2] == ["FID", "IID"]
    if table.index or not begins or any(isinstance(name, int) for name in named):
        return table
    moved = [j for j, name in enumerate(names) if name in NO_DATA and name not in named]
    left = [j for j in range(len(names)) if j not in moved]
    if not left:
        return table
    texts = {name: table.texts(j) for j, name in enumerate(names) if name in NO_DATA}
    index = texts["IID"]
    if len({*index}) < len(index) and "FID" in texts:
        index = [" ".join(pair) for pair in zip(texts["FID"], index, strict=True)]
    extras = {names[j]: texts[names[j]] for j in moved}
    return replace(
        table.of_columns(left),
        names=[names[j] for j in left],
        index=index,
        extras=table.extras | extras,
        remarks=[*table.remarks, "as in the files of PLINK, the column IID names the samples"],
    )
