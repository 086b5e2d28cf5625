"""Rules that choose gamma and the number d of components from the data, each in its own file.

The median heuristic is a word for gamma: ``kpca.kernels.bandwidth``.
"""
