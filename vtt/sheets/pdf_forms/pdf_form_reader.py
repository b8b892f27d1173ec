"""Reads a filled form: a PDF from anybody, of which only the fields are read, and only within limits.

The limits are on CPU time and memory, not on time: a busy machine takes longer, but still reads.
Slow work: call it in a worker thread.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from engine.core.strict_parsing import DuplicateKey, load_json
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.sheets.forms.form_entries import FormEntry
from engine.sheets.forms.form_export import TICKED
from engine.sheets.forms.form_marks import MARKS
from engine.sheets.model.field_paths import InvalidFieldPath, parse_path
from engine.sheets.model.field_values import LONGEST
from engine.sheets.model.sheet_description import FigureField, SheetDescription
from vtt.sheets.pdf_forms.cpu_limit import CpuLimitReached, within_cpu
from vtt.sheets.pdf_forms.form_pictures import picture_on
from vtt.sheets.pdf_forms.pdf_form_fields import FORMAT, LEVEL, MARK, OFF, VERSION, answer_of
from vtt.widgets.tasks.task_runner import Progress, TaskCancelled

if TYPE_CHECKING:
    from pypdf.generic import DictionaryObject, StreamObject

MOST_BYTES: Final = 32 << 20
MOST_PAGES: Final = 1_000
MOST_FIELDS: Final = 100_000
"""Enough for what we print ourselves: 40 characters have some 30,000 fields."""
MOST_LEVELS: Final = 8
SECONDS: Final = 20.0
SECONDS_PER_MEGABYTE: Final = 8.0
"""In CPU seconds: about five times what a form of ours takes."""
_LONGEST_NAME: Final = 400
_RADIO: Final = 1 << 15
_PUSHED: Final = 1 << 16
_MOST_LETTERS: Final = 4_000_000
_MOST_UNPACKED: Final = 64 << 20
"""The limit of bytes in all unpacked parts of a document; even a small file can unpack to very much."""
_NUMBERED: Final = re.compile(r"(.+)\.(\d{1,3})")
_T = TypeVar("_T")


class FormFileError(ValueError):
    """A file that is no filled form, or not one that can be read. `text` is the sentence that says why."""

    def __init__(self, key: str, **params: Json) -> None:
        self.text = say(Message(key=f"sheets.exchange.form.{key}", params=params))
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class RawFormField:
    """A field in the file: its full name, its content, and its content when it was made.

    `picture` is the content of the file of the picture on a button; empty for a button without one, None for others.
    """

    name: str
    text: str
    printed: str | None
    is_box: bool = False
    states: tuple[str, ...] = ()
    picture: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSheet:
    """One sheet of a document.

    Attributes:
        ruleset: the game; empty if the document does not say.
        sheet: the id of the sheet.
        version: the version of the sheet.
        actor: the character that it was made for; empty on a blank.
        name: that character's name at the time.
        fields: its fields.
    """

    ruleset: str = ""
    sheet: str = ""
    version: int = 1
    actor: str = ""
    name: str = ""
    fields: tuple[RawFormField, ...] = field(default_factory=tuple)

    def entries(self, description: SheetDescription) -> tuple[FormEntry, ...]:
        """Return the entries of this sheet's fields."""
        return tuple(_entries(self.fields, description))

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """Yield the pictures that were chosen on the form: the name of the field, and the content of a file."""
        yield from ((raw.name, raw.picture) for raw in self.fields if raw.picture)


def read_form(path: Path, progress: Progress | None = None, seconds: float | None = None) -> tuple[FormSheet, ...]:
    """Read the filled sheets of a document.

    Args:
        path: the file.
        progress: for cancelling.
        seconds: the limit of CPU time; by default it depends on the size of the file.

    Raises:
        FormFileError: it is no form that can be read.
        TaskCancelled: the user cancelled it.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FormFileError("too_large", most=MOST_BYTES >> 20)
        content = path.read_bytes()
    except OSError as error:
        raise FormFileError("unreadable") from error
    if seconds is None:
        seconds = SECONDS + SECONDS_PER_MEGABYTE * len(content) / (1 << 20)
    try:
        with _guarded_pypdf():
            return within_cpu(seconds, lambda: progress is not None and progress.cancelled, lambda: _read(content))
    except _TooMuch as error:
        raise FormFileError("too_much") from error
    except CpuLimitReached as stopped:
        if progress is not None and progress.cancelled:
            raise TaskCancelled from stopped
        raise FormFileError("too_slow", seconds=round(seconds)) from stopped


class _TooMuch(BaseException):
    """More is unpacked than may be. Nothing that a reader catches on its way may hold this up."""


_one_reader = threading.Lock()


@contextmanager
def _guarded_pypdf() -> Iterator[None]:
    """Limit what pypdf unpacks to `_MOST_UNPACKED` bytes in all."""
    from pypdf import filters

    unpack, unpacked = filters.decode_stream_data, 0

    def counted(stream: StreamObject) -> bytes:
        nonlocal unpacked
        content = unpack(stream)
        unpacked += len(content)
        if unpacked > _MOST_UNPACKED:
            raise _TooMuch
        return content

    with _one_reader:
        try:
            filters.decode_stream_data = counted
            yield
        finally:
            filters.decode_stream_data = unpack


def _read(content: bytes) -> tuple[FormSheet, ...]:
    from pypdf import PdfReader
    from pypdf.generic import DictionaryObject

    if b"%PDF-" not in content[:1024]:
        raise FormFileError("no_pdf")
    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):  # only changes are protected
            raise FormFileError("encrypted")
        root = reader.root_object
        pages = _plain(_plain(root.get("/Pages"), DictionaryObject).get("/Count"), int)
        if pages > MOST_PAGES:
            raise FormFileError("pages", most=MOST_PAGES)
        form = _plain(root.get("/AcroForm"), DictionaryObject)
        fields = tuple(_FieldReader().fields(form))
        marked = reader.trailer.get("/Info")
        info = _plain(marked, DictionaryObject)
        marker = _text(info.get(MARK))
    except FormFileError:
        raise
    except (Exception, RecursionError) as error:  # all defects of a file get the same message
        raise FormFileError("encrypted" if b"/Encrypt" in content else "broken") from error
    if not fields:
        raise FormFileError("no_fields")
    return _sheets(marker, fields)


def _plain(value: object, kind: type[_T]) -> _T:
    """Return an object of a file, direct or indirect; an empty one if it has another type."""
    from pypdf.generic import PdfObject

    target = value.get_object() if isinstance(value, PdfObject) else value
    return target if isinstance(target, kind) else kind()


class _FieldReader:
    """Reads the fields of a form, each once, and no deeper than in our own forms."""

    def __init__(self) -> None:
        self._seen: set[tuple[int, int]] = set()
        self._count = 0
        self._letters = 0

    def fields(self, form: DictionaryObject) -> Iterator[RawFormField]:
        from pypdf.generic import ArrayObject

        for node in _plain(form.get("/Fields"), ArrayObject):
            yield from self._node(node, "", {}, 0)

    def _node(self, reference: object, name: str, above: Mapping[str, object], level: int) -> Iterator[RawFormField]:
        from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

        if isinstance(reference, IndirectObject):
            key = (reference.idnum, reference.generation)
            if key in self._seen:
                return
            self._seen.add(key)
        node = _plain(reference, DictionaryObject)
        self._count += 1
        if self._count > MOST_FIELDS or level > MOST_LEVELS:
            raise FormFileError("too_many", most=MOST_FIELDS)
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
    ) -> RawFormField:
        if _text(handed.get("/FT")) != "/Btn":
            text = self._value(handed.get("/V"))
            return RawFormField(name, text, self._value(handed["/DV"]) if "/DV" in handed else None)
        flags = _plain(handed.get("/Ff"), int)
        if flags & _PUSHED:
            return RawFormField(name, "", None, picture=picture_on(node))
        states = tuple(dict.fromkeys(state for box in boxes for state in _states(box)))
        chosen = _state(handed.get("/V"))
        if "/V" not in handed:  # some viewers only change the appearance
            chosen = next((state for box in boxes if (state := _state(box.get("/AS")))), "")
        printed = _state(handed["/DV"]) if "/DV" in handed else None
        radio = len(boxes) > 1 or flags & _RADIO
        return RawFormField(name, chosen, printed, is_box=True, states=states if radio else ())

    def _value(self, value: object) -> str:
        text = _text(value)[: LONGEST + 1]
        self._letters += len(text)
        if self._letters > _MOST_LETTERS:
            raise FormFileError("too_much")
        return text


def _text(value: object) -> str:
    """Return the text of a value; empty if it is no text."""
    from pypdf.generic import ArrayObject, ByteStringObject, PdfObject, StreamObject

    target = value.get_object() if isinstance(value, PdfObject) else value
    match target:
        case ByteStringObject():
            return bytes(target).decode("latin-1")
        case str():
            return str(target)
        case StreamObject():
            return bytes(target.get_data()[: 4 * LONGEST]).decode("utf-8", "replace")
        case ArrayObject():
            return "\n".join(_text(part) for part in target[:100])
        case _:
            return ""


def _state(value: object) -> str:
    """Return the chosen box; empty for none."""
    state = _text(value).removeprefix("/")
    return "" if state == OFF else answer_of(state)


def _states(box: DictionaryObject) -> Iterator[str]:
    from pypdf.generic import DictionaryObject

    faces = _plain(_plain(box.get("/AP"), DictionaryObject).get("/N"), DictionaryObject)
    for state in faces:
        name = _text(state).removeprefix("/")
        if name != OFF:
            yield answer_of(name)


# The description of the document ---------------------------------------------------------------------------


def _sheets(marker: str, fields: tuple[RawFormField, ...]) -> tuple[FormSheet, ...]:
    """Assign the fields to the sheets of a document; a document without a description is one sheet."""
    described = _sheets_in_marker(marker)
    if not described:
        return (FormSheet(fields=fields),)
    sheets = []
    for prefix, description in described:
        own_fields = [form_field for form_field in fields if form_field.name.startswith(prefix)]
        stripped = (
            RawFormField(f.name.removeprefix(prefix), f.text, f.printed, f.is_box, f.states, f.picture)
            for f in own_fields
        )
        sheets.append(
            FormSheet(
                ruleset=_word(description, "ruleset"),
                sheet=_word(description, "sheet"),
                version=_version(description),
                actor=_word(description, "actor"),
                name=_word(description, "name"),
                fields=tuple(stripped),
            )
        )
    return tuple(sheets)


def _sheets_in_marker(text: str) -> list[tuple[str, Mapping[str, object]]]:
    if not text or len(text) > 200_000:
        return []
    try:
        raw = load_json(text.encode("utf-8", "replace"))
    except (DuplicateKey, ValueError, RecursionError):
        return []
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        return []
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        raise FormFileError("newer")
    sheets = raw.get("sheets")
    if not isinstance(sheets, list):
        return []
    return [
        (_word(description, "prefix"), description)
        for description in sheets[:MOST_PAGES]
        if isinstance(description, dict)
    ]


def _word(description: Mapping[str, object], key: str) -> str:
    value = description.get(key)
    return value[:200] if isinstance(value, str) else ""


def _version(description: Mapping[str, object]) -> int:
    value = description.get("sheet_version")
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 100_000 else 1


def _entries(fields: tuple[RawFormField, ...], description: SheetDescription) -> Iterator[FormEntry]:
    """Yield the entries; boxes that count together become one entry, at the place of the first of them."""
    counted: dict[str, list[RawFormField]] = {}
    for form_field in fields:
        if form_field.picture is not None:
            continue
        numbered = _NUMBERED.fullmatch(form_field.name) if form_field.is_box and not form_field.states else None
        counted.setdefault(numbered[1] if numbered else form_field.name, []).append(form_field)
    for name, group in counted.items():
        path = _path_of(name, description)
        first = group[0]
        if not (first.is_box and not first.states and (len(group) > 1 or first.name != name)):
            yield _entry(path, first)
            continue
        printed = [form_field.printed for form_field in group]
        read = _positions if name.endswith(MARKS) else _ticked
        yield FormEntry(
            path=path,
            text=read([form_field.text for form_field in group]),
            printed=None if None in printed else read([text or "" for text in printed]),
            boxes=len(group),
        )


def _entry(path: str, form_field: RawFormField) -> FormEntry:
    if not form_field.is_box or form_field.states:
        return FormEntry(path=path, text=form_field.text, printed=form_field.printed, states=form_field.states)
    printed = None if form_field.printed is None else TICKED if form_field.printed else ""
    return FormEntry(path=path, text=TICKED if form_field.text else "", printed=printed)


def _ticked(states: list[str]) -> str:
    count = sum(bool(state) for state in states)
    return str(count) if count else ""


def _positions(states: list[str]) -> str:
    return " ".join(str(at) for at, state in enumerate(states, 1) if state)


def _path_of(name: str, description: SheetDescription) -> str:
    """Return the place that a field's name means."""
    if name.endswith(LEVEL):
        try:
            place = parse_path(name.removesuffix(LEVEL))
        except InvalidFieldPath:
            return name
        if isinstance(description.field(place.key), FigureField):
            return str(place)
    return name
