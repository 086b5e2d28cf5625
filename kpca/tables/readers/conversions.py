"""Files of kinds that are not read: what they are, and how one becomes a file that is read."""

from pathlib import Path

from kpca.tables.readers.registry import allowed
from kpca.tables.table import InputError

CONVERSIONS = {
    ".rds": 'in R: write.csv(readRDS("{name}"), "{stem}.csv")',
    ".rdata": 'in R: load("{name}"), then write.csv(x, "{stem}.csv") for the table x',
    ".rda": 'in R: load("{name}"), then write.csv(x, "{stem}.csv") for the table x',
    **dict.fromkeys(
        (".svm", ".libsvm", ".svmlight"),
        'in Python: scipy.io.mmwrite("{stem}.mtx", '
        'sklearn.datasets.load_svmlight_file("{name}")[0])',
    ),
    ".html": 'in Python: pandas.read_html("{name}")[0].to_csv("{stem}.csv", index=False)',
    ".arff": 'in R: write.csv(foreign::read.arff("{name}"), "{stem}.csv", row.names = FALSE)',
    ".sas7bdat": 'in Python: pandas.read_sas("{name}").to_csv("{stem}.csv", index=False)',
    ".xls": "save it in Excel as .xlsx",
    ".ods": "save it as .xlsx or .csv",
    ".pkl": 'pickles are never opened; in Python: frame.to_parquet("{stem}.parquet")',
    ".pickle": 'pickles are never opened; in Python: frame.to_parquet("{stem}.parquet")',
    **dict.fromkeys(
        (".jsonl", ".ndjson"),
        'in Python: pandas.read_json("{name}", lines=True).to_csv("{stem}.csv", index=False)',
    ),
    **dict.fromkeys(
        (".h5", ".hdf5", ".hdf"),
        'in Python: pandas.read_hdf("{name}").to_parquet("{stem}.parquet"), or '
        'numpy.save("{stem}.npy", h5py.File("{name}")[...][:]) for an array of numbers',
    ),
    ".orc": 'in Python: pandas.read_orc("{name}").to_parquet("{stem}.parquet")',
    ".xpt": 'in Python: pandas.read_sas("{name}", "xport").to_csv("{stem}.csv", index=False)',
    ".xlsb": "save it in Excel as .xlsx",
    ".json": 'in Python: pandas.read_json("{name}").to_csv("{stem}.csv", index=False)',
    ".cnv": 'in Python: ctd.from_cnv("{name}").to_csv("{stem}.csv")',
    ".tps": 'in R: X <- geomorph::readland.tps("{name}", specID = "ID"), then '
    'write.csv(geomorph::two.d.array(X), "{stem}.csv")',
    ".nex": 'in R: write.csv(as.matrix(phangorn::readDist("{name}", format = "nexus")), '
    '"{stem}.csv")',
    ".meg": "in MEGA, export the distances as CSV",
    ".vcf": "plink2 --vcf {name} --export A --out {stem} writes {stem}.raw",
    ".pdf": "copy the table into a spreadsheet, and save it as .csv",
    ".tar": "unpack it with tar -xf {name}",
    ".7z": "unpack it",
    ".db": 'in Python: pandas.read_sql("SELECT * FROM NAME", sqlite3.connect("{name}")).to_csv'
    '("{stem}.csv", index=False) for the table NAME',
}
"""How a file of another kind becomes one that is read, by its ending."""

CALLED = {
    ".rds": "an object of R",
    ".rdata": "objects of R",
    ".html": "HTML",
    ".arff": "ARFF, as Weka writes it",
    ".sas7bdat": "a table of SAS",
    ".xpt": "a transport file of SAS",
    ".xls": "a workbook of an Excel before 2007, or another file of the old Office",
    ".xlsb": "a binary workbook of Excel",
    ".ods": "a sheet of OpenDocument",
    ".pkl": "a pickle of Python",
    ".h5": "HDF5, and none of the kinds of HDF5 that are read",
    ".orc": "ORC",
    ".nex": "NEXUS",
    ".meg": "a file of MEGA",
    ".vcf": "VCF, with genotypes as texts",
    ".pdf": "PDF",
    ".tar": "an archive of tar",
    ".7z": "an archive of 7-Zip",
    ".db": "a database of SQLite",
}
"""What the content of a file is that is recognized and not read."""


def unknown(path: Path) -> InputError:
    """The error for a file whose ending and content are of no kind that is read."""
    ending = path.suffix.lower()
    called = f"ending in {ending!r}" if ending else "without an ending"
    return InputError(
        f"{path}: files {called} are not known{_line(path, ending)}; allowed: {allowed()}"
    )


def not_read(path: Path, ending: str) -> InputError:
    """The error for a file whose content is of a kind that is not read, that of an ``ending``."""
    return InputError(
        f"{path}: its content is {CALLED[ending]}{_line(path, ending)}; allowed: {allowed()}"
    )


def _line(path: Path, ending: str) -> str:
    line = CONVERSIONS.get(ending, "").format(name=path.name, stem=path.stem)
    return f"; {line}" if line else ""
