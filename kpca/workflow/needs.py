"""What a job needs: memory and time, from the size of its study.

The Snakefile declares both as resources of the job. They follow from the data alone and do not
depend on the machine that submits the job or on the one that runs it.
"""

import json
from collections.abc import Iterable
from math import ceil, isqrt
from pathlib import Path

from kpca import kernels
from kpca.studies import checking, memory, points
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.study import StudyConfig
from kpca.studies.memory import Size
from kpca.studies.readers.read import READERS
from kpca.workflow import catalog

CELL_SECONDS, UP_TO = 600, 2000
"""The time limit of a cell for up to ``UP_TO`` samples or columns. For more of them the limit grows
with the cube of their number, and with its square for a study without matrices of all samples."""


def studies_among(paths: Iterable[str]) -> list[str]:
    """The files of prepared studies among ``paths``."""
    name = Path(catalog.PREPARE["study"]).name
    return [str(path) for path in paths if Path(path).name == name]


def memory_mb(study_files: Iterable[str | Path]) -> int:
    """Memory in 10^6 bytes of a job that reads these prepared studies, at most one at a time.

    Raises ``FileNotFoundError`` for a study that is not prepared yet.
    """
    sizes = [of_prepared(path) for path in study_files]
    return max(map(_rounded_mb, sizes or [Size(0)]))


def cell_seconds(study_files: Iterable[str | Path]) -> int:
    """Seconds that one cell of a notebook may take. Raises ``FileNotFoundError``."""
    sizes = [of_prepared(path) for path in study_files]
    growth = [max(1.0, max(size.samples, size.widest) / UP_TO) ** _power(size) for size in sizes]
    return round(CELL_SECONDS * max(growth, default=1.0))


def _power(size: Size) -> int:
    """Time grows like this power of the size; where nothing is solved, new samples are placed."""
    return 2 if size.d else 3


def of_prepared(path: str | Path) -> Size:
    """The size of a prepared study, read from the header of its file."""
    from netCDF4 import Dataset

    with Dataset(path) as opened:
        node, described = opened["data"], json.loads(opened.kernel)
        n, m, q = (
            len(node.dimensions[name]) if name in node.dimensions else 0
            for name in ("sample", "new_sample", "column")
        )
        again = n == m and (node["sample"][:] == node["new_sample"][:]).all()
        statements, components = getattr(node, "statements", checking.ALL), int(node.components)
        has_points = "points" in node.variables
    kernel = kernels.from_parameters(**described) if has_points else None
    m = 0 if again else m
    if checking.is_partial(statements, kernel):
        return Size.in_tiles(n, m, q, kernel, components)
    return Size.of(n, m, q, kernel)


def to_prepare_mb(study: StudyConfig, folder: Path) -> int:
    """Estimate of the memory in 10^6 bytes that preparing a study takes; it tends to be too high.

    It uses the lengths of the files and their numbers of lines only.
    """
    match study.data:
        case Generated():
            size = Size(study.data.n, q=3)
        case Real():
            size = Size(*SHAPES[study.data.dataset])
        case _:
            size = _of_files(study, folder)
    statements = checking.decided(study.statements, size.n)
    if size.q and study.kernel and statements != checking.ALL:
        size = points.size(study, statements, size.n, size.m, size.q)
    return _rounded_mb(size)


SHAPES = {"digits": (1797, 0, 64), "iris": (150, 0, 4), "wine": (178, 0, 13)}
"""Samples, new samples and columns of the data sets."""


BESIDE = ("labels", "variables")
"""Files whose length says nothing about the size of a study."""


def _of_files(study: StudyConfig, folder: Path) -> Size:
    """The size of a table of points or of a matrix, from the length of its file.

    A text file has as many samples as lines. In other formats, the estimate assumes four bytes for
    each number of a matrix, and at least two numbers of eight bytes for each sample.
    """
    files = {key: folder / file for key, file in study.files.items() if key not in BESIDE}
    square = "vectors" not in files
    readers = {key: READERS.get(path.suffix.lower()) for key, path in files.items()}
    texts = {key for key, reader in readers.items() if reader is not None and reader.in_lines}
    lengths = {key: _length(path) for key, path in files.items()}
    samples = {
        key: _lines(path) if key in texts else isqrt(length // 4) if square else length // 16
        for (key, path), length in zip(files.items(), lengths.values(), strict=True)
    }
    n = sum(samples.values())
    numbers = sum(length // (4 if key in texts else 8) for key, length in lengths.items())
    columns = 0 if square else numbers // max(n, 1)
    return Size(n, q=columns, cailliez=study.correction == "cailliez")


def _length(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _lines(path: Path) -> int:
    with path.open("rb") as opened:
        return sum(block.count(b"\n") for block in iter(lambda: opened.read(2**20), b"")) + 1


def _rounded_mb(size: Size) -> int:
    return ceil(memory.needed_mb(size))
