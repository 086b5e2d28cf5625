"""The base class of every part of the configuration."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints


class Strict(BaseModel):
    """Unknown keys are errors; numbers must be numbers, not text."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


Text = Annotated[
    str, StringConstraints(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]+$")
]
"""One line of text."""
