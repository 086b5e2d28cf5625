"""The random experiments behind the figures and tables of the notes: data, methods, numbers."""
