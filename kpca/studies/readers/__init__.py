"""Readers of data files. A fault is reported with its place and its value."""
