"""The largest eigenpairs of a symmetric operator, by a block Krylov method with thick restarts.

Sources: G. Golub & R. Underwood, The block Lanczos method for computing eigenvalues, Mathematical
Software III (1977); K. Wu & H. Simon, Thick-restart Lanczos method for large symmetric eigenvalue
problems, SIMAX 22 (2000).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum

import numpy as np
import scipy.linalg

from kpca.arithmetic import U, lengths
from kpca.arrays import Array
from kpca.centering import along
from kpca.solvers.threads import inner, times

BLOCK = 16
"""Vectors in a block, if a pass only reads the operator: see ``kpca.solvers.tiled.TILE``."""

BASIS = 24
"""Blocks that the basis holds before a restart."""

TOLERANCE = 1e-12
"""The iteration ends where every residual is below this fraction of the largest eigenvalue: a
hundredth of what the certificate allows. Eigenvalues are then known to rounding, because their
errors are quadratic in the residual."""

NEGLIGIBLE = 1e-14
"""A new vector of a basis that is shorter than this fraction of the largest eigenvalue is 0."""

UNCHANGED = 10
"""Random directions that were added to an invariant basis are known after that many passes, if they
do not lead to an invariant basis again."""

REFILL = 1
"""The stream of the random directions that are added to an invariant basis."""

STAGNANT = 15
"""A residual that has not halved in so many passes is that of rounding."""

FIRST = 3
"""Ritz pairs are computed after that many passes for the first time."""

LONGEST = 8
"""Ritz pairs are computed again after at most that many passes."""

SURE = 0.7
"""Of the passes that seem to be left, that share is made before the next Ritz pairs, because the
iteration converges faster and faster."""

PASSES = 300
"""The most products with the operator."""

Operator = Callable[[Array], Array]
"""A function that multiplies a block of vectors (n, b) with a symmetric matrix (n, n)."""

Progress = Callable[[int, float], None]
"""A function that is called with a number of passes and a relative residual."""

Guards = Callable[[Array, Array], int]
"""A function of all Ritz values (k,) and their residuals (k,), which returns how many Ritz vectors
after the d largest ones are wanted."""


@dataclass(frozen=True)
class Limits:
    """Where an iteration ends.

    tolerance  each of the d residuals is at most that fraction of the largest eigenvalue in size
    basis      blocks that the basis holds, at most, before a restart
    most       products with the operator
    rounding   the error of the operator: residuals below it that no longer fall are accepted. Pairs
               whose value and residual are at most half of it do not have to converge further
    visible    passes before which they do, because they may belong to larger eigenvalues: a random
               block (n, b) shows only some b/n of one
    """

    tolerance: float = TOLERANCE
    basis: int = BASIS
    most: int = PASSES
    rounding: float = 0.0
    visible: int = 1


USUAL = Limits()


class ConvergenceError(ArithmeticError):
    """The iteration did not converge within the allowed number of passes."""


@dataclass(frozen=True)
class Ritz:
    """Approximate eigenpairs, the largest first: the result of the iteration.

    theta      (k,) all Ritz values, descending; the first d have converged
    V          (n, d) orthonormal Ritz vectors
    guards     (n, g) the Ritz vectors after them, which need not have converged
    residuals  (d,) |A v - theta v|, as the iteration estimates them from its basis
    passes     number of products of the operator with a block
    exhausted  whether the basis is invariant: no new direction was left
    """

    theta: Array
    V: Array
    guards: Array
    residuals: Array
    passes: int
    exhausted: bool


class Basis:
    """An orthonormal basis Q (n, k) that grows by blocks, with H = Q'AQ (k, k)."""

    def __init__(
        self, operator: Operator, block: Array, columns: int, locked: Array | None = None
    ) -> None:
        self.operator, self.size, self.scale = operator, 0, 0.0
        self._first, self._R = 0, np.zeros((0, 0))
        self.locked = np.zeros((len(block), 0)) if locked is None else locked
        # Twice, because squares of lengths lose half of the digits the first time.
        self.block = orthonormal(self._off(orthonormal(self._off(block), 0.0)[0]), 0.5)[0]
        self._space = np.empty((len(block), columns), order="F")
        self._H = np.zeros((columns, columns))

    @property
    def Q(self) -> Array:
        return self._space[:, : self.size]

    def grow(self) -> None:
        """Multiply the newest block with the operator, and find the next one.

        What is left of the product, made orthogonal to the whole basis, is the next block:
        A QY - QY Theta = (next block) R Y_last.
        """
        first, self.size = self.size, self.size + self.block.shape[1]
        self._space[:, first : self.size] = self.block
        product = self.operator(self.block)
        projected = inner(self.Q, product)
        self._H[: self.size, first : self.size] = projected
        self._H[first : self.size, : self.size] = projected.T
        self.scale = max(self.scale, float(lengths(projected).max(initial=0.0)))
        self.block, self._R = self._next(
            product - times(self.Q, projected), NEGLIGIBLE * self.scale
        )
        self._first = first

    def ritz(self) -> tuple[Array, Array, Array]:
        """All Ritz values (k,), descending, their coordinates Y (k, k), and residuals (k,)."""
        theta, Y = scipy.linalg.eigh(self._symmetric, check_finite=False, driver="evd")
        theta, Y = theta[::-1], Y[:, ::-1]
        self.scale = max(self.scale, float(np.abs(theta).max(initial=0.0)))
        return theta, Y, lengths(self._R @ Y[self._first :])

    def ritz_values(self) -> Array:
        """All Ritz values (k,), descending."""
        return scipy.linalg.eigvalsh(self._symmetric, check_finite=False)[::-1]

    @property
    def _symmetric(self) -> Array:
        H = self._H[: self.size, : self.size]
        return 0.5 * (H + H.T)

    def refill(self, block: Array) -> None:
        """Go on with other directions (n, b), where the basis is invariant."""
        self.block = self._next(block - times(self.Q, inner(self.Q, block)), 1e-8)[0]

    def _next(self, W: Array, least: float) -> tuple[Array, Array]:
        """The next block (n, r), orthonormal and orthogonal to the basis, and R with W = block R.

        Directions shorter than ``least`` are left out. The block is made orthogonal a second time
        after it was normalized, because the rounding of a short direction is then large.
        """
        U, R = orthonormal(self._off(W), least)
        U, again = orthonormal(self._off(U - times(self.Q, inner(self.Q, U))), 0.5)
        return U, again @ R

    def _off(self, W: Array) -> Array:
        """W without its projection onto the locked vectors."""
        return W - times(self.locked, inner(self.locked, W))

    @property
    def is_invariant(self) -> bool:
        """Whether the operator leads to no new direction."""
        return self.block.shape[1] == 0

    @property
    def is_full(self) -> bool:
        """Whether the next block does not fit."""
        return self.size + self.block.shape[1] > self._space.shape[1]

    def restart(self, theta: Array, Y: Array, size: int) -> None:
        """Keep that many Ritz vectors and the next block."""
        self._space[:, :size] = times(self.Q, Y[:, :size])
        self._H[:] = 0.0
        self._H[range(size), range(size)] = theta[:size]
        self.size = size


class State(Enum):
    """What an iteration is waiting for.

    RESIDUALS  the residuals have to fall
    VALUES     the basis was invariant, and random directions were added, which may change values
    NOTHING    the leading pairs are known
    """

    RESIDUALS = "residuals"
    VALUES = "values"
    NOTHING = "nothing"


class Iteration:
    """The search for the d largest eigenpairs, of which each ``step`` is a pass.

    An invariant basis holds at most as many vectors of each eigenspace as the start (n, b). Random
    directions are then added, until that changes none of the d values.

    space     the basis
    pairs     its Ritz pairs, when they were last computed: see ``Basis.ritz``
    relative  the largest residual that still counts, relative to the largest eigenvalue
    """

    def __init__(
        self, operator: Operator, start: Array, d: int, limits: Limits, locked: Array | None
    ) -> None:
        (self._n, self._b), self._d, self._limits = start.shape, d, limits
        columns = max(limits.basis * self._b, 2 * (d + self._b))
        self.space = Basis(operator, start, columns, locked)
        self.state, self.passes, self.relative = State.RESIDUALS, 0, np.inf
        self.pairs: tuple[Array, Array, Array]
        self._looks, self._halved = _Looks(limits.tolerance), (np.inf, 0)
        self._refilled: tuple[Array | None, int] = None, 0

    def step(self) -> None:
        """One pass, and what follows from its Ritz pairs if they are computed."""
        self.passes += 1
        self.space.grow()
        at_once = self.space.is_invariant or self.space.is_full
        if not (at_once or self.passes in (self._looks.next, self._limits.most)):
            return
        self.pairs = theta, Y, _ = self.space.ritz()
        self._measure()
        if self.space.is_invariant or (len(theta) >= self._d and self._is_small):
            self._conclude()
        if self.state is not State.NOTHING and self.space.is_full:
            self.space.restart(theta, Y, min(self._d + self._b, self.space.size))

    def _measure(self) -> None:
        """Compute the largest residual that counts, and when to look again."""
        theta, _, residuals = self.pairs
        limits, d = self._limits, self._d
        hidden = 0.5 * limits.rounding if self.passes >= limits.visible else -np.inf
        above = np.maximum(theta, residuals)[:d] > hidden
        self.relative = float(residuals[:d][above].max(initial=0.0)) / self._scale
        self._looks.seen(self.passes, self.relative)
        if self.relative < 0.5 * self._halved[0]:
            self._halved = self.relative, self.passes

    @property
    def _scale(self) -> float:
        return self.space.scale or 1.0

    @property
    def _is_small(self) -> bool:
        """Whether the residuals are below the tolerance, or those of rounding."""
        stagnant = self.passes - self._halved[1] >= STAGNANT
        of_rounding = self.relative * self._scale <= self._limits.rounding
        return self.relative <= self._limits.tolerance or (stagnant and of_rounding)

    def _conclude(self) -> None:
        """Say what else has to be known where residuals are small, or the basis is invariant.

        Nothing is, unless the basis is or was invariant. Then the values have to stay.
        """
        if self.state is State.RESIDUALS and not self.space.is_invariant:
            self.state = State.NOTHING
            return
        before, since = self._refilled
        if not self.space.is_invariant and self.passes - since < UNCHANGED:
            return
        values = self.pairs[0][: self._d]
        allowed = self._limits.tolerance * self._scale + self._limits.rounding
        if before is not None and _is_equal(values, before, allowed):
            self.state = State.NOTHING
            return
        self._refilled = values, self.passes
        self.space.refill(random_start(self._n, self._b, self.passes, REFILL))
        self.state = State.NOTHING if self.space.is_invariant else State.VALUES

    def result(self, guards: Guards | None) -> Ritz:
        """The pairs, and the Ritz vectors after them that are wanted."""
        (theta, Y, residuals), d = self.pairs, self._d
        count = d if guards is None else d + guards(theta, residuals)
        V = times(self.space.Q, Y[:, :count])
        return Ritz(theta, V[:, :d], V[:, d:], residuals[:d], self.passes, self.space.is_invariant)


def leading(
    operator: Operator,
    start: Array,
    d: int,
    limits: Limits = USUAL,
    progress: Progress | None = None,
    locked: Array | None = None,
    guards: Guards | None = None,
) -> Ritz:
    """The d largest eigenpairs of a symmetric operator (n, n), from the block ``start`` (n, b).

    The basis is orthogonalized against all its vectors, twice. It is restarted with d + b Ritz
    vectors and the last block when it is full. ``Limits`` say where the iteration ends; where the
    basis is invariant, ``Iteration`` does, and there may be fewer than d pairs. ``locked`` are
    orthonormal vectors (n, l) that the operator sends to 0, and that every vector is kept
    orthogonal to. ``progress`` is called after each pass with the number of passes and the largest
    relative residual known.

    Raises ``ConvergenceError`` after the most passes that are allowed.
    """
    iteration = Iteration(operator, start, d, limits, locked)
    while iteration.passes < limits.most:
        iteration.step()
        if progress is not None:
            progress(iteration.passes, iteration.relative)
        if iteration.state is State.NOTHING:
            return iteration.result(guards)
    raise ConvergenceError(
        f"after {limits.most} passes the largest residual is {iteration.relative:.3g} of the "
        f"largest eigenvalue; allowed: {limits.tolerance:.3g}; allow more passes (max_iter of "
        "KernelPCA) or a larger tolerance, or ask for a number of components that does not cut a "
        "cluster of eigenvalues"
    )


class _Looks:
    """The next pass after which Ritz pairs are computed, which takes longer than a short pass.

    It follows from the rate of convergence so far.
    """

    def __init__(self, tolerance: float) -> None:
        self.next, self._tolerance, self._seen = FIRST, tolerance, (0, np.inf)

    def seen(self, passes: int, relative: float) -> None:
        (before, larger), self._seen = self._seen, (passes, relative)
        wait = 1.0
        if self._tolerance < relative < larger < np.inf:
            rate = np.log(larger / relative) / (passes - before)
            wait = SURE * np.log(relative / max(self._tolerance, U)) / rate
        self.next = passes + int(np.clip(wait, 1.0, LONGEST))


def spaces(operator: Operator, start: Array, most: int) -> Iterator[Basis]:
    """The basis of the Krylov space after each of at most ``most`` passes without a restart."""
    space = Basis(operator, start, most * start.shape[1])
    for _ in range(most):
        space.grow()
        yield space
        if space.is_invariant:
            return


def random_start(n: int, b: int, seed: int, stream: int = 0, q: Array | None = None) -> Array:
    """A block (n, b) of independent random directions orthogonal to the vector 1.

    The columns of ``random_block`` without their means, or without what lies along the axis q (n,).
    """
    block = random_block(n, b, seed, stream)
    return block - along(block, q)


def random_block(n: int, b: int, seed: int, stream: int = 0) -> Array:
    """A block (n, b) of independent normal numbers: all directions of n dimensions are as likely.

    Blocks of different ``stream``, of which each use has its own, are independent for every seed.
    """
    return np.random.default_rng((stream, seed)).normal(size=(n, b))


def _is_equal(theta: Array, before: Array, allowed: float) -> bool:
    return theta.shape == before.shape and bool((np.abs(theta - before) <= allowed).all())


def orthonormal(W: Array, least: float) -> tuple[Array, Array]:
    """Q (n, r) and R (r, b) with W = QR up to directions that are no longer than ``least``."""
    size = float(np.abs(W).max(initial=0.0)) or 1.0
    scaled = W / size
    squares, rotation = np.linalg.eigh(inner(scaled, scaled))
    if len(squares) and squares[0] > max(1e-12 * squares[-1], (least / size) ** 2):
        # Half as long as an SVD, and accurate enough: the condition of W is below 10^6.
        sizes = size * np.sqrt(squares)
        return times(W, rotation / sizes), sizes[:, None] * rotation.T
    U, sizes, rotation = np.linalg.svd(W, full_matrices=False)
    independent = sizes > least
    return U[:, independent], sizes[independent, None] * rotation[independent]
