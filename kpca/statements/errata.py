"""Misprints and mistakes in the copies of the notes that were used here."""

from typing import NamedTuple


class Erratum(NamedTuple):
    """A formula or sentence as printed (in short), as corrected, and the reason."""

    location: str
    printed: str
    corrected: str
    why: str


ERRATA: dict[str, Erratum] = {
    "P3x": Erratum(
        "N1, 1.3",
        "αᵢ = xᵢᵀu/λ",
        "αᵢ = xᵢᵀu/(Nλ)",
        "C = XXᵀ/N carries 1/N, which the second line of the derivation drops.",
    ),
    "M5": Erratum(
        "N4, 1.1",
        "minimizing dissimilarity differences is equivalent to minimizing similarity differences",
        "equal where p dimensions embed the distances exactly, else in general different",
        "Strain is solved by eigenvectors, stress by iteration, which moves on from there.",
    ),
    "K4x": Erratum(
        "N4, Example 7(b)",
        "last feature √(y₁y₂); (1 + y₁₁y₂₁ + y₂₁y₂₂)²",
        "last feature √2·y₁y₂; (1 + y₁₁y₂₁ + y₁₂y₂₂)²",
        "Two such features must give 2·y₁₁y₁₂y₂₁y₂₂; the root is not real for y₁y₂ < 0.",
    ),
    "K9x": Erratum(
        "N4, Example 7(a)",
        "k_x is the identity, k_x(y) = x",
        "k_x(y) = xᵀy",
        "k_x is a function with numbers as values; only if x and k_x are identified is the map "
        "x → k_x an identity.",
    ),
    "K12x": Erratum(
        "N4, Example 7(c)",
        "we can not find an explicit expression for the feature map",
        "φⱼ(x) = e^(−γx²) √((2γ)ʲ/j!) xʲ, and products of these for several variables",
        "The exponential series of e^(2γxy) is a sum of products of such features.",
    ),
    "E6": Erratum(
        "N3, Derivation; N4, 2.3.1",
        "all solutions with λ = 0 lie in the span",
        "all solutions with λ ≠ 0 lie in the span",
        "Dividing by λ is what puts v in the span; a vector orthogonal to it has Cv = 0.",
    ),
    "E9": Erratum(
        "N4, (2)",
        "C = (1/N)ΦΦᵀ",
        "C = (1/N)ΦᵀΦ",
        "With features as rows ΦΦᵀ is the Gram matrix, n by n; the next step has it right.",
    ),
    "C1x": Erratum(
        "N3, Normalizing the feature space",
        "K̃ = K − 2·1ₙK + 1ₙK1ₙ",
        "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ",
        "1ₙK and K1ₙ are transposes of each other, and equal only where all row sums of K are.",
    ),
    "C10x": Erratum(
        "N3, Summary of kernel PCA",
        "K̃ = K − 2·1ₙK + 1ₙK1ₙ; K̃α = λα; y = Σ α K(x, xᵢ)",
        "K̃ = HKH; |α| = 1/√(nλ); y = Σ α k̃(x, xᵢ)",
        "Followed to the letter, scores are off in origin, scale and direction.",
    ),
    "C9": Erratum(
        "N4, Algorithm 8(b)",
        "first entry k(y₁, y₂)",
        "first entry k(y₁, y₁)",
        "The second index starts one too high: the matrix would be n by n − 1.",
    ),
}

SLIPS: tuple[tuple[str, str, str], ...] = (
    ("N0", "‖f‖² = αK̃α", "αᵀK̃α: the transpose is missing"),
    ("N0", "|α| with the norm of H", "the Euclidean norm of the coefficients"),
    ("N0", "the largest eigenvector", "the eigenvector of the largest eigenvalue"),
    ("N1", "C = (1/N)xᵢxᵢᵀ, and C̄ likewise", "the sum over i is missing"),
    ("N1", "Σⱼ αₖ Σₖ …", "αₖ belongs inside the sum over k"),
    ("N1", "xᵢᵀxⱼᵀ", "xᵢᵀxⱼ"),
    ("N1", "R: k(x,y) = t(x) %*% y + 1 in the comment", "the square is missing; the code has it"),
    ("N1", "R: V = res$vectors D = diag(…) on one line", "two assignments"),
    ("N2", "Σᵢ aⱼᵢΦ(xⱼ), and i for both sums", "Φ(x_l) with a sum over l"),
    ("N3", "φ(x_k) − (1/n)Σ_k φ(x_k)", "the sum needs an index of its own"),
    ("N3", "summary: m × m, λ for nλ, K for K̃", "n × n; the letters of the derivation"),
    ("N3", "v = (1/nλ)Σ(φ·v)φᵀ", "a transpose too many"),
    ("N4", "Example 6, Theorem 6, basis (2)", "Example 7, Theorem 5, basis (3)"),
    ("N1", "R: V[,1:rank]", "with rank 0 it takes column 1: V[,seq_len(rank)]"),
    ("N4", "YᵀY, the sample covariance", "(n − 1) times the sample covariance"),
    ("N4", "M > q features", "M = q for the linear kernel"),
    ("N4", "y₂₁²y₂₂² in the second line of Example 7(b)", "y₁₂²y₂₂²"),
    ("N4", "the vectors vⱼ are not orthogonal", "orthogonal; only their lengths are not 1 (E8)"),
    ("N4", "vⱼ remains unknown", "Σ aⱼᵢ k(yᵢ, ·) is known at every point"),
    ("N4", "last formula: N × p = N × N", "N × p; the N-th column would be divided by √(λ_N) = 0"),
    ("N4", "scores of y", "the scores of the training samples"),
    ("N4", "k_y is a constant function", "k_y(z) = (1 + y·z)² varies with z"),
    ("N4", "Algorithm 8(d): λ, n − 1", "λᵢ, N"),
    ("N3", "(xxᵀ)v = (x·v)xᵀ in two headings", "(x·v)x, a column and not a row"),
    ("N0", "coordinates with the two-sided k̃", "off by the constant ⟨φ̄, f⟩ (C5)"),
    (
        "N1",
        "R: eigenvalues below 1e-6 are cut",
        "a cut relative to the first: units change the rank",
    ),
)
"""Slips of notation and of words: note, as printed, as meant."""
