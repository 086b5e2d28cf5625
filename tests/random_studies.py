"""Random studies of every kind that the program accepts, each reproducible from its number alone.

``made(number)`` draws the arrays and the configuration. ``built`` writes the arrays to files, and
reads, checks and accepts them as ``kpca.workflow.jobs.prepare`` does, so that what the program
refuses is refused here too.
"""

import re
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path

import numpy as np
from scipy.sparse.csgraph import shortest_path
from scipy.spatial.distance import cdist

from kpca.kernels import KERNELS
from kpca.kernels.bandwidth import LENGTH_SCALE
from kpca.kernels.parameters import parameters
from kpca.solvers.chosen_spectra import SPECTRA
from kpca.studies.build import build
from kpca.studies.config.faults import ConfigError
from kpca.studies.config.kernel import KERNEL_FORMS
from kpca.studies.config.study import StudyConfig
from kpca.studies.study import Study
from kpca.tables.table import InputError

SEED = 10
WIDEST = 500
"""The most features of a polynomial kernel: some statements decompose matrices of that size."""
REFUSED = (ConfigError, InputError)


@dataclass(frozen=True)
class Random:
    """Arrays by file name, the configuration that names them, and which kind of study it is."""

    number: int
    kind: str
    arrays: dict[str, np.ndarray]
    config: dict

    def __str__(self) -> str:
        shapes = ", ".join(f"{name} {A.shape}" for name, A in self.arrays.items())
        return f"random study {self.number}: {self.kind}; {shapes}; {self.config}"


def made(number: int) -> Random:
    """The random study of this number; ``components`` is a fraction of the rank until ``built``."""
    rng = np.random.default_rng([SEED, number])
    kind = rng.choice(["points", "distances", "gram"], p=[0.64, 0.23, 0.13])
    n = _size(rng)
    m = int(rng.choice([0, 0, 1, rng.integers(1, n + 1), n]))
    make = {"points": _points, "distances": _distances, "gram": _gram}[kind]
    what, arrays, config = make(rng, n, m)
    config |= {"components": float(rng.uniform()) ** 1.5}
    return Random(number, f"{kind}: {what}", arrays, config)


def _size(rng) -> int:
    """Number of training samples: mostly few, which find as much and cost less."""
    return int(
        rng.choice(
            [rng.integers(3, 9), rng.integers(6, 25), rng.integers(25, 41), rng.integers(41, 121)],
            p=[0.3, 0.5, 0.17, 0.03],
        )
    )


# --- points -------------------------------------------------------------------------------------


def _normal(rng, N, q):
    return rng.normal(size=(N, q))


def _steep(rng, N, q):
    return rng.normal(size=(N, q)) * 10.0 ** -np.linspace(0.0, rng.uniform(1.0, 8.0), q)


def _line(rng, N, q):
    return rng.normal(size=(N, 1)) * rng.normal(size=(1, q))


def _low_rank(rng, N, q):
    r = min(3, q)
    return rng.normal(size=(N, r)) @ rng.normal(size=(r, q))


def _integers(rng, N, q):
    return rng.integers(-rng.integers(1, 6), 6, size=(N, q)).astype(float)


def _counts(rng, N, q):
    return rng.poisson(rng.uniform(0.1, 5.0), size=(N, q)).astype(float)


def _one_hot(rng, N, q):
    return np.eye(q)[rng.integers(0, q, N)]


def _identity(rng, N, q):
    return rng.choice([1.0, 0.0316227766, 3.0]) * np.eye(N)


def _equally_spaced(rng, N, q):
    return np.linspace(0.0, 1.0, N)[:, None] * np.ones(q)


def _lattice(rng, N, q):
    """The first points of a box of the integers, in a basis that is orthogonal or not."""
    r = min(q, 3)
    side = int(np.ceil(N ** (1.0 / r)))
    box = np.stack(np.meshgrid(*[np.arange(side)] * r, indexing="ij"), axis=-1).reshape(-1, r)
    return box[:N].astype(float) @ (np.eye(r) if rng.uniform() < 0.5 else rng.normal(size=(r, r)))


def _circle(rng, N, q):
    angle = 2.0 * np.pi * np.arange(N) / N
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _clusters(rng, N, q):
    centers = rng.normal(size=(3, q)) * 10.0 ** rng.uniform(0.0, 4.0)
    return centers[rng.integers(0, 3, N)] + rng.normal(size=(N, q))


def _pairs(rng, N, q):
    """Every point has a neighbor at a distance of 1e-3 to 1e-12."""
    X = rng.normal(size=(N, q))
    X[1::2] = X[: N - 1 : 2] + 10.0 ** rng.uniform(-12.0, -3.0) * rng.normal(size=(N // 2, q))
    return X


def _outlier(rng, N, q):
    X = rng.normal(size=(N, q))
    X[0] *= 10.0 ** rng.uniform(1.0, 8.0)
    return X


def _cauchy(rng, N, q):
    return rng.standard_cauchy(size=(N, q))


def _noisy_line(rng, N, q):
    return _line(rng, N, q) + 1e-8 * rng.normal(size=(N, q))


def _binary(rng, N, q):
    return (rng.uniform(size=(N, q)) < rng.uniform(0.1, 0.9)).astype(float)


def _five_decades(rng, N, q):
    """Samples whose lengths lie over five decades, of all columns or of one effective one."""
    X = _line(rng, N, q) if rng.uniform() < 0.4 else rng.normal(size=(N, q))
    return X * 10.0 ** rng.uniform(-2.5, 2.5, size=(N, 1))


SHAPES = (
    [_normal] * 3
    + [_steep, _line, _low_rank, _integers, _counts, _one_hot, _identity]
    + [_equally_spaced, _circle, _clusters, _pairs, _outlier]
    + [_cauchy, _lattice, _noisy_line, _binary, _five_decades] * 2
)


def _table(rng, N):
    """Points (N, q), and what was done to them in words."""
    shape = SHAPES[rng.integers(len(SHAPES))]
    q = int(rng.choice([1, 2, 3, rng.integers(1, 11), rng.integers(1, 61)]))
    X, words = shape(rng, N, q), [shape.__name__.lstrip("_").replace("_", " ")]
    if rng.uniform() < 0.15:
        X = X[rng.integers(0, max(2, len(X) // 2), N)]
        words.append("duplicates")
    if rng.uniform() < 0.1:
        X[:, rng.integers(X.shape[1])] = rng.choice([0.0, 1.0, -7.3])
        words.append("constant column")
    if rng.uniform() < 0.3:
        offset = 10.0 ** rng.uniform(0.0, 9.0)
        X = X + offset * (rng.normal(size=X.shape[1]) if rng.uniform() < 0.5 else 1.0)
        words.append(f"offset {offset:.0e}")
    if rng.uniform() < 0.3:
        scale = (
            10.0 ** rng.uniform(-150.0, 150.0)
            if rng.uniform() < 0.4
            else (10.0 ** rng.uniform(-20.0, 20.0))
        )
        X = X * scale
        words.append(f"scale {scale:.0e}")
    return X, ", ".join(words)


def _new_samples(rng, X, n):
    """The rows behind the first n as new samples: as drawn, far away, at 0, or training samples."""
    new = X[n:]
    how = rng.choice(["drawn", "far", "zero", "training"], p=[0.7, 0.12, 0.06, 0.12])
    if how == "far":
        new = X[:n].mean(axis=0) + 10.0 ** rng.uniform(0.0, 4.0) * (new - X[:n].mean(axis=0))
    elif how == "zero":
        new = new * (np.arange(len(new)) > 0)[:, None]
    elif how == "training":
        new = X[:n][rng.integers(0, n, len(new))]
    return new, ("" if how == "drawn" else f"; new samples: {how}")


SHARES = {
    "linear": 0.18,
    "poly": 0.22,
    "rbf": 0.2,
    "laplacian": 0.1,
    "sigmoid": 0.1,
    "cosine": 0.12,
    "lift": 0.08,
}
"""How often each of these kernels is drawn."""


def _from_its_limits(rng, X):
    """Any other kernel; its width is around that of the data, far from it, or one of its words."""
    kind = rng.choice([kind for kind in KERNELS if kind.name not in SHARES])
    found = {"name": kind.name}
    for field, number, allowed in parameters(kind):
        drawn = [sign * 10.0 ** rng.normal() for sign in (-1, 1)] if number is float else range(5)
        found[field.name] = next(value for value in drawn if allowed.includes(value))
    for word in kind.words:
        reach = rng.choice([0.5, 3.0, 12.0], p=[0.5, 0.3, 0.2])
        spread = max(float(X.std()), 1e-300) * np.sqrt(X.shape[1])
        power = 1.0 if kind.width is LENGTH_SCALE else -2.0
        length = spread * 10.0 ** rng.uniform(-reach, reach)
        found[kind.width.parameter] = word if rng.uniform() < 0.15 else float(length**power)
    return found


def _kernel(rng, X):
    """The kernel of a configuration, with a gamma around that of the data or far from it.

    One in six is a kernel that is not named here, with parameters from its limits.
    """
    # A stream of its own: what the other studies draw does not depend on the list of kernels.
    apart = rng.spawn(1)[0]
    if apart.uniform() < 1.0 / 6.0:
        return _from_its_limits(apart, X)
    name = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    if name in ("linear", "cosine", "lift"):
        return {"name": name}
    spread = max(float(X.var()) * X.shape[1], 1e-300)
    if name not in ("rbf", "laplacian"):
        spread = max(float((X**2).sum(axis=1).max()), 1e-300)
    reach = rng.choice([0.5, 3.0, 12.0], p=[0.5, 0.3, 0.2])
    gamma = float(np.clip(10.0 ** rng.uniform(-reach, reach) / spread, 1e-300, 1e300))
    word = rng.uniform() < 0.15
    found = {"name": name, "gamma": "scale" if word else gamma}
    if name == "laplacian":
        return found | {"gamma": "median" if word else gamma**0.5}
    if name == "rbf":
        return found | ({"gamma": "median"} if word and rng.uniform() < 0.5 else {})
    if name == "sigmoid":
        return found | {"coef0": float(rng.choice([0.0, 1.0, -1.0, rng.normal()]))}
    coef0 = float(rng.choice([0.0, 1.0, rng.exponential(), -rng.exponential()]))
    degree = int(rng.integers(1, 5))
    while comb(X.shape[1] + degree, degree) > WIDEST:
        degree -= 1
    return found | {"degree": degree, "coef0": coef0}


def _points(rng, n, m):
    X, words = _table(rng, n + m)
    new, how = _new_samples(rng, X, n)
    arrays = {"X.npy": X[:n]} | ({"new.npy": new} if m else {})
    kernel = _kernel(rng, X[:n])
    data = {"vectors": "X.npy"} | ({"new": "new.npy"} if m else {})
    data |= {"standardize": True} if rng.uniform() < 0.05 else {}
    config = {"data": data, "kernel": kernel, "indefinite": "keep"}
    return f"{kernel['name']}; {words}{how}", arrays, config


# --- given matrices -----------------------------------------------------------------------------


def _euclidean(rng, N):
    X, words = _table(rng, N)
    return cdist(X, X), f"euclidean of {words}"


def _city_block(rng, N):
    X, words = _table(rng, N)
    return cdist(X, X, "cityblock"), f"city-block of {words}"


def _random(rng, N):
    D = rng.uniform(rng.uniform(), 3.0, (N, N))
    return D + D.T, "random"


def _graph(rng, N):
    weight = np.where(rng.uniform(size=(N, N)) < 0.3, rng.integers(1, 6, (N, N)), 0).astype(float)
    ring = np.roll(np.eye(N), 1, axis=1) * 5.0
    return shortest_path(np.maximum(weight, ring), directed=False), "graph"


def _tree(rng, N):
    """Distances along a random tree: a metric, and its square root would be Euclidean."""
    edges = np.zeros((N, N))
    for i in range(1, N):
        edges[i, rng.integers(i)] = rng.exponential()
    return shortest_path(edges, directed=False), "tree"


def _edit(rng, N):
    """Levenshtein's distances of random words: whole numbers, a metric, and hardly Euclidean."""
    longest = int(rng.integers(2, 13))
    words = rng.integers(0, rng.integers(2, 5), size=(N, longest))
    return levenshtein(words, rng.integers(1, longest + 1, size=N)), "edit"


def levenshtein(words: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The fewest insertions, deletions and substitutions (N, N) that turn one word into another.

    A word is the first ``lengths`` letters of its row of ``words`` (N, L).
    """
    N, longest = words.shape
    # The distances of all pairs of beginnings, of i and of j letters.
    steps = np.empty((longest + 1, longest + 1, N, N))
    for i, j in np.ndindex(steps.shape[:2]):
        if not i or not j:
            steps[i, j] = i + j
            continue
        differ = words[:, None, i - 1] != words[None, :, j - 1]
        steps[i, j] = np.minimum(steps[i - 1, j - 1] + differ, steps[i, j - 1] + 1.0)
        np.minimum(steps[i, j], steps[i - 1, j] + 1.0, out=steps[i, j])
    rows, columns = np.indices((N, N))
    return steps[lengths[:, None], lengths[None, :], rows, columns]


def _equal(rng, N):
    return 1.0 - np.eye(N), "all equal"


def _nearly(rng, N):
    X = rng.normal(size=(N, rng.integers(1, 5)))
    D, size = cdist(X, X), 10.0 ** rng.uniform(-14.0, -3.0)
    return D * (1.0 + size * rng.normal(size=D.shape)), f"nearly Euclidean by {size:.0e}"


TABLES = (
    [_euclidean, _city_block, _random, _graph, _equal, _nearly, _nearly] + [_tree] * 2 + [_edit] * 2
)


def _distances(rng, n, m):
    N = n + m
    D, words = TABLES[rng.integers(len(TABLES))](rng, N)
    if rng.uniform() < 0.2:
        again = rng.integers(0, max(2, N // 2), N)
        D, words = D[np.ix_(again, again)], f"{words}, duplicates"
    if rng.uniform() < 0.2:
        scale = 10.0 ** rng.uniform(-49.0, 49.0)
        D, words = D * scale, f"{words}, scale {scale:.0e}"
    D = np.triu(D, 1) + np.triu(D, 1).T
    data = {"distance_matrix": "D.npy"} | ({"new": "new.npy"} if m else {})
    correction = str(rng.choice(["none", "lingoes", "cailliez"], p=[0.7, 0.15, 0.15]))
    arrays = {"D.npy": D[:n, :n]} | ({"new.npy": D[n:, :]} if m else {})
    return f"{words}, correction {correction}", arrays, {"data": data, "correction": correction}


def _spectrum(rng, N):
    """Eigenvalues (N - 1,), descending in size or not, and what they are called."""
    if rng.uniform() < 0.5:
        name = str(rng.choice(list(SPECTRA)))
        return rng.choice(SPECTRA[name], N - 1, replace=N - 1 > 29), name
    name = str(
        rng.choice(["decaying", "clustered", "degenerate", "deficient", "steep", "indefinite"])
    )
    if name == "decaying":
        return rng.uniform(0.2, 0.95) ** np.arange(N - 1), name
    if name == "clustered":
        close = 1.0 + 10.0 ** rng.uniform(-14.0, -4.0) * np.arange(N - 1)
        return close * rng.choice([1.0, 2.0, 5.0], N - 1), f"random {name}"
    if name == "degenerate":
        return rng.choice([5.0, 2.0, 1.0, 0.0], N - 1, p=[0.3, 0.3, 0.2, 0.2]), f"random {name}"
    if name == "deficient":
        return np.where(np.arange(N - 1) < 3, rng.exponential(size=N - 1), 0.0), f"random {name}"
    if name == "steep":
        return 10.0 ** -np.linspace(0.0, rng.uniform(4.0, 18.0), N - 1), f"random {name}"
    return rng.normal(size=N - 1), f"random {name}"


def _gram(rng, n, m):
    N = n + m
    spectrum, words = _spectrum(rng, N)
    first = np.column_stack([np.ones(N), rng.normal(size=(N, N - 1))])
    basis = np.linalg.qr(first)[0][:, 1:]
    c = float(rng.choice([0.0, 1.0, 1e4, 1e8], p=[0.3, 0.5, 0.1, 0.1])) * rng.uniform(0.5, 1.5, N)
    K = (basis * spectrum) @ basis.T + c[:, None] + c[None, :]
    if rng.uniform() < 0.25:
        scale = 10.0 ** rng.uniform(-100.0, 100.0)
        K, words = K * scale, f"{words}, scale {scale:.0e}"
    K = 0.5 * (K + K.T)
    data = {"kernel_matrix": "K.npy"} | ({"new": "new.npy"} if m else {})
    arrays = {"K.npy": K[:n, :n]} | ({"new.npy": K[n:, :]} if m else {})
    return f"{words}, shift {c.max():.0e}", arrays, {"data": data, "indefinite": "keep"}


# --- as the program builds them -----------------------------------------------------------------


def built(random: Random, folder: Path) -> Study:
    """The study, from files in ``folder``, as ``kpca.workflow.jobs.prepare`` makes it.

    Where the number of components exceeds the rank or cuts a group of equal eigenvalues, the next
    one that the program names. Raises ``ConfigError`` or ``InputError`` for what is refused.
    """
    for name, A in random.arrays.items():
        np.save(folder / name, A)
    share, n = random.config["components"], len(next(iter(random.arrays.values())))
    wanted = 1 + int(share * (n - 1))
    for _ in range(4):
        config = _config(random.config | {"components": wanted})
        try:
            study = build("random", config, folder)
            # Nothing computed yet: what acceptance computed, it computed without warnings.
            return replace(study, data=replace(study.data))
        except ConfigError as error:
            wanted = _allowed(str(error), share)
            if wanted is None:
                raise
    raise ConfigError(f"{random}: no number of components is accepted")


def _config(keys: dict) -> StudyConfig:
    """The configuration; a negative coef0, which it refuses, goes to the library all the same."""
    kernel = keys.get("kernel")
    if not kernel or kernel.get("coef0", 0.0) >= 0.0 or kernel["name"] != "poly":
        return StudyConfig.model_validate(keys)
    config = StudyConfig.model_validate(keys | {"kernel": {"name": "linear"}})
    return config.model_copy(update={"kernel": KERNEL_FORMS["poly"].model_construct(**kernel)})


def _allowed(message: str, share: float) -> int | None:
    """Another number of components, from what the program says that it allows."""
    if known := re.search(r"asked for.*allowed: (?:1 to )?(\d+)", message):
        return 1 + int(share * (int(known[1]) - 1))
    if known := re.search(r"allowed next to it: (?:\d+ or )?(\d+)", message):
        return int(known[1])
    return None
