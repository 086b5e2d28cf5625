"""The definition of each kernel for one pair of points, number by number, for statement K13.

No function here takes an array or calls a kernel, so that a fault in a kernel is not repeated.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kpca.arithmetic import hundred_digits
from kpca.kernels import Kernel

Number = Any
"""A number of ``kpca.arithmetic.hundred_digits``."""

Point = Sequence[Number]


class Definition(NamedTuple):
    """k(x, y) as a function of two points and of the parameters by name, and functions near it.

    ``neighbors`` are what a careless author could take for the kernel, with the same arguments. No
    unit of the points makes them equal to it, where the kernel itself depends on no unit.
    """

    value: Callable[..., Number]
    neighbors: tuple[Callable[..., Number], ...]


def dot(x: Point, y: Point) -> Number:
    """x·y."""
    return sum(a * b for a, b in zip(x, y, strict=True))


def length(x: Point) -> Number:
    """|x|."""
    return hundred_digits().sqrt(dot(x, x))


def distance(x: Point, y: Point) -> Number:
    """|x - y|."""
    return length([a - b for a, b in zip(x, y, strict=True)])


def city_block(x: Point, y: Point) -> Number:
    """sum_a |x_a - y_a|."""
    return sum(abs(a - b) for a, b in zip(x, y, strict=True))


def angle(x: Point, y: Point) -> Number:
    """The angle between x and y, from the two diagonals of the rhombus with sides x/|x|, y/|y|."""
    a, b = length(x), length(y)
    ends = [(b * s, a * t) for s, t in zip(x, y, strict=True)]
    apart, along = (length([s - sign * t for s, t in ends]) for sign in (1, -1))
    return 2 * hundred_digits().atan2(apart, along)


def _exp(t: Number) -> Number:
    return hundred_digits().exp(t)


def _power(base: Number, degree: int) -> Number:
    found = 1 + 0 * base
    for _ in range(degree):
        found = found * base
    return found


def _tanh(s: Number) -> Number:
    decay = _exp(-2 * abs(s))
    return (-1 if s < 0 else 1) * (1 - decay) / (1 + decay)


def _without_its_largest_term(x: Point, y: Point) -> Number:
    return dot(x, y) - max((a * b for a, b in zip(x, y, strict=True)), key=abs)


def _lift(x: Point, y: Point) -> Number:
    return dot(x, y) + dot(x, x) * dot(y, y)


def _poly(x: Point, y: Point, *, gamma: Number, degree: int, coef0: Number) -> Number:
    return _power(gamma * dot(x, y) + coef0, degree)


def _constant_outside(x: Point, y: Point, *, gamma: Number, degree: int, coef0: Number) -> Number:
    return _power(gamma * dot(x, y), degree) + coef0


def _sigmoid(x: Point, y: Point, *, gamma: Number, coef0: Number) -> Number:
    return _tanh(gamma * dot(x, y) + coef0)


def _logistic(x: Point, y: Point, *, gamma: Number, coef0: Number) -> Number:
    return (1 + _tanh((gamma * dot(x, y) + coef0) / 2)) / 2


DEFINITIONS = {
    "linear": Definition(dot, (_without_its_largest_term,)),
    "poly": Definition(_poly, (_constant_outside,)),
    "rbf": Definition(
        lambda x, y, gamma: _exp(-gamma * distance(x, y) ** 2),
        (lambda x, y, gamma: 1 / (1 + gamma * distance(x, y) ** 2),),
    ),
    "laplacian": Definition(
        lambda x, y, gamma: _exp(-gamma * city_block(x, y)),
        (lambda x, y, gamma: _exp(-gamma * distance(x, y)),),
    ),
    "sigmoid": Definition(_sigmoid, (_logistic,)),
    "cosine": Definition(
        lambda x, y: hundred_digits().cos(angle(x, y)),
        (lambda x, y: 1 - angle(x, y) / hundred_digits().pi,),
    ),
    "lift": Definition(_lift, (dot, lambda x, y: dot(x, x) * dot(y, y))),
}
"""By the name of the kernel."""


def of(kernel: Kernel) -> Definition:
    """The definition of a kernel. Raises ``LookupError`` for a kernel without one."""
    if kernel.name not in DEFINITIONS:
        raise LookupError(
            f"the kernel {kernel.name!r} has no definition for pairs of points; allowed: "
            f"{', '.join(DEFINITIONS)}; write one in kpca/statements/definitions.py"
        )
    return DEFINITIONS[kernel.name]
