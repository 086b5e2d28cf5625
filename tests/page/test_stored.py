"""The pictures that a notebook of a run has drawn, on the page of its study."""

import base64

from kpca.figures.metadata import INSTEAD_OF, METADATA
from kpca.page import sections, stored
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
    assert sections.by_fold(found) == {
        "Which columns make the axes": [Picture("There is one column.")],
        "How much the axes show": [scree],
        "Odd samples": [found["training-chart"]],
    }
