"""Names of rows and columns by which a table says what they are."""

import re
from collections.abc import Sequence

IDENTIFIER = re.compile(
    r"(.*[ _.])?(id|nr|no|number|key|code|barcode|index)|patient|subject|sample|case|record",
    re.IGNORECASE,
)
"""Names of columns with an identifier of each sample."""

IN_CAMEL_CASE = re.compile(r"\w*[a-z]ID|ID\w*")
"""The same, as sampleID, but not acid."""

VARIABLE = re.compile(
    r"#? ?(otu|asv|gene|feature|probe|transcript|protein|compound|peptide|metabolite|row|alignment)"
    r"s?[ _.-]?(id|ids|name|symbol)|otu|asv|geneid|probeset|wave ?length|wave ?number|m/?z"
    r"|entrez([ _.-]?(gene)?[ _.-]?id)?|name|id",
    re.IGNORECASE,
)
"""Names of columns with a name of each variable, in tables with a column for each sample."""

GENE = re.compile(r"ENS[A-Z]*[GTP]\d{11}(\.\d+)?|AT[1-5CM]G\d{5}|\d+(_[asx])?_at|ILMN_\d+")
"""Names of genes and probes in Ensembl, TAIR, and on the arrays of Affymetrix and Illumina."""

AXIS = re.compile(
    r"nm|[µu]m|cm-?\^?-?1|wl|lambda|wave.*|m/?z|(raman[ _.]?)?shift|freq(uency)?|[kmg]?hz|ppm|e?v"
    r"|energy|2[ _.-]?theta|rt|retention[ _.]?time",
    re.IGNORECASE,
)
"""Names of columns with the axis of spectra and chromatograms."""

DESCRIBES_VARIABLES = re.compile(
    # featureCounts, RSEM and salmon; MZmine, MS-DIAL, XCMS and Compound Discoverer.
    r"chr|chromosome|start|end|strand|(eff(ective)?[ _.]?)?length|gene[ _.]?length|tpm|biotype"
    r"|row (id|m/z|retention time|ion mobility)|(average )?(rt|mz|m/z)( ?\(min\))?|alignment id"
    r"|(mz|rt)(med|min|max)|npeaks|m/z|retention[ _.]?time( ?\(min\))?|charge|mass|neutral mass"
    r"|(mol\.? ?|molecular ?)weight.*|sequence length|q-?value|score|rsd|confidence|ms[ _]?level"
    r"|fold([ _.]?change)?|tstat|stat|p[ _.]?val(ue)?|padj|adj[ _.]p[ _.]val|log2?[ _.]?f(old)?c.*"
    r"|basemean|lfcse|anova|fdr|fill ?%|s/n average|annotation tag.*|isotope tracking.*"
    r"|taxonomy_id|(ncbi_)?tax_?id",
    re.IGNORECASE,
)
"""Names of columns that programs write before those of the samples, with numbers of each row."""

OF_A_VARIABLE = re.compile(
    r"chr|chromosome|strand|biotype|gene[ _.]?length|row (id|m/z|retention time|ion mobility)"
    r"|average (rt|mz|m/z)( ?\(min\))?|alignment id|(mz|rt)(med|min|max)|npeaks|adduct.*|inchi.*"
    r"|smiles|(molecular|mol\.?) ?weight.*|(majority )?protein[ _.](ids?|names?|groups?)"
    r"|gene[ _.](names?|symbols?|ids?)|genes|geneid|fasta headers?|sequence length|entrez.*"
    r"|kingdom|superkingdom|phylum|taxonomy([ _.](id|lvl|level))?|(ncbi_)?tax_?id|clade_name"
    r"|otu[ _.]?ids?|asv[ _.]?ids?|pg\.\w+",
    re.IGNORECASE,
)
"""Names of columns, with numbers or texts, that only a table with a row for each variable has."""

FEWEST_OF_A_VARIABLE = 2
"""One such column may be about samples all the same."""

RAW_FILE = re.compile(
    r".*\.(mz(x|data)?ml|raw|cdf|wiff2?|d|bam|sam|cram|fastq|fq|fcs|cel|idat)(\.gz)?([. ].*)?",
    re.IGNORECASE,
)
"""Names of columns that are those of files in which instruments and aligners write a sample."""


def are_about_variables(names: Sequence[str]) -> bool:
    """Whether the columns are called as those of a table with a row for each variable.

    >>> are_about_variables(["FT1", "a.mzML", "b.mzML"]), are_about_variables(["Phylum", "depth"])
    (True, False)
    """
    describing = sum(OF_A_VARIABLE.fullmatch(name) is not None for name in names)
    files = sum(RAW_FILE.fullmatch(name) is not None for name in names)
    return describing >= FEWEST_OF_A_VARIABLE or (files > 1 and 2 * files > len(names))


QUANTITY = re.compile(
    r"(.*[^a-z])?(intensit(y|ies)|lfq|ibaq|area|height|abundance|counts?|peptides?|psms?|ms/?ms|"
    r"spectral|identification|ratio|score|num|frac(tion)?|percent|pct|fpkm|rpkm|tpm|rpm|cpm|raw|"
    r"norm(alized)?|scaled|coverage|value|signal|reads|detection|call|p[ _.-]?value|"
    r"conc(entration)?|mean|average|sd|std|rsd|cv|se|error)([^a-z].*)?",
    re.IGNORECASE,
)
"""Names of quantities of which a table may have several for each of the same samples."""

ERROR = re.compile(
    r"(.*?)[ _.(:]+(?:errors?|err|rsd|std\.?(?: ?dev\.?)?|sd|se|uncertainty|unc\.?|\+/-|±)[)% ]*"
    r"(\(\d+\))?",
    re.IGNORECASE,
)
"""Names of columns with the errors of others: what they are the errors of, and a number behind."""

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

SUMMARIES = (
    *("total", "totals", "grand total", "sum", "mean", "average", "median", "sd", "std"),
    *("summe", "gesamt", "mittelwert", "somme", "moyenne", "suma", "media"),
)
"""Names of rows that are computed from the others."""

TOTAL = re.compile(r"(grand )?(totals?|sum|summe|gesamt|somme|suma)\b", re.IGNORECASE)
"""How names of columns begin that are computed from the others."""

LIMIT = re.compile(
    r"lo[dqr]|mdl|rdl|mrl|pql|lloq|dl|(limit of (detection|quantification|reporting))"
    r"|((method )?detection|reporting|quantification) limit|nachweisgrenze|bestimmungsgrenze",
    re.IGNORECASE,
)
"""Names of rows with the smallest amounts that a method can find."""


def is_identifier(name: str) -> bool:
    """Whether a column is called as identifiers of samples are.

    >>> [is_identifier(name) for name in ("site_id", "sampleID", "Aspartic acid", "key")]
    [True, True, False, True]
    """
    return bool(IDENTIFIER.fullmatch(name) or IN_CAMEL_CASE.fullmatch(name))
