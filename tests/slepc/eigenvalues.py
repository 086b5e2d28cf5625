"""The largest eigenvalues of a centered Gaussian Gram matrix by SLEPc, with the kernel in NumPy.

Run by the Python of Debian, which has slepc4py: eigenvalues.py FOLDER Q GAMMA COMPONENTS. Reads the
points from X.bin and writes the eigenvalues to mu.bin. Nothing here comes from kpca.
"""

import sys

import numpy as np


class Centered:
    """HKH as PETSc calls it."""

    def __init__(self, K):
        self.K = K

    def mult(self, _, vector, product):
        v = vector.getArray(readonly=True)
        w = self.K @ (v - v.mean())
        product.setArray(w - w.mean())


def gram(X, gamma):
    """exp(-gamma |x_i - x_j|^2) (n, n)."""
    squares = (X**2).sum(axis=1)
    return np.exp(-gamma * np.maximum(squares[:, None] + squares - 2.0 * X @ X.T, 0.0))


def largest(K, components):
    """The largest eigenvalues (d,) of the centered matrix."""
    from petsc4py import PETSc
    from slepc4py import SLEPc

    A = PETSc.Mat().createPython([len(K), len(K)], context=Centered(K))
    A.setUp()
    solver = SLEPc.EPS().create()
    solver.setOperators(A)
    solver.setProblemType(SLEPc.EPS.ProblemType.HEP)
    solver.setWhichEigenpairs(SLEPc.EPS.Which.LARGEST_REAL)
    solver.setDimensions(components)
    solver.setTolerances(1e-12)
    solver.solve()
    assert solver.getConverged() >= components
    return np.array([solver.getEigenvalue(k).real for k in range(components)])


if __name__ == "__main__":
    folder, q, gamma, components = sys.argv[1:]
    X = np.fromfile(f"{folder}/X.bin").reshape(-1, int(q))
    largest(gram(X, float(gamma)), int(components)).tofile(f"{folder}/mu.bin")
