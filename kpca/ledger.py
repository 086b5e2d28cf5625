"""The ledger: every statement of the notes that a computer can check, and its status.

Notes: N0 "Kernel PCA", N1 matrix basics with a demonstration in R, N2 lecture section with the
circles, N3 lecture slides by R. Osadchy, N4 "MDS and Kernel PCA" by Zhu Xuelin.
"""

from typing import NamedTuple


class Line(NamedTuple):
    """One line of the ledger; status is "holds", "holds if" or "misprint"."""

    notes: str
    status: str
    text: str


LEDGER: dict[str, Line] = {
    # 1. linear algebra of PCA and MDS
    "P1": Line("N0 N1", "holds", "the leading eigenvector of C maximizes the variance"),
    "P2": Line("N1", "holds", "C = U Lambda U' = sum of lambda_a u_a u_a'"),
    "P3": Line("N1 N3", "holds", "u_a = sum alpha_i x_i, alpha_i = x_i'u_a/(n lambda_a)"),
    "P3x": Line("N1", "misprint", "alpha_i = x_i'u_a/lambda_a: off by the factor N"),
    "P4": Line("N3", "holds", "(xx')v = (x·v)x and Cv = mean of (x_i·v) x_i"),
    "M1": Line("N4", "holds", "Y = UDV' gives Y'Y and YY' with the same eigenvalues"),
    "M2": Line("N4", "holds", "PCA and classical MDS have the same scores, YV = UD"),
    "M3": Line("N4", "holds", "Eckart-Young: the best approximation of the Gram matrix"),
    "M4": Line("N4", "holds if", "-1/2 H D2 H is the linear Gram matrix, d Euclidean"),
    "M5": Line("N4", "misprint", "stress and strain have the same minimizer: only if exact"),
    "M6": Line("N4", "holds", "SMACOF: the stress never rises"),
    # 2. kernels and the RKHS
    "K1": Line("N4", "holds", "a kernel is symmetric, its Gram matrix not negative"),
    "K2": Line("N3", "holds if", "tanh is a kernel: not in general, mended by a constant"),
    "K3": Line("N3 N4", "holds", "the lift (x, |x|^2), its kernel, and circles apart"),
    "K4": Line("N4", "holds", "(1 + x·y)^2 in the plane has six features"),
    "K4x": Line("N4", "misprint", "sqrt(y1 y2) as last feature; a wrong expansion"),
    "K5": Line("N2 N3 N4", "holds", "three bandwidths: gamma = beta = 1/sigma^2"),
    "K6": Line("N4", "holds", "features of a sample, from the kernel alone"),
    "K7": Line("N4", "holds", "<f, g> does not depend on how f is written"),
    "K8": Line("N4", "holds", "reproducing property <f, k(x, .)> = f(x)"),
    "K9": Line("N4", "holds", "kernel PCA with the linear kernel is PCA"),
    "K9x": Line("N4", "misprint", "k_x(y) = x for the linear kernel: it is x'y"),
    # 3. the eigenproblem
    "E1": Line("N0", "holds", "the objective is <f, C f>"),
    "E2": Line("N0", "holds", "a part of f off the span does not count"),
    "E3": Line("N0 N1 N3 N4", "holds", "K~^2 alpha = n lambda K~ alpha"),
    "E4": Line("N0", "holds if", "<=> K~ alpha = n lambda alpha: alpha in the range of K~"),
    "E5": Line("N2 N3 N4", "holds if", "K~ can be canceled: on its range, K~1 = 0"),
    "E6": Line("N3", "misprint", "solutions with lambda = 0 lie in the span: != 0"),
    "E7": Line("N0 N1 N3", "holds", "||f||^2 = alpha' K~ alpha = n lambda alpha'alpha = 1"),
    "E8": Line("N4", "holds if", "v_j/sqrt(n lambda_j) are orthonormal: lambda_j > 0"),
    "E9": Line("N4", "misprint", "C = Phi Phi'/N with features as rows: Phi'Phi/N"),
    "E10": Line("N2", "holds", "C without 1/m has the eigenvalues of K~"),
    "E11": Line("N0 N1 N2 N3 N4", "holds", "all roads give the same eigenvalues and scores"),
    "E12": Line("N0", "holds", "variance of the scores is lambda, their mean 0"),
    "E13": Line("N3", "holds if", "up to n components: at most n - 1, and rank of phi"),
    # 4. centering and new points
    "C1": Line("N0 N1 N3", "holds", "HKH equals the elementwise centering formula"),
    "C1x": Line("N3", "misprint", "K - 2 1K + 1K1: right only for equal row sums"),
    "C2": Line("N2", "holds if", "formulas without centering: features have mean 0"),
    "C3": Line("N1 N3", "holds", "centering of k(x_i, t) for a new point t"),
    "C4": Line("N0", "holds", "<phi(t), f> needs only the uncentered kernel"),
    "C5": Line("N0 N3 N4", "holds", "the centered kernel shifts it by <phi-bar, f>"),
    "C6": Line("N4", "holds", "sum k u with |u| = 1 is sqrt(n lambda) times C4"),
    "C7": Line("N2", "holds", "sum a K with |a| = 1 is sqrt(n lambda) times the score"),
    "C8": Line("N4", "holds", "training scores K~ a/sqrt(n lambda) = sqrt(mu) v = UD"),
    "C9": Line("N4", "misprint", "a Gram matrix that starts with k(y1, y2)"),
    "D1": Line("N4", "holds", "kernel PCA is classical MDS of the kernel's distance"),
    "D2": Line("N4", "holds if", "any distance: negative axes counted, or corrected"),
    "D3": Line("N4", "holds", "a new point is placed from its distances alone"),
    # 5. projection
    "R1": Line("N0", "holds", "|phi(y) - P_d phi(x)|^2 by kernels alone"),
    "R2": Line("N0", "holds if", "no mean is subtracted in P_d: phi-bar = 0"),
}
