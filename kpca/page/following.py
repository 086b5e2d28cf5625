"""The commands that read a table which was refused: the answers in the message are tried.

One refusal may hide the next. So each answer is followed until the table is read, and whoever asked
sees all questions at once, with a whole command for each answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kpca.page.chosen import FORMS, OF_KERNELS
from kpca.page.drafted import drafted, read_as
from kpca.page.options import Asked, as_option, command
from kpca.studies.build import finish, is_small
from kpca.tables.messages import Message, MessageError, Setting, written
from kpca.tables.once import Once

MOST_ANSWERS, MOST_QUESTIONS = 4, 5
"""How many answers of a refusal are tried, and how many refusals each may lead to."""

MOST_BYTES = 20_000_000
"""Reading a larger table several times takes longer than answering one question after another."""


@dataclass(frozen=True)
class Command:
    """A command that reads the table.

    asked      its options
    reads      what it reads, in words
    remarks    the remarks on what it reads that name a key to change it
    questions  the refusals on the way, each of which was given its first answer
    """

    asked: Asked
    reads: str
    remarks: tuple[Message, ...]
    questions: tuple[Message, ...]


def text(asked: Asked, refusal: Message) -> str:
    """The commands that read a table after a refusal, as the lines below it; "" if there is none.

    The shortest one comes first, with its further questions and its remarks.
    """
    found = sorted(commands(asked, refusal), key=lambda one: len(command(one.asked).split()))
    if not found:
        return ""
    lines = [f"The next question is: {written(one, as_option)}" for one in found[0].questions]
    lines.append("What reads the table, with the first answer to each further question:")
    for one in found:
        lines += [f"  {command(one.asked)}", f"      reads {one.reads}"]
        if one is found[0]:
            lines += [f"      remark: {written(remark, as_option)}" for remark in one.remarks]
    return "\n".join([*lines, ""])


def commands(asked: Asked, refusal: Message) -> list[Command]:
    """The commands that the answers in a refusal lead to, in their order."""
    if not asked.table.is_file() or asked.table.stat().st_size > MOST_BYTES:
        return []
    found: list[Command] = []
    for way in refusal.ways[:MOST_ANSWERS]:
        followed = _followed(_with(asked, way))
        if followed and followed.asked not in [one.asked for one in found]:
            found.append(followed)
    return found


def _followed(asked: Asked) -> Command | None:
    """The command after the first answers to all refusals; None if one of them has no answer."""
    questions: list[Message] = []
    for _ in range(MOST_QUESTIONS):
        try:
            return Command(asked, *_read(asked), tuple(questions))
        except MessageError as error:
            refusal = error.message
        except Exception:
            # Whatever a command would end in that is no refusal: it does not read the table.
            return None
        further = _with(asked, refusal.ways[0]) if refusal.ways else asked
        if further == asked:
            return None
        questions.append(refusal)
        asked = further
    return None


def _read(asked: Asked) -> tuple[str, tuple[Message, ...]]:
    """What is read, in words, and the remarks; raises as the command does, where that is quick."""
    _, drafts = drafted(asked, Once())
    draft = next(iter(drafts.values()))
    if is_small(draft):
        finish(draft)
    remarks = [one for one in draft.remarks if isinstance(one, Message) and one != draft.read_as]
    return read_as(draft).partition("; if")[0], tuple(remarks)


def _with(asked: Asked, way: Sequence[Setting]) -> Asked:
    """The options with those of a way; a list keeps what was asked for, too."""
    form, keys = asked.form, dict(asked.keys)
    for one in way:
        if one.key in FORMS:
            form = one.key
            keys = {key: value for key, value in keys.items() if key not in {*OF_KERNELS, "kernel"}}
        elif isinstance(one.value, list):
            keys[one.key] = [*dict.fromkeys([*keys.get(one.key, []), *one.value])]
        else:
            keys[one.key] = one.value
    return replace(asked, form=form, keys=keys)
