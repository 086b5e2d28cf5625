"""How a kernel says which values its parameters may have, and what they mean.

A parameter is a field of the kernel's class, such as

    gamma: Annotated[float, Allowed(above=0.0, meaning="...")]

The configuration checks these limits, and so does the class, except where ``anyway`` is set.
"""

import math
from dataclasses import Field, dataclass, fields
from functools import cache
from numbers import Integral
from typing import Any, get_type_hints


class ParameterError(ValueError):
    """A parameter of a kernel is outside its limits."""


@dataclass(frozen=True)
class Allowed:
    """Limits of a parameter, and its meaning in one sentence.

    anyway  whether the class takes numbers outside the limits of a configuration: some statements
            are about functions that are not positive semi-definite
    """

    meaning: str
    above: float | None = None
    least: float | None = None
    most: float | None = None
    anyway: bool = False

    def includes(self, value: Any) -> bool:
        """Whether a number is finite and within the limits."""
        if not math.isfinite(value):
            return False
        above = self.above is None or value > self.above
        least = self.least is None or value >= self.least
        return self.anyway or (above and least and (self.most is None or value <= self.most))


@cache
def parameters(kind: type) -> list[tuple[Field[Any], type, Allowed]]:
    """The parameters of a class of kernels: field, type, and limits."""
    hints = get_type_hints(kind, include_extras=True)
    rows = []
    for field in fields(kind):
        hint = hints[field.name]
        limits = next(item for item in hint.__metadata__ if isinstance(item, Allowed))
        rows.append((field, hint.__origin__, limits))
    return rows


def require(kernel: Any) -> None:
    """Raise ``ParameterError`` for the first parameter of a kernel that is outside its limits."""
    for field, kind, limits in parameters(kernel.__class__):
        value = getattr(kernel, field.name)
        whole = kind is not int or isinstance(value, Integral)
        if not (whole and limits.includes(value)):
            meaning = "any finite number" if limits.anyway else limits.meaning
            raise ParameterError(
                f"{field.name} of the kernel {kernel.name} is {value}; allowed: "
                f"{meaning[0].lower()}{meaning[1:]}"
            )


GAMMA = Allowed("A number > 0", above=0.0)
LENGTH_SCALE = Allowed("A number > 0, in the unit of the samples", above=0.0)
