"""Maps of columns as measured and standardized, where one or two columns outweigh all others."""

from collections.abc import Mapping
from dataclasses import dataclass

from kpca.data import Vectors
from kpca.figures import choices
from kpca.kernels import RBF, Linear
from kpca.page.options import as_option
from kpca.page.sections import Picture, picture
from kpca.studies.solved_study import SolvedStudy
from kpca.tables.messages import written
from kpca.tables.samples import dominating


@dataclass(frozen=True)
class Weights:
    """The remark on the columns that outweigh the others, and a picture for each study."""

    remark: str
    pictures: list[Picture]


def weights(studies: Mapping[str, SolvedStudy]) -> Weights | None:
    """Both maps of each study, if columns outweigh others; None where nobody has to choose.

    Nobody has where a distance was taken. Standardized columns outweigh no other.
    """
    of_points = [
        one
        for one in studies.values()
        if isinstance(one.study.data, Vectors) and isinstance(one.study.kernel, Linear | RBF)
    ]
    if not of_points:
        return None
    study = of_points[0].study
    # These maps would count each sample once.
    said = [] if study.weights is not None else dominating(study.data.X, list(study.columns))
    if not said:
        return None
    draw = choices.as_measured_and_standardized
    return Weights(
        written(said[0], as_option),
        [picture(draw, one.study, one.solution) for one in of_points],
    )
