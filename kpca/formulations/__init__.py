"""One road to kernel PCA a file: same signature, same result type (``solution.Solution``)."""
