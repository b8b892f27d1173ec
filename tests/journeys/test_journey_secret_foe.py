"""A GM with one screen: a secret foe acts on the GM's own screen, and the shared one says so and leads there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from engine.core.manual_moves import EditActor
from engine.messages.texts import say
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import GiveTurn
from tests.engine.rulesets.classic_fantasy.table import LUCKLESS, laid, play
from tests.journeys.kit import Desk


def offered(desk: Desk) -> set[str]:
    """Return everything that the GM can do on this screen."""
    viewer_campaign = desk.page.campaign.viewer_campaign(desk.page.viewer)
    return {say(offer.label) for offer in viewer_campaign.offers("gm")}


@pytest.mark.journey
@pytest.mark.rule("CF-X-16", "CF-X-27")
def test_the_shared_screen_leads_the_gm_to_the_attacks_of_a_secret_foe(desk: Desk) -> None:
    secret = EditActor(seat="gm", actor="orc", secret=True)
    begun = StartFight(seat="gm", fighters=("orc", "ana"))
    rolled = RollInitiative(seat="gm")
    desk.open_table_of(play(laid(tracks=LUCKLESS), secret, begun, rolled, GiveTurn(seat="gm", actor="orc")))
    desk.click_seat("Ada")
    assert "Orc: attack" not in offered(desk)
    shown = desk.page.table_room.offers.findChild(QPushButton, "offers_gm_screen")
    assert shown is not None
    assert shown.accessibleName() == "Open the GM screen to act for Orc"
    desk.picture("secret-foe-1-shared")
    desk.click(shown)
    desk.choose("Show the GM screen")
    assert desk.page.viewer == "gm"
    assert shown.isHidden()
    desk.picture("secret-foe-2-gm")
    assert "Orc: attack" in offered(desk)
