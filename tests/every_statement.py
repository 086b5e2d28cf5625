"""All statements that apply to a study, as the notebooks execute them."""

from kpca.statements import every
from kpca.statements.case import Case


def of_study(study):
    return every.execute(Case.of(study))


def failing(checks):
    return [str(check) for check in checks if not check.agrees]
