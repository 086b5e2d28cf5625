"""The options of ``kpca map``: each is a key of the configuration, and is explained by it."""

import argparse
import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

import yaml
from pydantic.fields import FieldInfo

from kpca.page.chosen import FORMS
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.study import StudyConfig

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

_NOT_OPTIONS = {"vectors", "distance_matrix", "kernel_matrix", "data", "kernel", "name"}


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
    if options["kernel"]:
        keys["kernel"] = options["kernel"]
    form = next((form for form in FORMS if options.get(form)), None)
    return Asked(options["table"], form, keys, options["folder"], not options["no_open"])


def _keys() -> dict[str, FieldInfo]:
    """Every key of a study of a file, its kernel included."""
    forms = (*FORMS.values(), StudyConfig, *KERNEL_FORMS.values())
    fields = {key: field for form in reversed(forms) for key, field in form.model_fields.items()}
    return {key: field for key, field in sorted(fields.items()) if key not in _NOT_OPTIONS}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kpca map",
        usage="kpca map TABLE [options]",
        description=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("table", type=Path, help="a file of data; config/README.md lists the kinds")
    parser.add_argument("--no-open", action="store_true", help="do not open the page")
    parser.add_argument(
        "--folder", type=Path, help="folder to write; default: TABLE-kpca beside it"
    )
    forms = parser.add_mutually_exclusive_group()
    for form in FORMS:
        if form != "vectors":
            what = form.replace("_", " ")
            forms.add_argument(_flag(form), action="store_true", help=f"the table is a {what}")
    kernels = ", ".join(KERNEL_FORMS)
    about = f"one of {kernels}; default: linear and rbf side by side"
    parser.add_argument("--kernel", metavar="NAME", help=about)
    for key, field in _keys().items():
        parser.add_argument(_flag(key), dest=key, help=_help(field), **_number_of_values(field))
    return parser


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")


def _help(field: FieldInfo) -> str:
    """The first sentence on a key, as the table of keys has it."""
    text = " ".join((field.description or "").replace("`", "").replace("%", "%%").split())
    return text.partition(". ")[0].rstrip(".")


def _number_of_values(field: FieldInfo) -> dict[str, Any]:
    kinds = _kinds(field.annotation)
    if bool in kinds:
        return {"nargs": "?", "const": True, "type": _truth, "metavar": "true|false"}
    kind = value if {int, float} & kinds else str
    if list in kinds:
        return {"nargs": "*", "type": kind, "metavar": "VALUE"}
    return {"type": kind, "metavar": "VALUE"}


def _kinds(annotation: Any) -> set[Any]:
    """The types that an annotation is made of."""
    parts = {kind for part in get_args(annotation) for kind in _kinds(part)}
    return parts | {get_origin(annotation) or annotation}


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed: write true or false")
    return text == "true"


def with_options(message: str) -> str:
    """A message that says which line to write, with the option of this command instead.

    >>> with_options("write 'missing_values: [-999]' inside 'data'; allowed: 1")
    "write '--missing-values -999'; allowed: 1"
    >>> print(with_options("write 'labels: Country Code' inside 'data'"))
    write '--labels "Country Code"'
    >>> with_options("write 'distance_matrix: d.csv' instead of 'vectors', and remove 'kernel'")
    "write '--distance-matrix'"
    >>> with_options("name it with 'labels' or 'names'")
    "name it with '--labels' or '--names'"
    """
    keys = {*_keys(), *FORMS, "kernel"}

    def option(line: re.Match[str]) -> str:
        key = line["key"]
        if key not in keys:
            return line[0]
        words = [] if key in FORMS else _words(line["value"])
        return f"'{' '.join([_flag(key), *words])}'"

    def flags(words: re.Match[str]) -> str:
        names = _NAME.findall(words[0])
        return (
            _NAME.sub(lambda name: f"'{_flag(name[1])}'", words[0])
            if {*names} <= keys
            else words[0]
        )

    message = _NAMES.sub(flags, _LINE.sub(option, message))
    return _OF_A_FILE.sub("", message)


def _words(text: str) -> list[str]:
    """A value or a list of YAML as words of a command line, in quotes where it needs them."""
    try:
        value = yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError:
        return [text]
    words = value if isinstance(value, list) else [value]
    return [
        word if _PLAIN.fullmatch(word) else json.dumps(word, ensure_ascii=False) for word in words
    ]


_PLAIN = re.compile(r"[\w./:+-]*\w[\w./:+-]*|\.\.\.")
"""A word that a shell passes on as it is."""

_NAME = re.compile(r"'([a-z_]+)'")

_NAMES = re.compile(r"(with|remove|larger) '[a-z_]+'( or '[a-z_]+')?")
"""Keys that a message tells to write or to remove."""

_OF_A_FILE = re.compile(r"( instead of 'vectors'(,? and remove '(--)?kernel')?|,? inside 'data')")
"""What a message says about a line of a configuration that is no option."""

_LINE = re.compile(r"'(?P<key>[a-z_]+): (?P<value>[^'\n]*)'(,? inside 'data')?")
"""A line of a configuration in a message."""


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
