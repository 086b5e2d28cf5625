"""The table of the kernels in the documentation is made from the kernels."""

from small_project import ROOT

from kpca.kernels import KERNELS
from kpca.studies.config import table

README = (ROOT / "config/README.md").read_text(encoding="utf-8")


def test_the_documentation_has_the_table_as_it_is():
    assert table.BLOCK.findall(README) == [table.text()]


def test_every_kernel_has_a_row_with_its_formula_and_its_words():
    rows = table.text().splitlines()[2:]
    assert len(rows) == len(KERNELS)
    for kind, row in zip(KERNELS, rows, strict=True):
        assert row.startswith(f"| `{kind.name}` | {kind.notation} |")
        assert all(f"`{word}`: {rule.meaning}" in row for word, rule in kind.words.items())


def test_only_the_lines_between_the_marks_are_replaced(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("a\n<!-- kernels -->\nold\nrows\n<!-- end of kernels -->\nb\n")
    table.main(str(path))
    expected = f"a\n<!-- kernels -->\n{table.text()}<!-- end of kernels -->\nb\n"
    assert path.read_text() == expected
