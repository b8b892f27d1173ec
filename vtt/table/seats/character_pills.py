"""The plaques of a seat's characters: their layout, what is left out where room is short, and their look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from engine.model.seats import Actor
from vtt.shared.fitted_text import Align, shrunk_font, text_width, write_line
from vtt.shared.portraits.portrait_medallion import MedallionLook, PortraitImage, paint_medallion
from vtt.shared.screen_names import clean_name, condition_texts, first_names, table_text
from vtt.table.layout.table_plan import SeatCell
from vtt.table.painting.icon_painting import paint_icon
from vtt.table.seats.character_pill_contents import MOST_STATES, TURN_STATE_SIGNS, CharacterPill
from vtt.table.seats.character_pill_rows import height_of_rows, width_of_state_rows, with_state_rows
from vtt.table.seats.character_pill_widths import (
    MORE_STATES,
    PillWidths,
    badge_width,
    badges_width,
    gauge_width,
    gauge_widths,
    number_on,
    pill_widths,
    shown_states,
)
from vtt.table.seats.character_summary import NO_BRIEF_STATE, brief_state
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

_READ: Final = 3
"""A state that is cut has at least so many letters."""
_NAME_SHARE: Final = 0.6
"""The share of a plaque that its name has before a state has letters."""
_LEAST_PILL: Final = 3.0
"""The width that no plaque falls below, in letters."""
_Named = TypeVar("_Named", bound="Actor | CharacterPill")
NO_PORTRAITS: Final[Mapping[str, PortraitImage]] = {}


def lay_pills(
    actors: Sequence[Actor],
    acting: Mapping[str, str],
    cell: SeatCell,
    m: UiMetrics,
    ruleset: str,
    front: str = "",
    portraits: Mapping[str, PortraitImage] = NO_PORTRAITS,
) -> tuple[CharacterPill, ...]:
    """Return the plaques of a seat's characters, as many as have room; the last one counts the rest.

    Args:
        actors: the characters.
        acting: the state of each in the turn order, if it has a place there.
        cell: the seat's place.
        m: lengths.
        ruleset: the game, for its own words.
        front: the character that is shown, of a seat with several; then each has its brief state.
        portraits: the portraits of those that have one.
    """
    if not actors or cell.pills.height() < 6:
        return ()
    gap = float(m.pad_xs)
    line = min(m.font_small * 1.75, cell.pills.height())
    lines = max(1, int((cell.pills.height() + gap) / (line + gap)))
    room = cell.pills.width()
    low = (cell.pills.height() - gap) / 2
    if lines == 1 and len(actors) > 1 and low >= m.font_small * 1.3 and room < m.font_small * 9 * len(actors):
        line, lines = low, 2
    most = lines * max(1, int((room + gap) / (m.font_small * _LEAST_PILL + gap)))
    known_by = first_names({actor.id: clean_name(actor.name, 80) for actor in actors})
    pills = [
        CharacterPill(
            a.id,
            QRectF(),
            clean_name(a.name, 80),
            condition_texts(a, ruleset),
            acting.get(a.id, ""),
            brief_state(a) if front else NO_BRIEF_STATE,
            front=a.id == front,
            portrait=portraits.get(a.id),
            first=known_by.get(a.id, ""),
        )
        for a in _with_front([*actors], front, most)
    ]
    parts, rows = pills, [[0]]
    steps: tuple[tuple[float, ...], ...] = ()
    measured: dict[int, tuple[CharacterPill, PillWidths]] = {}  # by the id of the plaque, which most tries share
    for parts in _fewer_and_fewer(pills, len(actors), brief=bool(front)):
        for pill in parts:
            if id(pill) not in measured:
                measured[id(pill)] = pill, pill_widths(pill, m)
        steps = tuple(zip(*(measured[id(pill)][1] for pill in parts), strict=True))
        rows = _rows(steps[0], room, gap, lines)
        cut = [row for row in rows if sum(steps[-1][i] for i in row) + gap * (len(row) - 1) > room]
        lone = [parts[row[0]] for row in cut if len(row) == 1]
        if len(lone) == len(cut) and len(with_state_rows(lone, room, lines - len(rows), m)) == len(cut):
            break
    # The states that nobody could read otherwise come first, then those with a sign in their place.
    lone = [parts[row[0]] for row in sorted(rows, key=lambda row: steps[-1][row[0]] <= room) if len(row) == 1]
    tall = with_state_rows(lone, room, lines - len(rows), m)
    heights = [height_of_rows(tall.get(parts[row[0]].actor), line, gap) for row in rows]
    high = sum(heights) + gap * (len(rows) - 1)
    below = cell.plate.top() > cell.pills.top()
    top = cell.pills.bottom() - high if below else cell.pills.top()
    # Where the room goes on at the left, they are still under the name as far as they can.
    goes_on = not cell.plate.isEmpty() and cell.pills.left() < min(0.0, cell.plate.left())
    middle = cell.plate.center().x() if goes_on else cell.pills.center().x()
    if (
        not cell.plate.isEmpty()
        and cell.plate.right() < cell.pills.left()
        and cell.plate.bottom() > cell.pills.top() + gap
    ):
        middle = cell.pills.left()  # beside the name they begin at it
    placed = []
    for row, height in zip(rows, heights, strict=True):
        given = _shared([[widths[i] for i in row] for widths in steps], room - gap * (len(row) - 1))
        if (lone_pill := tall.get(parts[row[0]].actor)) is not None:
            given = [min(room, width_of_state_rows(lone_pill, m))]
        wide = sum(given) + gap * (len(row) - 1)
        x = min(max(cell.pills.left(), middle - wide / 2), cell.pills.right() - wide)
        for i, wide in zip(row, given, strict=True):
            placed.append(replace(tall.get(parts[i].actor, parts[i]), rect=QRectF(x, top, wide, height)))
            x += wide + gap
        top += height + gap
    return tuple(placed)


def _fewer_and_fewer(pills: list[CharacterPill], whole: int, *, brief: bool) -> Iterator[list[CharacterPill]]:
    """Yield all plaques, then all in brief if they can be, then fewer and one that counts the rest, until one is left.

    A name that is cut tells less than a number of characters whose menu names them.

    Args:
        pills: the plaques, those of the first characters if there are too many.
        whole: the number of characters.
        brief: whether plaques can be shown in brief.
    """
    brief_pills = [_in_brief(pill) for pill in pills] if brief else pills
    front = next((pill.actor for pill in pills if pill.front), "")
    if len(pills) == whole:
        yield pills
        yield brief_pills
    for count in reversed(range(1, min(len(pills), whole - 1) + 1)):
        yield [*_with_front(brief_pills, front, count), _crowd(whole - count)]


def _in_brief(pill: CharacterPill) -> CharacterPill:
    """Return a plaque in brief: what it tells of the character in front is beside it, larger."""
    return replace(pill, brief=True, gauge=NO_BRIEF_STATE if pill.front else pill.gauge)


def _with_front(all_of: list[_Named], front: str, count: int) -> list[_Named]:
    """Return the first ones; the one that is shown takes the place of the last, if it is not among them."""
    kept = all_of[:count]
    left_out = next((each for each in all_of[count:] if _actor_of(each) == front), None)
    return kept if left_out is None else [*kept[:-1], left_out]


def _actor_of(each: Actor | CharacterPill) -> str:
    return each.id if isinstance(each, Actor) else each.actor


def _crowd(count: int) -> CharacterPill:
    """Return the plaque for the characters without room."""
    return CharacterPill("", QRectF(), table_text("more", count=count), (), more=count)


def _rows(widths: Sequence[float], room: float, gap: float, lines: int) -> list[list[int]]:
    """Break plaques into rows of about the same length; the last one takes the rest."""
    rows: list[list[int]] = [[]]
    used, whole = 0.0, sum(widths) + gap * (len(widths) - 1)
    each = room if whole <= room else max(whole / lines, room * 0.6)
    for i, wide in enumerate(widths):
        if rows[-1] and used + wide * (1.0 if each == room else 0.5) > each and len(rows) < lines:
            rows.append([])
            used = 0.0
        rows[-1].append(i)
        used += wide + gap
    return rows


def _shrunk(widths: Sequence[float], room: float) -> list[float]:
    """Cut the widest first until all have room."""
    if sum(widths) <= room:
        return [*widths]
    left, cap = room, 0.0
    for number, wide in enumerate(sorted(widths)):
        cap = left / (len(widths) - number)
        if wide > cap:
            break
        left -= wide
    return [min(w, max(8.0, cap)) for w in widths]


def _shared(steps: Sequence[Sequence[float]], room: float) -> list[float]:
    """Share a room: the first widths, or between two steps, or if even the last have no room, the widest are cut."""
    if sum(steps[0]) <= room:
        return [*steps[0]]
    for widths, narrower in pairwise(steps):
        if sum(narrower) <= room:
            share = (sum(widths) - room) / (sum(widths) - sum(narrower))
            return [wide - (wide - narrow) * share for wide, narrow in zip(widths, narrower, strict=True)]
    return _shrunk(steps[-1], room)


def fitting_states(
    states: tuple[str, ...], free: float, name_wants: float, m: UiMetrics
) -> tuple[tuple[str, ...], float]:
    """Return the states that fit beside a name, and the common scale that makes them fit.

    A state that is cut is useless: of those after the first, which matters most, the longest ones give way to a sign,
    and the tooltip names them. So does the first one if it would be cut to less than its first letters, or the name to
    less than most of the room.
    """
    kept, more = list(states[:MOST_STATES]), len(states) > MOST_STATES
    while True:
        texts = (*kept, MORE_STATES) if more else tuple(kept)
        room = free - m.pad_xs * len(texts)
        share = room / max(1.0, name_wants + sum(badge_width(s, m) for s in texts))
        least = m.font_least / m.font_small
        beside_name = room - min(name_wants * least, free * _NAME_SHARE)
        cut = (f"{kept[0][:_READ]}…", *texts[1:]) if len(kept) == 1 else ()
        is_read = bool(cut) and sum(badge_width(s, m) for s in cut) * least <= beside_name
        if share >= least or not kept or is_read:
            return texts, max(least, min(1.0, share))
        kept.remove(max(kept[1:] or kept, key=lambda s: badge_width(s, m)))
        more = True


def _states_beside(name_wants: float, pill: CharacterPill, free: float, m: UiMetrics) -> tuple[tuple[str, ...], float]:
    """Return the states in the line of a plaque's name, and the scale that makes both fit."""
    if pill.state_rows:
        return pill.state_rows[0], min(1.0, free / name_wants)
    return fitting_states(pill.states, free, name_wants, m)


def _with_name_that_fits(pill: CharacterPill, free: float, m: UiMetrics) -> CharacterPill:
    """Return a plaque with the first name if the whole one would be cut, or if it would cut or hide a state."""
    if not pill.first:
        return pill
    wants, first_wants = (text_width(name, ui_font(m.font_small)) + 3 for name in (pill.name, pill.first))
    states, share = _states_beside(wants, pill, free, m)
    first_states, first_share = _states_beside(first_wants, pill, free, m)
    beside, first_beside = badges_width(states, m, share), badges_width(first_states, m, first_share)
    is_name_cut = wants * m.font_least / m.font_small > max(free * _NAME_SHARE, free - beside)
    hides_more = MORE_STATES in states and len(_without_sign(first_states)) > len(_without_sign(states))
    is_state_cut = beside > free - wants * share + 1 and first_beside <= free - first_wants * first_share + 1
    return replace(pill, name=pill.first) if is_name_cut or hides_more or is_state_cut else pill


def _without_sign(states: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states without the sign for more of them."""
    return tuple(state for state in states if state != MORE_STATES)


def paint_pill(painter: QPainter, pill: CharacterPill, hub: ThemeHub, m: UiMetrics, dpr: float) -> None:
    """Draw one character's plaque with its states."""
    theme = hub.theme
    body = pill.rect.adjusted(1, 1, -1, -1)
    count = max(1, len(pill.state_rows))
    line = QRectF(body.left(), body.top(), body.width(), (pill.rect.height() - m.pad_xs * (count - 1)) / count - 2)
    radius = line.height() / 2
    painter.setPen(
        QPen(theme.colour("legal" if pill.state == "now" else "inlay"), m.ring if pill.state == "now" else m.hair)
    )
    painter.setBrush(theme.colour("plate", 0.94))
    painter.drawRoundedRect(body, radius, radius)
    if pill.front:  # the character that is shown: a second line within, visible without colour
        painter.setPen(QPen(theme.colour("inlay"), max(1.2, m.hair)))
        painter.setBrush(theme.colour("selection"))
        inner = body.adjusted(2.5, 2.5, -2.5, -2.5)
        painter.drawRoundedRect(inner, radius - 2.5, radius - 2.5)
    ink = theme.colour("on_selection" if pill.front else "on_plate")
    font, bold = ui_font(m.font_small), ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    left, right = line.left() + m.pad_m * 0.7, line.right() - m.pad_m * 0.5
    if pill.portrait is not None:
        disc = QRectF(line.left(), line.top(), line.height(), line.height())
        paint_medallion(painter, disc, MedallionLook("", 0, pill.portrait), theme, m)
        left = disc.right() + m.pad_xs
    sign = TURN_STATE_SIGNS.get(pill.state)
    if sign:
        side = line.height() * 0.62
        paint_icon(painter, hub, sign, QPointF(left + side / 2 - 2, line.center().y()), side, "on_plate", dpr)
        left += side + 1
    name_wants = text_width(pill.name, font) + 3
    badges = badges_width(shown_states(pill.states), m)
    if gauge_width(pill, m) + name_wants + badges > right - left:  # the gravity matters more than the location
        pill = replace(pill, gauge=replace(pill.gauge, area=""))
    gauges = gauge_width(pill, m)
    free = right - left - gauges
    pill = _with_name_that_fits(pill, free, m)
    name_wants = text_width(pill.name, font) + 3
    states, share = _states_beside(name_wants, pill, free, m)
    if share < 1.0:
        font, bold = shrunk_font(font, share, m.font_least), shrunk_font(bold, share, m.font_least)
        name_wants *= share
    wants = [badge_width(s, m) * share for s in states]
    badges_wide = sum(w + m.pad_xs for w in wants)
    name_wide = min(name_wants, max(free * _NAME_SHARE, free - badges_wide))
    if wants and badges_wide > free - name_wide:  # the sign for the others stays whole
        wants[0] -= badges_wide - (free - name_wide)
    name_rect = QRectF(left, line.top(), name_wide, line.height())
    write_line(painter, name_rect, pill.name, font, ink, least=m.font_least)
    left = _paint_gauge(painter, pill, QRectF(left + name_wide + m.pad_xs, line.top(), gauges, line.height()), theme, m)
    _paint_states(painter, zip(states, wants, strict=True), left, right, line, bold, theme, m)
    for row in pill.state_rows[1:]:
        line.translate(0, line.height() + 2 + m.pad_xs)
        badges_of_row = [(state, badge_width(state, m)) for state in row]
        start = line.left() + m.pad_m * 0.7
        _paint_states(painter, badges_of_row, start, right, line, bold, theme, m)


def _paint_states(
    painter: QPainter,
    states: Iterable[tuple[str, float]],
    left: float,
    right: float,
    line: QRectF,
    bold: QFont,
    theme: Theme,
    m: UiMetrics,
) -> None:
    """Draw states with their widths as badges in a line, from left to right."""
    for state, want in states:
        wide = min(want, right - left)
        if wide < m.font_small:
            break
        badge = QRectF(left, line.top() + 2, wide, line.height() - 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2)
        inner = badge.adjusted(m.pad_s * 0.4, 0, -m.pad_s * 0.4, 0)
        told = _told_in(state, inner.width(), shrunk_font(bold, 0.0, m.font_least))
        write_line(painter, inner, told, bold, theme.colour("on_danger"), Align.AlignHCenter, least=m.font_least)
        left += wide + m.pad_xs


def _told_in(state: str, room: float, font: QFont) -> str:
    """Return a state; where not even its first letters have room, that there is one, or else nothing."""
    least = state if len(state) <= _READ else f"{state[:_READ]}…"
    if text_width(least, font) <= room:
        return state
    return MORE_STATES if text_width(MORE_STATES, font) <= room else ""


def _paint_gauge(painter: QPainter, pill: CharacterPill, room: QRectF, theme: Theme, m: UiMetrics) -> float:
    """Draw a character's brief state, and return where it ends: its number, and its worst wound with the location."""
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    ink = theme.colour("on_selection" if pill.front else "on_plate")
    widths, left = list(gauge_widths(pill, m)), room.left()
    if pill.gauge.what:
        wide = widths.pop(0)
        box = QRectF(left, room.top() + 3, wide, room.height() - 6)
        painter.setPen(QPen(theme.colour("inlay"), max(1.0, m.hair)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, m.radius_s, m.radius_s)
        write_line(painter, box, number_on(pill), bold, ink, Align.AlignHCenter, least=m.font_least)
        left += wide + m.pad_xs
    if pill.gauge.grade:
        side = min(room.height() - 4, m.font_small * 1.4)
        disc = QRectF(left, room.center().y() - side / 2, side, side)
        painter.setPen(QPen(theme.colour("on_danger"), max(1.0, m.hair)))
        painter.setBrush(theme.colour("danger_fill"))
        painter.drawEllipse(disc)
        level, on_disc = str(pill.gauge.level), theme.colour("on_danger")
        write_line(painter, disc, level, bold, on_disc, Align.AlignHCenter, least=m.font_least)
        area = QRectF(disc.right() + 2, room.top(), widths[0] - side, room.height())
        write_line(painter, area, pill.gauge.area, bold, ink, least=m.font_least)
        left += widths[0] + m.pad_xs
    return left
