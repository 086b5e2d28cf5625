"""What components and maps say: of the columns, of other variables, and of each other."""
