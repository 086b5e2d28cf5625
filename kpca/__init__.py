"""Kernel PCA in several formulations, checked statement by statement.

This module imports nothing, so that importing one part of the library never loads another:
the workflow reruns only the jobs that depend on an edited file.
"""

__version__ = "0.1.0"
