"""What the DAG runs besides notebooks: prepared studies, the table of checks, pages, manifest."""
