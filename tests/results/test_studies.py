"""A study is read from its file; without one, a small one is made."""

from kpca.results import studies


def test_without_a_file_the_example_is_made():
    assert studies.load(None).name == "example"
