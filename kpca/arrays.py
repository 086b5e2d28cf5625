"""The type of every matrix and vector here.

It has a file of its own, so that a change in a kernel reruns only jobs that compute with kernels.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
"""Double precision; of dtype object where the elements are numbers with fifty digits."""

Indices = NDArray[np.intp]
"""An array of indices."""

Truths = NDArray[np.bool_]
"""An array of truth values."""
