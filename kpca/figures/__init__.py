"""One style, and one kind of figure or of table in each file."""
