"""The study of a fitted estimator: its samples, with names and labels, and its solution."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sklearn.utils.validation import check_is_fitted

from kpca import by_name
from kpca.data import Data, Vectors
from kpca.estimators.classical_mds import ClassicalMDS
from kpca.estimators.kernel_pca import KernelPCA
from kpca.studies import checking
from kpca.studies.study import Study
from kpca.tables.names import with_numbers
from kpca.tables.samples import NO_LABEL, apart

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
) -> Study:
    """The study of a fitted model with its solution.

    ``names`` and ``labels`` (n,) belong to the samples of the fit, ``new_names`` (m,) to the points
    ``new`` (m, q). By default samples are called as in the index of the table that they come from,
    and by this index names and labels with one are matched (``kpca.by_name``). ``statements`` is
    the key of that name of a study. As in a study, all eigenvalues are computed where the
    statements are executed on all samples; otherwise the solution is that of the model.

    Raises ``TypeError`` for another object, and ``ValueError`` for names and labels of another
    number, or without a row for a sample, for a model that is not fitted, without a component, and
    for new samples of a given matrix or of a kernel that is a function.
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
    own = model.sample_names_
    called = _called(names, own, n, "names", [str(i + 1) for i in range(n)])
    m, of_new = n if again else len(data.X_new), by_name.names_of(new)
    numbered = [f"new {i + 1}" for i in range(m)]
    fresh = called if again else _called(new_names, of_new, m, "new_names", numbered)
    classes = ["sample"] * n
    if labels is not None:
        classes = texts_of(labels, matched_by(own, names), n, "labels")
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
        return replace(study, solved=model.solved_)
    return study.solve()


def _columns(model: Model, data: Data) -> tuple[str, ...]:
    given = getattr(model, "feature_names_in_", ())
    return tuple(map(str, given)) if isinstance(data, Vectors) else ()


def matched_by(own: Sequence[str] | None, names: Any) -> Sequence[str] | None:
    """The names (n,) by which labels and colors are matched to samples that are called ``names``.

    They are the samples' ``own``; without these, the index of ``names``, or without one ``names``.
    """
    if names is None or by_name.are_names(own):
        return own
    index = by_name.names_of(names)
    return index if by_name.are_names(index) else [by_name.text_of(name) for name in names]


def texts_of(given: Any, names: Sequence[str] | None, n: int, what: str) -> list[str]:
    """A text (n,) for each sample with these ``names``, by name where ``given`` has an index.

    Without a class, labels have ``NO_LABEL``. Raises ``ValueError`` for another number of texts,
    and for one that stands twice among names, which ``what`` says that they are.
    """
    given, are_labels = by_name.in_order(given, names, what), what == "labels"
    texts = by_name.labels_of(given) if are_labels else [by_name.text_of(name) for name in given]
    if len(texts) != n:
        raise ValueError(f"{what} has {len(texts)} entries; allowed: {n}, one for each sample")
    if not are_labels and len({*texts}) < n:
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"{what} has {twice!r} more than once; allowed: a name for each sample")
    return [text or NO_LABEL for text in texts] if are_labels else texts


def _called(
    given: Any, names: Sequence[str] | None, n: int, what: str, default: Sequence[str]
) -> list[str]:
    """What samples are called: as ``given``, else by their own ``names``, else by ``default``."""
    if given is None:
        given = with_numbers(names)[0] if by_name.are_names(names) else default
    return texts_of(given, names, n, what)
