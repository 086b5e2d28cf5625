"""The notebook first-components of awkward studies, and with a figure that cannot be drawn."""

import json
import re

import nbformat.v4 as nb
import numpy as np
import pytest

from kpca.data import Gram, Vectors
from kpca.figures import display, shares
from kpca.kernels import Lift, Linear
from kpca.page import sections
from kpca.page.sections import Picture
from kpca.results import files, studies
from kpca.studies.config.project import PROJECT
from kpca.studies.study import Study

TOLD = "The figure scree could not be drawn: ZeroDivisionError in test_first_components.py: no luck"


@pytest.fixture(autouse=True)
def one_format(monkeypatch):
    """Figures are drawn and stored as PNG only, not as SVG and PDF as well."""
    monkeypatch.setattr(display, "_NO_DATES", {"png": display._NO_DATES["png"]})


def _output(data, metadata):
    return nb.new_output("display_data", data=data, metadata=metadata)


def _notebook(*outputs):
    return nb.new_notebook(
        cells=[nb.new_markdown_cell("a"), nb.new_code_cell(outputs=list(outputs))]
    )


def _raise(*_, **__):
    raise ZeroDivisionError("no luck")


def _execute(**parameters):
    """Run the code of the notebook first-components in this process, and the names it leaves."""
    cells = json.loads((PROJECT / "notebooks/studies/first-components.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "notebook", "exec"), names)
            if "parameters" in cell["metadata"].get("tags", []):
                names |= parameters
    return names


def test_other_figures_are_drawn_and_the_page_names_the_one_that_failed(tmp_path, monkeypatch):
    """The figures of the notebook first-components, where the function for shares raises."""
    outputs, folder = [], tmp_path / "figures"
    monkeypatch.setattr(shares, "scree_on", _raise)
    monkeypatch.setattr(display, "in_notebook", lambda: True)
    monkeypatch.setattr(
        "IPython.display.display",
        lambda data, raw, metadata: outputs.append(_output(data, metadata)),
    )
    _execute(figures_folder=str(folder))
    assert (folder / "scree.txt").read_text() == f"{TOLD}\n"
    assert not (folder / "scree.png").exists()
    drawn = {path.stem for path in folder.glob("*.png")}
    assert {"scores", "loadings"} < drawn
    for name in drawn:
        (folder / f"{name}.svg").touch()
    found = sections.of_notebook(_notebook(*outputs), folder)
    assert {name for name, picture in found.items() if picture.parts} == drawn
    assert found["scree"] == Picture(TOLD)


def _with_columns(tmp_path, kernel, q, n=8, columns=()):
    """The names that the notebook leaves, executed for random points (n, q)."""
    X = np.random.default_rng(0).normal(size=(n, q))
    names, d = [f"s{i}" for i in range(n)], min(q, 2)
    data = Vectors(kernel, X, X)
    wide = Study("wide", "Wide", data, d, names, names, names, names, named_columns=columns)
    files.write(studies.to_tree(wide), tmp_path / "study.nc")
    folder = tmp_path / "figures"
    return _execute(study_file=str(tmp_path / "study.nc"), figures_folder=str(folder)), folder


def test_names_of_columns_stand_in_text_as_the_user_gave_them(tmp_path, capsys):
    _with_columns(tmp_path, Linear(), 3, columns=("c<d>", "$b$", "_a"))
    table = capsys.readouterr().out.partition("The strongest columns of each component")[2]
    words = table.splitlines()[2].removeprefix("        1").strip().split(", ")
    assert {word.rpartition(" ")[0] for word in words} == {"c<d>", "$b$", "_a"}


def test_a_single_column_has_its_name_as_given_and_one_component_is_in_the_singular(
    tmp_path, capsys
):
    folder = _with_columns(tmp_path, Linear(), 1, columns=("_$b$",))[1]
    message = "There is one column, _$b$: every component is made of it alone.\n"
    assert (folder / "loadings.txt").read_text() == message
    text = (folder / "represented.txt").read_text()
    assert "is not drawn: component 1 holds 100.0% of every sample.\n" in text
    table = capsys.readouterr().out.partition("the five lowest on the map")[2]
    assert table.splitlines()[1].split() == ["sample", "component", "1"]
    assert "equal scales" not in (folder / "scores.txt").read_text()


def test_a_map_with_more_than_2000_features_is_not_said_not_to_exist(tmp_path, capsys):
    names, folder = _with_columns(tmp_path, Lift(), 2000)
    assert names["what"] == "correlation"
    assert not (folder / "biplot.txt").exists()
    out = capsys.readouterr().out
    assert "2001 features, more than 2000, which are not written out: correlations" in out


def test_with_negative_eigenvalues_shares_name_their_denominator_and_missing_ones_are_counted(
    tmp_path, capsys
):
    K = np.random.default_rng(1).normal(size=(20, 20))
    K = K + K.T
    names = [f"s{i}" for i in range(20)]
    given = Study("given", "Given", Gram(K, K, K), 2, names, names, names, names)
    files.write(studies.to_tree(given), tmp_path / "study.nc")
    share = _execute(study_file=tmp_path / "study.nc", figures_folder=tmp_path)["share"]
    missing = np.isnan(share).sum()
    assert missing > 1
    out, caption = capsys.readouterr().out, (tmp_path / "represented.txt").read_text()
    (together,) = re.findall("^of all samples together.*$", out, re.MULTILINE)
    assert "the explained shares are over the sum of |μ|" in together
    message = f"{missing} of 20 training samples have no positive squared distance to the mean"
    assert message in out
    assert "nan%" not in out
    assert message in caption
    assert "on the axes of the map are over the sum of |μ|" in caption
