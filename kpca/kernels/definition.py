"""The definition of a kernel for one pair of points, number by number, for statement K13.

No function here takes an array or calls a kernel, so that a fault in a kernel is not repeated.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kpca.arithmetic import hundred_digits

Number = Any
"""A number of ``kpca.arithmetic.hundred_digits``."""

Point = Sequence[Number]


class Definition(NamedTuple):
    """k(x, y) as a function of two points and of the parameters by name, and functions near it.

    It is written once more beside the class of the kernel, so that statement K13 can compare both.

    ``neighbors`` are what a careless author could take for the kernel, with the same arguments. No
    unit of the points makes them equal to it, where the kernel itself depends on no unit.
    """

    value: Callable[..., Number]
    neighbors: tuple[Callable[..., Number], ...]


def dot(x: Point, y: Point) -> Number:
    """x·y."""
    return hundred_digits().fdot(zip(x, y, strict=True))


def length(x: Point) -> Number:
    """|x|."""
    return root(dot(x, x))


def distance(x: Point, y: Point) -> Number:
    """|x - y|."""
    return length([a - b for a, b in zip(x, y, strict=True)])


def city_blocks(x: Point, y: Point) -> Number:
    """sum_a |x_a - y_a|."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def angle(x: Point, y: Point) -> Number:
    """The angle between x and y, from the two diagonals of the rhombus with sides x/|x|, y/|y|."""
    a, b = length(x), length(y)
    ends = [(b * s, a * t) for s, t in zip(x, y, strict=True)]
    apart, along = (length([s - sign * t for s, t in ends]) for sign in (1, -1))
    return 2 * hundred_digits().atan2(apart, along)


def exp(t: Number) -> Number:
    """The exponential of t."""
    return hundred_digits().exp(t)


def root(s: Number) -> Number:
    """The square root of s."""
    return hundred_digits().sqrt(s)


def power(base: Number, degree: int) -> Number:
    """The product of ``degree`` equal factors."""
    product = 1 + 0 * base
    for _ in range(degree):
        product = product * base
    return product


def tanh(s: Number) -> Number:
    """The hyperbolic tangent, from an exponential that does not overflow."""
    decay = exp(-2 * abs(s))
    return (-1 if s < 0 else 1) * (1 - decay) / (1 + decay)
