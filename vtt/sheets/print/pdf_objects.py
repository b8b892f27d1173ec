"""The objects of a PDF in forms that are written quickly: a party's fillable sheets have half a million of them.

`pypdf` writes names and texts letter by letter. The objects here have the same content.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    PdfObject,
    TextStringObject,
)

_SAFE: Final = re.compile(r"[ -'*-\[\]-~]*")
"""A text that needs no escapes in parentheses: ASCII without parentheses, backslashes and line breaks."""


class _PlainName(NameObject):
    """A name that is encoded once."""

    written: bytes

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(self.written)


class _PlainText(TextStringObject):
    """A text of safe letters, written in one go."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(b"(%b)" % self.encode("ascii"))


class _PlainNumber(FloatObject):
    """A number with up to three decimal places."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write((f"{self:.3f}".rstrip("0").rstrip(".") or "0").encode("ascii"))


@lru_cache(maxsize=4096)
def pdf_name(word: str) -> NameObject:
    """Return a name; the word comes without its slash."""
    made = _PlainName(f"/{word}")
    made.written = made.renumber()
    return made


def pdf_text(words: str) -> TextStringObject:
    """Return a text."""
    return _PlainText(words) if _SAFE.fullmatch(words) else TextStringObject(words)


def pdf_dictionary(parts: Mapping[str, PdfObject]) -> DictionaryObject:
    """Return a dictionary; the keys come without their slash."""
    return DictionaryObject({pdf_name(key): value for key, value in parts.items()})


def pdf_numbers(*numbers: float) -> ArrayObject:
    """Return numbers as a PDF has them."""
    return ArrayObject(map(_PlainNumber, numbers))


def dictionary_of(made: PdfObject) -> DictionaryObject:
    """Return the dictionary behind a reference."""
    found = made.get_object()
    assert isinstance(found, DictionaryObject)
    return found
