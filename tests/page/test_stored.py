"""The optional blocks of the page of a study of a run: stored pictures, and denoised samples."""

import base64

import pytest

from kpca.figures.metadata import INSTEAD_OF, METADATA
from kpca.page import stored
from kpca.page.sections import Picture


def _outputs(folder):
    """Outputs of a notebook: three figures with their files, a sentence, and what is printed."""
    for name in ("scores", "training-chart", "scree"):
        (folder / f"{name}.svg").write_text(f"<svg>{name}</svg>")
        about = {"figure": name, "caption": f"Of {name}.", "alt": f"Dots of {name}."}
        yield {"data": {}, "metadata": {METADATA: about, "image/png": {"width": 864}}}
        yield {"data": {}, "metadata": {METADATA: {"caption_of": name}}}
    about = {METADATA: {INSTEAD_OF: "loadings"}}
    yield {"data": {"text/plain": ["There is ", "one column."]}, "metadata": about}
    yield {"data": {"text/plain": "printed"}}


def test_figures_and_sentences_of_a_notebook_stand_in_their_folds(tmp_path):
    notebook = {"cells": [{"cell_type": "markdown"}, {"outputs": [*_outputs(tmp_path)]}]}
    found = stored.drawn(notebook, tmp_path)
    assert list(found) == ["scores", "training-chart", "scree", "loadings"]
    address = "data:image/svg+xml;base64," + base64.b64encode(b"<svg>scree</svg>").decode()
    scree = Picture("Of scree.", "Dots of scree.", address, 864)
    assert stored.by_fold(found) == {
        "Which columns make the axes": [Picture("There is one column.")],
        "How much the axes show": [scree],
        "Odd samples": [found["training-chart"]],
    }


@pytest.mark.parametrize(("q", "columns"), [(8, (6, 8)), (2, (2, 2))])
def test_the_table_of_denoised_samples_has_some_rows_of_each_kind_and_some_columns(q, columns):
    names = [f"column {j}" for j in range(q)]
    header = ["sample", "kind", *names, "distance", "lower bound", "converged"]
    rows = [[f"s{i}", "training", *["0.1234567891"] * q, "", "", "no"] for i in range(12)]
    rows += [["n1", "new", *["2.0"] * q, "0.5", "0.0", "yes"]]
    shown = stored.denoised(["no convergence"], [header, *rows], [Picture("No map.")])
    assert shown.columns == columns
    assert shown.header == [*header[:2], *names[:6], *header[-3:]]
    assert [row[0] for row in shown.rows] == [*(f"s{i}" for i in range(10)), "n1"]
    assert shown.rows[0] == ["s0", "training", *["0.123457"] * min(q, 6), "", "", "no"]
    assert shown.rows[-1][-3:] == ["0.5", "0", "yes"]
    assert shown.counts == [("training", 10, 12), ("new", 1, 1)]
    assert (shown.remarks, shown.pictures) == (["no convergence"], [Picture("No map.")])
