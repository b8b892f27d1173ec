"""With real cards, nothing that a campaign shows depends on where the program believed a hidden card to be.

The same evening is played in worlds that differ only in what the program believes of hidden cards; in one of them a
card is not on the table at all. After each gesture, everything that a viewer can see must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.history import History
from engine.core.manual_moves import AddCards, MoveCards, NameCards, RemoveCards, ShuffleZone, TurnCards
from engine.kit.conformance.other_worlds import difference, swapped_table
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.dice_and_card_source import SourceKind, SourceSettings
from engine.presentation.physical_input import CARD, InputField
from engine.rulesets.imaginality.action_resolution import Reveal
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Play
from tests.engine.rulesets.imaginality import table as imaginality
from vtt.campaign.campaign_changes import PendingInput
from vtt.campaign.open_campaign import OpenCampaign

TOLD = "9C"
"""The card that is named to everybody."""
HANDS = {"hand:tom": "KD 2S 3S 4S 5S 6S 7S", "hand:eve": "8C 2D 3D", "hand:gm": "7C 4D 5D", "deck": "2H 3H 4H 5H"}
Step = tuple[Command, Mapping[str, int | str]]

PLAYED: tuple[Step, ...] = (
    (NameCards(seat="gm", cards=("deck#0",), faces=()), {"deck#0": TOLD}),
    (Attempt(seat="tom", actor="rex"), {}),
    (Play(seat="tom", side="actor", cards=("hand:tom#0",)), {}),
    (Draw(seat="gm", side="opposition"), {}),
    (Reveal(seat="gm"), {"committed:actor#0": TOLD, "drawn:opposition#0": "8D"}),
    (Reveal(seat="gm"), {"committed:actor#0": "8D", "drawn:opposition#0": TOLD}),
)
BY_HAND: tuple[Step, ...] = (
    (MoveCards(seat="eve", cards=("hand:eve#1",), target="discard"), {"hand:eve#1": TOLD}),
    (NameCards(seat="gm", cards=("deck#1", "deck#2"), faces=()), {"deck#1": "8C", "deck#2": "8C"}),
    (NameCards(seat="gm", cards=("deck#1",), faces=()), {"deck#1": TOLD}),
    (NameCards(seat="gm", cards=("deck#1", "deck#2"), faces=()), {"deck#1": "7C", "deck#2": "8C"}),
    (RemoveCards(seat="gm", cards=("deck#1",)), {}),
    (AddCards(seat="gm", zone="discard", faces=("8C", "7C", TOLD)), {}),
    (TurnCards(seat="tom", cards=("hand:tom#2",), face="up"), {"hand:tom#2": "7C"}),
    (ShuffleZone(seat="gm", zone="deck"), {"order.0": 1}),
    (MoveCards(seat="gm", cards=("deck#0",), target="discard"), {"deck#0": "7C"}),
)


def world(*swaps: tuple[str, str], decks: int = 1) -> Table:
    """The table with a card removed face down; each of these pairs of hidden cards changes places."""
    table = imaginality.laid(HANDS, options={"deck_count": decks})
    table = imaginality.play(table, RemoveCards(seat="gm", cards=("deck#3",)))
    assert table.away == ("5H",)
    for one, other in swaps:
        table = swapped_table(Codec(imaginality.GAME), table, {one: other, other: one})
    return table


class Watcher(QObject):
    """Keeps all that some viewers are shown while a table is played."""

    def __init__(self, table: Table, ways: SourceSettings, viewers: tuple[str, ...]) -> None:
        super().__init__()
        self.campaign = OpenCampaign(imaginality.GAME, History(table), SeededChance(5), parent=self, sources=ways)
        self.viewers = viewers
        self.said: list[object] = []
        self.campaign.refused.connect(self._refused)

    def _refused(self, refused: Refused) -> None:
        self.said.append((refused.message, refused.rules))

    def play(self, steps: tuple[Step, ...]) -> list[object]:
        """Play them, and return what there was to be seen after each."""
        found: list[object] = [self.seen()]
        for command, told in steps:
            pending = PendingInput(command, None, self.campaign.sources, 3)
            rehearsals = [self.campaign.rehearse(pending, some) for some in ({}, told)]
            self.said += [rehearsal.fields for rehearsal in rehearsals]
            self.said.append(self.campaign.submit_input(pending, told))
            found.append(self.seen())
        self.campaign.undo(consent=True)
        return [*found, self.seen()]

    def seen(self) -> dict[str, object]:
        """Return all that can be found out now."""
        campaign, seats = self.campaign, tuple(self.campaign._history.table.seats)
        found: dict[str, Any] = {
            "titles": (campaign.undo_title, campaign.redo_title),
            "asked before undo": [campaign.unrevealed_by(n) for n in range(campaign.position)],
            "said": tuple(self.said),
        }
        for viewer in self.viewers:
            viewer_campaign = campaign.viewer_campaign(viewer)
            places = [(zone.id, n) for zone in viewer_campaign.view.zones.values() for n in range(zone.count)[:3]]
            hand = viewer_campaign.manual_moves()
            found[viewer] = {
                "view": viewer_campaign.view,
                "offers": [viewer_campaign.offers(seat) for seat in seats],
                "by hand": [
                    *hand.all_offers("new"),
                    *(offer for place in places for offer in hand.card_offers(*place)),
                ],
                "flights": viewer_campaign.flights(),
                "log": tuple(viewer_campaign.log()),
            }
        blanks = (InputField(key=place, kind=CARD, place=place) for place in ("deck#0", "hand:tom#3"))
        return found | {blank.key: list(campaign.possible_faces(blank).items()) for blank in blanks}


@pytest.mark.parametrize(("steps", "decks"), [(PLAYED, 1), (BY_HAND, 2)], ids=["played", "by hand"])
@pytest.mark.parametrize("means", [SourceKind.REAL, SourceKind.BOTH])
def test_nothing_reveals_where_a_misplaced_card_was_believed_to_be(
    qapp: QApplication, means: SourceKind, steps: tuple[Step, ...], decks: int
) -> None:
    # With both, people see their own hands on the screen: nobody else may find out what is believed there.
    viewers = ("tom", SHARED) if means is SourceKind.BOTH else ("gm", "tom", "eve", SHARED)
    ways = SourceSettings(dice=SourceKind.SCREEN, cards=means)
    deck, eves, gms = world(decks=decks), (TOLD, "8C"), (TOLD, "7C")
    worlds = [deck, *(world(swap, decks=decks) for swap in (eves, gms, (TOLD, "5H"), ("8C", "5H"), ("X", "4D")))]
    if decks == 2:
        worlds += [world((f"{TOLD}/2", "5H"), decks=2), world((TOLD, "5H"), (f"{TOLD}/2", "3D"), decks=2)]
    if means is SourceKind.REAL:
        worlds += [world(("X", "KD"), decks=decks), world(("X", "KD"), ("X/2", "5H"), decks=decks)]
    assert {table.zone_of(TOLD) for table in worlds} >= {"deck", "hand:eve", "hand:gm", None}
    here, *others = (Watcher(table, ways, viewers).play(steps) for table in worlds)
    for number, there in enumerate(others, 1):
        told = difference(here, there)
        assert told is None, f"world {number}: {told}"


@pytest.mark.parametrize("means", SourceKind)
@pytest.mark.parametrize("viewer", ["gm", "tom", "eve", SHARED])
def test_offered_manual_moves_can_be_done(qapp: QApplication, means: SourceKind, viewer: str) -> None:
    table = imaginality.play(world(), imaginality.ATTEMPT, Draw(seat="gm", side="opposition"))
    table = imaginality.play(table, TurnCards(seat="eve", cards=("hand:eve#0",), face="up"))
    campaign = Watcher(table, SourceSettings(cards=means), (viewer,)).campaign
    viewer_campaign = campaign.viewer_campaign(viewer)
    hand = viewer_campaign.manual_moves()
    places = [(zone.id, n) for zone in viewer_campaign.view.zones.values() for n in range(zone.count)[:3]]
    found = [*hand.all_offers("new"), *(offer for place in places for offer in hand.card_offers(*place))]
    for offer in found:
        open_asks = [ask for ask in offer.questions if not ask.optional and ask.least]
        if offer.denial is None and not open_asks:
            refused = campaign.rehearse(PendingInput(offer.command, None, campaign.sources, 1), {}).refused
            assert refused is None, f"{offer.name}: {refused}"
    free = {offer.name for offer in found if offer.denial is None}
    assert not {f"shuffle_zone:hand:{seat}" for seat in table.seats} & free
    assert ("turn_up:hand:eve#1" in free) is (viewer != "tom")
    assert ("turn_up:hand:tom#0" in free) is (viewer != "eve")
    turns = [o.command for o in found if o.name == "turn_up:hand:tom#0"]
    assert [turn.seat for turn in turns] == [{SHARED: "tom"}.get(viewer, viewer)]
