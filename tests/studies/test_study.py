"""A study is data, a number of components, and names."""

from dataclasses import replace

import numpy as np

from kpca.data import Distances, Vectors
from kpca.studies.datasets import example
from kpca.studies.study import Origin


def test_the_example_is_small_and_describes_itself():
    given = example()
    assert (given.n, given.m) == (48, 12)
    assert "48 samples, 12 new ones, 3 components" in str(given)
    again = replace(given, data=Vectors(given.kernel, given.data.X, given.data.X))
    again = replace(again, new_names=given.names, new_labels=given.labels)
    assert "48 samples, placed again as new ones, 3 components" in str(again)


def test_as_many_new_names_as_names_are_not_the_same_samples():
    given = example()
    renamed = [f"other {name}" for name in given.names]
    assert not given.placed_again
    assert not replace(given, new_names=renamed).placed_again
    assert replace(given, new_names=given.names).placed_again


def test_columns_without_names_are_counted_from_one():
    given = example()
    assert given.columns == ("x1", "x2")
    assert replace(given, named_columns=("a", "b")).columns == ("a", "b")
    D = np.zeros((2, 2))
    assert replace(given, data=Distances(D, D, D)).columns == ()


def test_standardized_points_are_given_back_in_their_units_also_for_some_of_the_columns():
    numbers = {"column_mean": np.array([10.0, 5.0]), "column_deviation": np.array([2.0, 4.0])}
    origin, X = Origin(numbers=numbers), np.array([[1.0, 0.0], [-1.0, 0.5]])
    assert origin.standardized
    assert origin.in_raw_units(X).tolist() == [[12.0, 5.0], [8.0, 7.0]]
    assert origin.in_raw_units(X[:, [1]], np.array([1])).tolist() == [[5.0], [7.0]]
    assert not Origin().standardized
    assert Origin().in_raw_units(X) is X
