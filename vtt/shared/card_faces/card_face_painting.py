"""Draws card faces with a painter: for the screen, the printer and the PDF alike.

All shapes are given on a card of 630 × 880 units (63 × 88 mm); the painter scales them, so that paper gets vectors.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QTextOption, QTransform

from engine.presentation.card_faces import CardFace
from vtt.shared.card_faces.card_face_ids import JokerFace, PlayingCardFace, StandardFace, TextFace
from vtt.shared.card_faces.card_ornaments import paint_back, paint_band, paint_medallion
from vtt.widgets.look.art_files import svg_renderer
from vtt.widgets.look.colour_palette import COLOURS, Appearance, Colours
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font

if TYPE_CHECKING:
    from vtt.shared.card_faces.ability_card_painting import AbilityCardInks

WIDTH: Final = 630.0
HEIGHT: Final = 880.0
CORNER: Final = 34.0
INDEX_X: Final = 74.0
"""Middle of the column with the index; the column ends at 22 % of the width."""

_INDEX_WIDTH: Final = {1: 102.0, 2: 110.0}
"""Widest index of one letter and of two."""

_FRAME: Final = QRectF(140, 62, 350, 756)

_CHEST: Final = QPointF(315, 389)
"""Middle of the roundel on the chest of a court."""

_SOFT: Final = "#5a5048"

_LEFT, _MIDDLE, _RIGHT = 216.0, 315.0, 414.0
_TOP, _BOTTOM = 158.0, 722.0
_STEP: Final = (_BOTTOM - _TOP) / 3
_HALF: Final = (_TOP + _BOTTOM) / 2
_SIDES = [(x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM)]
_FLANKS = [(_LEFT, _HALF), (_RIGHT, _HALF)]
_EIGHT = [(x, _TOP + _STEP * i) for x in (_LEFT, _RIGHT) for i in range(4)]
_HIGH, _LOW = (_MIDDLE, _TOP + _STEP * 0.75), (_MIDDLE, _BOTTOM - _STEP * 0.75)
_PIPS: Final[dict[str, list[tuple[float, float]]]] = {
    "2": [(_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)],
    "3": [(_MIDDLE, _TOP), (_MIDDLE, _HALF), (_MIDDLE, _BOTTOM)],
    "4": _SIDES,
    "5": [*_SIDES, (_MIDDLE, _HALF)],
    "6": _SIDES + _FLANKS,
    "7": [*_SIDES, *_FLANKS, _HIGH],
    "8": [*_SIDES, *_FLANKS, _HIGH, _LOW],
    "9": [*_EIGHT, (_MIDDLE, _HALF)],
    "10": [*_EIGHT, (_MIDDLE, _TOP + _STEP / 2), (_MIDDLE, _BOTTOM - _STEP / 2)],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFaceStyle:
    """The options that change the look of a face; part of the cache key of its picture."""

    look: Appearance = Appearance.LIGHT
    four_colour: bool = False
    suit_letters: bool = False

    @classmethod
    def of(cls, theme: Theme) -> "CardFaceStyle":
        """Return the style of a theme."""
        return cls(look=theme.look, four_colour=theme.four_colour, suit_letters=theme.suit_letters)

    @property
    def colours(self) -> Colours:
        """The colours of paper and ink."""
        return COLOURS[self.look]

    @property
    def inks(self) -> "AbilityCardInks":
        """The colours of a game's own cards."""
        from vtt.shared.card_faces.ability_card_painting import AbilityCardInks

        c = self.colours
        if self.plain:
            return AbilityCardInks(
                paper=c.paper,
                edge=c.paper_edge,
                text=c.ink,
                soft=c.ink,
                kind=c.ink,
                gold=c.ink,
                shade=c.paper,
                plain=True,
            )
        return AbilityCardInks(paper=c.paper, edge=c.paper_edge, text=c.ink, soft=_SOFT)

    @property
    def plain(self) -> bool:
        """True if contrast replaces ornament."""
        return self.look is Appearance.HIGH_CONTRAST


def paint_face(
    painter: QPainter, rect: QRectF, face: PlayingCardFace, style: CardFaceStyle, *, brief: bool = False
) -> None:
    """Draw a face into `rect`, which should be 63:88; a game's own card in brief if it is read small."""
    if isinstance(face, CardFace):
        from vtt.shared.card_faces.ability_card_painting import paint_ability

        paint_ability(painter, rect, face, style.inks, brief=brief)
        return
    with_card(painter, rect, lambda: _face(painter, face, style))


def paint_sketch(painter: QPainter, rect: QRectF, face: CardFace, style: CardFaceStyle) -> None:
    """Draw the parts of a game's own card that are quick to draw, until all of it is there."""
    from vtt.shared.card_faces.ability_card_painting import paint_spine

    paint_spine(painter, rect, face, style.inks)


def paint_card_back(painter: QPainter, rect: QRectF, style: CardFaceStyle) -> None:
    """Draw the back into `rect`."""
    with_card(painter, rect, lambda: paint_back(painter, QRectF(0, 0, WIDTH, HEIGHT), CORNER, style.colours))


def with_card(painter: QPainter, rect: QRectF, draw: Callable[[], None]) -> None:
    """Call `draw` with the painter set to card units within `rect`."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / WIDTH, rect.height() / HEIGHT)
    draw()
    painter.restore()


def _face(painter: QPainter, face: StandardFace | JokerFace | TextFace, style: CardFaceStyle) -> None:
    _paper(painter, style)
    match face:
        case StandardFace():
            _standard(painter, face, style)
        case JokerFace():
            _joker(painter, face, style)
        case TextFace():
            _text(painter, face.title, style)
        case _:
            assert_never(face)


def _paper(painter: QPainter, style: CardFaceStyle) -> None:
    c = style.colours
    inset = 6.0 if style.plain else 2.0
    shade = QLinearGradient(0, 0, WIDTH * 0.4, HEIGHT)
    shade.setColorAt(0, QColor(c.paper).lighter(102))
    shade.setColorAt(1, QColor(c.paper) if style.plain else QColor(c.paper).darker(103))
    painter.setBrush(QBrush(shade))
    painter.setPen(QPen(QColor(c.paper_edge), inset * 2))
    painter.drawRoundedRect(QRectF(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset), CORNER, CORNER)


def _standard(painter: QPainter, card: StandardFace, style: CardFaceStyle) -> None:
    colour = style.colours.suit(card.suit, style.four_colour)
    _both_ways(painter, lambda: _index(painter, card.rank, card.suit, colour, style))
    if card.rank == "A":
        paint_medallion(painter, QPointF(WIDTH / 2, HEIGHT / 2), colour, style.colours)
        large = 236 if card.suit != "D" else 256
        pip(painter, card.suit, QPointF(WIDTH / 2, HEIGHT / 2), large, colour)
    elif card.rank in _PIPS:
        side = (102 if card.rank in ("9", "10") else 118) * (1.1 if card.suit == "D" else 1.0)
        for x, y in _PIPS[card.rank]:
            pip(painter, card.suit, QPointF(x, y), side, colour, turned=y > _HALF + 1)
    else:
        _court(painter, f"courts/{card.rank}", card.suit, colour, _inks(card.suit, colour, style), style)


def pip(painter: QPainter, sign: str, middle: QPointF, side: float, colour: str, *, turned: bool = False) -> None:
    """Draw a suit sign (`S`, `H`, `D`, `C`) or the joker's star (`X`) about its middle."""
    painter.save()
    painter.translate(middle)
    if turned:
        painter.rotate(180)
    svg_renderer(f"suits/{sign}", {"currentColor": colour}).render(painter, QRectF(-side / 2, -side / 2, side, side))
    painter.restore()


def _index(painter: QPainter, rank: str, suit: str, colour: str, style: CardFaceStyle) -> None:
    painter.fillPath(_rank_path(rank), QColor(colour))
    pip(painter, suit, QPointF(INDEX_X, 236), 94 if suit != "D" else 102, colour)
    if style.suit_letters:
        painter.fillPath(_letter_path(suit), QColor(colour))


@lru_cache(maxsize=64)
def _rank_path(text: str) -> QPainterPath:
    wide = _INDEX_WIDTH[len(text)]
    return glyphs(
        text,
        title_font(100, weight=QFont.Weight.Bold),
        QRectF(INDEX_X - wide / 2, 36, wide, 128),
    )


@lru_cache(maxsize=8)
def _letter_path(text: str) -> QPainterPath:
    return glyphs(text, title_font(100, weight=QFont.Weight.Bold), QRectF(INDEX_X - 40, 304, 80, 72))


def glyphs(text: str, font: QFont, box: QRectF) -> QPainterPath:
    """Return the outline of `text`, its capitals as high as `box`, narrowed if it would be too wide."""
    path = QPainterPath()
    path.addText(0, 0, font, text)
    capital = QPainterPath()
    capital.addText(0, 0, font, "H")
    bounds = path.boundingRect()
    # A tail (J, Q) may reach a little below the line; a long one moves the whole letter up.
    hang = box.height() * 0.10
    up = min(
        box.height() / max(1.0, capital.boundingRect().height()),
        (box.height() + hang) / max(1.0, bounds.height()),
    )
    along = min(box.height() / max(1.0, capital.boundingRect().height()), box.width() / max(1.0, bounds.width()))
    move = QTransform()
    move.translate(box.center().x(), min(box.bottom(), box.bottom() + hang - bounds.bottom() * up))
    move.scale(along, up)
    move.translate(-bounds.center().x(), 0)
    return move.map(path)


def _both_ways(painter: QPainter, draw: Callable[[], None]) -> None:
    draw()
    painter.save()
    painter.translate(WIDTH, HEIGHT)
    painter.rotate(180)
    draw()
    painter.restore()


def _inks(suit: str, colour: str, style: CardFaceStyle) -> dict[str, str]:
    """Return the colours of a suit for the court drawings, by their base colours, which are those of hearts."""
    if style.plain:
        return {
            "#a81e2c": colour,
            "#6f1420": "#000000",
            "#23365c": "#3a3a3a",
            "#f3e8cf": "#ffffff",
            "#e9cf8b": "#ffe27a",
        }
    red = suit in "HD" and not (suit == "D" and style.four_colour)
    if red:
        return {} if suit == "H" else {"#23365c": "#2f4a3c", "#6b4526": "#8a5a2a"}
    robes = {"S": ("#2b3350", "#151a30"), "C": ("#2d3b3a", "#141e1d"), "D": ("#1f5596", "#123358")}
    if style.four_colour and suit == "C":
        robes["C"] = ("#1b6b42", "#0d3d25")
    main, deep = robes[suit]
    second = {"S": "#8f2431", "C": "#7a3a1d", "D": "#7a2a4a"}[suit]
    hair = {"S": "#3f3431", "C": "#54392a", "D": "#6b4526"}[suit]
    return {"#a81e2c": main, "#6f1420": deep, "#23365c": second, "#6b4526": hair}


def _court(
    painter: QPainter,
    name: str,
    sign: str,
    colour: str,
    inks: dict[str, str],
    style: CardFaceStyle,
    *,
    chest: bool = True,
) -> None:
    renderer = svg_renderer(name, inks)
    ground = QLinearGradient(_FRAME.topLeft(), _FRAME.bottomRight())
    ground.setColorAt(0, QColor("#ffffff" if style.plain else "#f7eed8"))
    ground.setColorAt(0.5, QColor("#ffffff" if style.plain else "#efe1bf"))
    ground.setColorAt(1, QColor("#ffffff" if style.plain else "#f7eed8"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(ground))
    painter.drawRoundedRect(_FRAME, 14, 14)
    half = QRectF(_FRAME.x(), _FRAME.y(), _FRAME.width(), _FRAME.height() / 2)
    clip = QPainterPath()
    clip.addRoundedRect(_FRAME, 14, 14)

    def figure() -> None:
        painter.save()
        painter.setClipPath(clip)
        painter.setClipRect(half, Qt.ClipOperation.IntersectClip)
        renderer.render(painter, QRectF(half.x(), half.bottom() - 370, 350, 370))
        painter.restore()
        pip(painter, sign, QPointF(_FRAME.x() + 44, _FRAME.y() + 46), 62, colour)
        if chest:
            pip(painter, sign, _CHEST, 36, colour)

    _both_ways(painter, figure)
    painter.save()
    painter.setClipPath(clip)
    paint_band(painter, QRectF(_FRAME.x(), _FRAME.center().y() - 17, _FRAME.width(), 34), colour)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 4))
    painter.drawRoundedRect(_FRAME, 14, 14)
    if not style.plain:
        painter.setPen(QPen(QColor("#c0913a"), 2))
        painter.drawRoundedRect(_FRAME.adjusted(7, 7, -7, -7), 9, 9)


def _joker(painter: QPainter, card: JokerFace, style: CardFaceStyle) -> None:
    c = style.colours
    colour = {"R": c.suit_red, "B": c.suit_black, "": c.joker}[card.colour]
    main, deep, second = {
        "R": ("#a81e2c", "#6f1420", "#2e5b52"),
        "B": ("#2b2b36", "#121218", "#6b6258"),
        "": ("#5b3586", "#351c55", "#1f6a63"),
    }[card.colour]
    _both_ways(painter, lambda: _joker_index(painter, colour))
    inks = {"#a81e2c": main, "#6f1420": deep, "#23365c": second}
    _court(painter, "courts/X", "X", colour, inks, style, chest=False)


def _joker_index(painter: QPainter, colour: str) -> None:
    pip(painter, "X", QPointF(INDEX_X, 92), 112, colour)
    painter.fillPath(_joker_letters(), QColor(colour))


@lru_cache(maxsize=1)
def _joker_letters() -> QPainterPath:
    path = QPainterPath()
    font = title_font(100, weight=QFont.Weight.Bold)
    for i, letter in enumerate("JOKER"):
        path.addPath(glyphs(letter, font, QRectF(INDEX_X - 40, 172 + i * 66, 80, 50)))
    return path


def _text(painter: QPainter, title: str, style: CardFaceStyle) -> None:
    c = style.colours
    frame = QRectF(128, 44, WIDTH - 172, HEIGHT - 88)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(c.ink if style.plain else "#c0913a"), 4))
    painter.drawRoundedRect(frame, 18, 18)
    if not title:
        pip(painter, "X", QPointF(WIDTH / 2, HEIGHT / 2), 160, c.paper_edge)
        return
    painter.setPen(QColor(c.ink))
    option = QTextOption(Qt.AlignmentFlag.AlignCenter)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    size = 84 if len(title) <= 14 else 68 if len(title) <= 40 else 50
    painter.setFont(title_font(size))
    painter.drawText(frame.adjusted(24, 24, -24, -24), title, option)
    painter.save()
    painter.translate(INDEX_X, HEIGHT / 2)
    painter.rotate(-90)
    painter.setFont(title_font(72, weight=QFont.Weight.Bold))
    room = QRectF(-HEIGHT / 2 + 44, -50, HEIGHT - 88, 100)
    short = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, int(room.width()))
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    option.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    painter.drawText(room, short, option)
    painter.restore()
