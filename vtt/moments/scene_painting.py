"""Lays out and draws a scene: the dice or cards, the headline below them, and the lines of the log."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QRadialGradient

from vtt.moments.dice_motion import DiceThrow, throw_dice
from vtt.moments.die_solid_painting import DieColours, paint_die_shadow, paint_die_solid
from vtt.moments.scenes import FLIP_MS, FLIP_PAUSE_MS, FLIP_STEP_MS, CardGroup, Scene, SceneCard
from vtt.shared.card_faces.card_face_cache import CardFaceCache, card_width, shadow_margin
from vtt.shared.fitted_text import (
    Align,
    break_into_lines,
    font_that_fits,
    text_width,
    write_line,
    write_shaded_line,
)
from vtt.widgets.look.text_measures import break_in_two
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font, ui_font

_THINNEST: Final = 0.03
_BETWEEN: Final = 0.09
_BETWEEN_GROUPS: Final = 0.34
"""The gaps between cards and between groups, in heights of a card."""
_SMALLEST_NAME: Final = 0.78
"""The share of its usual size at which a name over cards is broken into two lines rather than written smaller."""
_LONGEST_LINE: Final = 1.4
"""The length at which a line of the log is broken in two rather than written smaller, in widths of its room."""
_CLOSEST_GROUPS: Final = 0.05
"""The least gap between groups, where a larger one would make the cards smaller."""
_BETWEEN_NAMES: Final = 0.7
"""The gap between the names of two groups, in heights of a letter."""
_SHADOW: Final = 0.8
"""The reach of a shadow below the room of the dice, in radii."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on the stage: its middle, and the share of the flips at which it begins and ends to turn."""

    card: SceneCard
    middle: QPointF
    begins: float
    ends: float


@dataclass(frozen=True, slots=True)
class SceneLayout:
    """A scene on a stage, in pixels.

    Attributes:
        content: the room of the dice, or of the cards.
        moving: the room in which anything moves.
        headline: the room of the headline.
        lines: the room of each line of the log, with its text.
        throw: the dice; None for none.
        radius: the radius of a die.
        cards: the cards.
        card_height: their height.
        labels: the names of the groups of cards, line by line, each in its room.
    """

    content: QRectF
    moving: QRectF
    headline: QRectF
    lines: tuple[tuple[QRectF, str], ...]
    throw: DiceThrow | None
    radius: float
    cards: tuple[PlacedCard, ...]
    card_height: int
    labels: tuple[tuple[QRectF, str], ...]


def lay_out_scene(scene: Scene, room: QRectF, theme: Theme) -> SceneLayout:
    """Return the layout of a scene in a room."""
    m = theme.metrics
    inner = room.adjusted(m.pad_l, m.pad_m, -m.pad_l, -m.pad_m)
    font = font_that_fits(line_font(theme), inner.height() * 0.1, m.font_least)
    step = font.pixelSize() * 1.35
    shown = scene.lines_shown
    texts = [part for line in shown for part in _line_parts(line, font, inner.width(), 2 if len(shown) < 3 else 1)]
    top = inner.bottom() - step * len(texts)
    lines = tuple((QRectF(inner.left(), top + n * step, inner.width(), step), text) for n, text in enumerate(texts))
    has_content = bool(scene.dice or scene.groups)
    share = 0.34 if has_content else 1.0
    high = min(m.font_display * (2.7 if has_content else 3.6), (top - inner.top()) * share) if scene.headline else 0.0
    head_top = top - high if has_content else inner.top() + (top - inner.top() - high) / 2
    headline = QRectF(inner.left(), head_top, inner.width(), high)
    content = QRectF(room.left(), inner.top(), room.width(), headline.top() - inner.top())
    throw, radius = None, 0.0
    dice_room, card_room = content, content
    if scene.dice and scene.groups:
        dice_room = QRectF(content.left(), content.top(), content.width() / 2, content.height())
        card_room = dice_room.translated(content.width() / 2, 0)
    if scene.dice:
        dice_room = dice_room.adjusted(m.pad_m, 0, -m.pad_m, 0)
        throw = throw_dice(scene.dice, dice_room.width() / max(1.0, dice_room.height()), scene.seed)
        radius = min(dice_room.width() / throw.width, dice_room.height() / throw.height)
    cards, card_height, labels = _lay_cards(scene.groups, card_room.adjusted(m.pad_l, 0, -m.pad_l, 0), font)
    moving = content.adjusted(0, 0, 0, radius * _SHADOW).intersected(room)
    return SceneLayout(
        dice_room if scene.dice else content, moving, headline, lines, throw, radius, cards, card_height, labels
    )


def _line_parts(line: str, font: QFont, wide: float, most: int) -> tuple[str, ...]:
    """Return a line of the log in `most` parts at most; a part that is a little too long is written smaller."""
    one = text_width(line, font) <= wide * _LONGEST_LINE
    return (line,) if one else break_into_lines(line, font, wide * 1.15, most)


def line_font(theme: Theme) -> QFont:
    """Return the font of the lines."""
    return ui_font(round(theme.metrics.font_title * 1.1), weight=QFont.Weight.DemiBold)


def _lay_cards(
    groups: tuple[CardGroup, ...], room: QRectF, font: QFont
) -> tuple[tuple[PlacedCard, ...], int, tuple[tuple[QRectF, str], ...]]:
    """Return the cards, their height and the lines of their names; a name without room for one line has two."""
    if not groups:
        return (), 0, ()
    whole = _lay_groups(groups, [(group.label,) for group in groups], room, font)
    if all(text_width(name, font) * _SMALLEST_NAME <= rect.width() + 1 for rect, name in whole[2]):
        return whole
    return _lay_groups(groups, [break_in_two(name, font, rect.width()) for rect, name in whole[2]], room, font)


def _lay_groups(
    groups: tuple[CardGroup, ...], written: Sequence[tuple[str, ...]], room: QRectF, font: QFont
) -> tuple[tuple[PlacedCard, ...], int, tuple[tuple[QRectF, str], ...]]:
    count, gaps = sum(len(group.cards) for group in groups), len(groups) - 1
    close = count * card_width(1.0) + (count - len(groups)) * _BETWEEN
    widest = room.width() / (close + gaps * _CLOSEST_GROUPS)
    lines = max(len(parts) for parts in written) if any(group.label for group in groups) else 0
    line = font.pixelSize() * 1.3
    names = line * lines
    high = max(24.0, min((room.height() - names) * 0.92, widest))
    # The cards are as large as possible; what is left of the width is between the groups, and more where names need it.
    apart = font.pixelSize() * _BETWEEN_NAMES
    widths = [len(group.cards) * card_width(high) + (len(group.cards) - 1) * _BETWEEN * high for group in groups]
    over = [max(text_width(part, font) for part in parts) - wide for parts, wide in zip(written, widths, strict=True)]
    asked = max((max(0.0, one) + max(0.0, other) for one, other in pairwise(over)), default=0.0) / 2 + apart
    between = min(max(_BETWEEN_GROUPS, asked / high), (room.width() / high - close) / gaps) if gaps else 0.0
    x = room.center().x() - (close + gaps * between) * high / 2
    y = room.top() + names + (room.height() - names) / 2
    flips = FLIP_PAUSE_MS + FLIP_MS + FLIP_STEP_MS * (count - 1)
    cards: list[PlacedCard] = []
    labels: list[tuple[QRectF, str]] = []
    for group, parts in zip(groups, written, strict=True):
        left = x
        for card in group.cards:
            begins = FLIP_PAUSE_MS + FLIP_STEP_MS * len(cards)
            middle = QPointF(x + card_width(high) / 2, y)
            cards.append(PlacedCard(card, middle, begins / flips, (begins + FLIP_MS) / flips))
            x += card_width(high) + _BETWEEN * high
        wide_group = x - _BETWEEN * high - left
        # A long name reaches almost to the middle between two groups, and at the ends as far as there is room.
        longest, half = max(text_width(part, font) for part in parts), max(0.0, between * high - apart) / 2
        needed = max(0.0, longest - wide_group)
        before = left - room.left() if group is groups[0] else half
        behind = room.right() - left - wide_group if group is groups[-1] else half
        reach = min(needed / 2, before)
        further = min(needed - reach, behind)
        reach = min(needed - further, before)
        top = y - high / 2 - line * len(parts)
        labels += [
            (QRectF(left - reach, top + n * line, reach + wide_group + further, line), part)
            for n, part in enumerate(parts)
        ]
        x += (between - _BETWEEN) * high
    return tuple(cards), math.floor(high), tuple(labels)


def paint_panel(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw the stage itself: a tray of felt with a rim. It fills the whole rectangle."""
    m, rim = theme.metrics, max(4.0, theme.metrics.hair * 4.0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(rect, theme.colour("rail_dark"))
    shade = QRadialGradient(rect.center(), max(rect.width(), rect.height()) * 0.62)
    cloth = theme.colour("cloth")
    shade.setColorAt(0.0, cloth.darker(122))
    shade.setColorAt(1.0, cloth.darker(165))
    painter.setBrush(shade)
    painter.setPen(QPen(theme.colour("inlay"), max(1.5, m.hair * 1.5)))
    painter.drawRoundedRect(rect.adjusted(rim, rim, -rim, -rim), m.radius_l - rim / 2, m.radius_l - rim / 2)


def paint_content(
    painter: QPainter, layout: SceneLayout, time: float, theme: Theme, faces: CardFaceCache, dpr: float
) -> None:
    """Draw the dice and the cards as they are at a time: 0.0 is the start of the motion, 1.0 its end."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    if layout.throw is not None:
        _paint_dice(painter, layout, time, theme)
    font, ink = line_font(theme), theme.colour("on_cloth")
    for rect, label in layout.labels:
        write_shaded_line(painter, rect, label, font, ink, QColor(0, 0, 0, 120), least=theme.metrics.font_least)
    for placed in layout.cards:
        _paint_card(painter, placed, layout.card_height, time, faces, dpr)


def _paint_dice(painter: QPainter, layout: SceneLayout, time: float, theme: Theme) -> None:
    assert layout.throw is not None
    colours = DieColours.of(theme)
    painter.save()
    painter.setClipRect(layout.moving)
    painter.translate(layout.content.center().x(), layout.content.center().y() + layout.radius * 0.22)
    poses = [(thrown.die, thrown.pose(time)) for thrown in layout.throw.dice]
    for _, pose in poses:
        paint_die_shadow(painter, pose, layout.radius)
    for die, pose in sorted(poses, key=lambda pair: -pair[1].middle[1]):
        paint_die_solid(painter, die, pose, layout.radius, colours, rests=time >= 1.0)
    painter.restore()


def _paint_card(
    painter: QPainter, placed: PlacedCard, height: int, time: float, faces: CardFaceCache, dpr: float
) -> None:
    turned = min(1.0, max(0.0, (time - placed.begins) / (placed.ends - placed.begins)))
    turned = turned * turned * (3 - 2 * turned)
    wide = max(_THINNEST, abs(math.cos(turned * math.pi)))
    lift = 1.0 + 0.06 * math.sin(turned * math.pi)
    margin = shadow_margin(height)
    painter.save()
    painter.translate(placed.middle)
    painter.scale(wide * lift, lift)
    shadow, body = faces.shadow(height, dpr), QPointF(-round(card_width(height)) / 2, -height / 2)
    painter.drawPixmap(body - QPointF(margin, margin), shadow)
    is_up = turned >= 0.5
    painter.drawPixmap(body, picture_of(placed.card, height, faces, dpr) if is_up else faces.sketched_back(height, dpr))
    painter.restore()


def picture_of(card: SceneCard, height: int, faces: CardFaceCache, dpr: float) -> QPixmap:
    """Return the face of a card."""
    if card.printed is not None:
        return faces.sketched(card.printed, height, dpr)[0]
    return faces.face(card.id, height, dpr)


def paint_words(painter: QPainter, scene: Scene, layout: SceneLayout, theme: Theme) -> None:
    """Write the headline on its plaque, and the lines below it."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    m, shade = theme.metrics, QColor(0, 0, 0, 130)
    if scene.headline:
        rect = layout.headline.adjusted(0, m.pad_xs, 0, -m.pad_xs)
        font = font_that_fits(
            title_font(round(rect.height()), weight=QFont.Weight.Bold), rect.height() * 1.12, m.font_least
        )
        wide = min(rect.width(), text_width(scene.headline, font) + rect.height() * 0.9)
        plaque = QRectF(rect.center().x() - wide / 2, rect.top(), wide, rect.height())
        painter.setPen(QPen(theme.colour("inlay"), max(1.5, m.hair * 2.0)))
        painter.setBrush(theme.colour("plate"))
        painter.drawRoundedRect(plaque, m.radius, m.radius)
        inside = plaque.adjusted(m.pad_s, 0, -m.pad_s, 0)
        write_line(
            painter, inside, scene.headline, font, theme.colour("on_plate"), Align.AlignHCenter, least=m.font_least
        )
    for rect, text in layout.lines:
        font = font_that_fits(line_font(theme), rect.height() * 1.05, m.font_least)
        write_shaded_line(painter, rect, text, font, theme.colour("on_cloth"), shade, least=m.font_least)
