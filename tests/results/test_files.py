"""A result is replaced whole, or not at all."""

import pytest

from kpca.results.files import replacing


def test_a_file_is_replaced_at_the_end_and_not_before(tmp_path):
    path = tmp_path / "new" / "a.txt"
    with replacing(path) as temporary:
        temporary.write_text("one")
        assert not path.exists()
    assert path.read_text() == "one"
    with replacing(path) as temporary:
        temporary.write_text("two")
        assert path.read_text() == "one"
    assert [file.name for file in path.parent.iterdir()] == ["a.txt"]
    assert path.read_text() == "two"


def test_a_fault_leaves_the_file_as_it_was_and_nothing_else(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("one")
    with pytest.raises(OSError, match="full"), replacing(path) as temporary:  # noqa: PT012
        temporary.write_text("half")
        raise OSError("full")
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text() == "one"
