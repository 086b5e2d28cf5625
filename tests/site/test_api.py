"""The page of public names says what their docstrings say, as Markdown."""

from types import ModuleType

import kpca
from kpca import kernels
from kpca.site import api

DOCUMENT = """What it does with a_b and ``a_b``.

one           the first
two, three    the second
              of two
Raises ``ValueError``.

>>> 1 + 1
2
"""
MARKDOWN = r"""What it does with a\_b and `a_b`.

| name | meaning |
|---|---|
| `one` | the first |
| `two, three` | the second of two |

Raises `ValueError`.

```python
>>> 1 + 1
2
```"""


def test_paragraphs_tables_and_examples_of_a_docstring_become_markdown():
    assert api.markdown(DOCUMENT.strip()) == MARKDOWN


def test_the_members_of_a_module_are_its_kernels_or_the_public_functions_that_it_defines():
    module = ModuleType("mine")
    code = "from math import hypot\ndef b(): pass\ndef _hidden(): pass\ndef a(): pass"
    exec(code, module.__dict__)
    assert [member.__name__ for member in api._of_module(module)] == ["b", "a"]
    assert api._of_module(kernels) == list(kernels.KERNELS)


NUMPYDOC = """What it does.

Parameters
----------
one : float or ``None``, default 2
    The first,
    in two lines.
two : {"a", "b"}
    The second.

Notes
-----
A note on a_b.
"""
SECTIONS = r"""What it does.

**Parameters**

| name | meaning |
|---|---|
| `one` | float or `None`, default 2. The first, in two lines. |
| `two` | {"a", "b"}. The second. |

**Notes**

A note on a\_b."""


def test_sections_of_numpydoc_become_tables_and_paragraphs():
    assert api.markdown(NUMPYDOC.strip()) == SECTIONS


def test_a_bar_does_not_end_a_cell():
    assert r"| `mu` | \|v\| |" in api.markdown("mu  |v|")


def test_every_public_name_and_every_kernel_has_a_section():
    page = api.page()
    for name in kpca.public():
        assert f"\n## `kpca.{name}`\n" in page
    for kernel in kernels.KERNELS:
        assert f"\n### `kpca.kernels.{kernel.__name__}`\n" in page
    assert "kpca.kernels.RBF(gamma)" in page
    assert "kpca.plot.scree(model, *, figure=None)" in page
    assert "### `kpca.plot.style`" not in page
    assert "\n### `SolvedStudy`\n" in page
    assert "| `inverse_transform(X)` | Pre-images" in page
    assert "| `n_components_` | int. The number d of components. |" in page
    assert "kpca.convert(values, quantity, source, target, n, mu=None)" in page
    assert "(self" not in page
