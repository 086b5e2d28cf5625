"""The ledger: what the executed statements say, and the notes that they are from.

Notes: N0 "Kernel PCA", N1 matrix basics with a demonstration in R, N2 lecture section with the
circles, N3 lecture slides by R. Osadchy, N4 "MDS and Kernel PCA" by Zhu Xuelin.

Only a module that prints the wording imports this one. Ids and status are in
``kpca.statements.status``.
"""

from typing import NamedTuple

from kpca.statements.status import STATUS, Status


class Wording(NamedTuple):
    """A statement in words: the notes that contain it, its status, and what it says."""

    notes: str
    status: Status
    text: str


_WORDS: dict[str, tuple[str, str]] = {
    # 1. linear algebra of PCA and MDS
    "P1": ("N0", "the leading eigenvector of C maximizes the variance"),
    "P2": ("N1", "C = UΛUᵀ = Σ λ u uᵀ"),
    "P3": ("N3", "u = Σ αᵢxᵢ with αᵢ = xᵢᵀu/(nλ)"),
    "P3x": ("N1", "αᵢ = xᵢᵀu/λ: off by the factor N"),
    "P4": ("N3", "(xxᵀ)v = (x·v)x, and Cv is the mean of (xᵢ·v)xᵢ"),
    "P5": ("N1", "C = XXᵀ/N, nothing subtracted: Σx = 0"),
    "M1": ("N4", "Y = UDVᵀ: YᵀY and YYᵀ share their eigenvalues"),
    "M2": ("N4", "PCA and classical MDS have the same scores, YV = UD"),
    "M3": ("N4", "Eckart-Young: the best approximation of the Gram matrix"),
    "M4": ("N4", "−½HD²H is the linear Gram matrix: d is Euclidean"),
    "M5": ("N4", "stress and strain have one minimizer: if exact"),
    "M6": ("N4", "SMACOF: the stress never rises"),
    "M7": ("N4", "the score matrix X = UD: up to an orthogonal matrix"),
    # 2. kernels and the RKHS
    "K1": ("N4", "K is symmetric and has no negative eigenvalue"),
    "K2": ("N3", "tanh is a kernel: not in general, but can be corrected"),
    "K3": ("N3 N4", "the lift (x, |x|²), its kernel, and circles apart"),
    "K4": ("N4", "(1 + x·y)² in the plane has six features"),
    "K4x": ("N4", "√(y₁y₂) as last feature; a wrong expansion"),
    "K5": ("N2 N3 N4", "three bandwidths: γ = β = 1/σ²"),
    "K6": ("N4", "features of a sample, from the kernel alone"),
    "K7": ("N4", "⟨f, g⟩ does not depend on how f is written"),
    "K8": ("N4", "reproducing property: ⟨f, k(x,·)⟩ = f(x)"),
    "K9": ("N4", "kernel PCA with the linear kernel is PCA"),
    "K9x": ("N4", "k_x(y) = x for the linear kernel: it is xᵀy"),
    "K10": ("N4", "⟨φ(x), φ(y)⟩ is a kernel for any map φ"),
    "K11": ("N4", "⟨f,g⟩ is an inner product on the span: k ≥ 0"),
    "K12x": ("N4", "no formula for the Gaussian's features: there is"),
    # 3. the eigenproblem
    "E1": ("N0", "the objective is ⟨f, Cf⟩"),
    "E2": ("N0", "a part of f off the span does not count"),
    "E3": ("N0 N1 N2 N3 N4", "K̃²α = nλK̃α"),
    "E4": ("N0", "⟺ K̃α = nλα: α in the range of K̃"),
    "E5": ("N2 N3 N4", "K̃ can be canceled: on its range, for K̃1 = 0"),
    "E6": ("N3 N4", "solutions with λ = 0 lie in the span: λ ≠ 0"),
    "E7": ("N0 N1 N3", "‖f‖² = αᵀK̃α = nλ αᵀα = 1"),
    "E8": ("N4", "vⱼ/√(nλⱼ) are orthonormal: λⱼ > 0"),
    "E9": ("N4", "C = ΦΦᵀ/N with features as rows: ΦᵀΦ/N"),
    "E10": ("N2", "C without 1/m has the eigenvalues of K̃"),
    "E11": ("N0 N1 N2 N3 N4", "all formulations give the same eigenvalues and scores"),
    "E12": ("N0", "variance of the scores is λ, their mean 0"),
    "E13": ("N3", "up to n components: n − 1, and the rank of φ"),
    "E14": ("N0", "each component maximizes the variance off the others"),
    # 4. centering and new points
    "C1": ("N0 N1 N3 N4", "HKH equals the elementwise centering formula"),
    "C1x": ("N3", "K − 2·1K + 1K1: right only for equal row sums"),
    "C2": ("N2", "formulas without centering: features have mean 0"),
    "C3": ("N1", "centering of k(xᵢ, t) for a new point t"),
    "C4": ("N0", "⟨φ(t), f⟩ needs only the uncentered kernel"),
    "C5": ("N0 N3 N4", "the centered kernel shifts it by ⟨φ̄, f⟩"),
    "C6": ("N4", "Σ k u with |u| = 1 is √(nλ) times C4"),
    "C7": ("N2", "Σ a k̃ with |a| = 1 is √(nλ) times the score"),
    "C8": ("N4", "training scores K̃a/√(nλ) = √μ v = UD"),
    "C9": ("N4", "a Gram matrix that starts with k(y₁, y₂)"),
    "C10x": ("N3", "the summary of the recipe, followed to the letter"),
    "D1": ("N4", "kernel PCA is classical MDS of the kernel's distance"),
    "D2": ("N4", "any distance: negative axes counted, or corrected"),
    "D3": ("N4", "a new point is placed from its distances alone"),
    # 5. projection
    "R1": ("N0", "‖φ(y) − P_dφ(x)‖² by kernels alone"),
    "R2": ("N0", "no mean is subtracted in P_d: φ̄ = 0"),
}
"""Notes and text of each statement, in the order of ``STATUS``."""

LEDGER: dict[str, Wording] = {
    id: Wording(notes, STATUS[id], text) for id, (notes, text) in _WORDS.items()
}
