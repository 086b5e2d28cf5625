"""Ten thousand generated inputs: each ends in a correct result or in an error of ours.

The examples below add up to 10 300. Derandomized: a failure is a failure on every machine.
"""

import numpy as np
import pytest
import yaml
from every_statement import of_study
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kpca.centering import center
from kpca.formulations import dual, mds
from kpca.solvers.solution import RankError
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.load import load
from kpca.studies.config.study import Config, StudyConfig
from kpca.studies.study import Study
from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.readers.registry import READERS
from kpca.tables.rows import Missing
from kpca.tables.table import InputError

pytestmark = pytest.mark.faults
OURS = (InputError, ConfigError)


def examples(number):
    """Settings for that many examples; each test gets a folder once and writes over its file."""
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*checks, HealthCheck.filter_too_much],
    )


NUMBERS = st.one_of(
    st.integers(-3, 3).map(str),
    st.floats(width=64).map(repr),
    st.sampled_from(["1e400", "1e-400", "-0", "+1", ".5", "5.", "0x1F", "1_0", "1,5", "١", "１"]),
)
CELLS = st.one_of(
    NUMBERS,
    NUMBERS,
    st.sampled_from(["", "NA", "nan", "inf", "-Infinity", "?", '"', "'", "a", "a b", "<b>", "$x$"]),
    st.text(max_size=4),
)


@st.composite
def tables(draw):
    """Tables that are nearly right: rows of one length but for a few, one separator but for few."""
    width = draw(st.integers(1, 5))
    row = st.lists(CELLS, min_size=width, max_size=width)
    rows = draw(st.lists(row | st.lists(CELLS, max_size=6), max_size=8))
    separator = draw(st.sampled_from([",", ",", ";", "\t"]))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    return end.join(separator.join(cells) for cells in rows).encode("utf-8", "replace")


def _is_right(found):
    assert np.isfinite(found.X).all()
    assert found.X.shape == (len(found.names), len(found.columns))
    assert len(found.labels) == len(found.names) == len(set(found.names))


@examples(3000)
@given(
    content=tables() | st.binary(max_size=60),
    suffix=st.sampled_from([".csv", ".tsv", ".txt"]) | st.sampled_from(sorted(READERS)),
    header=st.none() | st.booleans() | st.integers(1, 4),
    drop=st.booleans(),
    labels=st.none() | st.integers(1, 3) | st.just("a"),
)
def test_any_file_is_read_or_refused(tmp_path, content, suffix, header, drop, labels):
    path = tmp_path / f"t{suffix}"
    path.write_bytes(content)
    try:
        found = samples(read(path, header), labels, missing=Missing("drop" if drop else "refuse"))
    except InputError as error:
        assert str(path) in str(error)
        assert len(str(error)) < 2000
    else:
        _is_right(found)


WORDS = st.sampled_from(
    [
        *Config.model_fields,
        *StudyConfig.model_fields,
        "name",
        "gamma",
        "degree",
        "coef0",
        "generator",
    ]
    + ["vectors", "kernel_matrix", "distance_matrix", "dataset", "n", "noise", "seed", "factor"]
    + ["rbf", "poly", "linear", "sigmoid", "lift", "scale", "median", "iris", "rings", "circles"]
    + [
        "labels",
        "new",
        "missing",
        "drop",
        "header",
        "keep",
        "none",
        "lingoes",
        "my.csv",
        "s",
        "s-2",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
RIGHT = {
    "results": "r",
    "studies": {
        "s": {
            "data": {"generator": "rings", "n": 9, "noise": 0.1, "seed": 0},
            "kernel": {"name": "rbf", "gamma": 1.0},
            "components": 2,
        }
    },
}


@st.composite
def configurations(draw):
    """A right configuration with something put in, left out or exchanged, anywhere."""
    content = yaml.safe_load(yaml.safe_dump(RIGHT))
    for _ in range(draw(st.integers(1, 3))):
        node = content
        for _ in range(draw(st.integers(0, 3))):
            inner = [value for value in node.values() if isinstance(value, dict)]
            node = draw(st.sampled_from(inner)) if inner else node
        key = draw(st.sampled_from(sorted(node)) | WORDS) if node else draw(WORDS)
        if draw(st.booleans()):
            node.pop(key, None)
        else:
            node[key] = draw(VALUES)
    return yaml.safe_dump(content, allow_unicode=True)


@examples(3000)
@given(text=configurations() | st.text(max_size=40))
def test_any_configuration_is_valid_or_refused(tmp_path, text):
    path = tmp_path / "c.yaml"
    path.write_bytes(text.encode("utf-8", "replace"))
    try:
        assert load(path).studies
    except ConfigError as error:
        assert str(error).startswith(str(path))
        assert len(str(error)) < 20_000


SHAPES = st.tuples(st.integers(1, 9), st.integers(1, 4))
ENTRIES = st.one_of(
    st.integers(-2, 2).map(float),
    st.floats(-10, 10),
    st.floats(allow_nan=False, allow_infinity=False),
)
KERNELS = st.one_of(
    st.just({"name": "linear"}),
    st.just({"name": "lift"}),
    st.fixed_dictionaries({"name": st.just("rbf"), "gamma": st.sampled_from(["scale", "median"])}),
    st.fixed_dictionaries({"name": st.just("rbf"), "gamma": st.floats(1e-300, 1e300)}),
    st.fixed_dictionaries(
        {
            "name": st.just("poly"),
            "gamma": st.just("scale") | st.floats(1e-9, 1e9),
            "degree": st.integers(1, 100),
            "coef0": st.floats(0, 1e9),
        }
    ),
    st.fixed_dictionaries(
        {
            "name": st.just("sigmoid"),
            "gamma": st.just("scale") | st.floats(1e-9, 1e9),
            "coef0": st.floats(-1e9, 1e9),
        }
    ),
)


def _study(folder, array, **more):
    np.save(folder / "x.npy", array)
    try:
        with np.errstate(all="ignore"):
            return build("s", StudyConfig(**more), folder)
    except OURS as error:
        assert len(str(error)) < 2000
        return None


def _vectors(folder, array, **more):
    return _study(folder, array, data={"vectors": "x.npy"}, **more)


def _is_solved(study: Study):
    """Both formulations find the eigenvalues that LAPACK finds, within their own bounds."""
    data = study.data
    spectrum = np.linalg.eigvalsh(center(data.K))[::-1]
    by_kernel = dual.fit(data.K, study.components, data.element_error)
    assert np.abs(by_kernel.spectrum - spectrum).max() <= 2 * by_kernel.matrix_error
    for values in (by_kernel.scores, by_kernel.alpha, dual.place(by_kernel, data.K, data.K_new)):
        assert np.isfinite(values).all()
    try:
        by_distance = mds.fit(data.D2, study.components, data.distance_error)
    except RankError:
        return
    apart = np.abs(by_distance.spectrum - by_kernel.spectrum).max()
    assert apart <= by_distance.matrix_error + by_kernel.matrix_error


@examples(2500)
@given(
    array=SHAPES.flatmap(lambda shape: arrays(float, shape, elements=ENTRIES)),
    kernel=KERNELS,
    components=st.integers(1, 4),
    holdout=st.sampled_from([0, 0, 1, 3]),
    keep=st.booleans(),
)
def test_any_vectors_with_any_kernel_are_solved_or_refused(
    tmp_path, array, kernel, components, holdout, keep
):
    more = {"indefinite": "keep"} if keep else {}
    more |= {"kernel": kernel, "components": components, "holdout": holdout}
    study = _vectors(tmp_path, array, **more)
    if study is not None:
        _is_solved(study)


@st.composite
def squares(draw):
    """Square matrices: symmetric or nearly, positive, with a diagonal of zeros or not."""
    n = draw(st.integers(1, 7))
    A = draw(arrays(float, (n, n), elements=ENTRIES))
    with np.errstate(all="ignore"):
        A = A + A.T if draw(st.booleans()) else A
        A = np.abs(A) if draw(st.booleans()) else A
        A = A @ A.T if draw(st.booleans()) else A
    if draw(st.booleans()):
        np.fill_diagonal(A, 0.0)
    return A


@examples(1500)
@given(
    array=squares(),
    form=st.sampled_from(["kernel_matrix", "distance_matrix"]),
    components=st.integers(1, 3),
    correction=st.sampled_from(["none", "lingoes", "cailliez"]),
    keep=st.booleans(),
)
def test_any_matrix_is_solved_or_refused(tmp_path, array, form, components, correction, keep):
    more = {"correction": correction} if form == "distance_matrix" else {}
    more |= {"indefinite": "keep"} if keep else {}
    study = _study(tmp_path, array, data={form: "x.npy"}, components=components, **more)
    if study is not None:
        _is_solved(study)


@examples(300)
@given(
    array=st.tuples(st.integers(3, 9), st.integers(1, 4)).flatmap(
        lambda shape: arrays(
            float, shape, elements=st.integers(-2, 2).map(float) | st.floats(-9, 9)
        )
    ),
    kernel=KERNELS,
    components=st.integers(1, 3),
)
def test_every_statement_holds_on_any_vectors_that_are_accepted(
    tmp_path, array, kernel, components
):
    more = {"kernel": kernel, "components": components, "indefinite": "keep"}
    study = _vectors(tmp_path, array, **more)
    if study is not None:
        with np.errstate(all="ignore"):
            checks = of_study(study)
        assert [str(check) for check in checks if check.verdict == "fails"] == []
        # Data of a few equal numbers cannot distinguish every formula from its control.
        assert sum(check.agrees for check in checks) >= 0.7 * len(checks)
