"""One table from a file."""

from dataclasses import replace
from pathlib import Path

# Readers register when their module is imported. Each is named here, because the jobs that depend
# on it are found by their import statements.
from kpca.tables.readers import (  # noqa: F401
    annotated,
    archives,
    arrays,
    artifacts,
    binary,
    biom,
    gct,
    phylip,
    plink,
    shapes,
    text,
    workbook,
)
from kpca.tables.readers.kinds import reader_of
from kpca.tables.readers.registry import Options, by_kind, kinds
from kpca.tables.table import InputError, Table

__all__ = ["by_kind", "kinds", "read", "reader_of"]


def read(
    path: Path,
    header: bool | None = None,
    variable: str | None = None,
    wider: int | None = None,
    **more: object,
) -> Table:
    """The table in a file; ``kpca.tables.readers.registry.Options`` explains the arguments.

    Raises ``InputError`` for a file that is not there, that is of no kind that can be read, or
    that is broken.
    """
    path, options = Path(path), Options(header, variable, wider, **more)
    try:
        reader, remarks = reader_of(path, options.encoding)
        table = reader.read(path, options)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    missing = replace(table.numerals, missing=options.missing_values or ())
    stated = replace(table, path=str(path), numerals=missing, remarks=remarks + list(table.remarks))
    if table.is_transposed:
        options = replace(options, transpose=False)
    if options.wider is None and not options.transpose:
        stated = plink.without_ids(stated, options.named)
    uses = reader.uses if table.uses is None else table.uses
    return replace(shapes.shaped(stated, options), sha256=table.sha256, uses=uses)
