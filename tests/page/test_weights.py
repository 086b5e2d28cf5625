"""Which pages show columns as measured and standardized."""

import numpy as np
import pandas as pd
import pytest
from conftest import STUDIES

from kpca.page import map_of_table
from kpca.page.weights import weights
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.solved_study import SolvedStudy

LARGE, EVEN = [100.0, 1.0, 2.0], [3.0, 1.0, 2.0]


def _studies(folder, scales, kernels=("linear", "rbf"), **data):
    points = np.random.default_rng(5).normal(size=(40, 3)) * scales + 200.0
    pd.DataFrame(points, columns=["mass", "b", "c"]).to_csv(folder / "t.csv", index=False)
    keys = {"data": {"vectors": "t.csv"} | data, "components": 2, "statements": "none"}
    of = {name: {"name": name} | ({"gamma": "median"} if name == "rbf" else {}) for name in kernels}
    configs = {name: StudyConfig(**keys, kernel=kernel) for name, kernel in of.items()}
    return {name: SolvedStudy(*build(name, config, folder)) for name, config in configs.items()}


def test_a_column_of_large_numbers_gives_a_picture_of_both_for_each_kernel(tmp_path):
    found = weights(_studies(tmp_path, LARGE))
    assert "'mass'" in found.remark
    assert "'--standardize true'" in found.remark
    assert [picture.caption.split(".")[0].split(" ")[0] for picture in found.pictures] == [
        "PCA",
        "Kernel",
    ]
    assert all(picture.address for picture in found.pictures)


@pytest.mark.parametrize(
    ("scales", "data"),
    [
        pytest.param(EVEN, {}, id="no column outweighs the others"),
        pytest.param(LARGE, {"standardize": True}, id="standardized"),
    ],
)
def test_nobody_has_to_choose_where_columns_have_similar_weights(tmp_path, scales, data):
    assert weights(_studies(tmp_path, scales, **data)) is None


def test_other_kernels_and_given_distances_have_no_such_choice(tmp_path):
    assert weights(_studies(tmp_path, LARGE, ("cosine",))) is None
    study = STUDIES["lift"]
    assert weights({"lift": SolvedStudy(study, None)}) is None


@pytest.mark.parametrize(
    ("options", "is_shown"),
    [((), True), (("--standardize",), False), (("--standardize", "false"), False)],
)
def test_a_page_shows_both_unless_the_user_has_named_the_key(tmp_path, options, is_shown):
    _studies(tmp_path, LARGE, ())
    arguments = [str(tmp_path / "t.csv"), "--no-open", "--statements", "none", *options]
    assert map_of_table.main(arguments) == 0
    page = (tmp_path / "t-kpca" / "map.html").read_text(encoding="utf-8")
    assert ('aria-label="As measured and standardized"' in page) == is_shown
