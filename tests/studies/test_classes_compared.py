"""Gower's distance of numbers and texts: literal values of daisy, new samples, and stored ones."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from kpca.page.interactive import described
from kpca.results import files, studies
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.raw_table import NotOpenedError

TABLE = pd.DataFrame(
    {
        "height": [4.0, 1.0, 2.5, 7.0, 3.25],
        "soil": ["clay", "peat", "clay", "sand", "peat"],
        "lime": [10.0, 30.0, 15.0, 70.0, 42.0],
        "use": ["hay", "none", "none", "hay", "graze"],
    },
    index=pd.Index(["p1", "p2", "p3", "p4", "p5"], name="plot"),
)
BY_DAISY = {
    (0, 1): 0.70833333333333326,
    (0, 2): 0.33333333333333331,
    (1, 2): 0.375,
    (0, 3): 0.625,
    (1, 3): 0.91666666666666674,
    (2, 3): 0.91666666666666663,
    (0, 4): 0.6645833333333333,
    (1, 4): 0.39375,
    (2, 4): 0.64375,
    (3, 4): 0.7729166666666667,
}
"""daisy(TABLE, metric = "gower") of the package cluster 2.1.4, with texts as factors."""
NEW = pd.DataFrame(
    {
        "height": [10.0, 1.0, 3.5],
        "soil": ["sand", "loam", "loam"],
        "lime": [20.0, 30.0, 75.0],
        "use": ["burnt", "none", "mown"],
    },
    index=pd.Index(["n1", "n2", "n3"], name="plot"),
)
OF_NEW = np.array([[6 / 6 + 1 + 10 / 60 + 1, 9 / 6 + 1 + 10 / 60 + 1, 7.5 / 6 + 1 + 5 / 60 + 1]])
"""Four times the distances of n1 to p1, p2 and p3, by hand: "burnt" differs from every use."""
KEYS = {"data": {"vectors": "plots.csv", "distance": "gower"}, "components": 2}


@pytest.fixture
def folder(tmp_path):
    TABLE.to_csv(tmp_path / "plots.csv")
    NEW.to_csv(tmp_path / "new.csv")
    return tmp_path


def _built(folder, **data):
    more = {key: data.pop(key) for key in list(data) if key in StudyConfig.model_fields}
    keys = KEYS | more | {"data": KEYS["data"] | data, "statements": "none"}
    return build("s", StudyConfig(**keys), folder)


def test_distances_of_numbers_and_texts_are_those_of_daisy(folder):
    study = _built(folder)
    for (i, j), distance in BY_DAISY.items():
        assert study.data.D[i, j] == pytest.approx(distance, abs=1e-15)
        assert study.data.D[j, i] == study.data.D[i, j]
    assert study.named_columns == ("height", "soil", "lime", "use")
    planted = (3 / 6 + 1 / 2 + 20 / 60 + 1 / 2) / 4
    assert abs(planted - BY_DAISY[0, 1]) > 0.1, "the control: numbers of classes in their range"
    (remark,) = [remark for remark in study.remarks if "equal or different" in str(remark)]
    assert "'soil' (3 classes) and 'use' (3 classes)" in str(remark)


def test_a_class_that_no_training_sample_has_differs_from_all(folder):
    study = _built(folder, new="new.csv")
    np.testing.assert_allclose(study.data.D_new[:1, :3], OF_NEW / 4, rtol=1e-14)
    # n2 has the numbers and the use of p2, and another soil.
    assert study.data.D_new[1, 1] == pytest.approx(0.25, abs=1e-15)
    # n2 and n3 have the same new soil, and other uses.
    expected = (2.5 / 6 + 0 + 45 / 60 + 1) / 4
    assert study.data.D_pairs[1, 2] == pytest.approx(expected, abs=1e-15)
    old = _built(folder)
    np.testing.assert_array_equal(study.data.D, old.data.D)


@pytest.mark.parametrize("new", [None, "new.csv"])
def test_raw_rows_of_a_stored_study_have_the_same_classes(folder, new):
    study = _built(folder, new=new, correction="lingoes")
    files.write(studies.to_tree(study), folder / "study.nc")
    stored = studies.load(folder / "study.nc")
    assert stored.origin.classes == study.origin.classes
    opened = replace(stored, solved=study.solved)
    turned = TABLE[TABLE.columns[::-1]]
    np.testing.assert_allclose(opened.place(turned), study.solution.scores, rtol=0, atol=1e-12)
    as_array = opened.place(TABLE.to_numpy(dtype=object))
    np.testing.assert_array_equal(as_array, opened.place(turned))
    unseen = TABLE.assign(soil=["bog"] * 5, use=[" hay", "none", "none", "hay", "graze"])
    of_file = _built(folder, new="new.csv", correction="lingoes")
    if new:
        expected = of_file.new_samples.iloc[:, 1:]
        np.testing.assert_allclose(opened.place(NEW), expected, rtol=0, atol=1e-12)
    moved = np.abs(opened.place(unseen).to_numpy() - study.solution.scores)
    assert moved.max(axis=1).min() > 1e-3, "another soil"
    with pytest.raises(NotOpenedError, match="row 2 has nan for 'soil'; .*missing"):
        opened.place(TABLE.assign(soil=["clay", None, "clay", "sand", "peat"]))
    without = pd.Series(["clay", "peat", None, "sand", "peat"], TABLE.index, dtype=object)
    with pytest.raises(NotOpenedError, match="row 3 has nan for 'soil'; .*missing"):
        opened.place(TABLE.assign(soil=without))


def test_the_page_has_the_columns_of_numbers_only(folder):
    study = _built(folder)
    names, X, _ = study.table
    assert names == ("height", "lime")
    np.testing.assert_array_equal(X, TABLE[["height", "lime"]])
    about = described([study], ["s"])
    assert [column.name for column in about.columns] == ["height", "lime"]


def test_columns_of_texts_only_have_the_share_of_those_that_differ(folder):
    study = _built(folder, columns=["soil", "use"])
    assert study.data.D[0].tolist() == [0.0, 1.0, 0.5, 0.5, 1.0]
    assert study.table[0] == ()


def test_names_labels_and_texts_that_differ_for_all_samples_are_no_data(folder):
    TABLE.assign(note=["a b", "c", "d", "e f", "g"]).to_csv(folder / "plots.csv")
    study = _built(folder, labels="use")
    assert study.named_columns == ("height", "soil", "lime")
    assert study.labels == list(TABLE["use"])
    assert "left out, because each has another text for each sample: 'note'" in study.remarks
    named = _built(folder, columns=["lime", "note"])
    assert named.named_columns == ("lime", "note")
    omitted = _built(folder, omit=["soil", "note"])
    assert omitted.named_columns == ("height", "lime", "use")


def test_other_distances_and_kernels_leave_texts_out_as_ever(folder):
    for keys in ({"distance": "cityblock"}, {"distance": None, "kernel": "linear"}):
        study = _built(folder, **keys)
        assert study.named_columns == ("height", "lime")
        (remark,) = [str(one) for one in study.remarks if "no cell is a number" in str(one)]
        assert "'soil' and 'use'" in remark


def test_a_missing_class_is_a_missing_value(folder):
    TABLE.assign(soil=["clay", "", "clay", "sand", "peat"]).to_csv(folder / "plots.csv")
    study = _built(folder, missing="drop")
    assert study.names == ["p1", "p3", "p4", "p5"]
    # Without p2, the range of the heights is 4.5.
    expected = (1.5 / 4.5 + 0 + 5 / 60 + 1) / 4
    assert study.data.D[0, 1] == pytest.approx(expected, abs=1e-15)


def test_standardized_numbers_have_the_same_distances_and_texts_stay(folder):
    TABLE.assign(country="all").to_csv(folder / "plots.csv")
    plain, standardized = (_built(folder, standardize=on) for on in (False, True))
    np.testing.assert_allclose(standardized.data.D, plain.data.D, rtol=0, atol=1e-15)
    np.testing.assert_allclose(standardized.table[1], plain.table[1], rtol=1e-14)
    numbers = standardized.origin.numbers
    assert numbers["table_row"][:, [1, 3]].T.tolist() == [[0, 1, 0, 2, 1], [0, 1, 1, 0, 2]]
    assert numbers["column_mean"][[1, 3]].tolist() == [0, 0]
    assert numbers["column_deviation"][[1, 3]].tolist() == [1, 1]


def test_held_out_samples_are_compared_with_the_ranges_of_the_others(folder):
    study = _built(folder, holdout=1, components=1)
    of = TABLE.loc[study.names]
    (name,) = study.new_names
    new = TABLE.loc[name]
    expected = [
        sum(abs(new[key] - row[key]) / np.ptp(of[key]) for key in ("height", "lime"))
        + sum(new[key] != row[key] for key in ("soil", "use"))
        for _, row in of.iterrows()
    ]
    np.testing.assert_allclose(study.data.D_new[0], np.array(expected) / 4, rtol=1e-14)


def test_files_without_a_header_have_their_classes_by_position(folder):
    TABLE.to_csv(folder / "plots.csv", header=False)
    NEW.to_csv(folder / "new.csv", header=False, index=False)
    study = _built(folder, new="new.csv", header=False)
    assert study.origin.classes_of["3"] == ["clay", "peat", "sand", "loam"]
    np.testing.assert_allclose(study.data.D_new[:1, :3], OF_NEW / 4, rtol=1e-14)
