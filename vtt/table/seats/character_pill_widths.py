"""The widths that the plaque of a character at its seat can have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtGui import QFont

from vtt.shared.fitted_text import text_width
from vtt.shared.screen_names import number_words, table_text
from vtt.table.seats.character_pill_contents import MOST_STATES, TURN_STATE_SIGNS, CharacterPill
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics

MORE_STATES: Final = "…"
"""The sign in place of states that have no room; a number there looked like a bonus. The tooltip has all states."""
PillWidths = tuple[float, float, float, float]
"""From the widest to the narrowest."""


def pill_widths(pill: CharacterPill, m: UiMetrics) -> PillWidths:
    """Return the usual width of a plaque, that with the smallest letters, that with its first name, and the least.

    The least is with a sign in place of several states, and without the location of its worst wound: they go only when
    a shorter name does not help.
    """
    share = m.font_least / m.font_small
    letters, around = _width_of_letters(pill, m), _width_around(pill, m)
    fewest = (MORE_STATES,) if len(pill.states) > 1 else pill.states
    shortest = min(letters[0], text_width(pill.first, ui_font(m.font_small))) if pill.first else letters[0]
    bare = shortest * share + around - _area_width(pill, m)
    least = bare + badges_width(fewest, m)
    around += m.pad_xs * (len(letters) - 1)
    small = sum(letters) * share + around
    called_first = max(least, small - (letters[0] - shortest) * share)
    return sum(letters) + around, max(called_first, small), called_first, least


def pill_width(pill: CharacterPill, m: UiMetrics, share: float = 1.0) -> float:
    """Return the width of a plaque whose name and states have a share of their usual size."""
    letters = _width_of_letters(pill, m)
    return sum(letters) * share + _width_around(pill, m) + m.pad_xs * (len(letters) - 1)


def _width_of_letters(pill: CharacterPill, m: UiMetrics) -> list[float]:
    """Return the widths of a plaque's name and of its states."""
    return [text_width(pill.name, ui_font(m.font_small)), *(badge_width(s, m) for s in shown_states(pill.states))]


def _width_around(pill: CharacterPill, m: UiMetrics) -> float:
    """Return the width of all else on a plaque without states: its margins, portrait, sign, number and wound."""
    wide = gauge_width(pill, m) + (m.font_small * 1.5 if pill.portrait is not None else 0)
    return wide + (m.font_small if pill.state in TURN_STATE_SIGNS else 0) + margins_width(m)


def margins_width(m: UiMetrics) -> float:
    """Return the width of the margins of a plaque."""
    return m.pad_m * 1.4 + 4


def shown_states(states: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a plaque shows where there is room: the first ones, and a sign for the others."""
    return (*states[:MOST_STATES], MORE_STATES) if len(states) > MOST_STATES else states


def gauge_widths(pill: CharacterPill, m: UiMetrics) -> tuple[float, ...]:
    """Return the widths of a plaque's number and worst wound, if it has any."""
    bold = ui_font(m.font_small, weight=QFont.Weight.DemiBold)
    number = (text_width(number_on(pill), bold) + m.pad_s,) if pill.gauge.what else ()
    wound = (m.font_small * 1.4 + 2 + _area_width(pill, m),) if pill.gauge.grade else ()
    return (*number, *wound)


def _area_width(pill: CharacterPill, m: UiMetrics) -> float:
    """Return the width of the location of a plaque's worst wound."""
    if not (pill.gauge.grade and pill.gauge.area):
        return 0.0
    return text_width(pill.gauge.area, ui_font(m.font_small, weight=QFont.Weight.DemiBold)) + m.pad_xs


def gauge_width(pill: CharacterPill, m: UiMetrics) -> float:
    """Return the width of a plaque's number and worst wound together; 0 without any."""
    return sum(width + m.pad_xs for width in gauge_widths(pill, m))


def number_on(pill: CharacterPill) -> str:
    """Return the number of a plaque, in brief without its name."""
    number = number_words(pill.gauge.value)
    return number if pill.brief else table_text("gauge", what=pill.gauge.what, value=number)


def badge_width(state: str, m: UiMetrics) -> float:
    """Return the width of the badge of a state."""
    return text_width(state, ui_font(m.font_small, weight=QFont.Weight.DemiBold)) + m.pad_s * 1.6


def badges_width(states: Iterable[str], m: UiMetrics, share: float = 1.0) -> float:
    """Return the width of the badges of states at a share of their usual size, with the gaps before them."""
    return sum(badge_width(state, m) * share + m.pad_xs for state in states)
