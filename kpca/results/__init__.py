"""How studies, solutions and checks are stored: names of variables, files and hashes."""
