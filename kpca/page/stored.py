"""What the jobs of a run have stored of a study, for the optional blocks of its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from kpca.figures.metadata import INSTEAD_OF, of_outputs
from kpca.page.sections import Picture, Pictures, inside


@dataclass(frozen=True)
class Stored:
    """What is shown of a study of a run besides its solution.

    checks    with the attribute ``executed_on``; None where no statement is executed
    pictures  that its notebook has drawn, by the fold in which they are shown
    files     addresses of its results, by their names
    figures   addresses of all its figures without their endings, by their names
    """

    checks: xr.Dataset | None
    pictures: Pictures
    files: Mapping[str, str]
    figures: Mapping[str, str]


def drawn(notebook: Mapping[str, Any], folder: Path) -> dict[str, Picture]:
    """Each figure of an executed notebook by its name, or the sentence that stands instead.

    The figures lie in ``folder`` as SVG.
    """
    found = {}
    for about, output in of_outputs(notebook):
        if INSTEAD_OF in about:
            found[about[INSTEAD_OF]] = Picture("".join(output["data"]["text/plain"]))
        elif "figure" in about:
            name, width = about["figure"], output["metadata"]["image/png"]["width"]
            address = inside((folder / f"{name}.svg").read_bytes())
            found[name] = Picture(about["caption"], about["alt"], address, width)
    return found
