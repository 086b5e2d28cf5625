"""Symmetric eigenproblems, and matrices with a chosen spectrum to try their solvers on."""
