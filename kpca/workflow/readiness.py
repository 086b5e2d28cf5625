"""Were all studies prepared as they stand? Then the run need not ask for them first.

This only orders a run: what is out of date is always decided by the DAG.
"""

import hashlib
from pathlib import Path

from kpca.workflow import dependencies
from kpca.workflow.config import Config, DistanceMatrix


def fingerprint(config: Config) -> str:
    """Hash of what the prepared studies are made of: configuration, data files, code."""
    files = dependencies.of_module("kpca.workflow.prepare")
    data = (study.data for study in config.studies.values())
    files += sorted(d.distance_matrix for d in data if isinstance(d, DistanceMatrix))
    digest = hashlib.sha256(config.model_dump_json().encode())
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()


def _stamp(config: Config) -> Path:
    return Path(config.results) / ".ready"


def is_ready(config: Config) -> bool:
    """Whether the last preparation was of exactly this, and none of its files is gone."""
    stamp = _stamp(config)
    studies = (Path(config.results) / name / "study.nc" for name in config.studies)
    return (
        stamp.is_file()
        and stamp.read_text(encoding="utf-8") == fingerprint(config)
        and all(path.is_file() for path in studies)
    )


def mark_ready(config: Config) -> None:
    """Remember that all studies are prepared."""
    _stamp(config).write_text(fingerprint(config), encoding="utf-8")
