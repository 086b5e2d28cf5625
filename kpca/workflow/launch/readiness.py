"""Were all studies prepared as they stand? Then the run need not ask for them first.

This only orders a run: what is out of date is always decided by the DAG.
"""

import json
from pathlib import Path

from netCDF4 import Dataset

from kpca import kernels
from kpca.results import hashes
from kpca.studies import memory
from kpca.studies.config.study import Config
from kpca.workflow import version


def of_prepared(config: Config, folder: Path) -> str:
    """Hash of what the prepared studies are made of: configuration, code, data files."""
    code = version.of_module("kpca.workflow.jobs.prepare")
    data = [version.of_data(study, folder) for study in config.studies.values()]
    return hashes.of_texts([config.model_dump_json(), code, *data])


def _stamp(results: Path) -> Path:
    return results / ".ready"


def is_ready(config: Config, folder: Path, results: Path) -> bool:
    """Whether the last preparation was of exactly this, and none of its files is gone."""
    studies = (results / name / "study.nc" for name in config.studies)
    if not _stamp(results).is_file() or not all(path.is_file() for path in studies):
        return False
    try:
        known = json.loads(_stamp(results).read_text(encoding="utf-8"))["fingerprint"]
    except (ValueError, TypeError, KeyError):
        return False
    return known == of_prepared(config, folder)


def mark_ready(config: Config, folder: Path, results: Path) -> None:
    """Remember that all studies are prepared."""
    known = {"fingerprint": of_prepared(config, folder)}
    _stamp(results).write_text(json.dumps(known), encoding="utf-8")


def sizes(config: Config, results: Path) -> list[memory.Size]:
    """The size of every prepared study."""
    return [_size(results / name / "study.nc") for name in config.studies]


def _size(path: Path) -> memory.Size:
    with Dataset(path) as opened:
        node, described = opened["data"], json.loads(opened.kernel)
        n, m, q = (
            len(node.dimensions[name]) if name in node.dimensions else 0
            for name in ("sample", "new_sample", "feature")
        )
        again = n == m and (node["sample"][:] == node["new_sample"][:]).all()
    kernel = kernels.from_parameters(**described) if q else None
    return memory.Size.of(n, 0 if again else m, q, kernel)
