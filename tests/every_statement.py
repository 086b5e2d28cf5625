"""All statements that apply to a study, as the notebooks execute them."""

from kpca.identities import every
from kpca.identities.case import Case


def of_study(study):
    return every.execute(Case.of(study))


def failing(checks):
    return [str(check) for check in checks if not check.agrees]
