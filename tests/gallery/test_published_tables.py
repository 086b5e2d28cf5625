"""Tables beside published numbers: every cell is there, in the words of the table."""

import numpy as np

import published_tables
from published import SCHOELKOPF_1998
from ranges import Ranges
from sigma_of_table import ROWS, Comparison


def _lines(capsys):
    return capsys.readouterr().out.splitlines()


def test_all_forty_five_cells_stand_beside_their_median_and_range(capsys):
    found = Ranges(*(factor * ROWS for factor in (1.0, 0.5, 2.0)))
    published_tables.ratios(ROWS, found, 3)
    lines = _lines(capsys)
    assert len(lines) == 2 + 15
    assert lines[2].split() == ["0.05", "published", *(f"{one:.2f}" for one in ROWS[0])]
    assert lines[3].split()[:5] == ["median", "of", "3", "seeds", "2058"]
    assert lines[4].split()[:4] == ["least-to-largest", "range", "1029–4117", "619–2477"]
    assert lines[14].split()[-1] == "2.39"


def test_two_seeds_have_no_range(capsys):
    published_tables.ratios(ROWS, Ranges(*(factor * ROWS for factor in (1.0, 0.5, 2.0))), 2)
    lines = _lines(capsys)
    assert len(lines) == 2 + 10
    assert not any("range" in line for line in lines)


def test_each_row_shows_its_nearest_sigma_and_both_hypotheses(capsys):
    distance = np.full((5, 12), np.log(4.0))
    distance[0, 3], distance[4, 10] = 0.0, np.log(2.0)
    inside = np.arange(12) * np.ones((5, 1), dtype=int)
    published_tables.sigma(Comparison(distance, inside, inside / 100.0), 3)
    lines = _lines(capsys)
    first, last = "0.05 0.141 2.83 4.00 0 of 9 0% 4.00 2 of 9 2%", "0.8 1.6 2 4.00 8 of 9 8% 2.00"
    assert lines[2].split() == first.split()
    assert lines[6].split()[:9] == last.split()
    assert "3 simulated rows" in lines[0]
    assert "inside the least-to-largest range" in lines[0]
    assert "the least possible share is 25%." in lines[0]


def test_what_is_doubled_has_a_factor_for_each_row_and_for_all(capsys):
    published_tables.doubled({"noise": np.log([1.0, 2.0, 4.0, 8.0, 16.0])}, 1)
    lines = _lines(capsys)
    assert lines[2].split() == ["noise", "1.00", "2.00", "4.00", "8.00", "16.00", "4.00"]
    assert "medians of 1 seed," in lines[0]


def test_eigenvalues_stand_beside_the_published_ones(capsys):
    found = Ranges(*(factor * SCHOELKOPF_1998 for factor in (1.0, 0.5, 2.0)))
    shares = Ranges(*[np.full(8, 0.25)] * 3)
    published_tables.eigenvalues(SCHOELKOPF_1998, found, shares, 100)
    assert _lines(capsys)[2].split() == ["1", "0.251", "0.251", "0.126", "0.502", "25.0%"]
