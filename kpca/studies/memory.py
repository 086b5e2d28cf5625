"""How much memory a study needs, and whether this machine has it.

The coefficients are measured: ``tests/studies/test_memory.py`` compares the estimate with the peak
of the largest notebook for several numbers of samples and columns.
"""

from bisect import bisect_right
from dataclasses import dataclass, replace

from kpca import kernels
from kpca.kernels import Kernel, features
from kpca.solvers import certificate, partial
from kpca.solvers.tiled import kept_bytes
from kpca.studies.checking import is_partial
from kpca.studies.config.study import StudyConfig
from kpca.tables import free_memory
from kpca.tables.table import InputError
from kpca.tables.wording import counted

NOTEBOOK_MB = 332.0
"""Memory of the notebook kernel if all matrices are small, in 10^6 bytes."""

RUNNER_MB = 70.0
"""Memory of the runner, the process that starts the notebook kernel, in 10^6 bytes."""

TRAINING, JOINT, TABLES, SQUARES = 10, 6, 12, 18
"""Matrices that the largest notebook holds at once: of all training samples; of all samples, new
ones included; of samples and columns or features; of two columns or two features."""

OF_INPUT, OF_SCORES, OF_NAMES = 5, 12, 120
"""Numbers for each sample of a study without matrices of all samples: for each column or feature,
for each component, and for names and labels."""

PLACING_MB = 120.0
"""Memory of the tiles in which new samples are placed, and of the part of 300 samples."""

CAILLIEZ = 40
"""Matrices of all training samples that the computation of Cailliez' constant holds at once."""

NUMBER_MB = 8e-6
"""Size of one number, in 10^6 bytes."""


@dataclass(frozen=True)
class Size:
    """The numbers that decide how much memory a study needs.

    n         training samples
    m         new samples; 0 where the training samples are placed again
    q         columns; 0 for a given matrix
    M         explicit features; 0 where they are not written out
    cailliez  whether Cailliez' constant has to be computed
    d         components of a study without matrices of all samples; 0 for the others
    solver_mb memory of the solver of such a study, in 10^6 bytes; 0 for a job that does not solve
    """

    n: int
    m: int = 0
    q: int = 0
    M: int = 0
    cailliez: bool = False
    d: int = 0
    solver_mb: float = 0.0

    @classmethod
    def of(cls, n: int, m: int, q: int = 0, kernel: Kernel | None = None) -> "Size":
        """The size with the number of features that ``kernel`` has on q columns."""
        explicit = kernel is not None and features.is_explicit(kernel, q)
        return cls(n, m, q, kernel.dimension(q) if explicit else 0)

    @property
    def samples(self) -> int:
        """Number of samples, training and new, each counted once."""
        return self.n + self.m

    @property
    def widest(self) -> int:
        """Rows of the largest covariance matrix that is formed, of columns or of features."""
        return max(width for width in (0, self.q, self.M) if width <= features.WIDEST)

    def with_samples(self, samples: int) -> "Size":
        """The size of another number of samples, of which the same share is new."""
        m = samples * self.m // self.samples
        return replace(self, n=samples - m, m=m, solver_mb=self.solver_mb * samples / self.samples)

    @classmethod
    def in_tiles(
        cls, n: int, m: int, q: int, kernel: Kernel, d: int, max_memory: float = 0.0
    ) -> "Size":
        """The size of a study without matrices of all samples.

        ``max_memory`` is the budget of the solver in bytes, 0 for a job that does not solve.
        """
        M = features.width_for_loadings(kernel, n, q)
        return cls(n, m, q, M, d=d, solver_mb=solver_mb(n, d, max_memory) if max_memory else 0.0)


LIKELY = 20
"""The number of components that an estimate of the memory assumes for the word ``auto``."""


def of_study(config: StudyConfig, statements: str | int, n: int, m: int, q: int) -> Size:
    """The size of a study of n training and m new samples of q columns, solver included."""
    if config.kernel is None:
        return Size(n, m, q, cailliez=config.correction == "cailliez")
    # A word for the width is not a number yet, but the number of features does not depend on it.
    parameters, width = config.kernel.model_dump(), kernels.BY_NAME[config.kernel.name].width
    if width and isinstance(parameters[width.parameter], str):
        parameters[width.parameter] = 1.0
    kernel = kernels.from_parameters(**parameters)
    if not is_partial(statements, kernel):
        return Size.of(n, m, q, kernel)
    d = config.components if isinstance(config.components, int) else LIKELY
    return Size.in_tiles(n, m, q, kernel, d, config.max_memory)


def solver_mb(n: int, d: int, max_memory: float) -> float:
    """The most memory of ``kpca.solvers.partial.solve``, in 10^6 bytes, for a budget in bytes."""
    kept = partial.needed_bytes(n, d, kept=True) + kept_bytes(n)
    # Where not all tiles fit, some fill the budget.
    iterated = max(partial.needed_bytes(n, d), min(kept, max_memory))
    factor = 10 * n * min(partial.RANK, n // 8)
    whole = 0
    if n <= certificate.MEDIUM or partial.lapack_is_faster(n, d):
        whole = partial.bytes_of_lapack(n)
    return max(iterated, factor, min(whole, max_memory)) / 1e6


def needed_mb(size: Size) -> float:
    """Largest memory of one job in 10^6 bytes: of a notebook and its runner, as a rule."""
    if size.d:
        each = OF_INPUT * (size.q + size.M) + OF_SCORES * size.d + OF_NAMES
        base = NOTEBOOK_MB + RUNNER_MB + PLACING_MB
        return base + NUMBER_MB * size.samples * each + size.solver_mb
    numbers = TRAINING * size.n**2 + JOINT * size.samples**2
    numbers += TABLES * size.samples * (size.q + size.M) + SQUARES * size.widest**2
    if size.cailliez:
        numbers = max(numbers, CAILLIEZ * size.n**2)
    return NOTEBOOK_MB + RUNNER_MB + NUMBER_MB * numbers


def require(size: Size) -> None:
    """Raises ``InputError`` where one notebook alone would not fit into the memory for it."""
    needed, free = needed_mb(size), free_memory.free_bytes() / 1e6
    if needed <= free:
        return
    which = f"{size.samples} samples" + (f" of {counted(size.q, 'column')}" if size.q else "")
    raise InputError(
        f"{which}: {'the solver' if size.d else 'a notebook'} needs some {needed / 1e3:.1f} GB of "
        f"memory, and {free / 1e3:.1f} GB are free; allowed here: {_what_fits(size, free)}"
    )


def _what_fits(size: Size, free: float) -> str:
    counts = range(1, size.samples + 1)
    fits = bisect_right(counts, free, key=lambda count: needed_mb(size.with_samples(count)))
    if fits < 3:
        return "fewer columns; or take a larger machine"
    return f"up to {fits} samples" + (", training and new together" if size.m else "")
