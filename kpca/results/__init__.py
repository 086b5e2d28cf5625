"""What is stored of studies, solutions and checks, under which names, and in which files."""
