"""Adds form fields to the pages of a finished PDF, each with its appearance."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    PdfObject,
    StreamObject,
)

from engine.sheets.forms.form_script import script_of
from engine.sheets.layout.page_geometry import Rect
from engine.sheets.printing.text_fitting import LEAST_SIZE
from vtt.sheets.pdf_forms.form_calculations import form_calculations
from vtt.sheets.pdf_forms.form_font_file import is_western
from vtt.sheets.pdf_forms.outlined_text import OutlinedLine
from vtt.sheets.pdf_forms.pdf_font_resources import WESTERN, FormFonts
from vtt.sheets.pdf_forms.pdf_form_fields import OFF, FillablePage, PdfFormField, PdfFormFieldKind, state_of
from vtt.sheets.print.pdf_objects import (
    add_object,
    dictionary_of,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_number,
    pdf_numbers,
    pdf_stream,
    pdf_text,
)
from vtt.sheets.print.pdf_reading_order import add_reading_order
from vtt.sheets.print.pdf_structure import PdfStructure
from vtt.sheets.print.print_job import PaperOptions
from vtt.widgets.tasks.task_runner import Progress

ON: Final = "Yes"
_POINTS: Final = 72 / 25.4
_INK: Final = "0.07 0.07 0.09"
_SIZE: Final = 9.5
_LEADING: Final = 1.16
_PAD: Final = 2.0
_LOCKED: Final = 1
_LINES: Final = 1 << 12
_RADIO: Final = 1 << 15
_PUSHED: Final = 1 << 16
_COMBO: Final = 1 << 17
_FREE: Final = 1 << 18
_NO_SPELLING: Final = 1 << 22
_PRINTED: Final = 4
_CIRCLE: Final = 0.5523
_CHOOSE_PICTURE: Final = "event.target.buttonImportIcon();"
"""Viewers that know it ask for a picture and put it on the button that was clicked."""


def add_fields(
    painted: bytes, options: PaperOptions, pages: Sequence[FillablePage], about: Mapping[str, str], progress: Progress
) -> bytes:
    """Return a PDF with the fields of each page and the document's metadata. Raises TaskCancelled."""
    writer = PdfWriter(clone_from=io.BytesIO(painted))
    writer.pdf_header = "%PDF-1.7"
    structure = PdfStructure(writer, options.paper)
    form = _FormWriter(writer, options, _beyond(pages), structure)
    for at, page in enumerate(pages):
        structure.page(at, page.side, page.bookmark)
        add_reading_order(writer.pages[at], page.side, options.paper, writer)
        form.page(at, page)
        progress(len(pages) + at + 1, len(pages) * 2)
        progress.check()
    form.finish(pages)
    structure.finish()
    writer.add_metadata(dict(about))
    filled = io.BytesIO()
    writer.write(filled)
    return filled.getvalue()


def _beyond(pages: Iterable[FillablePage]) -> str:
    """Return the letters of all values that have some beyond those of Western Europe."""
    fields = (field for page in pages for filled in page.forms for field in filled.fields)
    texts = (field.text for field in fields if not is_western(field.text))
    return "".join(sorted(set("".join(texts)) - {"\n"}))


class _FormWriter:
    """Builds the form of one document."""

    def __init__(self, writer: PdfWriter, options: PaperOptions, beyond: str, structure: PdfStructure) -> None:
        self._writer = writer
        self._structure = structure
        self._options = options
        self._fonts = FormFonts(writer, beyond)
        self._roots = pdf_array()
        self._nodes: dict[str, tuple[IndirectObject, ArrayObject]] = {}
        self._texts: dict[str, IndirectObject] = {}
        self._accent = _INK
        self._signs: dict[tuple[str, float, float, str], IndirectObject] = {}
        self._frames: dict[tuple[float, float], ArrayObject] = {}

    def page(self, number: int, page: FillablePage) -> None:
        """Add the fields of a page."""
        if not page.forms:
            return
        plain = self._options.grey or self._options.saving
        target = self._writer.pages[number]
        height = float(target.mediabox.height)
        annotations = pdf_array()
        reference = target.indirect_reference
        assert reference is not None
        for filled in page.forms:
            self._accent = _INK if plain else _colour(filled.form.description.look.accent)
            for field in filled.fields:
                rects = [rect.moved(*filled.offset) for rect in field.rects]
                places = [_field_place(rect, height) for rect in rects]
                widgets = [*self._field(field, filled.prefix, places, reference)]
                for widget, rect in zip(widgets, rects, strict=True):
                    self._structure.field(widget, rect)
                annotations.extend(widgets)
        if annotations:
            target[pdf_name("Annots")] = annotations

    def finish(self, pages: Sequence[FillablePage]) -> None:
        """Add the form to the document, and the script that calculates it."""
        form = pdf_dictionary(
            {
                "Fields": self._roots,
                "DR": self._fonts.resources,
                "DA": pdf_text(f"/{WESTERN} {_SIZE} Tf {_INK} rg"),
            }
        )
        root = self._writer.root_object
        root[pdf_name("AcroForm")] = self._add(form)
        found = list(form_calculations(pages))
        if not found:
            return
        order = pdf_array()
        calculate = self._add(_script("KT.calculate(event,this);"))
        for field_name, _ in found:
            reference = self._texts[field_name]
            dictionary_of(reference)[pdf_name("AA")] = pdf_dictionary({"C": calculate})
            order.append(reference)
        form[pdf_name("CO")] = order
        whole = StreamObject()
        whole.set_data(script_of(found).encode("ascii"))
        script = pdf_dictionary({"S": pdf_name("JavaScript"), "JS": self._add(whole.flate_encode())})
        names = root.setdefault(pdf_name("Names"), DictionaryObject()).get_object()
        names[pdf_name("JavaScript")] = pdf_dictionary({"Names": pdf_array((pdf_text("KT"), self._add(script)))})

    # Fields ----------------------------------------------------------------------------------------------

    def _field(
        self, field: PdfFormField, prefix: str, places: Sequence[_FieldPlace], page: IndirectObject
    ) -> Iterable[IndirectObject]:
        name = f"{prefix}{field.name}"
        match field.kind:
            case PdfFormFieldKind.TICKS:
                for at, place in enumerate(places):
                    box = self._tick(field, place, page, ticked=field.ticked(at))
                    box[pdf_name("TU")] = pdf_text(f"{field.label} {at + 1}")
                    yield self._named(f"{name}.{at + 1}", box)
            case PdfFormFieldKind.TICK:
                box = self._tick(field, places[0], page, ticked=field.ticked(0))
                box[pdf_name("TU")] = pdf_text(field.label)
                yield self._named(name, box)
            case PdfFormFieldKind.ONE_OF:
                yield from self._one_of(field, name, places, page)
            case PdfFormFieldKind.PICTURE:
                yield self._named(name, self._picture(field, places[0], page))
            case _:
                self._texts[name] = self._named(name, self._text(field, places[0], page))
                yield self._texts[name]

    def _named(self, name: str, made: DictionaryObject) -> IndirectObject:
        """Put a field into the folder of its name: the part before a dot is a folder."""
        folder, _, last = name.rpartition(".")
        made[pdf_name("T")] = pdf_text(last)
        reference = self._add(made)
        self._put(folder, reference, made)
        return reference

    def _put(self, folder: str, reference: IndirectObject, made: DictionaryObject) -> None:
        if not folder:
            self._roots.append(reference)
            return
        node = self._nodes.get(folder)
        if node is None:
            above, _, last = folder.rpartition(".")
            kids = pdf_array()
            fresh = pdf_dictionary({"T": pdf_text(last), "Kids": kids})
            node = self._nodes[folder] = (self._add(fresh), kids)
            self._put(above, node[0], fresh)
        node[1].append(reference)
        made[pdf_name("Parent")] = node[0]

    def _text(self, field: PdfFormField, place: _FieldPlace, page: IndirectObject) -> DictionaryObject:
        has_lines = self._has_lines(field, place)
        size = self._size(field, place, has_lines=has_lines)
        flags = _LOCKED if field.locked else 0
        pick = field.kind is PdfFormFieldKind.PICK
        if pick:
            flags |= _COMBO | (_FREE if field.free else 0)
        elif has_lines:
            flags |= _LINES
        if field.centred:
            flags |= _NO_SPELLING
        text = pdf_text(field.text)
        made = _widget(
            place,
            page,
            {
                "FT": pdf_name("Ch" if pick else "Tx"),
                "TU": pdf_text(field.label),
                "Ff": pdf_number(flags),
                "V": text,
                "DV": text,
                "DA": pdf_text(f"/{WESTERN} {size:g} Tf {_INK} rg"),
                "AP": pdf_dictionary({"N": self._add(self._words(field, place, size, has_lines=has_lines))}),
            },
        )
        if pick:
            made[pdf_name("Opt")] = pdf_array(pdf_text(answer) for answer in ("", *field.states))
        else:
            made[pdf_name("MaxLen")] = pdf_number(field.most)
        if field.centred:
            made[pdf_name("Q")] = pdf_number(1)
        return made

    def _tick(self, field: PdfFormField, place: _FieldPlace, page: IndirectObject, *, ticked: bool) -> DictionaryObject:
        state = pdf_name(ON if ticked else OFF)
        return _widget(
            place,
            page,
            {
                "FT": pdf_name("Btn"),
                "Ff": pdf_number(_LOCKED if field.locked else 0),
                "V": state,
                "DV": state,
                "AS": state,
                "AP": self._faces(ON, place, "cross"),
            },
        )

    def _one_of(
        self, field: PdfFormField, name: str, places: Sequence[_FieldPlace], page: IndirectObject
    ) -> Iterable[IndirectObject]:
        chosen = state_of(field.text) if field.text else OFF
        group = pdf_dictionary(
            {
                "FT": pdf_name("Btn"),
                "TU": pdf_text(field.label),
                "Ff": pdf_number(_RADIO | (_LOCKED if field.locked else 0)),
                "V": pdf_name(chosen),
                "DV": pdf_name(chosen),
                "Kids": pdf_array(),
            }
        )
        reference = self._named(name, group)
        kids = group["/Kids"]
        assert isinstance(kids, ArrayObject)
        for at, place in enumerate(places):
            state = state_of(field.states[at])
            made = _widget(place, page, {"Parent": reference})
            made[pdf_name("AS")] = pdf_name(state if field.ticked(at) else OFF)
            made[pdf_name("TU")] = pdf_text(f"{field.label}: {field.states[at]}")
            made[pdf_name("AP")] = self._faces(state, place, field.states[at] if field.numbered else "dot")
            kid = self._add(made)
            kids.append(kid)
            yield kid

    def _picture(self, field: PdfFormField, place: _FieldPlace, page: IndirectObject) -> DictionaryObject:
        """Return an invisible button over the place of a picture, which shows the picture that is chosen with it."""
        fitting = pdf_dictionary({"SW": pdf_name("A"), "S": pdf_name("P")})
        made = _widget(
            place,
            page,
            {
                "FT": pdf_name("Btn"),
                "Ff": pdf_number(_PUSHED | (_LOCKED if field.locked else 0)),
                "TU": pdf_text(field.label),
                "MK": pdf_dictionary({"TP": pdf_number(1), "IF": fitting}),
                "AP": pdf_dictionary({"N": self._add(self._drawing("", place))}),
            },
        )
        if not field.locked:
            made[pdf_name("A")] = _script(_CHOOSE_PICTURE)
        return made

    # Appearance ------------------------------------------------------------------------------------------

    def _size(self, field: PdfFormField, place: _FieldPlace, *, has_lines: bool) -> float:
        """Return the size in which a text fits its place, if any does."""
        size = _SIZE if has_lines else min(_SIZE, max(LEAST_SIZE, place.h * 0.72))
        width = place.w - 2 * _PAD
        face = self._fonts.face
        ink = face.width("".join(field.text.split()), 1.0) if has_lines else face.width(field.text, 1.0)
        while size > LEAST_SIZE:
            if has_lines:
                most = int((place.h - _PAD) / (size * _LEADING))
                has_room = ink * size <= most * width  # else it is not worth breaking it into lines
                if has_room and len(face.lines(field.text, size, width, most + 1)) <= most:
                    break
            elif ink * size <= width:
                break
            size = round(size - 0.5, 1)
        return max(size, LEAST_SIZE)

    def _has_lines(self, field: PdfFormField, place: _FieldPlace) -> bool:
        """Say whether a field has several lines: also one of a table whose text fits in no single line."""
        if field.kind is not PdfFormFieldKind.LINE or field.centred:
            return field.kind is PdfFormFieldKind.LINES
        is_too_long = self._fonts.face.width(field.text, LEAST_SIZE) > place.w - 2 * _PAD
        return is_too_long and place.h >= 2 * LEAST_SIZE * _LEADING

    def _words(self, field: PdfFormField, place: _FieldPlace, size: float, *, has_lines: bool) -> StreamObject:
        width = place.w - 2 * _PAD
        if has_lines:
            most = max(1, int(place.h / (size * _LEADING)) + 1)
            lines = self._fonts.face.lines(field.text, size, width, most)
            top = place.h - 1.0 - size * 0.95
        else:
            lines = [field.text.replace("\n", " ")] if field.text else []
            top = (place.h - size * 0.727) / 2
        strange: list[str] = []
        parts = [f"/Tx BMC q 0.5 0.5 {max(0.1, place.w - 1):g} {max(0.1, place.h - 1):g} re W n BT {_INK} rg"]
        for at, line in enumerate(lines):
            y = top - at * size * _LEADING
            if not self._fonts.has(line):
                strange.append(self._outlines(line, size, y, width))
            elif line:
                x = _PAD + (max(0.0, width - self._fonts.face.width(line, size)) / 2 if field.centred else 0.0)
                font, code = self._fonts.coded(line)
                parts.append(f"/{font} {size:g} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm <{code}> Tj")
        parts += ["ET", *strange, "Q EMC"]
        return self._drawing(" ".join(parts), place)

    def _outlines(self, line: str, size: float, y: float, width: float) -> str:
        """Return the PDF operators that draw a line as outlines, no wider than its place."""
        outlined = OutlinedLine(line)
        return outlined.drawn(size * min(1.0, width / max(0.1, outlined.width(size))), _PAD, y)

    def _faces(self, state: str, place: _FieldPlace, sign: str) -> DictionaryObject:
        """Return how a box looks while it is ticked and while it is not; boxes of one size share that."""
        on, off = (self._sign(name, place) for name in (sign, ""))
        return pdf_dictionary({"N": pdf_dictionary({state: on, OFF: off})})

    def _sign(self, sign: str, place: _FieldPlace) -> IndirectObject:
        key = (sign, round(place.w, 1), round(place.h, 1), self._accent)
        known = self._signs.get(key)
        if known is None:
            known = self._signs[key] = self._add(self._drawing(self._drawn(sign, place), place))
        return known

    def _drawn(self, sign: str, place: _FieldPlace) -> str:
        w, h = place.w, place.h
        if not sign:
            return ""
        if sign == "cross":
            x, y = w * 0.2, h * 0.2
            return (
                f"q {_INK} RG {max(0.9, w * 0.11):.2f} w {x:.2f} {y:.2f} m {w - x:.2f} {h - y:.2f} l "
                f"{x:.2f} {h - y:.2f} m {w - x:.2f} {y:.2f} l S Q"
            )
        radius = min(w, h) * (0.28 if sign == "dot" else 0.46)
        disc = f"q {self._accent} rg {_circle(w / 2, h / 2, radius)} f Q"
        if sign == "dot":
            return disc
        size = min(w, h) * 0.62
        font, code = self._fonts.coded(sign)
        x = (w - self._fonts.face.width(sign, size)) / 2
        return (
            f"{disc} BT 1 1 1 rg /{font} {size:.2f} Tf 1 0 0 1 {x:.2f} {(h - size * 0.727) / 2:.2f} Tm <{code}> Tj ET"
        )

    def _drawing(self, content: str, place: _FieldPlace) -> StreamObject:
        size = (place.w, place.h)
        box = self._frames.get(size)
        if box is None:
            box = self._frames[size] = pdf_numbers(0, 0, *size)
        parts: dict[str, PdfObject] = {
            "Type": pdf_name("XObject"),
            "Subtype": pdf_name("Form"),
            "BBox": box,
            "Resources": self._fonts.resources,
        }
        made = pdf_stream(parts, content.encode("ascii"))
        return made.flate_encode() if len(content) > 400 else made

    def _add(self, made: PdfObject) -> IndirectObject:
        return add_object(self._writer, made)


def _script(words: str) -> DictionaryObject:
    return pdf_dictionary({"S": pdf_name("JavaScript"), "JS": pdf_text(words)})


class _FieldPlace:
    """The place of a field on its page, in points from below."""

    def __init__(self, x: float, y: float, w: float, h: float) -> None:
        self.x, self.y, self.w, self.h = x, y, w, h


def _field_place(rect: Rect, height: float) -> _FieldPlace:
    return _FieldPlace(rect.x * _POINTS, height - rect.bottom * _POINTS, rect.w * _POINTS, rect.h * _POINTS)


def _widget(place: _FieldPlace, page: IndirectObject, more: Mapping[str, PdfObject]) -> DictionaryObject:
    """Return what is at a place of a page, with more entries of its dictionary."""
    return pdf_dictionary(
        {
            "Type": pdf_name("Annot"),
            "Subtype": pdf_name("Widget"),
            "Rect": pdf_numbers(place.x, place.y, place.x + place.w, place.y + place.h),
            "F": pdf_number(_PRINTED),
            "P": page,
            **more,
        }
    )


def _colour(accent: str) -> str:
    parts = (int(accent[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return " ".join(f"{part:.3f}" for part in parts)


def _circle(x: float, y: float, r: float) -> str:
    c = r * _CIRCLE
    ends = (
        (x + r, y + c, x + c, y + r, x, y + r),
        (x - c, y + r, x - r, y + c, x - r, y),
        (x - r, y - c, x - c, y - r, x, y - r),
        (x + c, y - r, x + r, y - c, x + r, y),
    )
    curves = (f"{' '.join(f'{n:.2f}' for n in numbers)} c" for numbers in ends)
    return f"{x + r:.2f} {y:.2f} m {' '.join(curves)}"
