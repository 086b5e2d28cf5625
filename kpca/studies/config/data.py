"""The forms of data that a study may have: files, data sets, generators."""

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, NonNegativeFloat, Tag, model_validator

from kpca.studies.config.strict import Strict, Text
from kpca.studies.measures import MEASURES
from kpca.studies.transforms import TRANSFORMS, WITH_PSEUDOCOUNT
from kpca.tables.messages import MessageError, joined, named, setting
from kpca.tables.omitted import Omitted
from kpca.tables.read import kinds
from kpca.tables.readers.registry import Options
from kpca.tables.rows import Missing

_KINDS = (
    f"A file of one of these kinds: {kinds()}; or a folder or a ZIP archive of spectra, "
    "or a folder of Cell Ranger."
)
DataFile = Annotated[Text, Field(description=_KINDS)]

Column = Text | Annotated[int, Field(ge=1)]
"""The name of a column, or its number from 1."""


class _File(Strict):
    """What may be said about a file of any kind."""

    header: bool | Annotated[int, Field(ge=1)] | None = None
    """Whether the first row of a text file or a sheet has names, or the line or row that has them,
    from 1; needed if that row has a number in it and the shape does not decide, or if other lines
    stand above it."""
    variable: Text | None = None
    """The table that is meant, if a netCDF or Zarr store, an AnnData file (such as `obsm/X_pca`), a
    NumPy archive, a MATLAB file or a ZIP archive has several."""
    sheet: Text | Annotated[int, Field(ge=1)] | None = None
    """The sheet of a workbook, by name or by number from 1; default: the first one with a table."""
    decimal: Literal[".", ","] | None = None
    """The decimal sign of a text file; needed if the cells leave a doubt."""
    thousands: Literal[",", ".", " ", "'"] | None = None
    """The sign between groups of three digits; needed if the cells leave a doubt."""
    encoding: Text | None = None
    """The encoding of a text file, such as `cp1250`; default: as its byte order mark says, else
    UTF-8, else Latin-1 with a remark."""
    comment: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    """A character; lines that begin with it are left out. Default: `#` above the table only."""
    omit_samples: list[Text | int] | None = None
    """Samples to leave out: names, conditions such as `batch = QC` or `depth < 1000` on a column
    of the file, and `empty` for samples that are 0 in every column. `[]` if a sample that looks
    like an axis is one."""
    place_omitted: bool = False
    """Place the samples that `omit_samples` leaves out on the components of the others."""

    @property
    def hints(self) -> dict[str, Any]:
        """What a reader of the file has to know, by the fields of its ``Options``."""
        return self.model_dump(include={field.name for field in fields(Options)})

    @property
    def omitted(self) -> Omitted:
        """Which samples are left out."""
        return Omitted(tuple(self.omit_samples or ()))

    @model_validator(mode="after")
    def _omitted_are_placed_once(self) -> "_File":
        if self.place_omitted and not self.omit_samples:
            raise MessageError(
                named("place_omitted") + " needs " + setting(omit_samples=[...]) + ": add it"
            )
        if self.place_omitted and getattr(self, "new", None):
            raise MessageError(
                named("place_omitted", "new", between=" and ")
                + " exclude each other: remove one of them"
            )
        return self


class VectorFile(_File):
    """Numbers, one sample in each row."""

    vectors: DataFile
    labels: Column | None = None
    """Column with a class for each sample, for the colors of the plots."""
    names: Column | None = None
    """Column with a name for each sample; default: a first column of distinct texts. With
    `transpose` the column of the file with the names of its rows."""
    weights: Column | None = None
    """Column with the weight of each sample, a number above 0: how many samples a row stands
    for."""
    blocks: Column | None = None
    """Column with the block of each sample, such as the subject, for p-values of several samples
    of each block: blocks are permuted as a whole, or samples within a block."""
    columns: Annotated[list[Column], Field(min_length=1)] | None = None
    """The columns to use; default: all with numbers, but labels and names."""
    omit: list[Column] | None = None
    """Columns to leave out; with `transpose` columns or rows of the file. `[]` if columns of
    another order of magnitude than most are samples."""
    missing: Literal["refuse", "drop", "impute"] = "refuse"
    """What is done about missing values: `refuse`, `drop` or `impute`. `drop` leaves out every
    sample with one, and reports which. `impute` predicts them from the other values of their
    sample by the complete training samples."""
    most_missing: Annotated[float, Field(ge=0, lt=1)] | None = None
    """Columns, then samples, with a larger share of missing values are left out; for `missing:
    impute` or `drop`. Default: 0.5 with `impute`, none with `drop`."""
    missing_values: list[int | float | Text] | None = None
    """Numbers and texts that mean a missing value, such as `[-999]`; `[]` if -999 is a number."""
    transpose: bool = False
    """`true` for a file with a row for each variable and a column for each sample."""
    triplets: bool | None = None
    """`true` for a file of rows with a row, a column and a number; other numbers are 0."""
    transform: Literal[tuple(TRANSFORMS)] | None = None
    """What becomes of the values of each sample, before anything is standardized or compared."""
    pseudocount: Annotated[float, Field(gt=0)] | None = None
    """A number that is added to every value before the transforms clr and log."""
    distance: Literal[tuple(MEASURES)] | None = None
    """The distance between samples, of which the study makes a map instead of a kernel."""
    standardize: bool = False
    """Subtract the mean of each column and divide by its standard deviation, both of the training
    samples."""
    new: Text | None = None
    """File of new samples with the same columns, placed on the components of the others."""

    @model_validator(mode="after")
    def _columns_or_omit(self) -> "VectorFile":
        if self.columns and self.omit:
            raise MessageError(
                named("columns", "omit", between=" and ")
                + " exclude each other: remove one of them"
            )
        return self

    @property
    def on_missing(self) -> Missing:
        """What is done about missing values."""
        if self.missing == "impute":
            most = 0.5 if self.most_missing is None else self.most_missing
            return Missing(self.missing, most, most)
        most = 1.0 if self.most_missing is None else self.most_missing
        return Missing(self.missing, most, is_predictable=self.weights is None)

    @model_validator(mode="after")
    def _keys_that_need_another(self) -> "VectorFile":
        if self.pseudocount is not None and self.transform not in WITH_PSEUDOCOUNT:
            transforms = [setting(transform=name) for name in WITH_PSEUDOCOUNT]
            raise MessageError(named("pseudocount") + " is only for " + joined(transforms, " or "))
        if self.most_missing is not None and self.missing == "refuse":
            rules = [setting(missing=rule) for rule in ("impute", "drop")]
            raise MessageError(
                named("most_missing")
                + " is only for "
                + joined(rules, " or ")
                + ": add one of them"
            )
        return self

    @property
    def hints(self) -> dict[str, Any]:
        """What a reader of the file has to know, the columns that are named here included."""
        columns = [self.labels, self.names, self.weights, self.blocks]
        columns += [*(self.columns or []), *(self.omit or [])]
        return super().hints | {"named": tuple(name for name in columns if name is not None)}


class _Matrix(_File):
    labels: Text | None = None
    """A table with a class for each sample, whose rows are matched to the samples by name, or
    without names by position."""
    label_column: Column | None = None
    """The column of that table with the classes; needed if it has several besides the names."""
    symmetrize: bool = False
    """Take the mean of the values from i to j and from j to i, where they differ by more than
    rounding, as those of programs do that align one sequence to the other."""
    new: Text | None = None
    """File with a row for each of m new samples: n values to the samples of the matrix, then m
    values to the new samples."""


class KernelMatrix(_Matrix):
    """Kernel values k(x_i, x_j), n by n."""

    kernel_matrix: DataFile


class DistanceMatrix(_Matrix):
    """Distances d_ij, not squared, n by n."""

    distance_matrix: DataFile


class Generated(Strict):
    """A seeded generator of `kpca.studies.datasets`."""

    generator: Literal["circles", "s_curve", "rings", "clusters"]
    n: Annotated[int, Field(ge=4, le=10**12)]
    """Number of samples."""
    noise: NonNegativeFloat
    """Standard deviation of the noise added to each coordinate."""
    seed: Annotated[int, Field(ge=0, lt=2**32)]
    factor: Annotated[float, Field(gt=0, lt=1)] | None = None
    """Radius of the inner circle; for circles only."""

    @model_validator(mode="after")
    def _factor_is_of_circles(self) -> "Generated":
        if self.factor is not None and self.generator != "circles":
            raise ValueError("factor is for circles only")
        return self


class Real(Strict):
    """A real data set that scikit-learn ships."""

    dataset: Literal["digits", "iris", "wine"]


DATA_FORMS: dict[str, type[Strict]] = {
    "vectors": VectorFile,
    "kernel_matrix": KernelMatrix,
    "distance_matrix": DistanceMatrix,
    "generator": Generated,
    "dataset": Real,
}


def form_of_data(value: Any) -> str | None:
    """The key that determines the form of the data."""
    if isinstance(value, Strict):
        return next(name for name, form in DATA_FORMS.items() if isinstance(value, form))
    return next((key for key in DATA_FORMS if isinstance(value, dict) and key in value), None)


AnyData = Annotated[
    Annotated[VectorFile, Tag("vectors")]
    | Annotated[KernelMatrix, Tag("kernel_matrix")]
    | Annotated[DistanceMatrix, Tag("distance_matrix")]
    | Annotated[Generated, Tag("generator")]
    | Annotated[Real, Tag("dataset")],
    Discriminator(
        form_of_data,
        custom_error_type="data_form",
        custom_error_message=f"one of the keys {', '.join(DATA_FORMS)} is required",
    ),
]
