"""Sentences about data with the keys that answer them, which each front writes in its own way.

A message is text with parts that are data: a key, a key with a value, a place in a configuration.
The same message says ``'missing_values: [-999]' inside 'data'`` to somebody who writes a
configuration, ``'--missing-values -999'`` on the command line, and ``'missing_values=[-999]'`` in
Python. Nothing reads the sentence: ``Message.settings`` has the keys and their values.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import EllipsisType

Value = str | float | bool | EllipsisType | list["Value"]
"""What a key may be set to; ``...`` stands for what the reader knows."""


@dataclass(frozen=True)
class Key:
    """A key that is named without a value."""

    name: str


@dataclass(frozen=True)
class Setting:
    """A key with the value to write."""

    key: str
    value: Value


@dataclass(frozen=True)
class Place:
    """Where in a configuration something is wrong: the keys from the top, before the message."""

    path: tuple[str, ...]


@dataclass(frozen=True)
class Configured:
    """Words that only somebody who writes a configuration needs."""

    text: str


Part = str | Key | Setting | Place | Configured
Front = Callable[[Part], str]
"""How a part is written for a kind of reader."""


class Message(str):
    """A sentence of parts, which is a text, too: that for somebody who writes a configuration.

    It is added to texts and to other messages. A text that is made in another way, such as by
    formatting, has no parts any more.

    >>> message = "if it is a class, write " + setting(labels="Country Code") + INSIDE
    >>> print(message)
    if it is a class, write 'labels: Country Code' inside 'data'
    >>> print(written(message, in_python))
    if it is a class, write 'labels="Country Code"'
    >>> message.settings
    [Setting(key='labels', value='Country Code')]
    """

    parts: tuple["Part", ...]

    def __new__(cls, *parts: "Part") -> "Message":
        message = super().__new__(cls, "".join(map(in_configuration, parts)))
        message.parts = parts
        return message

    def __add__(self, other: str) -> "Message":
        return Message(*self.parts, *_parts(other))

    def __radd__(self, other: str) -> "Message":
        return Message(other, *self.parts)

    @property
    def settings(self) -> list[Setting]:
        """The keys with the values that the sentence says to write, in its order."""
        return [part for part in self.parts if isinstance(part, Setting)]

    @property
    def ways(self) -> list[list[Setting]]:
        """The settings of each answer: those that are joined by "and" belong together.

        An answer of which the reader has to know a value is none of them.

        >>> ask = setting(header=2) + ", or " + setting(missing_values=["-"], missing="drop")
        >>> len((ask + " or " + setting(names=...)).ways)
        2
        """
        ways: list[list[Setting]] = []
        before: Part | None = None
        for part in self.parts:
            if isinstance(part, Setting):
                if before == AND and ways:
                    ways[-1].append(part)
                else:
                    ways.append([part])
            before = part
        return [way for way in ways if not any(_is_open(one.value) for one in way)]


class MessageError(ValueError):
    """An error with a message that every front writes in its own way."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = Message(*_parts(message))


def _parts(text: str) -> tuple[Part, ...]:
    return text.parts if isinstance(text, Message) else (text,)


AND = " and "
"""Between the settings of one answer."""


def _is_open(value: Value) -> bool:
    return value is ... or (isinstance(value, list) and ... in value)


def written(text: str, front: Front) -> str:
    """A message for the readers of a front; another text as it is."""
    return "".join(map(front, _parts(text)))


def setting(**keys: Value) -> Message:
    """The part of a message that says which value a key should have; several are joined by "and".

    >>> print(setting(missing_values=[-999.0], missing="drop"))
    'missing_values: [-999]' and 'missing: drop'
    """
    return joined([Message(Setting(key, value)) for key, value in keys.items()], AND)


def named(*keys: str, between: str = " or ") -> Message:
    """The part of a message that names keys.

    >>> print("name it with " + named("labels", "names"))
    name it with 'labels' or 'names'
    """
    return joined([Message(Key(key)) for key in keys], between)


def joined(messages: Sequence[str], between: str) -> Message:
    """Messages with a text between them."""
    result = Message()
    for at, message in enumerate(messages):
        result = result + (between if at else "") + message
    return result


def at(*path: str) -> Message:
    """The beginning of a message about a place in a configuration.

    >>> print(at("studies", "mine", "components") + "7 is too many")
    studies.mine.components: 7 is too many
    """
    return Message(Place(path))


def in_file(path: str) -> Message:
    """The beginning of a message about the file of a configuration."""
    return Message(Configured(f"{path}: "))


def as_matrix(path: str, form: str = "distance_matrix", with_kernel: bool = False) -> Message:
    """The part of a message that says how to read a file as a matrix.

    ``with_kernel`` says that the study may have a kernel, which a matrix has not.

    >>> print(as_matrix("d.csv", with_kernel=True))
    'distance_matrix: d.csv' instead of 'vectors', and remove 'kernel'
    """
    also = ", and remove 'kernel'" if with_kernel else ""
    instead = Configured(f" instead of 'vectors'{also}")
    return Message(Setting(form, path), instead)


def in_configuration(part: Part) -> str:
    """A part as somebody writes it who writes a configuration."""
    match part:
        case Key(name):
            return f"'{name}'"
        case Setting(key, value):
            return f"'{key}: {in_yaml(value)}'"
        case Place(path):
            return f"{'.'.join(path)}: "
        case Configured(text):
            return text
    return part


def in_python(part: Part) -> str:
    """A part as somebody writes it who calls ``kpca.tables.read`` or an estimator."""
    match part:
        case Key(name):
            return f"'{name}'"
        case Setting(key, value):
            return f"'{key}={_in_python(value)}'"
        case Place(path):
            keys = [key for key in path[2:] if not key.isdecimal()]
            return f"{keys[-1]}: " if keys else ""
        case Configured():
            return ""
    return part


def in_yaml(value: Value) -> str:
    """A value as it is written in YAML: in quotes where a text needs them.

    >>> in_yaml("Petal width"), in_yaml(["a", "1", "b: c", -999.0, ...]), in_yaml(True)
    ('Petal width', '[a, "1", "b: c", -999, ...]', 'true')
    """
    match value:
        case list():
            return f"[{', '.join(map(in_yaml, value))}]"
        case bool():
            return str(value).lower()
        case int() | float():
            return _shortest(value)
        case EllipsisType():
            return "..."
    plain = re.fullmatch(r"([^\W\d_]|\.{0,2}/)([\w ./()%-]*[\w.)%])?", value)
    words = ("true", "false", "yes", "no", "on", "off", "null", "y", "n")
    return value if plain and value.lower() not in words else json.dumps(value, ensure_ascii=False)


def _in_python(value: Value) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_in_python, value))}]"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case EllipsisType():
            return "..."
    return _shortest(value) if isinstance(value, float) else str(value)


def _shortest(number: float) -> str:
    """The fewest digits that are this number, in YAML, too.

    >>> _shortest(-999.0), _shortest(-999.9), _shortest(1e20), _shortest(9.96921e36), _shortest(3)
    ('-999', '-999.9', '1.0e+20', '9.96921e+36', '3')
    """
    if float(number).is_integer() and abs(number) < 1e15:
        return str(int(number))
    text = repr(float(number))
    # Without a point YAML reads a text.
    return text if "." in text else text.replace("e", ".0e")


INSIDE = Message(Configured(" inside 'data'"))
"""Where in a configuration the settings before it belong."""
