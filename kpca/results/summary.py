"""The few rows by which the report shows a demonstration whose own table is long."""

import pandas as pd
import xarray as xr

from kpca.results.registry import variable

NODE = "summary"
"""The node of a result tree that has them."""


def to_dataset(caption: str, rows: pd.DataFrame) -> xr.Dataset:
    """The node with a caption and rows; the meaning of a variable is the name of its column."""
    columns = {
        f"column_{number}": variable(("row",), rows[name].tolist(), "1", name)
        for number, name in enumerate(rows, start=1)
    }
    return xr.Dataset(columns, attrs={"caption": caption})


def of(result: xr.DataTree) -> tuple[str, pd.DataFrame] | None:
    """The caption and the rows; None for a result without them."""
    if NODE not in result.children:
        return None
    node = result[NODE]
    columns = {column.attrs["long_name"]: column.values for column in node.data_vars.values()}
    return node.attrs["caption"], pd.DataFrame(columns)
