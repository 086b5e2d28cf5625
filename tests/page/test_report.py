"""The page of a fitted model shows its numbers, and is one file."""

import base64
import re

import numpy as np
import pandas as pd

import kpca
from kpca.page import page

X = np.random.default_rng(4).normal(size=(14, 3)) * [3.0, 2.0, 1.0]
NAMES = [f"city {letter}" for letter in "abcdefghijklmn"]


def test_the_page_has_the_statements_names_and_scores_of_the_model(tmp_path):
    model = kpca.KernelPCA(2, kernel="rbf", gamma=0.05).fit(X)
    file = model.report(tmp_path / "map.html", names=NAMES, title="My cities", new=X[:3] + 0.5)
    assert file == tmp_path / "map.html"
    assert [each.name for each in tmp_path.iterdir()] == ["map.html"]
    text = file.read_text(encoding="utf-8")
    assert "<title>My cities" in text
    assert "<h1>My cities</h1>" in text
    assert "k(x, y) = exp(−0.05 ‖x − y‖²)" in text
    assert re.search(r"(\d\d) of \1 executed statements agree", text)
    link = re.search(r'href="data:text/csv;charset=utf-8;base64,([^"]+)"[^>]*scores.csv', text)
    rows = base64.b64decode(link[1]).decode().splitlines()
    assert rows[1].startswith("city a,sample,training,")
    scores = [[float(cell) for cell in row.split(",")[3:]] for row in rows[1:15]]
    np.testing.assert_allclose(scores, model.transform(X), rtol=0, atol=1e-13)
    assert rows[15].startswith("new 1,new,new,")


def test_a_table_that_is_too_long_for_the_page_lies_beside_it(tmp_path, monkeypatch):
    """And statements are left out if asked."""
    monkeypatch.setattr(page, "MOST_BYTES", 700)
    model = kpca.ClassicalMDS(2).fit(pd.DataFrame(X, columns=["u", "v", "w"]))
    file = model.report(tmp_path / "map.html", statements="none")
    files = {file.name for file in tmp_path.iterdir()}
    assert files == {"map.html", "scores.csv", "spectrum.csv"}
    assert "executed statements agree" not in file.read_text(encoding="utf-8")
