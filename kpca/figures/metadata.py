"""What outputs of notebooks say of themselves in their metadata. It loads no other module."""

METADATA = "kpca"
"""Key in the metadata of a notebook's output under which figures and tables say what they are.

A figure has "figure" (its name), "caption" and "alt"; a table "table" and "caption"; the caption
below a figure "caption_of"; the message about a figure that could not be drawn ``NOT_DRAWN``.
"""

NOT_DRAWN = "not_drawn"
