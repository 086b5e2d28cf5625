"""What ``KernelPCA`` and ``ClassicalMDS`` have in common: a solution, its errors, new samples."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

import kpca
from kpca.arrays import Array
from kpca.data import Data, Vectors
from kpca.estimators import solving, weights
from kpca.estimators.numbers import require_held, rounded, wider
from kpca.interpretation import sampling_error
from kpca.kernels import Kernel
from kpca.solvers.certificate import Certificate
from kpca.solvers.partial import Solved
from kpca.solvers.placing import Rule
from kpca.solvers.solution import Solution


class Estimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A fitted solution of d components, whose last ones may have no positive eigenvalue.

    ``meaning`` says what negative eigenvalues mean, with the numbers of components that are
    positive and of all.
    """

    meaning: str

    certify: str
    solution_: Solution
    certificate_: Certificate
    eigenvalues_: Array
    _dtype: DTypeLike = np.dtype(float)

    def _is_given(self) -> bool:
        """Whether the samples are rows of a given matrix."""
        raise NotImplementedError

    def _validated(self, X: Any) -> Any:
        """New samples, checked."""
        raise NotImplementedError

    def _compared(self, X: Any) -> tuple[Rule, Any]:
        """The rule by which new samples X are placed, and these samples as it takes them."""
        raise NotImplementedError

    def _lengths(self) -> Array:
        """Squared distances (n,) of the samples to their mean."""
        raise NotImplementedError

    def _points(self) -> tuple[Kernel, Array] | None:
        """The samples (n, q) and a kernel of this library that compares them, if there is one."""
        raise NotImplementedError

    def _matrix(self) -> Data:
        """A matrix of all samples, where there are no such points."""
        raise NotImplementedError

    def _set_solution(self, solved: Solved, asked: int | None, filled: int | None) -> None:
        """Keep up to ``asked`` components above the cut-off; None: all of them.

        The attributes have up to ``filled`` components, those that are not kept with 0; None: those
        that are kept.
        """
        solution = solved.solution
        positive = int((solution.mu > solution.matrix_error).sum())
        self.certificate_ = solved.certificate
        self.solution_ = solution.first(positive if asked is None else min(positive, asked))
        require_held(self.solution_.mu, self._dtype, "eigenvalue")
        if asked is not None:
            solving.warn_of_cut(self.solution_, self.certificate_.proved, asked, self.certify)
        kept = self.solution_.components
        d = min(filled, solution.n) if filled else kept
        solving.warn_of_negative(self.solution_, self.meaning.format(kept, d))
        self.eigenvalues_ = solving.padded(self.solution_.mu, d).astype(self._dtype)
        ratio, error = solving.padded(solving.shares(self.solution_), d)
        # Rounding to single precision is included in the error.
        error += ratio * np.finfo(self._dtype).eps
        self.explained_variance_ratio_ = np.minimum(ratio, 1.0).astype(self._dtype)
        self.explained_variance_error_ = np.minimum(error, 1.0).astype(self._dtype)

    def _scores(self) -> Array:
        """Scores (n, d) of the samples: computed in double precision, where no root vanishes."""
        return rounded(self._of_all(self.solution_.scores), self._dtype, "score")

    def _placed(self, X: Any) -> Array:
        """Scores (m, d) of new samples that were checked, for a method that scikit-learn wraps."""
        placed = solving.placed(*self._compared(X), solving.FROM_TRANSFORM + 1)
        return rounded(self._of_all(placed.scores), wider(X.dtype, self._dtype), "score")

    def _of_all(self, values: Array, others: float = 0.0) -> Array:
        """Values (..., d) of all components, from those of the positive ones."""
        return solving.padded(values, len(self.eigenvalues_), others)

    @property
    def eigenvalues_standard_error_(self) -> Array:
        """Standard errors (d,) of ``eigenvalues_``, n times those of the variances."""
        check_is_fitted(self)
        errors = sampling_error.of_eigenvalues(self.solution_)
        return self._of_all(errors, np.nan).astype(self._dtype)

    @property
    def explained_variance_ratio_standard_error_(self) -> Array:
        """Standard errors (d,) of ``explained_variance_ratio_``."""
        check_is_fitted(self)
        errors = sampling_error.of_shares(self.solution_, self._lengths())
        return self._of_all(errors, np.nan).astype(self._dtype)

    def as_data(self, new: Any = None) -> Data:
        """The samples of the fit, and new ones, as all formulations of the method take them.

        Parameters
        ----------
        new : array or table (m, q) or None, default None
            New samples; None: those of the fit a second time.

        Returns
        -------
        kpca.data.Vectors, kpca.data.Gram or kpca.data.Distances
            The points with a kernel of this library, if one compares them: for Euclidean distances
            the linear one, and points around their mean. Otherwise, and for sparse points, the
            matrix that was given or computed.

        Raises
        ------
        ValueError
            For new samples of a model without points that a kernel of this library compares, and
            for a model with weights.
        """
        check_is_fitted(self)
        weights.require_none(self.solution_, "the page, plots and other formulations")
        points = self._points()
        if points is None:
            solving.require_no_new(new)
            return self._matrix()
        kernel, X = points[0], np.asarray(points[1], dtype=float)
        return Vectors(
            kernel, X, X if new is None else np.asarray(self._validated(new), dtype=float)
        )

    def report(self, path: Any, **more: Any) -> Any:
        """Write the page of the model: map, shares, columns, statements and numbers in one file.

        It needs the extra ``studies``.

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
        # By its public name: the estimators know nothing of pages (docs/design.md).
        return kpca.report(self, path, **more)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_given()
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)
