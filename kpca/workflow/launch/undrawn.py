"""The figures that could not be drawn, read from the executed notebooks."""

import json
from pathlib import Path

from kpca.figures.metadata import METADATA, NOT_DRAWN


def of_notebook(path: Path) -> list[str]:
    """The sentences of an executed notebook on the figures that could not be drawn."""
    text = path.read_text(encoding="utf-8")
    # Most notebooks have drawn everything and need not be parsed.
    if f'"{NOT_DRAWN}"' not in text:
        return []
    outputs = (one for cell in json.loads(text)["cells"] for one in cell.get("outputs", []))
    own = (one.get("metadata", {}).get(METADATA, {}) for one in outputs)
    return [one[NOT_DRAWN] for one in own if NOT_DRAWN in one]


def of_results(folder: Path, notebooks: list[Path]) -> list[str]:
    """One line for each figure that some of ``notebooks`` could not draw; names from ``folder``."""
    return [
        f"{path.relative_to(folder).as_posix()}: {sentence}"
        for path in notebooks
        for sentence in of_notebook(path)
    ]
