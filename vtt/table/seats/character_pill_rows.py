"""The states of a character in rows below its name, on a plaque that is alone in its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vtt.table.seats.character_pill_contents import CharacterPill
from vtt.table.seats.character_pill_widths import (
    MORE_STATES,
    badge_width,
    badges_width,
    margins_width,
    pill_width,
    shown_states,
)
from vtt.widgets.look.ui_metrics import UiMetrics


def height_of_rows(pill: CharacterPill | None, line: float, gap: float) -> float:
    """Return the height of a plaque: one line, or as many as it has rows of states."""
    count = len(pill.state_rows) if pill is not None else 1
    return line * count + gap * (count - 1)


def width_of_state_rows(pill: CharacterPill, m: UiMetrics) -> float:
    """Return the width of the widest row of a plaque with several."""
    head = pill_width(replace(pill, states=()), m)
    rows = [badges_width(row, m) for row in pill.state_rows]
    return max(head + rows[0], margins_width(m) + max(rows))


def with_state_rows(pills: Sequence[CharacterPill], room: float, spare: int, m: UiMetrics) -> dict[str, CharacterPill]:
    """Return by character the plaques whose states go on below the name, as far as there are lines for that.

    A first name comes before a line too many, and that before a sign in place of the last states.

    Args:
        pills: plaques that are alone in their lines.
        room: the width of a line.
        spare: the number of free lines.
        m: lengths.
    """
    found = {}
    for pill in pills:
        share = m.font_least / m.font_small
        if pill_width(pill, m, share) <= room or pill_width(replace(pill, states=()), m, share) > room:
            continue  # it has room, or even its name has none
        named = [pill, *([replace(pill, name=pill.first)] if pill.first else [])]
        tried = [replace(each, state_rows=_rows_of_states(each, room, m)) for each in named]
        tall = next((each for each in tried if len(each.state_rows) - 1 <= spare), None)
        if tall is None and spare:
            tall = replace(tried[-1], state_rows=_with_sign_for_the_rest(tried[-1], spare + 1, room, m))
        if tall is not None:
            spare -= len(tall.state_rows) - 1
            found[pill.actor] = tall
    return found


def _rows_of_states(pill: CharacterPill, room: float, m: UiMetrics) -> tuple[tuple[str, ...], ...]:
    """Return the states beside a plaque's name, and row by row those below it, each in the first row with room."""
    rows: list[list[str]] = [[]]
    free = [room - pill_width(replace(pill, states=()), m)]
    for state in shown_states(pill.states):
        wide = badge_width(state, m) + m.pad_xs
        fits = [at for at, left in enumerate(free) if wide <= left]
        if not fits:
            rows.append([])
            free.append(_room_of_row(room, m))
            fits = [len(rows) - 1]
        at = fits[-1 if state == MORE_STATES else 0]
        rows[at].append(state)
        free[at] -= wide
    return tuple(map(tuple, rows))


def _with_sign_for_the_rest(pill: CharacterPill, count: int, room: float, m: UiMetrics) -> tuple[tuple[str, ...], ...]:
    """Return so many of a plaque's rows of states; the last one ends with the sign for the others."""
    *rows, last = pill.state_rows[:count]
    told = [state for state in last if state != MORE_STATES]
    while len(told) > 1 and badges_width((*told, MORE_STATES), m) > _room_of_row(room, m):
        told.pop()
    return (*rows, (*told, MORE_STATES))


def _room_of_row(room: float, m: UiMetrics) -> float:
    """Return the width that states have in a row below the name."""
    return room - margins_width(m)
