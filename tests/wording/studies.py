"""Conditions under which a study is refused, or has a remark."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pandas as pd
from given_studies import GIVEN, KM
from made_solutions import made
from studies.test_automatic import CURVES
from studies.test_ways_out import REFUSED
from studies.test_ways_out import _refusal as refusal

from kpca import KernelPCA, kernels
from kpca.choosing import automatic as of_library
from kpca.data import Gram, Vectors
from kpca.kernels import Linear
from kpca.solvers import partial as partial_solver
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.dense import Pairs
from kpca.studies import (
    automatic,
    datasets,
    labels,
    matrix,
    measures,
    memory,
    subset,
    validation,
)
from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.fitted import study_of
from kpca.studies.memory import Size
from kpca.studies.origin import STANDARDIZED
from kpca.studies.study import Study
from kpca.studies.transforms import transformed
from kpca.tables import free_memory
from kpca.tables.omitted import Omitted
from kpca.tables.read import read
from kpca.tables.samples import Samples

IRIS = datasets.iris()[0]
FEW, UNIT = IRIS[:20], IRIS / np.abs(IRIS).max()
SIGMOID = {"name": "sigmoid", "gamma": "scale"}
POLY = {"name": "poly", "gamma": 1.0, "degree": 2, "coef0": 0.0}
STEEP = POLY | {"degree": 60}
MANY = np.random.default_rng(2).normal(size=(620, 4)) * [3.0, 2.0, 1.0, 0.5]
APART, CORNERS = 1e8 * IRIS[:50:7, :2], np.sqrt(np.diag([9.0, 9.0, 4.0, 1.0, 1.0]))
FAR_APART, LAPLACIAN = 1e8 * np.arange(8.0)[:, None] ** 2, {"name": "laplacian", "gamma": 1.0}
RAYS = np.array([[1.0, 2], [2, 4], [3, 1], [1, 0], [1, 0], [5, 0]])
EQUAL = np.array([[0.0, 1.0], [2.0, 1.0], [2.0, 1.0], [3.0, 3.0]])
R = np.array([[1, 0.6, -0.3, 0.2], [0.6, 1, -0.5, 0.1], [-0.3, -0.5, 1, 0.4], [0.2, 0.1, 0.4, 1]])
AWAY, LINE = np.linalg.norm(FEW[:, None] - FEW, axis=2), np.array([0.0, 1, 9, 4, 2, 7])
BLOCKS = np.abs(FEW[:, None] - FEW).sum(axis=2)
NEW_AWAY = np.append(10.0 * AWAY[3] + 0.1, 0.0)[None]
UNTIED = "\na,0,1,0,2\nb,0,-1,0,2\nc,0,0,1,1\nd,0,0,-1,1\ne,0,0,0,100\nf,3,0,0,1\ng,-3,0,0,1\n"
TIED = "\na,1,0,2\nb,-1,0,2\nc,0,1,1\nd,0,-1,1\ne,0,0,100\n"
MISSING = np.where(FEW[3, 0] == FEW, np.nan, FEW)
TWELVE = np.linspace(0.0, 1.0, 12)[:, None] ** 2
ANGLES = 2.0 * np.pi * np.arange(600) / 600
CIRCLE, NONE = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]), {"statements": "none"}
ROWS = "".join(f"s{i},{i % 4},{7 - i % 3},{i * i % 5}\n" for i in range(9))
COUNTS = f"site,fern,moss,oak\n{ROWS}"
PLOTS = "plot,height,soil,lime\np1,4,clay,10\np2,1,peat,30\np3,2.5,clay,15\np4,7,sand,70\n"
SITES = "site,u,v\nash,1.5,7\nbirch,2.5,1\nelm,4,6.5\nfir,-3,2\ngum,0.5,-4\nholly,6,3\n"
PH = "site,pH\nash,5.5\nbirch,7.25\nelm,6\nfir,4.75\ngum,6.5\nholly,8\n"
PH_OF_3 = "site,pH\nash,5.5\nbirch,7.25\nelm,6\nfir,\ngum,\nholly,\n"
FLAT, THREE = "a,b\n1,5\n2,5\n4,5\n", "a,b,c\n1.5,3,7\n2.5,5,-1\n4.5,4,2\n"
HEADED, BARE = "a,b\n1,3\n2,5\n4,4\n", "1.5,3\n2.5,1\n3,3\n"
WEIGHED = "name,x,count,y\na,1,3,0\nb,-1,1,2\nc,0,2,1\nd,4,{},-1\n"
HOLED = np.where(np.arange(24)[:, None] % 2 == [2, 3, 0, 1], np.nan, np.arange(96.0).reshape(24, 4))
X_STILL = np.array([[4.0, 7.0, 3.0], [4.0, 6.0, 3.0]])
D = np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0]])
NAMED = ",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n"


def _written(name, content):
    """The name of a file with a text or an array."""
    if isinstance(content, np.ndarray):
        np.save(f"{name}.npy", content)
        return f"{name}.npy"
    Path(f"{name}.csv").write_text(content)
    return f"{name}.csv"


def _built(table, form="vectors", **keys):
    """A solved study of a table, or of other tables beside it."""
    tables = {name: _written(name, keys[name]) for name in ("new", "variables") if name in keys}
    keys = {"components": 1, form: _written("t", table)} | keys | tables
    if form == "vectors" and "distance" not in keys:
        keys = {"kernel": "linear"} | keys
    of_data = {key: keys.pop(key) for key in list(keys) if key not in StudyConfig.model_fields}
    return build("s", StudyConfig(data=of_data, **keys), Path())


def _refused(case):
    error = refusal(case, case.keys(), Path())
    return f"{type(error).__name__}: {error}"


def _of(table, form="vectors", **keys):
    """What makes a study of a table, and gives its remarks."""
    return lambda: list(map(str, _built(table, form, **keys).remarks))


CASES = {
    # What is not computed: sizes, ranks, signs.
    "constant data": _of(np.ones((9, 2))),
    "constant data, without statements": _of(np.ones((620, 2)), **NONE),
    "kernel values of large squares": _of(1e40 * IRIS, kernel={"name": "lift"}),
    "kernel values of small squares": _of(1e-40 * IRIS, kernel=POLY),
    "more components than the rank": _of(IRIS, components=5),
    "two components of one column": _of(IRIS[:, :1], components=2),
    "an indefinite kernel": _of(IRIS - IRIS.mean(axis=0), kernel=SIGMOID),
    "an indefinite kernel, kept": _of(IRIS - IRIS.mean(axis=0), kernel=SIGMOID, indefinite="keep"),
    "the negative of a kernel": _of(-(IRIS @ IRIS.T), form="kernel_matrix"),
    "distances that are all 0": _of(
        np.zeros((4, 4)), form="distance_matrix", correction="cailliez"
    ),
    "distances that are not Euclidean": _of(D**2, form="distance_matrix"),
    "distances by city blocks": _of(FEW, distance="cityblock"),
    "large squares of many samples": _of(1e40 * np.round(MANY), kernel=POLY, **NONE),
    "more components than the rank of many": _of(MANY, **NONE, components=5),
    "a budget below the vectors": _of(MANY, components=3, max_memory=4e5, **NONE),
    "a circle cut in two": _of(CIRCLE, **NONE),
    "a circle": _of(CIRCLE, **NONE, components=2),
    "a kernel that is too narrow": _of(MANY[:60], kernel={"name": "rbf", "gamma": 1e6}),
    **{
        f"an offset with {kernel['name']}": _of(1e8 + 1e-3 * IRIS, kernel=kernel)
        for kernel in ({"name": "linear"}, {"name": "cosine"}, POLY)
    },
    **{
        f"a tiny gamma of {name}": _of(IRIS, kernel={"name": name, "gamma": 1e-17})
        for name in ("rbf", "laplacian")
    },
    "a huge length scale": _of(IRIS, kernel={"name": "matern32", "length_scale": 1e9}),
    "a tiny length scale": _of(APART, kernel={"name": "matern52", "length_scale": 1.0}),
    "a gamma of samples that are far apart": _of(
        APART, components=2, kernel={"name": "laplacian", "gamma": 1.0}
    ),
    "negative eigenvalues only": _of("a\n1\n1\n2\n", kernel={"name": "sigmoid", "gamma": 1.0}),
    "a cut of equal eigenvalues": _of(np.concatenate([CORNERS, -CORNERS]), components=4),
    "ranks that have nothing to do": _of(MANY[:60], ranks=2),
    "ranks for a covariance": _of(MANY, ranks=2, **NONE),
    "a share that is not reached": _of(
        gram(np.array([6.0, 3.0, 1.5, -1.5])),
        form="kernel_matrix",
        components=0.9,
        indefinite="keep",
    ),
    "a share that takes equal eigenvalues": _of(
        gram(np.array([5.0, 2.0, 2.0, 1.0])),
        form="kernel_matrix",
        components=0.6,
        indefinite="keep",
    ),
    "no number of components": _of(IRIS, components=None),
    "an automatic number of components": _of(IRIS[::2], components="auto"),
    "a median of another kernel": _of(IRIS[::2], kernel={"name": "laplacian", "gamma": "auto"}),
    "a holdout that leaves two samples": _of(IRIS[:9], holdout=7),
    "two samples": _of(IRIS[:2]),
    "a holdout of two samples": _of(IRIS[:2], holdout=1),
    "a pair at distance 0": _of(
        np.array([[0, 2, 5, 3], [2, 0, 4, 0], [5, 4, 0, 1], [3, 0, 1, 0.0]]), form="distance_matrix"
    ),
    "equal samples up to rounding": _of(
        np.array([[0, 2, 5, 2], [2, 0, 4, 0], [5, 4, 0, 4 + 2**-50], [2, 0, 4 + 2**-50, 0.0]]),
        form="distance_matrix",
    ),
    "equal samples of which rounding tells two apart": _of(
        np.array([[0, 0, 1e-17, 2], [0, 0, 0, 2], [1e-17, 0, 0, 2], [2, 2, 2, 0.0]]),
        form="distance_matrix",
    ),
    "negative distances": _of(-D, form="distance_matrix"),
    "a negative distance of a new sample": _of(
        D, form="distance_matrix", new=np.array([[2.0, -3, 5, 0]])
    ),
    "kernel values that vanish": _of(FAR_APART, kernel=LAPLACIAN, components=7),
    "kernel values that vanish, and equal samples": _of(
        np.concatenate([FAR_APART, FAR_APART[:1]]), kernel=LAPLACIAN
    ),
    "kernel values that vanish, and rounding": _of(
        np.concatenate([[[0.0], [4e-16]], FAR_APART[1:]]), kernel=LAPLACIAN
    ),
    "orthogonal samples": _of(np.eye(4), components=3),
    "two groups of equal eigenvalues": _of(np.concatenate([CORNERS, -CORNERS]), components=5),
    "rays, equal samples among them": _of(RAYS, kernel="cosine"),
    "rays": _of(RAYS[:4], kernel="cosine"),
    "rays with the linear kernel": _of(RAYS),
    "opposite samples": _of(np.array([[1.0, 2], [-1, -2], [3, 1], [1, 0]]), kernel=POLY),
    # Values outside of the limits.
    **{
        f"a value of {size:g}": _of(np.vstack([UNIT[:9], np.full((1, 4), size)]))
        for size in (1.1e50, -1e50)
    },
    "values that hardly differ": _of(1e-50 * UNIT),
    "a new sample outside": _of(UNIT, new=np.where(UNIT[:3] == UNIT[1, 2], -1e50, UNIT[:3])),
    "a new sample that standardizing moves outside": _of(
        UNIT * [1.0, 1e-30, 1.0, 1.0], new=UNIT[:3] + [0.0, 1e40, 0.0, 0.0], standardize=True
    ),
    "a kernel value of a new sample": _of(
        np.array([[1.0], [2.0], [3.0], [0.5]]), new=np.array([[2.0], [1e10]]), kernel=STEEP
    ),
    "new samples far from all others": _of(
        TWELVE, new=np.array([[0.5], [6.0], [8.0], [-9.0]]), kernel={"name": "rbf", "gamma": 1.0}
    ),
    "a new sample far from all others": _of(
        TWELVE, new=np.array([[0.5], [9.0]]), kernel={"name": "laplacian", "gamma": 10.0}
    ),
    "equal kernel values": _of(EQUAL @ EQUAL.T, form="kernel_matrix"),
    "kernel values that are nearly equal": _of(
        EQUAL @ EQUAL.T + np.diag([0.0, 0.0, 1e-9, 0.0]), form="kernel_matrix"
    ),
    "a line of points, without a number": _of(
        np.abs(LINE[:, None] - LINE), form="distance_matrix", components=None
    ),
    **{
        f"{kind} as a kernel": _of(K, form="kernel_matrix", indefinite="keep")
        for kind, K in {
            # The sum of all 16 values is 5; 5/4 of the trace of 4 belongs to the mean.
            "correlations": R,
            # Of sizes, 4 + 2 (0.6 + 0.3 + 0.2 + 0.5 + 0.1 + 0.3) is 8, half of 16.
            "sizes of correlations": np.abs(R) - 0.1 * (R == 0.4),
            "covariances": R * np.sqrt(np.outer([1, 1, 1.1, 1], [1, 1, 1.1, 1])),
            "numbers above 1": 2.0 * R - np.eye(4),
        }.items()
    },
    "a new sample that is not Euclidean": _of(AWAY, form="distance_matrix", new=NEW_AWAY),
    "a new sample beside corrected distances": _of(
        BLOCKS, form="distance_matrix", new=NEW_AWAY, correction="lingoes"
    ),
    # Columns.
    "a column of one value, standardized": _of(FLAT, standardize=True),
    "columns of one value, standardized": _of("a,b,c\n1,5,0\n2,5,0\n4,5,0\n", standardize=True),
    "a column of one value": _of(FLAT),
    "a column that dominates": _of("a,b\n100,5\n-200,7\n400,6\n30,1\n"),
    "columns that dominate, standardized": _of(
        "a,b\n100,5\n-200,7\n400,6\n30,1\n", standardize=True
    ),
    "a column of one value, with the cosine": _of(FLAT, kernel="cosine"),
    "a sample that dominates": _of("a,b\n1,1\n-2,2\n1,3\n900,500\n"),
    "a new sample without a direction": _of(
        "a,b\n1,0\n0,1\n1,1\n", new="a,b\n1,2\n0,0\n", kernel="cosine"
    ),
    "equal samples": _of("a,b\n1,2\n3,4\n1,2\n0,7\n"),
    # A new file.
    "new samples without a column": _of(HEADED, new="a\n1\n2\n"),
    "an array of new samples without a column": _of(FEW, new=FEW[:3, :3]),
    "new samples without a header": _of(HEADED, new=BARE),
    "new samples with a header": _of(BARE, new=HEADED, header=False),
    "new samples of other columns": _of(BARE, new="6.5,3,8\n", header=False),
    "new samples of one column": _of("u,1.5,7\nv,2.5,-1\nw,4.5,2\n", new="6.5\n", header=False),
    "a header of new samples in columns": _of(
        "of,s,t,u\na,1.5,2,4\nb,7,-1,3\n", new="of,5,8\nb,3,9\na,6,1\n", transpose=True
    ),
    "a number of new samples that may be missing": _of(THREE, new="a,b,c\n6.5,-999,4\n1,2,9\n"),
    "numbers of new samples that may be missing": _of(THREE, new="a,b,c\n99,2,4\n1,3,99\n"),
    # Steps before the kernel.
    "distances of standardized counts": _of(COUNTS, distance="braycurtis", standardize=True),
    "distances of a new sample of zeros": _of(
        COUNTS, distance="braycurtis", new="site,fern,moss,oak\nn,0,0,0\n"
    ),
    "a root of a new sample": _of("a,b\n1,4\n2,3\n5,1\n", transform="sqrt", new="a,b\n3,1\n2,-4\n"),
    "imputed texts": _of(PLOTS, missing="impute", distance="gower"),
    "distances of texts": _of(PLOTS, distance="gower"),
    "texts that are no data": _of(PLOTS),
    "no complete sample": _of(HOLED, missing="impute", most_missing=0.6),
    "a missing class": _of(PLOTS.replace("peat", ""), distance="gower"),
    "a hint without a use": _of(FLAT, sheet=2),
    "hints without a use": _of(FLAT, variable="X", sheet="data"),
    "imputed values": _of(MISSING, missing="impute"),
    "missing samples": _of(MISSING, missing="drop"),
    # Labels, blocks, weights and other variables.
    **{
        f"a weight {weight!r}": _of(WEIGHED.format(weight), weights="count")
        for weight in ("-2", "inf", "1e-12", "1e21", "4")
    },
    "equal eigenvalues, and no statement": _of(f"name,x,y,r{TIED}", weights="r", **NONE),
    "one component without weights": _of(f"name,z,x,y,r{UNTIED}", weights="r", components=2),
    "equal eigenvalues without weights": _of(f"name,x,y,r{TIED}", weights="r"),
    "variables of fewer samples": _of("u,v\n1,2\n4,0\n3,7\n", variables="pH\n1\n2\n"),
    "variables of more samples": _of(SITES, variables="pH\n1\n2\n3\n4\n5\n6\n7\n"),
    "a text among variables": _of(SITES, variables=PH.replace("8", "5 or 6")),
    "an infinite variable": _of(SITES, variables=PH.replace("8", "inf")),
    "variables of three samples": _of(SITES, variables=PH_OF_3),
    "a sample twice among variables": _of(SITES, variables=PH + "fir,2\n"),
    "names that count otherwise": _of(
        "site,u\n001,1.5\n002,2.5\n003,4\n004,-3\n",
        names="site",
        variables="site,pH\n4,1\n1,2\n3,4\n2,8\n",
    ),
    "variables of samples that are left out": _of(
        SITES.replace("2.5,1", "NA,1"), missing="drop", variables="pH\n1\n2\n3\n4\n5\n6\n"
    ),
}


def _raw(*tables, **data):
    """What is said of rows that a stored study of three columns places."""
    text = "name,a,b,c\n" + "".join(f"s{i},{i * 0.5},{7 - i % 4},{i * i % 5}\n" for i in range(12))
    opened = _built(text, components=2, **{"standardize": True} | data)
    for table in tables:
        opened.place(table)


FRAME = pd.DataFrame({"a": [1.5, 4.0], "b": [2.0, 0.5], "c": [7.0, 30.0]})
RAW = {
    "columns that are missing": FRAME[["b"]],
    "a missing value": FRAME.assign(b=[2.0, np.nan]),
    "an infinite value": FRAME.assign(a=[np.inf, 1.0]),
    "a text": FRAME.assign(a="x"),
    "a column twice": FRAME[["a", "b", "c", "b"]],
    "other columns": np.ones((4, 2)),
    "complex numbers": np.ones((2, 3)) * 1j,
    "a masked value": np.ma.masked_array(np.ones((1, 3)), [[False, True, False]]),
    "text in an array": np.array([["1.5", "2.5", "-3"]]),
    "text among objects": np.array([[1.5, "2.5", 7.0]], dtype=object),
    "bytes": [[b"4", b"5", b"6"]],
    "dates": np.array([["2020-01-02", "2021-03-04", "1999-05-06"]], dtype="M8[ns]"),
    "durations": np.array([[30, 40, 50]], dtype="m8[s]"),
    "a number that may be missing": FRAME.assign(b=[9999.0, 9999.0]),
}


def _matrix(text, omitted=(), kind="distance matrix"):
    given = matrix.matrix(read(Path(_written("d", text)), wider=0), kind, Omitted(list(omitted)))
    matrix.require_distances(given.A, given.names, given.path)
    return list(map(str, given.remarks))


def _beside(text, names="abc"):
    given = matrix.Matrix(D, list(names), "d.csv")
    matrix.beside(read(Path(_written("n", text)), header=True), given, "distance matrix")


MATRICES = {
    "text": (NAMED.replace("3", "x"),),
    "a matrix that is not square": (",a,b,c\na,0,1,2\nb,1,0,3\n",),
    "a missing distance": (NAMED.replace("3", ""),),
    "missing distances": (",a,b,c,d\na,0,1,,4\nb,1,0,,5\nc,2,3,0,6\nd,4,5,,0\n",),
    "an infinite distance": (NAMED.replace("3", "inf"),),
    "a negative distance": (NAMED.replace("3", "-3"),),
    "similarities": (NAMED.replace("b,1,0", "b,1,7").replace("3,0", "3,9"),),
    "an asymmetric distance": (NAMED.replace("c,2", "c,5"),),
    "large distances": (NAMED.replace("3", "1e60"),),
    "small distances": (NAMED.replace("1", "1e-60").replace("2", "1e-60").replace("3", "2e-60"),),
    "names in another order": (NAMED.replace("\nb,", "\nd,"),),
    "a sample that is not there": (NAMED, "e"),
    "numbers above the names": (
        "year,2019,2020,2021\n2019,0,1,2\n2020,1,0,3\n2021,2,3,0\n",
        ["2020"],
    ),
    "a text beside": (",a,b,c,kind\na,0,1,2,u\nb,1,0,3,u\nc,2,3,0,v\n",),
}
BESIDE = {
    "one column too few": (",a,b,c\nx,1,1,1\n",),
    "columns in another order": (",b,a,c,x\nx,1,1,1,0\n",),
    "numbers in another order": (",2,1,3,x\nx,1,1,1,0\n", "123"),
    "rows in another order": (",a,b,c,y,x\nx,1,1,1,0,2\ny,2,2,2,2,0\n",),
    "distances that are not symmetric": (",a,b,c,x,y\nx,1,1,1,0,2\ny,2,2,2,3,0\n",),
}
NEW_DISTANCES = [(-1.0, 0.0), (1e60, 0.0), (1.0, 7.0), (np.nan, 0.0), (1.0, np.nan)]
TRANSFORMS = {
    "clr": [[[1.0, 2.0], [0.0, 3.0]], [[1.0, -2.0], [3.0, 4.0]]],
    "log": [[[-1.0, 2.0], [0.0, 3.0]]],
    "hellinger": [[[1.0, 2.0], [3.0, -4.0]], [[0.0, 0.0], [0.0, 0.0]]],
    "sqrt": [[[1.0, -2.0], [3.0, 4.0]]],
    "log1p": [[[1.0, 2.0], [-1.0, 4.0]]],
    "relative": [[[1.0, 2.0], [0.0, 0.0]]],
    "chord": [[[0.0, 0.0], [1.0, 2.0]]],
    "rclr": [[[1.0, 0.0], [0.0, 0.0]], [[1.0, 0.0], [-0.5, 2.0]]],
}
LABELS = {
    "more labels than samples": ("u\nv\nu\nv\n", "ab"),
    "a sample without a label": ("name,kind\nc,2\na,1\nb,3\n", "abd"),
    "a name twice": ("name,kind\na,2\na,1\nb,3\n", "abc"),
    "a label once": ("kind\nu\nv\nu\nv\n", "abcde"),
    "no column of labels": ("name\na\nb\nc\n", "abc"),
    "two names that R makes one": ("name,kind\nSite.1,1\nc,2\n", ["Site-1", "Site.1", "c"]),
    "a row too many": ("name,kind\nc,2\nd,9\na,1\nb,3\n", "abc"),
}
AMOUNTS = {
    "a negative amount": (1, 2, -0.5),
    "negative amounts": (1, slice(None), -2.0),
    "no amount": (2, slice(None), 0.0),
}
SIZES = {
    "samples": (2e9, Size(10_000)),
    "samples and new ones": (2e9, Size(8_000, 2_000)),
    "columns": (0.5e9, Size(50, 0, 2000)),
    "tiles": (1e9, Size.in_tiles(10**6, 0, 20, kernels.RBF(1.0), 10, 2e9)),
}


def _transformed(name, X, pseudocount=0.0):
    names = [f"x{i + 1}" for i in range(len(X))]
    transformed(name, Samples(np.array(X), ["a", "b"], names, []), pseudocount, "t.csv")


def _labels(text, names):
    return list(map(str, labels.of_samples(Path(_written("l", text)), list(names), None, read)[1]))


def _amounts(row, column, value):
    X = np.array([[4.0, 0.0, 3.0], [1.0, 6.0, 0.5], [2.5, 1.0, 8.0]])
    X[row, column] = value
    measures.require_defined("braycurtis", Samples(X, [*"abc"], [*"xyz"], []), "t.csv")


def _free(number_of_bytes):
    free = SimpleNamespace(available=number_of_bytes)
    return patch.object(free_memory.psutil, "virtual_memory", lambda: free)


def _needed(free, size):
    with _free(free):
        memory.require(size)


def _file_of(free):
    Path("t.csv").write_text("a,b\n1,2\n")
    with _free(free):
        free_memory.require_to_read(Path("t.csv"))


def _generated():
    data = {"generator": "rings", "n": 10**9, "noise": 0.1, "seed": 0}
    with _free(2e9):
        build("s", StudyConfig(data=data, kernel="linear", statements="all"))


def _remark(errors, spread, gain_spread):
    """The remark on gamma where three values have these errors."""
    rows = list(zip(np.arange(1.0, 4.0), errors, spread, gain_spread, strict=False))
    with (
        patch.object(of_library, "_tried", lambda *_: iter(rows)),
        patch.object(of_library, "errors_of_means", lambda _: np.full(20, 5.0)),
    ):
        return automatic.width(kernels.RBF, "auto", FEW, 2, FEW)[2]


def _offset(kernel):
    rng = np.random.default_rng(5)
    points = rng.normal(size=(60, 2)) @ rng.normal(size=(2, 5)) + 0.2 * rng.normal(size=(60, 5))
    return Vectors(kernel, points + 1e6, points)


def _of_three(kernel, X_new=((4.0,), (0.0,)), trace=14.0):
    """The numbers 1, 2, 6 and two new ones; what is known of them without their matrix."""
    data = Vectors(kernel, KM.data.X, np.array(X_new))
    solution = replace(made(np.array([14.0]), np.full((3, 1), 3**-0.5), 1e-12), trace=trace)
    solved = replace(partial_solver.of_pairs(Pairs.of(data.K), 1), solution=solution)
    return replace(KM, data=data, statements="sample", solved=solved)


def _spread():
    study = _of_three(Linear(), trace=1.4e-100)
    validation._require_spread(study, study.solution)


def _with_pairs(G_new):
    X, X_new = np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [0.0]])
    config = SimpleNamespace(indefinite="refuse", correction="none", max_memory=2e9)
    study = replace(KM, data=Gram(X @ X.T, X_new @ X.T, np.array(G_new)))
    validation.validated(study, config)


def _equal_in_a_subset():
    K, names = np.eye(40), [f"s{i}" for i in range(40)]
    with patch.object(subset, "SAMPLES", 20):
        subset.of(Study("s", "s", Gram(K, K, K), 3, names, names, names, names))


def _opened(name):
    return getattr(GIVEN.solve(), name)


MESSAGES = {
    **CASES,
    **{f"{kind}, refused": partial(_refused, case) for kind, case in REFUSED.items()},
    "how values are imputed": lambda: _built(MISSING, missing="impute").origin.preparation,
    "large numbers of a generator": lambda: build(
        "s",
        StudyConfig(
            data={"generator": "rings", "n": 30, "noise": 1e60, "seed": 0}, kernel="linear"
        ),
    ),
    "a generator of many samples": _generated,
    **{f"{kind} as distances": partial(_matrix, *given) for kind, given in MATRICES.items()},
    **{f"{kind} of new distances": partial(_beside, *given) for kind, given in BESIDE.items()},
    **{
        f"a new distance {to_training:g}, and {among:g} among new ones": partial(
            matrix.require_new_distances,
            np.array([[to_training]]),
            np.array([[among]]),
            ["x"],
            "n.csv",
        )
        for to_training, among in NEW_DISTANCES
    },
    **{
        f"{name} of {X}": partial(_transformed, name, X)
        for name, cases in TRANSFORMS.items()
        for X in cases
    },
    "clr with a pseudocount": lambda: _transformed("clr", [[1.5, 7.0], [2.0, -3.25]], 0.5),
    **{
        f"{n} samples of zeros": partial(_transformed, "chord", np.eye(n + 1, 2, -n))
        for n in (10, 11)
    },
    **{kind: partial(_labels, *given) for kind, given in LABELS.items()},
    **{kind: partial(_amounts, *given) for kind, given in AMOUNTS.items()},
    "a range of 0": lambda: measures.ranges(Samples(X_STILL, [*"abc"], [*"uv"], []), "t.csv"),
    **{f"{kind} placed in a study": partial(_raw, table) for kind, table in RAW.items()},
    "a number that means a missing one": lambda: _raw(FRAME, missing_values=[30], missing="drop"),
    **{f"memory of {kind}": partial(_needed, *given) for kind, given in SIZES.items()},
    "memory of a file": lambda: _file_of(15),
    **{f"gamma where {kind}": partial(_remark, *given) for kind, (given, _) in CURVES.items()},
    "an offset that hides all eigenvalues": lambda: automatic.choose_components(_offset(Linear())),
    "an offset, without a number": lambda: automatic.leading_components(_offset(Linear())),
    "columns that are orthogonal": lambda: automatic.choose_components(
        Vectors(kernels.RBF(0.01), *[np.linalg.qr(FEW - FEW.mean(axis=0))[0]] * 2)
    ),
    "one column to permute": lambda: automatic.choose_components(
        Vectors(Linear(), FEW[:, :1], FEW[:, :1])
    ),
    "standardizing": lambda: STANDARDIZED.format(n=12, of="training samples"),
    "names of other samples": lambda: study_of(KernelPCA(2).fit(FEW), names=["a", "b"]),
    "names twice": lambda: study_of(KernelPCA(2).fit(FEW), names=["a", "b"] * 10),
    "labels of other samples": lambda: study_of(KernelPCA(2).fit(FEW), labels=["a"]),
    "a model without components": lambda: study_of(KernelPCA(2).fit(np.ones((4, 2)))),
    "a new sample whose own kernel value overflows": lambda: validation._require_sizes(
        _of_three(kernels.Polynomial(1.0, 4), ((4.0,), (1e30,)))
    ),
    "a spread of 0": _spread,
    "a kernel that vanishes": lambda: validation._vanishing(_of_three(kernels.RBF(40.0))),
    "an infinite kernel value of new samples": lambda: _with_pairs([[1.0, np.inf], [np.inf, 1.0]]),
    "a large kernel value of new samples": lambda: _with_pairs([[1e120, 0.0], [0.0, 1e120]]),
    "a subset of equal eigenvalues": _equal_in_a_subset,
    **{
        f"{name} of a given matrix": partial(_opened, name)
        for name in ("loadings", "importance", "control_chart", "variables")
    },
    "a statement that does not apply": lambda: _opened("check")("P1"),
}
