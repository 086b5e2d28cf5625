"""How a kernel says which values its parameters may have in a configuration, and what they mean.

A parameter is a field of the kernel's class, such as

    gamma: Annotated[float, Allowed(above=0.0, meaning="...")]

The configuration checks these limits. The class itself accepts any number, because some statements
are about functions that are not positive semi-definite.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowed:
    """Limits of a parameter in a configuration, and its meaning in one sentence."""

    meaning: str
    above: float | None = None
    least: float | None = None
    most: float | None = None


GAMMA = Allowed("A number > 0", above=0.0)
