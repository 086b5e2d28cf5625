"""A study: data, the number of components, names and labels of the samples, and their origin."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from kpca.arrays import Array, Indices
from kpca.data import Data, Gram, Vectors
from kpca.kernels import Kernel
from kpca.studies.automatic import Automatic
from kpca.studies.checking import ALL
from kpca.studies.variables import Variables

STANDARDIZED = (
    "each column less its mean (column_mean), divided by its standard deviation "
    "(column_deviation, with divisor n), both of the {n} {of}"
)


@dataclass(frozen=True)
class Origin:
    """The provenance of a study's data.

    files        key in the configuration, name and SHA-256 of each input file
    left_out     name of each column of the table that is not data, and what it is instead
    preparation  what was done to the data, in words; "" for nothing
    transform    of each sample (``kpca.studies.transforms``); "" for none
    distance     of two samples (``kpca.studies.measures``); "" for none
    classes      name of each column of texts, with each of its classes: ``table_row`` has their
                 positions among those of the column
    numbers      what a raw new sample needs to be prepared in the same way by
                 ``kpca.studies.steps``: ``missing_value`` (k,), numbers that mean one;
                 ``complete_row`` (c, q), ``imputing_gamma`` and ``imputing_components``;
                 ``pseudocount``; ``column_mean`` and ``column_deviation`` (q,); ``table_row``
                 (n, q), the prepared training samples to which distances are computed, and
                 ``column_range`` (q,), 0 for classes; the constant that was added to distances.
                 ``new_table_row`` (m, q) are the prepared new samples of the study itself, for
                 its map
    """

    files: tuple[tuple[str, str, str], ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    preparation: str = ""
    transform: str = ""
    distance: str = ""
    classes: tuple[tuple[str, str], ...] = ()
    numbers: Mapping[str, Array | float] = field(default_factory=dict)

    @property
    def standardized(self) -> bool:
        """Whether the columns of the user's table were standardized."""
        return "column_mean" in self.numbers

    @property
    def classes_of(self) -> dict[str, list[str]]:
        """The classes of each column of texts, by its name."""
        names = dict.fromkeys(name for name, _ in self.classes)
        return {name: [text for of, text in self.classes if of == name] for name in names}

    def then(self, preparation: str, **numbers: Array | float) -> "Origin":
        """The origin after one more step, in words, with the numbers that it needs."""
        words = "; ".join(filter(None, (self.preparation, preparation)))
        return replace(self, preparation=words, numbers={**self.numbers, **numbers})

    def in_raw_units(self, points: Array, columns: Indices | slice = slice(None)) -> Array:
        """Points (p, q) in the units of the user's table, where the columns were standardized.

        If the table was transformed, the units are those after the transform.

        ``columns`` are the indices (q,) of the columns of the points, if they have not all columns.
        """
        if not self.standardized:
            return points
        mean, deviation = (self.numbers[f"column_{name}"] for name in ("mean", "deviation"))
        return points * np.asarray(deviation)[columns] + np.asarray(mean)[columns]


@dataclass(frozen=True)
class Study:
    """The data and settings that the notebooks of one study run on.

    ``components`` are a number of them, and before the study is solved perhaps a share.
    ``names``, ``labels`` (n,) and ``new_names``, ``new_labels`` (m,) identify the samples
    in tables and plots. Without held-out samples the training samples are placed a second time.
    ``unit`` is the unit of a score; "1" for a kernel without one. ``named_columns`` (q,) are the
    names of the columns of points, if they have any, or of the table that distances were computed
    from. ``remarks`` are sentences on the data: which
    samples were left out or are equal, and what was corrected. ``origin`` says where the data come
    from. ``automatic`` has the curves of what the program chose. ``statements`` says on which
    samples the statements are executed (``kpca.studies.checking``). A random subset of a study has
    the number of all its training samples as ``subset_of``; of a whole study this is 0.
    ``variables`` are what is known of the training samples beside their data. ``metadata`` are the
    columns of tables that are neither data nor variables, of the training samples and behind them
    of the new ones, if these are others (``placed_again``): they color maps. ``weights`` (n,) say
    how many samples each training sample stands for; None if each counts once. ``blocks`` (n,)
    are the groups of training samples that are permuted together or within; None for independent
    samples. Statements are
    executed on samples that count once: ``subset_of`` is then the number of all of them.
    """

    name: str
    title: str
    data: Data
    components: int | float
    names: list[str]
    labels: list[str]
    new_names: list[str]
    new_labels: list[str]
    unit: str = "1"
    named_columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    origin: Origin = Origin()
    automatic: Automatic = Automatic()
    statements: str | int = ALL
    subset_of: int = 0
    variables: Variables | None = None
    metadata: Variables | None = None
    weights: Array | None = None
    blocks: list[str] | None = None

    @property
    def n(self) -> int:
        """Number of training samples."""
        return len(self.names)

    @property
    def m(self) -> int:
        """Number of new samples."""
        return len(self.new_names)

    @property
    def placed_again(self) -> bool:
        """Whether there are no new samples, and the training samples are placed a second time."""
        return self.new_names == self.names

    @property
    def new_in_words(self) -> str:
        """How many new samples there are, in words."""
        if self.placed_again:
            return "placed again as new ones"
        return f"{self.m} new {'one' if self.m == 1 else 'ones'}"

    @property
    def kernel(self) -> Kernel | None:
        return self.data.kernel

    @property
    def columns(self) -> tuple[str, ...]:
        """Names (q,) of the columns of points, x1, x2, ... unless they have others."""
        if not isinstance(self.data, Vectors):
            return ()
        q = self.data.X.shape[1]
        return self.named_columns or tuple(f"x{j + 1}" for j in range(q))

    @property
    def table(self) -> tuple[tuple[str, ...], Array, Array] | None:
        """The columns (q,) of a table, its training samples (n, q), and its new samples (m, q).

        They are the points, or what distances were computed from, in the units of the user's table
        (``Origin.in_raw_units``), without the columns of texts. None for a given matrix.
        """
        data, origin, numbers = self.data, self.origin, self.origin.numbers
        if isinstance(data, Vectors):
            return self.columns, origin.in_raw_units(data.X), origin.in_raw_units(data.X_new)
        if "table_row" not in numbers:
            return None
        rows = np.asarray(numbers["table_row"])
        new = np.asarray(numbers.get("new_table_row", rows))
        texts = origin.classes_of
        of_numbers = [j for j, name in enumerate(self.named_columns) if name not in texts]
        names = tuple(self.named_columns[j] for j in of_numbers)
        return names, *(origin.in_raw_units(X)[:, of_numbers] for X in (rows, new))

    def __str__(self) -> str:
        given = "given kernel matrix"
        if not isinstance(self.data, Gram):
            of_table = (
                f"{self.origin.distance} distances of a table" if self.origin.distance else ""
            )
            given = of_table or "given distances"
        kernel = self.kernel if self.kernel is not None else given
        components = "component" if self.components == 1 else "components"
        part = f", a random subset of {self.subset_of}" if self.subset_of else ""
        if self.subset_of == self.n:
            part = ", each counted once"
        if self.weights is not None:
            part += f" with weights, {self.weights.sum():.6g} together"
        return (
            f"{self.title}\n{self.n} samples{part}, {self.new_in_words}, "
            f"{self.components} {components}; {kernel}"
        )
