"""Paints a printed page in vectors: the one drawing for preview, PDF and printer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engine.play.faces import CardFace
from engine.sheets.composed import SetBox, SetPage
from engine.sheets.geometry import Paper, Rect
from engine.sheets.imposing import Grid, Imposed
from engine.sheets.printing import MOTIF
from engine.sheets.typeset import Face, Run
from vtt.sheets.canvas import BOLD, FINE, HAIR, Canvas, rounded_above
from vtt.sheets.cell_art import CellPainter
from vtt.sheets.ink import inks_for
from vtt.sheets.job import OnCard
from vtt.sheets.letters import UNITS, Letters
from vtt.sheets.motifs import paint_motif, paint_ornament
from vtt.table.ability_art import GOLD, FaceInks, paint_ability
from vtt.table.kind_signs import sign_of

_CORNER: Final = 1.3
_CARD_CORNER: Final = 3.0
_CARD_INK: Final = "#1a1a1f"
_NOTICE: Final = 5.2

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
        letters: Letters,
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

    def page(self, page: SetPage, paper: Paper) -> None:
        """Paint a page of a sheet."""
        self._begin()
        canvas = self._canvas(page)
        self._head(canvas, page, paper)
        for box in page.boxes:
            self._box(canvas, box, page.look.motif)
        self._foot(canvas, page)
        self._painter.restore()

    def cards(self, side: Imposed[OnCard]) -> None:
        """Paint a side of paper with cards and the marks to cut along."""
        self._begin()
        canvas: Canvas | None = None
        notice = ""
        for place, card in zip(side.grid.places, side.cards, strict=True):
            if isinstance(card, CardFace):
                canvas = self._canvas(SetPage(title="", boxes=()))
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

    def _notice(self, words: str, grid: Grid) -> Run:
        """Return whose work the game is, in the white below the cards between the marks to cut along."""
        last = grid.places[-1]
        left = grid.places[0].x + (grid.columns - 1) // 2 * last.w
        wide = self._letters.width(words, Face.FINE, _NOTICE)
        return Run(x=left + (last.w - wide) / 2, y=last.bottom + 4.4, text=words, face=Face.FINE, size=_NOTICE)

    def _face_inks(self) -> FaceInks:
        """Return the colours of a game's own cards on paper: the paper is their ground."""
        grey, saving = self._grey, self._saving
        return FaceInks(
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

    def _canvas(self, page: SetPage) -> Canvas:
        return Canvas(self._painter, inks_for(page.look, grey=self._grey, saving=self._saving), self._letters)

    def _head(self, canvas: Canvas, page: SetPage, paper: Paper) -> None:
        place = paper.head
        if page.look.motif:
            paint_motif(canvas, page.look.motif, Rect(place.x, place.y - 0.3, MOTIF, MOTIF))
        canvas.text(page.head)
        left = place.x + (MOTIF + 2.4 if page.look.motif else 0.0)
        inks = canvas.inks
        canvas.line(left, place.bottom + 0.35, place.right, place.bottom + 0.35, inks.title, BOLD)
        canvas.line(left, place.bottom + 0.95, place.right, place.bottom + 0.95, inks.title, HAIR)

    def _foot(self, canvas: Canvas, page: SetPage) -> None:
        canvas.text(page.foot)
        for kind, place in page.signs:
            with canvas.placed(place, 100, 100) as painter:
                painter.fillPath(sign_of(kind), canvas.inks.title)
        if page.legend is not None:
            canvas.text((page.legend,))
            size = 1.5
            x, y = page.legend.x - 2.3, page.legend.y - 1.7
            CellPainter(canvas, {}, shaded=False).sign(Rect(x, y, size, size))

    def _box(self, canvas: Canvas, box: SetBox, motif: str, *, framed: bool = True, tinted: bool = False) -> None:
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
        cells = CellPainter(canvas, self._pictures, shaded=laid.shade or tinted)
        for cell in box.cells:
            cells.paint(cell)
        canvas.text(box.marks)

    def _card(self, canvas: Canvas, card: SetPage, rect: Rect) -> None:
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

    def _back(self, canvas: Canvas, card: SetPage, rect: Rect) -> None:
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
