"""Parts of the sentences of messages and captions that occur in several of them."""

from collections.abc import Sequence


def base(unit: str) -> str:
    """A unit to which a power can be added: (mg/l), since that of mg/l would belong to l alone.

    >>> base("km"), base("mg/l")
    ('km', '(mg/l)')
    """
    return unit if unit.isalpha() else f"({unit})"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number and what it counts, in the singular or in the plural.

    >>> counted(1, "class", "classes"), counted(3, "sample")
    ('1 class', '3 samples')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def in_all(number: int, noun: str) -> str:
    """After the first of several faults: how many there are, if there are others.

    >>> in_all(1, "sample"), in_all(3, "sample")
    ('', ', one of 3 samples in all')
    """
    return "" if number == 1 else f", one of {counted(number, noun)} in all"


def up_to(most: int, first: int = 1) -> str:
    """The whole numbers that are allowed.

    >>> up_to(3), up_to(1), up_to(0), up_to(0, first=0)
    ('1 to 3', '1', 'none', '0')
    """
    if most <= first:
        return str(first) if most == first else "none"
    return f"{first} to {most}"


def listed(words: Sequence[str], most: int = 12) -> str:
    """Words in a sentence: the first ``most`` and how many more there are; "none" without any.

    A single one more is a word, too.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c", "d"], 2)
    ('a, b and c', 'a, b and 2 more')
    """
    if not words:
        return "none"
    if len(words) > most + 1:
        words = [*words[:most], f"{len(words) - most} more"]
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def some(words: Sequence[str], most: int = 5) -> str:
    """The first ``most`` words, and dots if there are more.

    >>> some(["a", "b"]), some(["a", "b"], 1)
    ('a, b', 'a, ...')
    """
    return ", ".join(words[:most]) + (", ..." if len(words) > most else "")
