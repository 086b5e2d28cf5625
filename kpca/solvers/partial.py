"""The d largest eigenpairs of a centered Gram matrix of any size, with their certificate."""

from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array
from kpca.centering import axis
from kpca.solvers import arpack, certificate, completeness, feature_gram, krylov, low_rank
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import Elements, KernelElements, unweighted
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.gram_operator import GramOperator, Way, gram_operator, way
from kpca.solvers.one_rank import ONE, OneRank
from kpca.solvers.solution import RankError, Solution
from kpca.solvers.threads import THREADS, one_thread
from kpca.solvers.tiled import TILE, WIDTH, TiledGram, even, require_finite, sums_not_finite
from kpca.solvers.vectors import oriented

SMALL = 500
"""Up to that many samples the memory of LAPACK is not counted, and it has one thread."""

WIDE = 32
"""Vectors in a block where tiles are computed again in each pass, which costs more than products
with that many vectors do. With 24 to 64 of them a fit takes much the same time, because fewer
passes take longer."""

MEDIUM = 1500
"""ARPACK is tried up to that many samples, whose matrix fits into the cache."""

MORE_PAIRS = 3
"""Pairs that ARPACK computes besides those that are asked for: the first of them says where the
certificate has to look, and with the others fewer copies of an eigenvalue are lost."""

BASIS_OF_WIDE = 18
"""Blocks that the basis of wide blocks holds before a restart, at most."""

COMPUTED_PASS = 96
"""A pass that computes all tiles takes as long as the products of more guards with that many
vectors, in a pass that is made anyway."""

MOST_GUARDS = 128
"""The most guards of a certificate, so that they need little memory beside the tiles."""

BY_LAPACK = "LAPACK"
"""The solver that computes all pairs."""

BY_RANKS = "block Krylov"
"""The solver whose work several ranks share."""

BY_ARPACK = "ARPACK"
"""The solver of a few components of few samples."""

OF_FEATURES = " of features"
"""After the name of a solver: it multiplies with features instead of tiles."""

BY_COVARIANCE, LOW_RANK = "covariance", "low rank"
"""The solvers of kernels with few features, and of kernels that few samples reproduce."""

NOTHING_LEFT = 1e-13
"""A factor of low rank reproduces the kernel if what is left of the trace is at most this share."""

RANK = 500
"""The largest rank of such a factor; its cost grows with the square."""

FEW = 0.1
"""Up to that share of all eigenvectors LAPACK computes only those that are asked for."""

TINY = 150
"""Up to that many samples it computes all of them, which takes no longer."""

MEMORY = 8 * 2**30
"""The memory that may be used, in bytes, if nothing else is asked for."""


class MemoryBudgetError(ValueError):
    """The memory budget is too small: ``least`` bytes are needed."""

    def __init__(self, message: str, least: int) -> None:
        super().__init__(message)
        self.least = least


@dataclass(frozen=True)
class Solved:
    """A solution, the certificate that it is right, and what it took.

    solver       "LAPACK", "ARPACK", "covariance", "low rank", "block Krylov" or "block Krylov of
                 features"
    passes       products with the Gram matrix, those of the certificate left out
    evaluations  kernel values or features computed, those of the certificate left out
    """

    solution: Solution
    certificate: Certificate
    solver: str
    passes: int
    evaluations: int

    @property
    def by_features(self) -> bool:
        """Whether the components come from centered features, as new samples then do, too."""
        return self.solver in (BY_COVARIANCE, BY_RANKS + OF_FEATURES)

    @property
    def means(self) -> Array:
        """Means (n,) of the rows of the uncentered K, which new samples need."""
        return self.certificate.means

    def require(self, components: int) -> "Solved":
        """This result; raises ``RankError`` unless 1 <= components <= rank."""
        self.solution.require(components)
        return self


def solve(
    elements: Elements,
    components: int,
    max_memory: float = MEMORY,
    tolerance: float = krylov.TOLERANCE,
    certify_passes: int = certificate.PASSES,
    seed: int = 0,
    most: int = krylov.PASSES,
    progress: krylov.Progress | None = None,
    ranks: OneRank = ONE,
    pairs: Pairs | None = None,
) -> Solved:
    """The leading components of the centered Gram matrix, and their certificate.

    Where a kernel has few features, LAPACK solves the problem of their covariance, and where
    ``lapack_is_faster``, the whole problem. Otherwise ARPACK solves a problem of up to ``MEDIUM``
    samples, and LAPACK where that is not certified: members of a cluster may be missing, or the
    last component cuts one. Of more samples, if a factor of low rank reproduces the kernel to
    ``NOTHING_LEFT``, its components are returned; if not, the block Krylov method solves it from
    a random start, with those tiles of half of the matrix in memory that fit into ``max_memory``
    bytes, or with features where ``kpca.solvers.gram_operator.way`` says so.
    ``certify_passes`` limits the passes of the certificate's random start, which follows from
    ``seed`` and from the data. With several ``ranks`` this is called by the first of them, while
    the others ``follow``: they compute and hold their share of the tiles, in ``max_memory`` bytes
    each. All other solvers run on the first rank alone. ``pairs`` are ``all_pairs`` of the
    elements, which LAPACK then does not compute again.

    The solution has fewer components, or components that are not above the cut-off, where the rank
    is smaller: ``Solved.require`` refuses that. Raises ``MemoryBudgetError`` if the budget does not
    hold the vectors, ``NotFiniteError`` for a kernel value that is not finite, and
    ``ConvergenceError`` if the iteration does not converge in ``most`` passes.
    """
    n = elements.n
    if components < 1:
        raise ValueError(f"components is {components}; allowed: 1 to the number of samples, {n}")
    if by_features(elements):
        vectors, least = bytes_by_covariance(elements, components)
        if max_memory < vectors + least:
            raise _too_small(max_memory, components, n, vectors + least)
        return by_covariance(elements, components, max_memory - vectors, certify_passes, seed)
    if takes_all_pairs(elements, components, max_memory, certify_passes):
        return by_lapack(elements, components, max_memory, pairs)
    if allows_arpack(n, max_memory, certify_passes):
        solved = by_arpack(elements, components, certify_passes, seed, most, progress)
        if solved and solved.certificate.certified:
            return solved
        if _lapack_fits(n, max_memory):
            return by_lapack(elements, components, max_memory)
    if max_memory < needed_bytes(n, components):
        raise _too_small(max_memory, components, n, needed_bytes(n, components))
    for_tiles = max_memory - needed_bytes(n, components, kept=True)
    if isinstance(elements, KernelElements) and elements.positive:
        by_factor = by_low_rank(elements, components, max_memory, seed)
        if by_factor and by_factor.certificate.accurate:
            return by_factor
    more = (tolerance, certify_passes, seed, most, progress, ranks)
    return by_block_krylov(elements, components, for_tiles, *more)


def by_features(elements: Elements) -> bool:
    """Whether LAPACK solves the problem of the covariance of the features."""
    return elements.n > SMALL and way(elements) is Way.COVARIANCE


def takes_all_pairs(
    elements: Elements,
    components: int,
    max_memory: float = MEMORY,
    certify_passes: int = certificate.PASSES,
) -> bool:
    """Whether ``solve`` computes all eigenvalues of the Gram matrix first."""
    n = elements.n
    than_arpack = allows_arpack(n, max_memory, certify_passes)
    is_faster = lapack_is_faster(n, components, than_arpack)
    return _lapack_fits(n, max_memory) and is_faster and not by_features(elements)


def _lapack_fits(n: int, max_memory: float) -> bool:
    return n <= SMALL or bytes_of_lapack(n) <= max_memory


def allows_arpack(n: int, max_memory: float, certify_passes: int) -> bool:
    """Whether ``solve`` may try ARPACK: two matrices fit, and its result is proved."""
    fits = n <= MEDIUM and 16 * n**2 <= max_memory
    return fits and certify_passes > 0 and arpack.IS_SEEDED


def by_arpack(
    elements: Elements,
    components: int,
    certify_passes: int = certificate.PASSES,
    seed: int = 0,
    most: int = krylov.PASSES,
    progress: krylov.Progress | None = None,
) -> Solved | None:
    """The leading components by ARPACK, which may miss one: only their certificate counts.

    None where the iteration does not converge, and where there are not enough pairs for it.
    """
    weights, more = unweighted(elements)[1], components + MORE_PAIRS
    if more >= elements.n:
        return None
    with one_thread():
        operator = TiledGram(elements, whole=True)
        found = arpack.leading(operator.matrix, more, seed, most, axis(weights))
        if found is None:
            return None
        theta, V, products = found
        d = int((theta[:components] > operator.matrix_error).sum())
        V, evaluations, memory = oriented(V[:, :d], weights), operator.evaluations, operator.memory
        del operator
        certified = certificate.certify(
            elements,
            V,
            passes=certify_passes,
            seed=seed,
            asked=components,
            memory=memory,
            next_one=float(theta[d]),
        )
    if progress is not None and d:
        progress(products, certified.residual / float(certified.theta.max()))
    solution = of_certificate(V, certified, weights)
    return Solved(solution, certified, BY_ARPACK, products, evaluations)


def by_block_krylov(
    elements: Elements,
    components: int,
    max_memory: float = np.inf,
    tolerance: float = krylov.TOLERANCE,
    certify_passes: int = certificate.PASSES,
    seed: int = 0,
    most: int = krylov.PASSES,
    progress: krylov.Progress | None = None,
    ranks: OneRank = ONE,
) -> Solved:
    """The leading components by the block Krylov method, for any number of samples above 1.

    ``max_memory`` is that of the tiles, in bytes; otherwise as in ``solve``.
    """
    n, weights = elements.n, unweighted(elements)[1]
    q = axis(weights)
    with one_thread():
        operator = gram_operator(elements, max_memory, ranks=ranks)
        block = krylov.BLOCK if operator.kept else WIDE
        cost_of_pass = krylov.BLOCK if operator.kept else COMPUTED_PASS
        guards_that_fit = most_guards(n, max_memory - operator.held)
        limits = krylov.Limits(
            tolerance,
            krylov.BASIS if operator.kept else blocks_of_wide(n),
            most,
            operator.matrix_error,
            completeness.visible(n, components),
        )
        most_used = guards_that_fit if certify_passes else 0
        ritz = krylov.leading(
            operator,
            krylov.random_start(n, min(block, n - 1), seed, q=q),
            components,
            limits,
            progress,
            locked=np.full((n, 1), 1.0 / np.sqrt(n)) if q is None else q[:, None],
            guards=partial(_guards, operator, components, most_used, cost_of_pass),
        )
        passes, evaluations, memory = operator.passes, operator.evaluations, operator.memory
        # A pair that rounding may have made is none of those that are asked for.
        V = oriented(ritz.V[:, ritz.theta[:components] > operator.matrix_error], weights)
        # A copy, because they are part of an array with all Ritz vectors, which is not needed now.
        guards = ritz.guards.copy() if V.shape[1] == components else None
        name = BY_RANKS + (OF_FEATURES if isinstance(operator, FeatureGram) else "")
        # The certificate overwrites the tiles of the solver: memory that is new takes longer.
        del operator, ritz
        certified = certificate.certify(
            elements,
            V,
            max_memory,
            certify_passes,
            seed,
            guards=guards,
            asked=components,
            memory=memory,
            ranks=ranks,
        )
    return Solved(of_certificate(V, certified, weights), certified, name, passes, evaluations)


def _guards(
    operator: GramOperator,
    components: int,
    most: int,
    cost_of_pass: float,
    theta: Array,
    residuals: Array,
) -> int:
    """How many guards the certificate takes, from what the solver knows at its end."""
    left = completeness.left_by(operator.elements, operator.survey, theta)
    return completeness.guards(operator.n, components, theta, residuals, most, cost_of_pass, left)


def by_covariance(
    elements: Elements,
    components: int,
    max_memory: float = np.inf,
    certify_passes: int = certificate.PASSES,
    seed: int = 0,
) -> Solved:
    """The leading components from the covariance of p features, and all its p eigenvalues.

    The other eigenvalues of K~ are 0. ``max_memory`` is that of the features, in bytes; otherwise
    as in ``solve``.
    """
    weights = unweighted(elements)[1]
    with one_thread():
        operator = FeatureGram(elements, max_memory)
        values, W = arithmetic.eigh(operator.covariance)
        values, W = np.maximum(values[::-1], 0.0), W[:, ::-1]
        of_solver = tolerances.eigenvalue(len(values), float(arithmetic.lengths(values)))
        # That of the certificate, so that it can tell the last pair from 0.
        rounding = certificate.product_rounding(operator, components)
        error = max(operator.covariance_error, rounding) + of_solver
        # A pair that rounding may have made is none of those that are asked for.
        W = W[:, :components][:, values[:components] > error]
        V = oriented(operator.leading(W), weights)
        passes, evaluations = operator.passes, operator.evaluations
        del operator, W  # They make room for those of the certificate.
        certified = certificate.certify(
            elements, V, max_memory, certify_passes, seed, asked=components
        )
    solution = of_certificate(V, certified, weights)
    rest = np.minimum(values[V.shape[1] :], solution.spectrum.min(initial=np.inf))
    bound = solution.matrix_error + error
    solution = replace(
        solution,
        spectrum=np.append(solution.spectrum, rest),
        errors=np.append(solution.errors, np.full(len(rest), bound)),
        matrix_error=bound,
        after=bound,
    )
    return Solved(solution, certified, BY_COVARIANCE, passes, evaluations)


def by_low_rank(
    elements: KernelElements, components: int, max_memory: float = np.inf, seed: int = 0
) -> Solved | None:
    """The leading components of a factor FF' that leaves next to nothing of the kernel, or None.

    The bound on every residual, and on every eigenvalue, is tr(K - FF'). No Gram matrix is formed.
    The factor takes at most half of ``max_memory`` bytes.
    """
    n, elements = elements.n, replace(elements, precise=0.0)
    rank = int(min(RANK, n // 8, max_memory / (16 * n)))
    if rank <= components:
        return None
    with one_thread():
        if not low_rank.is_promising(elements, rank, NOTHING_LEFT, seed):
            return None
        factor = low_rank.factor(elements, rank, NOTHING_LEFT, seed, patient=False)
        if factor.residual.sum() > NOTHING_LEFT * factor.trace:
            return None
        try:
            solution = low_rank.kernel_pca(factor, components)
        except RankError:
            return None
    d = components
    after = float(solution.spectrum[d]) if len(solution.spectrum) > d else 0.0
    certified = Certificate(
        solution.mu,
        solution.residuals,
        factor.error,
        factor.error,
        float(np.linalg.norm(solution.V.T @ solution.V - np.eye(d), 2)),
        solution.matrix_error - factor.error,
        Bound(
            after + solution.matrix_error, 0.0, f"what {factor.rank} landmarks leave of the trace"
        ),
        solution.trace,
        solution.trace_error,
        solution.frobenius,
        factor.row_means,
    )
    # No passes of a random start would help here: what is left of the trace bounds the rest.
    certified = certificate.judged(certified, certificate.PASSES, d)
    evaluations = n * factor.rank
    return Solved(solution, certified, LOW_RANK, 0, evaluations)


def lapack_is_faster(n: int, components: int, than_arpack: bool = False) -> bool:
    """Whether LAPACK computes all eigenvalues sooner than an iteration the leading pairs.

    The iteration is the block Krylov method, or ARPACK.

    From seconds on one core, with certificates, for 100 to 2,000 samples and 2 to 400 components
    of a Gaussian kernel whose spectrum decays; only their ratio matters. LAPACK takes n^3. ARPACK
    takes n^2 for each of its products, of which there are some for each component, for the kernel
    values and for the certificate. A pass takes n^2 for its product, d^2 for the basis and the Ritz
    pairs, and some time for its calls; the number of passes grows with d.
    """
    if than_arpack:
        return 4e-10 * n**3 <= 3e-3 + (2.5e-8 + 3e-9 * components) * n**2
    passes = 10.0 + components / 6.0
    of_a_pass = 3.2e-3 + 2.6e-9 * n**2 + 2.1e-7 * components**2
    return 2.5e-10 * n**3 <= passes * of_a_pass


def bytes_of_lapack(n: int) -> int:
    """Memory of the four matrices (n, n) of ``by_lapack``."""
    return 4 * 8 * n**2


def needed_bytes(n: int, components: int, kept: bool = False) -> int:
    """Memory of the block Krylov method and its certificate, besides points and kept tiles.

    The basis, with the vectors that are kept at a restart and those of a pass; or, if that is more,
    the components and what the certificate makes of them with ``WIDE`` guards. The inner products
    of the basis, and what LAPACK needs for their eigenvectors, when no tile is computed. Each
    thread has a tile, and one and a half for what it is made of. Where tiles are ``kept``, the
    random start of the certificate may make more passes, and its basis may be the largest part.
    """
    basis = max(blocks_of_wide(n) * WIDE, 2 * (components + WIDE))
    iterated = basis + components + (THREADS + 9) * WIDE
    certified = _copies() * (components + WIDE)
    tiles = 5 * THREADS * even(n, TILE) ** 2 // 2
    needed = n * max(iterated, certified) + basis**2 + max(4 * basis**2, tiles)
    if kept:
        started = krylov.BLOCK * certificate.PASSES
        vectors = 2 * components + WIDE + started + (THREADS + 9) * krylov.BLOCK
        needed = max(needed, n * vectors + 3 * started**2)
    return 8 * needed


def blocks_of_wide(n: int) -> int:
    """Blocks that the basis of wide blocks holds: no more vectors than half of the samples."""
    return min(BASIS_OF_WIDE, n // (2 * WIDE))


def most_guards(n: int, max_memory: float) -> int:
    """The most guards of a certificate in ``max_memory`` bytes besides the ``needed_bytes``."""
    return int(min(MOST_GUARDS, WIDE + max(0.0, max_memory) / (8 * n * _copies())))


def _copies() -> int:
    """Arrays as large as components and guards that a certificate has at a time.

    The vectors themselves; in the pass that multiplies them one for each thread and four more, and
    then six for the split.
    """
    return 1 + max(THREADS + 4, 6)


def bytes_by_covariance(elements: Elements, components: int) -> tuple[int, int]:
    """Memory of the vectors of ``by_covariance``, and the least memory of its operator.

    The vectors are those of the samples, three times, with two blocks of a product, and those of
    the covariance with the workspace of LAPACK.
    """
    n, p = elements.n, feature_gram.width(elements) or 0
    vectors = n * (3 * min(components, p) + 4 * WIDTH) + 4 * p**2
    return 8 * vectors, feature_gram.least_bytes(n, p)


def _too_small(max_memory: float, components: int, n: int, least: int) -> MemoryBudgetError:
    return MemoryBudgetError(
        f"max_memory is {max_memory:.0f} bytes, and the vectors for {components} components "
        f"of {n} samples need {least} bytes; allowed: at least {least}",
        least,
    )


def of_certificate(V: Array, certified: Certificate, weights: Array | None = None) -> Solution:
    """The partial solution that a certificate describes: every number is measured again.

    The bound is also the cut-off for the rank. It is the error that Kahan's theorem gives.
    """
    order = np.argsort(-certified.theta, kind="stable")
    return Solution(
        certified.theta[order],
        V[:, order],
        certified.residuals[order],
        certified.kahan,
        np.minimum(certified.errors, certified.kahan),
        certified.bound.after,
        certified.trace,
        certified.frobenius,
        certified.trace_error,
        weights,
    )


def by_lapack(
    elements: Elements, components: int, max_memory: float = MEMORY, pairs: Pairs | None = None
) -> Solved:
    """Every eigenvalue and the leading components, from the whole matrix or its ``all_pairs``.

    Without these only the eigenvectors of a ``FEW`` components are computed, unless the certificate
    needs the others. Raises ``MemoryBudgetError`` if the budget does not hold four matrices (n, n).
    """
    n = elements.n
    least = bytes_of_lapack(n)
    if n > SMALL and least > max_memory:
        raise MemoryBudgetError(
            f"max_memory is {max_memory:.0f} bytes, and LAPACK needs {least} bytes for all "
            f"eigenvalues of {n} samples; allowed: at least {least}, or another eigen_solver",
            least,
        )
    # A second thread of BLAS has to wake for each call, which takes longer than it saves.
    with one_thread() if n <= SMALL else nullcontext():
        if pairs is None and n > TINY and components <= FEW * n:
            solved = of_pairs(all_pairs(elements, components), components)
            # Where the last component cuts a cluster, only all pairs bound the errors.
            if solved.certificate.certified and solved.certificate.proved:
                return solved
        return of_pairs(pairs or all_pairs(elements), components)


def all_pairs(elements: Elements, vectors: int | None = None) -> Pairs:
    """Every eigenpair of the centered Gram matrix of the elements.

    With ``vectors`` only so many eigenvectors, those of the largest eigenvalues.

    Raises ``NotFiniteError`` for a kernel value that is not finite.
    """
    elements, weights = unweighted(elements)
    n = elements.n
    K = np.empty((n, n))
    with np.errstate(all="ignore"):
        elements.block(slice(0, n), slice(0, n), K)
    require_finite(K, elements)
    K = 0.5 * (K + K.T)
    np.fill_diagonal(K, elements.diagonal())
    if not np.isfinite(n * float(np.abs(K).max())):
        raise sums_not_finite(n)
    return Pairs.of(K, elements.error, weights, vectors)


def of_pairs(pairs: Pairs, components: int) -> Solved:
    """Every eigenvalue and the leading components, from all pairs of a matrix.

    The solution is that of ``kpca.formulations.dual.fit``, to the last bit. The bounds are a
    priori, unless the residual that the certificate measures is larger.
    """
    solution = pairs.leading(components)
    certified = certificate.of_all_pairs(pairs.A, pairs.values, pairs.W, solution, pairs.means)
    residual = certified.kahan - certified.product_error
    if residual > tolerances.eigenvalue(solution.n, solution.frobenius):
        bound = np.full(len(solution.spectrum), certified.kahan)
        solution = replace(solution, matrix_error=certified.kahan, errors=bound)
    return Solved(solution, certified, BY_LAPACK, 1, solution.n**2)
