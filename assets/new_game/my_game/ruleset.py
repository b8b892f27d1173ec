"""My Game: its commands and its offers. Manual moves, characters and sheets come from the kit."""

from __future__ import annotations

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.card_piles import draw_cards
from engine.kit.manual_game import ManualGame
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.offers import Drag, Offer, make_offer, with_denial

FULL_HAND = 5


class DrawOne(Request):
    """Draw a card from the deck. A command is a request: `verify` says no, `decide` says what happens."""

    def verify(self, table: Table) -> None:
        """The hand is not full, and there is a card to draw."""
        if len(table.cards_in(hand_of(self.seat))) >= FULL_HAND:
            raise Refused("hand_full", most=FULL_HAND)
        if not table.cards_in("deck") and not table.cards_in("discard"):
            raise Refused("nothing_to_draw")

    def decide(self, draft: Draft) -> None:
        """Draw it; when the deck is empty, the discards are shuffled first."""
        draw_cards(draft, "deck", hand_of(self.seat), 1, discard="discard")
        draft.note("draws_one", seat=seat_name(draft.table, self.seat))


class MyGame(ManualGame):
    """The game."""

    id = "my_game"
    moves = (DrawOne,)

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return what a seat can do now; `viewer` is who looks at it."""
        if seat not in table.seats:
            return ()
        drag = Drag(source="deck", target=hand_of(seat))
        draw = with_denial(table, make_offer("draw_one", DrawOne(seat=seat), drag=drag, primary=True))
        return (draw, *super().offers(table, seat, viewer))
