"""A table that several studies ask for is read once, and its hash is that of the bytes read."""

import gzip
from hashlib import sha256

import pytest

from kpca.tables.once import Once

TEXT = b"height,kind\n1.5,u\n2.5,v\n3.5,v\n"


@pytest.fixture
def path(tmp_path):
    (tmp_path / "t.csv").write_bytes(TEXT)
    return tmp_path / "t.csv"


def test_a_table_is_read_again_for_other_options_only(path):
    once = Once()
    table = once.read(path, decimal=None)
    assert once.read(path.parent / "." / "t.csv", decimal=None) is table
    assert once.read(path, decimal=None, named=("kind",)) is table, "the header has this name"
    headless = once.read(path, decimal=None, header=False)
    assert (table.names, headless.names) == (["height", "kind"], ["1", "2"])
    assert once.read(path, decimal=None) is table


def test_a_named_column_that_the_header_does_not_have_may_change_how_a_file_is_read(tmp_path):
    path = tmp_path / "t.raw"
    path.write_text("IID SEX a\ns1 1 0\ns2 2 1\n")
    once = Once()
    assert once.read(path).names == ["a"]
    named = once.read(path, named=("SEX",))
    assert named.names == ["SEX", "a"]
    assert once.read(path, named=("SEX",)) is named


def test_the_numbers_of_columns_without_a_header_are_no_names_that_it_has(path):
    """A first row with a number is a header only if it has a name that somebody wants."""
    path.write_bytes(b"u,2\nu,1.5\nv,2.5\nv,3.5\n")
    once = Once()
    headless = once.read(path, header=False)
    assert headless.names == ["1", "2"]
    again = once.read(path, header=False, named=("2",))
    assert again is not headless
    assert once.read(path, header=False, named=("2",)) is again


def test_a_table_that_was_forgotten_is_read_again_and_its_hash_stays(path):
    once = Once()
    assert once.sha256(path) == ""
    table = once.read(path)
    once.forget()
    path.write_bytes(TEXT + b"4.5,w\n")
    assert once.sha256(path) == sha256(TEXT).hexdigest(), "of the bytes that were read"
    again = once.read(path)
    assert (len(table), len(again)) == (3, 4)
    assert once.sha256(path) == sha256(TEXT + b"4.5,w\n").hexdigest()


def test_a_table_of_another_shape_has_the_hash_of_its_file_and_one_in_an_archive_has_none(path):
    once = Once()
    path.write_bytes(b"of,a,b\nu,1,2\nv,3,4\nw,5,6\n")
    assert once.read(path, transpose=True).names == ["u", "v", "w"]
    assert once.sha256(path) == sha256(path.read_bytes()).hexdigest()
    packed = path.with_name("t.csv.gz")
    packed.write_bytes(gzip.compress(TEXT))
    assert once.read(packed).names == ["height", "kind"]
    assert once.sha256(packed) == ""
