"""The page of public names has the signature and the words of everything that has a docstring."""

import inspect
import pickle
import re
from functools import cached_property
from types import ModuleType

import pytest
from made_results import OWN, results_of
from sphinx.addnodes import desc

import kpca
from kpca.kernels import KERNELS
from kpca.site import build
from kpca.site.pages import Source
from kpca.studies.study import Study

RETURNED = "kpca.studies.study.Study"
PUBLIC = {f"kpca.{name}": getattr(kpca, name) for name in kpca.public()}
MODULES = {name: value for name, value in PUBLIC.items() if isinstance(value, ModuleType)}
OUTSIDE = {name: value for name, value in PUBLIC.items() if name not in MODULES}
PLOTS = [
    value
    for value in vars(kpca.plot).values()
    if inspect.isfunction(value) and value.__module__ == "kpca.plot" and value.__name__[0] != "_"
]
IN_MODULES = {
    **{f"kpca.kernels.{kernel.__name__}": kernel for kernel in KERNELS},
    **{f"kpca.plot.{function.__name__}": function for function in PLOTS},
}
MEMBERS = {
    f"{path}.{name}": value
    for path, kind in (OUTSIDE | {RETURNED: Study}).items()
    if inspect.isclass(kind)
    for base in kind.__mro__
    if base.__module__.startswith("kpca")
    for name, value in vars(base).items()
    if isinstance(value, property | cached_property | classmethod) or inspect.isfunction(value)
    if name[0] != "_" and inspect.getdoc(value)
}
DOCUMENTED = OUTSIDE | IN_MODULES | {RETURNED: Study} | MEMBERS
CALLED = {
    name: getattr(value, "__func__", value)
    for name, value in DOCUMENTED.items()
    if not isinstance(value, property | cached_property)
    if not (inspect.isclass(value) and issubclass(value, Exception))
}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page as Sphinx reads it, alone in a site."""
    folder = tmp_path_factory.mktemp("api")
    for name in ("written", "source"):
        (folder / name).mkdir()
    Source(OWN, results_of(folder / "results", OWN), folder / "written", True).write()
    (folder / "written/api.md").rename(folder / "source/index.md")
    assert build.html(folder / "source", folder / "made", folder / "trees") == []
    return pickle.loads((folder / "trees/index.doctree").read_bytes())


@pytest.fixture(scope="module")
def shown(page):
    """The signature and the words below it, by the anchor of each name."""
    pairs = ((one[0], _plain(one[1].astext())) for one in page.findall(desc))
    return {signature["ids"][0]: (signature.astext(), words) for signature, words in pairs}


def _plain(text):
    """Text in one line, without the marks of code."""
    return " ".join(text.replace("``", "").split())


def test_everything_that_has_a_docstring_is_on_the_page_and_nothing_else(shown):
    assert set(shown) == set(DOCUMENTED)
    assert [name for name in shown if name in OUTSIDE] == list(OUTSIDE), "the order of the stub"


def test_a_public_module_is_on_the_page_with_its_words(page):
    text = _plain(page.astext())
    for name, module in MODULES.items():
        assert f": {name} " in text
        assert _plain(inspect.getdoc(module).partition("\n\n")[0]) in text


@pytest.mark.parametrize("name", CALLED)
def test_a_name_has_its_parameters_with_their_defaults(name, shown):
    value = CALLED[name]
    given = inspect.signature(value).parameters.values()
    own = [one.replace(annotation=one.empty) for one in given if one.name not in ("self", "cls")]
    called = str(inspect.Signature(own)) if own or not inspect.isclass(value) else ""
    assert shown[name][0].endswith(name.rpartition(".")[2] + called)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_name_has_the_words_of_its_docstring(name, shown):
    """The sentences before the sections, and the name and the type of each entry of a section."""
    document = inspect.getdoc(DOCUMENTED[name])
    words = shown[name][1]
    before, *_ = re.split(r"\n\n(?=\w+\n---)", document)
    paragraphs = [text for text in before.split("\n\n") if not text.startswith(">>>")]
    assert words.startswith(_plain(" ".join(paragraphs)))
    for entry, type in re.findall(r"^(\w+) : (.+)$", document, re.MULTILINE):
        assert f"{entry} ({type}) – " in words
    for title in re.findall(r"^(\w+)\n---+$", document, re.MULTILINE):
        assert title in words


def test_an_example_is_code(page):
    text = page.astext()
    assert "\n>>> model = KernelPCA(0.9" in text
    assert "``" not in text
