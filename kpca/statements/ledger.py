"""The ledger: the statements of the notes that are executed here, and the status of each.

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
    "P1": Line("N0", "holds", "the leading eigenvector of C maximizes the variance"),
    "P2": Line("N1", "holds", "C = UΛUᵀ = Σ λ u uᵀ"),
    "P3": Line("N3", "holds", "u = Σ αᵢxᵢ with αᵢ = xᵢᵀu/(nλ)"),
    "P3x": Line("N1", "misprint", "αᵢ = xᵢᵀu/λ: off by the factor N"),
    "P4": Line("N3", "holds", "(xxᵀ)v = (x·v)x, and Cv is the mean of (xᵢ·v)xᵢ"),
    "P5": Line("N1", "holds if", "C = XXᵀ/N, nothing subtracted: Σx = 0"),
    "M1": Line("N4", "holds", "Y = UDVᵀ: YᵀY and YYᵀ share their eigenvalues"),
    "M2": Line("N4", "holds", "PCA and classical MDS have the same scores, YV = UD"),
    "M3": Line("N4", "holds if", "Eckart-Young: the best approximation of the Gram matrix"),
    "M4": Line("N4", "holds if", "−½HD²H is the linear Gram matrix: d is Euclidean"),
    "M5": Line("N4", "misprint", "stress and strain have one minimizer: if exact"),
    "M6": Line("N4", "holds", "SMACOF: the stress never rises"),
    "M7": Line("N4", "holds", "the score matrix X = UD: up to an orthogonal matrix"),
    # 2. kernels and the RKHS
    "K1": Line("N4", "holds", "K is symmetric and has no negative eigenvalue"),
    "K2": Line("N3", "holds if", "tanh is a kernel: not in general, but can be mended"),
    "K3": Line("N3 N4", "holds", "the lift (x, |x|²), its kernel, and circles apart"),
    "K4": Line("N4", "holds", "(1 + x·y)² in the plane has six features"),
    "K4x": Line("N4", "misprint", "√(y₁y₂) as last feature; a wrong expansion"),
    "K5": Line("N2 N3 N4", "holds", "three bandwidths: γ = β = 1/σ²"),
    "K6": Line("N4", "holds", "features of a sample, from the kernel alone"),
    "K7": Line("N4", "holds", "⟨f, g⟩ does not depend on how f is written"),
    "K8": Line("N4", "holds", "reproducing property: ⟨f, k(x,·)⟩ = f(x)"),
    "K9": Line("N4", "holds", "kernel PCA with the linear kernel is PCA"),
    "K9x": Line("N4", "misprint", "k_x(y) = x for the linear kernel: it is xᵀy"),
    "K10": Line("N4", "holds", "⟨φ(x), φ(y)⟩ is a kernel for any map φ"),
    "K11": Line("N4", "holds if", "⟨f,g⟩ is an inner product on the span: k ≥ 0"),
    "K12x": Line("N4", "misprint", "no formula for the Gaussian's features: there is"),
    # 3. the eigenproblem
    "E1": Line("N0", "holds", "the objective is ⟨f, Cf⟩"),
    "E2": Line("N0", "holds", "a part of f off the span does not count"),
    "E3": Line("N0 N1 N2 N3 N4", "holds", "K̃²α = nλK̃α"),
    "E4": Line("N0", "holds if", "⟺ K̃α = nλα: α in the range of K̃"),
    "E5": Line("N2 N3 N4", "holds if", "K̃ can be canceled: on its range, for K̃1 = 0"),
    "E6": Line("N3 N4", "misprint", "solutions with λ = 0 lie in the span: λ ≠ 0"),
    "E7": Line("N0 N1 N3", "holds", "‖f‖² = αᵀK̃α = nλ αᵀα = 1"),
    "E8": Line("N4", "holds if", "vⱼ/√(nλⱼ) are orthonormal: λⱼ > 0"),
    "E9": Line("N4", "misprint", "C = ΦΦᵀ/N with features as rows: ΦᵀΦ/N"),
    "E10": Line("N2", "holds", "C without 1/m has the eigenvalues of K̃"),
    "E11": Line("N0 N1 N2 N3 N4", "holds", "all roads give the same eigenvalues and scores"),
    "E12": Line("N0", "holds", "variance of the scores is λ, their mean 0"),
    "E13": Line("N3", "holds if", "up to n components: n − 1, and the rank of φ"),
    "E14": Line("N0", "holds", "each component maximizes the variance off the others"),
    # 4. centering and new points
    "C1": Line("N0 N1 N3 N4", "holds", "HKH equals the elementwise centering formula"),
    "C1x": Line("N3", "misprint", "K − 2·1K + 1K1: right only for equal row sums"),
    "C2": Line("N2", "holds if", "formulas without centering: features have mean 0"),
    "C3": Line("N1", "holds", "centering of k(xᵢ, t) for a new point t"),
    "C4": Line("N0", "holds", "⟨φ(t), f⟩ needs only the uncentered kernel"),
    "C5": Line("N0 N3 N4", "holds", "the centered kernel shifts it by ⟨φ̄, f⟩"),
    "C6": Line("N4", "holds", "Σ k u with |u| = 1 is √(nλ) times C4"),
    "C7": Line("N2", "holds", "Σ a k̃ with |a| = 1 is √(nλ) times the score"),
    "C8": Line("N4", "holds", "training scores K̃a/√(nλ) = √μ v = UD"),
    "C9": Line("N4", "misprint", "a Gram matrix that starts with k(y₁, y₂)"),
    "C10x": Line("N3", "misprint", "the summary of the recipe, followed to the letter"),
    "D1": Line("N4", "holds", "kernel PCA is classical MDS of the kernel's distance"),
    "D2": Line("N4", "holds if", "any distance: negative axes counted, or corrected"),
    "D3": Line("N4", "holds", "a new point is placed from its distances alone"),
    # 5. projection
    "R1": Line("N0", "holds", "‖φ(y) − P_dφ(x)‖² by kernels alone"),
    "R2": Line("N0", "holds if", "no mean is subtracted in P_d: φ̄ = 0"),
}
