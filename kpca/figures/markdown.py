"""Text in Markdown that is shown as it is, whatever characters it has."""

import json
import re

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def as_text(text: object) -> str:
    """A text on one line in which Markdown finds no markup, no formula and no character reference.

    >>> as_text("1. a*b & $c$")
    '1\\\\. a\\\\*b \\\\& \\\\$c\\\\$'
    """
    return _PUNCTUATION.sub(r"\\\1", " ".join(str(text).split()))


def as_option(text: str) -> str:
    """A text in quotes, as the value of an option of a directive or of a key in YAML.

    >>> as_option('three "dots" ☺')
    '"three \\\\"dots\\\\" ☺"'
    """
    # Escapes such as \ud83d would be halves of a character.
    return json.dumps(text, ensure_ascii=False)
