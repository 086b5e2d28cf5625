"""Texts are dates only if there is one way to read them."""

import pytest

from kpca.tables.dates import dates


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["2021-03-07", "1999-12-31"], ["2021-03-07", "1999-12-31"]),
        (["2021/3/7", "1999/12/31"], ["2021-03-07", "1999-12-31"]),
        (["7.3.2021", "31.12.1999"], ["2021-03-07", "1999-12-31"]),
        (["3/7/2021", "12/31/1999"], ["2021-03-07", "1999-12-31"]),
        (["7/3/2021", "31/12/1999"], ["2021-03-07", "1999-12-31"]),
        (["07-Mar-2021", "31-Dec-1999"], ["2021-03-07", "1999-12-31"]),
        (["March 7, 2021", "", "December 31, 1999"], ["2021-03-07", "", "1999-12-31"]),
        (["7.3.2021 14:05", "8.3.2021 0:00"], ["2021-03-07T14:05:00", "2021-03-08T00:00:00"]),
        (["2021-03-07 00:00:00", "2021-03-08 00:00:00"], ["2021-03-07", "2021-03-08"]),
        (["2021-03-07T23:30:00-02:00"], ["2021-03-08T01:30:00"]),
        (["5/5/2021", "6/6/2021"], ["2021-05-05", "2021-06-06"]),
    ],
)
def test_dates_are_read_in_the_one_form_that_fits(texts, expected):
    assert dates(texts) == expected
    assert dates(expected) == expected


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(["3/7/2021", "8/4/2021"], id="day or month first"),
        pytest.param(["31/12/1999", "12/31/1999"], id="two forms"),
        pytest.param(["7.3.21", "31.12.99"], id="which century"),
        pytest.param(["2021", "2022"], id="years"),
        pytest.param(["2021-03-07", "soon"], id="one text"),
        pytest.param(["2021-03-07T10:00", "2021-03-07T10:00+01:00"], id="one offset"),
        pytest.param(["30.2.2021"], id="no such day"),
        pytest.param(["batch 2021"], id="a text with a year"),
        pytest.param(["", ""], id="nothing"),
    ],
)
def test_texts_in_doubt_are_no_dates(texts):
    assert dates(texts) is None
