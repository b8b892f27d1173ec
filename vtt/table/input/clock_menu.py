"""The menu of the story's clock: time passes by the rules of the game, or the clock alone is set forward or back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu, QWidget

from engine.core.commands import Command
from engine.core.manual_moves import SetClock
from engine.model.frozen import Json
from engine.presentation.offers import Offer, make_offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.offer_tile import offer_words
from vtt.shared.screen_names import table_text
from vtt.shared.story_time import time_figures
from vtt.table.painting.story_clock import CLOCK_STEPS
from vtt.table.scene.table_scene import TableScene
from vtt.widgets.plain_text import button_text


class ClockHost(Protocol):
    """The table as its clock sees it."""

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """Return the campaign as the viewer sees it."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Ask an offer's remaining questions."""
        ...

    def move_by_hand(self, command: Command | None, where: QPointF) -> None:
        """Make a manual move, or show why it is refused."""
        ...


def open_story_clock(host: ClockHost, parent: QWidget, seat: str, where: QPointF) -> None:
    """Let time pass by the rules of the game, or set the story's clock forward or back.

    Args:
        host: the table.
        parent: the widget that the menu belongs to.
        seat: who does it.
        where: on the table.
    """
    offers = host.viewer_campaign().offers(seat)
    passes = [offer for offer in offers if offer.command.PASSES_TIME and offer.denial is None]

    def choose(then: int) -> None:
        """Set the clock; ask first if something becomes due in between."""
        command = SetClock(seat=seat, seconds=then)
        preview = host.viewer_campaign().time_preview(command)
        if preview is not None and preview.asks:
            host.ask(make_offer("set_clock", command), {})
        else:
            host.move_by_hand(command, where)

    def why_not(then: int) -> str:
        refused = host.viewer_campaign().refusal(SetClock(seat=seat, seconds=then), live=True)
        return refused.text if refused is not None else ""

    _open_menu(parent, host.table_scene.view.clock, where, choose, passes, lambda offer: host.ask(offer, {}), why_not)


def _open_menu(
    parent: QWidget,
    now: int,
    where: QPointF,
    choose: Callable[[int], object],
    passes: Sequence[Offer],
    take: Callable[[Offer], object],
    why_not: Callable[[int], str],
) -> None:
    """Show the menu.

    Args:
        parent: the widget that it belongs to.
        now: what the clock shows, in seconds.
        where: on the table.
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
    menu.popup(parent.mapToGlobal(where.toPoint()))
