"""The statements of the notes that are executed here: where each stands and what it says.

Notes: N0 "Kernel PCA", N1 matrix basics with a demonstration in R, N2 lecture section with the
circles, N3 lecture slides by R. Osadchy, N4 "MDS and Kernel PCA" by Zhu Xuelin.
"""

from typing import NamedTuple


class Statement(NamedTuple):
    """One line of the ledger; status is "holds", "holds if" or "misprint"."""

    notes: str
    status: str
    text: str


LEDGER: dict[str, Statement] = {
    "C1": Statement("N0 N1 N3", "holds", "HKH equals the elementwise centering formula"),
    "C3": Statement("N1 N3", "holds", "centering of k(x_i, t) for a new point t"),
    "C4": Statement("N0", "holds", "<phi(t), f> needs only the uncentered kernel"),
    "C5": Statement("N0 N3 N4", "holds", "the centered kernel shifts it by <phi-bar, f>"),
    "D1": Statement("N4", "holds", "kernel PCA is classical MDS of the kernel's distance"),
    "D2": Statement("N4", "holds if", "classical MDS of any distance, negative axes counted"),
    "D3": Statement("N4", "holds", "a new point is placed from its distances alone"),
    "E3": Statement("N0 N1 N3 N4", "holds", "K~^2 alpha = n lambda K~ alpha"),
    "E7": Statement("N0 N1 N3", "holds", "||f||^2 = alpha' K~ alpha = n lambda alpha'alpha = 1"),
    "E8": Statement("N4", "holds if", "v_j / sqrt(n lambda_j) are orthonormal in feature space"),
    "E11": Statement("N0 N1 N2 N3 N4", "holds", "the roads give the same eigenvalues and scores"),
    "E12": Statement("N0", "holds", "variance of the scores is lambda, their mean 0"),
    "K8": Statement("N4", "holds", "reproducing property <f, k(x, .)> = f(x)"),
}
