"""scikit-learn's own tests of both classes, with the classes of this library instead."""

import importlib.util
from pathlib import Path

import pytest
import sklearn

from kpca import ClassicalMDS, KernelPCA
from kpca.estimators.elements_of import AsymmetricError

pytestmark = [
    # scikit-learn says nothing where these warn.
    pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning"),
    pytest.mark.filterwarnings("ignore::kpca.estimators.solving.RankWarning"),
    pytest.mark.filterwarnings("ignore::kpca.estimators.solving.SplitGroupWarning"),
    # Of its perceptron, which some tests end after five steps.
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
]


def _tests_of(path, **classes):
    """The tests in a file of the installed scikit-learn, by name, with other classes in it."""
    file = Path(sklearn.__file__).parent / path
    spec = importlib.util.spec_from_file_location(f"of_scikit_learn_{file.stem}", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, one in classes.items():
        assert getattr(module, name) is not one, "the tests use scikit-learn's class"
        setattr(module, name, one)
    return {name: test for name, test in vars(module).items() if name.startswith("test_")}


OF_KERNEL_PCA = _tests_of("decomposition/tests/test_kernel_pca.py", KernelPCA=KernelPCA)
OF_CLASSICAL_MDS = _tests_of("manifold/tests/test_classical_mds.py", ClassicalMDS=ClassicalMDS)
# The only test that ends otherwise; the docstring of KernelPCA says why.
of_asymmetric_kernels = OF_KERNEL_PCA.pop("test_kernel_pca_precomputed_non_symmetric")
globals().update(OF_KERNEL_PCA | OF_CLASSICAL_MDS)


@pytest.fixture
def global_random_seed():
    """The seed that scikit-learn's tests have unless another one is asked for."""
    return 42


@pytest.mark.parametrize("solver", ["auto", "dense", "arpack", "randomized"])
def test_an_asymmetric_kernel_matrix_is_refused_where_scikit_learn_accepts_it(solver):
    with pytest.raises(AsymmetricError):
        of_asymmetric_kernels(solver)


def test_the_tests_of_scikit_learn_are_among_those_of_this_file():
    assert {"test_precomputed_kernel_not_psd", "test_kernel_pca_sparse"} <= set(globals())
    assert "test_classical_mds_wrong_inputs" in globals()
    assert not set(OF_KERNEL_PCA) & set(OF_CLASSICAL_MDS), "none hides another one"
