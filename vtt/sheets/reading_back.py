"""Reads a filled form: a PDF from anybody, of which nothing but the fields is looked at, and those within bounds.

The bounds are of computing and memory, not of time: a busy machine takes longer, and still reads.
Slow work: call it in a worker thread.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from engine.play.strict import KeyTwice, load_once
from engine.play.words import Message, say
from engine.sheets.description import Figure, SheetDescription
from engine.sheets.entering import TICKED, Entry
from engine.sheets.paths import NoPath, parse_path
from engine.sheets.values import LONGEST
from engine.table.frozen import Json
from vtt.sheets.cpu_limit import Stopped, within_cpu
from vtt.sheets.form_fields import FORMAT, LEVEL, MARK, VERSION
from vtt.widgets.work import Cancelled, Progress

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, StreamObject

MOST_BYTES: Final = 32 << 20
MOST_PAGES: Final = 1_000
MOST_FIELDS: Final = 100_000
"""What we print ourselves is read: 40 characters come to some 30,000 fields."""
MOST_LEVELS: Final = 8
SECONDS: Final = 20.0
SECONDS_PER_MEGABYTE: Final = 8.0
"""Of computing, not of waiting: some five times what a form of ours takes."""
_LONGEST_NAME: Final = 400
_MOST_LETTERS: Final = 4_000_000
_MOST_UNPACKED: Final = 64 << 20
"""Bytes that all the packed parts of a document may come to: a small file can hold very much, and all of it is kept."""
_OFF: Final = "Off"
_NUMBERED: Final = re.compile(r"(.+)\.(\d{1,3})")
_T = TypeVar("_T")


class NoForm(ValueError):
    """A file that is no filled form, or not one that can be read. `text` is the sentence that says why."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = say(Message(key=f"sheets.exchange.form.{key}", params=params))
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class RawField:
    """A field as it stands in the file: its whole name, what it holds, and what it held when it was made."""

    name: str
    text: str
    printed: str | None
    is_box: bool = False
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSheet:
    """One sheet of a document.

    Attributes:
        ruleset: the game; empty where the document does not say.
        sheet: the id of the sheet.
        version: the version of the sheet.
        actor: the character for whom it was made; empty on a blank.
        name: what that character was called.
        fields: what stands on it.
    """

    ruleset: str = ""
    sheet: str = ""
    version: int = 1
    actor: str = ""
    name: str = ""
    fields: tuple[RawField, ...] = field(default_factory=tuple)

    def entries(self, description: SheetDescription) -> tuple[Entry, ...]:
        """Return what stands in the fields of this sheet."""
        return tuple(_entries(self.fields, description))


def read_form(path: Path, progress: Progress | None = None, seconds: float | None = None) -> tuple[FormSheet, ...]:
    """Read the filled sheets of a document.

    Args:
        path: the file.
        progress: how it is stopped.
        seconds: how long it may compute; as a rule that depends on its size.

    Raises:
        NoForm: it is no form that can be read.
        Cancelled: somebody stopped it.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NoForm("too_large", most=MOST_BYTES >> 20)
        content = path.read_bytes()
    except OSError as error:
        raise NoForm("unreadable") from error
    if seconds is None:
        seconds = SECONDS + SECONDS_PER_MEGABYTE * len(content) / (1 << 20)
    try:
        with _guarded_pypdf():
            return within_cpu(seconds, lambda: progress is not None and progress.cancelled, lambda: _read(content))
    except _TooMuch as error:
        raise NoForm("too_much") from error
    except Stopped as stopped:
        if progress is not None and progress.cancelled:
            raise Cancelled from stopped
        raise NoForm("too_slow", seconds=round(seconds)) from stopped


class _TooMuch(BaseException):
    """More is unpacked than may be. Nothing that a reader catches on its way may hold this up."""


_one_reader = threading.Lock()


@contextmanager
def _guarded_pypdf() -> Iterator[None]:
    """Let pypdf unpack no more than `_MOST_UNPACKED` in all."""
    from pypdf import filters

    unpack, unpacked = filters.decode_stream_data, 0

    def counted(stream: StreamObject) -> bytes:
        nonlocal unpacked
        found = unpack(stream)
        unpacked += len(found)
        if unpacked > _MOST_UNPACKED:
            raise _TooMuch
        return found

    with _one_reader:
        try:
            filters.decode_stream_data = counted
            yield
        finally:
            filters.decode_stream_data = unpack


def _read(content: bytes) -> tuple[FormSheet, ...]:
    from io import BytesIO

    from pypdf import PdfReader
    from pypdf.generic import DictionaryObject

    if b"%PDF-" not in content[:1024]:
        raise NoForm("no_pdf")
    try:
        reader = PdfReader(BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):  # what only its owner may change, anybody may read
            raise NoForm("encrypted")
        root = reader.root_object
        pages = _plain(_plain(root.get("/Pages"), DictionaryObject).get("/Count"), int)
        if pages > MOST_PAGES:
            raise NoForm("pages", most=MOST_PAGES)
        form = _plain(root.get("/AcroForm"), DictionaryObject)
        fields = tuple(_Walk().fields(form))
        marked = reader.trailer.get("/Info")
        info = _plain(marked, DictionaryObject)
        told = _text(info.get(MARK))
    except NoForm:
        raise
    except (Exception, RecursionError) as error:  # whatever is wrong with a broken file is one and the same to people
        raise NoForm("encrypted" if b"/Encrypt" in content else "broken") from error
    if not fields:
        raise NoForm("no_fields")
    return _sheets(told, fields)


def _plain(value: object, kind: type[_T]) -> _T:
    """Return an object of a file itself, be it named or written out; an empty one where it is of another kind."""
    from pypdf.generic import PdfObject

    found = value.get_object() if isinstance(value, PdfObject) else value
    return found if isinstance(found, kind) else kind()


class _Walk:
    """Goes through the fields of a form, each once, and no deeper than a form of ours goes."""

    def __init__(self) -> None:
        self._seen: set[tuple[int, int]] = set()
        self._count = 0
        self._letters = 0

    def fields(self, form: DictionaryObject) -> Iterator[RawField]:
        from pypdf.generic import ArrayObject

        for one in _plain(form.get("/Fields"), ArrayObject):
            yield from self._node(one, "", {}, 0)

    def _node(self, reference: object, name: str, above: Mapping[str, object], level: int) -> Iterator[RawField]:
        from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

        if isinstance(reference, IndirectObject):
            key = (reference.idnum, reference.generation)
            if key in self._seen:
                return
            self._seen.add(key)
        node = _plain(reference, DictionaryObject)
        self._count += 1
        if self._count > MOST_FIELDS or level > MOST_LEVELS:
            raise NoForm("too_many", most=MOST_FIELDS)
        part = _text(node.get("/T"))[:_LONGEST_NAME]
        name = ".".join(filter(None, (name, part)))[:_LONGEST_NAME]
        handed = {**above, **{key: node[key] for key in ("/FT", "/V", "/DV", "/Ff") if key in node}}
        kids = _plain(node.get("/Kids"), ArrayObject)
        named = [kid for kid in kids if "/T" in _plain(kid, DictionaryObject)]
        if named:
            for kid in kids:
                yield from self._node(kid, name, handed, level + 1)
        elif name and "/FT" in handed:
            yield self._field(name, node, handed, [_plain(kid, DictionaryObject) for kid in kids] or [node])

    def _field(
        self, name: str, node: DictionaryObject, handed: Mapping[str, object], boxes: list[DictionaryObject]
    ) -> RawField:
        if _text(handed.get("/FT")) != "/Btn":
            text = self._value(handed.get("/V"))
            return RawField(name, text, self._value(handed["/DV"]) if "/DV" in handed else None)
        states = tuple(dict.fromkeys(state for box in boxes for state in _states(box)))
        chosen = _state(handed.get("/V"))
        if "/V" not in handed:  # some viewers only turn the box over
            chosen = next((state for box in boxes if (state := _state(box.get("/AS")))), "")
        printed = _state(handed["/DV"]) if "/DV" in handed else None
        radio = len(boxes) > 1 or _plain(handed.get("/Ff"), int) & (1 << 15)
        return RawField(name, chosen, printed, is_box=True, states=states if radio else ())

    def _value(self, value: object) -> str:
        text = _text(value)[: LONGEST + 1]
        self._letters += len(text)
        if self._letters > _MOST_LETTERS:
            raise NoForm("too_much")
        return text


def _text(value: object) -> str:
    """Return what stands in a value as text; what is no text is none."""
    from pypdf.generic import ArrayObject, ByteStringObject, PdfObject, StreamObject

    found = value.get_object() if isinstance(value, PdfObject) else value
    match found:
        case ByteStringObject():
            return bytes(found).decode("latin-1")
        case str():
            return str(found)
        case StreamObject():
            return bytes(found.get_data()[: 4 * LONGEST]).decode("utf-8", "replace")
        case ArrayObject():
            return "\n".join(_text(part) for part in found[:100])
        case _:
            return ""


def _state(value: object) -> str:
    """Return which box is chosen; nothing for none."""
    from vtt.sheets.form_writer import answer_of

    state = _text(value).removeprefix("/")
    return "" if state == _OFF else answer_of(state)


def _states(box: DictionaryObject) -> Iterator[str]:
    from pypdf.generic import DictionaryObject

    from vtt.sheets.form_writer import answer_of

    faces = _plain(_plain(box.get("/AP"), DictionaryObject).get("/N"), DictionaryObject)
    for state in faces:
        name = _text(state).removeprefix("/")
        if name != _OFF:
            yield answer_of(name)


# What the document is ----------------------------------------------------------------------------------------


def _sheets(told: str, fields: tuple[RawField, ...]) -> tuple[FormSheet, ...]:
    """Share the fields out among the sheets of a document; one that does not say what it is is one sheet."""
    known = _told(told)
    if not known:
        return (FormSheet(fields=fields),)
    found = []
    for prefix, made in known:
        mine = [one for one in fields if one.name.startswith(prefix)]
        stripped = (RawField(f.name.removeprefix(prefix), f.text, f.printed, f.is_box, f.states) for f in mine)
        found.append(
            FormSheet(
                ruleset=_word(made, "ruleset"),
                sheet=_word(made, "sheet"),
                version=_version(made),
                actor=_word(made, "actor"),
                name=_word(made, "name"),
                fields=tuple(stripped),
            )
        )
    return tuple(found)


def _told(text: str) -> list[tuple[str, Mapping[str, object]]]:
    if not text or len(text) > 200_000:
        return []
    try:
        raw = load_once(text.encode("utf-8", "replace"))
    except (KeyTwice, ValueError, RecursionError):
        return []
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        return []
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        raise NoForm("newer")
    sheets = raw.get("sheets")
    if not isinstance(sheets, list):
        return []
    return [(_word(made, "prefix"), made) for made in sheets[:MOST_PAGES] if isinstance(made, dict)]


def _word(made: Mapping[str, object], key: str) -> str:
    found = made.get(key)
    return found[:200] if isinstance(found, str) else ""


def _version(made: Mapping[str, object]) -> int:
    found = made.get("sheet_version")
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 < found <= 100_000 else 1


def _entries(fields: tuple[RawField, ...], description: SheetDescription) -> Iterator[Entry]:
    """Give what stands at each place; boxes that count together come as one, where the first of them stands."""
    counted: dict[str, list[RawField]] = {}
    for one in fields:
        numbered = _NUMBERED.fullmatch(one.name) if one.is_box and not one.states else None
        counted.setdefault(numbered[1] if numbered else one.name, []).append(one)
    for name, those in counted.items():
        path = _path_of(name, description)
        first = those[0]
        if not (first.is_box and not first.states and (len(those) > 1 or first.name != name)):
            yield _entry(path, first)
            continue
        printed = [one.printed for one in those]
        yield Entry(
            path=path,
            text=_ticked([one.text for one in those]),
            printed=None if None in printed else _ticked([text or "" for text in printed]),
            boxes=len(those),
        )


def _entry(path: str, one: RawField) -> Entry:
    if not one.is_box or one.states:
        return Entry(path=path, text=one.text, printed=one.printed, states=one.states)
    printed = None if one.printed is None else TICKED if one.printed else ""
    return Entry(path=path, text=TICKED if one.text else "", printed=printed)


def _ticked(states: list[str]) -> str:
    count = sum(bool(state) for state in states)
    return str(count) if count else ""


def _path_of(name: str, description: SheetDescription) -> str:
    """Return the place that a field's name means."""
    if name.endswith(LEVEL):
        try:
            place = parse_path(name.removesuffix(LEVEL))
        except NoPath:
            return name
        if isinstance(description.field(place.key), Figure):
            return str(place)
    return name
