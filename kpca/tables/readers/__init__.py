"""Readers of data files. A fault is reported with its location and its value."""
