"""Every two options for reading a table hold together, in a configuration and in a command.

A case is a study of several options at once, with its files, and what is read from them in
literal numbers. Each pair of options occurs in a case.
"""

import io
import zipfile
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import openpyxl
import pytest
import yaml

from kpca.page import chosen, options
from kpca.studies.build import begin
from kpca.studies.config.data import VectorFile
from kpca.studies.config.load import parsed

NAN = np.nan
TITLE = "title"
"""Lines above the table, which no key announces."""

OF_STUDY = ("variables", "holdout")
OF_SAMPLES = ("omit_samples", "place_omitted")
"""Keys that leave out samples, which occur beside the options of each case."""

OPTIONS = {TITLE, *OF_STUDY, *VectorFile.model_fields} - {"vectors", *OF_SAMPLES}

EXCLUDE_EACH_OTHER = {
    frozenset(pair.split())
    for pair in (
        "columns omit",
        "new holdout",
        # The cells of a workbook are no lines in an encoding.
        "sheet comment",
        "sheet encoding",
        # Numbers with a row and a column have no texts beside them.
        "triplets labels",
        "triplets names",
        # The fit of variables counts each sample once, and so do p-values.
        "variables weights",
        "blocks weights",
    )
}


@dataclass(frozen=True)
class Case:
    """A study of files, and what is read from them.

    files      the content of each file by its name; the first one is the table
    data       the keys of its data, and ``study`` those of the study
    X          the training samples as they are read
    names, columns, labels, weights, blocks
               of the training samples
    new        the new samples: their numbers, names and labels
    prepared   the training samples after transform and standardization, and ``prepared_new``
    distances  those of the first training sample to all
    variables  the values of each variable of the training samples
    remarks    parts of remarks, each of another one
    """

    files: dict[str, bytes]
    data: dict[str, Any]
    X: list[list[float]]
    names: list[str]
    columns: list[str]
    labels: list[str] | None = None
    weights: list[float] | None = None
    blocks: list[str] | None = None
    study: dict[str, Any] = field(default_factory=dict)
    new: tuple[list[list[float]], list[str], list[str] | None] | None = None
    prepared: Any = None
    prepared_new: Any = None
    distances: list[float] | None = None
    variables: dict[str, list[float] | list[str]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def options(self) -> set[str]:
        has_title = any("above the table left out" in remark for remark in self.remarks)
        return {*self.data, *self.study, *([TITLE] if has_title else [])}


def _archive(**members: bytes) -> bytes:
    """A ZIP archive; the first underscore of a name stands for the point."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", ".", 1), content)
    return file.getvalue()


def _book(**sheets: list[list[Any]]) -> bytes:
    file, book = io.BytesIO(), openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(file)
    return file.getvalue()


OTHER = [["a", "b"], [1, 2], [3, 5]]
"""A sheet, and in lines a file, that is another table than the one that is meant."""

LINES_OF_OTHER = b"a,b\n1,2\n3,5\n"

CASES = {
    "a workbook with a column for each lake": Case(
        files={
            "t.xlsx": _book(
                readme=OTHER,
                Seen=[
                    ["Lakes of the north"],
                    ["item", 2021, 2022, 2023, 2024],
                    ["code", 4, 12, 9, 31],
                    ["kind", "tarn", "k.A.", "mere", "tarn"],
                    ["area", "1.204,5", "960,25", "7,5", "88,125"],
                    ["spare", "k.A.", "-9", "3", "5"],
                    ["river", "Ure", 7, 7, "Ure"],
                    ["depth", 3.5, 40, -1.25, 8],
                ],
            ),
            "n.xlsx": _book(
                Past=OTHER,
                Seen=[
                    ["Lakes of the south"],
                    ["item", 2022, 2025],
                    ["depth", 2.5, 6],
                    ["code", 9, 7],
                    ["area", "3.001,5", "0,75"],
                    ["kind", "mere", "k.A."],
                ],
            ),
            "env.csv": b"code;pH;lime;soil\n31;6,5;-9;peat\n9;7,25;2,5;clay\n8;1,5;4;clay\n"
            b"4;5,125;1;clay\n12;8;1.500,5;peat\n",
        },
        data={
            "decimal": ",",
            "thousands": ".",
            "missing_values": ["k.A.", -9],
            "new": "n.xlsx",
            "transpose": True,
            "labels": "kind",
            "names": "code",
            "columns": ["depth", "area"],
            "header": True,
            "sheet": "Seen",
            "blocks": "river",
        },
        blocks=["Ure", "7", "7", "Ure"],
        study={"variables": "env.csv"},
        X=[[3.5, 1204.5], [40, 960.25], [-1.25, 7.5], [8, 88.125]],
        names=["4", "12", "9", "31"],
        columns=["depth", "area"],
        labels=["tarn", "no label", "mere", "tarn"],
        new=([[2.5, 3001.5], [6, 0.75]], ["new 9", "new 7"], ["mere", "no label"]),
        variables={"pH": [5.125, 8, 7.25, 6.5], "soil": ["clay", "peat", "clay", "peat"]},
        remarks=(
            "1 row above the table left out: 'Lakes of the north'",
            "new samples: 1 row above the table left out: 'Lakes of the south'",
            "4 samples (columns: 4, 12, 9 and 31) of 2 variables (rows: depth and area)",
            "variables: left out 1 row of no training sample: '8'",
            "variables: left out, because they have values of fewer than 4 samples: 'lime'",
        ),
    ),
    "counts as triplets": Case(
        files={
            "t.csv": "Počty živočichů\n\n% 2024\nmísto,2024,kolik\nČáp,ťuhýk,0.5\nDub,ťuhýk,1.5\n"
            "% Říp later\nŘíp,ťuhýk,NA\nVír,ťuhýk,7.5\nLom,ťuhýk,31.5\nČáp,rys,15.5\nDub,rys,1.5\n"
            "Říp,rys,3.5\nVír,rys,3.5\nLom,rys,1.5\nČáp,los,NA\nDub,los,NA\nŘíp,los,2.5\n"
            "Vír,los,4.5\nLom,los,6.5\nČáp,pes,9\nDub,pes,8\nČáp,váha,1\nDub,váha,2\n"
            "Vír,váha,1\nLom,váha,2\n".encode("cp1250"),
            "n.csv": "Nové počty\n\nmísto,2025,kolik\nDub,rys,7.5\nŠum,rys,0.5\nDub,ťuhýk,3.5\n"
            "% Šum last\nŠum,ťuhýk,15.5\nŠum,los,2.5\n".encode("cp1250"),
        },
        data={
            "comment": "%",
            "decimal": ".",
            "encoding": "cp1250",
            "missing": "drop",
            "most_missing": 0.3,
            "new": "n.csv",
            "triplets": True,
            "omit": ["pes"],
            "header": True,
            "transform": "log",
            "pseudocount": 0.5,
            "standardize": True,
            "weights": "váha",
        },
        weights=[1, 2, 1, 2],
        X=[[0.5, 15.5], [1.5, 1.5], [7.5, 3.5], [31.5, 1.5]],
        names=["Čáp", "Dub", "Vír", "Lom"],
        columns=["ťuhýk", "rys"],
        new=([[3.5, 7.5], [15.5, 0.5]], ["new Dub", "new Šum"], None),
        # Logarithms to base 2 are 0, 1, 3, 5 and 4, 1, 2, 1: with the weights they have the means
        # 5/2 and 5/3, and the variances 47/12 and 11/9.
        prepared=np.array([[-2.5, 7 / 3], [-1.5, -2 / 3], [0.5, 1 / 3], [2.5, -2 / 3]])
        / np.sqrt([47 / 12, 11 / 9]),
        prepared_new=np.array([[-0.5, 4 / 3], [1.5, -5 / 3]]) / np.sqrt([47 / 12, 11 / 9]),
        remarks=(
            "2 lines above the table left out: 'Počty živočichů'",
            "2 lines beginning with % left out",
            "read from triplets; 4 of 25 numbers",
            "more than 30% of its values missing: 'los'",
            "1 of 5 samples left out for missing values",
            "new samples: 1 line beginning with % left out",
        ),
    ),
    "one of two workbooks in an archive": Case(
        files={
            "t.zip": _archive(
                a_xlsx=_book(one=OTHER, two=OTHER),
                b_xlsx=_book(
                    one=OTHER,
                    two=[
                        ["ref", "a", "extra", "kind", "b", "n"],
                        [30, 0.5, "k.A.", "u", 3.5, 1],
                        [10, 1.5, "wet", "k.A.", 0.5, 2],
                        [50, 7.5, 4, "u", 1.5, 1],
                        [20, "1'023.5", -999, "v", 15.5, 7],
                        [60, 3.5, "dry", "v", 7.5, 1],
                        [40, 31.5, 1, "w", 1.5, 1],
                    ],
                ),
            )
        },
        data={
            "thousands": "'",
            "missing_values": ["k.A."],
            "omit": ["extra"],
            "labels": "kind",
            "names": "ref",
            "sheet": 2,
            "variable": "b.xlsx",
            "transform": "log",
            "pseudocount": 0.5,
            "distance": "cityblock",
            "standardize": True,
            "weights": 6,
        },
        weights=[1, 2, 1, 1, 1],
        study={"holdout": 1},
        X=[[0.5, 3.5], [1.5, 0.5], [7.5, 1.5], [3.5, 7.5], [31.5, 1.5]],
        names=["30", "10", "50", "60", "40"],
        columns=["a", "b"],
        labels=["u", "no label", "u", "v", "w"],
        new=([[1023.5, 15.5]], ["20"], ["v"]),
        # Logarithms to base 2 are 0, 1, 3, 2, 5 and 2, 0, 1, 3, 1: with the weights they have the
        # means 2 and 7/6, and the variances 8/3 and 41/36.
        prepared=np.array([[-2, 5 / 6], [-1, -7 / 6], [1, -1 / 6], [0, 11 / 6], [3, -1 / 6]])
        / np.sqrt([8 / 3, 41 / 36]),
        prepared_new=np.array([[8, 17 / 6]]) / np.sqrt([8 / 3, 41 / 36]),
        distances=np.array([0, 1, 3, 2, 5]) / np.sqrt(8 / 3)
        + np.array([0, 2, 1, 1, 1]) / np.sqrt(41 / 36),
        remarks=("digits are read in groups of three",),
    ),
    "triplets with a row for each variable": Case(
        files={
            "t.zip": _archive(
                a_csv=LINES_OF_OTHER,
                b_csv="délka;Čáp;1,5\ndélka;Dub;2,25\ndélka;Říp;4\ndélka;Vír;-3,5\n"
                "délka;Lom;7,125\ndélka;Šíp;0,5\nšířka;Čáp;6,5\nšířka;Dub;k.A.\n"
                "šířka;Říp;-2\nšířka;Vír;8,25\nšířka;Lom;3\nšířka;Šíp;5,5\nvěk;Čáp;7\n"
                "věk;Dub;k.A.\nvěk;Říp;-9\nvěk;Vír;k.A.\nvěk;Lom;11\nvěk;Šíp;12\n"
                "blok;Šíp;2\nblok;Vír;2\nblok;Lom;1\nblok;Čáp;1\nblok;Říp;2\nblok;Dub;1\n"
                "".encode("cp1250"),
            ),
            "env.csv": "les;místo;pH;půda\nx;Dub;-9;k.A.\ny;Šíp;4,5;řídká\ny;Vír;-9;těžká\n"
            "x;Čáp;6,25;řídká\ny;Lom;7;těžká\nx;Říp;8,5;těžká\n".encode("cp1250"),
        },
        data={
            "encoding": "cp1250",
            "decimal": ",",
            "missing": "drop",
            "most_missing": 0.4,
            "missing_values": ["k.A.", -9],
            "transpose": True,
            "triplets": True,
            "header": False,
            "variable": "b.csv",
            "distance": "cityblock",
            "blocks": "blok",
        },
        blocks=["1.0", "2.0", "1.0", "2.0"],
        study={"variables": "env.csv", "holdout": 1},
        X=[[1.5, 6.5], [4, -2], [7.125, 3], [0.5, 5.5]],
        names=["Čáp", "Říp", "Lom", "Šíp"],
        columns=["délka", "šířka"],
        new=([[-3.5, 8.25]], ["Vír"], ["sample"]),
        distances=[0, 11, 9.125, 2],
        variables={
            "pH": [6.25, 8.5, 7, 4.5],
            "les": ["x", "x", "y", "y"],
            "půda": ["řídká", "těžká", "těžká", "řídká"],
        },
        remarks=(
            "5 samples (columns: Čáp, Říp, Vír and 2 more) of 2 variables",
            "more than 40% of its values missing: 'věk'",
            "1 of 6 samples left out for missing values",
            "variables: left out 2 rows of no training sample: 'Dub' and 'Vír'",
        ),
    ),
    "lengths with comments between them": Case(
        files={
            "t.zip": _archive(
                a_csv=LINES_OF_OTHER,
                b_csv="! květen\nšířka;druh;délka;místo;výška;kraj\n6;les;2;Čáp;1,016;Říp\n"
                "3;pole;4;Dub;1;2\n! Říp byl mokrý\n5;les;NA;Říp;7;2\n1;pole;5;Vír;10;Říp\n"
                "2;les;1;Lom;1;2\n8;les;3;Sad;5;1,5\n1;pole;2;Šíp;29;1,5\n".encode("cp1250"),
            ),
            "n.csv": "místo;délka;výška;šířka;druh\nDub;1;1,002;5;les\n! červen\nNový;;4;9;pole\n"
            "".encode("cp1250"),
        },
        data={
            "comment": "!",
            "encoding": "cp1250",
            "thousands": ",",
            "missing": "impute",
            "most_missing": 0.5,
            "new": "n.csv",
            "labels": 2,
            "names": "místo",
            "columns": ["výška", "šířka", "délka"],
            "variable": "b.csv",
            "transform": "relative",
            "distance": "braycurtis",
            "blocks": 6,
        },
        blocks=["Říp", "2", "2", "Říp", "2", "1,5", "1,5"],
        X=[[1016, 6, 2], [1, 3, 4], [7, 5, NAN], [10, 1, 5], [1, 2, 1], [5, 8, 3], [29, 1, 2]],
        names=["Čáp", "Dub", "Říp", "Vír", "Lom", "Sad", "Šíp"],
        columns=["výška", "šířka", "délka"],
        labels=["les", "pole", "les", "pole", "les", "les", "pole"],
        new=([[1002, 5, 1], [4, 9, NAN]], ["new Dub", "new Nový"], ["les", "pole"]),
        prepared=[
            [1016 / 1024, 6 / 1024, 2 / 1024],
            [1 / 8, 3 / 8, 1 / 2],
            [NAN, NAN, NAN],
            [5 / 8, 1 / 16, 5 / 16],
            [1 / 4, 1 / 2, 1 / 4],
            [5 / 16, 1 / 2, 3 / 16],
            [29 / 32, 1 / 32, 1 / 16],
        ],
        prepared_new=[[1002 / 1008, 5 / 1008, 1 / 1008], [NAN, NAN, NAN]],
        distances=[0, 0.8671875, NAN, 0.3671875, 0.7421875, 0.6796875, 0.0859375],
        remarks=(
            "2 lines beginning with ! left out",
            "new samples: 1 line beginning with ! left out",
        ),
    ),
    "a column for each plot, with comments": Case(
        files={
            "t.csv": b"* May\n;s1;s2;s3;s4;s5;s6\n* June\nkind;u;k.A.;u;v;v;w\n"
            b"a;0,5;1,5;7,5;1.023,5;3,5;31,5\nspare;1;k.A.;x;-999;y;2\n"
            b"b;3,5;0,5;1,5;15,5;7,5;1,5\nplot;7;8;7;8;8;7\n",
            "env.csv": b"* July\nid;pH;soil;lime\ns5;6,5;peat;k.A.\ns3;k.A.;k.A.;8\n"
            b"s2;1.007,25;clay;2\n* August\ns6;4;peat;1\ns1;8,5;clay;3\ns4;9;peat;7\n",
        },
        data={
            "comment": "*",
            "decimal": ",",
            "thousands": ".",
            "missing_values": ["k.A."],
            "transpose": True,
            "omit": ["spare"],
            "labels": "kind",
            "transform": "log",
            "pseudocount": 0.5,
            "standardize": True,
            "blocks": "plot",
        },
        blocks=["7", "8", "8", "7"],
        study={"variables": "env.csv", "holdout": 2},
        X=[[0.5, 3.5], [1.5, 0.5], [3.5, 7.5], [31.5, 1.5]],
        names=["s1", "s2", "s5", "s6"],
        columns=["a", "b"],
        labels=["u", "no label", "v", "w"],
        new=([[7.5, 1.5], [1023.5, 15.5]], ["s3", "s4"], ["u", "v"]),
        # Logarithms to base 2 are 0, 1, 2, 5 and 2, 0, 3, 1.
        prepared=np.array([[-2, 0.5], [-1, -1.5], [0, 1.5], [3, -0.5]]) / np.sqrt([3.5, 1.25]),
        prepared_new=np.array([[1, -0.5], [8, 2.5]]) / np.sqrt([3.5, 1.25]),
        variables={
            "pH": [8.5, 1007.25, 6.5, 4],
            "soil": ["clay", "clay", "peat", "peat"],
        },
        remarks=(
            "variables: 2 lines beginning with * left out",
            "variables: left out, because they have values of fewer than 4 samples: 'lime'",
        ),
    ),
    "triplets below a title": Case(
        files={
            "t.zip": _archive(
                a_csv=LINES_OF_OTHER,
                b_csv="Měření řeky\n# přístroj 7\nveličina;místo;hodnota\nšířka;Čáp;1,204\n"
                "šířka;Dub;1,200\nšířka;Říp;1,202\nšířka;Vír;1,206\nšířka;Lom;1,210\n"
                "# dál\nvýška;Čáp;-999\nvýška;Dub;3\nvýška;Říp;5\nvýška;Vír;-1\nvýška;Lom;7\n"
                "délka;Čáp;4\ndélka;Dub;2\ndélka;Říp;9\nváha;Lom;2\nváha;Říp;5\nváha;Čáp;1\n"
                "váha;Vír;1\nváha;Dub;1\n".encode("iso8859-2"),
            )
        },
        data={
            "comment": "#",
            "encoding": "iso8859-2",
            "thousands": ",",
            "missing_values": [],
            "transpose": True,
            "triplets": True,
            "columns": ["výška", "šířka"],
            "variable": "b.csv",
            "distance": "cityblock",
            "standardize": True,
            "weights": "váha",
        },
        weights=[1, 1, 1, 2],
        study={"holdout": 1},
        X=[[-999, 1204], [3, 1200], [-1, 1206], [7, 1210]],
        names=["Čáp", "Dub", "Vír", "Lom"],
        columns=["výška", "šířka"],
        new=([[5, 1202]], ["Říp"], ["sample"]),
        # With the weights the means are -196.6 and 1206.
        prepared=np.array([[-802.4, -2], [199.6, -6], [195.6, 0], [203.6, 4]])
        / np.sqrt([160970.24, 14.4]),
        prepared_new=np.array([[201.6, -4]]) / np.sqrt([160970.24, 14.4]),
        distances=np.array([0, 1002, 998, 1006]) / np.sqrt(160970.24)
        + np.array([0, 4, 2, 6]) / np.sqrt(14.4),
        remarks=(
            "1 line above the table left out: 'Měření řeky'",
            "2 lines beginning with # left out",
            "2 of 20 numbers are not in the file",
        ),
    ),
    "weights like 2.501,25": Case(
        files={
            "t.csv": "# září\nmísto;výška;druh;váha;klíč;šířka\nČáp;4;les;750,375;7;4\n"
            "Dub;0;pole;10.005;-9;0\nŘíp;2;les;2.501,25;k.A.;2\n# říjen\n"
            "Vír;-6;louka;500,25;x;6\nLom;8;pole;1.250,625;1;3,2\n".encode("cp1250"),
        },
        data={
            "comment": "#",
            "encoding": "cp1250",
            "decimal": ",",
            "thousands": ".",
            "missing_values": [-9],
            "names": "místo",
            "labels": "druh",
            "omit": ["klíč"],
            "distance": "cityblock",
            "standardize": True,
            "weights": "váha",
        },
        weights=[750.375, 10005, 2501.25, 500.25, 1250.625],
        X=[[4, 4], [0, 0], [2, 2], [-6, 6], [8, 3.2]],
        names=["Čáp", "Dub", "Říp", "Vír", "Lom"],
        columns=["výška", "šířka"],
        labels=["les", "pole", "les", "louka", "pole"],
        # With the weights both means are 1, and the variances 7 and 2.52.
        prepared=np.array([[3, 3], [-1, -1], [1, 1], [-7, 5], [7, 2.2]]) / np.sqrt([7, 2.52]),
        distances=np.array([0, 4, 2, 10, 4]) / np.sqrt(7)
        + np.array([0, 4, 2, 2, 0.8]) / np.sqrt(2.52),
        remarks=("2 lines beginning with # left out",),
    ),
    "triplets in a workbook in an archive": Case(
        files={
            "t.zip": _archive(
                a_xlsx=_book(one=OTHER),
                b_xlsx=_book(
                    one=OTHER,
                    two=[
                        ["site", 2024, "n"],
                        *(["P", "a", 0.5], ["Q", "a", 1.5], ["R", "a", "1 023.5"], ["S", "a", 7.5]),
                        *(["T", "a", "NA"], ["P", "b", 3.5], ["Q", "b", 7.5], ["R", "b", 0.5]),
                        *(["S", "b", 1.5], ["T", "b", 1.5], ["P", "c", "NA"], ["Q", "c", "NA"]),
                        *(["R", "c", 2], ["S", "c", "NA"], ["T", "c", 4]),
                    ],
                ),
            ),
            "env.csv": b"site;pH;soil\nT;;\nR;1 005.5;clay\nS;6;clay\nP;7;peat\nQ;8;peat\n",
        },
        data={
            "thousands": " ",
            "missing": "drop",
            "most_missing": 0.45,
            "triplets": True,
            "columns": ["b", "c", "a"],
            "header": True,
            "sheet": "two",
            "variable": "b.xlsx",
            "transform": "log",
            "pseudocount": 0.5,
            "standardize": True,
        },
        study={"variables": "env.csv"},
        X=[[3.5, 0.5], [7.5, 1.5], [0.5, 1023.5], [1.5, 7.5]],
        names=["P", "Q", "R", "S"],
        columns=["b", "a"],
        # Logarithms to base 2 are 2, 3, 0, 1 and 0, 1, 10, 3.
        prepared=np.array([[0.5, -3.5], [1.5, -2.5], [-1.5, 6.5], [-0.5, -0.5]])
        / np.sqrt([1.25, 15.25]),
        variables={"pH": [7, 8, 1005.5, 6], "soil": ["peat", "peat", "clay", "clay"]},
        remarks=(
            "more than 45% of its values missing: 'c'",
            "1 of 5 samples left out for missing values",
        ),
    ),
}


def _config(case, way, folder):
    """The study of a case, as YAML or as the command has it."""
    table = next(iter(case.files))
    if way == "YAML":
        keys = {"kernel": "linear"} if "distance" not in case.data else {}
        study = keys | case.study | {"data": {"vectors": table} | case.data}
        studies = parsed(yaml.safe_dump({"studies": {"s": study}}), "s.yaml").studies
    else:
        words = [word for pair in (case.data | case.study).items() for word in _words(*pair)]
        kernel = ["--kernel", "linear"] if "distance" not in case.data else []
        asked = options.parse([table, *kernel, *words])
        choice = chosen.choose(asked.table, "vectors", asked.keys)
        unsolved = dict.fromkeys(choice.studies, SimpleNamespace(kernel=None))
        studies = parsed(chosen.text(choice, unsolved), table).studies
    (study,) = studies.values()
    return study


def _words(key, value):
    """A key and its value as words of a command."""
    if isinstance(value, bool):
        return [f"--{key.replace('_', '-')}", str(value).lower()]
    return [f"--{key.replace('_', '-')}", *map(str, value if isinstance(value, list) else [value])]


@pytest.mark.parametrize("way", ["YAML", "command"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_options_for_reading_hold_together(case, way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in case.files.items():
        (tmp_path / name).write_bytes(content)
    draft = begin("s", _config(case, way, tmp_path), tmp_path)
    np.testing.assert_array_equal(draft.training.X, case.X)
    assert (draft.training.names, draft.training.columns) == (case.names, case.columns)
    if case.labels is not None:
        assert draft.training.labels == case.labels
    assert (
        draft.training.weights if case.weights is None else list(draft.training.weights)
    ) == case.weights
    assert draft.training.blocks == case.blocks
    if case.new is not None:
        X, names, labels = case.new
        np.testing.assert_array_equal(draft.new.X, X)
        assert (draft.new.names, draft.new.labels) == (names, labels or ["new"] * len(names))
    if case.variables:
        read = draft.variables
        found = dict(zip(read.names, read.values.T.tolist(), strict=True))
        found |= dict(zip(read.factors, map(list, read.classes), strict=True))
        assert found == case.variables
    for part in case.remarks:
        assert sum(part in remark for remark in draft.remarks) == 1, (part, draft.remarks)
    draft.compare()
    _require_close(draft.training.X, case.prepared)
    _require_close(draft.new.X, case.prepared_new)
    if case.distances is not None:
        _require_close(draft.data.D[0], case.distances)


WITH_ALL_SAMPLES = [
    name
    for name, case in CASES.items()
    # The draw of a holdout, and the shares of missing values, depend on the other samples.
    if "holdout" not in case.study and "most_missing" not in case.data and len(case.names) > 3
]


LEFT_OUT = [(name, CASES[name].names[1]) for name in WITH_ALL_SAMPLES]
LEFT_OUT += [(name, "empty") for name in WITH_ALL_SAMPLES if not any(CASES[name].X[1])]
"""Cases, each with the line that leaves out its second sample."""


@pytest.mark.parametrize("way", ["YAML", "command"])
@pytest.mark.parametrize(("case", "line"), LEFT_OUT)
def test_a_sample_is_left_out_beside_all_other_options_and_placed(
    case, line, way, tmp_path, monkeypatch
):
    case = CASES[case]
    monkeypatch.chdir(tmp_path)
    for name, content in case.files.items():
        (tmp_path / name).write_bytes(content)
    for placed in (False, True) if case.new is None else (False,):
        of_samples = {"omit_samples": [line]} | ({"place_omitted": True} if placed else {})
        asked = replace(case, data=case.data | of_samples, study={})
        config = _config(asked, way, tmp_path)
        draft = begin("s", config, tmp_path)
        np.testing.assert_array_equal(draft.training.X, np.delete(case.X, 1, axis=0))
        assert draft.training.names == [*case.names[:1], *case.names[2:]]
        assert draft.training.columns == case.columns
        if case.labels:
            assert draft.training.labels == [*case.labels[:1], *case.labels[2:]]
        if case.weights:
            assert list(draft.training.weights) == [*case.weights[:1], *case.weights[2:]]
        if case.blocks:
            assert draft.training.blocks == [*case.blocks[:1], *case.blocks[2:]]
        if placed:
            np.testing.assert_array_equal(draft.new.X, case.X[1:2])
            assert draft.new.names == case.names[1:2]
        elif case.new:
            np.testing.assert_array_equal(draft.new.X, case.new[0])


ROUNDING = 16 * 8 * 2.0**-53
"""Fewer than 16 roundings of logarithms, shares and standardized values, which are below 8."""


def _require_close(found, expected):
    """Numbers are the expected ones up to rounding; NaN stands for any number, None for none."""
    if expected is not None:
        assert np.isfinite(found).all()
        expected = np.where(np.isnan(expected), found, expected)
        np.testing.assert_allclose(found, expected, rtol=0, atol=ROUNDING)


def test_each_pair_of_options_occurs_in_a_case():
    pairs = {frozenset(pair) for pair in combinations(OPTIONS, 2)} - EXCLUDE_EACH_OTHER
    occur = {frozenset(pair) for case in CASES.values() for pair in combinations(case.options, 2)}
    pairs |= {frozenset(("weights", key)) for key in OF_SAMPLES}
    of_left_out = {option for name in WITH_ALL_SAMPLES for option in CASES[name].options}
    occur |= {frozenset((option, key)) for option in of_left_out for key in OF_SAMPLES}
    missing, wrong = map(_listed, (pairs - occur, EXCLUDE_EACH_OTHER & occur))
    assert not missing, (
        f"no case of CASES has these options together: {missing}; add the option to cases that "
        "have the other one, or the pair to EXCLUDE_EACH_OTHER, if it is refused or has no effect"
    )
    assert not wrong, f"a case has these options together: {wrong}; remove the pair from the others"


def _listed(pairs):
    return ", ".join(" and ".join(sorted(pair)) for pair in sorted(pairs, key=sorted))
