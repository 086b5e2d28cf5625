"""The JSON schema, which editors read, says what the configuration says."""

import json

import jsonschema
import pytest
import yaml
from small_project import ROOT

import configuration

SCHEMA = json.loads(configuration.schema())


def test_the_schema_in_the_repository_is_up_to_date():
    is_same = (ROOT / "config/schema.json").read_text(encoding="utf-8") == configuration.schema()
    assert is_same, "run: python docs/contributing/configuration.py"


@pytest.mark.parametrize("name", ["config.yaml", "tiny.yaml"])
def test_the_shipped_configurations_name_the_schema_and_satisfy_it(name):
    text = (ROOT / "config" / name).read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=schema.json\n")
    jsonschema.validate(yaml.safe_load(text), SCHEMA)


@pytest.mark.parametrize("kernel", ["rbf", {"name": "rbf"}, {"name": "rbf", "gamma": 0.5}])
def test_a_short_form_satisfies_it(kernel):
    study = {"data": {"vectors": "my.csv"}, "kernel": kernel}
    jsonschema.validate({"studies": {"s": study}}, SCHEMA)
    with pytest.raises(jsonschema.ValidationError, match="poly"):
        jsonschema.validate({"studies": {"s": study | {"kernel": "poly"}}}, SCHEMA)


def test_a_configuration_with_an_unknown_key_does_not_satisfy_it():
    content = yaml.safe_load((ROOT / "config/tiny.yaml").read_text(encoding="utf-8"))
    content["studies"]["iris"]["kernl"] = 1
    with pytest.raises(jsonschema.ValidationError, match="kernl"):
        jsonschema.validate(content, SCHEMA)


def _properties(node):
    if isinstance(node, dict):
        yield from node.get("properties", {}).items()
        for value in node.values():
            yield from _properties(value)
    elif isinstance(node, list):
        for value in node:
            yield from _properties(value)


def test_every_key_is_explained_in_the_readme_of_the_configuration():
    readme = (ROOT / "config/README.md").read_text(encoding="utf-8")
    keys = sorted({key for key, _ in _properties(SCHEMA)})
    missing = [key for key in keys if f"`{key}`" not in readme and f"{key}:" not in readme]
    assert not missing, f"add a row to a table of config/README.md for {', '.join(missing)}"
