"""A file of the project has one name, in a checkout and in an installed package."""

import importlib.util
import shutil

import pytest
from small_project import ROOT

from kpca.studies.config import project


def test_in_a_checkout_all_paths_start_from_one_folder():
    assert project.PROJECT == ROOT
    for name in ("Snakefile", "config/config.yaml", "data/eurodist.csv", "kpca/data.py"):
        assert project.file(name) == ROOT / name
        assert project.file(name).is_file()


@pytest.fixture
def installed(tmp_path):
    """The module as an installed package has it, with some files of the project."""
    for name in (
        *("kpca/data.py", "kpca/site/text/a.md", "kpca/__pycache__/data.pyc", "kpca/.data.py.swp"),
        *("kpca/_project/Snakefile", "kpca/_project/notebooks/a.ipynb"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    copy = tmp_path / "kpca/studies/config/project.py"
    copy.parent.mkdir(parents=True)
    shutil.copy(project.__file__, copy)
    spec = importlib.util.spec_from_file_location("installed", copy)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_in_an_installed_package_they_start_from_the_package_or_its_folder(installed):
    folder = installed.PACKAGE.parent
    assert installed.file("Snakefile") == folder / "kpca/_project/Snakefile"
    assert installed.file("notebooks") == folder / "kpca/_project/notebooks"
    assert installed.file("kpca/data.py") == folder / "kpca/data.py"


def test_the_files_of_a_folder_have_the_names_of_the_repository(installed):
    of_package = ["kpca/data.py", "kpca/site/text/a.md", "kpca/studies/config/project.py"]
    assert installed.files("kpca") == of_package
    assert installed.files("notebooks") == ["notebooks/a.ipynb"]
    assert installed.files("Snakefile") == ["Snakefile"]
