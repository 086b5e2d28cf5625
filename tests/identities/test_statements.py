"""Every statement agrees on every kernel and on every kind of spectrum."""

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram
from every_statement import all_checks, of_study

from kpca.distances import induced, induced_new
from kpca.formulations import dual, mds
from kpca.identities import roads
from kpca.tolerances import induced_entry


@pytest.mark.parametrize("name", STUDIES)
def test_all_statements_agree_on_every_kernel(name):
    failing = [str(check) for check in of_study(STUDIES[name]) if not check.agrees]
    assert not failing


@pytest.mark.parametrize(
    ("name", "components"),
    [
        ("decaying", 8),
        ("clustered at 1e-9", 5),
        ("degenerate", 6),
        ("rank-deficient", 4),
        ("steep", 8),
        ("indefinite", 5),
    ],
)
def test_all_statements_agree_on_every_kind_of_spectrum(name, components):
    joint = gram(SPECTRA[name], seed=1)
    K, K_new, G_new = joint[:22, :22], joint[22:, :22], joint[22:, 22:]
    D2, D2_new = induced(K), induced_new(K_new, G_new.diagonal(), K.diagonal())
    by_kernel = dual.fit(K, min(components, 5))
    by_distance = mds.fit(D2, min(components, 5), induced_entry(np.abs(K).max(), 0.0))
    checks = all_checks(K, K_new, G_new, D2, D2_new, by_kernel, by_distance)
    assert not [str(check) for check in checks if not check.agrees]


def test_degenerate_eigenspaces_agree_although_their_vectors_do_not():
    K = gram(SPECTRA["degenerate"])
    by_kernel = dual.fit(K, 6)
    by_distance = mds.fit(induced(K), 6, induced_entry(np.abs(K).max(), 0.0))
    assert [(g.start, g.stop) for g in by_kernel.groups] == [(0, 3), (3, 5), (5, 6)]
    assert roads.roads_give_the_same_scores(by_kernel, by_distance).agrees


def test_d2_any_symmetric_table_embeds_with_signed_axes():
    rng = np.random.default_rng(0)
    D2 = rng.uniform(1.0, 9.0, (12, 12))
    D2 = np.triu(D2, 1) + np.triu(D2, 1).T
    assert roads.any_distance_embeds_with_signed_axes(D2, 0.0).agrees


def test_d2_has_no_control_where_all_axes_are_real():
    X = np.random.default_rng(0).normal(size=(12, 3))
    D2 = induced(X @ X.T)
    check = roads.any_distance_embeds_with_signed_axes(D2, 1e-14)
    assert check.ratio <= 1.0
    assert not check.agrees
