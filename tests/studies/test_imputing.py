"""Missing values of a table are predicted, new samples like training ones, and it is stated."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from kpca.choosing import imputation
from kpca.kernels import RBF, Linear
from kpca.results import studies
from kpca.studies import imputing, steps
from kpca.studies.build import begin, build, is_small
from kpca.studies.config.data import VectorFile
from kpca.studies.config.study import StudyConfig
from kpca.studies.origin import Origin
from kpca.studies.raw_table import NotOpenedError
from kpca.tables.samples import Samples

RNG = np.random.default_rng(3)
FACTOR = RNG.normal(size=24)
FACTOR[5] = 1.75
X = np.column_stack([4.0 + FACTOR, 90.0 - 20.0 * FACTOR, 2.0 * FACTOR, RNG.normal(size=24)])
NAMES = [f"day {i}" for i in range(24)]


def _written(path, X, names, **more):
    frame = pd.DataFrame(X, index=pd.Index(names, name="day"), columns=list("abcd"))
    frame.assign(**more).to_csv(path)
    return frame


def _built(folder, kernel="linear", **data):
    data = {"vectors": "t.csv", "missing": "impute"} | data
    return build("s", StudyConfig(data=data, components=1, kernel=kernel), folder)


@pytest.fixture
def folder(tmp_path):
    holed = X.copy()
    holed[5, 1] = holed[9, 0] = holed[9, 2] = np.nan
    _written(tmp_path / "t.csv", holed[:20], NAMES[:20])
    holed[21, 2] = np.nan
    _written(tmp_path / "new.csv", holed[20:], NAMES[20:])
    return tmp_path


def test_values_are_predicted_and_the_remark_states_the_error_and_that_of_the_means(folder):
    study = _built(folder)
    assert abs(study.data.X[5, 1] - X[5, 1]) < 2.0
    mean = np.delete(X[:20, 1], 5).mean()
    assert abs(mean - X[5, 1]) > 2.0, "the control: the mean of the column"
    known = np.ones((20, 4), dtype=bool)
    known[5, 1] = known[9, 0] = known[9, 2] = False
    assert (study.data.X[known] == X[:20][known]).all()
    (remark,) = [text for text in study.remarks if text.startswith("imputed")]
    assert remark.startswith("imputed: 3 values of 2 training samples (day 5, day 9); known")
    assert "18 complete samples, hidden in turn" in remark
    holed = X[:20].copy()
    holed[5, 1] = holed[9, 0] = holed[9, 2] = np.nan
    _, error = imputation.learned(holed)
    assert error.error < error.of_means
    assert f"error of {error.error:.3g} standard deviations of their column" in remark
    assert f"and by the column means with {error.of_means:.3g}" in remark
    assert "of 18 complete training samples" in study.origin.preparation


def test_new_samples_are_predicted_from_the_training_samples(folder):
    study = _built(folder, new="new.csv")
    assert "and 1 value of 1 new samples (day 21)" in " ".join(study.remarks)
    complete = np.delete(X[:20], [5, 9], axis=0)
    assert study.origin.numbers["complete_row"].tolist() == complete.tolist()
    opened = replace(studies.from_tree(studies.to_tree(study)), solved=study.solved)
    raw = pd.read_csv(folder / "new.csv", index_col=0)
    expected = opened.new_samples.iloc[:, 1:]
    np.testing.assert_allclose(opened.place(raw), expected, rtol=0, atol=1e-12)
    dropped = _built(folder, missing="drop")
    with pytest.raises(NotOpenedError, match="row 2 has nan for 'c'"):
        dropped.place(raw)
    raw.iloc[0, 0] = np.inf
    with pytest.raises(NotOpenedError, match="row 1 has inf for 'a'"):
        opened.place(raw)


@pytest.mark.parametrize(
    ("missing", "most", "columns", "samples", "remarks"),
    [
        ("impute", None, "abd", 11, ["'c'", "1 of 12 samples"]),
        ("impute", 0.7, "abcd", 11, ["1 of 12 samples left out for more than 70% missing"]),
        ("impute", 0.2, "abd", 10, ["more than 20% of its values missing: 'c'", "2 of 12"]),
        ("drop", 0.5, "abd", 10, ["more than 50% of its values missing: 'c'", "2 of 12"]),
        ("drop", None, "abcd", 3, ["9 of 12 samples left out for missing values"]),
    ],
)
def test_columns_then_samples_with_many_missing_values_are_left_out_by_name(
    tmp_path, missing, most, columns, samples, remarks
):
    holed = X[:12].copy()
    holed[:7, 2] = np.nan
    holed[11] = np.nan
    holed[10, 0] = np.nan
    holed[11, 3] = 1.25
    _written(tmp_path / "t.csv", holed, NAMES[:12])
    draft = begin("s", _config(missing, most), tmp_path)
    assert draft.training.columns == list(columns)
    assert len(draft.training.names) == samples
    assert draft.origin.left_out[1:] == (
        (("c", f"more than {most or 0.5:.0%} of its values missing"),) if columns == "abd" else ()
    )
    text = "; ".join(draft.remarks)
    assert all(part in text for part in remarks), text


def _config(missing, most):
    data = {"vectors": "t.csv", "missing": missing}
    data |= {} if most is None else {"most_missing": most}
    return StudyConfig(data=data, kernel="linear", components=1)


@pytest.mark.parametrize(
    ("missing", "most", "expected"),
    [
        ("impute", None, (0.5, 0.5)),
        ("impute", 0.0, (0.0, 0.0)),
        ("impute", 0.3, (0.3, 0.3)),
        ("drop", None, (1.0, 0.0)),
        ("drop", 0.0, (0.0, 0.0)),
        ("drop", 0.3, (0.3, 0.0)),
        ("refuse", None, (1.0, 0.0)),
    ],
)
def test_a_share_holds_for_columns_and_of_imputed_tables_for_samples(missing, most, expected):
    given = _config(missing, most).data.on_missing
    assert (given.rule, given.most_of_columns, given.most_of_samples) == (missing, *expected)


def test_held_out_samples_take_no_part_in_the_predictions(folder):
    data = {"vectors": "t.csv", "missing": "impute"}
    study = build("s", StudyConfig(data=data, components=1, kernel="linear", holdout=6), folder)
    rows = study.origin.numbers["complete_row"].tolist()
    complete = set(study.names) - {"day 5", "day 9"}
    assert len(rows) == len(complete) < 18
    held_out = [X[NAMES.index(name)].tolist() for name in study.new_names]
    assert not [row for row in held_out if row in rows]


def test_new_samples_without_a_header_have_the_columns_that_are_left(tmp_path):
    holed = X.copy()
    holed[:15, 2] = np.nan
    pd.DataFrame(holed[:20]).to_csv(tmp_path / "t.csv", header=False, index=False)
    pd.DataFrame(X[20:]).to_csv(tmp_path / "new.csv", header=False, index=False)
    study = _built(tmp_path, new="new.csv", header=False)
    assert study.data.X_new.tolist() == X[20:][:, [0, 1, 3]].tolist()


def test_a_study_that_predicts_values_is_not_built_before_the_run(folder):
    assert not is_small(begin("s", _config("impute", None), folder))
    assert is_small(begin("s", _config("drop", None), folder))


CURVE_RNG = np.random.default_rng(4)
T = CURVE_RNG.uniform(-1.0, 1.0, 90)
CURVE = np.column_stack([np.cos(3.0 * T), np.sin(3.0 * T), T**2, np.cos(5.0 * T)])


@pytest.mark.parametrize(
    ("points", "kernel"),
    [(CURVE, RBF), (X, Linear), (np.random.default_rng(1).normal(size=(60, 4)), None)],
    ids=["gaussian", "linear", "means"],
)
def test_the_stored_numbers_are_the_rule_that_was_learned(points, kernel):
    """For a Gaussian kernel with gamma below 1, the linear kernel, and the column means."""
    holed = points.copy()
    holed[3, 1] = holed[7, 0] = np.nan
    n = len(points)
    given = Samples(holed, list("abcd"), [f"s{i}" for i in range(n)], n * [""])
    text, numbers, _ = imputing.learned(VectorFile(vectors="t.csv"), given, None)
    rule, _ = imputation.learned(holed)
    if kernel is None:
        assert rule.components == 0
    else:
        assert isinstance(rule.kernel, kernel)
        assert rule.components > 0
    if kernel is RBF:
        assert rule.kernel.gamma < 1.0
    found = steps.prepared(given, Origin().then(text, **numbers), "t.csv").X
    np.testing.assert_array_equal(found, rule.filled(holed))
