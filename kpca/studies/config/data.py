"""The forms of data that a study may have: files, data sets, generators."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, NonNegativeFloat, Tag, model_validator

from kpca.studies.config.strict import Strict, Text
from kpca.studies.readers.read import kinds

DataFile = Annotated[Text, Field(description=f"A file of one of these kinds: {kinds()}.")]

Column = Text | Annotated[int, Field(ge=1)]
"""The name of a column, or its number from 1."""


class VectorFile(Strict):
    """Numbers, one sample in each row."""

    vectors: DataFile
    labels: Column | None = None
    """Column with a class for each sample, for the colors of the plots."""
    names: Column | None = None
    """Column with a name for each sample; default: a first column of distinct texts."""
    columns: Annotated[list[Column], Field(min_length=1)] | None = None
    """The columns to use; default: all but labels and names."""
    header: bool | None = None
    """Whether the first row of a CSV or TSV has the names of the columns; needed if that row has a
    number in it."""
    variable: Text | None = None
    """The variable of a netCDF or Zarr store; needed if there are several tables."""
    missing: Literal["refuse", "drop"] = "refuse"
    """`drop` leaves out every sample with a missing value, and reports which."""
    standardize: bool = False
    """Subtract the mean of each column and divide by its standard deviation, both of the training
    samples."""
    new: Text | None = None
    """File of new samples with the same columns, placed on the components of the others."""


class _Matrix(Strict):
    labels: Text | None = None
    """A CSV with a class for each sample: one column, or two, the first with the names."""
    header: bool | None = None
    """Whether the first row of a CSV or TSV has the names of the samples; by default the
    shape decides."""
    variable: Text | None = None
    """The variable of a netCDF or Zarr store; needed if there are several tables."""
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
