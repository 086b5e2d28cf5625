"""The rounding error of gamma x·y + coef0, which two kernels start from."""

from kpca import tolerances


def affine(gamma: float, coef0: float, q: int, radius: float) -> tuple[float, float]:
    """Size and error of gamma x·y + coef0: the dot product, one product and one sum."""
    size = abs(gamma) * radius**2 + abs(coef0)
    underflow = (1.0 + abs(gamma) * q) * tolerances.UNDERFLOW
    return size, tolerances.dot(q + 2) * size + underflow
