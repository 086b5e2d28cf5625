"""The page of a study in one file: an interactive map, shares, variables, statements."""
