"""Random experiments: the figures and tables of the notes, and what rules and the solver do."""
