"""The objects of a PDF in forms that are written quickly: a party's fillable sheets have half a million of them.

`pypdf` writes names and texts letter by letter. The objects here have the same content.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NumberObject,
    PdfObject,
    StreamObject,
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
        stream.write(_encoded(self))


class _PlainNumber(FloatObject):
    """A number with up to three decimal places."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(_encoded(self))


class _PlainDictionary(DictionaryObject):
    """A dictionary that is written in one go."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(_encoded(self))


class _PlainArray(ArrayObject):
    """An array that is written in one go."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(_encoded(self))


class _PlainStream(StreamObject):
    """A stream that is written in one go."""

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        content = self._data
        stream.write(b"<<%b\n/Length %d>>\nstream\n%b\nendstream" % (_entries(self), len(content), content))


def _encoded(value: Any) -> bytes:
    """Return an object as it stands in a file."""
    encode = _ENCODERS.get(type(value))
    if encode is not None:
        return encode(value)
    stream = io.BytesIO()
    value.write_to_stream(stream)
    return stream.getvalue()


def _entries(parts: DictionaryObject) -> bytes:
    return b"\n".join([b"%b %b" % (_encoded(key), _encoded(part)) for key, part in parts.items()])


_ENCODERS: Final[Mapping[type, Callable[[Any], bytes]]] = {
    _PlainName: lambda name: name.written,
    _PlainText: lambda text: b"(%b)" % text.encode("ascii"),
    _PlainNumber: lambda number: (f"{number:.3f}".rstrip("0").rstrip(".") or "0").encode("ascii"),
    _PlainArray: lambda parts: b"[%b]" % b" ".join([_encoded(part) for part in parts]),
    _PlainDictionary: lambda parts: b"<<%b>>" % _entries(parts),
    NumberObject: lambda number: b"%d" % number,
    IndirectObject: lambda reference: b"%d %d R" % (reference.idnum, reference.generation),
}


@lru_cache(maxsize=4096)
def pdf_name(word: str) -> NameObject:
    """Return a name; the word comes without its slash."""
    made = _PlainName(f"/{word}")
    made.written = made.renumber()
    return made


@lru_cache(maxsize=4096)
def pdf_text(words: str) -> TextStringObject:
    """Return a text."""
    return _PlainText(words) if _SAFE.fullmatch(words) else TextStringObject(words)


def pdf_dictionary(parts: Mapping[str, PdfObject]) -> DictionaryObject:
    """Return a dictionary; the keys come without their slash."""
    return _PlainDictionary({pdf_name(key): value for key, value in parts.items()})


def pdf_array(parts: Iterable[PdfObject] = ()) -> ArrayObject:
    """Return an array."""
    return _PlainArray(parts)


def pdf_stream(parts: Mapping[str, PdfObject], content: bytes) -> StreamObject:
    """Return a stream with the further entries of its dictionary, which come without their slash."""
    made = _PlainStream()
    made.set_data(content)
    made.update(pdf_dictionary(parts))
    return made


def pdf_numbers(*numbers: float) -> ArrayObject:
    """Return numbers as a PDF has them."""
    return _PlainArray(map(_PlainNumber, numbers))


def dictionary_of(made: PdfObject) -> DictionaryObject:
    """Return the dictionary behind a reference."""
    found = made.get_object()
    assert isinstance(found, DictionaryObject)
    return found
