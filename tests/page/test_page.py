"""A page is one file: what it holds cannot end the element that it stands in."""

import pytest

from kpca.page import page


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('a = "</script>"; b < c', r'a = "<\/script>"; b < c'),
        ("if (a <!--b) c", r"if (a <\!--b) c"),
    ],
)
def test_a_script_inside_a_page_ends_neither_its_element_nor_begins_a_comment(text, inside):
    assert page._inside(text) == inside


def test_a_long_table_is_a_link_to_its_file_and_a_short_one_is_inside(monkeypatch):
    monkeypatch.setattr(page, "MOST_BYTES", 5)
    assert page._address("a.csv", "äöü") == "a.csv", "in bytes"
    assert page._address("a.csv", "äö1") == "data:text/csv;charset=utf-8;base64,w6TDtjE="
