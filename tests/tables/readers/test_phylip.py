"""Distances of PHYLIP: square, lower triangle, wrapped, and with names of ten characters."""

import pytest

from kpca.studies.matrix import matrix
from kpca.tables.read import read
from kpca.tables.table import InputError

D = [[0, 1, 2.5], [1, 0, 3], [2.5, 3, 0]]
FORMS = {
    "square": "3\nAlpha 0 1 2.5\nBeta 1 0 3\nGamma 2.5 3 0\n",
    "lower": "  3\nAlpha\nBeta 1\nGamma 2.5 3\n",
    "lower with a diagonal": "3\nAlpha 0\nBeta 1 0\nGamma 2.5 3 0\n",
    "wrapped": "3\nAlpha 0 1\n 2.5\nBeta 1 0\n 3\nGamma 2.5 3\n 0\n",
    "strict": "3\nAlpha x   0 1 2.5\nBeta y    1 0 3\nGamma z   2.5 3 0\n",
    "strict and wrapped": "3\nAlpha x   0 1\n  2.5\nBeta y    1\n  0 3\nGamma z   2.5\n 3\n 0\n",
    "strict without blanks": "3\nAlpha 5678012.5\n".replace("012.5", " 0 1 2.5")
    + "Beta 56789 1 0 3\nGamma 6789 2.5 3 0\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ending", ["phy", "dist"])
def test_every_form_gives_the_same_distances(form, ending, tmp_path):
    (tmp_path / f"t.{ending}").write_text(FORMS[form])
    given = matrix(read(tmp_path / f"t.{ending}", wider=0), "distance matrix")
    assert given.A.tolist() == D
    assert [name[0] for name in given.names] == ["A", "B", "G"]


@pytest.mark.parametrize(
    "text",
    [
        "3\nAlpha 0 1 2\nBeta 1 0\nGamma 2 3 0\n",
        "2 8\nAlpha ACGTACGT\nBeta ACGA\n",
        "a\nb\n",
        "3\n",
        "999999999\na 1\n",
        "\x1c0",
    ],
)
def test_other_content_is_refused(text, tmp_path):
    (tmp_path / "t.phy").write_text(text)
    with pytest.raises(InputError, match="not distances of PHYLIP; allowed: the number n of samp"):
        read(tmp_path / "t.phy", wider=0)
