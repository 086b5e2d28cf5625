"""What ``import kpca`` offers: at run time, in an editor, and without the extra ``studies``."""

import os
import subprocess
import sys
from importlib import import_module

import jedi
import numpy as np
import pytest
from small_project import ROOT

import kpca


@pytest.mark.parametrize("name", kpca.public())
def test_a_public_name_is_defined_in_the_module_that_the_stub_names(name):
    value = getattr(kpca, name)
    module = import_module(kpca.public()[name])
    assert value is getattr(module, name)
    assert name in dir(kpca)
    assert value.__doc__


def test_the_names_of_the_readme_work():
    assert kpca.kernels.RBF(0.5)(np.zeros((1, 1)), np.ones((1, 1))) == pytest.approx(
        np.exp(-0.5), abs=1e-15
    )
    variance = kpca.convert(np.array([14.0]), "eigenvalue", "kpca", "scikit-learn PCA", n=3)
    assert variance == pytest.approx(7.0, abs=0)


def test_an_unknown_name_is_refused_with_those_that_exist():
    with pytest.raises(AttributeError, match="'KPCA'; it has KernelPCA, ClassicalMDS, kernels"):
        kpca.KPCA  # noqa: B018


TYPED = """
import kpca
from typing_extensions import assert_type
from kpca.estimators.kernel_pca import KernelPCA
from kpca.kernels.rbf import RBF
from kpca.studies.study import Study

assert_type(kpca.kernels.RBF(0.5), RBF)
assert_type(kpca.KernelPCA(2).fit([[1.0]]), KernelPCA)
assert_type(kpca.open_study("results/iris"), Study)
kpca.convert([14.0], "eigenvalue", "kpca", "scikit-learn PCA", n=3)
kpca.no_such_name
"""


def test_a_type_checker_knows_the_public_names(tmp_path):
    (tmp_path / "user.py").write_text(TYPED)
    # A cache that later runs find, beside that of the check of the whole package.
    cache = f"--cache-dir={ROOT / '.mypy_cache/public_names'}"
    command = [sys.executable, "-m", "mypy", "--strict", cache]
    checked = subprocess.run(
        [*command, "--config-file=", "user.py"],
        cwd=tmp_path,
        env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in checked.stdout.splitlines() if line.startswith("user.py")]
    assert [error.split(": ", 2)[0] for error in errors] == ["user.py:11", "user.py:12"]
    assert "list[float]" in errors[0]
    assert "no_such_name" not in errors[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("kpca.conv", "convert"), ("kpca.kernels.RB", "RBF"), ("kpca.KernelPCA().tra", "transform")],
)
def test_an_editor_completes_the_public_names(text, expected):
    script = jedi.Script(f"import kpca\n{text}", project=jedi.Project(ROOT))
    assert expected in [completion.name for completion in script.complete()]


WITHOUT = """
import sys
sys.modules["pandas"] = None
import kpca
kpca.KernelPCA, kpca.ClassicalMDS, kpca.convert, kpca.RankWarning
kpca.open_study
"""


def test_a_name_that_needs_the_extra_says_what_to_install():
    ended = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert ended.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: kpca.open_study needs pandas, which is not installed: "
        'pip install "kpca[map]"'
    )
