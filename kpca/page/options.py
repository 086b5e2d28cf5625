"""The options of ``kpca map``: each is a key of the configuration, and is explained by it."""

import argparse
import json
import math
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from kpca.page.chosen import FORMS, OF_KERNELS
from kpca.studies.config.data import VectorFile
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.study import StudyConfig
from kpca.tables.messages import (
    Configured,
    Key,
    Part,
    Place,
    Setting,
    Value,
    in_yaml,
)
from kpca.tables.wording import listed

EXAMPLES = """\
A map of a table in one page, and its numbers:

  kpca map iris.csv                                   PCA and kernel PCA beside each other
  kpca map iris.csv --labels species --kernel rbf --gamma median --components 3
  kpca map wine.csv --standardize --omit batch date   columns of different units
  kpca map old.csv --new today.csv                    place new samples
  kpca map dune.csv --variables env.csv               arrows of other variables of the samples
  kpca map counts.csv --distance braycurtis           a map of distances between the rows
  kpca map distances.csv --distance-matrix            a table of distances
  kpca map cells.h5ad --labels cell_type              and the scores in obsm of a copy

The folder iris-kpca beside iris.csv then has map.html, the numbers as CSV and netCDF, and
study.yaml with each choice, from which `kpca run` makes the full record. Exit status: 0, 1 if a
statement fails, 2 if the table cannot be used.
"""

_NOT_OPTIONS = {*FORMS, "data", "name", "denoise", "ranks"}
"""Keys that are options in another way, and those without a use here: a map has no pre-images, and
is made by one process."""

FIRST = (
    *("labels", "names", "standardize", "omit", "new", "variables"),
    *("kernel", "gamma", "components"),
)
"""The options that nearly everybody needs, in this order."""

DISTANCES = ("distance", "transform", "pseudocount", "correction")
"""The keys about distances, and about what becomes of the values before."""


@dataclass(frozen=True)
class Asked:
    """What was asked for: the table, its form if it was given, and the keys that were given."""

    table: Path
    form: str | None
    keys: dict[str, Any]
    folder: Path | None
    open: bool


def parse(arguments: Sequence[str]) -> Asked:
    """The options of the command; ends the program with a message for an option it has not."""
    options = vars(_parser().parse_args(arguments))
    keys = {key: value for key, value in options.items() if key in _keys() and value is not None}
    if "missing_values" in keys:
        keys["missing_values"] = _without_brackets(keys["missing_values"])
    form = next((form for form in FORMS if options.get(form)), None)
    # The current folder, which may be one of spectra, has no name.
    table = options["table"] if options["table"].name else options["table"].resolve()
    return Asked(table, form, keys, options["folder"], not options["no_open"])


def _without_brackets(values: list[int | float | str]) -> list[int | float | str]:
    """The numbers of a list in brackets, as in a configuration; a text in brackets stays a text.

    >>> _without_brackets(["[-999, 8]"]), _without_brackets(["[not detected]"])
    ([-999, 8], ['[not detected]'])
    """
    inside = re.fullmatch(r"\[(.*)\]", " ".join(map(str, values)))
    listed = (
        [value(one.strip()) for one in inside[1].split(",") if one.strip()] if inside else values
    )
    return values if any(isinstance(one, str) for one in listed) else listed


def _keys() -> dict[str, FieldInfo]:
    """Every key of a study of a file, its kernel included."""
    forms = (*FORMS.values(), StudyConfig, *KERNEL_FORMS.values())
    fields = {key: field for form in reversed(forms) for key, field in form.model_fields.items()}
    fields |= {"kernel": _KERNEL, "gamma": _GAMMA}
    return {key: field for key, field in sorted(fields.items()) if key not in _NOT_OPTIONS}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kpca map",
        usage="kpca map TABLE [options]",
        description=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    about = "a file of data, or a folder of spectra; config/README.md lists the kinds"
    parser.add_argument("table", type=Path, help=about)
    groups = {title: parser.add_argument_group(title) for title in _groups()}
    forms = groups[OF_DISTANCES].add_mutually_exclusive_group()
    for form in FORMS:
        if form != "vectors":
            what = form.replace("_", " ")
            forms.add_argument(_flag(form), action="store_true", help=f"the table is a {what}")
    for title, fields in _groups().items():
        for key, field in fields.items():
            about = _of_kernels(key) + _help(field)
            groups[title].add_argument(_flag(key), dest=key, help=about, **_number_of_values(field))
    about = "folder to write; default: TABLE-kpca beside it"
    groups[OUTPUT].add_argument("--folder", type=Path, help=about)
    groups[OUTPUT].add_argument("--no-open", action="store_true", help="do not open the page")
    return parser


OF_DISTANCES, OUTPUT = "distances and transforms", "statements and output"


def _groups() -> dict[str, dict[str, FieldInfo]]:
    """The options by the titles under which the help shows them."""
    left = _keys()
    first = {key: left.pop(key) for key in FIRST}
    distances = {key: left.pop(key) for key in DISTANCES}
    kernels = {key: left.pop(key) for key in [*sorted(OF_KERNELS & {*left}), "indefinite"]}
    file = {key: left.pop(key) for key in VectorFile.model_fields if key in left}
    return {
        "options that nearly everybody needs": first,
        "reading the file": file,
        "more about kernels": kernels,
        OF_DISTANCES: distances,
        OUTPUT: left,
    }


_KERNEL = FieldInfo(
    annotation=str,
    description=f"one of {', '.join(KERNEL_FORMS)}; default: linear and rbf side by side",
)

_OF_RBF = KERNEL_FORMS["rbf"].model_fields["gamma"]
_GAMMA = FieldInfo(
    annotation=_OF_RBF.annotation,
    description=f"{_OF_RBF.description}; other kernels have fewer words, see config/README.md",
)


def _of_kernels(key: str) -> str:
    """Which kernels have a parameter, as the beginning of its help; "" for other keys."""
    names = [name for name, form in KERNEL_FORMS.items() if key in form.model_fields]
    return f"of {listed(names)}: " if names else ""


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")


def _help(field: FieldInfo) -> str:
    """The first sentence on a key, as the table of keys has it."""
    text = " ".join((field.description or "").replace("`", "").replace("%", "%%").split())
    return text[:1].lower() + text[1:].partition(". ")[0].rstrip(".")


def _number_of_values(field: FieldInfo) -> dict[str, Any]:
    kinds = _kinds(field.annotation)
    if bool in kinds:
        metavar = "true|false" + "|LINE" * (int in kinds)
        return {"nargs": "?", "const": True, "type": _truth, "metavar": metavar}
    kind = value if {int, float} & kinds else str
    if {int, str} <= kinds and float not in kinds:
        kind = name_or_number
    if list in kinds:
        return {"nargs": "*", "type": kind, "metavar": "VALUE"}
    return {"type": kind, "metavar": "VALUE"}


def _kinds(annotation: Any) -> set[Any]:
    """The types that an annotation is made of."""
    parts = {kind for part in get_args(annotation) for kind in _kinds(part)}
    return parts | {get_origin(annotation) or annotation}


def _truth(text: str) -> bool | int | float | str:
    return {"true": True, "false": False}.get(text, value(text))


def as_option(part: Part) -> str:
    """A part of a message as somebody writes it who calls this command.

    >>> from kpca.tables.messages import INSIDE, as_matrix, setting, written
    >>> sentinel = "write " + setting(missing_values=[-999.0], missing="drop") + INSIDE
    >>> written(sentinel, as_option)
    "write '--missing-values -999' and '--missing drop'"
    >>> print(written(setting(labels="Country Code"), as_option))
    '--labels "Country Code"'
    >>> written(as_matrix("d.csv", with_kernel=True) + ", or name it with ", as_option)
    "'--distance-matrix', or name it with "
    """
    match part:
        case Key(name):
            return f"'{_flag(name)}'"
        case Setting(key, value):
            return f"'{_option(key, value)}'"
        case Place(path):
            option = next((key for key in reversed(path) if key in _keys()), None)
            return f"{_flag(option)}: " if option else ""
        case Configured():
            return ""
    return part


def command(asked: Asked) -> str:
    """The command line with these options.

    >>> print(command(parse(["my table.csv", "--omit", "a", "b c", "--header", "2", "--no-open"])))
    kpca map 'my table.csv' --omit a "b c" --header 2 --no-open
    """
    words = ["kpca map", shlex.quote(str(asked.table))]
    words += [_flag(asked.form)] if asked.form not in (None, "vectors") else []
    words += [_option(key, value) for key, value in asked.keys.items()]
    words += ["--folder " + shlex.quote(str(asked.folder))] if asked.folder else []
    words += [] if asked.open else ["--no-open"]
    return " ".join(words)


def _option(key: str, value: Value) -> str:
    """A key with its value as words of a command line, in quotes where these need them."""
    values = [] if key in FORMS else value if isinstance(value, list) else [value]
    words = (one if isinstance(one, str) else in_yaml(one) for one in values)
    quoted = (
        word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False) for word in words
    )
    return " ".join([_flag(key), *quoted])


_PLAIN = re.compile(r"[\w./:+-]*\w[\w./:+-]*|\.\.\.")
"""A word that a shell passes on as it is."""


def value(text: str) -> int | float | str:
    """The value that a text on the command line has in YAML: a number, or the text itself.

    >>> value("3"), value("1e-3"), value("median"), value("nan")
    (3, 0.001, 'median', 'nan')
    """
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        return number if abs(number) < math.inf else text
    return text


def name_or_number(text: str) -> int | str:
    """A column: its number from 1, or its name, which may look like a number as well.

    >>> [name_or_number(text) for text in ("3", "1.50", "007", "0")]
    [3, '1.50', '007', '0']
    """
    number = value(text)
    return number if isinstance(number, int) and number >= 1 and str(number) == text else text
