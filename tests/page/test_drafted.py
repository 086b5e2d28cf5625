"""A table and the options of the command become drafts of studies, and nothing is solved."""

import numpy as np
import pandas as pd
import pytest

from kpca.page import drafted, options
from kpca.tables.once import Once


@pytest.fixture
def wide(tmp_path):
    """A table of 24 samples and 650 columns, with a class."""
    X = np.random.default_rng(2).normal(size=(24, 650))
    table = pd.DataFrame(X, columns=[f"w{j}" for j in range(650)]).assign(kind=["u", "v"] * 12)
    table.to_csv(tmp_path / "my.csv", index=False)
    return tmp_path / "my.csv"


def test_the_columns_of_the_table_decide_the_samples_for_the_statements_and_the_labels(wide):
    choice, drafts = drafted.drafted(options.parse([str(wide)]), Once())
    assert {name: draft.config.statements for name, draft in drafts.items()} == {
        "linear": 100,
        "rbf": 100,
    }
    assert all(draft.config.data.labels == "kind" for draft in drafts.values())
    assert {*choice.reasons} == {"data.labels", "statements"}


def test_what_was_asked_for_is_not_chosen(wide):
    words = [str(wide), "--kernel", "linear", "--statements", "none", "--columns", "w7", "w3", "w5"]
    choice, drafts = drafted.drafted(options.parse(words), Once())
    (draft,) = drafts.values()
    assert (draft.config.statements, draft.training.columns) == ("none", ["w7", "w3", "w5"])
    assert "statements" not in choice.reasons
