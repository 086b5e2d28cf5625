"""Studies of the same samples: which these are, and how alike their maps are."""

import re
from dataclasses import replace

import numpy as np
import pytest
from made_results import results_of

from kpca.data import Vectors
from kpca.interpretation.two_maps import compare
from kpca.kernels import Linear, Polynomial
from kpca.results import files, solutions, solved, studies
from kpca.site import same_samples
from kpca.site.pages import Source
from kpca.studies.config.study import Config
from kpca.studies.origin import Origin
from kpca.studies.study import Study

X = np.array([[1.0, 7.0], [2.5, 1.0], [4.0, 6.0], [-3.0, 2.0], [0.5, -4.0], [6.0, 3.5]])
X_NEW = np.array([[2.0, 3.0], [-6.0, 1.5]])
NAMES, NEW_NAMES = ["ash", "elm", "fir", "gum", "ivy", "oak"], ["yew", "may"]
ORDER, NEW_ORDER = [4, 2, 5, 0, 3, 1], [1, 0]
MADE = {"generator": "circles", "n": 8, "noise": 0.1, "factor": 0.3}


def _study(name, kernel=None, names=NAMES, new_names=NEW_NAMES, sha256="0a", components=2):
    data = Vectors(kernel or Linear(), X, X_NEW)
    labels = ["p", "q", "p", "p", "q", "q"], ["q", "p"]
    origin = Origin(files=(("vectors", "my.csv", sha256),))
    return Study(
        *(name, "A title", data, components),
        *(list(names), labels[0], list(new_names), labels[1]),
        origin=origin,
    )


def _in_another_order(study):
    data = replace(study.data, X=study.data.X[ORDER], X_new=study.data.X_new[NEW_ORDER])
    texts = {
        key: [getattr(study, key)[i] for i in order]
        for key, order in (
            *(("names", ORDER), ("labels", ORDER)),
            *(("new_names", NEW_ORDER), ("new_labels", NEW_ORDER)),
        )
    }
    return replace(study, data=data, **texts)


def _stored(folder, *several):
    """The results of studies, and their configuration."""
    for study in several:
        found = study.solve()
        scores, means = found.placed
        tree = studies.tree(
            study,
            **solutions.to_datasets(study, found.solution, scores),
            **{solved.NODE: solved.to_dataset(found, means)},
        )
        files.write(studies.to_tree(study), folder / study.name / "study.nc")
        files.write(tree, folder / study.name / "eigen-solve.nc")
    form = {"data": {"vectors": "my.csv"}, "kernel": {"name": "linear"}}
    return Config(results="results", studies={study.name: form for study in several})


@pytest.mark.parametrize(
    ("other", "are_the_same"),
    [
        pytest.param(_study("b", sha256="0b"), True, id="the same names in another file"),
        pytest.param(_in_another_order(_study("b")), True, id="in another order"),
        pytest.param(_study("b", names=[*NAMES[:5], "box"]), False, id="another sample"),
        pytest.param(_study("b", new_names=["yew", "box"]), False, id="another new sample"),
        pytest.param(
            _study("b", names=[*NAMES[:5], "may"], new_names=["yew", "oak"]),
            False,
            id="a new sample in training",
        ),
    ],
)
def test_studies_of_the_same_samples_have_the_same_names_of_both_kinds(
    tmp_path, other, are_the_same
):
    config = _stored(tmp_path, _study("a"), other)
    assert same_samples.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


@pytest.mark.parametrize(("sha256", "are_the_same"), [("0a", True), ("0b", False)])
def test_numbered_rows_of_two_files_are_not_the_same_samples(tmp_path, sha256, are_the_same):
    numbered = {"names": list("123456"), "new_names": ["7", "8"]}
    one, other = _study("a", **numbered), _study("b", **numbered, sha256=sha256)
    config = _stored(tmp_path, one, other)
    assert same_samples.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


@pytest.mark.parametrize(("kind", "are_the_same"), [("labels", True), ("new", False)])
def test_numbered_rows_are_the_same_samples_with_other_labels_but_not_with_another_file(
    tmp_path, kind, are_the_same
):
    several = [
        replace(
            _study(name, names=list("123456"), new_names=["7", "8"]),
            origin=Origin(files=(("vectors", "my.csv", "0a"), (kind, "other.csv", sha256))),
        )
        for name, sha256 in (("a", "1c"), ("b", "1d"))
    ]
    config = _stored(tmp_path, *several)
    assert same_samples.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


def test_samples_of_a_generator_are_the_same_if_all_its_parameters_are(tmp_path):
    _stored(tmp_path, *(replace(_study(name), origin=Origin()) for name in "abc"))
    made = {"a": MADE | {"seed": 1}, "b": MADE | {"seed": 2}, "c": MADE | {"seed": 1}}
    form = {"kernel": {"name": "linear"}, "holdout": 2}
    config = Config(
        results="results", studies={name: form | {"data": data} for name, data in made.items()}
    )
    assert same_samples.groups(config, tmp_path) == [["a", "c"]]


def test_a_study_that_cannot_be_read_is_in_no_group(tmp_path, capsys):
    config = _stored(tmp_path, *(_study(name) for name in "abc"))
    (tmp_path / "b/study.nc").write_bytes(b"damaged")
    assert same_samples.groups(config, tmp_path) == [["a", "c"]]
    assert "b/study.nc: not compared with other studies" in capsys.readouterr().err


def test_likeness_is_that_of_the_samples_matched_by_name(tmp_path):
    curved = _study("b", Polynomial(gamma=0.05, degree=2))
    config = _stored(tmp_path, _study("a"), _in_another_order(curved))
    found = same_samples.likenesses(config, tmp_path)
    expected = compare(*(one.solve().solution.scores for one in (_study("a"), curved)))
    assert 0.3 < expected.neighbors < 0.95
    likeness = found["a"]["b"]
    assert found == {"a": {"b": likeness}, "b": {"a": likeness}}
    assert likeness.neighbors == expected.neighbors
    assert likeness.disagreement == pytest.approx(expected.disagreement, rel=1e-9, abs=0.0)


def _source(tmp_path, *several, damaged=()):
    results, folder = tmp_path / "results", tmp_path / "source"
    config = _stored(results, *several)
    results_of(results, config)
    for name in damaged:
        (results / f"{name}/eigen-solve.nc").write_bytes(b"damaged")
    folder.mkdir()
    source = Source(config, results, folder, False)
    source.write()
    return source


def test_the_page_of_a_study_has_a_fold_with_the_others_of_the_same_samples(tmp_path):
    curved = _study("b", Polynomial(gamma=0.05, degree=2))
    other = _study("d", names=[*NAMES[:5], "box"])
    source = _source(tmp_path, _study("a"), curved, _study("c"), other)
    likeness = source.same_samples["a"]["b"]
    for name, others in {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"], "d": []}.items():
        text = (source.folder / f"studies/{name}/index.md").read_text()
        rows = re.findall(r'<th scope="row"><a href="../(\w)/index.html">\1</a></th>', text)
        assert rows == others
        assert ("<summary>Other studies of the same samples</summary>" in text) == bool(others)
    text = (source.folder / "studies/a/index.md").read_text()
    assert f'>b</a></th><td class="number">{likeness.neighbors:.1%}</td>' in text
    assert f'<td class="number">{likeness.disagreement:.3g}</td></tr>' in text
    assert "the 2 nearest neighbors" in text
    assert "(40.0% by chance)" in text


def test_maps_that_cannot_be_compared_are_a_sentence_and_cost_no_page(tmp_path, capsys):
    source = _source(tmp_path, *(_study(name) for name in "abc"), damaged="b")
    assert "a, b, c: the maps could not be compared: " in capsys.readouterr().err
    assert {"index", "studies/a/index", "reading"} <= {*source.written}
    assert "same samples" not in (source.folder / "studies/a/index.md").read_text()
