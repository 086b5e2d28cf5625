"""The ledger: what the executed statements say, and the notes or papers that they are from.

The letters are those of docs/notation.md, where a note has others.

Notes: N0 "Kernel PCA", N1 matrix basics with a demonstration in R, N2 lecture section with the
circles, N3 lecture slides by R. Osadchy, N4 "MDS and Kernel PCA" by Zhu Xuelin.

Only a module that prints the wording imports this one. Ids and status are in
``kpca.statements.status``.
"""

from typing import NamedTuple

from kpca.statements.status import STATUS, Status


class Wording(NamedTuple):
    """A statement in words: the notes or the paper, its status, and what it says."""

    notes: str
    status: Status
    text: str


_WORDS: dict[str, tuple[str, str]] = {
    # 1. linear algebra of PCA and MDS
    "P1": ("N0", "the leading eigenvector of C maximizes the variance"),
    "P2": ("N1", "C = UΛUᵀ = Σ λ u uᵀ"),
    "P3": ("N3", "u = Σ αᵢxᵢ with αᵢ = xᵢᵀu/(nλ)"),
    "P3x": ("N1", "αᵢ = xᵢᵀu/λ (wrong: it is xᵢᵀu/(nλ))"),
    "P4": ("N3", "(xxᵀ)v = (x·v)x, and Cv is the mean of (xᵢ·v)xᵢ"),
    "P5": ("N1", "C is the mean of xxᵀ, nothing subtracted, if Σx = 0"),
    "M1": ("N4", "if Y = UΣVᵀ, YᵀY and YYᵀ share their eigenvalues"),
    "M2": ("N4", "PCA and classical MDS have the same scores, YV = UΣ"),
    "M3": ("N4", "Eckart-Young: the best approximation of the Gram matrix"),
    "M4": ("N4", "−½HD²H is the centered linear Gram matrix, if d is Euclidean"),
    "M5": ("N4", "stress and strain have one minimizer (in general only if exact)"),
    "M6": ("N4", "SMACOF: the stress never rises"),
    "M7": ("N4", "the score matrix is UΣ, up to an orthogonal matrix"),
    "M8": ("N4", "the least strain: eigenvalues by value, and only those above 0"),
    "M9": ("N4", "the best approximation is unique, if μ_p > μ_{p+1}"),
    # 2. kernels and the RKHS
    "K1": ("N4", "K is symmetric and has no negative eigenvalue"),
    "K2": ("N3", "tanh is not a kernel in general; a constant corrects it"),
    "K3": ("N3 N4", "the lift (x, |x|²), its kernel, and circles apart"),
    "K4": ("N4", "(1 + x·y)² in the plane has six features"),
    "K4x": ("N4", "last feature √(y₁y₂), and an expansion (both wrong)"),
    "K5": ("N2 N3 N4", "three bandwidths: γ = β = 1/σ²"),
    "K6": ("N4", "features of a sample, from the kernel alone"),
    "K7": ("N4", "⟨f, g⟩ does not depend on how f is written"),
    "K8": ("N4", "reproducing property: ⟨f, k(x,·)⟩ = f(x)"),
    "K9": ("N4", "kernel PCA with the linear kernel is PCA"),
    "K9x": ("N4", "k_x(y) = x for the linear kernel (wrong: it is xᵀy)"),
    "K10": ("N4", "⟨φ(x), φ(y)⟩ is a kernel for any map φ"),
    "K11": ("N4", "⟨f, g⟩ is an inner product on the span, if k ≥ 0"),
    "K12x": ("N4", "no formula for Gaussian features (wrong: there is one)"),
    "K13": ("N2 N3 N4", "each kernel has the values of its formula"),
    "K14": ("N4", "every labeling is separable, if the kernel is strict and samples differ"),
    "K15": ("N3", "2 Σ_{k≤M} C(n − 1, k) labelings are separable, if positions are general"),
    "K16": ("N4", "a kernel fixes the feature map up to an isometry"),
    "K17": ("N4", "the completion: (k(x+h,·) − k(x,·))/h → ∂k_x, and ⟨f, ∂k_x⟩ = ∂f(x)"),
    "K18": ("N3", "algorithms need only inner products, not the features"),
    # 3. the eigenproblem
    "E1": ("N0", "the objective is ⟨f, Cf⟩"),
    "E2": ("N0", "a part of f off the span does not count"),
    "E3": ("N0 N1 N2 N3 N4", "K̃²α = nλK̃α"),
    "E4": ("N0", "E3 ⟺ K̃α = nλα, if α is in the range of K̃"),
    "E5": ("N2 N3 N4", "K̃ can be canceled, but only on its range (K̃1 = 0)"),
    "E6": ("N3 N4", "solutions with λ = 0 lie in the span (wrong: λ ≠ 0)"),
    "E7": ("N0 N1 N3", "‖f‖² = αᵀK̃α = nλ αᵀα = 1"),
    "E8": ("N4", "Σ vᵢφ̃ᵢ/√(nλ) with |v| = 1 are orthonormal, if λ > 0"),
    "E9": ("N4", "C = ΦΦᵀ/n, features as rows (wrong: it is ΦᵀΦ/n)"),
    "E10": ("N2", "C without 1/n has the eigenvalues of K̃"),
    "E11": ("N0 N1 N2 N3 N4", "all formulations give the same eigenvalues and scores"),
    "E12": ("N0", "variance of the scores is λ, their mean 0"),
    "E13": ("N3", "at most n − 1 eigenvalues of K̃ are not 0 (printed: n), and the rank of φ"),
    "E14": ("N0", "each component maximizes the variance off the others"),
    "E15": ("N0", "d components hold the most variance jointly, Σ λ"),
    "E16": ("N2 N3", "components with λ = 0 are 0 at every sample t"),
    "E17": ("N4", "Σ x² = k̃(y, y) for training samples, ≤ for new ones"),
    # 4. centering and new samples
    "C1": ("N0 N1 N3 N4", "HKH equals the elementwise centering formula"),
    "C1x": ("N3", "K̃ = K − 2·1ₙK + 1ₙK1ₙ (wrong if row sums differ)"),
    "C2": ("N2", "formulas without centering, if φ has mean 0"),
    "C3": ("N1", "centering of k(xᵢ, t) for a new sample t"),
    "C4": ("N0", "⟨φ(t), f⟩ needs only the uncentered kernel"),
    "C5": ("N0 N3 N4", "the centered kernel shifts it by ⟨φ̄, f⟩"),
    "C6": ("N4", "Σ k(t, xᵢ)vᵢ with |v| = 1 is √(nλ) times C4"),
    "C7": ("N2", "Σ k̃(t, xᵢ)vᵢ with |v| = 1 is √(nλ) times the score"),
    "C8": ("N4", "training scores K̃v/√(nλ) = √μ v = UΣ"),
    "C9": ("N4", "K starts with k(x₁, x₂) (wrong: with k(x₁, x₁))"),
    "C10x": ("N3", "the summary of the recipe as printed (wrong)"),
    "C11": ("N0 N1", "centering and scores by features, with the training mean"),
    "D1": ("N4", "kernel PCA is classical MDS of the kernel's distance"),
    "D2": ("N4", "for any distance, count or correct negative axes"),
    "D3": ("N4", "a new sample is placed from its distances alone"),
    # 5. projection
    "R1": ("N0", "‖φ(y) − P_dφ(x)‖² by kernels alone"),
    "R2": ("N0", "no mean is subtracted in P_d, if φ̄ = 0"),
    "R3": ("N0", "y* = argmin ‖φ(y) − P_dφ(t)‖² is a pre-image of the projection"),
    "R5": ("N0", "P_d is a projection: P_dP_d = P_d, the nearest point"),
    # 7. samples and populations, relatives, sums of squares and weights
    "S1": ("Parlett 1998", "with one sample more, the eigenvalues interlace"),
    "S2": ("Blanchard 2007", "E tr K̃/n = (1 − 1/n) tr C, and λ₁ is too large on average"),
    "S3": ("Zhu 1998", "a normal population: λ_l = √(2a/A)(γ/A)ˡ⁻¹ for the Gaussian kernel"),
    "S4": ("Barthelmé 2021", "γ → 0 on a line: μ_l = γˡ s_l R_ll² (1 + O(γ))"),
    "S5": ("Kato 1995", "dμ/dγ = −vᵀH(D²∘K)Hv for the Gaussian kernel"),
    "S6": ("Sterge 2020", "Nyström's eigenvalues are not above the right ones"),
    "S7": ("Rahimi 2007", "random features: E(k̂ − k)² = (1 − k²)²/(2m)"),
    "S8": ("Ham 2004", "Laplacian eigenmaps are kernel PCA of L⁺, the commute time"),
    "S9": ("Coifman 2006", "diffusion distance = Σ λ²ᵗ(ψ(x) − ψ(z))²"),
    "S10": ("Tipping 1999", "probabilistic PCA: the likelihood by eigenvalues alone"),
    "S11": ("Anderson 2001", "sums of squares: Σ d²/n = tr K̃, and tr(PK̃) between groups"),
    "S12": ("Oksanen 2025", "weights are copies: eigenvalues of R^½H_wKH_wᵀR^½"),
    # 8. solved by hand, one sample less, covariates, two kernels
    "S13": ("Golub 1973", "without sample i, the μ are the roots t of 1 = n/(n − 1) Σ z²/(μ − t)"),
    "S14": ("Critchley 1985", "more weight for sample i moves λ_l by z² − λ_l"),
    "S15": ("Diaconis 2008", "two circles: all eigenvalues from m matrices of two rows"),
    "S16": (
        "Podani 2002",
        "the arch: d² = |i − j| has cosines, and score 2 is a parabola of score 1",
    ),
    "S17": ("Suykens 2003", "least-squares SVM: HKα = μα, and the bias −1ᵀKα/n centers"),
    "S18": ("McArdle 2001", "MKM, M = I − P_W: what regression on W leaves of the features"),
    "S19": ("McArdle 2001", "PK̃P has the eigenvalues of the weighted class means"),
    "S20": ("Hoffmann 2007", "T² = Σ z²/λ is n − 1 for each training sample, if K̃ has rank n − 1"),
    "S21": ("Haasdonk 2009", "Σ z²/(λ + s) = (k̃ − k̃ᵀ(K̃ + nsI)⁻¹k̃)/s, a posterior variance"),
    "S22": ("Gretton 2005", "tr K̃L̃ = Σ μ_l ν_m (v_lᵀu_m)²: two kernels by their components"),
    "S23": ("Kazi-Aoual 1995", "the mean of tr K̃L̃ over all orders is tr K̃ tr L̃/(n − 1)"),
    "S24": ("Gower 1975", "Procrustes: min‖Z − YQ‖² = tr K̃ + tr L̃ − 2 Σ σ(K̃^½L̃^½)"),
    "S25": ("Gretton 2012", "maximum mean discrepancy: the distance of the mean scores"),
    "S26": ("Sejdinovic 2013", "energy distance is 2 MMD², squared distance covariance 4 HSIC"),
    "S27": ("Chen 2025", "randomly pivoted Cholesky: the expected rest is K̃ − K̃²/tr K̃"),
}
"""Notes and text of each statement, in the order of ``STATUS``."""

LEDGER: dict[str, Wording] = {
    id: Wording(notes, STATUS[id], text) for id, (notes, text) in _WORDS.items()
}
