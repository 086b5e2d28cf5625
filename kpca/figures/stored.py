"""The pictures of the hand-written pages, which are stored in ``docs/pictures``.

``python -m kpca.figures.stored docs/pictures`` draws them, and prints their words. The site has
the stored files. Captions and alt texts stand on the pages.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from kpca.figures import wrong_readings
from kpca.figures.display import Words, drawn
from kpca.figures.ideas import (
    centering,
    components,
    controls,
    distances,
    features,
    preimage,
    relatives,
    samples,
    scores,
    solver,
    spectra,
    unusual,
    width,
)

PICTURES: dict[str, Callable[[Figure], Words]] = {
    **wrong_readings.PICTURES,
    **features.PICTURES,
    **components.PICTURES,
    **centering.PICTURES,
    **distances.PICTURES,
    **scores.PICTURES,
    **preimage.PICTURES,
    **controls.PICTURES,
    **samples.PICTURES,
    **spectra.PICTURES,
    **relatives.PICTURES,
    **solver.PICTURES,
    **width.PICTURES,
    **unusual.PICTURES,
}
"""What draws each picture, by the name of its file."""


def main(folder: str) -> None:
    """Write every picture as SVG, and print its words."""
    for name, draw in PICTURES.items():
        words, files, _ = drawn(("svg",), draw)
        Path(folder, f"{name}.svg").write_bytes(files["svg"])
        print(name, *words, sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
