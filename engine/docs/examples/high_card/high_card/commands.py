"""The commands of High Card, and the comparison of the cards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft, find_procedure
from engine.kit.card_piles import draw_cards
from engine.messages.display_names import seat_name
from engine.messages.refusal import Refused
from engine.model.cards import rank_value
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of

from .rules import HAND, HIT_POINTS, MOST_HIT_POINTS, Duel, fighters, hit_points, place_of, standing, waiting_for


class Deal(Request):
    """Begin a duel: a hand for everybody."""

    def verify(self, table: Table) -> None:
        """Two can fight, and no duel is in progress."""
        if find_procedure(table, Duel) is not None:
            raise Refused("duel_runs")
        if len(fighters(table)) < 2:
            raise Refused("too_few")

    def decide(self, draft: Draft) -> None:
        """Shuffle, and fill the hands."""
        draft.note("deals", seat=seat_name(draft.table, self.seat))
        draft.shuffle("deck")
        for actor in fighters(draft.table):
            draft.set_track(actor.id, HIT_POINTS, MOST_HIT_POINTS)
            missing = HAND - len(draft.table.cards_in(hand_of(actor.seat)))
            draw_cards(draft, "deck", hand_of(actor.seat), missing, discard="discard")
        draft.push_procedure(Duel(fighters=tuple(actor.id for actor in fighters(draft.table))))


class Play(Request):
    """Play a card of the own hand face down."""

    card: Annotated[str, Meta(description="a card of the own hand")]

    def verify(self, table: Table) -> None:
        """The seat has to play, and the card is in its hand."""
        if self.seat not in waiting_for(table):
            raise Refused("not_to_play")
        if self.card not in table.cards_in(hand_of(self.seat)):
            raise Refused("not_in_hand")

    def decide(self, draft: Draft) -> None:
        """Put the card down; nobody else sees which one it is."""
        draft.note("plays", seat=seat_name(draft.table, self.seat))
        draft.move((self.card,), hand_of(self.seat), place_of(self.seat))


def compare(draft: Draft) -> None:
    """Turn the cards over. The highest wins, and the next round begins."""
    values = {}
    for actor in standing(draft.table):
        cards = draft.table.cards_in(place_of(actor.seat))
        values[actor.id] = max(map(rank_value, cards), default=0)
        draft.move(cards, place_of(actor.seat), "discard")
        draft.note("shows", actor=actor.name, cards=cards)
    for actor in standing(draft.table):
        if values[actor.id] < max(values.values()):
            draft.set_track(actor.id, HIT_POINTS, hit_points(actor) - 1)
            draft.note("loses", actor=actor.name, left=hit_points(actor) - 1)
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    """Begin the next round with a new card for everybody, or end the duel."""
    left, duel = standing(draft.table), find_procedure(draft.table, Duel)
    for actor in left:
        draw_cards(draft, "deck", hand_of(actor.seat), 1, discard="discard")
    if duel is not None and len(waiting_for(draft.table)) > 1:
        draft.replace_procedure(replace(duel, round=duel.round + 1))
        return
    draft.pop_procedure(Duel)
    draft.note("ends", names=[actor.name for actor in left])
