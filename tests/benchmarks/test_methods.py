"""Every method gives the same eigenpairs."""

import numpy as np
import pytest

from benchmarks import accuracy
from benchmarks.methods import (
    LOW_RANK,
    METHODS,
    PLACED,
    PLACED_BY_PEER,
    RANDOMIZED,
    WITH_CERTIFICATE,
    WITHOUT,
)
from kpca.solvers import partial

X = np.random.default_rng(0).normal(size=(560, 2))


@pytest.mark.parametrize("name", METHODS)
def test_a_method_finds_the_largest_eigenpairs(name):
    options = {"rank": 200, "tolerance": 1e-13} if name == LOW_RANK else {}
    found = METHODS[name](X.copy(), 0.5, 3, 0, **options)()
    assert found.V.shape == (560, 3)
    exact = accuracy.largest(X, 0.5, 3)[::-1]
    np.testing.assert_allclose(found.mu, exact, rtol=0, atol=1e-10 * exact[0])
    assert accuracy.residual(X, 0.5, found.mu, found.V) <= (1e-6 if name == RANDOMIZED else 1e-12)


def test_our_methods_say_what_they_needed(monkeypatch):
    # The samples stand for many: a few are solved by ARPACK where there is a certificate.
    monkeypatch.setattr(partial, "MEDIUM", 0)
    plain, proved = (METHODS[name](X, 0.5, 3, 0)() for name in (WITHOUT, WITH_CERTIFICATE))
    assert plain.passes > 1
    assert plain.passes == proved.passes
    assert plain.proved is None
    assert proved.refused == ""
    assert 0.0 < proved.proved < 1e-9


def test_new_samples_are_placed_while_the_time_counts_and_the_fit_is_made_before(monkeypatch):
    from sklearn.decomposition import KernelPCA as Peer

    from kpca import KernelPCA

    for name, model in ((PLACED, KernelPCA), (PLACED_BY_PEER, Peer)):
        timed, placed = METHODS[name](X, 0.5, 3, 0, new=70), []
        monkeypatch.setattr(model, "fit", None)
        monkeypatch.setattr(model, "transform", lambda self, Y, placed=placed: placed.append(Y))
        timed()
        (Y,) = placed
        assert Y.shape == (70, 2)
        assert 0.0 < np.abs(Y[:, None] - X).max(axis=2).min(axis=1).max() < 0.6


def test_a_certificate_that_is_refused_is_reported():
    normal = np.random.default_rng(0).normal(size=(1600, 30))
    found = METHODS[WITH_CERTIFICATE](normal, 1.0, 3, 0, certify_passes=0)()
    assert "a larger eigenvalue may have been missed" in found.refused
