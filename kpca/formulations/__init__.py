"""One formulation of kernel PCA in each file. All return a ``kpca.solvers.solution.Solution``."""
