"""The site: a book about kernel PCA and about one run, built from its results."""
