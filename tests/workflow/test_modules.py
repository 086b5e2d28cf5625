"""Imports are found in every statement that has statements, and texts without a meaning go."""

import pytest
import small_project

from kpca.workflow import modules

INSIDE = {
    "a function": "def f():\n    {}",
    "a class": "class A:\n    {}",
    "a method": "class A:\n    async def f(self):\n        {}",
    "if": "if a:\n    {}",
    "elif": "if a:\n    b\nelif c:\n    {}",
    "else of a loop": "for a in b:\n    c\nelse:\n    {}",
    "with": "with a:\n    {}",
    "try": "try:\n    {}\nfinally:\n    a",
    "except": "try:\n    a\nexcept B:\n    {}",
    "else of try": "try:\n    a\nexcept B:\n    b\nelse:\n    {}",
    "finally": "try:\n    a\nfinally:\n    {}",
    "a case": "match a:\n    case 1:\n        {}",
    "a function beside a lambda": "f = lambda: 1\ndef g():\n    {}",
}


@pytest.fixture
def read(tmp_path, monkeypatch):
    small_project.move(monkeypatch, tmp_path)

    def read(text):
        (tmp_path / "kpca").mkdir(exist_ok=True)
        (tmp_path / "kpca/a.py").write_text(text)
        modules.read.cache_clear()
        return modules.read("kpca/a.py")

    yield read
    modules.read.cache_clear()


@pytest.mark.parametrize("place", INSIDE)
def test_imports_are_found_and_texts_left_out_wherever_they_stand(place, read):
    one, other = (INSIDE[place].format(text) for text in ("import x.y", "from p import q, r"))
    assert read(one).imported == ("x.y",)
    assert read(other).imported == ("p.q", "p.r")
    lines = one.splitlines()
    indent = " " * (len(lines[-1]) - len(lines[-1].lstrip()))
    with_text = "\n".join([*lines, f"{indent}'a text'  # a comment"])
    assert read(with_text) == read(one)
    assert read(with_text.replace("'a text'", "text")).code != read(one).code
