"""Double precision or fifty digits: the same formulas work on both kinds of arrays.

An array of dtype object whose elements are mpmath numbers goes through NumPy's products, sums and
elementary functions as doubles do. LAPACK takes doubles only, so the functions of this module
call LAPACK for doubles and mpmath for fifty digits.
"""

from functools import cache
from typing import TYPE_CHECKING, overload

import numpy as np
import scipy.linalg

from kpca.arrays import Array

if TYPE_CHECKING:
    import mpmath

BITS = 169
"""Bits of a number with fifty digits."""

U = 2.0**-53
"""Unit roundoff of double precision."""

U_FIFTY_DIGITS = 2.0**-BITS
"""Unit roundoff of fifty digits. Each tolerance is linear in u, and shrinks as much."""

MOST_STEPS = 20
"""Steps that refine an eigenvalue to fifty digits. Three or four suffice, unless another one is
near or the condition is large.
"""


@cache
def _of_bits(bits: int) -> "mpmath.MPContext":
    # Loaded when first used: loading takes time, and most processes do not need mpmath.
    try:
        import mpmath
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            'fifty digits need mpmath, which is not installed: pip install "kpca[map]"',
            name=error.name,
        ) from error

    context = mpmath.MPContext()
    context.prec = bits
    return context


def hundred_digits() -> "mpmath.MPContext":
    """The numbers with twice the bits of fifty digits, and their elementary functions.

    The rounding of a value computed with them is negligible also beside fifty digits.
    """
    return _of_bits(2 * BITS)


@cache
def _context() -> "mpmath.MPContext":
    context = _of_bits(BITS)
    context.mpf.exp = context.exp
    context.mpf.log1p = lambda x: context.log1p(x)
    context.mpf.tanh = context.tanh
    return context


def fifty_digits(A: Array) -> Array:
    """The same numbers with fifty digits. Each double is represented exactly.

    >>> print(fifty_digits(np.array([0.1]))[0])
    0.1000000000000000055511151231257827021181583404541
    """
    return np.vectorize(_context().mpf, otypes=[object])(A)


def is_fifty_digits(A: Array) -> bool:
    """Whether A holds numbers with fifty digits."""
    return A.dtype == object


def number_one(A: Array) -> float:
    """The number 1 in the arithmetic of A, so that 1/n is not rounded to a double first."""
    return _context().mpf(1) if is_fifty_digits(A) else 1.0


def eigh(A: Array) -> tuple[Array, Array]:
    """Eigenvalues (n,), ascending, and unit eigenvectors (n, n) of a symmetric A (n, n)."""
    if is_fifty_digits(A):
        values, vectors = _context().eigsy(_context().matrix(A.tolist()))
        return _array(values).ravel(), _array(vectors)
    return scipy.linalg.eigh(A, driver="evd", check_finite=False)


def leading_eigh(A: Array, d: int) -> tuple[Array, Array]:
    """Eigenvalues (n,), ascending, and unit eigenvectors (n, d) of the d largest, for n >= 2.

    A (n, n) is symmetric, in double precision. It is reduced to a tridiagonal matrix, as by
    ``eigh``, and only the eigenvectors that are asked for are computed and rotated back.
    """
    lapack = scipy.linalg.lapack
    work = int(lapack.dsytrd_lwork(len(A), lower=1)[0])
    H, diagonal, beside, tau, _ = lapack.dsytrd(A.T, lower=1, lwork=work)
    values = scipy.linalg.eigvalsh_tridiagonal(
        diagonal, beside, check_finite=False, lapack_driver="sterf"
    )
    # Not "stebz", which fails where many eigenvalues are equal.
    W = scipy.linalg.eigh_tridiagonal(
        diagonal,
        beside,
        select="i",
        select_range=(len(A) - d, len(A) - 1),
        check_finite=False,
        lapack_driver="stemr",
    )[1]
    # The reflections leave the first row as it is.
    W[1:] = lapack.dormqr("L", "N", H[1:, :-1], tau, W[1:], lwork=64 * d)[0]
    return values, W


def eigenvalues(A: Array) -> Array:
    """Eigenvalues (n,) of a symmetric A (n, n), descending."""
    if is_fifty_digits(A):
        values = _array(_context().eigsy(_context().matrix(A.tolist()), eigvals_only=True)).ravel()
    else:
        values = scipy.linalg.eigvalsh(A, check_finite=False)
    return np.sort(values)[::-1]


def svd(A: Array) -> tuple[Array, Array, Array]:
    """U (n, r), D (r,) and W' (r, m) with A = U D W', for A (n, m) and r = min(n, m)."""
    if is_fifty_digits(A):
        U, D, W = _context().svd_r(_context().matrix(A.tolist()))
        return _array(U), _array(D).ravel(), _array(W)
    return scipy.linalg.svd(A, full_matrices=False)


@overload
def lengths(A: Array, axis: int = 0) -> Array: ...
@overload
def lengths(A: Array, axis: None) -> float: ...
def lengths(A: Array, axis: int | None = 0) -> Array | float:
    """|a| of the columns (m,) of A (n, m); of its rows with axis 1, of all elements with None.

    Computed in units of the largest element, because the square of a number below 1e-162 is 0.

    >>> lengths(np.array([[3e-200], [4e-200]]))
    array([5.e-200])
    """
    unit = np.abs(A).max(axis=axis, keepdims=True, initial=0)
    unit = np.where(unit > 0, unit, 1)
    root = np.sqrt(((A / unit) ** 2).sum(axis=axis, keepdims=True) * number_one(A))
    return (unit * root).squeeze(axis) if axis is not None else (unit * root).item()


def range_basis(A: Array, lost: float) -> tuple[Array, float, float]:
    """Orthonormal Q (n, r) that spans the columns of A (n, m), and two lengths.

    The first length is a bound on |A - QQ'A|_F. The second is the length of the last column used
    for Q after the columns before were projected out. The method is QR with column pivoting. A
    column with less than ``lost`` left counts as spanned. No eigenvector is computed.
    """
    r = min(A.shape)
    if is_fifty_digits(A):
        Q, sizes = _gram_schmidt(A, r, lost)
    else:
        Q, R, _ = scipy.linalg.qr(A, mode="economic", pivoting=True, check_finite=False)
        sizes = np.abs(R.diagonal())
    # |r_kk| is the largest length that any column has left at step k.
    rank = int(np.sum(sizes > lost))
    left = sizes[rank] * np.sqrt(A.shape[1]) if rank < len(sizes) else 0.0
    return Q[:, :rank], float(left), float(sizes[rank - 1]) if rank else 0.0


def _gram_schmidt(A: Array, steps: int, lost: float) -> tuple[Array, Array]:
    rest, columns, sizes = A.copy(), [], []
    for _ in range(steps):
        left = lengths(rest)
        at = int(np.argmax(left))
        sizes.append(left[at])
        if not left[at] > lost:
            break
        q = rest[:, at] / left[at]
        columns.append(q)
        rest = rest - np.outer(q, q @ rest)
    basis = np.column_stack(columns) if columns else A[:, :0]
    return basis, np.array(sizes, dtype=float)


def inertia(A: Array, shift: float) -> int:
    """How many eigenvalues of a symmetric A (n, n) lie above ``shift``: positive pivots of A - sI.

    Sylvester's law of inertia, with the factorization LDL' and pivots of size 1 and 2 (Bunch &
    Kaufman 1977); no eigenvalue is computed.
    """
    if is_fifty_digits(A):
        return int(np.sum(eigenvalues(A) > shift))
    # scipy.linalg.ldl makes L and D from this, which takes ten times as long.
    D, pivots, _ = scipy.linalg.lapack.dsytrf(A - shift * np.eye(len(A)), lower=True)
    # A negative number marks a row of a pivot of size 2, which has one eigenvalue of each sign.
    single = pivots >= 0
    return int((~single).sum()) // 2 + int((D.diagonal()[single] > 0.0).sum())


def inverse(A: Array) -> Array:
    """The inverse (n, n) of a positive definite A (n, n), by Cholesky's method for doubles."""
    if is_fifty_digits(A):
        return _array(_context().inverse(_context().matrix(A.tolist())))
    return scipy.linalg.solve(A, np.eye(len(A)), assume_a="pos", check_finite=False)


def off_the_ones(n: int, unit: float = 1.0) -> Array:
    """Orthonormal Q (n, n - 1) with columns orthogonal to the vector 1, from a reflection."""
    w = np.full(n, unit) / np.sqrt(unit * n)
    w[0] = w[0] - unit
    return (np.eye(n) - 2.0 * np.outer(w, w) / (w @ w))[:, 1:]


def largest_real_eigenvalue(A: Array) -> tuple[float, float]:
    """The largest real eigenvalue of a general A (n, n), and its condition number.

    |delta| <= condition |E| for a small perturbation E (Golub & Van Loan, section 7.2.2); the
    condition number is a double in either arithmetic.
    """
    computed, left, right = scipy.linalg.eig(A.astype(float), left=True, right=True)
    real = np.abs(computed.imag) <= 1e-8 * np.abs(computed).max()
    at = int(np.argmax(np.where(real, computed.real, -np.inf)))
    x, y = right[:, at], left[:, at].conj()
    condition = float(np.linalg.norm(x) * np.linalg.norm(y) / np.abs(y @ x))
    if not is_fifty_digits(A):
        return float(computed[at].real), condition
    return _refined(A, float(computed[at].real), x.real, y.real, condition), condition


def _refined(A: Array, value: float, x: Array, y: Array, condition: float) -> float:
    """The eigenvalue of A (n, n) in fifty digits that is next to ``value``.

    x and y (n,) are its right and left vectors as doubles. Inverse iteration for x (Golub & Van
    Loan, section 7.6.1), shifted to the quotient y'Ax / y'x; eigenvalues that are nearer to each
    other than 2^-120 of the size of A count as one. Where it does not settle, because no real
    eigenvalue is there or another one is that near, all are computed, which takes several times as
    long.
    """
    context, n = _context(), len(A)
    size = abs(A).sum(axis=1).max()
    quotient, before = context.mpf(value), context.inf
    for _ in range(MOST_STEPS):
        if abs(quotient - before) <= condition * n * U_FIFTY_DIGITS * size:
            return quotient
        # Off the quotient, because the matrix is singular at an eigenvalue.
        shifted = A - (quotient + 2.0**-120 * size) * np.eye(n)
        try:
            solved = context.lu_solve(context.matrix(shifted.tolist()), context.matrix(x))
        except ZeroDivisionError:
            break
        x = _array(solved)[:, 0]
        quotient, before = (y @ A @ x) / (y @ x), quotient
    values = context.eig(context.matrix(A.tolist()), left=False, right=False)
    return min(values, key=lambda each: abs(each - value)).real


def _array(matrix: "mpmath.matrix") -> Array:
    return np.array(matrix.tolist(), dtype=object)
