"""An example of every kernel, with parameters from the limits that its file gives."""

from kpca import kernels
from kpca.kernels.parameters import parameters

NUMBERS = (0.7, 3, 30, -0.7)


def example(kind, X=None):
    """A kernel of a class; with points X, one whose width is that of X by the last of its words.

    Every other parameter is the first of ``NUMBERS`` that it may be.
    """
    chosen = {}
    for field, number, allowed in parameters(kind):
        candidates = [value for value in NUMBERS if number is float or isinstance(value, int)]
        chosen[field.name] = next(value for value in candidates if allowed.includes(value))
    if X is not None and kind.words:
        chosen[kind.width.parameter] = [*kind.words.values()][-1].find(X)
    return kind(**chosen)


EXAMPLES = [
    *map(example, kernels.KERNELS),
    kernels.Polynomial(0.6, 2),
    kernels.Polynomial(0.5, 1, 0.0),
    kernels.Sigmoid(0.3, -0.2),
]
"""Every kernel, and some of the same classes that have other properties."""
