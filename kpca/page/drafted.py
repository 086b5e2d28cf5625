"""The studies of a table and of the options of ``kpca map``, as far as reading its files."""

from kpca.page import chosen
from kpca.page.chosen import Choice
from kpca.page.options import Asked
from kpca.studies.build import begin
from kpca.studies.config.faults import ConfigError
from kpca.studies.draft import Draft
from kpca.tables.once import Once
from kpca.tables.table import InputError
from kpca.tables.wording import counted, listed


def drafted(asked: Asked, read: Once) -> tuple[Choice, dict[str, Draft]]:
    """The studies of a table with the reasons for what was chosen, and their drafts by name.

    Raises ``InputError`` for a table that cannot be used, and ``ConfigError`` for such options.
    """
    form, table = asked.form or "vectors", None
    choice = chosen.choose(asked.table, form, asked.keys)
    if form == "vectors":
        first = next(iter(choice.studies.values()))
        table = read.read(asked.table, **first.data.hints)
    choice = chosen.completed(choice, table, asked.keys)
    try:
        drafts = _begun(choice, read)
    except InputError as error:
        if "missing" in asked.keys or not (why := chosen.few_missing(error.__cause__)):
            raise
        choice = chosen.with_data(choice, "missing", "drop", why)
        drafts = _begun(choice, read)
    if _is_open(asked) and (why := chosen.unlike(next(iter(drafts.values())))):
        choice = chosen.with_data(choice, "standardize", True, why)
        drafts = _begun(choice, read)
    return choice, drafts


def of_other_scale(
    asked: Asked, choice: Choice, drafts: dict[str, Draft], read: Once
) -> tuple[Choice, dict[str, Draft]] | None:
    """The same studies of columns in the other scale; None if there is no other map of them.

    None as well if they are refused, because nobody has asked for them.
    """
    first = next(iter(drafts.values()))
    if not _is_open(asked) or not chosen.has_other_scale(first):
        return None
    other = chosen.with_data(choice, "standardize", not first.config.data.standardize)
    try:
        return other, _begun(other, read)
    except (ConfigError, InputError):
        return None


def _is_open(asked: Asked) -> bool:
    """Whether nobody has chosen a scale; whoever has named a width has."""
    return asked.keys.keys().isdisjoint({"standardize", *chosen.OF_KERNELS})


def _begun(choice: Choice, read: Once) -> dict[str, Draft]:
    return {name: begin(name, config, files=read) for name, config in choice.studies.items()}


def read_as(draft: Draft) -> str:
    """What the rows and columns of a table were taken for; of a matrix, the samples."""
    names = draft.training.names
    return draft.read_as or f"{counted(len(names), 'sample')} ({listed(names, 3)})"
