"""Data sets: real ones from scikit-learn, and generators for the data of the notes.

Every loader returns points X (n, q) and one label (n,) per sample, as text.
"""

from collections.abc import Callable

import numpy as np

from kpca import kernels
from kpca.arrays import Array
from kpca.data import Vectors
from kpca.studies.origin import STANDARDIZED, Origin
from kpca.studies.study import Study

Labeled = tuple[Array, list[str]]


def digits() -> Labeled:
    """1797 handwritten digits of 8x8 pixels, gray 0..16 scaled to 0..1 (UCI; scikit-learn)."""
    from sklearn.datasets import load_digits

    bunch = load_digits()
    return bunch.data / 16.0, [str(digit) for digit in bunch.target]


def iris() -> Labeled:
    """150 iris flowers, four lengths in cm, three species (Fisher 1936; scikit-learn)."""
    from sklearn.datasets import load_iris

    bunch = load_iris()
    return bunch.data, [str(bunch.target_names[k]) for k in bunch.target]


def wine() -> Labeled:
    """178 wines, 13 chemical measurements scaled to mean 0 and variance 1 (UCI; scikit-learn)."""
    from sklearn.datasets import load_wine
    from sklearn.preprocessing import StandardScaler

    bunch = load_wine()
    return StandardScaler().fit_transform(bunch.data), [f"cultivar {k}" for k in bunch.target]


def circles(n: int, noise: float, seed: int, factor: float = 0.3) -> Labeled:
    """Two concentric circles of radius 1 and ``factor`` (note N2)."""
    from sklearn.datasets import make_circles

    X, inner = make_circles(n, noise=noise, random_state=seed, factor=factor)
    return X, ["inner" if k else "outer" for k in inner]


def s_curve(n: int, noise: float, seed: int) -> Labeled:
    """A band in R^3 bent to an S (note N4); the label is where its tenth of the band begins."""
    from sklearn.datasets import make_s_curve

    X, along = make_s_curve(n, noise=noise, random_state=seed)
    tenth = np.clip((along / (3.0 * np.pi) + 0.5) * 10.0, 0, 9).astype(int)
    return X, [f"{10 * k} %" for k in tenth]


def rings(n: int, noise: float, seed: int) -> Labeled:
    """Three concentric rings of radius 1, 2, 3, in turn (the customary data of note N1)."""
    rng = np.random.default_rng(seed)
    ring = np.arange(n) % 3
    angle = rng.uniform(0.0, 2.0 * np.pi, n)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    X = (ring + 1.0)[:, None] * circle + rng.normal(0.0, noise, (n, 2))
    return X, [f"ring {k + 1}" for k in ring]


def clusters(n: int, noise: float, seed: int) -> Labeled:
    """Gaussian clusters at (-0.5,-0.2), (0,0.6), (0.5,0), in turn (note N3).

    The toy example of Schölkopf, Smola & Müller, Neural Computation 10 (1998), figure 4.
    """
    rng = np.random.default_rng(seed)
    centers = np.array([[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]])
    cluster = np.arange(n) % 3
    return centers[cluster] + rng.normal(0.0, noise, (n, 2)), [f"cluster {k + 1}" for k in cluster]


def origin(name: str) -> Origin:
    """What the loader of a real data set does with the numbers of scikit-learn."""
    if name == "digits":
        return Origin(preparation="gray values 0 to 16, divided by 16")
    if name != "wine":
        return Origin()
    from sklearn.datasets import load_wine
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(load_wine().data)
    text = STANDARDIZED.format(n=178, of="samples, those held out included")
    return Origin(
        preparation=text,
        numbers={"column_mean": scaler.mean_, "column_deviation": scaler.scale_},
    )


def columns(name: str) -> list[str]:
    """The names of the columns of a real data set."""
    import sklearn.datasets

    return list(getattr(sklearn.datasets, f"load_{name}")().feature_names)


REAL: dict[str, Callable[..., Labeled]] = {"digits": digits, "iris": iris, "wine": wine}
GENERATORS: dict[str, Callable[..., Labeled]] = {
    "circles": circles,
    "s_curve": s_curve,
    "rings": rings,
    "clusters": clusters,
}


def example(seed: int = 0) -> Study:
    """A small study made on the spot: three concentric rings with (x·y + 1)^2 (note N1)."""
    X, labels = rings(n=60, noise=0.05, seed=seed)
    kernel = kernels.Polynomial(gamma=1.0, degree=2)
    return Study(
        name="example",
        title="Three concentric rings, made on the spot",
        data=Vectors(kernel, X[:48], X[48:]),
        components=3,
        names=[f"point {i}" for i in range(48)],
        labels=labels[:48],
        new_names=[f"point {i}" for i in range(48, 60)],
        new_labels=labels[48:],
    )
