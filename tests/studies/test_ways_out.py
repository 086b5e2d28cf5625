"""The lines that a refusal gives are ways: written into the configuration, the data are read.

A case is a study that is refused. Every answer in the message that has its values is taken, one at
a time, and then the study is built.
"""

import ast
import io
import tempfile
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import annotated_file
import numpy as np
import pytest
import scipy.sparse
import yaml

import kpca
from kpca.studies.build import build
from kpca.studies.config.load import parsed
from kpca.studies.config.study import StudyConfig
from kpca.tables.messages import MessageError, Setting


@dataclass(frozen=True)
class Refused:
    """A study that is refused.

    text    the table, as text, as bytes or as an array
    data    the keys of its data, besides the file; ``study`` are those of the study
    beside  the text of another file, which the keys name b.csv
    file    the name of the table
    """

    text: str | bytes | np.ndarray
    data: dict[str, Any] = field(default_factory=dict)
    study: dict[str, Any] = field(default_factory=dict)
    beside: str = ""
    file: str = "t.csv"

    def keys(self) -> dict[str, Any]:
        """The study as it stands in a configuration."""
        data = self.data if {*self.data} & {*FORMS} else {"vectors": self.file} | self.data
        has_kernel = "vectors" in data and "distance" not in data
        return {"data": data} | ({"kernel": "linear"} if has_kernel else {}) | self.study


FORMS = ("vectors", "distance_matrix", "kernel_matrix")

D = "distance_matrix"
PLAIN = "name,a,b\nu,1.5,7\nv,2.5,3\nw,8.5,4\nx,3.5,9\ny,2,6\nz,7,1\np,4.5,12\nq,6,2.5\n"
SQUARE = ",a,b,c,d\na,0,3,1,4\nb,3,0,2,5\nc,1,2,0,6\nd,4,5,6,0\n"
HALF = ",a,b,c,d\na,,,,\nb,3,,,\nc,1,2,,\nd,4,5,6,\n"
OF_MASH = "\t4\nk/a.fna\nk/b.fna\t.1\nk/c.fna\t.2\t.3\nk/d.fna\t.5\t.6\t.7\n"
PAIRS = "i,j,d\na,b,3\na,c,1\nb,c,2\na,d,4\nb,d,5\nc,d,6\n"
MORE_PAIRS = "i,j,d,p\n" + "".join(f"{row},{k * k}\n" for k, row in enumerate(PAIRS.split()[1:]))
TRIPLETS = "s,v,n\np,k,5\nq,l,3\nq,k,4\np,l,9\nr,k,7\nr,l,1.5\n"
LIST = "site,parameter,value,depth\nu,pH,1,9\nu,Ca,3,7\nv,pH,2,2\nv,Ca,4,8\n"
AN_AXIS = "s,7,8,9,9.5\nnm,900,800,700,650\nu,1,7,2,4\nv,3,1,5,2\nw,2,2,9,1\nx,4,6,1,3\n"
HOLES = SQUARE.replace("c,1,2,0,6", "c,,2,0,").replace("b,3,0,2,5", "b,3,0,2,5")
ALIKE = "".join(f"{row},{'1' if k else 'c'}\n" for k, row in enumerate(PLAIN.split()))
SOILS = "".join(f"{row},{soil}\n" for row, soil in zip(PLAIN.split(), "spcspcscp", strict=True))
ZEROS = "".join(f"z{k},0,0\n" for k in range(11))
SITES = "name,site,note\na,north,x\nb,south,y\nd,north,z\nc,east,y\n"


def _arrays(**arrays: Any) -> bytes:
    """A NumPy archive."""
    file = io.BytesIO()
    np.savez(file, **{name: np.array(values) for name, values in arrays.items()})
    return file.getvalue()


def _cells() -> bytes:
    """An AnnData file with a graph of neighbors and an embedding."""
    near = np.eye(5)[[1, 0, 3, 2, 0]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cells.h5ad"
        embedded = np.array([[1.5, 2], [4, 0.5], [3, 9], [2, 7], [8, 1.0]])
        obsp = {"near": scipy.sparse.csr_matrix(near)}
        annotated_file.write(path, obsp=obsp, obsm={"X_pca": embedded})
        return path.read_bytes()


REFUSED = {
    "weights of 0": Refused(
        "".join(f"{row},{'r' if not k else k % 4}\n" for k, row in enumerate(PLAIN.split())),
        {"weights": "r"},
    ),
    "weights that are none": Refused(
        "".join(f"{row},{'r' if not k else k % 4 or 'x'}\n" for k, row in enumerate(PLAIN.split())),
        {"weights": "r"},
    ),
    "samples without a block": Refused(
        "".join(
            f"{row},{'rppqqppqq'[k] if k != 5 else ''}\n" for k, row in enumerate(PLAIN.split())
        ),
        {"blocks": "r", "labels": "r"},
    ),
    "a doubtful header": Refused("900,902,7\n1.5,7,2\n2.5,3,1\n8.5,4,6\n3.5,9,3\n"),
    "a header with a cell less and a number": Refused("s,1\nu,1.5,7\nv,2,3\nw,8,4\nx,3,9\n"),
    "a number far from all others": Refused(PLAIN.replace("8.5", "-999")),
    "rows of texts below the header": Refused(
        PLAIN.replace("u,", "kind,q,q\nsource,lab,lab\nu,").replace("8.5", "n.d.")
    ),
    "names of the columns below other names": Refused(
        "group,,b\nname,p,q\nu,1.5,7\nv,2,3\nw,8,4\nx,3,9\n"
    ),
    "few names above the names of the columns": Refused(
        "group,,b,\nname,p,q,r\nu,1.5,7,2\nv,2,3,5\nw,8,4,1\n"
    ),
    "classes above columns that are samples": Refused(
        "gene,s1,s2,s3,s4\nkind,k,w,w,k\nf,1,2,4,3\ng,8,7,2,2\nh,5,1,9,4\n"
    ),
    "a table below other lines": Refused("TOA5,Tower,4,x\ntime,a,b\nu,1.5,7\nv,2,3\nw,8,4\n"),
    "two columns of one name": Refused("s,a,a\nu,1.5,7\nv,2,3\nw,8,4\nx,3,9\n"),
    "two columns of one name above the header": Refused(
        "group,ctrl,ctrl\nname,a,b\nu,1.5,7\nv,2,3\nw,8,4\nx,3,9\n"
    ),
    "a missing value": Refused(PLAIN.replace("8.5", "")),
    "a text among numbers": Refused(PLAIN.replace("8.5", "n.d.")),
    "names with a numeral": Refused(PLAIN.replace("v,", "21,")),
    "distances as points": Refused(SQUARE),
    "a triangle as points": Refused(HALF),
    "a triangle of mash as points": Refused(OF_MASH),
    "pairs as points": Refused(PAIRS),
    "pairs with more numbers as points": Refused(MORE_PAIRS),
    "triplets": Refused(TRIPLETS),
    "a list of values": Refused(LIST),
    "a sample like an axis": Refused(AN_AXIS, {"header": True}),
    "thousands or decimals": Refused("name;a;b\nu;1.065;7\nv;735;3\nw;2.500;4\nx;90;9\n"),
    "commas for thousands or decimals": Refused(
        "name;a;b\nu;1,065;7\nv;735;3\nw;2,500;4\nx;90;9\n"
    ),
    "a point beside decimal commas": Refused("name;a;b\nu;1.065;7\nv;7,5;3\nw;2.500;4\nx;9;9\n"),
    "lines between the rows": Refused(PLAIN.replace("w,", "# again\nw,")),
    "an encoding": Refused(PLAIN.encode("utf-16-le")),
    "a sample of zeros": Refused(PLAIN.replace("2.5,3", "0,0"), {"transform": "hellinger"}),
    "many samples of zeros": Refused(PLAIN + ZEROS, {"distance": "braycurtis"}),
    "a zero that has no logarithm": Refused(PLAIN.replace("2.5", "0"), {"transform": "clr"}),
    "a number without a root": Refused(PLAIN.replace("2.5,3", "-2,3"), {"transform": "sqrt"}),
    "a negative amount": Refused(PLAIN.replace("2.5", "-2"), {"distance": "braycurtis"}),
    "a column without a range": Refused(ALIKE, {"distance": "gower"}),
    "texts before a transform": Refused(SOILS, {"distance": "gower", "transform": "log1p"}),
    "a sample where the kernel is not defined": Refused(
        PLAIN.replace("2.5,3", "0,0"), study={"kernel": "cosine"}
    ),
    "pre-images without matrices": Refused(PLAIN, study={"denoise": True, "statements": "none"}),
    "two values for a pair": Refused(SQUARE.replace("d,4,", "d,9,"), {D: "t.csv"}),
    "columns of another order than the samples": Refused(
        "gene,start,s1,s2,s5\nf,1100,2,4,3\ng,870,7,2,4\n",
        {"transpose": True},
    ),
    "columns of one value": Refused(
        "s,a,b,c,d\nu,1,7,3,4\nv,2,7,1,4\nw,8,7,2,4\nx,3,7,9,4\n", {"standardize": True}
    ),
    "codes instead of numbers": Refused("s,a,b\nu,2a,+\nv,1,r\nw,r,+\nx,+,1\ny,2a,2b\nz,r,1\n"),
    "triplets of which two are of one pair": Refused(TRIPLETS + "p,k,8\n"),
    "a pair without a distance": Refused(HOLES, {D: "t.csv"}),
    "a pair that has no row": Refused(PAIRS.replace("a,d,4\n", ""), {D: "t.csv"}),
    "several columns of labels": Refused(SQUARE, {D: "t.csv", "labels": "b.csv"}, beside=SITES),
    "a sample without a variable": Refused(
        PLAIN, study={"variables": "b.csv"}, beside="name,pH\nu,7\nv,8\nx,5\ny,9\nz,3\np,4\nq,6.5\n"
    ),
    "a key in both tables": Refused(
        "a,key\n1.5,31\n2.5,12\n8.5,44\n3.5,20\n",
        study={"variables": "b.csv"},
        beside="pH,key\n7,44\n8,12\n5,31\n6,20\n",
    ),
    "a negative eigenvalue": Refused(
        ",a,b,c,d\na,2,5,0,1\nb,5,3,1,0\nc,0,1,4,2\nd,1,0,2,9\n", {"kernel_matrix": "t.csv"}
    ),
    "a kernel value that overflows": Refused(
        PLAIN.replace("8.5", "9e9"),
        study={"kernel": {"name": "poly", "gamma": 1, "degree": 40}},
    ),
    "a kernel value that overflows in tiles": Refused(
        PLAIN.replace("8.5", "9e9"),
        study={
            "kernel": {"name": "poly", "gamma": 1, "degree": 40},
            "statements": "none",
        },
    ),
    "one of several arrays": Refused(
        _arrays(x=[[1, 7], [2, 3], [8, 4]], y=[[1], [5], [2]]), file="t.npz"
    ),
    "a graph of neighbors": Refused(_cells(), {"variable": "obsp/near"}, file="t.h5ad"),
    "a point beside a decimal comma of new samples": Refused(
        "name;a;b\nu;1,5;7\nv;735;3\nw;2,25;4\nx;90;9\n",
        {"new": "b.csv"},
        beside="name;a;b\ny;1.065;7\n",
    ),
    "no kernel": Refused(PLAIN, study={"kernel": None}),
    "processes for a whole matrix": Refused(PLAIN, study={"ranks": 2, "statements": "all"}),
    "a share without a rule": Refused(PLAIN, {"most_missing": 0.5}),
}


def _refusal(case: Refused, keys: dict[str, Any], folder: Path) -> MessageError | None:
    """The error for a study; None if it is built."""
    if isinstance(case.text, bytes):
        (folder / case.file).write_bytes(case.text)
    else:
        (folder / case.file).write_text(case.text)
    (folder / "b.csv").write_text(case.beside)
    try:
        text = yaml.safe_dump({"studies": {"s": keys}})
        build("s", parsed(text, "s.yaml").studies["s"], folder)
    except MessageError as error:
        return error
    return None


def _with(keys: dict[str, Any], way: list[Setting]) -> dict[str, Any]:
    """The study with the settings of a way."""
    keys = keys | {"data": dict(keys["data"])}
    for one in way:
        if one.key in FORMS:
            del keys["data"]["vectors"]
            keys["data"][one.key] = Path(str(one.value)).name
            keys.pop("kernel", None)
        elif one.key == "distance":
            keys["data"]["distance"] = one.value
            keys.pop("kernel", None)
        elif one.key in StudyConfig.model_fields:
            keys[one.key] = one.value
        else:
            keys["data"][one.key] = one.value
    return keys


@pytest.mark.parametrize("case", REFUSED)
def test_each_way_that_a_refusal_names_is_one(case, tmp_path):
    case = REFUSED[case]
    refusal = _refusal(case, case.keys(), tmp_path)
    assert refusal is not None
    # What the study has already is what the message is about.
    ways = [way for way in refusal.message.ways if _with(case.keys(), way) != case.keys()]
    assert ways, refusal.message
    for way in ways:
        again = _refusal(case, _with(case.keys(), way), tmp_path)
        assert again is None, (way, str(again))


def test_every_refusal_with_a_line_to_write_is_followed(tmp_path):
    """The functions that raise such an error are those that the cases end in."""
    ends = set()
    for case in REFUSED.values():
        error = _refusal(case, case.keys(), tmp_path)
        while error is not None:
            frames = traceback.extract_tb(error.__traceback__)
            ends |= {f"{Path(frame.filename).stem}.{frame.name}" for frame in frames}
            error = error.__cause__
    assert sorted(_raising() - ends - UNREACHED) == []


UNREACHED = {
    # Only for distances that are not a number, which no file with a number for each pair has.
    "matrix.require_distances",
    "matrix.require_distances_to_training",
    # Says that another column has to be named, and cannot say which.
    "matching._require_distinct",
}
"""Functions whose advice no file leads to, or has no values."""


def _raising() -> set[str]:
    """The functions of the tables and the studies that raise an error with a setting.

    Those of the configuration are called by pydantic, which keeps no traceback.
    """
    found = set()
    for folder in ("tables", "studies"):
        for file in (Path(kpca.__file__).parent / folder).rglob("*.py"):
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(function, ast.FunctionDef) or file.parent.name == "config":
                    continue
                raised = [one for one in ast.walk(function) if isinstance(one, ast.Raise)]
                names = {
                    one.id for part in raised for one in ast.walk(part) if isinstance(one, ast.Name)
                }
                if names & {"setting", "as_matrix"}:
                    found.add(f"{file.stem}.{function.name}")
    return found
