"""What outputs of notebooks say of themselves in their metadata. It loads no other module."""

from collections.abc import Iterator, Mapping
from typing import Any

METADATA = "kpca"
"""Key in the metadata of a notebook's output under which figures and tables say what they are.

A figure has "figure" (its name), "caption" and "alt"; a table "table" and "caption"; the caption
below a figure "caption_of"; a sentence instead of a figure ``INSTEAD_OF``, and also
``NOT_DRAWN`` with the sentence if the figure could not be drawn.
"""

ON_PHONE = "image/vnd.kpca.on-phone+png"
"""The type of a second picture of a wide figure, for a phone. Notebooks show the first one."""

INSTEAD_OF = "instead_of"
NOT_DRAWN = "not_drawn"


def of_outputs(notebook: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """For each output of an executed notebook: what it says of itself, and the output."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            yield output.get("metadata", {}).get(METADATA, {}), output
