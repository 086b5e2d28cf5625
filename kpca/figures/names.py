"""Names that a user gave, as text of bounded length in which different names stay different."""

from collections import Counter
from collections.abc import Sequence
from itertools import count


def plain(name: object, longest: int = 40) -> str:
    """One name as it stands: no control characters, the middle left out where it is too long.

    >>> plain("a very long name of a column", 15)
    'a very … column'
    """
    return shortened([name], longest)[0]


def shortened(names: Sequence[object], longest: int = 40) -> list[str]:
    """Each of ``names`` in at most ``longest`` letters; different names have different texts.

    One part is left out of every long name: the middle, or the part nearest to it that leaves all
    names distinct. Names that no such part leaves distinct end with a number in brackets.

    >>> shortened(["absorbance at 400 nm", "absorbance at 410 nm"], 12)
    ['absorb…00 nm', 'absorb…10 nm']
    """
    given = list(dict.fromkeys(map(str, names)))
    middle = longest // 2
    for head in sorted(range(longest), key=lambda head: abs(head - middle)):
        texts = [_cut(name, head, longest) for name in given]
        if len(set(texts)) == len(given):
            break
    else:
        texts = _numbered([_cut(name, middle, longest) for name in given], longest)
    shown = dict(zip(given, texts, strict=True))
    return [shown[str(name)] for name in names]


def _cut(name: str, head: int, longest: int) -> str:
    """``head`` letters, an ellipsis and as many letters of the end as ``longest`` leaves."""
    text = "".join(mark if mark.isprintable() else " " for mark in name)
    tail = longest - 1 - head
    return text if len(text) <= longest else f"{text[:head]}…{text[len(text) - tail :]}"


def _numbered(texts: list[str], longest: int) -> list[str]:
    """The texts; those that occur several times end with a number that makes them distinct."""
    often = Counter(texts)
    taken, found = set(texts), []
    for text in texts:
        if often[text] > 1:
            endings = (f" ({number})" for number in count(1))
            tried = (text[: longest - len(ending)] + ending for ending in endings)
            text = next(one for one in tried if one not in taken)
            taken.add(text)
        found.append(text)
    return found
