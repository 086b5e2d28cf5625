"""Cells that are no numbers: rows of texts, and what is offered for them."""

import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.omitted import Omitted
from kpca.tables.read import read
from kpca.tables.rows import Missing
from kpca.tables.table import InputError

ROWS = "name,a,b,c\n{}u,1.5,7,4\nv,2.5,{},9\nw,8.5,4,2\nx,3.5,9,5\n"

OF_TEXTS = {
    "units of some columns": ("kind,mg/L,,ppm\n", "3", ["kind"], []),
    "two rows": ("kind,mg/L,%,ppm\nby,me,you,me\n", "3", ["kind", "by"], []),
    "a word for a missing value, too": ("kind,mg/L,%,ppm\n", "n.d.", ["kind"], ["n.d."]),
    "a text in one column only": ("kind,mg/L,,\n", "3", None, ["mg/L"]),
    "a number among the texts": ("kind,mg/L,%,5\n", "3", None, ["mg/L", "%"]),
    "as many texts as numbers": ("".join(f"k{k},p,q,r\n" for k in range(4)), "3", None, None),
}


WAYS = {
    "units of some columns": [Setting("header", 2)],
    "two rows": [Setting("header", 2)],
    "a word for a missing value, too": [Setting("header", 2)],
}
"""Other ways of some cases: a row of texts that differ may have the names of the columns."""


@pytest.mark.parametrize("case", OF_TEXTS)
def test_rows_of_texts_in_columns_of_numbers_are_offered_to_be_left_out(case, tmp_path):
    above, cell, rows, words = OF_TEXTS[case]
    (tmp_path / "t.csv").write_text(ROWS.format(above, cell))
    with pytest.raises(InputError) as refused:
        samples(read(tmp_path / "t.csv"))
    settings = refused.value.message.settings
    if rows is None:
        assert "omit_samples" not in [one.key for one in settings]
        assert words is None or settings[0] == Setting("missing_values", words)
        return
    of_words = [Setting("missing_values", words), Setting("missing", "drop")] if words else []
    assert settings == [Setting("omit_samples", rows), *of_words, *WAYS.get(case, [])]
    assert "line 2: 'mg/L'" in str(refused.value)
    taken = read(tmp_path / "t.csv", missing_values=(*words,))
    given = samples(taken, omitted=Omitted(rows), missing=Missing("drop"))
    assert given.names == ["u", "w", "x"] if words else ["u", "v", "w", "x"]
    assert given.X[0].tolist() == [1.5, 7, 4]


def test_many_rows_of_texts_are_a_part_of_the_table(tmp_path):
    """Thirteen rows of twenty-nine."""
    rows = "".join(f"k{k},p,q\n" for k in range(13)) + "".join(f"s{k},{k},7\n" for k in range(16))
    (tmp_path / "t.csv").write_text("name,a,b\n" + rows)
    with pytest.raises(InputError) as refused:
        samples(read(tmp_path / "t.csv"))
    assert [one.key for one in refused.value.message.settings][:1] == ["missing_values"]
    (tmp_path / "t.csv").write_text("name,a,b\n" + rows.split("\n", 1)[1])
    with pytest.raises(InputError) as refused:
        samples(read(tmp_path / "t.csv"))
    assert refused.value.message.settings[0] == Setting(
        "omit_samples", [f"k{k}" for k in range(1, 13)]
    )


OTHER_WAYS = {
    "names": ("name,a,b,c\nkind,p,q,r\n", ["omit_samples", "header"]),
    "names below columns without one": ("name,a,,c\nkind,p,q,r\n", ["header", "omit_samples"]),
    "classes of columns": ("name,a,b,c,d\nkind,p,q,q,p\n", ["omit_samples", "transpose"]),
    "numbers with a flag": ("name,a,b,c\nkind,1.2*,3.4*,5*\n", []),
    "one unit": ("name,a,b,c,d\nkind,q,q,q,q\n", ["omit_samples"]),
    "units": ("name,a,b,c,d\nkind,q,p,q,q\n", ["omit_samples"]),
}


@pytest.mark.parametrize("case", OTHER_WAYS)
def test_a_row_of_texts_may_be_a_header_or_have_the_classes_of_samples(case, tmp_path):
    above, keys = OTHER_WAYS[case]
    width = above.split("\n")[0].count(",")
    rows = [f"s{i}," + ",".join(str(i * (j + 1) % 7) for j in range(width)) for i in range(1, 6)]
    (tmp_path / "t.csv").write_text(above + "\n".join(rows) + "\n")
    with pytest.raises(InputError) as refused:
        samples(read(tmp_path / "t.csv"))
    settings = refused.value.message.settings
    assert [one.key for one in settings if one.key in ("omit_samples", *keys)] == keys
    assert all(one.value == 2 for one in settings if one.key == "header")


def test_a_number_with_a_flag_means_no_missing_value(tmp_path):
    (tmp_path / "t.csv").write_text("name,a,b\nu,:,7\nv,2.5,11.2 b\nw,8.5,4\nx,1,2\n")
    with pytest.raises(InputError, match="':' is not a number") as refused:
        samples(read(tmp_path / "t.csv"))
    assert refused.value.message.settings[0] == Setting("missing_values", [":"])
