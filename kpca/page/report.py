"""The page of a fitted estimator: that of ``kpca map``, without a file of data."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kpca.page import page, tables, verdict
from kpca.results.files import replacing
from kpca.studies.fitted import Model, study_of


def report(
    model: Model,
    path: str | Path,
    *,
    names: Sequence[object] | None = None,
    labels: Sequence[object] | None = None,
    new: Any = None,
    new_names: Sequence[object] | None = None,
    title: str = "",
    statements: str | int | None = None,
) -> Path:
    """Write the page of a fitted ``KernelPCA`` or ``ClassicalMDS``, and return its path.

    The page is one file that needs no network: the interactive map, shares, the columns behind each
    component, new samples with a control chart, executed statements, and the numbers as CSV files.
    Tables of numbers that are too long for a page are written beside it.

    ``names`` and ``labels`` (n,) belong to the samples of the fit, ``new_names`` (m,) to the points
    ``new`` (m, q). By default samples are called as in the index of the table of the fit, and by
    this index names and labels that have one are matched (``kpca.by_name``). ``statements`` is
    "all", "sample", "none" or a number of samples, the key of a study; by default all up to 2,000
    samples. Raises ``ValueError`` as ``kpca.studies.fitted.study_of`` does.
    """
    study = study_of(
        model,
        names=names,
        labels=labels,
        new=new,
        new_names=new_names,
        title=title,
        statements=statements,
    )
    target, done = Path(path), {study.name: study}
    numbers = tables.numbers(done)
    beside = {name: text for name, text in numbers.items() if page.is_long(text)}
    content = page.html(done, numbers, study.remarks, verdict.seen(done))
    files = {target.name: content, **beside}
    for name, text in files.items():
        with replacing(target.with_name(name)) as temporary:
            temporary.write_text(text, encoding="utf-8")
    return target
