"""Spectra as instruments write them: a folder or an archive of files with a point in each line."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np
import pyarrow as pa

from kpca.arrays import Array
from kpca.tables.readers.content import content
from kpca.tables.readers.plain_text import is_text
from kpca.tables.readers.registry import OF_LINES, Options, Reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted, listed

FEWEST = 3
"""Files, and points of each."""

WITHIN = 0.01
"""Two axes are the same if they are closer than this share of their smallest step."""

Files = Mapping[str, Callable[[], bytes]]
"""What reads the content of each file, by its path inside of the folder or the archive."""


@dataclass(frozen=True)
class Spectrum:
    """The points x, y (q,) of a file, and the line above them, if there is one."""

    file: str
    x: Array
    y: Array
    above: str


def read(path: Path, options: Options) -> Table:
    """The spectra in the files of a folder and of the folders in it, one sample a file.

    Raises ``InputError`` as ``table`` does.
    """
    return table(
        path,
        {file.relative_to(path).as_posix(): file.read_bytes for file in visible(path)},
        options,
    )


USES = ("decimal", *OF_LINES)

READER = Reader(read, kind="folder of spectra", uses=USES, in_folder=True)


def visible(path: Path) -> list[Path]:
    """The files of a folder and of the folders in it, without the hidden ones of systems.

    Folders in these are not looked at: they may be all files of a user.
    """
    every = [*path.glob("*"), *path.glob("*/*")]
    return sorted(
        file for file in every if file.is_file() and is_visible(file.relative_to(path).as_posix())
    )


def is_visible(name: str) -> bool:
    """Whether no system has hidden a file, by its path."""
    parts = PurePosixPath(name).parts
    return not any(part.startswith((".", "__MACOSX", "Thumbs.db", "desktop.ini")) for part in parts)


def are_most(files: Files, options: Options) -> bool:
    """Whether more than half of the files, and at least three, are spectra."""
    reads = [*files.values()]
    first = [_is_spectrum(data(), options) for data in reads[:FEWEST]]
    if len(reads) < FEWEST or not any(first):
        return False
    count = sum(first) + sum(_is_spectrum(data(), options) for data in reads[FEWEST:])
    return count >= FEWEST and 2 * count > len(reads)


def _is_spectrum(data: bytes, options: Options) -> bool:
    try:
        return _spectrum("", data, "", options) is not None
    except InputError:
        return False


def table(path: Path, files: Files, options: Options) -> Table:
    """The spectra in files, one sample each, which their names name and their folders label.

    Files without two numbers in a line are left out with a remark. Raises ``InputError`` for less
    than three spectra, for a line that is no point, and for axes that differ.
    """
    read = {
        name: _spectrum(f"{path}/{name}", data(), name, options) for name, data in files.items()
    }
    spectra = [spectrum for spectrum in read.values() if spectrum is not None]
    if len(spectra) < FEWEST:
        count = counted(len(spectra), "spectrum", "spectra")
        raise InputError(
            f"{path}: cannot be read: Is a directory with {count}; allowed: a file, or a folder of "
            f"at least {FEWEST} spectra, each a text with two numbers in a line, such as a "
            "wavelength and an intensity"
        )
    first = spectra[0]
    for other in spectra[1:]:
        _require_same_axis(path, first, other)
    left_out = [name for name, spectrum in read.items() if spectrum is None]
    folders = [str(PurePosixPath(spectrum.file).parent) for spectrum in spectra]
    extras = {"folder": folders} if len({*folders}) > 1 else {}
    return Table(
        str(path),
        [f"{x:.10g}" for x in first.x],
        [pa.array(column) for column in np.array([spectrum.y for spectrum in spectra]).T],
        _names([spectrum.file for spectrum in spectra]),
        extras=extras,
        remarks=_remarks(spectra, left_out),
    )


def _names(files: Sequence[str]) -> list[str]:
    """The names of the files without ending; with their folders, where two have one name."""
    stems = [PurePosixPath(file).stem for file in files]
    if len({*stems}) == len(stems):
        return stems
    return [str(PurePosixPath(file).with_suffix("")) for file in files]


def _remarks(spectra: list[Spectrum], left_out: list[str]) -> list[str]:
    remarks = [
        f"{len(spectra)} files are read as spectra of {counted(len(spectra[0].x), 'point')}, one "
        "sample each, and name the samples"
    ]
    above = next((spectrum.above for spectrum in spectra if spectrum.above), None)
    if above:
        remarks.append(f"lines above the points left out, such as {above[:60]!r}")
    if left_out:
        shown = listed([*map(repr, left_out)], 5)
        remarks.append(f"left out, because no line has two numbers: {shown}")
    return remarks


def _spectrum(path: str, data: bytes, name: str, options: Options) -> Spectrum | None:
    """The points in a file; None for one in which fewer lines than three have two numbers each.

    Raises ``InputError`` for another line below the first point, and for an axis that turns.
    """
    if not data.strip() or not is_text(data):
        return None
    found = content(path, data, options)
    lines = found.data.decode().split("\n")
    form, decimal = _form(lines, options.decimal)
    pairs = [form.fullmatch(line) for line in lines]
    start = next((i for i, pair in enumerate(pairs) if pair and all(pairs[i : i + 2])), len(lines))
    if sum(map(bool, pairs[start:])) < FEWEST:
        return None
    points = []
    for i in range(start, len(lines)):
        if (pair := pairs[i]) is not None:
            points.append([float(cell.replace(decimal, ".")) for cell in pair.groups()])
        elif lines[i].strip():
            raise InputError(
                f"{path}, line {i + 1 + (found.above or 0)}: {lines[i].strip()[:60]!r} among the "
                "points of a spectrum; allowed: two numbers in each line, such as a wavelength and "
                "an intensity; correct the line, or move the file elsewhere"
            )
    x, y = np.array(points).T
    _require_axis(path, x)
    above = [line.strip() for line in [*found.comments, *lines[:start]] if line.strip()]
    return Spectrum(name, x, y, above[-1] if above else "")


def _form(lines: list[str], decimal: str | None) -> tuple[re.Pattern[str], str]:
    """The form of a line with two numbers that most lines have, and its decimal sign."""
    forms = [(_pair(sign), sign) for sign in ".," if decimal in (None, sign)]
    return max(forms, key=lambda form: sum(form[0].fullmatch(line) is not None for line in lines))


def _pair(decimal: str) -> re.Pattern[str]:
    """A line of two numbers with blanks, tabs, semicolons or commas between them."""
    # No two parts match the same characters, which would take long in a line of many blanks.
    # In ";,5" the comma is a decimal sign, and in "\t,5", too.
    sign, marks = re.escape(decimal), ";+" if decimal == "," else ";+|,+"
    number = rf"([-+]?(?:\d+(?:{sign}\d*)?|{sign}\d+)(?:[eE][-+]?\d+)?)"
    between = rf"(?:[ \t]+|\s*(?:{marks})(?!(?<=\t,)\d)\s*)"
    return re.compile(rf"\s*{number}{between}{number}\s*(?:(?:{marks})\s*)?")


def _require_axis(path: str, x: Array) -> None:
    steps = np.diff(x)
    turns = np.flatnonzero(steps * np.sign(steps[0]) <= 0.0)
    if turns.size:
        i = int(turns[0])
        raise InputError(
            f"{path}: point {i + 1} of its axis is {x[i]:.10g} and the next one {x[i + 1]:.10g}; "
            "allowed: an axis that increases from point to point, or decreases"
        )


def _require_same_axis(path: Path, first: Spectrum, other: Spectrum) -> None:
    """Raises ``InputError`` with the file and the number, unless two axes are the same."""
    if len(other.x) != len(first.x):
        differ = f"{len(other.x)} points, and {first.file} has {len(first.x)}"
    else:
        far = np.abs(other.x - first.x) > WITHIN * np.abs(np.diff(first.x)).min()
        if not far.any():
            return
        i = int(far.argmax())
        differ = (
            f"point {i + 1} of its axis is {other.x[i]:.10g}, and in {first.file} {first.x[i]:.10g}"
        )
    raise InputError(
        f"{path}/{other.file}: {differ}; allowed: one axis for all spectra; interpolate them, in "
        "Python: numpy.interp(axis, x, y), where x and axis increase, and write files again with "
        "numpy.savetxt"
    )
