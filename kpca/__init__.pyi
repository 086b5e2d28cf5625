# The page of public names has them in this order.
from kpca.estimators.kernel_pca import KernelPCA as KernelPCA
from kpca.estimators.classical_mds import ClassicalMDS as ClassicalMDS
from kpca import kernels as kernels
from kpca.formulations.conventions import convert as convert
from kpca import plot as plot
from kpca.page.report import report as report
from kpca.interpretation.permanova import permanova as permanova
from kpca.results.opened import open_study as open_study
from kpca.estimators.solving import IndefiniteError as IndefiniteError
from kpca.estimators.solving import NegativeEigenvalueWarning as NegativeEigenvalueWarning
from kpca.estimators.solving import PlacingWarning as PlacingWarning
from kpca.estimators.solving import RankWarning as RankWarning
from kpca.estimators.solving import SplitGroupWarning as SplitGroupWarning

__version__: str

def public() -> dict[str, str]: ...
