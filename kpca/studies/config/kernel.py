"""The kernels of a configuration: their keys and limits are those that each kernel's file gives."""

from dataclasses import MISSING, Field
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import pydantic

from kpca.choosing.words import AUTO, words_of
from kpca.kernels import KERNELS, RBF, Kernel
from kpca.kernels.parameters import Allowed, parameters
from kpca.studies.config.strict import Strict

CHOSEN = (
    "the least value that predicts hidden values of left-out samples as well as the best one, "
    "among multiples of `median` from 1/8 to 4"
)
"""What `auto` means for gamma of the Gaussian kernel."""


class _WithoutSource(Strict):
    """A form made by a program: there is no source in which to look for docstrings of its keys."""

    model_config = pydantic.ConfigDict(use_attribute_docstrings=False)


def form(kind: type[Kernel]) -> type[Strict]:
    """The keys of one kernel in a configuration, with their limits and their explanations."""
    keys: dict[str, Any] = {"name": (Literal[kind.name], ...)}
    keys |= {parameter.name: _key(kind, parameter, *more) for parameter, *more in parameters(kind)}
    return pydantic.create_model(
        f"{kind.__name__}Kernel",
        __base__=_WithoutSource,
        __doc__=kind.__doc__.split("\n\n")[0],
        **keys,
    )


def _key(
    kind: type[Kernel], parameter: Field[Any], number: type, allowed: Allowed
) -> tuple[Any, Any]:
    """Type and default of one key: a number within its limits, and for the width words, too."""
    limits = pydantic.Field(gt=allowed.above, ge=allowed.least, le=allowed.most)
    values, meaning = Annotated[number, limits], [allowed.meaning]
    default = ... if parameter.default is MISSING else parameter.default
    if kind.words and kind.width and parameter.name == kind.width.parameter:
        words = {word: rule.meaning for word, rule in kind.words.items()}
        if AUTO in words_of(kind):
            words[AUTO] = CHOSEN if kind is RBF else "as `median`"
            default = "median"
        values |= Literal[tuple(words)]
        meaning += [f"`{word}`: {text}" for word, text in words.items()]
    return values, pydantic.Field(default, description="; ".join(meaning))


def _required(form: type[Strict]) -> list[str]:
    """The keys of a kernel besides its name that have no default."""
    return [key for key, one in form.model_fields.items() if one.is_required() and key != "name"]


KERNEL_FORMS: dict[str, type[Strict]] = {kind.name: form(kind) for kind in KERNELS}

WORDS = tuple(name for name, form in KERNEL_FORMS.items() if not _required(form))
"""The kernels whose name alone says everything, because every other key has a default."""


def _form_of_word(value: Any) -> Any:
    """The keys of a kernel that is given by its name alone."""
    return {"name": value} if isinstance(value, str) else value


_Form = Annotated[reduce(or_, KERNEL_FORMS.values()), pydantic.Field(discriminator="name")]
AnyKernel = Annotated[
    _Form,
    pydantic.BeforeValidator(_form_of_word, json_schema_input_type=Literal[WORDS] | _Form),
]
