"""Conditions under which a result is not stored, read, compared or called the same."""

from functools import partial
from pathlib import Path

import numpy as np
import xarray as xr

from kpca.results import files, registry
from kpca.results.opened import open_study


def _tree(**nodes):
    return registry.tree("s", "a study", "{}", "km", "convention", **nodes)


SPECTRUM = registry.dataset("km", index=[1, 2], eigenvalue=[2.0, 1.0])
MU = SPECTRUM.eigenvalue
SPOILED = {
    "other dims": SPECTRUM.rename_dims(index="i").drop_vars("index"),
    "another dtype": SPECTRUM.assign(eigenvalue=MU.astype(int).assign_attrs(MU.attrs)),
    "another unit": SPECTRUM.assign(eigenvalue=MU.assign_attrs(units="m")),
    "no long name": SPECTRUM.assign(eigenvalue=MU.assign_attrs(long_name="")),
    "NaN": SPECTRUM.assign(eigenvalue=(MU * [1.0, np.nan]).assign_attrs(MU.attrs)),
    "an infinite value": SPECTRUM.assign(eigenvalue=(MU * [1.0, -np.inf]).assign_attrs(MU.attrs)),
    "several faults": SPECTRUM.assign(
        eigenvalue=(MU * np.nan).assign_attrs(units="m", long_name="x")
    ),
}
OWN = {
    "dims without a name": (("dim_0",), [1.0], "1", "a ratio"),
    "no unit": (("draw",), [1.0], "", "a ratio"),
    "no meaning": (("draw",), [1.0], "km", ""),
    "an infinite number": (("draw",), [np.inf], "km", "a length"),
    "complex numbers": (("draw",), [1j], "1", "a ratio"),
}


def _stored(name, spoiled):
    """What the registry says of a tree with one node."""
    registry.validate(_tree(**{name: spoiled}))


def _read(tree):
    tree.to_netcdf("r.nc", engine=files.ENGINE)
    files.read(Path("r.nc"))


def _turned():
    table = registry.dataset("km", distance=np.zeros((2, 2)))
    _stored("data", table.rename(sample="sample_other", sample_other="sample"))


def _without_a_convention():
    tree = _tree()
    del tree.attrs["convention"]
    registry.validate(tree)


MESSAGES = {
    **{
        f"a row {row!r}": partial(registry.variables_of, row)
        for row in ("w 1: a ratio", "w() a ratio", "w() 1: a ratio\nw() 1: another")
    },
    "an unregistered name": lambda: registry.dataset("1", eigenvalu=[1.0]),
    **{
        f"{kind} of an eigenvalue": partial(_stored, "spectrum", spoiled)
        for kind, spoiled in SPOILED.items()
    },
    **{
        f"{kind} of a variable of one notebook": lambda given=given: _stored(
            "node", xr.Dataset({"own": registry.variable(*given)})
        )
        for kind, given in OWN.items()
    },
    "dims in another order": _turned,
    "a missing attribute": _without_a_convention,
    "another unit in a file": lambda: _read(_tree(spectrum=SPOILED["another unit"])),
    "a folder without a study": lambda: open_study(Path()),
}
