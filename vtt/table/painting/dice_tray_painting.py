"""A lane of the tray with dice: chains of Aces die by die, dice added by chips, the sum, and its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from engine.messages.texts import say
from engine.presentation.activity_view import DieView, SideView
from vtt.shared.fitted_text import Align, font_that_fits, text_width, write_line, write_shaded_line
from vtt.shared.screen_names import clean_name, number_words, table_text
from vtt.table.layout.table_plan import ZoneBox
from vtt.table.painting.chip_painting import paint_chip
from vtt.table.painting.die_painting import DieStyle, paint_die
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import title_font, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

PERCENTILE: Final = 100
_AGAIN: Final = 0.84
"""The size of a die that continues a chain, as a share of the first one."""
_BETWEEN: Final = 0.26
_JOIN: Final = 0.32
"""The width of the gap between two dice and of the sign that joins a chain, in dice."""
_LINE: Final = 1.24
"""The height of a line of dice, in dice: counting dice are raised, and stars and chips stick out."""
_MORE: Final = " …"
"""The sign for what has no room."""
_LEAST_DIE: Final = 12.0
_LARGEST_DIE: Final = 2.4
"""The size of the largest die, in heights of a display font."""
_BELOW: Final = 0.44
"""The share of a narrow result for the numbers below the word."""
_LEAST_OF_DICE, _MOST_OF_DICE, _SUM = 0.58, 0.72, 2.4
"""The share of a low lane for its dice, and the width of the sum beside them, in heights of a title."""
_MANNERS: Final = {"kept": DieStyle.LIT, "summed": DieStyle.LIT, "passed": DieStyle.PASSED, "bust": DieStyle.SPOILT}


@dataclass(frozen=True, slots=True)
class DieOrChip:
    """One thing in a row of dice: a die, or a sign (`then`, `plus`) between two dice."""

    kind: str
    wide: float
    sides: int = 0
    text: str = ""
    manner: DieStyle = DieStyle.BLANK
    ace: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class DiceRooms:
    """The rooms of a lane with dice.

    Attributes:
        dice: for the dice.
        reasons: for the parts of the roll, in as many lines as there is room for.
        foot: for the target number and the sum.
    """

    dice: QRectF
    reasons: QRectF
    foot: QRectF


def divide_dice_lane(box: ZoneBox, reasons: tuple[str, ...], m: UiMetrics) -> DiceRooms:
    """Divide the room of a lane below its name."""
    room = QRectF(box.cards.left(), box.cards.top(), box.cards.width(), box.foot.bottom() - box.cards.top())
    if box.foot.left() > box.cards.left() + 1:  # a low lane: the words are beside the dice
        return DiceRooms(dice=box.cards, reasons=QRectF(), foot=box.foot)
    line = m.font_small * 1.3
    if room.height() < m.font_body * 7 and room.width() > room.height() * 2.4:
        return _abreast(room, line, m)
    foot_high = min(m.font_title * 1.7, room.height() * 0.34)
    wanted = len(_broken(reasons, ui_font(m.font_small), room.width(), 2)[0])
    lines = max(0, min(wanted, int((room.height() - foot_high) * 0.36 / line)))
    foot = QRectF(room.left(), room.bottom() - foot_high, room.width(), foot_high)
    words = QRectF(room.left(), foot.top() - lines * line - 1, room.width(), lines * line)
    dice = QRectF(room.left(), room.top(), room.width(), words.top() - room.top() - 2)
    return DiceRooms(dice=dice, reasons=words, foot=foot)


def _abreast(room: QRectF, line: float, m: UiMetrics) -> DiceRooms:
    """Divide a wide, low lane: the dice as large as possible, the sum beside them, and one line of reasons below."""
    words = line if room.height() > m.font_body * 3.6 else 0.0
    high = room.height() - words
    share = max(_LEAST_OF_DICE, min(_MOST_OF_DICE, 1 - m.font_title * _SUM / room.width()))
    dice = QRectF(room.left(), room.top(), room.width() * share, high)
    foot_high = min(m.font_title * 2.0, high * 0.8)
    left = dice.right() + m.pad_xs
    foot = QRectF(left, dice.center().y() - foot_high / 2, room.right() - left, foot_high)
    return DiceRooms(dice=dice, reasons=QRectF(room.left(), dice.bottom(), room.width(), words), foot=foot)


def with_room_for_numbers(rooms: DiceRooms, side: SideView, m: UiMetrics) -> DiceRooms:
    """Give the numbers of a d100 beside its dice the width that the dice leave free, as much as the widest need.

    It is the same before the roll as after it, so that the dice stay where they are.
    """
    is_percentile = any(die.sides == PERCENTILE for die in side.dice)
    if side.target is None or not is_percentile or rooms.foot.left() < rooms.dice.right():
        return rooms
    widest = table_text("roll.went", total=PERCENTILE, target=side.target)
    missing = text_width(widest, _font_below(rooms.foot.height() * _BELOW, m)) + m.pad_xs - rooms.foot.width()
    laid = lay_dice(dice_groups(side.dice), rooms.dice, m.font_display * _LARGEST_DIE)
    ends = max((rect.right() for _, rect in laid), default=rooms.dice.right())
    taken = max(0.0, min(missing, 2 * (rooms.dice.right() - ends - 1)))
    return replace(rooms, dice=rooms.dice.adjusted(0, 0, -taken, 0), foot=rooms.foot.adjusted(-taken, 0, 0, 0))


def dice_groups(dice: tuple[DieView, ...]) -> list[list[DieOrChip]]:
    """Return the dice in groups: each with its chain and with those that a chip added to it."""
    groups = []
    for place, die in enumerate(dice):
        if die.onto is None:
            group = list(_chain(die))
            for more in dice:
                if more.onto == place:
                    group += [DieOrChip("plus", _JOIN), *_chain(more)]
            groups.append(group)
    return groups


def _chain(die: DieView) -> Iterator[DieOrChip]:
    """Yield a die and each die that continues its chain."""
    manner = _MANNERS.get(die.state, DieStyle.BLANK)
    for number, face in enumerate(die.faces or (None,)):
        if number:
            yield DieOrChip("then", _JOIN)
        ace, wide = number + 1 < len(die.faces), _AGAIN if number else 1.0
        source = "" if number else die.source
        if die.sides == PERCENTILE:
            tens, units = ("00", "0") if face is None else (f"{face % 100 // 10}0", str(face % 10))
            kind = ("d%", "d%") if face is None else (tens, units)
            yield DieOrChip("die", wide, 10, kind[0], manner, ace, source)
            yield DieOrChip("die", wide, 10, kind[1], manner, ace)
        else:
            yield DieOrChip("die", wide, die.sides, f"d{die.sides}" if face is None else str(face), manner, ace, source)


def lay_dice(groups: list[list[DieOrChip]], room: QRectF, largest: float) -> list[tuple[DieOrChip, QRectF]]:
    """Return the room of each die and sign, as large as fits; a chain is broken only if it is longer than a line."""
    if room.isEmpty() or not groups:
        return []
    low, high = _LEAST_DIE, max(_LEAST_DIE, min(largest, room.height() / _LINE))
    for _ in range(12):
        middle = (low + high) / 2
        fits = len(_lines(groups, room.width() / middle)) * _LINE * middle <= room.height()
        low, high = (middle, high) if fits else (low, middle)
    return _placed(_lines(groups, room.width() / low), room, low)


def _lines(groups: list[list[DieOrChip]], wide: float) -> list[list[tuple[DieOrChip, float]]]:
    """Break groups into lines of a width, in dice; each element with its start."""
    lines: list[list[tuple[DieOrChip, float]]] = [[]]
    x = 0.0
    for group in groups:
        whole = sum(piece.wide for piece in group)
        if lines[-1]:
            x += _BETWEEN
            if x + whole > wide:
                lines.append([])
                x = 0.0
        for piece in group:
            if lines[-1] and x + piece.wide > wide:
                lines.append([])
                x = 0.0
            lines[-1].append((piece, x))
            x += piece.wide
    return lines


def _placed(lines: list[list[tuple[DieOrChip, float]]], room: QRectF, unit: float) -> list[tuple[DieOrChip, QRectF]]:
    placed = []
    top = room.center().y() - len(lines) * _LINE * unit / 2
    for line in lines:
        last, begins = line[-1]
        left = room.center().x() - (begins + last.wide) * unit / 2
        foot = top + unit * 1.14
        for piece, x in line:
            side = piece.wide * unit
            high = side if piece.kind == "die" else unit
            lift = unit * 0.06 if piece.manner is DieStyle.LIT and piece.kind == "die" else 0.0
            placed.append((piece, QRectF(left + x * unit, foot - high - lift, side, high)))
        top += _LINE * unit
    return placed


def paint_dice(painter: QPainter, side: SideView, room: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Draw the dice of a side."""
    for piece, rect in lay_dice(dice_groups(side.dice), room, m.font_display * _LARGEST_DIE):
        if piece.kind == "die":
            inside = rect.adjusted(rect.width() * 0.05, rect.width() * 0.05, -rect.width() * 0.05, -rect.width() * 0.05)
            paint_die(painter, inside, piece.sides, piece.text, piece.manner, theme, ace=piece.ace)
            if piece.source:
                painter.save()
                painter.translate(rect.left() + rect.width() * 0.2, rect.bottom() - rect.height() * 0.1)
                paint_chip(painter, rect.width() * 0.24, rect.width() * 0.05, piece.source)
                painter.restore()
        else:
            _sign(painter, piece.kind, rect, theme)


def _sign(painter: QPainter, kind: str, rect: QRectF, theme: Theme) -> None:
    """Draw an arrow or a plus between two dice."""
    arm = rect.width() * 0.34
    pen = QPen(theme.colour("on_cloth"), max(1.4, rect.width() * 0.12))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    middle = rect.center()
    right = QPointF(middle.x() + arm, middle.y())
    painter.drawLine(QPointF(middle.x() - arm, middle.y()), right)
    if kind == "plus":
        painter.drawLine(QPointF(middle.x(), middle.y() - arm), QPointF(middle.x(), middle.y() + arm))
    else:
        painter.drawLine(right, QPointF(right.x() - arm * 0.7, middle.y() - arm * 0.7))
        painter.drawLine(right, QPointF(right.x() - arm * 0.7, middle.y() + arm * 0.7))


def paint_reasons(painter: QPainter, reasons: tuple[str, ...], room: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Write the parts of the roll, in smaller letters if all fit then, else as many as fit; the tooltip has all."""
    high = m.font_small * 1.3
    lines = max(0, round(room.height() / high))
    if not reasons or not lines:
        return
    font, ink, shade = ui_font(m.font_small), theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    (broken, fits), smaller = _broken(reasons, font, room.width(), lines), ui_font(m.font_least)
    if not fits:
        whole, fits = _broken(reasons, smaller, room.width(), lines)
        broken, font = (whole, smaller) if fits else (broken, font)
    for number, line in enumerate(broken):
        where = QRectF(room.left(), room.top() + number * high, room.width(), high)
        write_shaded_line(painter, where, line, font, ink, shade, least=m.font_least)


def _broken(words: tuple[str, ...], font: QFont, wide: float, lines: int) -> tuple[list[str], bool]:
    """Break reasons into a number of lines, between one another; where the rest has no room, dots stand for it.

    Return the lines, and whether all reasons are in them. None is cut: half a number would be another number.
    """
    broken, sign = list(words[:1]), " · "
    for number, word in enumerate(words[1:], 1):
        longer = broken[-1] + sign + word
        more = "" if number == len(words) - 1 or len(broken) < lines else _MORE
        if text_width(longer + more, font) <= wide:
            broken[-1] = longer
        elif len(broken) < lines:
            broken.append(word)
        else:
            broken[-1] += _MORE
            return broken, False
    return broken, True


def paint_sum(painter: QPainter, side: SideView, room: QRectF, theme: Theme, m: UiMetrics) -> None:
    """Write the target number, and after the roll the sum on a plaque before it."""
    against = table_text("roll.needs" if side.total is None else "roll.against", target=side.target)
    against = against if side.target is not None and side.verdict is None else dice_numbers(side)
    small = ui_font(min(round(m.font_large * 1.15), round(room.height() * 0.62)), weight=QFont.Weight.DemiBold)
    ink, shade = theme.colour("on_cloth"), QColor(0, 0, 0, 110)
    if side.total is None:
        write_shaded_line(painter, room, against, small, ink, shade, least=m.font_least)
        return
    total = clean_name(say(side.verdict)) if side.verdict is not None else number_words(side.total)
    font = font_that_fits(
        title_font(round(m.font_title * 1.5), weight=QFont.Weight.Bold), room.height() * 1.08, m.font_least
    )
    if side.verdict is not None and against:
        beside = text_width(total, font) + m.pad_s * 3 + text_width(against, small)
        if beside > room.width():  # a narrow foot: the numbers are below the word
            words = QRectF(room.left(), room.top(), room.width(), room.height() * (1 - _BELOW))
            _write_below(painter, against, room.adjusted(0, words.height(), 0, 0), theme, m)
            room, against = words, ""
            font = font_that_fits(font, room.height() * 1.08, m.font_least)
    gap = m.pad_s if against else 0
    plaque = max(room.height() * 1.3, text_width(total, font) + m.pad_s * 2)
    if against and plaque + gap + text_width(against, small) > room.width():
        against = table_text("roll.of", target=side.target)
        least = ui_font(m.font_least, weight=QFont.Weight.DemiBold)
        if text_width(total, font) + m.pad_xs + gap + text_width(against, least) > room.width():
            against, gap = "", 0  # the sum is read before all else, and what it needed was read before the roll
        plaque = min(plaque, max(room.width() * 0.5, room.width() - gap - text_width(against, small)))
    plaque = min(plaque, room.width())
    beside = min(text_width(against, small), max(0.0, room.width() - plaque - gap))
    left = room.center().x() - (plaque + gap + beside) / 2
    rect = QRectF(left, room.top(), plaque, room.height()).adjusted(1, 1, -1, -1)
    bust = side.verdict is not None and not side.verdict_good
    painter.setPen(QPen(theme.colour("on_danger" if bust else "inlay"), max(1.2, m.hair * 1.4)))
    painter.setBrush(theme.colour("danger_fill" if bust else "plate"))
    painter.drawRoundedRect(rect, m.radius, m.radius)
    write_line(
        painter,
        rect,
        total,
        font,
        theme.colour("on_danger" if bust else "on_plate"),
        Align.AlignHCenter,
        least=m.font_least,
    )
    if against:
        place = QRectF(rect.right() + 1 + gap, room.top(), beside + 1, room.height())
        write_shaded_line(painter, place, against, small, ink, shade, Align.AlignLeft, least=m.font_least)


def dice_numbers(side: SideView) -> str:
    """Return the result of a d100 and the number it was rolled against, since its two dice are read together."""
    whole = any(die.sides == PERCENTILE for die in side.dice) and side.total is not None and side.target is not None
    return table_text("roll.went", total=side.total, target=side.target) if whole else ""


def _font_below(high: float, m: UiMetrics) -> QFont:
    return font_that_fits(ui_font(m.font_large, weight=QFont.Weight.DemiBold), high * 1.1, m.font_least)


def _write_below(painter: QPainter, words: str, room: QRectF, theme: Theme, m: UiMetrics) -> None:
    font = _font_below(room.height(), m)
    write_shaded_line(painter, room, words, font, theme.colour("on_cloth"), QColor(0, 0, 0, 110), least=m.font_least)


def dice_calculation_lines(side: SideView) -> tuple[str, ...]:
    """Return line by line where the numbers of a roll come from."""
    lines = list(_dice_in_words(side.dice))
    lines += [clean_name(say(reason)) for reason in side.reasons]
    if side.verdict is not None:
        lines.append(clean_name(say(side.verdict)))
    elif side.total is not None:
        lines.append(table_text("roll.total", total=side.total))
    if side.target is not None:
        lines.append(table_text("roll.target", target=side.target))
        lines += [clean_name(say(reason)) for reason in side.target_reasons]
    return tuple(lines)


def _dice_in_words(dice: tuple[DieView, ...]) -> Iterator[str]:
    """Yield each rolled die in words; for the others the reasons are enough."""
    for die in dice:
        if die.faces:
            faces = " + ".join(map(str, die.faces))
            shown = f"{faces} = {die.total}" if len(die.faces) > 1 else faces
            state = table_text(f"roll.{die.state if die.onto is None else 'added'}")
            key = "roll.die_chip" if die.source else "roll.die"
            yield table_text(key, sides=die.sides, faces=shown, state=state, source=die.source)
