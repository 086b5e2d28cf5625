"""A study of the distances between the rows of a table: read as points, compared as a matrix."""

from kpca.data import Distances
from kpca.studies import matrix, measures, steps
from kpca.studies.draft import Draft
from kpca.studies.points import Points


class Compared(Points):
    """A study of a table on its way that is compared by a distance of ``kpca.studies.measures``."""

    size = Draft.size

    @property
    def has_lengths(self) -> bool:
        return measures.MEASURES[self.config.data.distance].has_units

    def compare(self) -> None:
        old, new, data = self.training, self.new, self.config.data
        measures.require_defined(data.distance, old, data.vectors)
        numbers = {"table_row": old.X} | ({"new_table_row": new.X} if self.config.has_new else {})
        if measures.MEASURES[data.distance].of_ranges:
            numbers["column_range"] = measures.ranges(old, data.vectors)
        text = f"distances: {data.distance}, {measures.MEASURES[data.distance].formula}"
        self.origin = self.origin.then(text, **numbers)
        ranges = numbers.get("column_range")
        D = measures.among(data.distance, old.X, ranges)
        matrix.require_distances(D, old.names, data.vectors)
        blocks = [D] * 3
        if self.config.has_new:
            to_old = steps.distances(new, self.origin, data.new or data.vectors)
            blocks = [D, to_old, measures.among(data.distance, new.X, ranges)]
            matrix.require_distances(blocks[2], new.names, data.new or data.vectors)
        self.data = Distances(*self.corrected(blocks))
        self.choose_components()
