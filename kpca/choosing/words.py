"""The words that may stand for a number: what they are, and not what they stand for."""

from kpca.kernels import Kernel

AUTO = "auto"
"""Gamma, or the number of components, by the rules of ``kpca.choosing.automatic``."""


def words_of(kind: type[Kernel]) -> list[str]:
    """The words that may stand for the width of a kernel: those of its class, and ``auto``."""
    return [*kind.words, *([AUTO] if "median" in kind.words else [])]
