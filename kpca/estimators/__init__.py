"""scikit-learn estimators: kernel PCA and classical MDS with the solvers of this library."""
