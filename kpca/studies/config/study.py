"""A study and the whole configuration."""

from typing import Annotated, Literal

from pydantic import (
    BeforeValidator,
    Field,
    NonNegativeInt,
    PositiveInt,
    StringConstraints,
    model_validator,
)

from kpca.choosing.words import AUTO
from kpca.solvers.budget import in_bytes
from kpca.studies.config import notebooks
from kpca.studies.config.data import AnyData, DistanceMatrix, KernelMatrix
from kpca.studies.config.kernel import KERNEL_FORMS, AnyKernel
from kpca.studies.config.project import SITE_FOLDER
from kpca.studies.config.strict import Strict, Text
from kpca.tables.messages import MessageError, named, setting

RESERVED = ("figures", "logs", "benchmarks", "tables", SITE_FOLDER)
"""Folders beside those of the studies. No study may have one of these names."""

StudyName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]


class StudyConfig(Strict):
    """One study: data, kernel, components, and which samples are placed as new samples."""

    title: Text | None = None
    """Shown in every notebook; default: the name of the study."""
    data: AnyData
    """One form of data: `vectors`, `kernel_matrix`, `distance_matrix`, `generator`, `dataset`."""
    kernel: AnyKernel | None = None
    """The kernel of vectors, or its name alone; none for a given matrix or a `distance`."""
    components: PositiveInt | Annotated[float, Field(gt=0.0, lt=1.0)] | Literal["auto"] | None = (
        None
    )
    """Number of components, up to the rank of the centered kernel, or a share such as `0.9`, for
    the fewest that explain so much of the sum of the sizes of all eigenvalues; it changes the
    shares of the samples, T² and SPE of new samples, pre-images and `gamma: auto`, but neither the
    first two components, which the map shows, nor the fit of `variables` to them. `auto`: the
    leading ones whose eigenvalues are above those of permuted columns (parallel analysis). Default:
    five, or as many as the rank and groups of equal eigenvalues allow."""
    holdout: NonNegativeInt = 0
    """Number of samples that are held out and placed as new samples."""
    correction: Literal["none", "lingoes", "cailliez"] = "none"
    """For distances that are not Euclidean, given or computed: a constant added to all squared
    distances (lingoes) or to all distances (cailliez), the smallest that makes them Euclidean."""
    indefinite: Literal["refuse", "keep"] = "refuse"
    """What is done about a kernel with negative eigenvalues: `refuse` or `keep`. With `keep` they
    are counted and shown."""
    variables: Text | None = None
    """A table of other variables of the samples, which are fitted to the scores on components 1 and
    2: correlations and arrows with p-values of permutations, and mean scores of classes. Its rows
    are matched to the samples by name, or where one of the tables has no names by position. The
    p-values hold if the samples, or their `blocks`, are independent of each other."""
    denoise: bool = False
    """`true`: also store the pre-image of the projection of every sample; for points only."""
    statements: PositiveInt | Literal["all", "sample", "none"] | None = None
    """On which samples the statements are executed: `all`, `sample`, `none`, or a number of them.
    `all`: on all of them, with the whole spectrum. A number: on a random subset of so many training
    samples, which the page states; of points with a positive semi-definite kernel only the leading
    eigenvalues are computed, with a certificate. `sample`: on 300. `none`: on no samples. Default:
    `all` up to 2000 training samples, `sample` for more. `kpca map` takes as many as take some
    three seconds, at most 300."""
    max_memory: Annotated[float, BeforeValidator(in_bytes, json_schema_input_type=float | str)] = (
        2e9
    )
    """The memory that the solver of a study whose `statements` are not `all` may use: a number of
    bytes, or a text such as `8GB`. Half of the Gram matrix is kept if it fits. If not, what fits
    is kept, and the rest is computed again in each pass. Default: `2GB`."""
    ranks: PositiveInt = 1
    """Number of processes (ranks of MPI) that solve the study together, on one machine or on many;
    for points and more than 2000 samples. Each uses up to `max_memory`. Default: 1."""
    unit: Text = "1"
    """Unit of the scores: that of the distances, or of the columns with the linear kernel."""

    @model_validator(mode="after")
    def _vectors_have_a_kernel_matrices_have_none(self) -> "StudyConfig":
        given = self.is_of_distances or isinstance(self.data, KernelMatrix)
        if given and self.kernel is not None:
            form = next(
                key
                for key in ("distance_matrix", "kernel_matrix", "distance")
                if getattr(self.data, key, None) is not None
            )
            raise MessageError(f"a {form} takes no kernel: remove " + named("kernel"))
        if not given and self.kernel is None:
            raise MessageError(
                named("kernel")
                + f" is missing; allowed: {', '.join(KERNEL_FORMS)}; write "
                + setting(kernel="rbf")
                + ", for example"
            )
        return self

    @model_validator(mode="after")
    def _keys_that_exclude_each_other(self) -> "StudyConfig":
        given = self.is_of_distances or isinstance(self.data, KernelMatrix)
        if self.correction != "none" and not self.is_of_distances:
            raise MessageError(
                named("correction") + " is only for " + named("distance_matrix", "distance")
            )
        if self.denoise and given:
            raise MessageError(
                named("denoise") + " is only for points, which a matrix does not have"
            )
        if self.components == "auto" and given:
            raise MessageError(
                setting(components="auto")
                + " permutes the columns of points, and a matrix has none; allowed: a number, or "
                "a share such as 0.9"
            )
        if self.ranks > 1 and (given or self.statements == "all"):
            whole = "a matrix" if given else "a study with " + setting(statements="all")
            raise MessageError(
                "several processes solve points in tiles, and "
                + whole
                + " is solved as a whole; allowed: "
                + setting(ranks=1)
            )
        if self.holdout and (self.new or self.places_omitted):
            other = "new" if self.new else "place_omitted"
            raise MessageError(
                named("holdout", other, between=" and ") + " exclude each other: remove one of them"
            )
        has_blocks = getattr(self.data, "blocks", None) is not None
        if has_blocks and self.data.labels is None and self.variables is None:
            raise MessageError(
                named("blocks")
                + " is for the p-values of classes and of other variables: add "
                + named("labels", "variables", between=" or ")
            )
        return self

    @model_validator(mode="after")
    def _keys_that_honor_weights(self) -> "StudyConfig":
        if getattr(self.data, "weights", None) is None:
            return self
        by_rule = [key for key, value in self.kernel or () if value == AUTO]
        by_rule += ["components"] if self.components == AUTO else []
        if by_rule:
            key, *_ = by_rule
            raise MessageError(
                setting(**{key: AUTO})
                + " would count each sample once, and the study has "
                + named("weights")
                + "; allowed: a number"
                + ("" if key == "components" else " or " + setting(**{key: "median"}))
            )
        others = {
            "missing": getattr(self.data, "missing", None) == "impute",
            "correction": self.correction != "none",
            "variables": self.variables is not None,
            "blocks": getattr(self.data, "blocks", None) is not None,
            "denoise": self.denoise,
            "ranks": self.ranks > 1,
        }
        if key := next((key for key, is_given in others.items() if is_given), ""):
            raise MessageError(
                named(key, "weights", between=" and ")
                + " exclude each other, because with the first one each sample counts once; remove "
                "one of them"
            )
        return self

    @property
    def places_omitted(self) -> bool:
        """Whether the samples that are left out are placed as new ones."""
        return bool(getattr(self.data, "place_omitted", False))

    @property
    def has_new(self) -> bool:
        """Whether there are new samples, and not the training samples a second time."""
        return bool(self.new or self.holdout or self.places_omitted)

    @property
    def is_of_distances(self) -> bool:
        """Whether the samples are compared by distances, given or computed from a table."""
        return (
            isinstance(self.data, DistanceMatrix)
            or getattr(self.data, "distance", None) is not None
        )

    @property
    def new(self) -> str | None:
        """The file of new samples, if there is one."""
        return getattr(self.data, "new", None)

    @property
    def files(self) -> dict[str, str]:
        """Every file that the study reads: the key that names it, and its path."""
        keys = ["vectors", "kernel_matrix", "distance_matrix", "new"]
        keys += ["labels"] if isinstance(self.data, KernelMatrix | DistanceMatrix) else []
        paths = {key: getattr(self.data, key, None) for key in keys}
        paths["variables"] = self.variables
        return {key: path for key, path in paths.items() if path is not None}


class Config(Strict):
    """The configuration of `kpca run`: a folder for the results, and named studies."""

    results: Text = "results"
    """Folder of the results. Default: `results`."""
    studies: Annotated[dict[StudyName, StudyConfig], Field(min_length=1)]
    """One entry for each study; names from a-z, 0-9 and -, at most 60 characters."""
    chapters: dict[Literal[notebooks.names("chapter")], list[str]] = {}
    """The studies on which the notebooks of the ledger's sections run; default: none."""
    experiments: list[Literal[notebooks.names("experiment")]] = []
    """Notebooks that belong to no study; default: none."""
    demonstrations: dict[Literal[notebooks.names("demonstration")], PositiveInt] = {}
    """The notebooks with the figures and tables of the notes, and how often each of them repeats
    its random experiment; default: none."""
    every_statement: bool = False
    """`true`: a statement of the ledger that no study executes is an error."""

    @model_validator(mode="after")
    def _names_are_free(self) -> "Config":
        folders = (*RESERVED, *notebooks.names("demonstration"))
        taken = [name for name in self.studies if name in folders]
        if taken:
            raise ValueError(
                f"studies: {', '.join(taken)} is a folder of the results already; allowed: any "
                f"other name than {', '.join(folders)}"
            )
        return self

    @model_validator(mode="after")
    def _chapters_are_read_on_studies(self) -> "Config":
        named = {study for studies in self.chapters.values() for study in studies}
        unknown = sorted(named - set(self.studies))
        if unknown:
            raise ValueError(
                f"chapters: no study is called {', '.join(unknown)}; "
                f"allowed: {', '.join(self.studies)}"
            )
        return self

    @model_validator(mode="after")
    def _chapters_execute_statements(self) -> "Config":
        silent = {name for name, study in self.studies.items() if study.statements == "none"}
        named = [study for studies in self.chapters.values() for study in studies]
        refused = [name for name in named if name in silent]
        if refused:
            raise ValueError(
                f"chapters: they execute statements, and the study {refused[0]} says "
                "'statements: none'; allowed: 'statements: all' or 'sample', or another study"
            )
        return self

    @property
    def checked(self) -> list[str]:
        """The studies on which statements are executed."""
        return [name for name, study in self.studies.items() if study.statements != "none"]

    @property
    def reading(self) -> list[tuple[str, str]]:
        """Pairs of a study and a chapter that runs on it."""
        return [(study, chapter) for chapter, named in self.chapters.items() for study in named]
