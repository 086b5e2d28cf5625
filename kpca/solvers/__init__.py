"""Symmetric eigenproblems, and matrices with a chosen spectrum to test the solvers."""
