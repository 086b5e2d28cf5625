"""The figures that could not be drawn, read from the executed notebooks."""

import json
from pathlib import Path

from kpca.figures.metadata import NOT_DRAWN, of_outputs


def of_notebook(path: Path) -> list[str]:
    """The sentences of an executed notebook on the figures that could not be drawn."""
    text = path.read_text(encoding="utf-8")
    # Most notebooks have drawn everything and need not be parsed.
    if f'"{NOT_DRAWN}"' not in text:
        return []
    return [about[NOT_DRAWN] for about, _ in of_outputs(json.loads(text)) if NOT_DRAWN in about]


def of_results(folder: Path, notebooks: list[Path]) -> list[str]:
    """One line for each figure that some of ``notebooks`` could not draw; names from ``folder``."""
    return [
        f"{path.relative_to(folder).as_posix()}: {sentence}"
        for path in notebooks
        for sentence in of_notebook(path)
    ]
