"""Ledger section 2, the values of a kernel: K13."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from kpca.arithmetic import hundred_digits, lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.kernels.definition import Definition, Number, Point
from kpca.statements.check import ALL_PARTS, TINY, Parts, statement

LEVELS = 8
"""Pairs of each matrix: those whose values are nearest to numbers evenly spaced over its range."""

FEW = 5
"""Pairs of each control: those that it changes most, in tolerances."""

LARGEST = 1e300
"""A control beyond this counts as this: with the next degree a value may overflow."""


@statement("K13", blind=ALL_PARTS)
def kernel_has_the_values_of_its_formula(
    K: Array, K_new: Array, X: Array, X_new: Array, kernel: Kernel
) -> Parts:
    """Each kernel has the values of its formula (N2, N3, N4), for each of its parameters.

    Elements of K (n, n) and of K_new (m, n) at pairs of X (n, q) and X_new (m, q) against
    ``kernel.definition``, which has twice the digits of fifty. For each control, the few pairs
    count that it changes most. Tolerance: ``kernel.rounding`` for the longer of both points.
    Controls: each parameter off by one percent (a degree by the next whole number, 0 by 0.01); half
    of gamma, as in 1/(2 sigma^2); no coef0; and neighboring definitions, such as the Euclidean
    distance for that of city blocks. Blind where a control changes nothing: coef0 = 0 is none.
    """
    pairs = list(_pairs(K, X, X))
    if K_new is not K:
        pairs += _pairs(K_new, X_new, X)
    right = kernel.definition
    parameters = {each.name: getattr(kernel, each.name) for each in fields(kernel)}
    values = [right.value(pair.x, pair.y, **_with_all_digits(parameters)) for pair in pairs]
    allowed = np.array([kernel.rounding(X.shape[1], pair.radius) for pair in pairs])
    off = _off([pair.value for pair in pairs], values)
    parts: dict[str, list[Array]] = {}
    for name, wrong, wrongly in _controls(right, parameters):
        broken = [wrong(pair.x, pair.y, **_with_all_digits(wrongly)) for pair in pairs]
        control = _off(values, broken)
        most = np.argsort(-control / np.maximum(allowed, TINY), kind="stable")[:FEW]
        parts.setdefault(name, []).append(np.array([off, allowed, control])[:, most])
    return {name: tuple(np.concatenate(rows, axis=1)) for name, rows in parts.items()}


class Pair(NamedTuple):
    """Two points, the length of the longer one, and the kernel value that the study has."""

    x: Point
    y: Point
    radius: float
    value: Number


def _pairs(K: Array, X: Array, Y: Array) -> Iterator[Pair]:
    """At most ``LEVELS`` + 1 pairs of a row of X (p, q) and one of Y (n, q), with values K (p, n).

    The last pair are the shortest points: beside the others coef0 may be within rounding.
    """
    sizes, others = lengths(X, 1).astype(float), lengths(Y, 1).astype(float)
    values = K.astype(float).ravel()
    levels = np.linspace(values.min(), values.max(), LEVELS)
    chosen = [int(np.abs(values - level).argmin()) for level in levels]
    shortest = int(sizes.argmin()) * len(Y) + int(others.argmin())
    number = hundred_digits().mpf
    for at in dict.fromkeys([*chosen, shortest]):
        i, j = divmod(at, len(Y))
        x, y = ([number(coordinate) for coordinate in point.tolist()] for point in (X[i], Y[j]))
        yield Pair(x, y, float(max(sizes[i], others[j])), number(K[i, j]))


def _with_all_digits(parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters as numbers of a hundred digits; whole numbers as they are."""
    number = hundred_digits().mpf
    return {
        name: value if isinstance(value, int) else number(value)
        for name, value in parameters.items()
    }


def _off(values: list[Number], others: list[Number]) -> Array:
    """|value - other| (p,), at most ``LARGEST``."""
    pairs = zip(values, others, strict=True)
    return np.array([float(min(abs(a - b), LARGEST)) for a, b in pairs])


Control = tuple[str, Callable[..., Number], dict[str, Any]]


def _controls(right: Definition, parameters: dict[str, Any]) -> Iterator[Control]:
    """The part, the function and the parameters of each control."""
    for name, value in parameters.items():
        yield name, right.value, parameters | {name: _off_by_one_percent(value)}
    if "gamma" in parameters:
        yield "gamma", right.value, parameters | {"gamma": 0.5 * parameters["gamma"]}
    if "coef0" in parameters:
        yield "coef0", right.value, parameters | {"coef0": 0.0}
    for neighbor in right.neighbors:
        yield "definition", neighbor, parameters


def _off_by_one_percent(value: float) -> float:
    """A parameter one percent larger; a whole number is rounded up, and 0 becomes 0.01.

    >>> [_off_by_one_percent(value) for value in (2.0, 3, 0.0)]
    [2.02, 4, 0.01]
    """
    if isinstance(value, int):
        return value + ceil(0.01 * value)
    return 1.01 * value if value else 0.01
