"""The studies of a table and of the options of ``kpca map``, as far as reading its files."""

from kpca.page import chosen
from kpca.page.chosen import Choice
from kpca.page.options import Asked
from kpca.studies.build import begin
from kpca.studies.config.load import validated
from kpca.studies.config.study import StudyConfig
from kpca.studies.draft import Draft
from kpca.tables.once import Once
from kpca.tables.wording import counted, listed


def drafted(asked: Asked, read: Once) -> tuple[Choice, dict[str, Draft]]:
    """The studies of a table with the reasons for what was chosen, and their drafts by name.

    Raises ``InputError`` for a table that cannot be used, and ``ConfigError`` for such options.
    """
    choice, configs = configured(asked, read)
    return choice, {name: begin(name, config, files=read) for name, config in configs.items()}


def configured(asked: Asked, read: Once) -> tuple[Choice, dict[str, StudyConfig]]:
    """The configurations of the studies by name, and the reasons for what was chosen."""
    form = asked.form or "vectors"
    choice = chosen.choose(asked.table, None, form, asked.keys)
    configs = validated({"studies": choice.studies}, str(asked.table)).studies
    table = None
    if form == "vectors":
        table = read.read(asked.table, **next(iter(configs.values())).data.hints)
        choice = chosen.choose(asked.table, table, form, asked.keys)
    choice = chosen.in_seconds(choice, configs, table)
    return choice, chosen.configured(choice, configs)


def read_as(draft: Draft) -> str:
    """What the rows and columns of a table were taken for; of a matrix, the samples."""
    samples = f"{counted(len(draft.names), 'sample')} ({listed(draft.names, 3)})"
    return draft.read_as or samples
