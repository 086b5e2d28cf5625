"""The gallery of notebooks: every notebook once, its first picture with words, and its minutes."""

import base64
from hashlib import sha256

from kpca.figures.metadata import ON_PHONE
from kpca.site import gallery
from kpca.studies.config.notebooks import NOTEBOOKS


def _cell(text="", **more):
    return {"cell_type": "markdown", "source": [text], "metadata": {}} | more


def _drawn(png, metadata, of_cell=None):
    output = {"data": {"image/png": base64.b64encode(png).decode()}, "metadata": metadata}
    return _cell(cell_type="code", outputs=[output], metadata=of_cell or {})


def test_every_notebook_is_in_the_gallery_once_and_the_first_to_read_is_first():
    names = [name for _, names in gallery.parts() for name in names]
    assert sorted(names) == sorted(NOTEBOOKS)
    assert names[:2] == ["twelve-lines", "explore"]
    assert names[-1] == "report"


def test_the_minutes_are_those_of_the_words_and_not_of_the_code():
    text, code = _cell("word " * 700), _cell("code " * 900, cell_type="code")
    assert gallery.minutes({"cells": [text, code]}) == 4
    assert gallery.minutes({"cells": [code]}) == 1


def test_the_picture_is_the_first_one_that_has_an_alternative_text():
    silent, told = _drawn(b"one", {}), _drawn(b"two", {"kpca": {"alt": "Two dots."}})
    by_cell = _drawn(b"three", {}, {"alt": "Three dots."})
    found = gallery.picture({"cells": [_cell("text"), silent, told, by_cell]})
    assert found == (f"_images/{sha256(b'two').hexdigest()}.png", "Two dots.", False, "")
    assert gallery.picture({"cells": [by_cell]}).alt == "Three dots."
    assert gallery.picture({"cells": [silent]}) is None
    wide = _drawn(b"four", {"kpca": {"alt": "Four."}, "image/png": {"width": 864}})
    assert gallery.picture({"cells": [wide, told]}) == found, "its letters can be read on a card"
    wide["outputs"][0]["data"][ON_PHONE] = base64.b64encode(b"five").decode()
    file = f"_images/{sha256(b'five').hexdigest()}.png"
    assert gallery.picture({"cells": [wide, silent]})[2:] == (True, file)
