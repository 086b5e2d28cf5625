"""Names of rows and columns by which a table says what they are."""

import re

IDENTIFIER = re.compile(
    r"(.*[ _.])?(id|nr|no|number|key|code|barcode|index)|patient|subject|sample|case|record",
    re.IGNORECASE,
)
"""Names of columns with an identifier of each sample."""

IN_CAMEL_CASE = re.compile(r"\w*[a-z]ID|ID\w*")
"""The same, as sampleID, but not acid."""

SIMILARITY = re.compile(
    r"relatedness.*|.*phi|kinship|pi_hat|pident|(.*[ _.%])?(similarity|identity|ani)( ?\(?%\)?)?",
    re.IGNORECASE,
)
OF_A_PAIR = re.compile(SIMILARITY.pattern + "|dist(ance)?|dissimilarity", re.IGNORECASE)
"""Names of columns of a list of pairs with the number that is meant, behind counts: those of a
similarity, and of any."""

CLASSES = re.compile(
    r"class|labels?|target|species|group|category|y|(seurat_|k?means_?)?clusters?|leiden.*|louvain.*"
    r"|.*snn_res.*",
    re.IGNORECASE,
)
"""Names of columns with a class for each sample."""

LONG = re.compile(
    "var(iable)?[ _.]?(name)?|parameter|analyte|measure|measurement|indicator", re.IGNORECASE
)
MEASURED = re.compile(
    LONG.pattern
    + r"|target([ _.]?name)?|gene([ _.]?symbol)?|detector|assay|marker|compound|element|pollutant"
    r"|characteristic([ _.]?name)?|scientific[ _.]?name|species|taxon([ _.]?name)?|metric|item|key",
    re.IGNORECASE,
)
"""Names of columns of texts that may say of what each row has a number: the same, and more."""

VALUE = re.compile("(var)?values?|amount|result|concentration|wert", re.IGNORECASE)
"""Names of columns in a list that has a row for each number: what the number is, and the number."""


def is_identifier(name: str) -> bool:
    """Whether a column is called as identifiers of samples are.

    >>> [is_identifier(name) for name in ("site_id", "sampleID", "Aspartic acid", "key")]
    [True, True, False, True]
    """
    return bool(IDENTIFIER.fullmatch(name) or IN_CAMEL_CASE.fullmatch(name))
