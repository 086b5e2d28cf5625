"""What is proved about approximate eigenpairs, from measurements that the solver does not make.

The certificate computes the kernel values again, in tiles of another size, or the features where
they are few (``kpca.solvers.gram_operator``), and with them the residuals of the pairs, the trace
and the Frobenius norm. It takes nothing from the solver but the
vectors. Where LAPACK has computed all eigenpairs, the residuals of all of them are measured with
the matrix itself.

Sources: B. Parlett, The Symmetric Eigenvalue Problem (1998), Theorems 11.5.1 (Kahan) and 11.7.1;
Z.-H. Cao, J.-J. Xie & R.-C. Li, A sharp version of Kahan's theorem on clustered eigenvalues, Linear
Algebra and its Applications 245 (1996), for vectors that are not quite orthonormal;
C. Davis & W. Kahan, The rotation of eigenvectors by a perturbation III, SINUM 7 (1970).
"""

from dataclasses import dataclass, replace

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import axis
from kpca.solvers import completeness, groups, krylov
from kpca.solvers.completeness import Bound
from kpca.solvers.elements import Elements, seed_of, unweighted
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.gram_operator import GramOperator, gram_operator
from kpca.solvers.one_rank import ONE, OneRank
from kpca.solvers.solution import Solution
from kpca.solvers.tiled import WIDTH, TiledGram

PASSES = 60
"""The most passes from a random start."""

PASSES_COMPUTED = 12
"""The same where each pass computes all kernel values again, which takes much longer."""

MEDIUM = 1500
"""The most rows of a matrix that is factored to count its eigenvalues: of K~, or of the covariance
of features."""

ALLOWED = 1e-10
"""A residual above this fraction of the largest eigenvalue, and above rounding, is not certified,
nor vectors whose inner products differ from 0 and 1 by more."""


CLOSE = 0.01
"""A Cholesky factorization proves a bound above the estimate of the next eigenvalue, by that share
of the distance from the last pair."""

INDEPENDENT = 0.1
"""A guard is used if more than that share of it is orthogonal to the pairs and to other guards."""


@dataclass(frozen=True)
class Certificate:
    """What was measured, and what follows from it, for d eigenpairs (theta, v) of K~ (n, n).

    theta          (d,) Rayleigh quotients of the vectors, computed again
    residuals      (d,) |K~ v - theta v|, computed again
    residual       |K~ V - V Theta|_2 of all pairs together
    coupling       |V'K~V - Theta|_2: how far theta are from the Ritz values of span(V)
    orthogonality  |V'V - I|_2
    product_error  a priori bound on the error of the matrix and of its products, |E|_2
    bound          on the next eigenvalue, with its source
    trace          of K~, computed again
    trace_error    bound on the error of this trace
    frobenius      |K~|_F, computed again
    means          (n,) of the rows of the uncentered K, computed again; new samples need them
    reasons        why the pairs are not certified, and what would help; empty if they are
    """

    theta: Array
    residuals: Array
    residual: float
    coupling: float
    orthogonality: float
    product_error: float
    bound: Bound
    trace: float
    trace_error: float
    frobenius: float
    means: Array
    reasons: tuple[str, ...] = ()

    @property
    def certified(self) -> bool:
        """Whether these are the d largest eigenpairs, to the stated accuracy."""
        return not self.reasons

    @property
    def accurate(self) -> bool:
        """Whether the vectors are orthonormal eigenvectors, the largest ones or not."""
        scale = float(np.abs(self.theta).max(initial=0.0)) or 1.0
        small = self.residual <= ALLOWED * scale + self.product_error
        return small and self.orthogonality <= ALLOWED

    @property
    def kahan(self) -> float:
        """Bound on |mu - theta| for d eigenvalues mu, paired in order: |R|_2/sigma + |E|_2.

        sigma is the smallest singular value of V (Kahan's theorem).
        """
        return self.residual / (1.0 - min(self.orthogonality, 0.5)) + self.product_error

    @property
    def hidden(self) -> float:
        """The largest eigenvalue of the exact matrix that rounding may hide.

        As computed it may be smaller by |E|_2, and is then not above the cut-off, ``kahan``.
        """
        return self.kahan + self.product_error

    @property
    def gap(self) -> float:
        """Distance from the last pair to every smaller eigenvalue, at least; 0 if unknown."""
        return max(0.0, float(self.theta.min(initial=np.inf)) - self.kahan - self.bound.after)

    @property
    def proved(self) -> bool:
        """Whether no other eigenvalue is as large as the last pair."""
        return self.gap > 0.0 or not len(self.theta)

    @property
    def errors(self) -> Array:
        """Bound (d,) on |mu_l - theta_l|: Kahan's, or |R|^2/gap + |E| where the gap is proved.

        The second one holds for Ritz values, from which theta differ by ``coupling`` at most, and
        by the orthogonality times the largest of them.
        """
        bound = self.kahan
        if self.gap > 0.0:
            # Half of the gap, because vectors that are not quite orthonormal double |R|^2 at most.
            quadratic = 2.0 * self.residual * (self.residual / self.gap) + self.coupling
            skew = self.orthogonality * float(np.abs(self.theta).max(initial=0.0))
            bound = min(bound, quadratic + skew + self.product_error)
        return np.full(len(self.theta), bound)

    @property
    def angle(self) -> float:
        """Bound on sin of the largest angle between span(V) and the space of the d largest.

        (|R| + |E|)/gap (Davis and Kahan); infinite where no gap is proved.
        """
        return self.kahan / self.gap if self.gap > 0.0 else np.inf


def certify(
    elements: Elements,
    V: Array,
    max_memory: float = np.inf,
    passes: int = PASSES,
    seed: int = 0,
    guards: Array | None = None,
    asked: int = 0,
    memory: Array | None = None,
    ranks: OneRank = ONE,
    next_one: float | None = None,
) -> Certificate:
    """The certificate of vectors V (n, d) as eigenvectors of the d largest eigenvalues.

    If more than d components were ``asked`` for, it also says that no other eigenvalue is above
    rounding: see ``Certificate.hidden``.

    ``guards`` (n, g) are approximate eigenvectors of the next eigenvalues. They need not have
    converged, and nothing is taken for granted of them, but they save passes. ``memory`` (s,) holds
    the tiles where it is large enough, and ``ranks`` compute a share of them each.

    The bound on the next eigenvalue comes from the trace and the Frobenius norm where it then lies
    below the last pair, which takes no other pass. Otherwise, with ``next_one``, an estimate of the
    next eigenvalue, a Cholesky factorization of what is left of the whole matrix beside the pairs
    gives it, or nothing does. Without the estimate the eigenvalues of the covariance of at most
    ``MEDIUM`` features are counted, or the norms of what is left beside pairs and guards are taken.
    Where that is not enough, at most ``passes`` products
    from a random start bound it, at most ``PASSES_COMPUTED`` where tiles are not kept, and where
    that is not enough eigenvalues are counted (n up to ``MEDIUM``). 0 passes leave out all of them.
    The random start follows from ``seed`` and from the data, so that no matrix can be made that
    hides an eigenvalue from it. Raises ``ValueError`` for vectors that are not finite.
    """
    operator: GramOperator
    if next_one is None:
        operator = gram_operator(elements, max_memory, other_edges=True, memory=memory, ranks=ranks)
    else:
        operator = TiledGram(elements, other_edges=True, memory=memory, whole=True)
    passes = passes if operator.kept else min(passes, PASSES_COMPUTED)
    if not np.isfinite(V).all():
        vector = int(np.argmin(np.isfinite(V).all(axis=0)))
        raise ValueError(
            f"vector {vector + 1} of {V.shape[1]} is not finite; allowed: finite numbers"
        )
    d = V.shape[1]
    more = V[:, :0] if guards is None or not passes else _usable(guards, V)
    Z = np.column_stack([V, more])
    # A pass takes as long with fewer vectors than fill a block.
    first = max(d, WIDTH if operator.kept else Z.shape[1])
    of_Z = operator(Z[:, :first])
    products, squares = of_Z[:, :d], np.einsum("nl,nl->l", V, V)
    theta = np.einsum("nl,nl->l", V, products) / np.where(squares > 0.0, squares, 1.0)
    survey, rounding = operator.survey, product_rounding(operator, d)
    R = products - V * theta
    certificate = Certificate(
        theta,
        lengths(R),
        _norm(R),
        _norm(V.T @ products - np.diag(theta)),
        _norm(V.T @ V - np.eye(d)),
        rounding,
        completeness.from_norms(elements, theta, survey, rounding),
        survey.trace,
        survey.trace_error,
        survey.frobenius,
        survey.means,
    )
    if certificate.orthogonality > ALLOWED:
        # The bounds are those of orthonormal vectors. What is left holds without any vector.
        norms = completeness.from_norms(elements, theta[:0], survey, rounding)
        certificate = replace(certificate, bound=norms)
    elif passes and not (certificate.proved and _is_all(certificate, asked)):
        below = _highest(certificate, asked)
        if next_one is not None:
            assert isinstance(operator, TiledGram)
            certificate = _with_cholesky(certificate, operator, V, next_one, below)
            return judged(certificate, passes, asked)
        certificate = _with_covariance(certificate, operator)
        if certificate.bound.after >= below:
            others = Z[:, of_Z.shape[1] :]
            if others.shape[1]:
                of_Z = np.column_stack([of_Z, operator(others)])
            pairs = completeness.split(Z, of_Z)
            # They make room for the random start.
            del Z, of_Z, products, more, others
            rounding = product_rounding(operator, pairs.Z.shape[1])
            of_split = completeness.from_split(elements, pairs, d, survey, rounding)
            certificate = _smaller(certificate, of_split)
        if certificate.bound.after >= below:
            certificate = _with_random_start(certificate, operator, pairs, below, passes, seed)
    return judged(certificate, passes, asked)


def of_all_pairs(
    A: Array, values: Array, W: Array, solution: Solution, means: Array
) -> Certificate:
    """The certificate of the components of A = K~ (n, n) above the cut-off, from all eigenvalues.

    ``values`` (n,), ascending, and W (n, k), the eigenvectors of the k largest, are as computed,
    ``solution`` has the components that are made of them, and ``means`` (n,) are those of the rows
    of K. The residual R = AW - W diag(values) and W'W - 1 are measured with A itself.

    n vectors leave no eigenvalue out: with the smallest singular value sigma of W, all n
    eigenvalues of A differ from ``values``, both in ascending order, by |R|_2/sigma at most
    (Kahan's theorem for as many vectors as rows), and sigma^2 >= 1 - |W'W - 1|_2. So every
    eigenvalue is known to within ``Certificate.kahan``, wherever the components end. Only the angle
    needs a gap after the last one. Beside fewer vectors a Cholesky factorization proves that no
    larger eigenvalue was left out, another one bounds the smallest, and the others are compared
    with the trace and the Frobenius norm.

    ``residual`` and ``orthogonality`` are Frobenius norms, which are no smaller than 2-norms: the
    larger one of all k pairs and of the components, whose vectors have lost their mean.
    ``coupling`` is not measured, but follows: V'K~V - Theta = V'R + (V'V - 1) Theta. ``rounding``
    is the a priori bound of the solution, here without an assumption on the solver: the products
    AW are off by sqrt(n) ``tolerances.long_dot(n)`` |A|_F, no more than its second term.
    """
    theta = solution.mu[solution.mu > solution.matrix_error]
    d, k = len(theta), W.shape[1]
    V, residuals = solution.V[:, :d], solution.residuals[:d]
    largest = solution.frobenius + solution.matrix_error
    pairs = values[len(values) - k :]
    off = float(lengths(A @ W - W * pairs, None)), float(lengths(residuals, None))
    residual, orthogonality = max(off), max(_skew(W), _skew(V))
    certificate = Certificate(
        theta,
        residuals,
        residual,
        (1.0 + orthogonality) * residual + orthogonality * float(theta.max(initial=0.0)),
        orthogonality,
        solution.matrix_error,
        Bound(largest, -largest, "Frobenius norm"),
        solution.trace,
        solution.trace_error,
        solution.frobenius,
        means,
    )
    reasons = _inaccuracies(certificate)
    if orthogonality <= ALLOWED and k == solution.n:
        certificate = replace(certificate, bound=_beside_all(certificate, solution))
    elif not reasons:
        certificate, reasons = _beside_leading(certificate, A, V, solution)
    return replace(certificate, reasons=tuple(reasons))


def _beside_all(certificate: Certificate, solution: Solution) -> Bound:
    """The bound on the next eigenvalue from all n pairs."""
    n, d = solution.n, len(certificate.theta)
    after = float(solution.spectrum[d]) + certificate.kahan if d < n else groups.NOTHING
    lowest = float(solution.spectrum[-1]) - certificate.kahan
    return Bound(after, lowest, f"all {n} eigenpairs")


def _beside_leading(
    certificate: Certificate, A: Array, V: Array, solution: Solution
) -> tuple[Certificate, list[str]]:
    """With the bounds that Cholesky factorizations prove, and what contradicts the eigenvalues."""
    n, spectrum, d = solution.n, solution.spectrum, len(certificate.theta)
    # With these bounds a factorization has room for rounding.
    slack = tolerances.eigenvalue(n, solution.frobenius)
    size, none = solution.frobenius, V[:, :0]
    next_one, last = float(spectrum[d]) + slack, slack - float(spectrum[-1])
    after = completeness.by_cholesky(A, size, next_one, V * certificate.theta, V)
    below = completeness.by_cholesky(-A, size, last, none, none, overwrite=True)
    sums = (
        ("sum", float(spectrum.sum()), "the trace", solution.trace, 2.0 * n),
        (
            "root of the sum of squares",
            float(lengths(spectrum, None)),
            "the Frobenius norm",
            solution.frobenius,
            2.0 * float(np.sqrt(n)),
        ),
    )
    reasons = [
        f"the {what} of all {n} eigenvalues is {found:.17g}, and {name} is {expected:.17g}; "
        f"allowed: a difference of {times * slack:.3g}, by rounding; an eigenvalue is wrong"
        for what, found, name, expected, times in sums
        if not abs(found - expected) <= times * slack
    ]
    if after is None or below is None:
        which = "the next" if after is None else "the smallest"
        reasons.append(f"a Cholesky factorization contradicts {which} eigenvalue")
        return certificate, reasons
    error = certificate.product_error
    bound = Bound(after + error, -below - error, f"Cholesky factor beside {d} eigenpairs")
    return replace(certificate, bound=bound), reasons


def judged(certificate: Certificate, passes: int, asked: int = 0) -> Certificate:
    """The certificate with the reasons why the pairs are not certified, if there are any."""
    return replace(certificate, reasons=tuple(_reasons(certificate, passes, asked)))


def _is_all(certificate: Certificate, asked: int) -> bool:
    """Whether there are as many pairs as were asked for, or rounding hides all others."""
    return len(certificate.theta) >= asked or certificate.bound.after <= certificate.hidden


def _highest(certificate: Certificate, asked: int) -> float:
    """The bound on the next eigenvalue below which the pairs are certified."""
    last = float(certificate.theta.min(initial=np.inf)) - certificate.kahan
    return min(last, certificate.hidden) if len(certificate.theta) < asked else last


def _with_covariance(certificate: Certificate, operator: GramOperator) -> Certificate:
    """With the bound of the covariance of at most ``MEDIUM`` features, if the operator has one."""
    if not isinstance(operator, FeatureGram) or operator.width > MEDIUM:
        return certificate
    d, error = len(certificate.theta), operator.covariance_error
    return _smaller(certificate, completeness.from_covariance(operator.covariance, d, error))


def _with_cholesky(
    certificate: Certificate, operator: TiledGram, V: Array, next_one: float, below: float
) -> Certificate:
    """With the bound of a Cholesky factorization a little above the estimate of the next one."""
    K, survey, weights = operator.matrix, operator.survey, unweighted(operator.elements)[1]
    t = next_one + CLOSE * (below - next_one)
    if not next_one < t < below:
        return certificate
    q, N = axis(weights), float(operator.n if weights is None else weights.sum())
    q = np.full(operator.n, 1.0 / np.sqrt(N)) if q is None else q
    # PKP = K - Kq q' - q (Kq - q'Kq q)' with (Kq)_i = q_i N mean_i.
    Kq = N * q * survey.means
    L = np.column_stack([V * certificate.theta, Kq, q])
    R = np.column_stack([V, q, Kq - (q @ Kq) * q])
    after = completeness.by_cholesky(K, survey.uncentered, t, L, R, overwrite=True)
    if after is None:
        return certificate
    after += product_rounding(operator, 1)
    source = f"Cholesky factor beside {V.shape[1]} pairs"
    return _smaller(certificate, Bound(after, certificate.bound.lowest, source))


def _with_random_start(
    certificate: Certificate,
    operator: GramOperator,
    pairs: completeness.Split,
    below: float,
    passes: int,
    seed: int,
) -> Certificate:
    """With the bound of a random start beside the pairs, and if need be of counted eigenvalues."""
    elements, d = operator.elements, len(certificate.theta)
    positive = certificate.bound.lowest >= 0.0
    rounding = product_rounding(operator, pairs.Z.shape[1])
    bound = completeness.from_random_start(
        operator,
        pairs,
        d,
        below - rounding,
        positive,
        passes,
        seed_of(elements, seed),
        rounding,
    )
    if bound is not None:
        bound = replace(bound, after=bound.after + rounding, lowest=bound.lowest - rounding)
    if d and elements.n <= MEDIUM and (bound is None or bound.after >= below):
        bound = completeness.from_inertia(elements, certificate.theta, certificate.product_error)
    return _smaller(certificate, bound)


def _smaller(certificate: Certificate, bound: Bound | None) -> Certificate:
    """The certificate with a bound on the next eigenvalue that may be smaller than its own."""
    if bound is None or bound.after >= certificate.bound.after:
        return certificate
    lowest = max(bound.lowest, certificate.bound.lowest)
    return replace(certificate, bound=replace(bound, lowest=lowest))


def product_rounding(operator: GramOperator, vectors: int) -> float:
    """Bound on the 2-norm of the errors of K~ and of its products with that many unit vectors."""
    products = operator.relative_product_error * operator.survey.uncentered
    return float(operator.error + np.sqrt(max(vectors, 1)) * products)


def _usable(guards: Array, V: Array) -> Array:
    """Orthonormal guards (n, g), orthogonal to V, without directions that nearly lie in its span.

    Vectors that are nearly dependent would enlarge the rounding of their products.
    """
    if not np.isfinite(guards).all():
        return V[:, :0]
    Q, W = np.linalg.qr(V)[0], guards / np.maximum(lengths(guards), np.finfo(float).tiny)
    for least in (INDEPENDENT, 0.5):
        W = krylov.orthonormal(W - Q @ (Q.T @ W), least)[0]
    return W


def _inaccuracies(certificate: Certificate) -> list[str]:
    """Why the vectors are not orthonormal eigenvectors, the largest ones or not."""
    reasons, scale = [], float(np.abs(certificate.theta).max(initial=0.0)) or 1.0
    if not certificate.residual <= ALLOWED * scale + certificate.product_error:
        reasons.append(
            f"the residual, computed again, is {certificate.residual / scale:.3g} of the largest "
            f"eigenvalue; allowed: {ALLOWED:.0e}, or the rounding of the kernel, "
            f"{certificate.product_error / scale:.3g}; the vectors are not those of the solver, or "
            "its tolerance was too large"
        )
    if not np.isfinite(certificate.kahan):
        reasons.append(
            f"the error of the eigenvalues is not bounded: {certificate.kahan}, of which the "
            f"kernel values make {certificate.product_error}; allowed: a finite bound; divide all "
            "samples by a constant and adapt the parameters of the kernel"
        )
    if not certificate.orthogonality <= ALLOWED:
        reasons.append(
            f"the vectors are orthonormal up to {certificate.orthogonality:.3g} only; allowed: "
            f"{ALLOWED:.0e}; make them orthonormal"
        )
    return reasons


def _reasons(certificate: Certificate, passes: int, asked: int) -> list[str]:
    reasons = _inaccuracies(certificate)
    bound = certificate.bound
    after = f"the next eigenvalue is at most {bound.after:.6g} ({bound.source}), which"
    more = 'allow passes from a random start (certify="complete" of KernelPCA)'
    if not certificate.proved:
        reasons.append(
            f"{after} is not below the last pair, {certificate.theta.min():.6g}, less its error, "
            f"{certificate.kahan:.3g}: a larger eigenvalue may have been missed, or the last "
            "component cuts a cluster; "
            + ("ask for another number of components" if passes else more)
        )
    elif not _is_all(certificate, asked):
        d = len(certificate.theta)
        reasons.append(
            f"{d} of {asked} components were found, and {after} is above {certificate.hidden:.6g}, "
            "below which rounding may hide it: a component may have been missed; "
            + (f"ask for {d or 'other'} components" if passes else more)
        )
    return reasons


def _skew(V: Array) -> float:
    """|V'V - 1|_F of vectors V (n, d)."""
    inner = V.T @ V
    inner[np.diag_indices_from(inner)] -= 1.0
    return float(lengths(inner, None))


def _norm(A: Array) -> float:
    return float(np.linalg.norm(A, 2)) if A.size else 0.0
