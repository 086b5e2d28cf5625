"""Documents of estimators explain each parameter, attribute and method, in numpydoc's form."""

import inspect
import re

import numpy as np
import pytest

from kpca import ClassicalMDS, KernelPCA
from kpca.estimators.estimator import Estimator

X = np.random.default_rng(1).normal(size=(12, 3))
FITTED = {
    KernelPCA: KernelPCA(2, kernel="rbf", fit_inverse_transform=True).fit(X),
    ClassicalMDS: ClassicalMDS(2).fit(X),
}


def section(document, title):
    """The lines of a section of numpydoc."""
    found = re.search(rf"^{title}\n-+\n(.*?)(?=\n\n|\Z)", document, re.DOTALL | re.MULTILINE)
    return found[1] if found else ""


def names(document, title):
    return re.findall(r"^(\w+) : ", section(document, title), re.MULTILINE)


@pytest.mark.parametrize("kind", FITTED)
def test_every_parameter_is_explained_in_the_order_of_the_signature(kind):
    document = inspect.getdoc(kind)
    assert names(document, "Parameters") == list(inspect.signature(kind).parameters)
    for name, parameter in inspect.signature(kind).parameters.items():
        line = re.search(rf"^{name} : (.*)$", document, re.MULTILINE)[1]
        default = parameter.default
        shown = f'"{default}"' if isinstance(default, str) else str(default)
        assert line.endswith(f", default {shown}")


@pytest.mark.parametrize("kind", FITTED)
def test_every_attribute_of_a_fit_is_explained(kind):
    model = FITTED[kind]
    public = {name for name in dir(model) if name.endswith("_") and not name.startswith("_")}
    explained = set(names(inspect.getdoc(kind), "Attributes"))
    assert explained - public == {"feature_names_in_"}
    assert public - explained == set()


@pytest.mark.parametrize("kind", FITTED)
def test_every_method_explains_its_parameters_and_what_it_returns(kind):
    for name, method in {**vars(Estimator), **vars(kind)}.items():
        if name.startswith("_") or not inspect.isfunction(method):
            continue
        document = inspect.getdoc(method)
        given = [each for each in inspect.signature(method).parameters if each != "self"]
        assert names(document, "Parameters") == [each for each in given if each != "params"], name
        assert section(document, "Returns"), name
