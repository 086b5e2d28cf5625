"""A page is one file that needs nothing else, and shows names as they are."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from kpca.data import Vectors
from kpca.formulations import dual
from kpca.kernels import Linear, Sigmoid
from kpca.results import checks
from kpca.statements import every
from kpca.statements.case import Case
from kpca.studies.study import Origin, example
from kpca.workflow.jobs import page

EVIL = '<script>alert("&")</script>'


class Seen(HTMLParser):
    """Every tag and all the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.links, self.widths, self.alts = [], "", [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.widths += [value for name, value in attributes if name == "width"]
        self.alts += [value for name, value in attributes if name == "alt"]
        self.links += [value for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    figures = tmp_path_factory.mktemp("figures")
    (figures / "scores.png").write_bytes(b"\x89PNG" + bytes(12) + (2160).to_bytes(4) + bytes(9))
    (figures / "scores.txt").write_text("What the map shows.\n")
    (figures / "scores.alt.txt").write_text(f"Three dots. {EVIL}\n")
    (figures / "represented.txt").write_text(f"Not drawn: {EVIL}\n")
    origin = Origin(
        files=(("vectors", "my.csv", "0123abcd"),),
        left_out=(("kind", "labels"), (EVIL, "not one of 'columns'")),
        preparation="divided by its standard deviation with divisor n",
    )
    study = replace(example(), title=EVIL, notes=(f"note {EVIL}",), unit=EVIL, origin=origin)
    study = replace(study, named_columns=("length", "width"))
    solution = dual.fit(study.data.K, study.components, study.data.entry_error)
    executed = checks.to_dataset(every.execute(Case.of(study))[:5])
    return Seen(page.render(study, solution, executed, figures))


def test_names_and_notes_are_text_and_never_code(seen):
    assert "script" not in seen.tags
    assert seen.text.count(EVIL) >= 3


def test_a_page_asks_for_nothing_from_the_network(seen):
    assert all(link.startswith(("data:image/png;base64,", "figures/")) for link in seen.links)


def test_a_figure_has_its_caption_once_and_the_width_of_two_columns(seen):
    assert seen.text.count("What the map shows.") == 1
    assert seen.widths == ["864"]


def test_a_figure_has_its_alt_text_and_no_other_sentence(seen):
    assert seen.alts == [f"Three dots. {EVIL}"]


def test_a_sentence_stands_in_place_of_a_figure_that_was_not_drawn(seen):
    assert f"Not drawn: {EVIL}" in seen.text


def test_it_names_the_input_file_with_its_hash_and_the_columns_used_and_left_out(seen):
    text = " ".join(seen.text.split())
    assert "vectors: my.csv, SHA-256 0123abcd" in text
    assert "Prepared: divided by its standard deviation with divisor n" in text
    assert "2 columns are used: length, width." in text
    assert f"Columns that are left out: kind (labels), {EVIL} (not one of 'columns')." in text


def test_it_shows_the_formula_of_the_kernel_and_not_its_class(seen):
    assert "3 components; k(x, y) = (1 x·y + 1)^2." in seen.text
    assert "Polynomial" not in seen.text


def test_negative_eigenvalues_are_mentioned_only_where_there_are_some(seen, tmp_path):
    assert "count against" not in seen.text
    assert "Explained: μ over the sum of |μ| of all eigenvalues." in seen.text
    kernel = Sigmoid(1.0, -1.0)
    study = example()
    study = replace(study, data=replace(study.data, kernel=kernel))
    solution = dual.fit(study.data.K, study.components, study.data.entry_error)
    assert len(solution.negative) > 0
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    assert "negative eigenvalues count against" in page.render(study, solution, executed, tmp_path)


def test_it_shows_components_figures_and_statements(seen):
    assert seen.tags.count("figure") == 1
    assert "5 of 5 agree" in seen.text
    assert seen.tags.count("tr") == 2 + 3 + 5


def test_one_of_a_kind_is_in_the_singular(tmp_path):
    study = example()
    X = study.data.X[:, :1]
    study = replace(
        study,
        data=Vectors(Linear(), X, X[:1] + 1.0),
        components=1,
        new_names=["new"],
        new_labels=["sample"],
        named_columns=("length",),
        origin=Origin(left_out=(("kind", "labels"),)),
    )
    solution = dual.fit(study.data.K, 1, study.data.entry_error)
    executed = checks.to_dataset(every.execute(Case.of(study))[:1])
    text = " ".join(Seen(page.render(study, solution, executed, tmp_path)).text.split())
    assert "48 samples, 1 new one, 1 component; k(x, y) = x·y." in text
    assert "1 column is used: length." in text
    assert "Column that is left out: kind (labels)." in text
    assert "48 samples, 1 new one, 1 component; Linear()" in str(study)


def test_a_page_writes_mu_in_one_way(seen):
    assert "|mu|" not in seen.text
    assert "mu over" not in seen.text
