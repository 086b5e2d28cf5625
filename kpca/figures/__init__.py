"""One style, and one kind of figure in each file."""
