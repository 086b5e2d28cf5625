"""Studies of the same samples side by side: which these are, and what their page shows."""

import base64
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from made_results import results_of

from kpca.data import Vectors
from kpca.interpretation.two_maps import compare
from kpca.kernels import Linear, Polynomial
from kpca.results import files, solutions, solved, studies
from kpca.site import compared
from kpca.site.pages import Source
from kpca.studies import solving
from kpca.studies.config.study import Config
from kpca.studies.study import Origin, Study

X = np.array([[1.0, 7.0], [2.5, 1.0], [4.0, 6.0], [-3.0, 2.0], [0.5, -4.0], [6.0, 3.5]])
X_NEW = np.array([[2.0, 3.0], [-6.0, 1.5]])
NAMES, NEW_NAMES = ["ash", "elm", "fir", "gum", "ivy", "oak"], ["yew", "may"]
ORDER, NEW_ORDER = [4, 2, 5, 0, 3, 1], [1, 0]
MADE = {"generator": "circles", "n": 8, "noise": 0.1, "factor": 0.3}
TITLE = "A <b> | *title*"


def _study(name, kernel=None, names=NAMES, new_names=NEW_NAMES, sha256="0a", components=2):
    data = Vectors(kernel or Linear(), X, X_NEW)
    labels = ["p", "q", "p", "p", "q", "q"], ["q", "p"]
    origin = Origin(files=(("vectors", "my.csv", sha256),))
    return Study(
        *(name, f"{TITLE} {name}", data, components),
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


def _stored(folder, *several, turned=()):
    """The results of studies, and their configuration; in ``turned`` component 1 is negative."""
    for study in several:
        found = solving.solve(study)
        scores, means = solving.place(study, found)
        tree = studies.tree(
            study,
            **solutions.to_datasets(study, found.solution, scores),
            **{solved.NODE: solved.to_dataset(study, found, means)},
        )
        if study.name in turned:
            for kind in ("eigenvector", "alpha", "score", "new_score"):
                tree["components"][kind][:, 0] *= -1.0
        files.write(studies.to_tree(study), folder / study.name / "study.nc")
        files.write(tree, folder / study.name / "eigen-solve.nc")
    form = {"data": {"vectors": "my.csv"}, "kernel": {"name": "linear"}}
    return Config(results="results", studies={study.name: form for study in several})


def _map(page):
    text = re.search(r'id="map-data">(.*)</script>', page)[1]
    return json.loads(text)


def _numbers(text):
    return np.frombuffer(base64.b64decode(text), "<f4")


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
    assert compared.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


@pytest.mark.parametrize(("sha256", "are_the_same"), [("0a", True), ("0b", False)])
def test_numbered_rows_of_two_files_are_not_the_same_samples(tmp_path, sha256, are_the_same):
    numbered = {"names": list("123456"), "new_names": ["7", "8"]}
    one, other = _study("a", **numbered), _study("b", **numbered, sha256=sha256)
    config = _stored(tmp_path, one, other)
    assert compared.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


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
    assert compared.groups(config, tmp_path) == ([["a", "b"]] if are_the_same else [])


def test_the_shares_of_samples_in_another_order_are_found_by_name(tmp_path):
    one = _study("a", components=1)
    _stored(tmp_path, one, _in_another_order(replace(one, name="b")))
    first, second = (
        _numbers(each["share"]) for each in _map(compared.page("ab", tmp_path))["maps"]
    )
    assert np.unique(first).size == 8
    np.testing.assert_allclose(second, first, rtol=1e-5)


def test_samples_of_a_generator_are_the_same_if_all_its_parameters_are(tmp_path):
    _stored(tmp_path, *(replace(_study(name), origin=Origin()) for name in "abc"))
    made = {"a": MADE | {"seed": 1}, "b": MADE | {"seed": 2}, "c": MADE | {"seed": 1}}
    form = {"kernel": {"name": "linear"}, "holdout": 2}
    config = Config(
        results="results", studies={name: form | {"data": data} for name, data in made.items()}
    )
    assert compared.groups(config, tmp_path) == [["a", "c"]]


def test_a_study_that_cannot_be_read_is_in_no_group(tmp_path, capsys):
    config = _stored(tmp_path, *(_study(name) for name in "abc"))
    (tmp_path / "b/study.nc").write_bytes(b"damaged")
    assert compared.groups(config, tmp_path) == [["a", "c"]]
    assert "b/study.nc: not compared with other studies" in capsys.readouterr().err


def test_samples_in_another_order_are_found_by_name_and_a_component_keeps_its_sign(tmp_path):
    other = _in_another_order(_study("b"))
    _stored(tmp_path, _study("a"), other, turned="b")
    about = _map(compared.page(["a", "b"], tmp_path))
    assert about["names"] == [*NAMES, *NEW_NAMES]
    first, second = about["maps"]
    turned = [_numbers(axis["values"]) for axis in second["components"]]
    straight = [_numbers(axis["values"]) for axis in first["components"]]
    np.testing.assert_allclose(turned[0], -straight[0], rtol=1e-5)
    np.testing.assert_allclose(turned[1], straight[1], rtol=1e-5)
    np.testing.assert_allclose(_numbers(second["share"]), _numbers(first["share"]), rtol=1e-5)


def test_agreement_is_that_of_the_samples_matched_by_name(tmp_path):
    curved = _study("b", Polynomial(gamma=0.05, degree=2))
    _stored(tmp_path, _study("a"), _in_another_order(curved))
    page = compared.page(["a", "b"], tmp_path)
    maps = [solving.solve(study).solution.scores for study in (_study("a"), curved)]
    expected = compare(*maps)
    assert 0.3 < expected.neighbors < 0.95
    assert (
        f'<th scope="row">a, b</th><td class="number">{expected.neighbors:.1%}</td>'
        f'<td class="number">{expected.disagreement:.3g}</td>'
    ) in page
    assert "the 2 nearest neighbors" in page
    assert "(40.0% by chance)" in page


def test_the_shares_of_each_study_stand_in_one_table(tmp_path):
    curved = _study("b", Polynomial(gamma=0.05, degree=2), components=3)
    _stored(tmp_path, _study("a", components=1), curved)
    page = compared.page(["a", "b"], tmp_path)
    one, three = (
        solving.solve(study).solution.explained for study in (_study("a", components=1), curved)
    )
    rows = re.findall(r'<tr><th scope="row"><a href="../studies/(\w)/index.html">.*</tr>', page)
    assert rows == ["a", "b"]
    assert f'{one[0]:.1%}</td><td class="number">{one[0]:.1%}</td><td></td><td></td></tr>' in page
    shares = "".join(f'<td class="number">{share:.1%}</td>' for share in three)
    assert f'<td class="number">{three.sum():.1%}</td>{shares}</tr>' in page
    assert "A &lt;b&gt; | *title* a" in page


def test_a_page_of_many_studies_has_some_maps_and_some_pairs_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(compared, "MOST_PAIRS", 7)
    several = [
        replace(_study(name, Polynomial(gamma=0.01 * (1 + k), degree=2)), components=2)
        for k, name in enumerate("abcdef")
    ]
    _stored(tmp_path, *several)
    page = compared.page(list("abcdef"), tmp_path)
    assert len(_map(page)["maps"]) == compared.MOST_MAPS == 4
    assert "The maps are those of the first 4 of these studies" in page
    assert "Of 15 pairs, the 7 with the most neighbors in common are shown." in page
    shown = re.findall(r'<th scope="row">(\w), (\w)</th><td class="number">([\d.]+)%', page)
    assert len(shown) == 7
    shares = [float(share) for *_, share in shown]
    assert shares == sorted(shares, reverse=True)
    assert "# Side by side: a and 5 other studies" in page


def test_a_page_that_cannot_be_made_is_a_sentence_and_costs_no_other_page(tmp_path, capsys):
    results = tmp_path / "results"
    config = _stored(results, *(_study(name) for name in "abc"))
    results_of(results, config)
    (results / "b/eigen-solve.nc").write_bytes(b"damaged")
    folder = tmp_path / "source"
    folder.mkdir()
    source = Source(config, results, folder)
    source.write()
    text = (folder / "compared/a.md").read_text()
    assert text.startswith("# Side by side: a and others\n\nThey could not be compared\\: ")
    assert "a, b, c: They could not be compared" in capsys.readouterr().err
    assert {"index", "studies/a/index", "made"} <= source.written


def test_the_page_of_each_study_and_the_contents_lead_to_the_studies_side_by_side(tmp_path):
    results = tmp_path / "results"
    config = _stored(results, *(_study(name) for name in "abc"))
    results_of(results, config)
    folder = tmp_path / "source"
    folder.mkdir()
    Source(config, results, folder).write()
    for name, others in (("a", "b, c"), ("b", "a, c"), ("c", "a, b")):
        link = f'<a href="../../compared/a.html">side by side with {others}</a>'
        assert link in (folder / f"studies/{name}/index.md").read_text()
    start = (folder / "index.md").read_text()
    assert '<a href="compared/a.html">side by side with b, c</a>' in start
    assert "studies/c/index\ncompared/a\n" in start
    book = config.model_copy(update={"chapters": {"kernels": ["a"]}})
    (tmp_path / "book").mkdir()
    Source(book, results, tmp_path / "book").write()
    assert "studies/c/index\ncompared/a\n" in (tmp_path / "book/studies.md").read_text()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (4, "side by side with a, c, d"),
        (5, "side by side with a, c, d and 1 others"),
        (6, "side by side with a, c, d and 2 others"),
    ],
)
def test_three_studies_are_named_and_the_others_are_counted(tmp_path, number, words):
    results = tmp_path / "results"
    config = _stored(results, *(_study(name) for name in "abcdef"[:number]))
    results_of(results, config)
    assert f">{words}<" in Source(config, results, tmp_path)._beside("b", "index")


def test_the_table_of_studies_leads_to_those_side_by_side(tmp_path):
    results = tmp_path / "results"
    config = _stored(results, _study("a"), _study("b"), _study("c", names=[*NAMES[:5], "box"]))
    results_of(results, config)
    folder = tmp_path / "source"
    folder.mkdir()
    Source(config, results, folder).write()
    text = (folder / "studies.md").read_text()
    assert text.endswith('\n\n- <a href="compared/a.html">a, b</a>\n')
    assert "side by side" not in (folder / "studies/c/index.md").read_text()
