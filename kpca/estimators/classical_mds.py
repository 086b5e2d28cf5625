"""ClassicalMDS with the interface of scikit-learn's class, new samples and a certificate."""

import warnings
from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics.pairwise import PAIRWISE_BOOLEAN_FUNCTIONS, pairwise_distances
from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

import kpca
from kpca import by_name, tolerances
from kpca.arrays import Array, Truths
from kpca.centering import squared_lengths
from kpca.data import Data, Distances, Vectors
from kpca.estimators import choices, solving, weights
from kpca.estimators.elements_of import (
    DISTANCE,
    SYMMETRIC,
    by_inner_products,
    distance_elements,
    matrix_elements,
)
from kpca.estimators.numbers import require_held, require_numbers, require_squares
from kpca.interpretation import sampling_error
from kpca.kernels import Linear
from kpca.solvers.elements import Elements, KernelElements, MatrixElements, weighted
from kpca.solvers.partial import Solved
from kpca.solvers.placing import ByFeatures, ByValues, Rule
from kpca.solvers.solution import Solution

EUCLIDEAN = {"euclidean", "l2", "nan_euclidean"}
"""Metrics that scikit-learn computes by products, which cancel far from the origin."""

MOVABLE = {"squared", "n_jobs"}
"""Parameters of these metrics that mean the same for points that were moved. Others, such as the
number that stands for a missing value, belong to the points as they are."""

GIVEN = (np.dtype(np.float32), np.dtype(np.float16))
"""Types of given distances whose rounding is included in the error."""


class ClassicalMDS(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
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
        is_matrix = self.metric == "precomputed"
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
        solved, d = self._solved(weighted(elements, of_samples), memory)
        self.certificate_ = solved.certificate
        self._set_solution(solved.solution, d)
        self._features = None
        if solved.by_features and isinstance(elements, KernelElements):
            self._features = ByFeatures.of(elements, self.solution_)
        if of_all is not None:
            self._place_others(given, of_all)

    def _solved(self, elements: Elements, memory: float) -> tuple[Solved, int]:
        """The axes of the samples, and how many were asked for."""
        n = elements.n
        asked: Any = self.n_components
        if isinstance(asked, Integral):
            d = min(int(asked), n)
            return solving.solve(elements, d, memory, self.certify), d
        # Where eigenvalues may be negative, only all of them have the sum of the sizes.
        at_once = None if elements.positive else n
        return choices.reaching(
            asked,
            n,
            lambda d: solving.solve(elements, d, memory, self.certify, whole=d == n),
            at_once,
        )

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
        check_is_fitted(self)
        require_numbers(X)
        return self._placed(self._as_the_metric_takes_them(validate_data(self, X, reset=False)))

    def _placed(self, X: Array) -> Array:
        """Coordinates (m, d) of new samples, for a method that scikit-learn wraps."""
        placed = np.zeros((len(X), len(self.eigenvalues_)))
        found = solving.placed(self._rule(), self._moved(X), solving.FROM_TRANSFORM + 1)
        placed[:, : self.solution_.components] = found.scores
        return placed

    def as_data(self, new: Any = None) -> Data:
        """The samples of the fit, and new ones, as all formulations of the method take them.

        Parameters
        ----------
        new : array or table (m, q) or None, default None
            New samples; None: those of the fit a second time.

        Returns
        -------
        kpca.data.Vectors or kpca.data.Distances
            The points around their mean with the linear kernel, where the metric is Euclidean; else
            the distances.

        Raises
        ------
        ValueError
            For new samples of a model whose metric is not Euclidean, and for a model with weights.
        """
        check_is_fitted(self)
        weights.require_none(self.solution_, "the page, plots and other formulations")
        if self._center is None or self._metric_params.get("squared"):
            solving.require_no_new(new)
            D = np.asarray(self.dissimilarity_matrix_, dtype=float)
            D = 0.5 * (D + D.T)
            np.fill_diagonal(D, 0.0)
            return Distances(D, D, D)
        X = np.asarray(self._X, dtype=float)
        if new is None:
            return Vectors(Linear(), X, X)
        checked = np.asarray(validate_data(self, new, reset=False), dtype=float)
        return Vectors(Linear(), X, self._moved(checked))

    def report(self, path: Any, **more: Any) -> Any:
        """Write the page of the model, as ``kpca.KernelPCA.report``.

        Parameters
        ----------
        path : str or Path
            The file to write, such as "map.html".
        more : names, labels, new, new_names, title, statements
            Keyword arguments of ``kpca.report``.

        Returns
        -------
        Path
            The file.
        """
        return kpca.report(self, path, **more)

    def _rule(self) -> Rule:
        """The rule that compares new samples with all samples, and places them, as the fit did."""
        return self._features or ByValues(
            self._new_rows, np.zeros_like, self.solution_, self.certificate_.means
        )

    def _new_rows(self, X: Array) -> Array:
        """Inner products of new samples X (m, q) and all samples, or -d^2/2 (m, n)."""
        if self.metric != "precomputed" and by_inner_products(self._metric, self._metric_params):
            return X @ self._X.T
        return -0.5 * np.asarray(self._distances(X, self._X), dtype=float) ** 2

    @property
    def eigenvalues_standard_error_(self) -> Array:
        """Standard errors (d,) of ``eigenvalues_``, n times those of the variances."""
        check_is_fitted(self)
        return solving.padded(sampling_error.of_eigenvalues(self.solution_), self.eigenvalues_)

    @property
    def explained_variance_ratio_standard_error_(self) -> Array:
        """Standard errors (d,) of ``explained_variance_ratio_``."""
        check_is_fitted(self)
        # Without memory no matrix of distances is computed for its diagonal.
        own, means = self._elements(self._X, 0.0).diagonal(), self.certificate_.means
        lengths = squared_lengths(own, means, means, self.solution_.weights)
        return solving.padded(sampling_error.of_shares(self.solution_, lengths), self.eigenvalues_)

    @property
    def dissimilarity_matrix_(self) -> Array:
        """Distances (n, n) between the samples."""
        if not hasattr(self, "_X"):
            raise AttributeError("dissimilarity_matrix_ exists after a fit")
        return self._X if self.metric == "precomputed" else self._distances(self._X, None)

    def _elements(self, X: Array, max_memory: float) -> Elements:
        if self.metric == "precomputed":
            given = matrix_elements(X, "distance matrix")
            _require_distances(given.K)
            require_squares(given.K, DISTANCE)
            largest = float(given.K.max(initial=0.0))
            # |d'^2 - d^2| <= 2 d e + e^2 where |d' - d| <= e, and one rounding of the square.
            error = given.error * (largest + 0.5 * given.error)
            return MatrixElements(-0.5 * given.K**2, error + 0.5 * tolerances.U * largest**2)
        return distance_elements(X, self._metric, self._metric_params, max_memory)

    def _distances(self, X: Array, Y: Array | None) -> Array:
        if self.metric == "precomputed":
            return X
        return pairwise_distances(X, Y, metric=self.metric, **self._metric_params)

    def _as_the_metric_takes_them(self, X: Array) -> Array:
        """A copy of the samples in double precision, or as truth values for a metric of those.

        Given distances keep a type that is less accurate, because its rounding counts.
        """
        if self.metric == "precomputed" and X.dtype in GIVEN:
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

    def _set_solution(self, solution: Solution, d: int) -> None:
        positive = min(d, int((solution.mu > solution.matrix_error).sum()))
        self.solution_ = solution.first(positive)
        require_held(self.solution_.mu, float, "eigenvalue")
        solving.warn_of_cut(self.solution_, self.certificate_.proved, d, self.certify)
        self.eigenvalues_, self.embedding_ = np.zeros(d), np.zeros((solution.n, d))
        self.eigenvalues_[: len(solution.mu)] = solution.mu[:d]
        self.embedding_[:, :positive] = self.solution_.scores
        solving.warn_of_negative(
            self.solution_,
            f"the distances are not Euclidean; {positive} of {d} axes have a positive eigenvalue, "
            "the others are 0",
        )
        shares = solving.shares(self.solution_, d)
        self.explained_variance_ratio_, self.explained_variance_error_ = shares

    def _place_others(self, given: Array, of_all: Truths) -> None:
        """Give the samples that took no part their rows of the embedding."""
        placed = self._placed(given[~of_all])
        self.embedding_ = weights.in_their_rows(of_all, self.embedding_, placed)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)


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
