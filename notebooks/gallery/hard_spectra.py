"""Gram matrices with chosen spectra as cases: what the notebook hard-spectra executes."""

import numpy as np

from kpca.arrays import Array
from kpca.data import Gram
from kpca.solvers.chosen_spectra import SPECTRA, gram
from kpca.solvers.solution import Solution
from kpca.statements.case import Case

MOST = 5
"""The most components of a case."""

TRAINING = 22
"""Training samples of a case with new samples; eight of the thirty samples are new samples."""


def cases() -> dict[str, Case]:
    """One case for each chosen spectrum, by name, with as many components as ``_case`` says."""
    return {name: _case(spectrum) for name, spectrum in SPECTRA.items()}


def _case(spectrum: Array) -> Case:
    """A case with at most ``MOST`` components above the cut-off, which cut no group."""
    data = Gram(*[gram(spectrum)] * 3)
    rank = Case(data, 1).dual.rank
    possible = [Case(data, d) for d in range(1, min(MOST, rank) + 1)]
    return [case for case in possible if case.dual.split_group is None][-1]


def with_new_samples(name: str, components: int) -> Case:
    """Another matrix with the spectrum ``name``, eight of whose samples are new samples."""
    K, old, new = gram(SPECTRA[name], seed=1), slice(TRAINING), slice(TRAINING, None)
    return Case(Gram(K[old, old], K[new, old], K[new, new]), components)


def truth(name: str) -> Array:
    """The eigenvalues (n,) of a centered matrix, descending, the 0 of the vector 1 among them."""
    return np.sort(np.append(SPECTRA[name], 0.0))[::-1]


def whole_spectra(case: Case) -> dict[str, Solution]:
    """The solution by each formulation that computes the whole spectrum."""
    solutions = {"eigen-solve": case.dual, "classical MDS": case.mds}
    if "generalized" in case.formulations:
        solutions["generalized"] = case.formulations["generalized"]
    return solutions
