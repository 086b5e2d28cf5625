"""ClassicalMDS with the interface of scikit-learn's class, new samples and a certificate."""

import warnings
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics.pairwise import PAIRWISE_BOOLEAN_FUNCTIONS, pairwise_distances
from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca import by_name, tolerances
from kpca.arrays import Array
from kpca.centering import squared_lengths
from kpca.data import Distances
from kpca.estimators import solving, weights
from kpca.estimators.elements_of import (
    DISTANCE,
    SYMMETRIC,
    by_inner_products,
    distance_elements,
    matrix_elements,
)
from kpca.estimators.estimator import Estimator
from kpca.estimators.numbers import require_numbers, require_squares
from kpca.kernels import Kernel, Linear
from kpca.solvers.elements import Elements, KernelElements, MatrixElements, weighted
from kpca.solvers.placing import ByFeatures, ByValues, Rule

EUCLIDEAN = {"euclidean", "l2", "nan_euclidean"}
"""Metrics that scikit-learn computes by products, which cancel far from the origin."""

MOVABLE = {"squared", "n_jobs"}
"""Parameters of these metrics that mean the same for points that were moved. Others, such as the
number that stands for a missing value, belong to the points as they are."""

GIVEN = (np.dtype(np.float32), np.dtype(np.float16))
"""Types of given distances whose rounding is included in the error."""


class ClassicalMDS(Estimator):
    """Classical multidimensional scaling, as ``sklearn.manifold.ClassicalMDS``.

    It replaces scikit-learn's class, with the same names and defaults, and adds new samples, error
    bounds and a certificate.

    Parameters
    ----------
    n_components : int, or float between 0 and 1, default 2
        The number of axes. A share such as 0.9 stands for the fewest leading axes that explain at
        least so much of the sum of the sizes of all eigenvalues, negative ones included, where
        equal eigenvalues count together, as in ``kpca.KernelPCA``.
    metric : str or callable, default "euclidean"
        A metric of ``sklearn.metrics.pairwise_distances``, a function of two points (q,), or
        "precomputed" for a matrix of distances. "cosine" is not defined for a sample of zeros,
        which raises ``ValueError``.
    metric_params : dict or None, default None
        Keyword arguments of the metric.
    max_memory : float, str or None, default None
        What the fit may use: a number of bytes, or a text such as "8GB"; None: 8 GiB.
    certify : {"complete", "residuals"}, default "complete"
        As in ``kpca.KernelPCA``.

    Attributes
    ----------
    embedding_ : array (n, d)
        Coordinates of the samples.
    eigenvalues_ : array (d,)
        Eigenvalues of -1/2 H D2 H, the largest first.
    dissimilarity_matrix_ : array (n, n)
        Distances between the samples, computed when they are used.
    explained_variance_ratio_ : array (d,)
        The share of each axis in the sum of the sizes of all eigenvalues; without all eigenvalues,
        in the trace.
    explained_variance_error_ : array (d,)
        A bound on the error of each share.
    eigenvalues_standard_error_ : array (d,)
        Their sampling errors, for distances as they are, as in ``kpca.KernelPCA``.
    explained_variance_ratio_standard_error_ : array (d,)
        The sampling errors of the shares.
    solution_ : kpca.solvers.solution.Solution
        The axes with their error bounds.
    certificate_ : kpca.solvers.certificate.Certificate
        What was measured, and what follows from it.
    n_features_in_ : int
        The number q of columns of the fit.
    feature_names_in_ : array (q,)
        Their names, if the fit had a table with texts as names.
    sample_names_ : list of n texts, or None
        The index of the samples that take part, as in ``kpca.KernelPCA``.

    Notes
    -----
    Axes without a positive eigenvalue are 0 where scikit-learn has NaN, and a
    ``NegativeEigenvalueWarning`` states the share of the negative eigenvalues. A number of axes
    that cuts a group of equal eigenvalues, as all of them are with Mahalanobis distances, causes a
    ``SplitGroupWarning``. ``transform`` places new samples by Gower's formula, from their distances
    alone.

    A given matrix is symmetric if no element differs from the opposite one by more than 1e-5 of its
    size, as in scikit-learn, or by more than rounding of the largest element. Its mean with the
    transposed matrix is then used, and half of the difference is included in the error bound. The
    same holds for a function as a metric, of which the pairs of 16 samples are computed in both
    orders. Everything is computed in double precision, and a function as a metric receives points
    in double precision. Text, dates and durations are errors, in columns of objects too.

    ``fit(X, sample_weight=r)`` is the fit of the table in which sample i stands r_i times, as with
    ``KernelPCA``, and its n is the sum of the weights. ``solution_`` and ``dissimilarity_matrix_``
    have the samples with a weight above 0. The metrics "seuclidean" and "mahalanobis" then need
    their parameter, and ``as_data``, the page and the plots refuse a model with weights.

    Examples
    --------
    >>> D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
    >>> ClassicalMDS(2, metric="precomputed").fit_transform(D).shape
    (3, 2)
    """

    meaning = (
        "the distances are not Euclidean; {} of {} axes have a positive eigenvalue, the others are "
        "0"
    )

    _parameter_constraints = {  # noqa: RUF012
        "n_components": [
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0, 1, closed="neither"),
        ],
        "metric": [str, callable],
        "metric_params": [dict, None],
        "max_memory": [Real, str, None],
        "certify": [StrOptions({"complete", "residuals"})],
    }

    def __init__(
        self,
        n_components: int | float = 2,
        *,
        metric: Any = "euclidean",
        metric_params: dict[str, Any] | None = None,
        max_memory: float | str | None = None,
        certify: str = "complete",
    ) -> None:
        self.n_components = n_components
        self.metric = metric
        self.metric_params = metric_params
        self.max_memory = max_memory
        self.certify = certify

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> "ClassicalMDS":
        """Fit the model, and return it.

        A fit that fails, or is interrupted, leaves the model as it was before.

        Parameters
        ----------
        X : array or table (n, q)
            Points; distances (n, n) if ``metric="precomputed"``, as for ``kpca.KernelPCA.fit``.
        y : None
            Not used.
        sample_weight : array or Series (n,), or None, default None
            How many samples each sample stands for, as for ``kpca.KernelPCA.fit``. A sample with
            weight 0 takes no part, and is placed like a new one.

        Returns
        -------
        ClassicalMDS
            The model itself.

        Raises
        ------
        ValueError
            For input that is not allowed, with the value and what is allowed.
        """
        self._validate_params()
        with solving.all_or_nothing(self):
            self._fit(X, sample_weight)
        return self

    def _fit(self, X: Any, sample_weight: Any) -> None:
        self._require_parameters_beside(sample_weight)
        is_matrix = self._is_given()
        X, names = by_name.samples_of(X, is_matrix)
        require_numbers(X)
        given = self._as_the_metric_takes_them(validate_data(self, X))
        X, of_samples, of_all, self.sample_names_ = weights.taking_part(
            given, sample_weight, is_matrix, names
        )
        self._fix_metric(X)
        self._X = self._moved(X)
        memory = solving.memory(self.max_memory)
        elements = self._elements(self._X, memory)
        at_once = None if elements.positive else elements.n
        solved, asked = solving.fit(
            weighted(elements, of_samples), self.n_components, memory, self.certify, at_once=at_once
        )
        self._set_solution(solved, asked, asked)
        # Those that are not positive, too, as in scikit-learn.
        mu = solved.solution.mu[: len(self.eigenvalues_)]
        self.eigenvalues_[: len(mu)] = mu
        self._features = None
        if solved.by_features and isinstance(elements, KernelElements):
            self._features = ByFeatures.of(elements, self.solution_)
        self.embedding_ = self._scores()
        if of_all is not None:
            placed = self._placed(self._moved(given[~of_all]))
            self.embedding_ = weights.in_their_rows(of_all, self.embedding_, placed)

    def _require_parameters_beside(self, sample_weight: Any) -> None:
        """Raises ``ValueError`` for weights beside a metric that the samples would determine."""
        needed = {"seuclidean": "V", "mahalanobis": "VI"}
        if isinstance(self.metric, str) and self.metric in needed:
            name = needed[self.metric]
            if name not in (self.metric_params or {}):
                what = f"metric={self.metric!r} without {name}"
                weights.require_unused(sample_weight, what, f"metric_params with {name}")

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Fit the model, and return the coordinates of its samples.

        Parameters
        ----------
        X : array or table (n, q)
            The samples, as for ``fit``.
        y : None
            Not used.
        sample_weight : array (n,) or None, default None
            The weights, as for ``fit``.

        Returns
        -------
        array (n, d)
            Coordinates.
        """
        return self.fit(X, sample_weight=sample_weight).embedding_

    def transform(self, X: Any) -> Array:
        """Coordinates of new samples.

        From their inner products with the samples, or from -d^2/2, which is the same after
        centering: Gower's formula (``kpca.formulations.mds.place``).

        Parameters
        ----------
        X : array or table (m, q)
            New points; their distances (m, n) to the samples of the fit if
            ``metric="precomputed"``.

        Returns
        -------
        array (m, d)
            Coordinates.
        """
        return self._placed(self._validated(X))

    def _validated(self, X: Any) -> Array:
        check_is_fitted(self)
        require_numbers(X)
        return self._moved(self._as_the_metric_takes_them(validate_data(self, X, reset=False)))

    def _points(self) -> tuple[Kernel, Array] | None:
        movable = self._center is not None and not self._metric_params.get("squared")
        return (Linear(), self._X) if movable else None

    def _matrix(self) -> Distances:
        D = np.asarray(self.dissimilarity_matrix_, dtype=float)
        D = 0.5 * (D + D.T)
        np.fill_diagonal(D, 0.0)
        return Distances(D, D, D)

    def _compared(self, X: Array) -> tuple[Rule, Array]:
        """The rule that compares new samples with all samples, and places them, as the fit did."""
        solution, means = self.solution_, self.certificate_.means
        return self._features or ByValues(self._new_rows, np.zeros_like, solution, means), X

    def _new_rows(self, X: Array) -> Array:
        """Inner products of new samples X (m, q) and all samples, or -d^2/2 (m, n)."""
        if not self._is_given() and by_inner_products(self._metric, self._metric_params):
            return X @ self._X.T
        return -0.5 * np.asarray(self._distances(X, self._X), dtype=float) ** 2

    def _lengths(self) -> Array:
        # Without memory no matrix of distances is computed for its diagonal.
        own, means = self._elements(self._X, 0.0).diagonal(), self.certificate_.means
        return squared_lengths(own, means, means, self.solution_.weights)

    @property
    def dissimilarity_matrix_(self) -> Array:
        """Distances (n, n) between the samples."""
        if not hasattr(self, "_X"):
            raise AttributeError("dissimilarity_matrix_ exists after a fit")
        return self._X if self._is_given() else self._distances(self._X, None)

    def _elements(self, X: Array, max_memory: float) -> Elements:
        if self._is_given():
            given = matrix_elements(X, "distance matrix")
            _require_distances(given.K)
            require_squares(given.K, DISTANCE)
            largest = float(given.K.max(initial=0.0))
            # |d'^2 - d^2| <= 2 d e + e^2 where |d' - d| <= e, and one rounding of the square.
            error = given.error * (largest + 0.5 * given.error)
            return MatrixElements(-0.5 * given.K**2, error + 0.5 * tolerances.U * largest**2)
        return distance_elements(X, self._metric, self._metric_params, max_memory)

    def _distances(self, X: Array, Y: Array | None) -> Array:
        if self._is_given():
            return X
        return pairwise_distances(X, Y, metric=self.metric, **self._metric_params)

    def _as_the_metric_takes_them(self, X: Array) -> Array:
        """A copy of the samples in double precision, or as truth values for a metric of those.

        Given distances keep a type that is less accurate, because its rounding counts.
        """
        if self._is_given() and X.dtype in GIVEN:
            return X.copy()
        if self.metric == "cosine":
            _require_lengths(X)
        if self.metric not in PAIRWISE_BOOLEAN_FUNCTIONS:
            return X.astype(float)
        if X.dtype != bool:
            # Converted block by block, scikit-learn would warn once for each block.
            warnings.warn(
                f"Data was converted to boolean for metric {self.metric}",
                DataConversionWarning,
                stacklevel=4,
            )
        return X.astype(bool)

    def _moved(self, X: Array) -> Array:
        return X if self._center is None else X - self._center

    def _fix_metric(self, X: Array) -> None:
        """Parameters of the metric that all samples determine, and the origin of distances.

        Euclidean distances are computed by products, which cancel far from the origin.
        """
        self._metric = "euclidean" if self.metric == "l2" else self.metric
        self._metric_params = dict(self.metric_params or {})
        if self.metric == "seuclidean":
            self._metric_params.setdefault("V", _variances(X))
        if self.metric == "mahalanobis":
            self._metric_params.setdefault("VI", _inverse_covariance(X))
        euclidean = isinstance(self.metric, str) and self.metric in EUCLIDEAN
        movable = euclidean and self._metric_params.keys() <= MOVABLE
        self._center = X.mean(axis=0) if movable else None

    def _is_given(self) -> bool:
        return isinstance(self.metric, str) and self.metric == "precomputed"


def _require_distances(D: Array) -> None:
    """Raises ``ValueError`` for a matrix D (n, n) that cannot hold distances."""
    i, j = np.unravel_index(int(D.argmin()), D.shape)
    if D[i, j] < 0.0:
        raise ValueError(
            f"the distance of samples {i + 1} and {j + 1} is {D[i, j]:.6g}; allowed: at least 0; "
            'similarities are no distances: for a kernel matrix use KernelPCA(kernel="precomputed")'
        )
    k = int(np.abs(D.diagonal()).argmax())
    if D[k, k] > SYMMETRIC[np.dtype(np.float32)] * D.max():
        raise ValueError(
            f"the distance of sample {k + 1} to itself is {D[k, k]:.6g}; allowed: 0; set the "
            "diagonal to 0 if that is meant"
        )


def _require_lengths(X: Array) -> None:
    """Raises ``ValueError`` for a sample of X (n, q) of zeros, which has no angle to others.

    scikit-learn gives it the distance 1 to an equal sample, but 0 to itself.
    """
    is_zero = ~X.any(axis=1)
    if is_zero.any():
        raise ValueError(
            f"sample {int(is_zero.argmax()) + 1} of {len(X)} has zeros only, so that it has no "
            'cosine distance; allowed: samples with a number other than 0, or metric="euclidean"'
        )


def _variances(X: Array) -> Array:
    """The variances (q,) of the columns; raises ``ValueError`` for a column without any."""
    variances = np.asarray(np.var(X, axis=0, ddof=1), dtype=float)
    if not variances.all():
        raise ValueError(
            f"column {int(np.argmin(variances)) + 1} has the variance 0, by which the metric "
            "seuclidean divides; allowed: columns that vary, or variances in metric_params['V']"
        )
    return variances


def _inverse_covariance(X: Array) -> Array:
    """The inverse (q, q) of the covariance; raises ``ValueError`` if there is none."""
    try:
        return np.asarray(np.linalg.inv(np.cov(X.T)).T, dtype=float)
    except np.linalg.LinAlgError as error:
        raise ValueError(
            f"the covariance of the {X.shape[1]} columns has no inverse, which the metric "
            "mahalanobis needs; allowed: columns none of which follows from the others, or an "
            "inverse in metric_params['VI']"
        ) from error
