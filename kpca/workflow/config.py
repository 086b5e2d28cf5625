"""The configuration: what it may say, and what is wrong with one that says something else."""

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import yaml
from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    Tag,
    ValidationError,
    model_validator,
)


class ConfigError(ValueError):
    """A configuration that cannot be run; the message names file, key, value, what is allowed."""


class Strict(BaseModel):
    """Unknown keys are errors; numbers must be numbers, not text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Generated(Strict):
    """A seeded generator of ``kpca.datasets``."""

    generator: Literal["circles", "s_curve", "rings", "clusters"]
    n: Annotated[int, Field(ge=4)]
    noise: NonNegativeFloat
    seed: NonNegativeInt
    factor: Annotated[float, Field(gt=0, lt=1)] | None = None

    @model_validator(mode="after")
    def _factor_is_of_circles(self) -> "Generated":
        if self.factor is not None and self.generator != "circles":
            raise ValueError("factor is for circles only")
        return self


class Real(Strict):
    """A real data set that scikit-learn ships."""

    dataset: Literal["digits", "iris", "wine"]


class DistanceMatrix(Strict):
    """A CSV of distances, with a header row and a column of names."""

    distance_matrix: str


_DATA_FORMS: dict[str, type[Strict]] = {
    "generator": Generated,
    "dataset": Real,
    "distance_matrix": DistanceMatrix,
}


def _form_of_data(value: Any) -> str | None:
    """The key that tells which form of data is meant."""
    if isinstance(value, Strict):
        return next(name for name, form in _DATA_FORMS.items() if isinstance(value, form))
    return next((key for key in _DATA_FORMS if isinstance(value, dict) and key in value), None)


AnyData = Annotated[
    Annotated[Generated, Tag("generator")]
    | Annotated[Real, Tag("dataset")]
    | Annotated[DistanceMatrix, Tag("distance_matrix")],
    Discriminator(
        _form_of_data,
        custom_error_type="data_form",
        custom_error_message=f"one of the keys {', '.join(_DATA_FORMS)} is required",
    ),
]


class LinearKernel(Strict):
    """See ``kpca.kernels.Linear``."""

    name: Literal["linear"]


class PolynomialKernel(Strict):
    """See ``kpca.kernels.Polynomial``; coef0 >= 0, or the kernel is not a kernel."""

    name: Literal["poly"]
    gamma: PositiveFloat
    degree: PositiveInt
    coef0: NonNegativeFloat = 1.0


class RBFKernel(Strict):
    """See ``kpca.kernels.RBF``."""

    name: Literal["rbf"]
    gamma: PositiveFloat


class SigmoidKernel(Strict):
    """See ``kpca.kernels.Sigmoid``."""

    name: Literal["sigmoid"]
    gamma: PositiveFloat
    coef0: float = 1.0


class LiftKernel(Strict):
    """See ``kpca.kernels.Lift``."""

    name: Literal["lift"]


_KERNEL_FORMS: dict[str, type[Strict]] = {
    "linear": LinearKernel,
    "poly": PolynomialKernel,
    "rbf": RBFKernel,
    "sigmoid": SigmoidKernel,
    "lift": LiftKernel,
}
_KERNELS = ", ".join(_KERNEL_FORMS)

AnyKernel = Annotated[
    LinearKernel | PolynomialKernel | RBFKernel | SigmoidKernel | LiftKernel,
    Field(discriminator="name"),
]

Text = Annotated[str, Field(min_length=1)]
StudyName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]


class StudyConfig(Strict):
    """One study: data, kernel, components, and how many samples are held out as new points."""

    title: Text
    data: AnyData
    kernel: AnyKernel | None = None
    components: PositiveInt
    holdout: NonNegativeInt = 0
    unit: Text = "1"

    @model_validator(mode="after")
    def _vectors_have_a_kernel_distances_have_none(self) -> "StudyConfig":
        given = isinstance(self.data, DistanceMatrix)
        if given and self.kernel is not None:
            raise ValueError("a distance_matrix takes no kernel: remove the key 'kernel'")
        if not given and self.kernel is None:
            raise ValueError(f"key 'kernel' is missing; allowed: {_KERNELS}")
        return self


Chapter = Literal["linear-algebra", "kernels", "eigenproblem", "centering", "projection"]
CHAPTERS: tuple[str, ...] = get_args(Chapter)
"""The notebooks of the ledger's five sections."""


class Config(Strict):
    """The whole file: a folder for the results, named studies, and what is read on which."""

    results: Text
    studies: Annotated[dict[StudyName, StudyConfig], Field(min_length=1)]
    chapters: dict[Chapter, list[str]] | None = None
    every_statement: bool = False

    @model_validator(mode="after")
    def _chapters_are_read_on_studies(self) -> "Config":
        named = {study for studies in (self.chapters or {}).values() for study in studies}
        unknown = sorted(named - set(self.studies))
        if unknown:
            raise ValueError(
                f"chapters: no study is called {', '.join(unknown)}; "
                f"allowed: {', '.join(self.studies)}"
            )
        return self

    @property
    def reading(self) -> list[tuple[str, str]]:
        """Pairs of a study and a chapter that is read on it; each on the first study by default."""
        chapters = self.chapters
        if chapters is None:
            return [(next(iter(self.studies)), chapter) for chapter in CHAPTERS]
        return [(study, chapter) for chapter, studies in chapters.items() for study in studies]


def load(path: str | Path) -> Config:
    """The configuration in a YAML file.

    Raises ``ConfigError`` for a file that is missing, not YAML, or not of this shape, and for a
    data file that does not exist.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        config = Config.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: not YAML: {error}") from error
    except ValidationError as error:
        raise ConfigError(
            "\n".join(f"{path}: {_told(fault)}" for fault in error.errors())
        ) from None
    for name, study in config.studies.items():
        _require_file(path, name, study)
    return config


def _require_file(path: str | Path, name: str, study: StudyConfig) -> None:
    match study.data:
        case DistanceMatrix(distance_matrix=file) if not Path(file).is_file():
            raise ConfigError(
                f"{path}: studies.{name}.data.distance_matrix: {file!r} is not a file; "
                "allowed: the path of a CSV, from the folder where the command runs"
            )


def _told(fault: dict[str, Any]) -> str:
    """One line: key, value, and what is allowed."""
    place = [str(part) for part in fault["loc"]]
    # Inside a union pydantic adds the name of the form: studies, NAME, data, FORM, key.
    form = place.pop(3) if place[2:3] in (["data"], ["kernel"]) and len(place) > 3 else None
    key, value = ".".join(place) or "the file", fault["input"]
    match fault["type"]:
        case "extra_forbidden":
            return f"{key}: unknown key with value {value!r}; allowed: {_keys_beside(place, form)}"
        case "missing":
            return f"{key}: this key is missing; it is required"
        case "union_tag_invalid":
            return f"{key}.name: {fault['ctx']['tag']!r} is no kernel; allowed: {_KERNELS}"
        case "union_tag_not_found":
            return f"{key}: {value!r} names no kernel; add a key 'name', allowed: {_KERNELS}"
    message = fault["msg"].removeprefix("Value error, ").replace("Input should", "it should")
    shown = f"{value!r} is not allowed: " if not isinstance(value, dict) else ""
    return f"{key}: {shown}{message}"


def _keys_beside(place: list[str], form: str | None) -> str:
    model: type[Strict] = Config if len(place) == 1 else StudyConfig
    if form is not None:
        model = {**_DATA_FORMS, **_KERNEL_FORMS}[form]
    return ", ".join(model.model_fields)
