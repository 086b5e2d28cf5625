"""The ids of the statements that are executed, in the order of the ledger, and the status of each.

What each statement says is in ``kpca.statements.ledger``. Computations import only this module, so
that an edit of the wording reruns only what prints the wording.
"""

from typing import Literal

Status = Literal["holds", "holds if", "misprint"]
"""As the notes state it, a statement holds, or holds under a condition, or is misprinted."""

STATUS: dict[str, Status] = {
    # 1. linear algebra of PCA and MDS
    "P1": "holds",
    "P2": "holds",
    "P3": "holds",
    "P3x": "misprint",
    "P4": "holds",
    "P5": "holds if",
    "M1": "holds",
    "M2": "holds",
    "M3": "holds if",
    "M4": "holds if",
    "M5": "misprint",
    "M6": "holds",
    "M7": "holds",
    # 2. kernels and the RKHS
    "K1": "holds",
    "K2": "holds if",
    "K3": "holds",
    "K4": "holds",
    "K4x": "misprint",
    "K5": "holds",
    "K6": "holds",
    "K7": "holds",
    "K8": "holds",
    "K9": "holds",
    "K9x": "misprint",
    "K10": "holds",
    "K11": "holds if",
    "K12x": "misprint",
    "K13": "holds",
    # 3. the eigenproblem
    "E1": "holds",
    "E2": "holds",
    "E3": "holds",
    "E4": "holds if",
    "E5": "holds if",
    "E6": "misprint",
    "E7": "holds",
    "E8": "holds if",
    "E9": "misprint",
    "E10": "holds",
    "E11": "holds",
    "E12": "holds",
    "E13": "holds if",
    "E14": "holds",
    # 4. centering and new samples
    "C1": "holds",
    "C1x": "misprint",
    "C2": "holds if",
    "C3": "holds",
    "C4": "holds",
    "C5": "holds",
    "C6": "holds",
    "C7": "holds",
    "C8": "holds",
    "C9": "misprint",
    "C10x": "misprint",
    "D1": "holds",
    "D2": "holds if",
    "D3": "holds",
    # 5. projection
    "R1": "holds",
    "R2": "holds if",
    "R3": "holds",
    # 7. samples and populations, relatives, sums of squares and weights
    "S1": "holds",
    "S2": "holds",
    "S3": "holds",
    "S4": "holds",
    "S5": "holds",
    "S6": "holds if",
    "S7": "holds",
    "S8": "holds if",
    "S9": "holds",
    "S10": "holds",
    "S11": "holds",
    "S12": "holds",
}
