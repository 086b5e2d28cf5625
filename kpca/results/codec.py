"""Objects as variables and attributes of a node, and back.

A table names the field or property of an object that each variable holds, ``variable: field``, and
each attribute, ``@attribute: field``. Where it names a property, that is stored for readers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_origin

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from kpca.results import registry

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Table = Mapping[str, str]
Node = xr.DataTree | xr.Dataset


def values(given: object, table: Table) -> dict[str, ArrayLike]:
    """What an object stores, by the names of a table."""
    return {name: getattr(given, field) for name, field in table.items()}


def without_defaults(given: "DataclassInstance", table: Table) -> dict[str, ArrayLike]:
    """The same, without the fields that have their defaults."""
    defaults = {field.name: field.default for field in fields(given)}
    return {
        name: value
        for name, value in values(given, table).items()
        if type(value) is not type(defaults[table[name]]) or value != defaults[table[name]]
    }


def dataset(score_unit: str, values: Mapping[str, ArrayLike]) -> xr.Dataset:
    """A node with these variables and attributes; raises what ``registry.dataset`` raises."""
    attributes = {name[1:]: value for name, value in values.items() if name[0] == "@"}
    variables = {name: value for name, value in values.items() if name[0] != "@"}
    return registry.dataset(score_unit, **variables).assign_attrs(attributes)


def fields_of(kind: "type[DataclassInstance]", node: Node, table: Table) -> dict[str, Any]:
    """The fields of an object that a node stores, each of the type that it has in its class."""
    types = {field.name: field.type for field in fields(kind)}
    stored = {name: array.values for name, array in node.variables.items()}
    stored |= {f"@{name}": value for name, value in node.attrs.items()}
    return {
        field: _as(types[field], stored[name])
        for name, field in table.items()
        if field in types and name in stored
    }


def _as(kind: object, stored: ArrayLike) -> object:
    array = np.asarray(stored)
    if array.ndim == 0:
        return array.item()
    if array.dtype.kind in "fi":
        return array
    return (tuple if get_origin(kind) is tuple else list)(map(str, array))


def columns(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, ArrayLike]:
    """Rows of texts as a variable for each of their columns; nothing if there are none."""
    return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {}


def rows(node: Node, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The rows of texts that ``columns`` has made variables of."""
    if names[0] not in node.variables:
        return ()
    return tuple(zip(*(map(str, node.variables[name].values) for name in names), strict=True))
