"""Missing values of a table, predicted: what is learned from training samples, and the remarks."""

import numpy as np

from kpca.arrays import Array
from kpca.choosing import imputation
from kpca.kernels import RBF
from kpca.studies.config.data import VectorFile
from kpca.tables.messages import INSIDE, named, setting
from kpca.tables.samples import Samples
from kpca.tables.table import InputError
from kpca.tables.wording import counted, some


def learned(
    data: VectorFile, given: Samples, new: Samples | None
) -> tuple[str, dict[str, Array | float], list[str]]:
    """How missing values are predicted, in words, the numbers for it, and remarks on both samples.

    Raises ``InputError`` with what to do if there are too few complete samples or columns.
    """
    try:
        rule, error = imputation.learned(given.X)
    except imputation.ImputationError as fault:
        line = setting(missing="impute")
        raise InputError(f"{data.vectors}: " + line + f": {fault}" + _what_to_do(given)) from fault
    q = given.X.shape[1]
    numbers = {
        "complete_row": rule.X,
        "imputing_gamma": rule.kernel.gamma if isinstance(rule.kernel, RBF) else 0.0,
        "imputing_components": rule.components,
    }
    text = (
        "missing values predicted from the other values of their sample by "
        f"{_rule(rule)} of {len(rule.X)} complete training samples, each of the {q} columns "
        "standardized for it"
    )
    measured = (
        f"known values of {error.samples} complete samples, hidden in turn, are predicted with a "
        f"root mean square error of {error.error:.3g} standard deviations of their column, and by "
        f"the column means with {error.of_means:.3g}"
    )
    return text, numbers, _remarks(measured, given, new)


def _rule(rule: imputation.Imputation) -> str:
    if not rule.components:
        return "the column means, because no rule predicts better,"
    components = counted(rule.components, "component")
    if isinstance(rule.kernel, RBF):
        return f"{components} of the kernel rbf (gamma = {rule.kernel.gamma:.4g})"
    return f"{components} of the linear kernel"


def _what_to_do(given: Samples) -> str:
    """After the message: the columns with the most missing values, and the line that helps."""
    missing = np.isnan(given.X).sum(axis=0)
    order = [int(j) for j in np.argsort(-missing, kind="stable") if missing[j]][:3]
    if not order:
        return "; allowed: more columns or samples, or " + setting(missing="drop")
    shown = ", ".join(f"{given.columns[j]!r} ({missing[j]})" for j in order)
    return (
        f"; the most missing values are in {shown}; leave such columns out with "
        + setting(omit=[given.columns[order[0]]])
        + ", or with a smaller "
        + named("most_missing")
        + INSIDE
    )


def _remarks(measured: str, old: Samples, new: Samples | None) -> list[str]:
    """Which training and new samples have values that are predicted, and how well; none if none
    has."""
    groups = [("training samples", old), *([("new samples", new)] if new is not None else [])]
    found = [words for of, given in groups if (words := _counted(of, given))]
    return [f"imputed: {' and '.join(found)}; {measured}"] if found else []


def _counted(of: str, given: Samples) -> str:
    hidden = np.isnan(given.X)
    rows = np.flatnonzero(hidden.any(axis=1))
    if not rows.size:
        return ""
    shown = some([given.names[i] for i in rows])
    return f"{counted(int(hidden.sum()), 'value')} of {rows.size} {of} ({shown})"
