"""Build the site: pages from results, and HTML from pages, with equal bytes for equal results."""

import io
import shutil
import sys
import tempfile
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils

from kpca.page import scripts
from kpca.site import columns, contents
from kpca.site.pages import Source
from kpca.studies.config.study import Config
from kpca.workflow.notebooks import grammar

ASSETS = Path(__file__).parent / "assets"

CONFIGURATION: dict[str, object] = {
    "project": "Kernel PCA, executed",
    "html_title": "Kernel PCA, executed",
    "html_theme": "furo",
    "extensions": [
        *("myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"),
        *("kpca.site.formulas", "kpca.site.excerpts"),
    ],
    "html_math_renderer": "katex",
    "nb_execution_mode": "off",
    "nb_merge_streams": True,
    "nb_code_prompt_show": "Show the code",
    "nb_code_prompt_hide": "Hide the code",
    "myst_enable_extensions": ["dollarmath", "deflist", "colon_fence"],
    "myst_heading_anchors": 3,
    "toc_object_entries_show_parents": "hide",
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "none",
    # As a list, because Sphinx warns of an attribute that is described as a property, too.
    "napoleon_custom_sections": [("Attributes", "params_style")],
    "napoleon_google_docstring": False,
    "napoleon_use_param": False,
    "napoleon_use_rtype": False,
    "html_static_path": [*map(str, (ASSETS, *scripts.STYLES, *scripts.files()))],
    "html_css_files": ["simple-datatables.css", "map.css", "page.css", "site.css"],
    "html_js_files": ["simple-datatables.js", "site.js", "gamma.js"],
    # kpca.site.excerpts has excerpts that need not be fetched.
    "html_show_search_summary": False,
    "html_domain_indices": False,
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_sphinx": False,
    "html_show_copyright": False,
    "html_last_updated_fmt": None,
    "smartquotes": False,
    # Many pages stand in no menu; others lead to them.
    "suppress_warnings": ["toc.not_included"],
    "language": "en",
}
"""The configuration of Sphinx."""


def site(config: Config, results: Path, output: Path, book: bool = False) -> list[str]:
    """Build the site of a run's results into the folder ``output``; returns Sphinx's warnings.

    It has the ``book`` on kernel PCA, too, if that is asked for, or the configuration is its own.
    An earlier site is replaced at the end, when the new one is complete.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as temporary:
        source, made, trees = (Path(temporary) / name for name in ("source", "site", "trees"))
        source.mkdir()
        Source(config, results, source, book or contents.is_book(config)).write()
        warnings = html(source, made, trees)
        for page in source.glob("*.html"):
            shutil.copyfile(page, made / page.name)
        if output.exists():
            shutil.rmtree(output)
        made.rename(output)
    return warnings


def html(source: Path, made: Path, trees: Path) -> list[str]:
    """Run Sphinx on the pages in ``source``, serially; returns its warnings."""
    warnings = io.StringIO()
    grammar.skip()
    # As Sphinx's own command does: what extensions register belongs to this build alone.
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            source,
            None,
            made,
            trees,
            "html",
            confoverrides=CONFIGURATION,
            status=None,
            warning=warnings,
            freshenv=True,
            parallel=1,
        )
        app.connect("doctree-read", _with_dashes)
        app.connect("doctree-read", _with_links)
        app.build(force_all=True)
    (made / ".buildinfo").unlink(missing_ok=True)
    (made / "objects.inv").unlink(missing_ok=True)
    text = strip_colors(warnings.getvalue()).replace(f"{source}/", "")
    print(text, end="", file=sys.stderr)
    return text.splitlines()


def _with_dashes(_: Sphinx, page: nodes.document) -> None:
    """Make a dash of the two hyphens that Sphinx sets between a documented name and its meaning."""
    for field in page.findall(nodes.field_body):
        for text in list(field.findall(nodes.Text)):
            text.parent.replace(text, nodes.Text(text.replace(" -- ", " – ")))


def _with_links(app: Sphinx, page: nodes.document) -> None:
    """Let each picture be a link to its file, which Sphinx makes of one with a scale, and say where
    a phone cuts it.

    There the link is the frame of its parts, or of one that scrolls, also by the keyboard.
    """
    for image in page.findall(nodes.image):
        if "figure" in image["classes"]:
            image["scale"] = 100
            image["classes"] += columns.of_file(Path(app.srcdir, image["uri"]))
