"""Texts in the files that the program writes."""

from __future__ import annotations

import io

from hypothesis import example, given
from hypothesis import strategies as st
from pypdf.generic import TextStringObject, read_object

from vtt.sheets.print.pdf_objects import pdf_text


@given(st.text(st.characters(codec="utf-8"), max_size=12))
@example("(a)\\\r\n")
@example("þÿ")
@example("ÿþ")
@example("ï»¿")
@example("Żółw € 😀")
def test_every_text_is_read_as_it_was_written(words: str) -> None:
    file = io.BytesIO()
    pdf_text(words).write_to_stream(file)
    file.seek(0)
    found = read_object(file, None)
    assert isinstance(found, TextStringObject)
    assert found == words
