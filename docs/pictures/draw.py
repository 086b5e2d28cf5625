"""The pictures of the hand-written pages of the site, which are stored beside this script.

``python docs/pictures/draw.py`` draws them, and prints their words. Captions and alt texts stand
on the pages.
"""

from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

import by_hand
import centering
import components
import controls
import covariates
import distances
import features
import gains
import left_out
import preimage
import relatives
import samples
import scores
import solver
import spectra
import unusual
import what_kernel_pca_does
import width
import wrong_readings
from kpca.figures.display import Words, drawn
from kpca.figures.metadata import ON_PHONE

PICTURES: dict[str, Callable[[Figure], Words]] = {
    **wrong_readings.PICTURES,
    **features.PICTURES,
    **gains.PICTURES,
    **components.PICTURES,
    **by_hand.PICTURES,
    **centering.PICTURES,
    **distances.PICTURES,
    **scores.PICTURES,
    **preimage.PICTURES,
    **controls.PICTURES,
    **samples.PICTURES,
    **left_out.PICTURES,
    **covariates.PICTURES,
    **spectra.PICTURES,
    **relatives.PICTURES,
    **solver.PICTURES,
    **width.PICTURES,
    **unusual.PICTURES,
}
"""What draws each picture, by the name of its file."""

ENDINGS = {"svg": ".svg", ON_PHONE: "-on-phone.svg"}


def main(folder: Path) -> None:
    """Write every picture as SVG into the folder, that of README.md above it, and print words.

    A wide picture has a second file, for a phone.
    """
    for name, draw in PICTURES.items():
        words, files, _ = drawn(("svg", ON_PHONE), draw)
        for kind, picture in files.items():
            (folder / f"{name}{ENDINGS[kind]}").write_bytes(picture)
        print(name, *words, sep="\n")
    first = what_kernel_pca_does
    _, files, _ = drawn(("svg",), first.draw, first.example())
    (folder.parent / f"{first.NAME}.svg").write_bytes(files["svg"])


if __name__ == "__main__":
    main(Path(__file__).parent)
