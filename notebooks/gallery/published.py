"""Numbers printed in papers, which the demonstrations are held against."""

import numpy as np

from kpca.arrays import Array

MIKA_1998: dict[float, Array] = {
    0.05: np.array([2058.42, 1238.36, 846.14, 565.41, 309.64, 170.36, 125.97, 104.40, 92.23]),
    0.1: np.array([10.22, 31.32, 21.51, 29.24, 27.66, 23.53, 29.64, 40.07, 63.41]),
    0.2: np.array([0.99, 1.12, 1.18, 1.50, 2.11, 2.73, 3.72, 5.09, 6.32]),
    0.4: np.array([1.07, 1.26, 1.44, 1.64, 1.91, 2.08, 2.22, 2.34, 2.47]),
    0.8: np.array([1.23, 1.39, 1.54, 1.70, 1.80, 1.96, 2.10, 2.25, 2.39]),
}
"""Mean squared distance to the true center of linear PCA, over that of kernel PCA: by sigma, for 1
to 9 components. S. Mika, B. Schölkopf, A. Smola, K.-R. Müller, M. Scholz, G. Rätsch, Kernel PCA and
de-noising in feature spaces, NIPS 11 (1998), Table 1. One draw of the centers is behind each row.
"""

SCHOELKOPF_1998: Array = np.array([0.251, 0.233, 0.052, 0.044, 0.037, 0.033, 0.031, 0.025])
"""Eigenvalues lambda of the toy example with three clusters, components 1 to 8, as recalled from
the figure of B. Schölkopf, A. Smola, K.-R. Müller, Nonlinear component analysis as a kernel
eigenvalue problem, Neural Computation 10 (1998). They belong to one draw of 90 points.
"""
