"""What a table and the options of a command leave open, and how it is chosen and written down."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kpca import kernels
from kpca.kernels.parameters import parameters
from kpca.studies import checking
from kpca.studies.config.data import DistanceMatrix, KernelMatrix, VectorFile
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.study import StudyConfig
from kpca.studies.measures import MEASURES
from kpca.studies.points import size
from kpca.studies.study import Study
from kpca.tables.messages import INSIDE, in_yaml, named, setting
from kpca.tables.numerals import are_numbers
from kpca.tables.table import Table

MOST_CLASSES = 20
"""A column of texts with more different ones has no classes."""

FORMS = {"vectors": VectorFile, "distance_matrix": DistanceMatrix, "kernel_matrix": KernelMatrix}
"""The forms of data that a file may have: the key that names the file, and the other keys."""

OF_KERNELS = {parameter.name for kind in kernels.KERNELS for parameter, *_ in parameters(kind)}
"""The keys of all kernels."""

Keys = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """Studies of one table as a configuration has them, by name, and the reasons.

    ``reasons`` has a comment for a key that was chosen: "data.labels", "kernel", "components".
    """

    studies: dict[str, dict[str, Any]]
    reasons: dict[str, str] = field(default_factory=dict)


def choose(path: Path, table: Table | None, form: str, given: Keys) -> Choice:
    """The studies of a file; their paths start from the current folder.

    ``given`` has the options, by key. Without a kernel there are two studies of points: the linear
    kernel, which is PCA, and the Gaussian one. What depends on the content of the file is chosen
    if there is a ``table``. Raises ``ConfigError`` for a key that such data do not use.
    """
    _require_used(form, given)
    reasons: dict[str, str] = {}
    data: dict[str, Any] = {form: str(path)}
    data |= {key: given[key] for key in FORMS[form].model_fields if key in given}
    # Labels are no data, and this distance compares columns of texts.
    of_texts = given.get("distance") in {name for name, one in MEASURES.items() if one.of_texts}
    if table is not None and "labels" not in data and not of_texts:
        labels = classes(table, data)
        if labels is not None:
            data["labels"] = labels
            reasons["data.labels"] = f"chosen: {OF_LABELS}"
    of_study = {key: given[key] for key in StudyConfig.model_fields if key in given}
    of_study = {"title": path.name.split(".")[0]} | of_study | {"data": data}
    if form != "vectors" or "distance" in given:
        name = given.get("distance", form.replace("_", "-"))
        own = {"kernel": given["kernel"]} if "kernel" in given else {}
        return Choice({name: of_study | own}, reasons)
    studies = {}
    for kernel in _kernels(given, 0 if table is None else len(table)):
        studies[kernel["name"].replace("_", "-")] = of_study | {"kernel": kernel}
    return Choice(studies, reasons)


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


def in_seconds(
    choice: Choice, parsed: Mapping[str, StudyConfig], table: Table | None = None
) -> Choice:
    """The same studies with samples for their statements that a page has time for, if none are.

    ``parsed`` are the configurations of the studies. Only the size of the ``table``, if there is
    one, and the kernel decide (``kpca.studies.checking.affordable``), so that nothing is solved
    before.
    """
    studies, n = {}, checking.MOST if table is None else len(table)
    for name, study in choice.studies.items():
        q = 0 if table is None or parsed[name].is_of_distances else _columns(table, study["data"])
        widest = size(parsed[name], checking.ALL, 0, 0, q).widest if q else 0
        studies[name] = study | {
            "statements": study.get("statements", checking.affordable(q, widest, n))
        }
    asked = any("statements" in study for study in choice.studies.values())
    reasons = {} if asked else {"statements": OF_STATEMENTS}
    return Choice(studies, choice.reasons | reasons)


OF_STATEMENTS = "chosen: a random subset, so that they take seconds"


def _columns(table: Table, data: Keys) -> int:
    """How many columns are data, or a few more, because those of texts are not looked for."""
    return len(data.get("columns") or table.names)


def configured(choice: Choice, parsed: Mapping[str, StudyConfig]) -> dict[str, StudyConfig]:
    """The configurations of the studies, parsed before, with what was chosen since."""
    configs = {}
    for name, study in choice.studies.items():
        data = parsed[name].data.model_copy(update={"labels": study["data"].get("labels")})
        chosen = {"data": data, "statements": study["statements"]}
        configs[name] = parsed[name].model_copy(update=chosen)
    return configs


OF_LABELS = "the first column of texts that occur several times"
"""Which column has the classes, if none is named."""


def remarks(choice: Choice) -> list[str]:
    """What was chosen about the content of the table, and the line that changes it."""
    study, said = next(iter(choice.studies.values())), []
    if "data.labels" in choice.reasons:
        labels = study["data"]["labels"]
        said.append(
            f"the colors show {labels!r}, {OF_LABELS}; for another one, write "
            + setting(labels=...)
            + INSIDE
        )
    if "statements" in choice.reasons and study["statements"] == checking.NONE:
        said.append(
            "the statements are not executed, because they form matrices of so many columns or "
            "features that even for few samples they take more than seconds; to execute them, "
            "write " + setting(statements=checking.SAMPLE)
        )
    return said


def decided(choice: Choice, solved: Mapping[str, Study]) -> Choice:
    """The same studies as they were ``solved``: with their numbers of components.

    A number of samples that is not below that of the study, where all are taken, is left out.
    """
    studies = {
        name: {**study, "components": solved[name].components}
        for name, study in choice.studies.items()
    }
    if "statements" in choice.reasons:
        for name, study in studies.items():
            if solved[name].statements == checking.ALL:
                del study["statements"]
    asked = any("components" in study for study in choice.studies.values())
    reasons = {} if asked else {"components": "chosen: the leading ones, at most five"}
    return Choice(studies, choice.reasons | reasons)


def moved(choice: Choice, folder: Path) -> Choice:
    """The same studies in a configuration that lies in ``folder``, from which its paths start."""
    studies = {}
    for name, study in choice.studies.items():
        paths = {
            key: os.path.relpath(path, folder)
            for key, path in study["data"].items()
            if key in (*FORMS, "new") or (key == "labels" and "vectors" not in study["data"])
        }
        beside = {
            key: os.path.relpath(study[key], folder) for key in ("variables",) if key in study
        }
        studies[name] = study | beside | {"data": study["data"] | paths}
    return Choice(studies, choice.reasons)


MOST_FOR_BOTH = 20_000
"""Without a kernel, more samples are solved with the linear one only: others take minutes."""


def _kernels(given: Keys, n: int) -> list[dict[str, Any]]:
    """The kernels of the options; without one, the linear and the Gaussian kernel."""
    own = {key: value for key, value in given.items() if key in OF_KERNELS}
    if "kernel" in given:
        return [{"name": given["kernel"], **own}]
    both = [{"name": "linear"}, {"name": "rbf", "gamma": "median", **own}]
    return both if own or n <= MOST_FOR_BOTH else both[:1]


def classes(table: Table, data: Keys) -> str | None:
    """The first column of texts with 2 to 20 different ones, each twice in the mean, if any.

    Columns beside the table, such as y in an archive of NumPy, may be numbers.
    """
    taken = {data.get("names"), data.get("blocks"), *data.get("columns", []), *data.get("omit", [])}
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


def text(choice: Choice, reasons: Mapping[str, Mapping[str, str]] = MappingProxyType({})) -> str:
    """The configuration as YAML, with a comment on each key that was chosen.

    ``reasons`` are comments that only solving has given, by study and key.
    """
    lines = [
        "# Written by kpca map. The full record, with notebooks and a site, has the same numbers:",
        "#   kpca run study.yaml",
        "studies:",
    ]
    for name, study in choice.studies.items():
        lines.append(f"  {name}:")
        lines += _lines(study, 4, choice.reasons | reasons.get(name, {}))
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
