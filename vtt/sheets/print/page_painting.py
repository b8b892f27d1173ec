"""Paints a printed page in vectors: the one drawing for preview, PDF and printer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.presentation.card_faces import CardFace
from engine.sheets.layout.page_geometry import Paper, Rect
from engine.sheets.printing.composed_pages import ComposedBox, ComposedPage
from engine.sheets.printing.imposition import ImposedSide, ImpositionGrid
from engine.sheets.printing.sheet_printing import MOTIF
from engine.sheets.printing.text_fitting import LEAST_SIZE, PrintFace, TextRun
from vtt.shared.card_faces.ability_card_painting import GOLD, AbilityCardInks, paint_ability
from vtt.shared.card_faces.card_kind_signs import sign_of
from vtt.shared.print_style.print_fonts import UNITS, PrintFonts
from vtt.shared.print_style.print_inks import inks_for
from vtt.sheets.print.field_painting import FieldPainter
from vtt.sheets.print.game_motifs import paint_motif, paint_ornament
from vtt.sheets.print.millimetre_painter import BOLD, FINE, HAIR, MillimetrePainter, rounded_above
from vtt.sheets.print.print_job import CardSide

_CORNER: Final = 1.3
_CARD_CORNER: Final = 3.0
_CARD_INK: Final = "#1a1a1f"

Pictures = Mapping[str, QImage]


class PagePainter:
    """Paints the pages of one job on any device.

    Args:
        painter: open on the device; it is left as it was.
        resolution: the device's dots per inch.
        letters: the fonts of this thread.
        pictures: portraits by their ids.
        grey: no colours.
        saving: hairlines only.
    """

    def __init__(
        self,
        painter: QPainter,
        resolution: float,
        letters: PrintFonts,
        pictures: Pictures | None = None,
        *,
        grey: bool = False,
        saving: bool = False,
    ) -> None:
        self._painter = painter
        self._scale = resolution / 25.4 / UNITS
        self._letters = letters
        self._pictures = pictures or {}
        self._grey = grey
        self._saving = saving

    def page(self, page: ComposedPage, paper: Paper) -> None:
        """Paint a page of a sheet."""
        self._begin()
        canvas = self._canvas(page)
        self._head(canvas, page, paper)
        for box in page.boxes:
            self._box(canvas, box, page.look.motif)
        self._foot(canvas, page)
        self._painter.restore()

    def cards(self, side: ImposedSide[CardSide]) -> None:
        """Paint a side of paper with cards and the marks to cut along."""
        self._begin()
        canvas: MillimetrePainter | None = None
        notice = ""
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, CardFace):
                canvas = self._canvas(ComposedPage(title="", boxes=()))
                notice = card.notice
                rect = QRectF(place.x * UNITS, place.y * UNITS, place.w * UNITS, place.h * UNITS)
                paint_ability(self._painter, rect, card, self._face_inks())
            elif card is not None:
                canvas = self._canvas(card)
                with canvas.moved(place.x, place.y):
                    self._card(canvas, card, Rect(0, 0, place.w, place.h))
        if canvas is not None:
            canvas.lines(side.grid.crops, canvas.inks.text, HAIR)
            if notice:
                canvas.text((self._notice(notice, side.grid),))
        self._painter.restore()

    def _notice(self, words: str, grid: ImpositionGrid) -> TextRun:
        """Return the copyright notice of the game, in the white space below the cards between the crop marks."""
        last = grid.places[-1]
        left = grid.places[0].x + (grid.columns - 1) // 2 * last.w
        wide = self._letters.width(words, PrintFace.FINE, LEAST_SIZE)
        return TextRun(
            x=left + (last.w - wide) / 2, y=last.bottom + 4.4, text=words, face=PrintFace.FINE, size=LEAST_SIZE
        )

    def _face_inks(self) -> AbilityCardInks:
        """Return the colours of a game's own cards on paper: the paper is their ground."""
        grey, saving = self._grey, self._saving
        return AbilityCardInks(
            paper=None,
            edge=_CARD_INK,
            text="#000000" if saving else _CARD_INK,
            soft="#333333" if saving else "#4a4a52",
            kind="#000000" if saving else "#3a3a3a" if grey else None,
            gold="#777777" if grey or saving else GOLD,
            shade="#f0f0f0" if grey else "#f6efdd",
            filled=not saving,
        )

    def _begin(self) -> None:
        self._painter.save()
        self._painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._painter.scale(self._scale, self._scale)

    def _canvas(self, page: ComposedPage) -> MillimetrePainter:
        return MillimetrePainter(
            self._painter, inks_for(page.look, grey=self._grey, saving=self._saving), self._letters
        )

    def _head(self, canvas: MillimetrePainter, page: ComposedPage, paper: Paper) -> None:
        place = paper.head
        if page.look.motif:
            paint_motif(canvas, page.look.motif, Rect(place.x, place.y - 0.3, MOTIF, MOTIF))
        canvas.text(page.head)
        left = place.x + (MOTIF + 2.4 if page.look.motif else 0.0)
        inks = canvas.inks
        canvas.line(left, place.bottom + 0.35, place.right, place.bottom + 0.35, inks.title, BOLD)
        canvas.line(left, place.bottom + 0.95, place.right, place.bottom + 0.95, inks.title, HAIR)

    def _foot(self, canvas: MillimetrePainter, page: ComposedPage) -> None:
        canvas.text(page.foot)
        for kind, place in page.signs:
            with canvas.placed(place, 100, 100) as painter:
                painter.fillPath(sign_of(kind), canvas.inks.title)
        if page.legend is not None:
            canvas.text((page.legend,))
            size = 1.5
            x, y = page.legend.x - 2.3, page.legend.y - 1.7
            FieldPainter(canvas, {}, shaded=False).sign(Rect(x, y, size, size))

    def _box(
        self, canvas: MillimetrePainter, box: ComposedBox, motif: str, *, framed: bool = True, tinted: bool = False
    ) -> None:
        inks, laid = canvas.inks, box.laid
        if laid.shade and inks.shade is not None:
            canvas.frame(laid.rect, None, radius=_CORNER, fill=inks.shade)
        band = laid.title_rect
        if band is not None:
            if inks.band is not None:
                canvas.path(rounded_above(band, _CORNER), None, fill=inks.band)
            canvas.line(band.x, band.bottom, band.right, band.bottom, inks.title, FINE)
            side = band.h * 0.5
            paint_ornament(canvas, motif, Rect(band.right - side - 1.6, band.y + (band.h - side) / 2, side, side))
        if framed:
            canvas.frame(laid.rect, inks.frame, FINE, radius=_CORNER)
        canvas.text(box.words)
        cells = FieldPainter(canvas, self._pictures, shaded=laid.shade or tinted)
        for cell in box.cells:
            cells.paint(cell)
        canvas.text(box.marks)

    def _card(self, canvas: MillimetrePainter, card: ComposedPage, rect: Rect) -> None:
        inks = canvas.inks
        edge = rect.inset(1.6, 1.6)
        inner = edge.inset(0.7, 0.7)
        if not card.boxes:
            self._back(canvas, card, inner)
        for at, box in enumerate(card.boxes):
            framed = box.laid.title_rect is not None
            if not (framed or box.laid.shade):
                place = box.laid.rect
                if not at and inks.band is not None:
                    band = Rect(inner.x, inner.y, inner.w, place.bottom - inner.y)
                    canvas.path(rounded_above(band, _CARD_CORNER - 0.7), None, fill=inks.band)
                if at + 1 < len(card.boxes):
                    heavy = not at
                    ink = inks.title if heavy else inks.faint
                    left, right = (inner.x, inner.right) if heavy else (place.x, place.right)
                    canvas.line(left, place.bottom, right, place.bottom, ink, FINE if heavy else HAIR)
            self._box(canvas, box, card.look.motif, framed=framed, tinted=not at)
        canvas.frame(edge, inks.title, FINE * 1.5, radius=_CARD_CORNER)
        canvas.frame(inner, inks.frame, HAIR, radius=_CARD_CORNER - 0.7)

    def _back(self, canvas: MillimetrePainter, card: ComposedPage, rect: Rect) -> None:
        """Paint the plain back of a card: the same for every card of a game."""
        inks = canvas.inks
        if inks.band is not None:
            canvas.frame(rect, None, radius=_CARD_CORNER - 0.7, fill=inks.band)
        frame = rect.inset(2.4, 2.4)
        canvas.frame(frame, inks.title, HAIR, radius=_CARD_CORNER - 1.4)
        side = rect.w * 0.42
        x, y = rect.middle
        paint_motif(canvas, card.look.motif, Rect(x - side / 2, y - side / 2, side, side))
        small = side * 0.3
        for corner_x in (frame.x + 1.6, frame.right - 1.6 - small):
            for corner_y in (frame.y + 1.6, frame.bottom - 1.6 - small):
                paint_ornament(canvas, card.look.motif, Rect(corner_x, corner_y, small, small))
