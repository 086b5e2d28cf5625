"""Messages for a wrong configuration: key, value, what is allowed, and the nearest known key."""

import math
import reprlib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from kpca.studies.config.data import DATA_FORMS
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.strict import Strict
from kpca.studies.config.study import Config, StudyConfig
from kpca.tables.messages import Message, MessageError, at, named

_KERNELS = ", ".join(KERNEL_FORMS)


class ConfigError(MessageError):
    """A configuration that cannot be run; the message names file, key, value, what is allowed."""


Fault = Mapping[str, Any]
"""An error as pydantic describes it."""


def messages_of(faults: Iterable[Fault]) -> list[Message]:
    """The messages for errors of pydantic, each in one line.

    A value that may be one of several kinds has an error for each kind, and here one message.
    """
    by_place: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        by_place.setdefault(_place(fault), []).append(fault)
    return [message for path, those in by_place.items() for message in _messages(path, those)]


def _form(fault: Fault) -> str | None:
    """The form of data, or the kernel, that pydantic names inside a union."""
    loc = fault["loc"]
    return str(loc[3]) if loc[2:3] in (("data",), ("kernel",)) and len(loc) > 3 else None


def _place(fault: Fault) -> tuple[str, ...]:
    """The keys from the top to the value that is wrong, without what pydantic adds to them."""
    path = [str(part) for part in fault["loc"]]
    # Behind the key of a study stand the form of its data or kernel, a key of these, and the
    # alternatives of one value, such as "constrained-float", among which are places in a list.
    path = path[:3] + path[4:5] + [part for part in path[5:] if part.isdigit()]
    # For a wrong key it adds the key and "[key]".
    return tuple(path[:-2] if path[-1:] == ["[key]"] else path)


def _messages(path: tuple[str, ...], faults: list[Fault]) -> Iterator[Message]:
    """The messages for the errors of one value."""
    of_kind = []
    for fault in faults:
        own = _of_its_own(path, fault)
        if own is None:
            of_kind.append(fault)
        else:
            yield own
    if of_kind:
        kinds = dict.fromkeys(_kind(path, fault) for fault in of_kind)
        value = of_kind[0]["input"]
        shown = "" if isinstance(value, dict) else f"{shortly(value)} is not allowed: "
        more = _in_quotes(value) if isinstance(value, str) else ""
        yield _at(path) + shown + ", or ".join(kinds) + more


def _at(path: tuple[str, ...]) -> Message:
    return at(*(path or ["the file"]))


def _of_its_own(path: tuple[str, ...], fault: Fault) -> Message | None:
    """The message for an error that is not one of the kind of a value, else None."""
    place, value = _at(path), shortly(fault["input"])
    match fault["type"]:
        case "extra_forbidden":
            return _unknown(path, _form(fault), value)
        case "missing":
            return place + "this key is missing; it is required"
        case "union_tag_invalid":
            tag = fault["ctx"]["tag"]
            nearest = _nearest(tag, KERNEL_FORMS)
            return place + f"{tag!r} is no kernel{nearest}; allowed: {_KERNELS}"
        case "union_tag_not_found":
            return place + f"{value} names no kernel; add a key 'name', allowed: {_KERNELS}"
        case "value_error" if isinstance(fault["ctx"]["error"], MessageError):
            return place + fault["ctx"]["error"].message
    if fault["input"] is None and not path:
        return Message("the file is empty; allowed: the key 'studies' with at least one study")
    return None


def _kind(path: tuple[str, ...], fault: Fault) -> str:
    """What a value should be instead."""
    if fault["type"] == "string_type" and isinstance(fault["input"], bool):
        return _READ_AS_TRUTH[fault["input"]]
    if fault["type"] in _IN_OUR_WORDS:
        return _IN_OUR_WORDS[fault["type"]].format(**fault.get("ctx", {}))
    if fault["type"] == "string_pattern_mismatch":
        return STUDY_NAMES if path == ("studies",) else "it should be one line of text"
    return fault["msg"].removeprefix("Value error, ").replace("Input should", "it should")


_IN_OUR_WORDS = {
    "int_type": "it should be a whole number",
    "float_type": "it should be a number",
    "bool_type": "it should be true or false",
    "string_type": "it should be a text; write a number in quotes if it is meant as a text",
    "list_type": "it should be a list, such as [a, b]",
    **dict.fromkeys(
        ("dict_type", "model_type", "model_attributes_type"),
        "it should be keys with values, such as 'key: value'",
    ),
    "too_short": "it should not be empty",
    "string_too_short": "it should not be empty",
    "string_too_long": "it should have at most {max_length} characters",
}
"""What should stand there instead of a wrong value, by pydantic's type of the fault."""

_READ_AS_TRUTH = {
    True: "it should be a text; YAML reads yes, on and true as True: write the text in quotes",
    False: "it should be a text; YAML reads no, off and false as False: write the text in quotes",
}
"""What to do about a word that YAML reads as a truth value, as in the name of a study."""

STUDY_NAMES = "the name of a study has 1 to 60 characters from a-z, 0-9 and -, and no - in front"


def _in_quotes(text: str) -> str:
    """Why a text that looks like a number is none, and what to do."""
    try:
        number = float(text)
    except ValueError:
        return ""
    return " (in quotes it is a text: remove the quotes)" if math.isfinite(number) else ""


def _unknown(path: tuple[str, ...], form: str | None, value: str) -> Message:
    model: type[Strict] = Config if len(path) == 1 else StudyConfig
    if form is not None:
        model = {**DATA_FORMS, **KERNEL_FORMS}[form]
    keys = list(model.model_fields)
    hint = _where_it_belongs(path[-1], model) or _nearest(path[-1], keys)
    if form in KERNEL_FORMS:
        own = named(*keys[1:], between=", ") if keys[1:] else "no parameter"
        unknown = f"the kernel {form} has no such parameter, and the value is {value}{hint}"
        return at(*path) + unknown + "; allowed: " + own
    return at(*path) + f"unknown key with value {value}{hint}; allowed: {', '.join(keys)}"


def _where_it_belongs(key: str, model: type[Strict]) -> str:
    """Where in the configuration a key belongs, if it is not in ``model``."""
    forms_of = {
        "inside 'data'": DATA_FORMS.values(),
        "inside 'kernel'": KERNEL_FORMS.values(),
        "in the study, beside 'data'": [StudyConfig],
        "at the top, beside 'studies'": [Config],
    }
    for where, forms in forms_of.items():
        if model not in forms and any(key in form.model_fields for form in forms):
            return f"; it belongs {where}"
    return ""


def _nearest(word: str, words: Any) -> str:
    matches = get_close_matches(word, list(words), n=1, cutoff=0.5)
    return f"; did you mean {matches[0]!r}?" if matches else ""


def shortly(value: object) -> str:
    """A value as it is shown in a message: one line, of bounded length."""
    shown = reprlib.Repr()
    shown.maxstring = shown.maxother = 80
    text = shown.repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
