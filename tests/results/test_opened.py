"""A study that is opened from its files."""

import numpy as np
import pandas as pd
import pytest
from conftest import STUDIES

import kpca
from kpca.formulations import dual
from kpca.results import files, solutions, studies
from kpca.results.opened import open_study
from kpca.results.solved import to_dataset
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.raw_table import NotOpenedError


def _stored(tmp_path, study):
    files.write(studies.to_tree(study), tmp_path / "study.nc")
    nodes = solutions.to_datasets(study, study.solution) | {"solver": to_dataset(study)}
    tree = studies.tree(study, **nodes)
    files.write(tree, tmp_path / "eigen-solve.nc")
    return kpca.open_study(tmp_path)


@pytest.mark.parametrize("name", STUDIES)
def test_scores_new_samples_and_spectrum_are_those_of_the_solution(tmp_path, name):
    study = STUDIES[name].solve()
    solution, opened = study.solution, _stored(tmp_path, study)
    d = solution.components
    np.testing.assert_array_equal(opened.scores.iloc[:, 1:], solution.scores)
    assert list(opened.scores.columns) == ["label", *(f"component {k + 1}" for k in range(d))]
    assert list(opened.scores.index) == study.names
    assert list(opened.scores["label"]) == study.labels
    expected = dual.place(solution, study.data.K, study.data.K_new)
    np.testing.assert_allclose(opened.new_samples.iloc[:, 1:], expected, rtol=0, atol=1e-10)
    assert list(opened.new_samples.index) == study.new_names
    spectrum = opened.spectrum
    np.testing.assert_array_equal(spectrum["eigenvalue"], solution.spectrum)
    np.testing.assert_array_equal(spectrum["variance"][:d], solution.mu / study.n)
    np.testing.assert_array_equal(spectrum["explained"][:d], solution.explained)
    for kind, errors in zip(("eigenvalue", "explained"), study.standard_errors, strict=True):
        np.testing.assert_array_equal(spectrum[f"{kind} standard error"][:d], errors)
    assert spectrum["explained"][d:].isna().all()
    assert spectrum.index[0] == 1


def test_a_folder_without_results_says_what_is_missing(tmp_path):
    with pytest.raises(NotOpenedError, match="study.nc"):
        open_study(tmp_path)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A study in tiles, stored and opened; and the matrices that it never forms."""
    folder = tmp_path_factory.mktemp("large")
    table = np.random.default_rng(0).normal(size=(560, 3)) * [3.0, 2.0, 1.0]
    np.save(folder / "x.npy", table)
    config = StudyConfig(
        data={"vectors": "x.npy", "standardize": True},
        kernel={"name": "poly", "gamma": 0.5, "degree": 2},
        components=4,
        holdout=10,
        statements="sample",
    )
    study = build("large", config, folder)
    scores, new_means = study.placed
    nodes = solutions.to_datasets(study, study.solution, scores)
    nodes["solver"] = to_dataset(study, new_means)
    files.write(studies.to_tree(study), folder / "study.nc")
    files.write(studies.tree(study, **nodes), folder / "eigen-solve.nc")
    return table, open_study(folder)


def test_a_study_in_tiles_is_opened_without_a_matrix_of_all_samples(large):
    table, opened = large

    placed = opened.place(table)
    assert opened.loadings.shape == (10, 4)
    assert opened.check("E7").agrees
    assert opened.solved.certificate.certified
    assert opened.stored is not None, "the file has the new samples in their places"
    new = opened.new_samples
    assert not {"K", "K_new", "D2", "Phi"} & set(vars(opened.data))
    expected = dual.place(opened.solution, opened.data.K, opened.data.K_new)
    size = np.abs(expected).max()
    np.testing.assert_allclose(new.iloc[:, 1:], expected, rtol=0, atol=1e-9 * size)
    both = pd.concat([opened.scores, new]).iloc[:, 1:]
    both.index = both.index.astype(int)
    np.testing.assert_allclose(placed, both.sort_index(), rtol=0, atol=1e-9 * size)
