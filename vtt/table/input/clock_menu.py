"""The menu of the story's clock: time passes by the rules of the game, or the clock alone is set forward or back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from engine.presentation.offers import Offer
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.screen_names import table_text
from vtt.shared.story_time import time_figures
from vtt.table.painting.story_clock import CLOCK_STEPS
from vtt.widgets.plain_text import button_text


def open_clock_menu(
    parent: QWidget,
    now: int,
    where: QPoint,
    choose: Callable[[int], object],
    passes: Sequence[Offer],
    take: Callable[[Offer], object],
    why_not: Callable[[int], str],
) -> QMenu:
    """Show the menu and return it.

    Args:
        parent: the widget that it belongs to.
        now: what the clock shows, in seconds.
        where: on the screen.
        choose: called with the new time.
        passes: the offers by which time passes in the game; with any, the clock alone is set in a menu of its own.
        take: called with one of them.
        why_not: why the clock may not be set to a time now, empty if it may. It is asked once for forward and once for
            back, with the smallest step. The menu says so above its steps.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(table_text("spoken.clock", time=time_figures(now)))
    for offer in passes:
        menu.addAction(button_text(offer_words(offer))).triggered.connect(lambda _=False, offer=offer: take(offer))
    steps = menu.addMenu(table_text("clock.alone")) if passes else menu
    least = min(seconds for _, seconds in CLOCK_STEPS)
    reasons = {sign: why_not(now + sign * least) if now + sign * least >= 0 else "" for sign in (1, -1)}
    for reason in dict.fromkeys(filter(None, reasons.values())):
        steps.addAction(button_text(reason)).setEnabled(False)
    for key, sign in (("on", 1), ("back", -1)):
        for word, seconds in CLOCK_STEPS:
            then = now + sign * seconds
            action = steps.addAction(table_text(f"clock.{key}", step=table_text(f"clock.{word}")))
            action.setEnabled(then >= 0 and not reasons[sign])
            action.triggered.connect(lambda _=False, then=then: choose(then))
        if sign > 0:
            steps.addSeparator()
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where)
    return menu
