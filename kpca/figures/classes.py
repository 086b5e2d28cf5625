"""Which labels of samples are classes, on static and on interactive maps."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kpca.figures.palette import MOST_CLASSES
from kpca.tables.samples import NO_LABEL

ONE = "sample"
"""What all samples are called where there is no class."""


@dataclass(frozen=True)
class Classes:
    """The labels that are classes, in the order of a legend, and what other samples are called.

    ``others`` is "" if every sample has a class.
    """

    names: list[str]
    others: str

    def position(self, label: str) -> int:
        """The position of the class of a sample with this label, that of other samples last."""
        return self.names.index(label) if label in self.names else len(self.names)


def classes_of(
    labels: Sequence[str], new_labels: Sequence[str] = (), missing: str = NO_LABEL
) -> Classes:
    """The classes of training samples (n,), with which new samples (m,) are counted.

    A class is a label of a training sample that at least two samples have. Of more than
    ``MOST_CLASSES`` the most frequent ones are classes. A sample without a label, which is then
    ``missing``, has no class.

    >>> classes_of(["b", "a", "b", "a", "no label", "c"])
    Classes(names=['a', 'b'], others='other classes or no label')
    >>> classes_of(["b", "b", "no label"])
    Classes(names=['b'], others='no label')
    """
    known = {*labels, missing}
    counts = Counter(label for label in (*labels, *new_labels) if label in known)
    often = [name for name, count in counts.most_common() if count > 1 and name != missing]
    names = often[:MOST_CLASSES]
    rest = [name for name in counts if name not in names]
    return Classes(sorted(names), _of_others(names, rest, missing))


def _of_others(names: list[str], rest: list[str], missing: str) -> str:
    if not rest:
        return ""
    if not names:
        return ONE
    if len(rest) == 1:
        return rest[0]
    return "other classes" + f" or {missing}" * (missing in rest)
