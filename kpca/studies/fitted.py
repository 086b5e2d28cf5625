"""The study of a fitted estimator: its samples, with names and labels, and its solution."""

from collections.abc import Sequence
from typing import Any

from sklearn.utils.validation import check_is_fitted

from kpca.data import Data, Vectors
from kpca.estimators.classical_mds import ClassicalMDS
from kpca.estimators.kernel_pca import KernelPCA
from kpca.studies import checking, solving
from kpca.studies.solved_study import SolvedStudy
from kpca.studies.study import Study
from kpca.tables.samples import apart

Model = KernelPCA | ClassicalMDS


def study_of(
    model: Model,
    *,
    names: Sequence[object] | None = None,
    labels: Sequence[object] | None = None,
    new: Any = None,
    new_names: Sequence[object] | None = None,
    title: str = "",
    statements: str | int | None = None,
) -> SolvedStudy:
    """The study of a fitted model with its solution.

    ``names`` and ``labels`` (n,) belong to the samples of the fit, ``new_names`` (m,) to the points
    ``new`` (m, q). Labels whose index has the names are taken by name. ``statements`` is the key of
    that name of a study. As in a study, all eigenvalues are computed where the statements are
    executed on all samples; otherwise the solution is that of the model.

    Raises ``TypeError`` for another object, and ``ValueError`` for names and labels of another
    number, for a model that is not fitted, without a component, and for new samples of a given
    matrix or of a kernel that is a function.
    """
    if not isinstance(model, Model):
        raise TypeError(f"the model is a {type(model).__name__}; allowed: KernelPCA, ClassicalMDS")
    check_is_fitted(model)
    d = model.solution_.components
    if d == 0:
        raise ValueError(
            "the model has no component, because its samples do not differ by more than rounding; "
            "allowed: samples that differ"
        )
    data, again = model.as_data(new), new is None
    n = model.solution_.n
    called = _texts(names, n, "names", [str(i + 1) for i in range(n)])
    m = n if again else len(data.X_new)
    fresh = (
        called if again else _texts(new_names, m, "new_names", [f"new {i + 1}" for i in range(m)])
    )
    classes = _texts(in_order(labels, called), n, "labels", ["sample"] * n)
    decided = checking.decided(statements, n)
    study = Study(
        name="model",
        title=title or type(model).__name__,
        data=data,
        components=d,
        names=called,
        labels=classes,
        new_names=called if again else apart(fresh, called),
        new_labels=classes if again else ["new"] * m,
        named_columns=_columns(model, data),
        statements=decided,
    )
    if isinstance(model, KernelPCA) and checking.is_partial(decided, data.kernel):
        return SolvedStudy(study, model.solved_)
    return SolvedStudy(study, solving.solve(study))


def _columns(model: Model, data: Data) -> tuple[str, ...]:
    given = getattr(model, "feature_names_in_", ())
    return tuple(map(str, given)) if isinstance(data, Vectors) else ()


def in_order(given: Any, names: Sequence[str]) -> Any:
    """A pandas object whose index has the ``names`` (n,) of the samples, in their order.

    Anything else, such as a list or another index, is returned as it is.
    """
    index = getattr(given, "index", None)
    if index is None or callable(index):
        return given
    at = {str(name): row for row, name in enumerate(index)}
    if len(at) < len(index) or at.keys() != set(names):
        return given
    return given.iloc[[at[name] for name in names]]


def _texts(given: Sequence[object] | None, n: int, what: str, default: list[str]) -> list[str]:
    if given is None:
        return default
    texts = [str(text) for text in given]
    if len(texts) != n:
        raise ValueError(f"{what} has {len(texts)} entries; allowed: {n}, one for each sample")
    if what != "labels" and len(set(texts)) < n:
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"{what} has {twice!r} more than once; allowed: a name for each sample")
    return texts
