"""The words that may stand for the width of a kernel."""

from kpca.choosing.words import words_of
from kpca.kernels import RBF, Laplacian, Linear, Sigmoid


def test_auto_is_allowed_where_the_median_is():
    assert words_of(RBF) == ["scale", "median", "auto"]
    assert words_of(Laplacian) == ["median", "auto"]
    assert words_of(Sigmoid) == ["scale"]
    assert words_of(Linear) == []
