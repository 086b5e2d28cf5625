"""Spectra in a folder or a ZIP archive are one table, with a sample for each file."""

import zipfile

import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.table import InputError

AXIS = [400.5, 402, 403.25, 404]
VALUES = {"m9": [7, -1.5, 0.25, 3], "m10": [2, 8, 5.5, 1e3], "k1": [4, 6, -0.5, 9]}
"""The intensities of three files."""

FORMS = {
    "tabs": ("txt", "Shift\tIntensity\n", "{x}\t{y}\n", "."),
    "blanks": ("xy", "# sample 4\n", "  {x}   {y}\n", "."),
    "commas": ("csv", "", "{x},{y}\n", "."),
    "semicolons": ("asc", "Laser;532\nnm;counts\n", "{x};{y};\n", "."),
    "decimal commas": ("dpt", "Wellenzahl;Wert\n", "{x};{y}\n", ","),
    "decimal commas and tabs": ("dat", ">>>>>Begin<<<<<\n", "{x}\t{y}\n", ","),
    "no ending": ("", "400 404\nRange: 400 404\n\n", "{x} {y}\n", "."),
}


def _text(form, values, axis=AXIS):
    _, head, line, decimal = FORMS[form]
    points = [line.format(x=x, y=y) for x, y in zip(axis, values, strict=True)]
    return head + "".join(points).replace(".", decimal)


def _folder(path, texts, ending="txt"):
    for name, text in texts.items():
        file = path / (f"{name}.{ending}" if ending else name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return path


def _archive(folder):
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as file:
        for one in sorted(folder.rglob("*"), reverse=True):
            file.write(one, one.relative_to(folder))
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("as_given", [lambda folder: folder, _archive], ids=["folder", "ZIP"])
def test_each_file_is_a_sample_that_has_its_name(form, as_given, tmp_path):
    texts = {name: _text(form, values) for name, values in VALUES.items()}
    table = read(as_given(_folder(tmp_path / "s", texts, FORMS[form][0])))
    given = samples(table)
    assert dict(zip(given.names, given.X.tolist(), strict=True)) == VALUES
    assert given.columns == ["400.5", "402", "403.25", "404"]
    assert "3 files are read as spectra of 4 points" in table.remarks[0]
    above = FORMS[form][1].strip().split("\n")[-1]
    assert any(f"left out, such as {above!r}" in remark for remark in table.remarks) == bool(above)


def test_files_of_instruments_may_be_written_in_several_ways(tmp_path):
    texts = {name: _text(form, of) for form, (name, of) in zip(FORMS, VALUES.items(), strict=False)}
    given = samples(read(_folder(tmp_path / "s", texts)))
    assert dict(zip(given.names, given.X.tolist(), strict=True)) == VALUES


def test_only_numbers_with_the_decimal_sign_that_is_given_are_points(tmp_path):
    texts = {name: _text("decimal commas", of) for name, of in VALUES.items()}
    folder = _folder(tmp_path / "s", texts)
    assert samples(read(folder, decimal=",")).X[0].tolist() == VALUES["k1"]
    with pytest.raises(InputError, match="Is a directory with 0 spectra"):
        read(folder, decimal=".")
    for mark in ";\t":
        parts = {name: f"400;,{name[1]}25\n402;,5\n403;1\n".replace(";", mark) for name in texts}
        given = samples(read(_folder(tmp_path / "below one", parts)))
        assert given.X[:, :2].tolist() == [[float(f"0.{name[1]}25"), 0.5] for name in sorted(parts)]


@pytest.mark.parametrize(
    ("step", "second"), [(1, 402.012), (-1, 401.988)], ids=["increasing", "decreasing"]
)
def test_axes_that_differ_by_rounding_are_one_axis(step, second, tmp_path):
    texts = {name: _text("tabs", of, AXIS[::step]) for name, of in VALUES.items()}
    texts["k1"] = _text("tabs", VALUES["k1"], [400.504, 402, 403.2499, 404.007][::step])
    assert samples(read(_folder(tmp_path / "s", texts))).X[0].tolist() == VALUES["k1"]
    # Further than a hundredth of the smallest step, and nearer than one of the largest.
    other = [400.5, second, 403.25, 404][::step]
    (tmp_path / "s/m9.txt").write_text(_text("tabs", VALUES["m9"], other))
    point = other.index(second) + 1
    message = f"s/m9.txt: point {point} of its axis is {second}, and in k1.txt 402; .*numpy.interp"
    with pytest.raises(InputError, match=message):
        read(tmp_path / "s")


def test_an_axis_may_decrease(tmp_path):
    axis = AXIS[::-1]
    texts = {name: _text("tabs", of, axis) for name, of in VALUES.items()}
    assert samples(read(_folder(tmp_path / "d", texts))).columns == [
        "404",
        "403.25",
        "402",
        "400.5",
    ]


def test_folders_label_the_files_in_them(tmp_path):
    names = {"ill/1": "m9", "well/2": "m10", "ill/7": "k1"}
    texts = {name: _text("commas", VALUES[of]) for name, of in names.items()}
    table = read(_folder(tmp_path / "s", texts, "csv"))
    given = samples(table, labels="folder")
    assert given.names == ["1", "7", "2"]
    assert given.labels == ["ill", "ill", "well"]
    assert given.X[1].tolist() == VALUES["k1"]
    (tmp_path / "s/well/1.csv").write_text(texts["well/2"])
    assert samples(read(tmp_path / "s")).names == ["ill/1", "ill/7", "well/1", "well/2"]


def test_other_files_are_left_out_with_a_remark_and_hidden_ones_without(tmp_path):
    folder = _folder(tmp_path / "s", {name: _text("tabs", of) for name, of in VALUES.items()})
    (folder / "readme.md").write_text("Three spectra.\n")
    (folder / "m9.spc").write_bytes(b"\x00\x01")
    (folder / ".DS_Store").write_bytes(b"\x00")
    (folder / "Thumbs.db").write_bytes(b"\x00")
    (folder / "__MACOSX").mkdir()
    (folder / "__MACOSX/k2.txt").write_text(_text("tabs", [1, 2, 3, 4]))
    table = read(folder)
    assert len(table) == 3
    assert any("two numbers: 'm9.spc' and 'readme.md'" in remark for remark in table.remarks)


def test_of_several_tables_in_an_archive_one_is_named_and_also_of_spectra(tmp_path):
    texts = {name: f"a,b,c\n1,2,{i}\n3,5,7\n4,1,9\n" for i, name in enumerate("uvw")}
    with pytest.raises(InputError, match="tables: w.csv, v.csv, u.csv"):
        read(_archive(_folder(tmp_path / "t", texts, "csv")))
    texts |= {name: _text("commas", of) for name, of in VALUES.items()}
    with pytest.raises(InputError, match="tables: w.csv, .*, k1.csv; name"):
        read(_archive(_folder(tmp_path / "half", texts, "csv")))
    texts = {name: _text("commas", of) for name, of in VALUES.items()}
    path = _archive(_folder(tmp_path / "s", texts, "csv"))
    table = read(path, variable="m9.csv", header=False)
    assert samples(table).X.tolist() == [[x, y] for x, y in zip(AXIS, VALUES["m9"], strict=True)]
