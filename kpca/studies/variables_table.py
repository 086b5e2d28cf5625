"""A table of variables beside the data: its rows are matched to the training samples."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from kpca.arrays import Array
from kpca.studies.matching import Rows, match
from kpca.studies.variables import LEAST, Variables, why_no_factor, why_no_number
from kpca.tables import columns, metadata
from kpca.tables.cells import require_numbers
from kpca.tables.classes import NO_CLASS
from kpca.tables.columns import EMPTY, TEXTS
from kpca.tables.messages import INSIDE, joined, setting
from kpca.tables.numerals import Cells, numbers_or_nan
from kpca.tables.read import read
from kpca.tables.readers import plink
from kpca.tables.sentinels import sentinels, why
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed

Doubt = Callable[[float], str]
"""The reason to leave out a column with a number that may mean a missing value."""

SHARED = ("decimal", "thousands", "encoding", "comment", "missing_values")
"""What is said about the file of the data and holds for the table of variables, too."""


def load(
    path: Path,
    data: Any,
    training: Sequence[str],
    rows: Rows,
    read: Callable[..., Table] = read,
) -> tuple[Variables, dict[str, Array], list[str]]:
    """The variables of the ``training`` samples (n,) in a file, other texts in it, and remarks.

    Dates that all differ are no factor, so they are not fitted. They color the map all the same.

    ``data`` is the form of data of the study; ``rows`` are those of its file. The rows of both
    tables are matched by name where both have names, else by position. Of a variable with missing
    values a remark says how many samples have one.

    Raises ``InputError`` for a table that cannot be read, samples that have no row, another number
    of rows where names are missing, a column by which the rows may have to be matched, and if no
    variable is left.
    """
    given = getattr(data, "hints", {})
    # Without a header, the other table may have one all the same.
    header = True if given.get("header") is True else None
    hints = {key: given.get(key) for key in SHARED} | {"header": header}
    name_at = getattr(data, "names", None)
    named = (name_at,) if isinstance(name_at, str) else ()
    table = read(path, **hints, named=(*named, *plink.ABOUT_SAMPLES), triplets=False)
    found = match(table, training, rows, "variables", named)
    # The cells of other samples say nothing.
    table = table.taken(np.array(found.at))
    cells = dict(enumerate(numbers_or_nan(table.columns, table.numerals)))
    others = {j: of for j, of in cells.items() if j != found.column}
    # Only a table of samples has the key that answers the question.
    doubt = _may_be_missing if "missing_values" in given else _may_be_no_number
    is_answered = given.get("missing_values") is not None
    variables, left_out = _chosen(
        table, others, [*range(len(table))], None if is_answered else doubt
    )
    remarks = (*table.remarks, *found.remarks, *left_out)
    fitted = {*variables.names, *variables.factors}
    unused = [j for j in others if table.names[j] not in fitted]
    texts = metadata.of(table, unused, None, np.arange(len(table)))
    texts = {name: of for name, of in texts.items() if of.dtype == object}
    return variables, texts, ["variables: " + remark for remark in remarks]


def _chosen(
    table: Table, cells: Cells, at: list[int], doubt: Doubt | None
) -> tuple[Variables, list[str]]:
    """The variables of the rows ``at``, and remarks on the columns that are left out.

    ``doubt`` is why a column with a number such as -999 is left out; None to keep it.
    """
    roles = columns.without_numbers(table, cells, list(cells))
    texts = {j: _classes(table, j, at) for j, role in roles.items() if role == TEXTS}
    reasons: dict[int, str] = {j: "they are empty" for j, role in roles.items() if role == EMPTY}
    reasons |= {j: STRANGE for j in cells if j not in roles and not _is_read(table, j)}
    numbers = {j: cells[j] for j in cells if j not in roles and j not in reasons}
    require_numbers(table, numbers)
    values = {j: of[at] for j, (of, _) in numbers.items()}
    reasons |= _doubtful(table, values, doubt) if doubt else {}
    kept = {j: of for j, of in values.items() if j not in reasons}
    _require_finite(table, kept)
    reasons |= {j: why for j, of in texts.items() if (why := why_no_factor(of))}
    reasons |= {j: why for j, of in kept.items() if (why := why_no_number(of))}
    left_out = _left_out(table, reasons)
    of_numbers, of_texts = ([j for j in kind if j not in reasons] for kind in (values, texts))
    if not of_numbers and not of_texts:
        raise InputError(
            f"{table.path}: no variable is left: "
            + (joined(left_out, "; ") if left_out else "names only")
            + "; allowed: at least one column of numbers or classes that differ, with values of at "
            f"least {LEAST} samples"
        )
    X = np.column_stack([values[j] for j in of_numbers]) if of_numbers else np.empty((len(at), 0))
    variables = Variables(
        tuple(table.names[j] for j in of_numbers),
        X,
        tuple(table.names[j] for j in of_texts),
        tuple(texts[j] for j in of_texts),
    )
    return variables, left_out + _incomplete(variables, len(at))


STRANGE = "they are neither numbers nor texts"
"""Why a column is left out. Dates are neither numbers nor texts."""


def _incomplete(variables: Variables, n: int) -> list[str]:
    """A remark on the variables that not all of the n samples have, and how many have them."""
    counts = dict(zip(variables.names, (~np.isnan(variables.values)).sum(axis=0), strict=True))
    classes = zip(variables.factors, variables.classes, strict=True)
    counts |= {name: n - of.count("") for name, of in classes}
    few = [f"{name!r} ({count} of {n})" for name, count in counts.items() if count < n]
    return [f"fitted to the samples that have a value: {listed(few)}"] if few else []


def _doubtful(table: Table, values: dict[int, Array], doubt: Doubt) -> dict[int, str]:
    """The columns with a number such as -999 that may mean a missing value, and why."""
    if not values:
        return {}
    found = sentinels(np.column_stack(list(values.values())), [table.names[j] for j in values])
    return {
        table.names.index(name): doubt(number) for number, names in found.items() for name in names
    }


def _may_be_no_number(number: float) -> str:
    """Why a column with a number such as -999 is left out."""
    return f"{number:g} may mean a missing value, {why(number)}"


def _may_be_missing(number: float) -> str:
    """The same with the keys that answer the question."""
    answers = setting(missing_values=[number]) + " or " + setting(missing_values=[]) + INSIDE
    return _may_be_no_number(number) + " (write " + answers + ")"


def _is_read(table: Table, j: int) -> bool:
    kind = table.columns[j].type
    plain = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_boolean)
    return pa.types.is_string(kind) or any(is_kind(kind) for is_kind in plain)


def _classes(table: Table, j: int, at: list[int]) -> tuple[str, ...]:
    """The texts of a column in the rows ``at``; "" for a missing one."""
    texts, missing = table.texts(j), NO_CLASS | {*map(str, table.numerals.missing)}
    return tuple("" if texts[i] in missing else texts[i] for i in at)


def _left_out(table: Table, reasons: dict[int, str]) -> list[str]:
    """Remarks on the columns that are left out, by name."""
    return [
        "left out, because "
        + why
        + f": {listed([repr(table.names[j]) for j in reasons if reasons[j] == why])}"
        for why in dict.fromkeys(reasons.values())
    ]


def _require_finite(table: Table, values: dict[int, Array]) -> None:
    for j, of in values.items():
        if np.isinf(of).any():
            raise InputError(
                f"{table.path}, column {table.names[j]!r}: a value is infinite; allowed: "
                "finite numbers; correct it"
            )
