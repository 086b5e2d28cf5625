"""Distances of PHYLIP: square, lower triangle, wrapped, and with names of ten characters."""

import contextlib

import pytest

from kpca.studies.matrix import matrix
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError

D = [[0, 1, 2.5], [1, 0, 3], [2.5, 3, 0]]
FORMS = {
    "square": "3\nAlpha 0 1 2.5\nBeta 1 0 3\nGamma 2.5 3 0\n",
    "lower": "  3\nAlpha\nBeta 1\nGamma 2.5 3\n",
    "lower with a diagonal": "3\nAlpha 0\nBeta 1 0\nGamma 2.5 3 0\n",
    "wrapped": "3\nAlpha 0 1\n 2.5\nBeta 1 0\n 3\nGamma 2.5 3\n 0\n",
    "strict": "3\nAlpha x   0 1 2.5\nBeta y    1 0 3\nGamma z   2.5 3 0\n",
    "strict and wrapped": "3\nAlpha x   0 1\n  2.5\nBeta y    1\n  0 3\nGamma z   2.5\n 3\n 0\n",
    "strict without blanks": "3\nAlpha 5678012.5\n".replace("012.5", " 0 1 2.5")
    + "Beta 56789 1 0 3\nGamma 6789 2.5 3 0\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["phy", "dist"])
def test_every_form_gives_the_same_distances(form, ending, tmp_path):
    (tmp_path / f"t.{ending}").write_text(FORMS[form])
    given = matrix(read(tmp_path / f"t.{ending}", wider=0), "distance matrix")
    assert given.A.tolist() == D
    assert [name[0] for name in given.names] == ["A", "B", "G"]


TEXTS = FORMS | {
    "mash triangle": "\t3\nAlpha/long name 1.fna\nBeta/long name 2.fna\t1\nGamma\t2.5\t3\n",
    "mash with numbers": "\t3\n7\n4\t1\n9\t2.5\t3\n",
    "mash square": "3\nAlpha/long name 1.fna\t0\t1\t2.5\nBeta\t1\t0\t3\nGamma\t2.5\t3\t0\n",
}
NOT_WRAPPED = [form for form in TEXTS if "wrapped" not in form]


@pytest.mark.parametrize("form", NOT_WRAPPED)
@pytest.mark.parametrize("ending", ["tsv", "txt", "mat", "csv", "strange", "phy"])
def test_such_distances_are_recognized_whatever_the_ending_is(form, ending, tmp_path):
    (tmp_path / f"t.{ending}").write_text(TEXTS[form])
    table = read(tmp_path / f"t.{ending}", wider=0)
    given = matrix(table, "distance matrix")
    assert given.A.tolist() == D
    first = ["7", "4", "9"] if form == "mash with numbers" else ["A", "B", "G"]
    assert [name[0] for name in given.names] == first
    if ending != "phy":
        assert any("as PHYLIP and mash write distances" in remark for remark in table.remarks)
    if "long name" in TEXTS[form]:
        assert given.names[0] == "Alpha/long name 1.fna"


@pytest.mark.parametrize("form", NOT_WRAPPED)
def test_such_distances_that_are_given_as_a_table_are_asked_about(form, tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text(TEXTS[form])
    with pytest.raises(InputError, match="3 rows of distances, as PHYLIP and mash") as question:
        read(path)
    assert question.value.message.settings == [Setting("distance_matrix", str(path))]


@pytest.mark.parametrize(
    "text",
    ["3\n4\n5\n", "2\n1 5\n3 4\n", "2\nu v\n1 5\n7 4\n", "5\nu 1\nv 2\n"],
)
def test_a_table_below_a_number_is_no_such_matrix(text, tmp_path):
    (tmp_path / "t.txt").write_text(text)
    remarks = []
    with contextlib.suppress(InputError):
        remarks = read(tmp_path / "t.txt", wider=0, header=False).remarks
    assert not any("mash" in remark for remark in remarks)


@pytest.mark.parametrize(
    "text",
    [
        "3\nAlpha 0 1 2\nBeta 1 0\nGamma 2 3 0\n",
        "2 8\nAlpha ACGTACGT\nBeta ACGA\n",
        "2\n\t0\t1\nBeta\t1\t0\n",
        "a\nb\n",
        "3\n",
        "999999999\na 1\n",
        "\x1c0",
    ],
)
def test_other_content_is_refused(text, tmp_path):
    (tmp_path / "t.phy").write_text(text)
    with pytest.raises(InputError, match="not distances of PHYLIP; allowed: the number n of samp"):
        read(tmp_path / "t.phy", wider=0)
