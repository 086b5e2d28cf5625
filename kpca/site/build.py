"""Build the site: pages from results, and HTML from pages, with equal bytes for equal results."""

import io
import shutil
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils

from kpca.page import scripts
from kpca.site import contents, notebook
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
    "templates_path": [str(Path(__file__).parent / "templates")],
    "html_static_path": [*map(str, (ASSETS, *scripts.STYLES, *scripts.files()))],
    # Files that a page names in HTML, as they are.
    "html_extra_path": ["extra"],
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
    # Only dashes, of the two hyphens between a documented name and its meaning.
    "smartquotes_action": "D",
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
        if output.exists():
            shutil.rmtree(output)
        made.rename(output)
    return warnings


def html(source: Path, made: Path, trees: Path) -> list[str]:
    """Run Sphinx on the pages in ``source``, serially; returns its warnings."""
    warnings = io.StringIO()
    grammar.skip()
    (source / "extra").mkdir(exist_ok=True)
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
        # Before Sphinx collects the pictures.
        app.connect("doctree-read", _with_links, priority=100)
        app.connect("html-page-context", _through_the_book, priority=100)
        app.build(force_all=True)
    (made / ".buildinfo").unlink(missing_ok=True)
    (made / "objects.inv").unlink(missing_ok=True)
    for unused in made.glob("_static/**/*.map"):
        unused.unlink()
    text = strip_colors(warnings.getvalue()).replace(f"{source}/", "")
    print(text, end="", file=sys.stderr)
    return text.splitlines()


def _through_the_book(app: Sphinx, page: str, _: str, context: dict[str, Any], *_more: Any) -> None:
    """Let the menu show the branch of the page, and the arrows lead through the book.

    Notebooks of a study are not read in a row with the next study.
    """
    tree, below = context["toctree"], app.env.toctree_includes
    context["toctree"] = lambda **_: tree(titles_only=True, maxdepth=2, includehidden=True)

    def read_from(first: str) -> list[str]:
        lists = () if first.startswith("studies/") else below.get(first, ())
        return [first, *(one for part in lists for one in read_from(part))]

    study = next((one for one in below if one.startswith("studies/") and page in below[one]), None)
    row = [study, *below[study]] if study else read_from(app.config.root_doc)
    for arrow, step in (("prev", -1), ("next", 1)):
        k = row.index(page) + step if page in row else -1
        to = row[k] if 0 <= k < len(row) else None
        context[arrow] = to and {
            "link": app.builder.get_relative_uri(page, to),
            "title": escape(app.env.titles[to].astext()),
        }


def _with_links(app: Sphinx, page: nodes.document) -> None:
    """Let each picture be a link to its file, which Sphinx makes of one with a scale.

    On a phone the link is the frame in which the picture scrolls, also by the keyboard, or it leads
    to a second picture beside the first one, if there is one for a phone. On a dark page pictures
    are dark, unless their words would not be true then.
    """
    for image in [*page.findall(nodes.image)]:
        if "figure" not in image["classes"]:
            continue
        image["scale"] = 100
        caption = image.parent.astext() if isinstance(image.parent, nodes.figure) else ""
        image["classes"] += notebook.as_drawn(f"{image.get('alt')} {caption}").split()
        other = image["uri"].replace(".svg", "-on-phone.svg")
        if other != image["uri"] and Path(app.srcdir, other).is_file():
            second = image.deepcopy()
            second["uri"], second["classes"] = other, [*image["classes"], "on-phone"]
            image["classes"].append("on-desk")
            image.parent.insert(image.parent.index(image), second)
