"""The paragraphs of a page, as the search shows them."""

from docutils import nodes
from docutils.utils import new_document

from kpca.site.excerpts import paragraphs


def test_a_formula_becomes_dots_and_markup_is_left_out():
    page = new_document("page")
    one = nodes.paragraph()
    one += [nodes.Text("Let "), nodes.math(text=r"\tilde K"), nodes.Text(" be\n centered, see ")]
    one += [nodes.raw("", "<a>"), nodes.emphasis("", "there"), nodes.raw("", "</a>")]
    page += [one, nodes.paragraph(), nodes.literal_block(text="code"), nodes.paragraph("", "Two.")]
    assert paragraphs(page) == ["Let … be centered, see there", "Two."]
