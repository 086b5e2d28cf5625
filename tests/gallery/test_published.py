"""Published numbers: some of them as they stand in the papers."""

from published import MIKA_1998, SCHOELKOPF_1998


def test_the_table_of_mika_has_five_rows_of_nine_numbers():
    assert list(MIKA_1998) == [0.05, 0.1, 0.2, 0.4, 0.8]
    assert {len(row) for row in MIKA_1998.values()} == {9}
    assert MIKA_1998[0.05][0] == 2058.42
    assert MIKA_1998[0.2].min() == 0.99
    assert [row[-1] for row in MIKA_1998.values()] == [92.23, 63.41, 6.32, 2.47, 2.39]


def test_the_eigenvalues_of_the_toy_example_descend():
    assert len(SCHOELKOPF_1998) == 8
    assert (SCHOELKOPF_1998[:-1] > SCHOELKOPF_1998[1:]).all()
    assert SCHOELKOPF_1998[0] == 0.251
