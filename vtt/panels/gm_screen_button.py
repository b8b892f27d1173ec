"""The button that opens the GM's own screen, where the bar of offers leaves out what the GM's secret characters do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QPushButton, QWidget

from engine.model.seats import Actor
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import text
from vtt.shared.screen_names import name_of_actor
from vtt.shared.table_queries import secret_actors_in_sight
from vtt.widgets.plain_text import button_text, short, tip
from vtt.widgets.theme_binding import set_role

FEW_NAMES: Final = 2


class GmScreenButton(QPushButton):
    """Leads to the GM's own screen; hidden until there are characters that the GM acts for only there.

    Args:
        campaign: the open campaign.
        key: the key that opens the GM's screen where that is the next step.
        parent: the Qt parent.
    """

    def __init__(self, campaign: OpenCampaign, key: str, parent: QWidget) -> None:
        super().__init__(button_text(text("offers.gm_screen")), parent)
        self._campaign = campaign
        self._key = key
        self._words: tuple[Sequence[str], str] = ((), "")
        self.setObjectName("offers_gm_screen")
        self.setAccessibleName(text("offers.gm_screen"))
        self.setAutoDefault(False)
        self.setProperty("role", "quiet")
        self.hide()

    @property
    def is_next(self) -> bool:
        """Whether opening the GM's screen is the next step."""
        return bool(self._words[1])

    def names(self, view: VisibleTable, seat: str) -> tuple[str, ...]:
        """Return the names of the characters that the seat's GM acts for on the GM's own screen."""
        return tuple(name_of_actor(view, actor.id) for actor in self._secret_actors(view, seat))

    def name_on_turn(self, view: VisibleTable, seat: str) -> str:
        """Return the name of the one of these characters whose Turn it is; empty for none."""
        turns = {turn.actor for activity in view.under_way[-1:] for turn in activity.order if turn.state == "now"}
        secret_actors = self._secret_actors(view, seat)
        return next((name_of_actor(view, actor.id) for actor in secret_actors if actor.id in turns), "")

    def show_for(self, names: Sequence[str], on_turn: str) -> None:
        """Offer the GM's own screen where the bar leaves out what these characters can do.

        Args:
            names: their names; without any the button is hidden.
            on_turn: the name of the one whose Turn it is: then the GM's screen is the next step. Empty for nobody.
        """
        self.setVisible(bool(names))
        if (names, on_turn) == self._words:
            return
        self._words = names, on_turn
        words_on_turn = text("offers.gm_screen_turn", name=short(on_turn, 24), key=self._key) if on_turn else ""
        self.setText(button_text(words_on_turn or text("offers.gm_screen")))
        set_role(self, "primary" if on_turn else "quiet")
        words = text("offers.gm_screen_for", names=[short(name, 24) for name in names[:FEW_NAMES]])
        if len(names) > FEW_NAMES:
            words = text("offers.gm_screen_many", name=short(names[0], 24), more=len(names) - 1)
        self.setAccessibleName(words)
        self.setToolTip(tip(f"{words}\n{text('offers.gm_screen_help')}"))

    def _secret_actors(self, view: VisibleTable, seat: str) -> tuple[Actor, ...]:
        can_act = self._campaign.game.has_secret_acting and not self._campaign.view_only
        return secret_actors_in_sight(view, seat) if can_act else ()
