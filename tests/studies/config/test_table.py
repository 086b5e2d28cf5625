"""The tables of the documentation that are made from the code are up to date."""

from small_project import ROOT

import configuration
from kpca.kernels import KERNELS
from kpca.tables.readers.registry import READERS

README = (ROOT / "config/README.md").read_text(encoding="utf-8")


def test_the_documentation_has_the_tables_as_they_are():
    expected = [(name, rows()) for name, rows in configuration.TABLES.items()]
    assert sorted(configuration.BLOCK.findall(README)) == sorted(expected), (
        "run: python docs/contributing/configuration.py"
    )


def test_every_file_that_is_read_has_a_row_with_its_kind_and_its_ending():
    rows = configuration.files().splitlines()
    for ending, reader in READERS.items():
        assert sum(row.startswith(f"| {reader.kind} | ") and f"`{ending}`" in row for row in rows)


def test_every_kernel_has_a_row_with_its_formula_and_its_words():
    rows = configuration.kernels().splitlines()[2:]
    assert len(rows) == len(KERNELS)
    for kind, row in zip(KERNELS, rows, strict=True):
        assert row.startswith(f"| `{kind.name}` | {kind.notation} |")
        assert all(f"`{word}`: {rule.meaning}" in row for word, rule in kind.words.items())


def test_only_the_lines_between_the_marks_are_replaced():
    page = "a\n<!-- kernels -->\nold\nrows\n<!-- end of kernels -->\nb\n"
    expected = f"a\n<!-- kernels -->\n{configuration.kernels()}<!-- end of kernels -->\nb\n"
    assert configuration.with_tables(page) == expected
