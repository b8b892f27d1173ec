"""The objects of a PDF in forms that are written quickly: a party's fillable sheets have half a million of them.

`pypdf` writes names and texts letter by letter. The objects here have the same content.
"""

from __future__ import annotations

import io
import re
from codecs import BOM_UTF16_BE
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from pypdf import PdfWriter
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
_ESCAPED: Final = re.compile(rb"[()\\\r\n]")
_LIKE_MARKS: Final = ("þÿ", "ÿþ", "ï»¿")
"""Beginnings of a text that would be read as the mark of another encoding."""


class _PlainName(NameObject):
    """A name that is encoded once."""

    written: bytes

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(self.written)


class _PlainText(TextStringObject):
    """A text that is encoded once."""

    written: bytes
    autodetect_utf16 = False
    autodetect_pdfdocencoding = False
    utf16_bom = b""

    def __new__(cls, words: str) -> _PlainText:
        """Return a text; which encoding it needs is found out only where that is not plain."""
        made = str.__new__(cls, words)
        if _SAFE.fullmatch(words):
            made.written = b"(%b)" % words.encode("ascii")
        else:
            raw = TextStringObject(words).get_encoded_bytes()
            if words.startswith(_LIKE_MARKS):
                raw = BOM_UTF16_BE + words.encode("utf-16-be")
            made.written = b"(%b)" % _ESCAPED.sub(lambda sign: b"\\%03o" % ord(sign[0]), raw)
        return made

    def write_to_stream(self, stream: Any) -> None:
        """Write it."""
        stream.write(self.written)


class _PlainNumbers(ArrayObject):
    """Numbers with up to three decimal places, encoded once; nobody may change them."""

    written: bytes

    def write_to_stream(self, stream: Any) -> None:
        """Write them."""
        stream.write(self.written)


class _PlainNumber(NumberObject):
    """A whole number that is encoded once."""

    written: bytes

    def write_to_stream(self, stream: Any, encryption_key: object = None) -> None:
        """Write it."""
        stream.write(self.written)


class _PlainReference(IndirectObject):
    """A reference that is encoded once."""

    written: bytes

    def write_to_stream(self, stream: Any, encryption_key: object = None) -> None:
        """Write it."""
        stream.write(self.written)


class _PlainDictionary(DictionaryObject):
    """A dictionary that is written in one go; only names and objects of a PDF may be put into it."""

    __setitem__ = dict.__setitem__

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


_WRITTEN: Final = frozenset({_PlainName, _PlainText, _PlainNumber, _PlainNumbers, _PlainReference})


def _encoded(value: Any) -> bytes:
    """Return an object as it stands in a file."""
    kind = type(value)
    if kind in _WRITTEN:
        written: bytes = value.written
        return written
    if kind is IndirectObject:
        return b"%d %d R" % (value.idnum, value.generation)
    if kind is _PlainDictionary:
        return b"<<%b>>" % _entries(value)
    if kind is _PlainArray:
        return b"[%b]" % b" ".join(map(_encoded, value))
    if kind is NumberObject:
        return b"%d" % value
    stream = io.BytesIO()
    value.write_to_stream(stream)
    return stream.getvalue()


def _entries(parts: DictionaryObject) -> bytes:
    return b" ".join(
        [
            each.written if type(each) in _WRITTEN else _encoded(each)  # most are: the call would take half the time
            for entry in parts.items()
            for each in entry
        ]
    )


@lru_cache(maxsize=4096)
def pdf_name(word: str) -> NameObject:
    """Return a name; the word comes without its slash."""
    made = _PlainName(f"/{word}")
    made.written = made.renumber()
    return made


class _Keys(dict[str, NameObject]):
    """The names of entries, which the program itself writes, by their words."""

    def __missing__(self, word: str) -> NameObject:
        """Return a name that is wanted for the first time."""
        name = self[word] = pdf_name(word)
        return name


_KEYS: Final = _Keys()


@lru_cache(maxsize=4096)
def pdf_text(words: str) -> TextStringObject:
    """Return a text."""
    return _PlainText(words)


@lru_cache(maxsize=4096)
def pdf_number(number: int) -> NumberObject:
    """Return a whole number."""
    made = _PlainNumber(number)
    made.written = b"%d" % number
    return made


def add_object(writer: PdfWriter, made: PdfObject) -> IndirectObject:
    """Add a new object to a document, and return a reference to it."""
    objects = writer._objects
    objects.append(made)
    reference = made.indirect_reference = _PlainReference(len(objects), 0, writer)
    reference.written = b"%d 0 R" % len(objects)
    return reference


def pdf_dictionary(parts: Mapping[str, PdfObject]) -> DictionaryObject:
    """Return a dictionary; the keys come without their slash."""
    return _PlainDictionary({_KEYS[key]: value for key, value in parts.items()})


def pdf_array(parts: Iterable[PdfObject] = ()) -> ArrayObject:
    """Return an array."""
    return _PlainArray(parts)


def pdf_stream(parts: Mapping[str, PdfObject], content: bytes) -> StreamObject:
    """Return a stream with the further entries of its dictionary, which come without their slash."""
    made = _PlainStream()
    made.set_data(content)
    made.update({_KEYS[key]: value for key, value in parts.items()})
    return made


def pdf_numbers(*numbers: float) -> ArrayObject:
    """Return numbers as a PDF has them."""
    made = _PlainNumbers([float.__new__(FloatObject, number) for number in numbers])
    words = " ".join([f"{round(number, 3):.9g}" for number in numbers])
    made.written = f"[{words}]".encode("ascii")
    return made


def dictionary_of(made: PdfObject) -> DictionaryObject:
    """Return the dictionary behind a reference."""
    found = made.get_object()
    assert isinstance(found, DictionaryObject)
    return found
