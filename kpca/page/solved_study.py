"""A study with its solution, its tables and its executed statements, as a page shows it."""

from dataclasses import dataclass
from functools import cached_property

from kpca.page.placed_study import PlacedStudy
from kpca.results.opened import OpenedStudy
from kpca.statements.case import Case
from kpca.statements.every import STATEMENTS
from kpca.statements.executed import Checks
from kpca.studies import solving, subset
from kpca.studies.checking import NONE
from kpca.studies.fitted_variables import Fitted


@dataclass(frozen=True)
class SolvedStudy(PlacedStudy):
    """What is computed of one study for its page; the tables are those of ``opened``."""

    @cached_property
    def opened(self) -> OpenedStudy:
        return OpenedStudy(self.study, self.solved)

    @cached_property
    def fitted_variables(self) -> Fitted | None:
        """Those of ``opened``, so that nothing is permuted twice."""
        return None if self.study.variables is None else self.opened.fitted_variables

    @cached_property
    def checks(self) -> Checks | None:
        """The outcomes of all statements, on all samples or on the random subset; None for none."""
        if self.study.statements == NONE:
            return None
        study = subset.executed_on(self.study)
        result = self.solved if study is self.study else solving.solve(study)
        checks = Checks(Case.of(study, dual=result.solution))
        checks.execute(*STATEMENTS.values())
        return checks
