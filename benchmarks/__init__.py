"""Times, memory and accuracy beside scikit-learn: ``make bench`` and ``make bench-large``."""
