"""Everything around the mathematics: configuration, notebook runner, dependencies, summary."""
