"""The kernels of a configuration: their keys and limits are those that each kernel's file gives."""

from dataclasses import MISSING, Field
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import pydantic

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
    if kind.words and kind.width and parameter.name == kind.width.parameter:
        words = {word: rule.meaning for word, rule in kind.words.items()}
        if "median" in words:
            words["auto"] = CHOSEN if kind is RBF else "as `median`"
        values |= Literal[tuple(words)]
        meaning += [f"`{word}`: {text}" for word, text in words.items()]
    default = ... if parameter.default is MISSING else parameter.default
    return values, pydantic.Field(default, description="; ".join(meaning))


KERNEL_FORMS: dict[str, type[Strict]] = {kind.name: form(kind) for kind in KERNELS}

AnyKernel = Annotated[
    reduce(or_, KERNEL_FORMS.values()),
    pydantic.Field(discriminator="name"),
]
