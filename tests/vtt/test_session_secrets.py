"""With real cards, nothing that a session tells depends on where a hidden card was thought to lie.

The same evening is played in worlds that differ in nothing but what is believed of hidden cards, one of them that a
card is off the table altogether. After each gesture all that anybody can be shown must be the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from engine.play.chance import Seeded
from engine.play.codec import Codec
from engine.play.commands import Command
from engine.play.moves import AddCards, MoveCards, NameCards, RemoveCards, ShuffleZone, TurnCards
from engine.play.refusal import Refused
from engine.play.sight import SHARED
from engine.play.telling import CARD, Blank
from engine.play.timeline import Timeline
from engine.play.ways import Means, Ways
from engine.rulesets.imaginality.actions import Attempt
from engine.rulesets.imaginality.laying import Draw, Play
from engine.rulesets.imaginality.resolving import Reveal
from engine.table.table import Table
from tests.engine.imaginality import table as imaginality
from tests.engine.worlds import difference, swapped_table
from vtt.session import Pending, Session

TOLD = "9C"
"""The card that everybody is told of."""
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

    def __init__(self, table: Table, ways: Ways, viewers: tuple[str, ...]) -> None:
        super().__init__()
        self.session = Session(imaginality.GAME, Timeline(table), Seeded(5), parent=self, ways=ways)
        self.viewers = viewers
        self.said: list[object] = []
        self.session.refused.connect(self._refused)

    def _refused(self, refused: Refused) -> None:
        self.said.append((refused.message, refused.rules))

    def play(self, steps: tuple[Step, ...]) -> list[object]:
        """Play them, and return what there was to be seen after each."""
        found: list[object] = [self.seen()]
        for command, told in steps:
            pending = Pending(command, None, self.session.ways, 3)
            rehearsals = [self.session.rehearse(pending, some) for some in ({}, told)]
            self.said += [rehearsal.blanks for rehearsal in rehearsals]
            self.said.append(self.session.tell(pending, told))
            found.append(self.seen())
        self.session.undo()
        return [*found, self.seen()]

    def seen(self) -> dict[str, object]:
        """Return all that can be found out now."""
        session, seats = self.session, tuple(self.session._timeline.table.seats)
        found: dict[str, Any] = {
            "titles": (session.undo_title, session.redo_title),
            "asked before undo": [session.would_unlearn(n) for n in range(session.position)],
            "said": tuple(self.said),
        }
        for viewer in self.viewers:
            lens = session.lens(viewer)
            places = [(zone.id, n) for zone in lens.view.zones.values() for n in range(zone.count)[:3]]
            hand = lens.by_hand()
            found[viewer] = {
                "view": lens.view,
                "offers": [lens.offers(seat) for seat in seats],
                "by hand": [*hand.everywhere("new"), *(offer for place in places for offer in hand.card(*place))],
                "flights": lens.flights(),
                "log": tuple(lens.log()),
            }
        blanks = (Blank(key=place, kind=CARD, place=place) for place in ("deck#0", "hand:tom#3"))
        return found | {blank.key: list(session.faces_for(blank).items()) for blank in blanks}


@pytest.mark.parametrize(("steps", "decks"), [(PLAYED, 1), (BY_HAND, 2)], ids=["played", "by hand"])
@pytest.mark.parametrize("means", [Means.REAL, Means.BOTH])
def test_nothing_tells_where_a_card_was_believed_that_turned_out_to_lie_elsewhere(
    qapp: QApplication, means: Means, steps: tuple[Step, ...], decks: int
) -> None:
    # With both, people see their own hands on the screen: nobody else may find out what is believed there.
    viewers = ("tom", SHARED) if means is Means.BOTH else ("gm", "tom", "eve", SHARED)
    ways = Ways(dice=Means.SCREEN, cards=means)
    deck, eves, gms = world(decks=decks), (TOLD, "8C"), (TOLD, "7C")
    worlds = [deck, *(world(swap, decks=decks) for swap in (eves, gms, (TOLD, "5H"), ("8C", "5H"), ("X", "4D")))]
    if decks == 2:
        worlds += [world((f"{TOLD}/2", "5H"), decks=2), world((TOLD, "5H"), (f"{TOLD}/2", "3D"), decks=2)]
    if means is Means.REAL:
        worlds += [world(("X", "KD"), decks=decks), world(("X", "KD"), ("X/2", "5H"), decks=decks)]
    assert {table.where(TOLD) for table in worlds} >= {"deck", "hand:eve", "hand:gm", None}
    here, *others = (Watcher(table, ways, viewers).play(steps) for table in worlds)
    for number, there in enumerate(others, 1):
        told = difference(here, there)
        assert told is None, f"world {number}: {told}"


@pytest.mark.parametrize("means", Means)
@pytest.mark.parametrize("viewer", ["gm", "tom", "eve", SHARED])
def test_what_is_offered_by_hand_can_then_be_done(qapp: QApplication, means: Means, viewer: str) -> None:
    table = imaginality.play(world(), imaginality.ATTEMPT, Draw(seat="gm", side="opposition"))
    table = imaginality.play(table, TurnCards(seat="eve", cards=("hand:eve#0",), face="up"))
    session = Watcher(table, Ways(cards=means), (viewer,)).session
    lens = session.lens(viewer)
    hand = lens.by_hand()
    places = [(zone.id, n) for zone in lens.view.zones.values() for n in range(zone.count)[:3]]
    found = [*hand.everywhere("new"), *(offer for place in places for offer in hand.card(*place))]
    for offer in found:
        open_asks = [ask for ask in offer.asks if not ask.optional and ask.least]
        if offer.denial is None and not open_asks:
            refused = session.rehearse(Pending(offer.command, None, session.ways, 1), {}).refused
            assert refused is None, f"{offer.name}: {refused}"
    free = {offer.name for offer in found if offer.denial is None}
    assert not {f"shuffle_zone:hand:{seat}" for seat in table.seats} & free
    assert ("turn_up:hand:eve#1" in free) is (viewer != "tom")
    assert ("turn_up:hand:tom#0" in free) is (viewer != "eve")
    turns = [o.command for o in found if o.name == "turn_up:hand:tom#0"]
    assert [turn.seat for turn in turns] == [{SHARED: "tom"}.get(viewer, viewer)]
