"""The JSON schema of the configuration, from which editors complete and explain the keys.

python -m kpca.studies.config.schema > config/schema.json
"""

import json

from kpca.studies.config.study import Config


def text() -> str:
    """The schema as JSON."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps(schema | Config.model_json_schema(), indent=1) + "\n"


if __name__ == "__main__":
    print(text(), end="")
