"""Kernel PCA in several formulations, checked statement by statement.

``kpca.KernelPCA`` and ``kpca.ClassicalMDS`` are scikit-learn estimators. They are imported when
they are first used, so that importing one part of the library never loads another: the workflow
reruns only the jobs that depend on an edited file.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

PUBLIC = {
    "KernelPCA": "kpca.estimators.kernel_pca",
    "ClassicalMDS": "kpca.estimators.classical_mds",
    "open_study": "kpca.results.opened",
}
"""What ``import kpca`` offers, and the module that defines it."""


def __getattr__(name: str) -> Any:
    if name in PUBLIC:
        return getattr(import_module(PUBLIC[name]), name)
    raise AttributeError(f"module 'kpca' has no attribute {name!r}; it has {', '.join(PUBLIC)}")


def __dir__() -> list[str]:
    return sorted([*globals(), *PUBLIC])
