"""A PDF that Chromium wrote: equal documents get equal bytes, and places have sheet numbers."""

from io import BytesIO

from pypdf import PdfWriter

from kpca.site.printed import pdf

PARTS = (
    b"%PDF-1.4\n1 0 obj\n<</Title (T)\n/CreationDate (D:20260102030405+00'00')\n"
    b"/ModDate (D:20260102030405+00'00')>>",
    b"\n5 0 obj\n<</Length 9>> stream\n\x00>> 6 0 R\nendstream",
    b"\n2 0 obj\n<</Type /Page\n/Parent 8 0 R>>",
    b"\n3 0 obj\n<</Type /Page\n/Parent 9 0 R>>",
    b"\n4 0 obj\n<</Type /Page\n/Parent 9 0 R>>",
    b"\n8 0 obj\n<</Type /Pages\n/Count 3\n/Kids [9 0 R 2 0 R]>>",
    b"\n9 0 obj\n<</Type /Pages\n/Count 2\n/Kids [4 0 R 3 0 R]\n/Parent 8 0 R>>",
    b"\n10 0 obj\n<</errata [3 0 R /XYZ 6 827.6 0]\n/studies-a-index [2 0 R /XYZ 6 8 0]>>",
    b"\n11 0 obj\n<</S /TH\n/ID (node00000281)>>",
    b"\n12 0 obj\n<</S /TD\n/Headers [(node00000281) (node00000290)]>>",
    b"\n13 0 obj\n<</Type /Catalog\n/Pages 8 0 R\n/Dests 10 0 R>>",
    b"\ntrailer",
)
CONTENT = b"\nendobj".join(PARTS)


def test_dates_become_blanks_and_no_byte_moves():
    made = pdf.reproducible(CONTENT)
    assert b"2026" in CONTENT
    assert b"2026" not in made
    assert b"Date" not in made
    assert len(made) == len(CONTENT)
    assert made.index(b"/Type /Catalog") == CONTENT.index(b"/Type /Catalog")


def test_ids_of_cells_count_from_1_and_still_refer_to_each_other():
    later = CONTENT.replace(b"00000281", b"00001282").replace(b"00000290", b"00001291")
    made = pdf.reproducible(CONTENT)
    assert pdf.reproducible(later) == made
    assert b"/ID (node00000001)" in made
    assert b"/Headers [(node00000001) (node00000002)]" in made


def test_a_difference_in_what_is_shown_stays_a_difference():
    other = CONTENT.replace(b"(T)", b"(U)")
    assert pdf.reproducible(other) != pdf.reproducible(CONTENT)


def test_a_place_has_the_number_of_its_sheet_in_the_order_of_reading():
    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(width=100, height=100)
    writer.add_named_destination("errata", 1)
    writer.add_named_destination("studies-a-index", 2)
    file = BytesIO()
    writer.write(file)
    assert pdf.sheets(file.getvalue()) == {"errata": 2, "studies-a-index": 3}


def test_a_pdf_without_places_has_no_numbers():
    writer = PdfWriter()
    writer.add_blank_page(width=100, height=100)
    file = BytesIO()
    writer.write(file)
    assert pdf.sheets(file.getvalue()) == {}
