"""An executed notebook keeps what was computed, and nothing of the run itself."""

import sys
import uuid

import nbformat.v4 as nb
import pytest

from kpca.studies.config.project import PROJECT
from kpca.workflow.notebooks import tidy


def _notebook(*outputs):
    cell = nb.new_code_cell("print()", outputs=list(outputs))
    return nb.new_notebook(cells=[nb.new_markdown_cell("x"), cell])


def _out(text, name="stdout"):
    return nb.new_output("stream", name=name, text=text)


def _texts(executed):
    return [output.get("text") for output in executed.cells[1].outputs]


def test_pieces_of_one_stream_are_joined_and_their_order_is_kept():
    data = nb.new_output("display_data", data={"text/plain": "x"})
    executed = _notebook(_out("a"), _out("b"), _out("c", "stderr"), data, _out("d"), _out("e"))
    tidy.bound(executed)
    assert _texts(executed) == ["ab", "c", None, "de"]


def test_both_ends_of_a_long_text_are_kept_and_a_short_one_is_not_touched():
    lines = [f"line {i}\n" for i in range(2 * tidy.PRINTED_LINES)]
    assert tidy.both_ends("".join(lines)) == "".join(lines)
    found = tidy.both_ends("".join([*lines, "the last"]))
    assert found.splitlines()[0] == "line 0"
    assert found.splitlines()[-1] == "the last"
    assert "... 1 lines are left out here ...\n" in found


def test_links_to_documents_lead_to_pages_of_the_site():
    executed = _notebook()
    executed.cells[0].source = "[N2](../../docs/references.md#n2), [a](https://b.org/docs/c.md)"
    executed.cells[1].source = "'](docs/c.md)'"
    tidy.strip(executed, site="../site")
    assert executed.cells[0].source == (
        "[N2](../site/references.html#n2), [a](https://b.org/docs/c.md)"
    )
    assert executed.cells[1].source == "'](docs/c.md)'"


def test_the_words_of_a_figure_stay_in_the_metadata_of_its_output():
    words = {"kpca": {"figure": "one", "caption": "What to see.", "alt": "Two dots."}}
    picture = nb.new_output("display_data", data={"image/png": "iVBOR"}, metadata=words)
    executed = _notebook(picture)
    tidy.strip(executed)
    assert executed.cells[1].outputs[0].metadata == words


def test_random_ids_of_tables_become_numbers_and_what_they_join_stays_joined():
    a, b = uuid.uuid4(), uuid.uuid4()
    html = f"<input id='s-{a}'><label for='s-{a}'><input id='s-{b}'>"
    executed = _notebook(nb.new_output("display_data", data={"text/html": html}))
    tidy.strip(executed)
    found = executed.cells[1].outputs[0].data["text/html"]
    assert found == "<input id='s-id-0'><label for='s-id-0'><input id='s-id-1'>"


def test_the_address_of_an_object_is_left_out():
    data = {"text/plain": "<pandas.Styler at 0x7f6e2d887790>"}
    executed = _notebook(nb.new_output("execute_result", data=data, execution_count=1))
    tidy.strip(executed)
    assert executed.cells[1].outputs[0].data["text/plain"] == "<pandas.Styler>"


@pytest.mark.parametrize(
    ("warning", "stored"),
    [
        (f"{PROJECT}/kpca/x.py:3: UserWarning", "./kpca/x.py:3: UserWarning"),
        (f"{sys.prefix}/lib/y.py:3: UserWarning", ".venv/lib/y.py:3: UserWarning"),
        ("/var/ipykernel_123/456.py:3: UserWarning", "cell:3: UserWarning"),
    ],
)
def test_a_warning_names_no_folder_of_this_machine(warning, stored):
    executed = _notebook(_out(warning, "stderr"))
    tidy.strip(executed)
    assert _texts(executed) == [stored]
