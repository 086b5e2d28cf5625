"""Every key of a file has an effect."""

import ast
from dataclasses import fields

from small_project import ROOT

from kpca.studies.config.data import DistanceMatrix, KernelMatrix, VectorFile
from kpca.tables.readers.registry import FOR_ALL, HINTS, READERS, Options

FORMS = (VectorFile, KernelMatrix, DistanceMatrix)
OPTIONS = [field.name for field in fields(Options)]


def _nodes(folder):
    for path in (ROOT / folder).rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _read(nodes, name):
    """The attributes that are read of what has this name, such as ``data`` or ``config.data``."""
    read = [node for node in nodes if isinstance(node, ast.Attribute)]
    return {
        node.attr
        for node in read
        if name in (getattr(node.value, "id", ""), getattr(node.value, "attr", ""))
    }


def _in_properties():
    """The keys that properties of the forms make something else of."""
    functions = [
        node
        for node in _nodes("kpca/studies/config")
        if isinstance(node, ast.FunctionDef)
        and any(getattr(decorator, "id", "") == "property" for decorator in node.decorator_list)
    ]
    return {key for function in functions for key in _read(ast.walk(function), "self")}


def test_every_key_of_a_file_is_a_hint_for_readers_or_is_read_by_the_code():
    keys = {key for form in FORMS for key in form.model_fields}
    used = {*OPTIONS} | _read(_nodes("kpca/studies"), "data") | _in_properties()
    without_use = ", ".join(sorted(keys - used))
    assert not without_use, (
        f"no code reads {without_use}: give Options in kpca/tables/readers/registry.py a field of "
        "that name if readers are to know it, or read it from config.data in kpca/studies"
    )


def test_every_hint_for_readers_is_looked_at():
    looked_at = _read(_nodes("kpca/tables"), "options")
    without_use = ", ".join(name for name in OPTIONS if name not in looked_at)
    assert not without_use, f"no code in kpca/tables reads options.{without_use}"


def test_a_hint_holds_for_files_of_all_kinds_or_for_those_whose_readers_say_so():
    assert sorted(OPTIONS) == sorted([*HINTS, *FOR_ALL]), "add the field to HINTS or to FOR_ALL"
    of_readers = {hint for reader in READERS.values() for hint in reader.uses}
    assert of_readers == {*HINTS}
    from_one_kind = [
        hint for reader in READERS.values() if reader.uses != HINTS for hint in reader.uses
    ]
    unused = ", ".join(hint for hint in HINTS if hint not in from_one_kind)
    assert not unused, f"no reader says that it uses {unused}"
