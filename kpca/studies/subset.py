"""A random subset of a large study: a study of its own, on which the statements are executed."""

from dataclasses import replace
from math import ceil

import numpy as np

from kpca.arrays import Array
from kpca.data import Data, Distances, Gram, Vectors
from kpca.solvers.dense import Pairs
from kpca.studies.checking import ALL, NONE, SAMPLES
from kpca.studies.study import Study
from kpca.tables.messages import MessageError, at, setting

PER_NEW = 3
"""For so many training samples of the part there is a new one, if there are enough."""

SEED = 0


class SubsetError(MessageError):
    """The random subset of a study has no component."""


def of(study: Study) -> Study:
    """A random subset of the training samples of a study, and of up to a third as many new ones.

    It has as many training samples as the study's ``statements`` say, which are ``SAMPLES`` if they
    are a word. It has the same kernel, no weights, and the same number of components or the next
    smaller one that is not above its rank and cuts no group of equal eigenvalues. The draw is
    always the same for one number of samples, and a smaller subset is a part of a larger one. A
    study without new samples has a subset without new samples. With the word ``none`` no statement
    is executed on the subset, and the number of components is not looked at. Otherwise all
    statements are executed on all samples of the subset.

    Raises ``SubsetError`` where the subset has no positive eigenvalue, or none that rounding
    separates from the next one.
    """
    size = study.statements if isinstance(study.statements, int) else SAMPLES
    old = _drawn(study.n, size)
    new = old if study.placed_again else _drawn(study.m, ceil(size / PER_NEW))
    subset = replace(
        study,
        data=_subset(study.data, old, new),
        names=[study.names[i] for i in old],
        labels=[study.labels[i] for i in old],
        new_names=[study.new_names[i] for i in new],
        new_labels=[study.new_labels[i] for i in new],
        remarks=(),
        subset_of=study.n,
        other_variables=None,
        metadata=None,
        weights=None,
        blocks=None,
        solved=None,
        stored=None,
    )
    if study.statements == NONE:
        return subset
    return replace(subset, components=_components(subset), statements=ALL)


def executed_on(study: Study) -> Study:
    """The study as statements are executed on it: itself, or its random subset.

    A study with weights is executed on its samples without them (ledger S12 has weights).
    """
    if study.statements != ALL:
        return of(study)
    if study.weights is None:
        return study
    once = replace(study, remarks=(), subset_of=study.n, weights=None, solved=None, stored=None)
    return replace(once, components=_components(once))


def _drawn(n: int, most: int) -> Array:
    """Indices of a random subset, ascending."""
    return np.sort(np.random.default_rng(SEED).permutation(n)[:most])


def _subset(data: Data, old: Array, new: Array) -> Data:
    within, across, among = np.ix_(old, old), np.ix_(new, old), np.ix_(new, new)
    match data:
        case Vectors(kernel, X, X_new):
            return Vectors(kernel, X[old], X_new[new])
        case Distances(D, D_new, D_pairs):
            return Distances(D[within], D_new[across], D_pairs[among])
        case Gram(K, K_new, G_new):
            return Gram(K[within], K_new[across], G_new[among])


def _components(subset: Study) -> int:
    solution = Pairs.of(subset.data.K, subset.data.element_error).leading(subset.components)
    if not solution.rank:
        raise SubsetError(_without(subset, "no eigenvalue above rounding"))
    solution = solution.first(min(subset.components, solution.rank))
    if solution.split_group is None:
        return solution.components
    first, last = solution.split_group
    if first == 1:
        raise SubsetError(
            _without(subset, f"eigenvalues 1 to {last} that rounding does not separate")
        )
    return first - 1


def _without(subset: Study, what: str) -> str:
    drawn, on = f"random subset of {subset.n} of {subset.subset_of} samples has", "it"
    allowed = setting(statements="all") + " or 'none'"
    if subset.n == subset.subset_of:
        drawn, on, allowed = "samples without weights have", "them", setting(statements=NONE)
    return (
        at("studies", subset.name, "statements")
        + f"the {drawn} {what}, so that no statement can be executed on {on}; allowed: {allowed}"
    )
