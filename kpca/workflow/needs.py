"""The memory that a job needs, from the size of its study.

The Snakefile declares it as a resource of the job. It follows from the data alone and does not
depend on the machine that submits the job or on the one that runs it.
"""

import json
from collections.abc import Iterable
from math import ceil, isqrt
from pathlib import Path

from kpca import kernels
from kpca.studies import checking, memory, points
from kpca.studies.config.data import Generated, Real
from kpca.studies.config.study import Config, StudyConfig
from kpca.studies.memory import Size
from kpca.tables.read import reader_of
from kpca.tables.table import InputError
from kpca.workflow import catalog

SNAKEMAKE_MB = 450
"""Memory in 10^6 bytes of the two processes of Snakemake in each job of a cluster."""

SHORT = 500
"""Up to that many samples and columns every job of a study takes seconds."""


def studies_among(paths: Iterable[str]) -> list[str]:
    """The files of prepared studies among ``paths``."""
    name = Path(catalog.PREPARE["study"]).name
    return [str(path) for path in paths if Path(path).name == name]


def sizes(inputs: Iterable[str], config: Config, folder: Path) -> list[Size]:
    """The sizes of the studies among the inputs of a job.

    That of a study which is not prepared yet is estimated from its configuration.
    """
    return [
        of_prepared(path)
        if Path(path).is_file()
        else estimated(config.studies[Path(path).parent.name], folder)
        for path in studies_among(inputs)
    ]


def memory_mb(sizes: Iterable[Size]) -> int:
    """Memory in 10^6 bytes of a job that reads studies of these sizes, at most one at a time."""
    return ceil(max(map(memory.needed_mb, [*sizes, Size(0)])))


def is_short(size: Size) -> bool:
    """Whether every job of such a study takes seconds, less than a cluster needs to start it."""
    return max(size.samples, size.q, size.widest) <= SHORT


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


def estimated(study: StudyConfig, folder: Path) -> Size:
    """Estimate of the size of a study that is not prepared yet; it tends to be too large.

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
    return size


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
    texts = {key for key, path in files.items() if _is_in_lines(path)}
    lengths = {key: _length(path) for key, path in files.items()}
    samples = {
        key: _lines(path) if key in texts else isqrt(length // 4) if square else length // 16
        for (key, path), length in zip(files.items(), lengths.values(), strict=True)
    }
    n = sum(samples.values())
    numbers = sum(length // (4 if key in texts else 8) for key, length in lengths.items())
    columns = 0 if square else numbers // max(n, 1)
    return Size(n, q=columns, cailliez=study.correction == "cailliez")


def _is_in_lines(path: Path) -> bool:
    """Whether each sample has a line; a file that cannot be read is reported by its job."""
    try:
        return reader_of(path)[0].in_lines
    except (InputError, OSError):
        return False


def _length(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def _lines(path: Path) -> int:
    with path.open("rb") as opened:
        return sum(block.count(b"\n") for block in iter(lambda: opened.read(2**20), b"")) + 1
