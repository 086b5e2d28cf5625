"""scikit-learn's results, after conversion, equal those of kpca; without conversion they do not."""

import numpy as np
import pytest
from conftest import STUDIES
from every_statement import failing

from kpca.statements import formulations_agree, kernel_functions
from kpca.statements.case import Case

PEERS = {"scikit-learn KernelPCA", "scikit-learn ClassicalMDS"}


@pytest.mark.parametrize("name", STUDIES)
def test_kernel_pca_and_classical_mds_agree_on_every_kernel(name):
    case = Case.of(STUDIES[name])
    assert set(case.formulations) >= PEERS
    found = {name: case.formulations[name] for name in PEERS}
    assert not failing([formulations_agree.same_eigenvalues_and_scores(case.dual, found)])
    for peer in found.values():
        assert np.abs(peer.mu - case.dual.mu).max() <= peer.bound + case.dual.bound
        if not len(case.dual.negative):
            np.testing.assert_allclose(peer.explained, case.dual.explained, rtol=1e-9)


@pytest.mark.parametrize("name", STUDIES)
def test_pca_agrees_with_the_linear_kernel(name):
    case = Case.of(STUDIES[name])
    assert "peer" in case.linear
    assert kernel_functions.linear_kernel_gives_pca.on(case).agrees
