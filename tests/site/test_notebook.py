"""An executed notebook as a page: folded code, words of figures, links, and no other change."""

import copy

import pytest

from kpca.figures.metadata import ON_PHONE
from kpca.site import notebook
from kpca.site.contents import Executed

ONE = Executed("centering", "circles", "circles/centering.ipynb")
PICTURE = {
    "output_type": "display_data",
    "data": {"image/png": "AAAA", "text/plain": "<figure>"},
    "metadata": {
        "kpca": {"figure": "map", "caption": "Dots * & <b>", "alt": 'Three "dots".'},
        "image/png": {"width": 864, "height": 300, "alt": 'Three "dots".'},
    },
}
CAPTION = {
    "output_type": "display_data",
    "data": {"text/markdown": "Dots", "text/plain": "Dots"},
    "metadata": {"kpca": {"caption_of": "map"}},
}
TABLE = {
    "output_type": "display_data",
    "data": {"text/html": "<table></table>", "text/plain": "x"},
    "metadata": {"kpca": {"table": "t", "caption": 'A "table"'}},
}


def _notebook(*outputs):
    text = "# Centering\n\nA claim.\n\n[E3](#E3) and [there](kernels.ipynb)"
    return {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)},
            {"cell_type": "markdown", "metadata": {}, "source": '<a id="C1"></a><a id="C1x"></a>'},
            {"cell_type": "code", "metadata": {}, "source": "1", "outputs": list(outputs)},
        ],
        "metadata": {"kernelspec": {"name": "python3"}, "papermill": {}},
    }


def _page(*outputs, also=None, searched=True):
    pages = {"notebook:kernels": "studies/rings/kernels"}
    return notebook.page(_notebook(*outputs), ONE, pages, also or {}, searched)


def test_the_title_has_the_study_and_the_page_links_to_its_file_and_to_other_studies():
    cells = _page(also={"iris": "studies/iris/centering"})["cells"]
    first, last = cells[0]["source"], cells[-1]["source"]
    assert first.splitlines()[0] == "# Centering · circles"
    assert '<a href="#E3">E3</a>' in first
    assert '<a href="../rings/kernels.html">there</a>' in first
    assert '<a href="../iris/centering.html">iris</a>' in first
    assert '<a href="../../notebooks/centering.ipynb">centering.ipynb</a>' in last


def test_a_notebook_of_no_study_keeps_its_title():
    one = Executed("hard-spectra", "", "hard-spectra.ipynb")
    made = notebook.page(_notebook(), one, {}, {}, True)
    assert made["cells"][0]["source"].splitlines()[0] == "# Centering"
    assert 'href="../notebooks/hard-spectra.ipynb"' in made["cells"][-1]["source"]


def test_a_page_has_the_output_of_code_and_the_notebook_that_is_given_is_unchanged():
    given = _notebook(PICTURE, CAPTION)
    before = copy.deepcopy(given)
    made = notebook.page(given, ONE, {}, {}, True)
    assert made["cells"][2]["metadata"]["tags"] == ["remove-input"]
    assert given == before


def _cell(kind, source, tags=(), outputs=()):
    cell = {"cell_type": kind, "id": source[:9], "source": source, "metadata": {"tags": [*tags]}}
    return cell | ({"outputs": [*outputs]} if kind == "code" else {})


def test_a_page_has_code_in_sight_outputs_and_words_and_no_cell_of_the_workflow():
    output = {"output_type": "stream", "name": "stdout", "text": "a study"}
    cells = [
        _cell("markdown", "# Title"),
        _cell("markdown", "## Parameters", ["remove-cell"]),
        _cell("code", "file = None", ["parameters"]),
        _cell("code", "print(study)", outputs=[output]),
        _cell("markdown", "## Words"),
        _cell("code", "K = 1", ["show-input"]),
        _cell("code", "store(K)", ["remove-cell"], outputs=[output]),
    ]
    made = notebook.page({"cells": cells, "metadata": {}}, ONE, {}, {}, True)["cells"]
    sources = [cell["source"].partition("\n")[0] for cell in made[1:-1]]
    assert sources == ["print(study)", "## Words", "K = 1"]
    assert [made[at]["metadata"]["tags"] for at in (1, 3)] == [["remove-input"], ["show-input"]]
    assert made[1]["outputs"] == [output]
    assert len({cell["id"] for cell in made}) == len(made)


def test_a_picture_of_matplotlib_has_the_alt_text_of_its_cell_and_its_own_width():
    png = {"output_type": "display_data", "data": {"image/png": "iVBO"}}
    given = _notebook(png | {"metadata": {"image/png": {"width": 433, "height": 411}}})
    given["cells"][2]["metadata"] = {"alt": "Two circles."}
    shown = notebook.page(given, ONE, {}, {}, True)["cells"][2]["metadata"]["mystnb"]
    image = {"alt": "Two circles.", "classes": "figure", "width": "433px"}
    assert shown == {"image": image}
    given["cells"][2]["outputs"][0]["metadata"] = {}
    shown = notebook.page(given, ONE, {}, {}, True)["cells"][2]["metadata"]["mystnb"]
    assert shown["image"] == {"alt": "Two circles.", "classes": "figure", "width": "100%"}


def test_a_figure_has_its_alt_text_and_its_caption_once_and_as_text():
    cell = _page(PICTURE, CAPTION)["cells"][2]
    shown = cell["metadata"]["mystnb"]
    assert shown["image"]["alt"] == 'Three "dots".'
    assert (shown["image"]["width"], shown["image"]["classes"]) == ("864px", "figure")
    assert shown["figure"] == {
        "caption": r"Dots \* \& \<b\>",
        "name": "circles-centering-map",
    }
    assert len(cell["outputs"]) == 1


def test_a_wide_figure_has_its_code_once_and_before_it_a_second_picture_for_a_phone():
    wide = PICTURE | {"data": PICTURE["data"] | {ON_PHONE: "iPho"}}
    given = _notebook(wide, CAPTION)
    given["cells"][2]["metadata"] = {"tags": ["show-input"]}
    cells = notebook.page(given, ONE, {}, {}, True)["cells"][2:-1]
    assert [cell["metadata"]["tags"] for cell in cells] == [["show-input"], ["remove-input"]]
    assert [cell["outputs"][0]["data"]["image/png"] for cell in cells] == ["iPho", "AAAA"]
    of_phone, of_desk = (cell["metadata"]["mystnb"] for cell in cells)
    image = {"alt": 'Three "dots".', "classes": "figure on-phone", "width": "360px"}
    assert of_phone == {"image": image}
    assert of_desk["image"]["classes"] == "figure on-desk" and "caption" in of_desk["figure"]
    wide["metadata"] = {"kpca": PICTURE["metadata"]["kpca"] | {"caption": "Black dots."}}
    of_phone = notebook.page(_notebook(wide), ONE, {}, {}, True)["cells"][2]["metadata"]["mystnb"]
    assert of_phone["image"]["classes"] == "figure on-phone as-drawn"


def test_of_two_figures_in_a_cell_each_has_its_own_words_and_the_code_stands_once():
    other = copy.deepcopy(PICTURE)
    other["metadata"]["kpca"]["figure"] = "other"
    given = _notebook(PICTURE, CAPTION, TABLE, other)
    given["cells"][2]["metadata"] = {"tags": ["show-input"]}
    cells = notebook.page(given, ONE, {}, {}, True)["cells"][2:-1]
    shown = [cell["metadata"].get("mystnb", {}) for cell in cells]
    names = [words["figure"]["name"] if words else "" for words in shown]
    assert names == ["circles-centering-map", "", "circles-centering-other"]
    without = ["remove-input"]
    assert [cell["metadata"]["tags"] for cell in cells] == [["show-input"], without, without]
    assert [len(cell["outputs"]) for cell in cells] == [1, 1, 1]
    assert len({cell.get("id") for cell in cells}) == 3


def test_a_table_scrolls_by_itself_and_has_a_name_for_screen_readers():
    html = _page(TABLE)["cells"][2]["outputs"][0]["data"]["text/html"]
    assert html.startswith('<div class="wide" tabindex="0" role="region"')
    assert 'aria-label="A &quot;table&quot;"' in html


@pytest.mark.parametrize("searched", [True, False])
def test_the_search_leaves_out_what_is_a_repetition(searched):
    assert _page(searched=searched)["metadata"].get("nosearch", False) is not searched
