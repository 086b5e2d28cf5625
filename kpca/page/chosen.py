"""What a table and the options of a command leave open, and how it is chosen and written down."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpca import kernels
from kpca.figures.loadings import scale
from kpca.interpretation.groups import two_in_columns
from kpca.interpretation.unit_columns import deviations, varies
from kpca.kernels.parameters import parameters
from kpca.studies import checking
from kpca.studies.config.data import DistanceMatrix, KernelMatrix, VectorFile, form_of_data
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import validated
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.studies.measures import MEASURES
from kpca.studies.memory import of_study
from kpca.studies.study import Study
from kpca.tables.known_names import CLASSES
from kpca.tables.messages import INSIDE, in_yaml, joined, named, setting
from kpca.tables.numerals import are_numbers, numbers_or_nan
from kpca.tables.rows import MissingError
from kpca.tables.samples import of_variance, outweighing
from kpca.tables.table import Table
from kpca.tables.wording import counted, listed

MOST_CLASSES = 20
"""A column of texts with more different ones has no classes."""

FORMS = {"vectors": VectorFile, "distance_matrix": DistanceMatrix, "kernel_matrix": KernelMatrix}
"""The forms of data that a file may have: the key that names the file, and the other keys."""

OF_KERNELS = {parameter.name for kind in kernels.KERNELS for parameter, *_ in parameters(kind)}
"""The keys of all kernels."""

Keys = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """The configurations of the studies of one table, by name, and the reasons.

    ``reasons`` has a comment for a key that was chosen: "data.labels", "kernel", "components".
    """

    studies: dict[str, StudyConfig]
    reasons: dict[str, str] = field(default_factory=dict)


def choose(path: Path, form: str, given: Keys) -> Choice:
    """The studies of a file, as far as the options say; their paths start from the current folder.

    ``given`` has the options, by key. Without a kernel there are two studies of points: the linear
    kernel, which is PCA, and the Gaussian one. Raises ``ConfigError`` for a key that such data do
    not use, and for a value that is not allowed.
    """
    _require_used(form, given)
    data = {form: str(path)} | {key: given[key] for key in FORMS[form].model_fields if key in given}
    of_study = {key: given[key] for key in StudyConfig.model_fields if key in given}
    of_study = {"title": path.name.split(".")[0]} | of_study | {"data": data}
    if form != "vectors" or "distance" in given:
        studies = {given.get("distance", form.replace("_", "-")): of_study}
    else:
        of_kernels = {kernel["name"].replace("_", "-"): kernel for kernel in _kernels(given)}
        studies = {name: of_study | {"kernel": kernel} for name, kernel in of_kernels.items()}
    return Choice(validated({"studies": studies}, str(path)).studies)


def _require_used(form: str, given: Keys) -> None:
    of_points = form == "vectors" and "distance" not in given
    used = {
        *FORMS[form].model_fields,
        *StudyConfig.model_fields,
        *(OF_KERNELS if of_points else ()),
    }
    if unused := [key for key in given if key not in used]:
        what = "distances do" if form == "vectors" else f"a {form.replace('_', ' ')} does"
        it = "it" if len(unused) == 1 else "them"
        raise ConfigError(f"{what} not use " + named(*unused, between=" and ") + f"; remove {it}")


def completed(choice: Choice, table: Table | None, given: Keys) -> Choice:
    """The same studies with what the options leave open and the content of the file decides.

    That is a column of classes, and samples for the statements that a page has time for. Only the
    size of the ``table``, if there is one, and the kernel decide about these
    (``kpca.studies.checking.affordable``), so that nothing is solved before.
    """
    n = checking.MOST if table is None else len(table)
    data = next(iter(choice.studies.values())).data
    # Labels are no data, and a distance may compare columns of texts.
    of_texts = table is not None and data.distance and MEASURES[data.distance].of_texts
    if table is not None and not of_texts:
        label = data.labels or classes(table, data)
        if label and not data.labels:
            choice = with_data(choice, "labels", label, OF_LABELS)
        is_open = data.columns is None and data.omit is None
        numbered = numbered_classes(table, data) if is_open else []
        if numbered and not label:
            choice = with_data(choice, "labels", numbered.pop(0), OF_NUMBERS)
        if numbered:
            choice = with_data(choice, "omit", numbered, OF_NUMBERS)
    studies = {
        name: study.model_copy(
            update={"statements": study.statements or _affordable(study, table, n)}
        )
        for name, study in choice.studies.items()
    }
    if n > MOST_FOR_BOTH and not given.keys() & {"kernel", *OF_KERNELS}:
        studies = dict([*studies.items()][:1])
    reasons = {} if "statements" in given else {"statements": OF_STATEMENTS}
    return Choice(studies, choice.reasons | reasons)


OF_STATEMENTS = "a random subset, so that they take seconds"


def _affordable(config: StudyConfig, table: Table | None, n: int) -> int | str:
    """On how many of n samples the statements are executed, unless somebody asks for others."""
    if table is None or config.is_of_distances:
        return checking.affordable(0, 0, n)
    # Or a few more, because columns of texts are not looked for.
    q = len(config.data.columns or table.names)
    return checking.affordable(q, of_study(config, checking.ALL, 0, 0, q).widest, n)


OF_NUMBERS = "it has few different whole numbers, as a class has"
"""Which column of numbers has the classes, if there is none of texts."""

FEWEST_OF_CLASS = 5
"""Rows that each class of a column of whole numbers has."""


def numbered_classes(table: Table, data: VectorFile) -> list[str]:
    """Columns of 2 to 20 different whole numbers that are called as classes are, or the last one.

    The last one is meant where less than half of the columns have whole numbers.
    """
    taken = {data.names, data.labels, data.blocks, data.weights}
    cells = numbers_or_nan(table.columns, table.numerals)
    whole = [bool(are.all() and (values % 1.0 == 0.0).all()) for values, are in cells]
    last = len(whole) - 1 if 2 * sum(whole) < len(whole) else None
    found = []
    for j in np.flatnonzero(whole):
        counts = np.unique(cells[j][0], return_counts=True)[1]
        is_class = 2 <= len(counts) <= MOST_CLASSES and counts.min() >= FEWEST_OF_CLASS
        name = table.names[j]
        if is_class and name not in taken and (j == last or CLASSES.fullmatch(name)):
            found.append(name)
    return found


UNLIKE = 10.0
"""Columns have different units if the largest deviation is so many times the median one."""

ABSENT = 0.25
"""Numbers of which so many are 0, and none is negative, are amounts in one unit, as of species."""


def unlike(draft: Draft) -> str:
    """Why the columns of a table have different units, so that all get one weight; "" if not.

    Columns of one unit stay as they are: those of spectra, of counts and of amounts. So do those
    that no deviation can divide, texts, and all columns where one of the two that vary most has two
    groups.
    """
    if not _is_divisible(draft):
        return ""
    given, X = draft.training, draft.training.X
    are_amounts = X.min() >= 0.0 and (X == 0.0).mean() >= ABSENT
    if scale(given.columns) is not None or not (X % 1.0).any() or are_amounts:
        return ""
    spreads = deviations(X, given.weights)
    ratio = spreads.max() / np.median(spreads)
    if two_in_columns(X[:, np.argsort(-spreads)[:2]]):
        # A column may vary most because it has the groups.
        return ""
    few = of_variance(given.columns, outweighing(X, given.weights))
    widest = given.columns[int(spreads.argmax())]
    many = f"the deviation of column {widest!r} is {ratio:.3g} times the median one"
    return few or (many if ratio >= UNLIKE else "")


def _is_divisible(draft: Draft) -> bool:
    """Whether each column of a table can be divided by its deviation."""
    data, given = draft.config.data, draft.training
    if not isinstance(data, VectorFile) or data.distance or data.transform or not draft.has_lengths:
        return False
    return bool(not np.isnan(given.X).any() and not given.classes and varies(given.X).all())


FEW_MISSING = 0.05
"""Up to this share of the samples is left out, without a question, for missing values."""


def few_missing(error: BaseException | None) -> str:
    """Why the samples with missing values can be left out; "" if they cannot."""
    if not isinstance(error, MissingError) or error.samples > FEW_MISSING * error.rows:
        return ""
    return f"{counted(error.samples, 'sample')} that lack{'s' * (error.samples == 1)} values"


def with_data(choice: Choice, key: str, value: object, why: str = "") -> Choice:
    """The same studies with another value of a key of their data, and perhaps with a reason."""
    studies = {
        name: study.model_copy(update={"data": study.data.model_copy(update={key: value})})
        for name, study in choice.studies.items()
    }
    reasons = {where: one for where, one in choice.reasons.items() if where != f"data.{key}"}
    return Choice(studies, reasons | ({f"data.{key}": why} if why else {}))


ALIKE = 1e-6
"""Columns whose deviations differ by such a share are the same in both scales."""

MOST_FOR_SCALES = 5_000
"""The maps of more samples have one scale: another one would double the time of the command."""


def has_other_scale(draft: Draft) -> bool:
    """Whether a map of columns as measured and one of standardized columns are two maps."""
    X = draft.training.X
    if len(X) > MOST_FOR_SCALES or not _is_divisible(draft):
        return False
    if draft.config.data.standardize:
        return True
    spreads = deviations(X, draft.training.weights)
    return len(spreads) > 1 and bool(np.ptp(spreads) > ALIKE * spreads.max())


def before_reading(choice: Choice) -> str:
    """What was decided for the user about columns and samples, and the keys that change it."""
    data, said, reasons = next(iter(choice.studies.values())).data, [], choice.reasons
    by_looks = [data.labels] if reasons.get("data.labels") == OF_NUMBERS else []
    by_looks += data.omit if "data.omit" in reasons else []
    if by_looks:
        look = f"{listed([*map(repr, by_looks)])} taken as classes ("
        it = "it" if len(by_looks) == 1 else "them"
        said.append(look + named("columns") + f" makes {it} data)")
    if why := reasons.get("data.missing"):
        keep = " (" + setting(missing="impute") + INSIDE + " keeps them)"
        said.append(f"without {why}" + (keep if data.weights is None else ""))
    if why := reasons.get("data.standardize"):
        undo = setting(standardize=False) + INSIDE + " undoes it)"
        said.append(f"standardized: as measured {why} (" + undo)
    return joined(said, "; ")


OF_LABELS = "the first column of classes, which occur several times"
"""Which column has the classes, if none is named."""


def remarks(choice: Choice) -> list[str]:
    """What was chosen about the content of the table, and the line that changes it."""
    study, said = next(iter(choice.studies.values())), []
    if choice.reasons.get("data.labels") == OF_LABELS:
        said.append(
            f"the classes and colors are those of {study.data.labels!r}, {OF_LABELS}; for others, "
            "write " + setting(labels=...) + INSIDE
        )
    if "statements" in choice.reasons and study.statements == checking.NONE:
        said.append(
            "the statements are not executed, because they form matrices of so many columns or "
            "features that even for few samples they take more than seconds; to execute them, "
            "write " + setting(statements=checking.SAMPLE)
        )
    return said


def decided(choice: Choice, solved: Mapping[str, Study], folder: Path) -> Choice:
    """The same studies as they were ``solved``, with their numbers of components.

    Their paths start from ``folder``, in which the configuration lies. A number of samples that is
    not below that of the study, where all are taken, is left out.
    """
    studies = {}
    for name, study in choice.studies.items():
        paths = {key: os.path.relpath(path, folder) for key, path in study.files.items()}
        found = {"components": solved[name].components, "variables": paths.pop("variables", None)}
        if "statements" in choice.reasons and solved[name].statements == checking.ALL:
            found["statements"] = None
        found["data"] = study.data.model_copy(update=paths)
        studies[name] = study.model_copy(update=found)
    asked = any(study.components is not None for study in choice.studies.values())
    reasons = {} if asked else {"components": "the leading ones, at most five"}
    return Choice(studies, choice.reasons | reasons)


MOST_FOR_BOTH = 20_000
"""Without a kernel, more samples are solved with the linear one only: others take minutes."""


def _kernels(given: Keys) -> list[dict[str, Any]]:
    """The kernels of the options; without one, the linear and the Gaussian kernel."""
    own = {key: value for key, value in given.items() if key in OF_KERNELS}
    if "kernel" in given:
        return [{"name": given["kernel"], **own}]
    return [{"name": "linear"}, {"name": "rbf", "gamma": "median", **own}]


def classes(table: Table, data: VectorFile) -> str | None:
    """The first column of texts with 2 to 20 different ones, each twice in the mean, if any.

    Columns beside the table, such as y in an archive of NumPy, may be numbers.
    """
    taken = {data.names, data.blocks, *(data.columns or []), *(data.omit or [])}
    for name, column in zip(table.names, table.columns, strict=True):
        if name in taken or not pa.types.is_string(column.type):
            continue
        different = [text for text in pc.unique(column).to_pylist() if text and text.strip()]
        if _are_classes(len(different), len(table)) and not any(are_numbers(different)):
            return name
    for name, texts in table.extras.items():
        if name not in taken and _are_classes(len(set(filter(None, texts))), len(table)):
            return name
    return None


def _are_classes(different: int, n: int) -> bool:
    return 2 <= different <= min(MOST_CLASSES, n // 2)


def text(choice: Choice, solved: Mapping[str, Study]) -> str:
    """The configuration as YAML, with a comment on each key that was chosen.

    A width of a kernel that is a word has the number that it became as a comment.
    """
    lines = [
        "# Written by kpca map. The full record, with notebooks and a site, has the same numbers:",
        "#   kpca run study.yaml",
        "studies:",
    ]
    for name, study in choice.studies.items():
        lines.append(f"  {name}:")
        keys = study.model_dump(exclude_unset=True, exclude_none=True)
        form = form_of_data(study.data)
        keys["data"] = {form: keys["data"][form]} | keys["data"]
        why = {key: f"chosen: {one}" for key, one in choice.reasons.items()}
        kernel = solved[name].kernel
        if kernel is not None and kernel.width is not None:
            width = kernel.width.parameter
            why[f"kernel.{width}"] = f"{getattr(kernel, width):.6g}"
        lines += _lines(keys, 4, why)
    return "\n".join([*lines, ""])


def _lines(keys: Keys, indent: int, reasons: Mapping[str, str], above: str = "") -> list[str]:
    lines = []
    for key, value in keys.items():
        where, margin = f"{above}{key}", " " * indent
        comment = f"  # {reasons[where]}" if where in reasons else ""
        if isinstance(value, dict):
            lines.append(f"{margin}{key}:{comment}")
            lines += _lines(value, indent + 2, reasons, f"{where}.")
        else:
            lines.append(f"{margin}{key}: {in_yaml(value)}{comment}")
    return lines
