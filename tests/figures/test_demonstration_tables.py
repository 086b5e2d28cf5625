"""The report shows each table of a demonstration, the long ones in a summary."""

import pytest

from kpca.figures import demonstration_tables as shown


def _write(folder, name, text):
    (folder / "tables").mkdir(exist_ok=True)
    (folder / "tables" / f"{name}.csv").write_text(text)


def test_a_short_table_is_shown_as_it_is(tmp_path, capsys):
    _write(tmp_path, "three-clusters", "component,published\n1,0.251\n2,0.233\n")
    shown.show(tmp_path, "three-clusters")
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "three-clusters: the whole table."
    assert lines[2].split() == ["1", "0.251"]


def test_errors_of_denoising_are_medians_over_the_splits_by_method(tmp_path, capsys):
    rows = ["noise,level,trained_on,method,components,gamma,split,mse,psnr"]
    for split, error in enumerate((0.2, 0.4, 0.9)):
        rows.append(f"gaussian,0.5,clean,linear PCA,9,,{split},{error},1")
        rows.append(f"gaussian,0.5,clean,fixed point,9,1,{split},{error / 2},1")
    _write(tmp_path, "denoising", "\n".join(rows))
    shown.show(tmp_path, "denoising")
    text = capsys.readouterr().out
    assert "median over 3 splits" in text
    assert text.split("\n")[1].split()[:5] == ["noise", "level", "trained_on", "linear", "PCA"]
    assert text.split("\n")[2].split() == ["gaussian", "0.5", "clean", "0.4", "0.2"]


def test_published_ratios_inside_their_ranges_are_counted_by_row(tmp_path, capsys):
    rows = ["sigma,components,published,median,low,high,seeds", "0.1,1,5,4,3,6,20"]
    rows += ["0.1,2,5,4,3,4,20", "0.2,1,1,1,1,2,20"]
    _write(tmp_path, "mika1998", "\n".join(rows))
    shown.show(tmp_path, "mika1998")
    lines = capsys.readouterr().out.split("\n")
    assert "inside the least-to-largest range of 20 draws" in lines[0]
    assert [line.split() for line in lines[2:4]] == [["0.1", "1", "2"], ["0.2", "1", "1"]]


def test_of_the_s_the_best_parameter_of_each_method_is_shown(tmp_path, capsys):
    rows = ["method,noise,correlation_median,seeds,gamma,neighbors", "PCA,0,0.9,3,,"]
    rows += ["rbf,0,0.7,3,2,", "rbf,0,0.8,3,0.1,"]
    _write(tmp_path, "unrolled-s", "\n".join(rows))
    shown.show(tmp_path, "unrolled-s")
    assert "0.8" in (text := capsys.readouterr().out)
    assert "0.7" not in text


@pytest.mark.parametrize("given", [True, False])
def test_a_demonstration_without_results_is_named(given, tmp_path, capsys):
    shown.show(tmp_path if given else None, "mika1998")
    assert capsys.readouterr().out == "mika1998: no results; run 'make report'\n"
    shown.show(None, "")
    assert capsys.readouterr().out == ""
