"""Hashes of results. Two results with the same content have the same hash, whatever their files."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    # The Snakefile only hashes texts and does not need xarray, which takes long to load.
    import xarray as xr


def of_tree(tree: "xr.DataTree") -> str:
    """SHA-256 of names, dims, dtypes, attributes and values of every node of a result tree."""
    digest = hashlib.sha256()
    for node in sorted(tree.subtree, key=lambda node: node.path):
        _add(digest, node.path, *(f"{key}={node.attrs[key]}" for key in sorted(node.attrs)))
        for name in sorted(node.variables, key=str):
            array = node.variables[name]
            attributes = [f"{key}={array.attrs[key]}" for key in sorted(array.attrs)]
            kind = "text" if array.dtype.kind in "UOT" else array.dtype.str
            _add(digest, str(name), str(array.dims), str(array.shape), kind, *attributes)
            if kind == "text":
                _add(digest, *(str(value) for value in array.values.ravel()))
            else:
                digest.update(np.ascontiguousarray(array.values).tobytes())
    return digest.hexdigest()


def _add(digest: "hashlib._Hash", *texts: str) -> None:
    for text in texts:
        # The length first: ("ab", "c") and ("a", "bc") are not the same.
        digest.update(f"{len(text)}:{text}".encode())


def of_texts(texts: Iterable[str]) -> str:
    """SHA-256 of texts in their order."""
    digest = hashlib.sha256()
    _add(digest, *texts)
    return digest.hexdigest()


def of_file(path: str | Path) -> str:
    """Hash of a result: netCDF by its content, all else byte for byte."""
    if Path(path).suffix == ".nc":
        from kpca.results import files

        return of_tree(files.read(path))
    return of_bytes(path)


def sha256(path: str | Path) -> str:
    """SHA-256 of the content of a file, as ``sha256sum`` prints it; ``of_bytes`` of a folder."""
    if Path(path).is_dir():
        return of_bytes(path)
    with Path(path).open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def of_bytes(path: str | Path) -> str:
    """SHA-256 of a file, or of all files of a folder and their names."""
    digest, base = hashlib.sha256(), Path(path)
    for file in sorted(base.rglob("*")) if base.is_dir() else [base]:
        if file.is_file():
            _add(digest, file.relative_to(base).as_posix())
            with file.open("rb") as opened:
                digest.update(hashlib.file_digest(opened, "sha256").digest())
    return digest.hexdigest()
