"""Rows for the report are stored with the numbers, and read back as they were."""

import pandas as pd

from kpca.results import files, studies, summary


def test_a_summary_reads_back_with_its_caption_types_and_order(tmp_path):
    rows = pd.DataFrame({"method": ["PCA", "b"], "error": [0.25, 2.0], "a number": [3, 4]})
    node = summary.to_dataset("a caption", rows)
    files.write(studies.across_studies("A title", summary=node), tmp_path / "a.nc")
    caption, stored = summary.of(files.read(tmp_path / "a.nc"))
    assert caption == "a caption"
    assert list(stored) == list(rows)
    assert stored.to_dict("list") == rows.to_dict("list")
    assert [kind.kind for kind in stored.dtypes[["error", "a number"]]] == ["f", "i"]


def test_a_result_without_a_summary_has_none():
    assert summary.of(studies.across_studies("A title")) is None
