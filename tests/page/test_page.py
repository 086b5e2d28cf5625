"""A page is one file: what it holds cannot end the element that it stands in."""

from types import SimpleNamespace

import pytest

from kpca.page import page, verdict


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ('a = "</script>"; b < c', r'a = "<\/script>"; b < c'),
        ("if (a <!--b) c", r"if (a <\!--b) c"),
    ],
)
def test_a_script_inside_a_page_ends_neither_its_element_nor_begins_a_comment(
    text, inside, tmp_path
):
    path = tmp_path / "a.js"
    path.write_text(text)
    assert page._inside(path) == inside


def test_a_long_table_is_a_link_to_its_file_and_a_short_one_is_inside(monkeypatch):
    monkeypatch.setattr(page, "MOST_BYTES", 5)
    assert page._address("a.csv", "äöü") == "a.csv", "in bytes"
    assert page._address("a.csv", "äö1") == "data:text/csv;charset=utf-8;base64,w6TDtjE="


@pytest.mark.parametrize("name", ["O'Brien", "it's \"x\". 'Y", "far out.", "5 more"])
def test_odd_samples_are_found_in_the_verdict_whatever_the_letters_of_their_names(
    name, monkeypatch
):
    monkeypatch.setattr(page.odd, "named", lambda studies: [name, "u"])
    quoted = verdict.quoted(name)
    line = f"One cloud. 'u' and 2 more make an axis. {quoted}, 'u' and 3 more are far out."
    begin, rest = page._begin_and_rest(line, SimpleNamespace(names=["u", "v", name]))
    assert begin + "".join(part for part, _ in rest) == line
    assert [one for one in rest if one[1]] == [(quoted, [2]), ("'u'", [0]), ("3 more", [2, 0])]
