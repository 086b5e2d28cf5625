"""KernelPCA with the interface of scikit-learn's class and a certificate."""

import warnings
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from numbers import Integral, Real
from typing import Any

import numpy as np
import scipy.linalg
from scipy.sparse import issparse
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import assert_all_finite, check_array, check_random_state
from sklearn.utils._param_validation import Interval, RealNotInt, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca import by_name, kernels
from kpca.arrays import Array
from kpca.choosing.words import AUTO
from kpca.data import Gram
from kpca.estimators import choices, same_on_ranks, solving, weights
from kpca.estimators.elements_of import (
    OfMatrices,
    is_defined,
    kernel_elements,
    kernel_of,
    kernel_values,
    matrix_elements,
)
from kpca.estimators.estimator import Estimator
from kpca.estimators.numbers import canonical, require_numbers, rounded, wider
from kpca.estimators.progress import shown
from kpca.kernels import Kernel
from kpca.projection import squared_prediction_error
from kpca.solvers import krylov, placing
from kpca.solvers.elements import Elements, KernelElements, weighted
from kpca.solvers.file_points import FilePoints, is_in_file
from kpca.solvers.one_rank import OneRank, ranks_of
from kpca.solvers.partial import Solved
from kpca.solvers.placing import ByFeatures, ByValues, Rule

DTYPES = (np.float64, np.float32)


class KernelPCA(Estimator):
    """Kernel principal component analysis, as ``sklearn.decomposition.KernelPCA``.

    It replaces scikit-learn's class, with the same names and defaults, and adds error bounds, a
    certificate, rules that choose gamma and the number of components, and pre-images.

    Parameters
    ----------
    n_components : int, float between 0 and 1, "auto" or None, default None
        The number of components. A share such as 0.9 stands for the fewest leading components that
        explain at least so much of the variance, where equal eigenvalues count together. "auto" is
        parallel analysis, as for a study (``kpca.choosing.automatic``). None: all of them.
    kernel : str, kernel of kpca.kernels, or callable, default "linear"
        A name of scikit-learn ("linear", "poly", "rbf", "sigmoid", "cosine", "laplacian", ...),
        "lift", "precomputed" for a Gram matrix, a kernel such as ``kpca.kernels.Matern32(2.0)``, or
        a function of two points (q,) that returns a number; see ``kernel_on``.
    gamma : float, "median", "scale", "auto" or None, default None
        The parameter of kernels that have it; None: 1/q for q columns. "median" is 1/s^2 with the
        median distance s of two samples (for "laplacian" 1/s, s the city-block distance), "scale"
        1/(q var X), and "auto" the least gamma that predicts hidden values as well as the best one.
    degree : float, default 3
        The degree of the kernel "poly".
    coef0 : float, default 1
        The constant of the kernels "poly" and "sigmoid".
    kernel_params : dict or None, default None
        Keyword arguments of a kernel that is a function.
    kernel_on : {"pairs", "matrices"}, default "pairs"
        What a kernel that is a function takes: two points, as in scikit-learn, or two matrices of
        points (n, q) and (m, q), for which it returns all values (n, m) at once.
    alpha : float, default 1.0
        The penalty of the ridge regression that learns pre-images for a kernel that is a function.
    fit_inverse_transform : bool, default False
        Whether ``inverse_transform`` is needed.
    eigen_solver : {"auto", "dense", "arpack", "randomized"}, default "auto"
        "dense" solves the whole problem with LAPACK. The others leave the choice to
        ``kpca.solvers.partial``: LAPACK for few samples or many components, ARPACK up to 1,500
        samples, otherwise the block Krylov method. "randomized" asks for the eigenvalues that are
        largest in size.
    tol : float, default 0
        The largest residual relative to the largest eigenvalue, for more than 1,500 samples. 0
        stands for 1e-12, a hundredth of what the certificate allows; eigenvalues are then known to
        rounding, as they always are for fewer samples.
    max_iter : int or None, default None
        The most products with the Gram matrix; for up to 1,500 samples the most restarts of ARPACK,
        after which LAPACK solves the problem.
    iterated_power : int or "auto", default "auto"
        Without effect; it is a parameter of scikit-learn's class.
    remove_zero_eig : bool, default False
        Whether components without a positive eigenvalue are left out. Otherwise their scores are 0.
    random_state : int, RandomState or None, default None
        The seed of the random start of the solver; the start also depends on the data.
    copy_X : bool, default True
        False lets the model keep the caller's array, which must not change then. A given matrix
        stays as it is, where scikit-learn centers it in place.
    n_jobs : int or None, default None
        Without effect; it is a parameter of scikit-learn's class.
    max_memory : float, str or None, default None
        What the fit may use besides its points: a number of bytes, or a text such as "8GB"; None:
        8 GiB. Half of the Gram matrix is kept if it fits. If not, what fits is kept, and the rest
        is computed again in each pass. Up to 500 samples are solved in 8 MB, however small it is.
    certify : {"complete", "residuals"}, default "complete"
        "complete" proves that no larger eigenvalue was missed, where that is possible; "residuals"
        measures the residuals only, in a second pass over the kernel.
    indefinite : {"refuse", "keep"}, default "refuse"
        "refuse" raises ``IndefiniteError`` if one of the eigenvalues asked for, all of them for
        None, is negative beyond rounding; "keep" makes components of the positive ones, as the key
        of that name does for a study.
    verbose : bool, default False
        Whether to show passes, residual and time left: a bar in a notebook, lines in a log.

    Attributes
    ----------
    eigenvalues_ : array (d,)
        Eigenvalues mu of the centered Gram matrix, the largest first.
    eigenvectors_ : array (n, d)
        Their unit eigenvectors v. The scores are sqrt(mu) v. With weights r the row of each copy of
        a sample, so that sum_i r_i v_i^2 is 1.
    explained_variance_ratio_ : array (d,)
        The share of each component in the sum of the sizes of all eigenvalues; without all
        eigenvalues, in the trace.
    explained_variance_error_ : array (d,)
        A bound on the error of each share.
    eigenvalues_standard_error_ : array (d,)
        Their sampling errors, for the scaling of the columns and the gamma as they are. NaN for
        fewer than 20 samples, and for a component within two standard errors of its neighbor
        (``kpca.interpretation.sampling_error``).
    explained_variance_ratio_standard_error_ : array (d,)
        The sampling errors of the shares; NaN, too, where eigenvalues are negative.
    n_components_ : int
        The number d of components.
    gamma_ : float
        The gamma of the fit.
    solution_ : kpca.solvers.solution.Solution
        The components with their error bounds.
    certificate_ : kpca.solvers.certificate.Certificate
        What was measured, and what follows from it.
    solved_ : kpca.solvers.partial.Solved
        Both, the name of the solver, and what it took.
    X_fit_ : array, sparse matrix or FilePoints (n, q), or array (n, n)
        The samples of the fit, or the given Gram matrix.
    X_transformed_fit_ : array (n, d)
        The scores of the samples, if ``fit_inverse_transform=True``.
    dual_coef_ : array (n, q)
        Coefficients of scikit-learn's ridge regression, if ``fit_inverse_transform=True``.
    n_features_in_ : int
        The number q of columns of the fit.
    feature_names_in_ : array (q,)
        Their names, if the fit had a table with texts as names.
    sample_names_ : list of n texts, or None
        The index of the samples that take part, if the fit had a pandas object. Labels, colors and
        variables of plots and pages are matched to it by name (``kpca.by_name``).

    Notes
    -----
    A component without a positive eigenvalue has scores of 0, as in scikit-learn. Negative
    eigenvalues that were not asked for cause a ``NegativeEigenvalueWarning`` that states their
    share. Both need all eigenvalues, which are known up to 2,000 samples. scikit-learn tolerates
    negative eigenvalues up to 1e-5 of the largest; here the cut-off of rounding decides. A number
    of components that cuts a group of equal eigenvalues causes a ``SplitGroupWarning`` with the
    numbers next to it that do not.

    A precomputed matrix has to be symmetric up to 1e-5 of the sizes of its features, and half of
    the difference is included in the error bound. So does a function as a kernel, of which the
    pairs of 16 samples are computed in both orders. scikit-learn accepts any matrix, and its own
    four tests of that (``test_kernel_pca_precomputed_non_symmetric``) are the only ones of its
    tests of this class that end otherwise here. Text, dates and durations are errors, in columns of
    objects too.

    Everything is computed in double precision, and a function as a kernel receives points in double
    precision. The attributes and the scores are in single precision if the points of the fit and
    the new ones are. Values that single precision does not hold are an error.

    Points of more than 64 MB in a file are read by blocks of rows: a ``numpy.memmap``, or another
    array with a shape, a dtype and slices of rows, such as that of Zarr. The file must not change
    as long as the model is used. They are read at once, as all other input, for a kernel that is
    not one of this library, for words as ``gamma`` or ``n_components``, and for pre-images.

    ``fit(X, sample_weight=r)`` is the fit of the table in which sample i stands r_i times, also for
    weights that are not whole: the mean, eigenvalues, scores, shares, new samples, pre-images,
    bounds and certificate are those of that table, and its n is the sum of the weights. No larger
    table is made. Where several points are nearest, as y and -y are with "poly" of degree 2 without
    a constant, the search along a gradient may end at another one of them than with copies: its
    unit of length, and the point that it measures from, count each sample once.
    Samples with weight 0 take no part: attributes have the rows of the others, and
    ``fit_transform`` places them like new samples. Weights of all samples times c make eigenvalues
    c times as large, and no score other. Words for ``gamma``, ``n_components="auto"`` and ``comm``
    do not honor weights, and neither do ``as_data``, the page and the plots: all of them refuse.

    ``fit(X, comm=MPI.COMM_WORLD)`` is for a script that ``mpiexec`` starts on many machines. Each
    rank calls it with the same points, computes its share of the kernel values, and has the same
    model afterwards. The ranks share the tiles of the block Krylov method and of its certificate,
    and ``max_memory`` is that of each rank. Every other solver (LAPACK, the covariance of few
    features, a factor of low rank) runs on the first rank alone. All ranks get the result of the
    first one, to the last bit. Different points or parameters are an error, and an error on one
    rank is raised on all of them. Every other method works on each rank alone, so ``save`` and
    ``report`` are called on one rank.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(40, 3)) * [3.0, 2.0, 1.0]
    >>> model = KernelPCA(0.9, kernel="rbf", gamma="median").fit(X)
    >>> model.transform(X[:4]).shape == (4, model.n_components_)
    True
    """

    meaning = "the kernel is not positive semi-definite, and no component represents that share"

    _parameter_constraints = {  # noqa: RUF012
        "n_components": [
            Interval(Integral, 1, None, closed="left"),
            Interval(RealNotInt, 0, 1, closed="neither"),
            StrOptions({AUTO}),
            None,
        ],
        "kernel": [str, callable],
        "gamma": [Interval(Real, 0, None, closed="left"), StrOptions(choices.WORDS), None],
        "degree": [Interval(Real, 0, None, closed="left")],
        "coef0": [Interval(Real, None, None, closed="neither")],
        "kernel_params": [dict, None],
        "kernel_on": [StrOptions({"pairs", "matrices"})],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "fit_inverse_transform": ["boolean"],
        "eigen_solver": [StrOptions({"auto", "dense", "arpack", "randomized"})],
        "tol": [Interval(Real, 0, None, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left"), None],
        "iterated_power": [Interval(Integral, 0, None, closed="left"), StrOptions({"auto"})],
        "remove_zero_eig": ["boolean"],
        "random_state": ["random_state"],
        "copy_X": ["boolean"],
        "n_jobs": [None, Integral],
        "max_memory": [Real, str, None],
        "certify": [StrOptions({"complete", "residuals"})],
        "indefinite": [StrOptions({"refuse", "keep"})],
        "verbose": ["boolean"],
    }

    def __init__(
        self,
        n_components: int | float | str | None = None,
        *,
        kernel: Any = "linear",
        gamma: float | str | None = None,
        degree: float = 3,
        coef0: float = 1,
        kernel_params: dict[str, Any] | None = None,
        kernel_on: str = "pairs",
        alpha: float = 1.0,
        fit_inverse_transform: bool = False,
        eigen_solver: str = "auto",
        tol: float = 0,
        max_iter: int | None = None,
        iterated_power: int | str = "auto",
        remove_zero_eig: bool = False,
        random_state: Any = None,
        copy_X: bool = True,
        n_jobs: int | None = None,
        max_memory: float | str | None = None,
        certify: str = "complete",
        indefinite: str = "refuse",
        verbose: bool = False,
    ) -> None:
        self.n_components = n_components
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.kernel_params = kernel_params
        self.kernel_on = kernel_on
        self.alpha = alpha
        self.fit_inverse_transform = fit_inverse_transform
        self.eigen_solver = eigen_solver
        self.tol = tol
        self.max_iter = max_iter
        self.iterated_power = iterated_power
        self.remove_zero_eig = remove_zero_eig
        self.random_state = random_state
        self.copy_X = copy_X
        self.n_jobs = n_jobs
        self.max_memory = max_memory
        self.certify = certify
        self.indefinite = indefinite
        self.verbose = verbose

    def fit(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, comm: Any = None
    ) -> "KernelPCA":
        """Fit the model, and return it.

        A fit that fails, or is interrupted, leaves the model as it was before.

        Parameters
        ----------
        X : array, sparse matrix, table, or array in a file (n, q)
            The samples; a Gram matrix (n, n) if ``kernel="precomputed"``. The columns of one with
            names are taken in the order of its rows.
        y : None
            Not used.
        sample_weight : array or Series (n,), or None, default None
            How many samples each sample stands for: finite numbers, whole or not, of at least 1e-8
            of their mean, or 0. A sample with weight 0 takes no part. None: each counts once. A
            Series is matched by name to samples with an index.
        comm : communicator of mpi4py or None, default None
            Such as ``mpi4py.MPI.COMM_WORLD``, all of whose ranks call ``fit`` together.

        Returns
        -------
        KernelPCA
            The model itself.

        Raises
        ------
        ValueError
            For input that is not allowed, with the value and what is allowed.
        TypeError
            If ``comm`` is no communicator, or mpi4py is missing.
        """
        if comm is not None:
            weights.require_unused(sample_weight, "comm", "comm=None, a fit by one process")
        with ranks_of(comm) as ranks, solving.all_or_nothing(self):
            self._fit(X, sample_weight, ranks)
        return self

    def _fit(self, X: Any, sample_weight: Any, ranks: OneRank) -> None:
        with ranks.agreed():
            self._validate_params()
            self._require_numbers_beside(sample_weight)
            X, names = by_name.samples_of(X, self._is_given())
            X, of_samples, _, self.sample_names_ = weights.taking_part(
                self._samples(X), sample_weight, self._is_given(), names
            )
        same_on_ranks.require_input(self.get_params(deep=False), X, ranks)
        self.gamma_ = ranks.led(
            lambda: choices.gamma_of(self.gamma, self.kernel, X, self.n_components)
        )
        with ranks.agreed():
            elements = self._elements(X, ranks)
        if self._is_function():
            same_on_ranks.require_function(elements, ranks)
        elements = weighted(elements, of_samples)
        solved, asked = ranks.led(lambda: self._solved(elements, X, ranks), elements)
        with ranks.agreed():
            if self.indefinite == "refuse":
                by_size = self.eigen_solver == "randomized"
                solving.require_positive(solved.solution, asked or elements.n, by_size)
            self._dtype = wider(X.dtype, X.dtype)
            filled = None if self.remove_zero_eig else asked
            self._set_solution(solved, asked, filled)
            self.n_components_ = d = len(self.eigenvalues_)
            solving.warn_of_rank(self.solution_, d if filled else None, solving.differ(X))
            self.eigenvectors_ = self._of_all(self.solution_.axes).astype(self._dtype)
            self.solved_ = replace(solved, solution=self.solution_)
            self.X_fit_ = X
            self._set_rule()
            self.__dict__.pop("_dual_coef", None)

    def _require_numbers_beside(self, sample_weight: Any) -> None:
        """Raises ``ValueError`` for weights together with words whose rules do not honor them."""
        if isinstance(self.gamma, str):
            weights.require_unused(sample_weight, f"gamma={self.gamma!r}", "a number for gamma")
        if self.n_components == AUTO:
            weights.require_unused(
                sample_weight, "n_components='auto'", "a number of components, or a share"
            )

    def _samples(self, X: Any) -> Any:
        """The samples of a fit, checked; those in a file stay there where that is possible."""
        if self.fit_inverse_transform and self.kernel == "precomputed":
            raise ValueError(
                "a precomputed kernel has no points to go back to; allowed: "
                "fit_inverse_transform=False, or a kernel of points. In scikit-learn's words: "
                "Cannot fit_inverse_transform with a precomputed kernel"
            )
        if self.fit_inverse_transform and issparse(X):
            raise NotImplementedError(
                "Inverse transform not implemented for sparse matrices! Allowed: dense points; "
                "convert them with X.toarray()"
            )
        if is_in_file(X) and self._reads_by_rows():
            return self._in_file(X, reset=True)
        require_numbers(X)
        given = validate_data(self, X, accept_sparse="csr", dtype=self._dtypes(), copy=self.copy_X)
        return canonical(given)

    def _in_file(self, X: Any, reset: bool) -> FilePoints:
        """Points that stay in their file, checked by blocks of rows."""
        points = FilePoints(X)
        validate_data(self, points[:1], reset=reset)
        for block in points.blocks():
            assert_all_finite(block, estimator_name=type(self).__name__, input_name="X")
        return points

    def _reads_by_rows(self) -> bool:
        """Whether no part of the fit needs all points in memory."""
        words = isinstance(self.gamma, str) or self.n_components == AUTO
        ours = isinstance(self.kernel, Kernel) or (
            isinstance(self.kernel, str) and self.kernel in kernels.BY_NAME
        )
        return ours and not words and not self.fit_inverse_transform

    def fit_transform(
        self, X: Any, y: Any = None, sample_weight: Any = None, **params: Any
    ) -> Array:
        """Fit the model, and return the scores of its samples.

        Parameters
        ----------
        X : array, sparse matrix or table (n, q)
            The samples, as for ``fit``.
        y : None
            Not used.
        sample_weight : array (n,) or None, default None
            The weights, as for ``fit``. A sample with weight 0 is placed like a new one.

        Returns
        -------
        array (n, d)
            The scores sqrt(mu) v.
        """
        sample_weight = by_name.in_order(sample_weight, by_name.names_of(X), "sample_weight")
        scores = self.fit(X, sample_weight=sample_weight, **params)._scores()
        if sample_weight is None or (of_all := np.asarray(sample_weight) > 0).all():
            return scores
        placed = self._placed(self._validated(weights.left_out(X, of_all)))
        return weights.in_their_rows(of_all, scores, placed)

    def transform(self, X: Any) -> Array:
        """Scores of new samples.

        A ``PlacingWarning`` states the largest error of a score if rounding makes it less certain
        than those of the fit. Nothing is known of the rounding of a given matrix, of a function,
        and of sparse samples.

        Parameters
        ----------
        X : array, sparse matrix or table (m, q)
            New samples; their kernel values (m, n) with the samples of the fit if
            ``kernel="precomputed"``.

        Returns
        -------
        array (m, d)
            The scores, in single precision if both the samples and the new samples are.
        """
        return self._placed(self._validated(X))

    def score_samples(self, X: Any, diagonal: Any = None) -> Array:
        """Minus the squared prediction error of new samples.

        The error is the squared distance of the feature from the span of the components, a novelty
        score (Hoffmann 2007): the higher the result, the more a sample is like the training
        samples. With an indefinite kernel the squared distance may be negative, and counts as 0.
        Where a threshold lies is a question for samples that were left out:
        ``kpca.choosing.control_limits``. scikit-learn's class does not have this method.

        Parameters
        ----------
        X : array, sparse matrix or table (m, q)
            New samples; their kernel values (m, n) if ``kernel="precomputed"``.
        diagonal : array (m,) or None, default None
            The kernel values k(t, t) of the new samples with themselves, for a given matrix only.

        Returns
        -------
        array (m,)
            Numbers of at most 0.

        Raises
        ------
        ValueError
            If ``diagonal`` is missing for a given matrix, or given for another kernel.
        """
        X = self._validated(X)
        if (diagonal is not None) != self._is_given():
            raise ValueError(
                f"diagonal is {'given' if diagonal is not None else 'missing'} for the kernel "
                f"{self.kernel!r}; allowed: score_samples(K_new, diagonal), with k(t, t) of each "
                'new sample, for kernel="precomputed", and score_samples(X) for all others'
            )
        own = None if diagonal is None else _one_for_each(diagonal, X.shape[0])
        rule, points = self._compared(X, own)
        placed = solving.placed(rule, points)
        error = squared_prediction_error(rule.lengths(points, placed.means), placed.scores)
        return rounded(-error, wider(X.dtype, self._dtype), "score")

    def inverse_transform(self, X: Any) -> Array:
        """Pre-images of scores.

        Each is a point whose feature is near phi-bar + sum_l x_l f_l: by the method for the kernel
        (``kpca.preimages.methods.preferred``), from the sample with the nearest scores. For a
        kernel that is a function, it is learned by ridge regression with the penalty ``alpha``, as
        in scikit-learn. A warning names pre-images that did not converge, and those of which
        rounding hides how near their features are.

        Parameters
        ----------
        X : array (m, d)
            Scores.

        Returns
        -------
        array (m, q)
            Points.

        Raises
        ------
        NotFittedError
            Unless ``fit_inverse_transform=True``.
        ValueError
            For scores that are not finite, or have another number of columns.
        """
        check_is_fitted(self)
        if not self.fit_inverse_transform:
            raise NotFittedError(
                "the inverse transform was not fitted; set fit_inverse_transform=True before fit"
            )
        require_numbers(X)
        scores = check_array(X.toarray() if issparse(X) else X, dtype=DTYPES)
        dtype, scores = wider(scores.dtype, self._dtype), scores.astype(float)
        if scores.shape[1] != len(self.eigenvalues_):
            raise ValueError(
                f"the scores have {scores.shape[1]} columns; allowed: {len(self.eigenvalues_)}, "
                "one for each component"
            )
        if not self.solution_.components:
            # All features are equal up to rounding: each sample is a pre-image of their mean.
            return rounded(np.repeat(self.X_fit_[:1], len(scores), axis=0), dtype, "coordinate")
        elements = self._elements_of_points()
        if elements is None:
            K = self._kernel_function(scores, self.X_transformed_fit_.astype(float))
            return rounded(K @ self.dual_coef_, dtype, "coordinate")
        # Imported when asked for, because most models never need a method for pre-images.
        from kpca.estimators import inverse
        from kpca.preimages.preimages import without_convergence

        reached = inverse.of_scores(
            scores[:, : self.solution_.components],
            self.solution_,
            elements,
            solving.memory(self.max_memory),
        )
        if doubt := without_convergence(reached.converged):
            warnings.warn(
                f"{doubt}; these are the best points that were found", ConvergenceWarning, 2
            )
        solving.warn_of_preimages(self.solution_, reached.rounding)
        return rounded(reached.points, dtype, "coordinate")

    @property
    def X_transformed_fit_(self) -> Array:
        """Scores (n, d) of the samples; exists if ``fit_inverse_transform=True``."""
        self._require_inverse("X_transformed_fit_")
        return self._scores()

    @property
    def dual_coef_(self) -> Array:
        """Coefficients (n, q) of scikit-learn's ridge regression from scores to points."""
        self._require_inverse("dual_coef_")
        if not hasattr(self, "_dual_coef"):
            K = np.array(self._kernel_function(self.X_transformed_fit_.astype(float), None))
            of_samples = self.solution_.weights
            K.flat[:: len(K) + 1] += self.alpha / (1.0 if of_samples is None else of_samples)
            coefficients = scipy.linalg.solve(K, self.X_fit_.astype(float), assume_a="pos")
            self._dual_coef = rounded(coefficients, self._dtype, "coefficient")
        return self._dual_coef

    def _lengths(self) -> Array:
        own = self.X_fit_.diagonal().astype(float) if self._is_given() else None
        rule, points = self._compared(self.X_fit_, own)
        return rule.lengths(points, self.certificate_.means)

    def _dtypes(self) -> tuple[Any, ...]:
        """Types of input that are not converted: those of given values whose rounding counts."""
        return (*DTYPES, np.float16) if self._is_given() else DTYPES

    def _points(self) -> tuple[Kernel, Array] | None:
        kernel = None if issparse(self.X_fit_) else self._kernel_of_ours()
        return None if kernel is None else (kernel, self.X_fit_)

    def _matrix(self) -> Gram:
        given = self.X_fit_ if self._is_given() else self._kernel_function(self.X_fit_, None)
        K = np.asarray(given, dtype=float)
        K = 0.5 * (K + K.T)
        return Gram(K, K, K)

    def save(self, path: Any) -> None:
        """Write the fitted model to a file of NumPy arrays and JSON, without pickle.

        Parameters
        ----------
        path : str or Path
            The file to write, such as "model.npz".

        Returns
        -------
        None

        Raises
        ------
        ValueError
            For a kernel that is a function, which such a file does not hold.
        """
        from kpca.estimators import stored

        check_is_fitted(self)
        stored.write(path, self.get_params(deep=False), vars(self))

    @classmethod
    def load(cls, path: Any) -> "KernelPCA":
        """The model that ``save`` has written; ``transform`` gives the same to the last bit.

        Nothing in the file is executed. Its checksum shows whether an array or a parameter was
        changed after the file had been written. It is no signature: who changes a number on purpose
        can write another checksum, so a file from others is as right as those who made it.

        Parameters
        ----------
        path : str or Path
            The file.

        Returns
        -------
        KernelPCA
            The fitted model.

        Raises
        ------
        kpca.estimators.stored.NotLoadedError
            For another file, for a damaged one, and for one that was changed.

        Warns
        -----
        UserWarning
            For a file without a checksum, which an earlier version has written.
        """
        from kpca.estimators import stored

        parameters, state = stored.read(path)
        with stored.of_a_model(path):
            model = cls(**parameters)
            model._validate_params()
            model.__dict__.update(state)
            model._set_rule()
        return model

    def _is_given(self) -> bool:
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def _is_function(self) -> bool:
        return callable(self.kernel) and not isinstance(self.kernel, Kernel)

    def _require_inverse(self, name: str) -> None:
        if not self.fit_inverse_transform or not hasattr(self, "eigenvalues_"):
            raise AttributeError(f"{name} exists after a fit with fit_inverse_transform=True")

    def _elements(self, X: Any, ranks: OneRank) -> Elements:
        if self._is_given():
            return matrix_elements(X, "kernel matrix")
        # All values of a function at once would be computed by each rank.
        memory = solving.memory(self.max_memory) if ranks.size == 1 else 0.0
        return kernel_elements(X, self._compared_by(), self._parameters(), memory)

    def _parameters(self) -> dict[str, Any]:
        if self._is_function():
            return self.kernel_params or {}
        return self._by_name()

    def _by_name(self) -> dict[str, Any]:
        return {"gamma": self.gamma_, "degree": self.degree, "coef0": self.coef0}

    def _kernel_function(self, X: Any, Y: Any) -> Array:
        if isinstance(self.kernel, Kernel):
            return self.kernel(X, X if Y is None else Y)
        return kernel_values(self._compared_by(), X, Y, self._parameters())

    def _compared_by(self) -> Any:
        """The kernel, with the mark of a function of matrices if it is one."""
        is_of_matrices = self._is_function() and self.kernel_on == "matrices"
        return OfMatrices(self.kernel) if is_of_matrices else self.kernel

    def _solved(self, elements: Elements, X: Any, ranks: OneRank) -> tuple[Solved, int | None]:
        """The components of the samples, and how many were asked for; None for all of them."""
        asked: Any = self.n_components
        if asked == AUTO:
            asked = choices.components_above_chance(self._kernel_of_ours(), X)
        seed = 0
        if self.random_state is not None:
            seed = int(check_random_state(self.random_state).randint(2**31))
        tolerance = self.tol or krylov.TOLERANCE
        with shown(tolerance) if self.verbose else nullcontext() as progress:
            return solving.fit(
                elements,
                asked,
                solving.memory(self.max_memory),
                self.certify,
                whole=self.eigen_solver == "dense",
                tolerance=tolerance,
                seed=seed,
                most=self.max_iter or krylov.PASSES,
                progress=progress,
                ranks=ranks,
            )

    def _kernel_of_ours(self) -> Kernel | None:
        return None if self._is_given() else kernel_of(self.kernel, **self._by_name())

    def _validated(self, X: Any) -> Any:
        check_is_fitted(self)
        if is_in_file(X):
            return self._in_file(X, reset=False)
        require_numbers(X)
        return canonical(validate_data(self, X, accept_sparse="csr", dtype=DTYPES, reset=False))

    def _set_rule(self) -> None:
        """Keep what new samples are placed by where the components come from features."""
        elements = self._elements_of_points() if self.solved_.by_features else None
        self._features = None if elements is None else ByFeatures.of(elements, self.solution_)

    def _elements_of_points(self) -> KernelElements | None:
        """The Gram matrix where a kernel of this library compares dense points, else None."""
        if self._is_given() or self._is_function() or issparse(self.X_fit_):
            return None
        elements = kernel_elements(self.X_fit_, self.kernel, self._parameters())
        return elements if isinstance(elements, KernelElements) else None

    def _compared(self, X: Any, own: Array | None = None) -> tuple[Rule, Any]:
        """The rule by which new samples X are placed, and these samples as it takes them.

        ``own`` (m,) are their kernel values with themselves, which a given matrix does not have.
        """
        solution, means = self.solution_, self.certificate_.means
        if self._is_given():
            diagonal = np.empty(0) if own is None else own
            values = partial(np.array, dtype=float)
            return ByValues(values, lambda _: diagonal, solution, means), X
        if elements := self._elements_of_points():
            dense = X.toarray() if issparse(X) else X
            # Features of a point without one are those of scikit-learn's function of that name.
            if self._features and isinstance(self.kernel, str):
                return self._features, dense
            if is_defined(elements.kernel, dense):
                return self._features or placing.rule(elements, self.solved_), dense
        # Points in single precision would give values in single precision.
        fitted = self.X_fit_.astype(float)

        def with_all(rows: Any) -> Array:
            return np.array(self._kernel_function(rows.astype(float), fitted), dtype=float)

        def with_itself(rows: Any) -> Array:
            each = (rows[i : i + 1].astype(float) for i in range(rows.shape[0]))
            return np.array([self._kernel_function(row, row)[0, 0] for row in each], dtype=float)

        return ByValues(with_all, with_itself, solution, means), X

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _one_for_each(diagonal: Any, m: int) -> Array:
    values = np.asarray(diagonal, dtype=float)
    if values.shape != (m,) or not np.isfinite(values).all():
        raise ValueError(
            f"diagonal has the shape {values.shape}; allowed: ({m},) finite numbers, k(t, t) of "
            "each new sample"
        )
    return values
