"""Classes of the samples of a matrix are those of a column of another table, by name."""

import numpy as np
import pytest

from kpca.studies import labels
from kpca.studies.build import begin
from kpca.studies.config.study import StudyConfig
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError


@pytest.fixture
def of(tmp_path):
    """The labels of samples in the text of a table, and the remarks."""

    def make(text, names, column=None):
        (tmp_path / "l.csv").write_text(text)
        return labels.of_samples(tmp_path / "l.csv", list(names), column, read)

    return make


FOUND = {
    "by name in another order": ("name,kind\nc,2\na,1\nb,1\n", "abc", None, "112"),
    "the column that is named": ("name,note,kind\nc,x,2\na,y,1\nb,x,3\n", "abc", "note", "yxx"),
    "by its number": ("name,note,kind\nc,x,2\na,y,1\nb,x,3\n", "abc", 3, "132"),
    "names in a later column": ("kind,name\n2,c\n1,a\n3,b\n", "abc", None, "132"),
    "without a header": ("c,2\na,1\nb,1\n", "abc", None, "112"),
    "without names, by position": ("u\nv\nw\n", "abc", None, "uvw"),
    "without names, below a header": ("kind\nu\nv\nw\n", "abc", None, "uvw"),
    "rows that only count": (",kind\n0,u\n1,v\n2,w\n", "abc", None, "uvw"),
    "rows that count, and samples that do": (",kind\n2,u\n3,v\n1,w\n", "123", None, "wuv"),
    "one row more": ("name,kind\nc,2\nd,9\na,1\nb,3\n", "abc", None, "132"),
}


@pytest.mark.parametrize("case", FOUND)
def test_labels_are_matched_by_name_else_by_position(case, of):
    text, names, column, expected = FOUND[case]
    found, remarks = of(text, names, column)
    assert "".join(found) == expected
    left_out = [remark for remark in remarks if "left out" in remark]
    assert left_out == (["labels: left out 1 row of no training sample: 'd'"] * ("more" in case))


@pytest.mark.parametrize("header", ["", "kind\n"])
def test_labels_without_names_are_those_of_the_samples_that_stay(header, tmp_path):
    (tmp_path / "l.csv").write_text(header + "u\nv\nw\nx\ny\n")
    path = np.array([0.0, 1.0, 4.0, 6.5, 11.0])
    np.savetxt(tmp_path / "d.csv", np.abs(path[:, None] - path), delimiter=",")
    data = {"distance_matrix": "d.csv", "labels": "l.csv", "omit_samples": [2, 5]}
    draft = begin("s", StudyConfig.model_validate({"data": data}), tmp_path)
    assert (draft.training.names, draft.training.labels) == (["1", "3", "4"], ["u", "w", "x"])
    placed = StudyConfig.model_validate({"data": data | {"place_omitted": True}})
    draft = begin("s", placed, tmp_path)
    assert (draft.new.names, draft.new.labels) == (["2", "5"], ["v", "y"])


def test_an_empty_cell_and_na_are_no_label_and_none_is_one(of):
    assert of("name,kind\nc,None\na,\nb,NA\n", "abc")[0] == ["no label", "no label", "None"]


def test_names_that_r_has_changed_are_known_again(of):
    found, remarks = of("name,kind\nX3rd,2\nSite.1,1\n", ["Site-1", "3rd"])
    assert found == ["1", "2"]
    assert "'Site-1' to 'Site.1'" in remarks[0]


def test_one_of_several_columns_is_asked_for(of):
    with pytest.raises(InputError, match="'site' and 'note' may have the classes") as asked:
        of("name,site,note\na,north,x\nb,south,y\nc,north,z\n", "abc")
    settings = [Setting("label_column", "site"), Setting("label_column", "note")]
    assert asked.value.message.settings == settings
