"""Messages for a wrong configuration: key, value, what is allowed, and the nearest known key."""

import reprlib
from difflib import get_close_matches
from typing import Any

from kpca.studies.config.data import DATA_FORMS
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.strict import Strict
from kpca.studies.config.study import Config, StudyConfig

_KERNELS = ", ".join(KERNEL_FORMS)


class ConfigError(ValueError):
    """A configuration that cannot be run; the message names file, key, value, what is allowed."""


def message_of(fault: dict[str, Any]) -> str:
    """The message for one error of pydantic, in one line."""
    place = [str(part) for part in fault["loc"]]
    # Inside a union pydantic adds the name of the form: studies, NAME, data, FORM, key.
    form = place.pop(3) if place[2:3] in (["data"], ["kernel"]) and len(place) > 3 else None
    # And the alternatives of one value, such as "constrained-float" of a number or a word.
    alternatives = form is not None and len(place) > 4 and place[4:5] != ["0"]
    place = place[:4] if alternatives else place
    # And of `components`, a number or a word.
    place = place[:3] if place[2:3] == ["components"] else place
    key, value = ".".join(place) or "the file", shortly(fault["input"])
    match fault["type"]:
        case "extra_forbidden":
            return _unknown(place, form, value)
        case "missing":
            return f"{key}: this key is missing; it is required"
        case "union_tag_invalid":
            named = fault["ctx"]["tag"]
            nearest = _nearest(named, KERNEL_FORMS)
            return f"{key}.name: {named!r} is no kernel{nearest}; allowed: {_KERNELS}"
        case "union_tag_not_found":
            return f"{key}: {value} names no kernel; add a key 'name', allowed: {_KERNELS}"
    message = fault["msg"].removeprefix("Value error, ").replace("Input should", "it should")
    if isinstance(fault["input"], str) and _is_number(fault["input"]):
        message += f" (YAML reads {fault['input']} as text: write a number such as 1.0e-3)"
    shown = f"{value} is not allowed: " if not isinstance(fault["input"], dict) else ""
    return f"{key}: {shown}{message}"


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _unknown(place: list[str], form: str | None, value: str) -> str:
    model: type[Strict] = Config if len(place) == 1 else StudyConfig
    if form is not None:
        model = {**DATA_FORMS, **KERNEL_FORMS}[form]
    known = list(model.model_fields)
    nearest = _nearest(place[-1], known)
    return (
        f"{'.'.join(place)}: unknown key with value {value}{nearest}; allowed: {', '.join(known)}"
    )


def _nearest(word: str, known: Any) -> str:
    matches = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean {matches[0]!r}?" if matches else ""


def shortly(value: object) -> str:
    """A value as it is shown in a message: one line, of bounded length."""
    shown = reprlib.Repr()
    shown.maxstring = shown.maxother = 80
    text = shown.repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
