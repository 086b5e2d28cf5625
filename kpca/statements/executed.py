"""The checks of one notebook, printed with what each statement says."""

from typing import Any

from kpca.statements.check import Check, Failure, Statement
from kpca.statements.ledger import LEDGER


class Claims(list[Check]):
    """The checks of one notebook, in the order in which the reader meets them."""

    def __init__(self, case: Any = None) -> None:
        super().__init__()
        self.case = case
        self.failures: list[Failure] = []

    def execute(self, statement: Statement) -> None:
        """Execute a statement on the case of these claims, keep the check and print it.

        Where a precondition is not met, that is printed. A failing check or an exception stops the
        *run*, at its end, not the notebook: the table of checks then shows every statement that
        fails, and those that hold.
        """
        outcome = statement.attempt(self.case)
        if outcome is None:
            missing = ", ".join(statement.missing(self.case))
            why = (
                f"this study has no {missing} (docs/notation.md)" if missing else "too small to see"
            )
            print(f"{statement.id} does not apply: {why}")
            return
        kept = self.failures if isinstance(outcome, Failure) else self
        kept.append(outcome)
        id = outcome.id
        print(str(outcome).replace(id, f"{id} {LEDGER[id].text}", 1))
