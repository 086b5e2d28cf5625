"""Conditions under which kernels and widths are refused."""

from functools import partial

import numpy as np
from kernel_examples import EXAMPLES

from kpca import kernels
from kpca.kernels import bandwidth
from kpca.kernels.matern import Matern52

LINE = np.array([[0.0], [1.0], [3.0], [7.0]])
PARAMETERS = {
    "rbf": [{"gamma": gamma} for gamma in (-0.3, 0.0, np.nan, np.inf)],
    "laplacian": [{"gamma": -2.5}],
    "sigmoid": [{"gamma": -0.7, "coef0": 0.2}, {"gamma": 0.7, "coef0": -np.inf}],
    "poly": [
        {"gamma": -0.4, "degree": 3},
        *({"gamma": 0.4, "degree": degree} for degree in (2.5, 3.0, 0, 101)),
        {"gamma": 0.4, "degree": 2, "coef0": np.nan},
    ],
    "matern52": [{"length_scale": 0.0}],
}

MESSAGES = {
    "formulas": lambda: [
        kernel.formula for kernel in (*EXAMPLES, kernels.Polynomial(0.5, 3, -2.0))
    ],
    **{
        f"{name} with {given}": partial(kernels.from_parameters, name, **given)
        for name, cases in PARAMETERS.items()
        for given in cases
    },
    "a class with its parameter": lambda: Matern52(-1.0),
    "an unknown kernel": lambda: kernels.from_parameters("rbff", gamma=1.0),
    "features of a kernel without them": lambda: kernels.RBF(1.0).features(LINE),
    "names of features of a kernel without them": lambda: kernels.RBF(1.0).feature_names("abc"),
    "a point 0 among the first ones": lambda: kernels.Cosine()(LINE, LINE[1:]),
    "a point 0 among the second ones": lambda: kernels.Cosine()(LINE[1:], LINE[:1]),
    **{
        f"{find.__name__} of equal points": partial(find, np.ones((5, 2)))
        for find in (
            *(bandwidth.scale, bandwidth.median),
            *(bandwidth.median_length, bandwidth.median_city_block),
        )
    },
    "a width whose square overflows": lambda: bandwidth.scale(1e200 * LINE),
    "a width whose square is nearly 0": lambda: bandwidth.scale(1e-155 * LINE[:2]),
}
