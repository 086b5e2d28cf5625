"""Statements executed on a solved study: on all samples, or on its random subset.

``kpca.studies.study`` finds this module by its name and does not import it: figures of a
study do not depend on statements, so that an edited statement draws none of them again.
"""

from kpca.statements.case import Case
from kpca.statements.check import Check
from kpca.statements.every import STATEMENTS
from kpca.statements.executed import Checks
from kpca.statements.status import STATUS
from kpca.studies import checking, subset
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.study import Study


def checks(study: Study) -> Checks | None:
    """The outcomes of all statements; None where none is executed."""
    if study.statements == checking.NONE:
        return None
    executed = subset.executed_on(study)
    solution = (executed if executed is study else executed.solve()).solution
    found = Checks(Case.of(executed, dual=solution))
    found.execute(*STATEMENTS.values())
    return found


def check(study: Study, id: str) -> Check:
    """The check of one statement; raises as ``Study.check`` says."""
    if id not in STATUS:
        raise NotOpenedError(f"no statement {id!r}; allowed: {', '.join(STATUS)}")
    found = STATEMENTS[id].on(Case.of(subset.executed_on(study)))
    if found is None:
        raise NotOpenedError(
            f"statement {id} does not apply to the study {study.name}: it needs what the "
            "study does not have, such as points, a finite feature map or a kernel"
        )
    return found
