"""Columns that dominate or say nothing, and samples that coincide."""

import numpy as np
import pytest

from kpca.tables.messages import Setting
from kpca.tables.samples import (
    apart,
    dominating,
    dominating_sample,
    outweighing,
    without_one,
)


def test_a_column_that_holds_nearly_all_of_the_variance_is_named_with_its_share():
    X = np.array([[0.0, 0.0], [3.0, 1.0], [0.0, 0.0], [3.0, 1.0]])
    # Variances in the ratio 8.41 : 1, and 9.61 : 1, which is 90.57 %.
    assert dominating(X / [3.0, 1.0] * [2.9, 1.0], ["a", "b"]) == []
    (remark,) = dominating(X / [3.0, 1.0] * [3.1, 1.0] + [0.0, 50.0], ["a", "b"])
    assert remark.startswith("'a' has 90.57 % of the variance, which")
    assert "standardize" in remark
    (remark,) = dominating(np.column_stack([X[:, 1], 5.0 * X[:, 0], X[::-1, 1]]), ["a", "b", "c"])
    assert remark.startswith("'b' has ")
    assert dominating(X * [1e160, 1.0], ["a", "b"])[0].startswith("'a' has 100 %")
    assert dominating(X[:, :1], ["a"]) == dominating(np.ones((3, 2)), ["a", "b"]) == []


def test_which_column_outweighs_the_others_is_that_of_the_weighted_samples():
    X = np.array([[0.0, 1.0], [0.0, -1.0], [30.0, 1.0], [-30.0, -1.0]])
    assert outweighing(X) == {0: pytest.approx(0.9978, abs=5e-5)}
    weights = np.array([1e6, 1e6, 1.0, 1.0])
    assert outweighing(X, weights) == {1: pytest.approx(0.9991, abs=5e-5)}
    six = np.column_stack([9.0 * X, X[:, ::-1], X[:, 1], -X[:, 1]])
    assert outweighing(six) == {0: pytest.approx(0.9856, abs=5e-5)}


def test_two_of_many_columns_that_hold_nearly_all_of_the_variance_are_named():
    rng = np.random.default_rng(3)
    X = rng.permuted(np.tile(np.arange(8.0), (6, 1)), axis=1).T * [1.0, 5.0, 1.0, 8.0, 1.0, 1.0]
    columns = ["a", "b", "c", "d", "e", "f"]
    # Each column has the same values, so the shares are 25 and 64 of 93.
    (remark,) = dominating(X, columns)
    assert "'d' and 'b' have 68.82 and 26.88 % of the variance" in remark
    assert remark.settings == [Setting("standardize", True)]
    # 25 + 16 of 45 are 91.1 %, and of five columns two are not few.
    assert len(dominating(X * [1, 1, 1, 0.5, 1, 1], columns)) == 1
    assert dominating(X[:, :5] * [1, 1, 1, 0.5, 1], columns[:5]) == []
    assert dominating(X * [1, 0.8, 1, 0.5, 1, 1], columns) == []


@pytest.mark.parametrize(("far", "named"), [(9.2, False), (9.4, True), (-9.4, True)])
def test_a_sample_without_which_nearly_all_of_the_variance_is_gone_is_named(far, named):
    # Without the sample, the sum of squares is 8; with it, it grows by 5/6 far^2.
    X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1], [far, 0.0], [0, 0]])
    i, share = without_one(X)
    rest = np.delete(X, 4, axis=0)
    gone = 1.0 - ((rest - rest.mean(0)) ** 2).sum() / ((X - X.mean(0)) ** 2).sum()
    assert i == 4
    assert share == pytest.approx(gone, abs=1e-15)
    remarks = dominating_sample(X, list("uvwxyz"))
    assert [remark.settings for remark in remarks] == [[Setting("omit_samples", ["y"])]] * named
    assert all(f"'y', {100 * gone:.4g} %" in remark for remark in remarks)


def test_the_mean_of_all_samples_is_not_that_of_the_others():
    """An outlier has at most (n - 1)/n of the squared distances, which is below the limit here."""
    X = np.array([[0.0], [1.0], [2.0], [1e9]])
    squares = (X - X.mean()) ** 2
    assert squares.max() / squares.sum() < 0.76
    assert len(dominating_sample(X, list("abcd"))) == 1
    assert (
        dominating_sample(X[1:], list("bcd"))
        == dominating_sample(np.ones((5, 2)), [*"abcde"])
        == []
    )


def test_names_of_new_samples_are_none_of_the_known_ones():
    assert apart(["a", "b"], ["c"]) == ["a", "b"]
    assert apart(["a", "b"], ["a", "new a"]) == ["new new a", "new new b"]
