"""What is known of the origin of data says which divisor a standard deviation has."""

from kpca.studies.origin import STANDARDIZED, Origin


def test_the_divisor_and_the_samples_are_named():
    assert STANDARDIZED.format(n=12, of="training samples") == (
        "each column less its mean (column_mean), divided by its standard deviation "
        "(column_deviation, with divisor n), both of the 12 training samples"
    )


def test_nothing_is_known_unless_it_is_given():
    assert Origin() == Origin((), (), "", {})
