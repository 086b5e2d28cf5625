"""Columns that are not data are kept if they can color the samples."""

import numpy as np
import pytest

from kpca.tables import metadata
from kpca.tables.columns import samples
from kpca.tables.omitted import Omitted
from kpca.tables.read import read
from kpca.tables.rows import Missing

TABLE = """name,u,v,site,sex,day,remark,batch,grade,still,void
a,1,7,east,f,7.3.2021,first,3,1.5,yes,
b,2.5,1,west,m,15.12.2020,second,1,NA,yes,
c,4,6,east,NA,,third,2,2.5,yes,
d,-3,2,west,m,8.3.2021,fourth,1,0.5,yes,
"""


@pytest.fixture
def read_table(tmp_path):
    def table(text):
        (tmp_path / "t.csv").write_text(text)
        return read(tmp_path / "t.csv")

    return table


def _shown(given, new=None):
    """The columns that color a map, as lists."""
    new, m = ({}, 0) if new is None else (new.metadata, len(new.names))
    return {name: of.tolist() for name, of in metadata.joined(given.metadata, new, m).items()}


def test_numbers_dates_and_texts_that_repeat_color_a_map(read_table):
    found = _shown(samples(read_table(TABLE), columns=["u", "v"]))
    np.testing.assert_array_equal(found.pop("grade"), [1.5, np.nan, 2.5, 0.5])
    assert found == {
        "site": ["east", "west", "east", "west"],
        "sex": ["f", "m", "", "m"],
        "day": ["2021-03-07", "2020-12-15", "", "2021-03-08"],
        "batch": [3, 1, 2, 1],
    }


def test_columns_that_are_data_are_not_kept_again(read_table):
    given = samples(read_table(TABLE), omit=["grade"])
    assert given.columns == ["u", "v", "batch"]
    assert [*_shown(given)] == ["site", "sex", "day", "grade"]


def test_they_are_those_of_the_samples_that_are_used(read_table):
    table = read_table(TABLE.replace("a,1,7", "a,1,NA"))
    given = samples(table, columns=["u", "v"], missing=Missing("drop"), omitted=Omitted(("b",)))
    assert given.names == ["c", "d"]
    assert given.metadata["batch"].tolist() == [2, 1]
    assert given.taken([1]).metadata["remark"].tolist() == ["fourth"]


@pytest.mark.parametrize("key", [{}, {"names": "day"}])
def test_names_that_are_dates_have_an_order_and_other_names_say_nothing_more(key, read_table):
    days = ["2021-03-07", "2021-03-01", "2021-03-09"]
    rows = "".join(f"{day},{k},{k * k}\n" for k, day in enumerate(days))
    given = samples(read_table("day,u,v\n" + rows), **key)
    assert given.names == days
    assert _shown(given) == {"day": days}
    other = samples(read_table("day,u,v\n" + rows.replace("2021-03-0", "day ")), **key)
    assert _shown(other) == {}


def test_of_a_table_with_many_values_the_first_columns_are_kept(read_table, monkeypatch):
    monkeypatch.setattr(metadata, "MOST", 8)
    assert [*samples(read_table(TABLE), columns=["u", "v"]).metadata] == ["site", "sex"]


def test_new_samples_stand_behind_and_lack_what_their_table_lacks(read_table):
    given = samples(read_table(TABLE), columns=["u", "v"])
    new = "name,u,v,site,day,batch,grade,more\ne,1,1,east,3.4.2021,5,high,1\n"
    found = _shown(given, samples(read_table(new), columns=["u", "v"]))
    np.testing.assert_array_equal(found.pop("grade"), [1.5, np.nan, 2.5, 0.5, np.nan])
    assert {name: values[-1] for name, values in found.items()} == {
        **{"site": "east", "sex": "", "day": "2021-04-03", "batch": 5, "still": ""}
    }
    assert [len(values) for values in found.values()] == [5] * 5
