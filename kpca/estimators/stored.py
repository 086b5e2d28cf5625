"""A fitted ``KernelPCA`` as a file: NumPy arrays and JSON, and nothing that could be executed.

A checksum of all arrays and parameters is written into the file, and compared when it is read: a
number that was changed afterwards, by a program or by hand, is noticed. It is no signature. Who
changes a number on purpose can write the checksum that belongs to it, and then the model is
whatever that file says; but nothing is executed either way. Whether bytes were damaged is a
question for the zip file, which has a checksum of each of its members.
"""

import errno
import hashlib
import json
import os
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from scipy.sparse import csr_matrix, issparse

from kpca import kernels
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.file_points import FilePoints, blocks
from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution

FORMAT = "kpca.KernelPCA 1"
"""The first entry of every file, with the version of the format."""

ARRAYS = ("eigenvalues_", "eigenvectors_", "explained_variance_ratio_", "explained_variance_error_")
NUMBERS = ("gamma_", "n_components_", "n_features_in_")


CHECKSUM = "checksum"
"""The name of the array that has the checksum of all others."""


class NotLoadedError(ValueError):
    """A file is not a stored model, is damaged, or was changed after it had been written."""


def write(path: str | Path, parameters: Mapping[str, Any], state: Mapping[str, Any]) -> None:
    """Write a model with its parameters and its attributes after a fit.

    Points in a file are copied by blocks of rows. A file that exists is replaced at the end, so it
    stays if something is raised: ``ValueError`` for a kernel that is a function, and for other
    parameters that are no numbers or texts, ``OSError`` if the disk is full.
    """
    arrays: dict[str, Any] = {name: state[name] for name in ARRAYS}
    about: dict[str, Any] = {"format": FORMAT, "parameters": _plain(parameters)}
    about |= {name: _number(state[name]) for name in NUMBERS}
    about["dtype"] = np.dtype(state["_dtype"]).name
    _put_points(state["X_fit_"], arrays, about)
    if "feature_names_in_" in state:
        about["feature_names"] = list(state["feature_names_in_"])
    about["sample_names"] = state.get("sample_names_")
    solved = state["solved_"]
    about["solver"] = [solved.solver, solved.passes, solved.evaluations]
    for part in (solved.solution, solved.certificate, solved.certificate.bound):
        about[type(part).__name__] = _put(part, arrays)
    arrays["about"] = np.array(json.dumps(about))
    _write(arrays | {CHECKSUM: np.array(_checksum(arrays))}, Path(path))


def _checksum(arrays: Mapping[str, Any]) -> str:
    """SHA-256 of all arrays by name: each with its dtype, its order in memory, and its shape."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        # JSON says where it ends, and the shape says how many bytes follow.
        digest.update(json.dumps([name, _header(arrays[name])], sort_keys=True).encode())
        for block in blocks(arrays[name]):
            digest.update(np.ascontiguousarray(block, dtype=arrays[name].dtype).data)
    return digest.hexdigest()


def _header(array: Any) -> dict[str, Any]:
    """What stands before the numbers of an array in NumPy's format."""
    if isinstance(array, FilePoints):
        return {"descr": array.dtype.str, "fortran_order": False, "shape": array.shape}
    return npy.header_data_from_array_1_0(array)


def _write(arrays: Mapping[str, Any], path: Path) -> None:
    """Write what ``numpy.savez_compressed`` writes, but points in a file by blocks of rows."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    _write_array(array, file)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _write_array(array: Any, file: IO[bytes]) -> None:
    if not isinstance(array, FilePoints):
        npy.write_array(file, np.asarray(array), allow_pickle=False)
        return
    npy.write_array_header_2_0(file, _header(array))
    for block in array.blocks():
        file.write(np.ascontiguousarray(block, dtype=array.dtype).data)


def _plain(parameters: Mapping[str, Any]) -> dict[str, Any]:
    plain = {name: _number(value) for name, value in parameters.items()}
    kernel = plain["kernel"]
    if isinstance(kernel, Kernel):
        values = {each.name: _number(getattr(kernel, each.name)) for each in fields(kernel)}
        plain["kernel"] = {"name": kernel.name, **values}
        if kernels.BY_NAME.get(kernel.name) is not type(kernel):
            raise _no_code("kernel", kernel)
    for name, value in plain.items():
        is_kernel = name == "kernel" and isinstance(value, dict)
        if not is_kernel and not isinstance(value, bool | int | float | str | None):
            raise _no_code(name, value)
    return plain


def _no_code(name: str, value: object) -> ValueError:
    return ValueError(
        f"{name} is {value!r}, and a file without code does not hold it; allowed: numbers, texts "
        "and the kernels of kpca.kernels; for another kernel store its matrix, and use "
        'kernel="precomputed"'
    )


def _number(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _put_points(X: Any, arrays: dict[str, Any], about: dict[str, Any]) -> None:
    if issparse(X):
        about["shape"] = list(X.shape)
        arrays |= {f"X_fit_.{name}": getattr(X, name) for name in ("data", "indices", "indptr")}
    else:
        arrays["X_fit_"] = X


def _put(part: Any, arrays: dict[str, Any]) -> dict[str, Any]:
    """The numbers and texts of a dataclass; its arrays go into ``arrays``."""
    rest = {}
    for each in fields(part):
        value = getattr(part, each.name)
        if isinstance(value, np.ndarray):
            arrays[f"{type(part).__name__}.{each.name}"] = value
        elif not isinstance(value, Bound):
            rest[each.name] = _number(value)
    return rest


def read(path: str | Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters of a stored model, and its attributes after the fit.

    Raises ``NotLoadedError`` for another file, for a damaged one, and for one that does not have
    its checksum. A file without a checksum is read with a warning. Nothing in a file is executed.
    """
    # Opened here, because NumPy would leave a damaged file open.
    with Path(path).open("rb") as file, of_a_model(path):
        with np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        written = arrays.pop(CHECKSUM, None)
        _require_checksum(written, arrays)
        model = _model(json.loads(str(arrays.pop("about"))), arrays)
    if written is None:
        warnings.warn(
            f"{path} has no checksum, as files of earlier versions have none, so that changes of "
            "its numbers would not be noticed; save the model again, which adds one",
            stacklevel=3,
        )
    return model


def _require_checksum(written: Array | None, arrays: Mapping[str, Any]) -> None:
    if written is not None and str(written) != (own := _checksum(arrays)):
        raise ValueError(
            f"its arrays and parameters have the checksum {own}, and {written} is written in it"
        )


@contextmanager
def of_a_model(path: str | Path) -> Iterator[None]:
    """Raise ``NotLoadedError`` for whatever is raised inside because of the content of a file.

    Damaged bytes may raise anything in zipfile, in a decompressor, in NumPy or in JSON: also that
    an array of their shape does not fit into memory, or that a place before the file is sought.
    """
    try:
        yield
    except Exception as fault:
        if isinstance(fault, OSError) and fault.errno not in (None, errno.EINVAL):
            raise
        raise NotLoadedError(
            f"{path} is no stored model, is damaged, or was modified ({type(fault).__name__}: "
            f"{fault}); allowed: a file as KernelPCA.save has written it; take another copy, or "
            "fit the model again and save it"
        ) from fault


def _model(about: dict[str, Any], arrays: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    if about["format"] != FORMAT:
        raise ValueError(f"the format is {about['format']!r}; allowed: {FORMAT!r}")
    parameters = about["parameters"]
    if isinstance(parameters["kernel"], dict):
        parameters["kernel"] = kernels.from_parameters(**parameters["kernel"])
    bound = Bound(**_fields(Bound, about, arrays))
    given = _fields(Certificate, about, arrays)
    given["reasons"] = tuple(given["reasons"])
    certificate = Certificate(**given, bound=bound)
    solution = Solution(**_fields(Solution, about, arrays))
    state = {name: arrays[name] for name in ARRAYS} | {name: about[name] for name in NUMBERS}
    state |= {
        "X_fit_": _points(about, arrays),
        "sample_names_": about.get("sample_names"),
        "_dtype": np.dtype(about["dtype"]),
        "solution_": solution,
        "certificate_": certificate,
        "solved_": Solved(solution, certificate, *about["solver"]),
    }
    if "feature_names" in about:
        state["feature_names_in_"] = np.array(about["feature_names"], dtype=object)
    return parameters, state


def _fields(kind: type, about: dict[str, Any], arrays: dict[str, Any]) -> dict[str, Any]:
    prefix = f"{kind.__name__}."
    of_arrays = {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }
    return about[kind.__name__] | of_arrays


def _points(about: dict[str, Any], arrays: dict[str, Any]) -> Any:
    if "shape" not in about:
        return arrays["X_fit_"]
    pieces = tuple(arrays[f"X_fit_.{name}"] for name in ("data", "indices", "indptr"))
    X = csr_matrix(pieces, shape=tuple(about["shape"]))
    X.check_format()
    return X
