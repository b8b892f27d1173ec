"""Offers about fear: the test that the GM calls for, and the run of a terrified character (FI-FEAR)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.conditions import maimed_limbs, terror
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_countdown
from engine.rulesets.future_imperfect.offer_context import OfferContext, several
from engine.rulesets.future_imperfect.procedures.conflict_procedure import fighter_of
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear, Flee, verify_flee


def flee_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the flight of terrified characters: the natural next step once their card is called (FI-FEAR-7).

    A red joker for the flight shows only to those who see the hand.
    """
    conflict = context.conflict
    if conflict is None:
        return
    called = initiative_countdown.called_cards(context.table)
    for actor in context.mine:
        name = fighter_of(conflict, actor.id) if actor.conditions and terror.must_flee(context.table, actor.id) else ""
        if not name:
            continue
        hand = context.table.zones[conflict.fighters[name].hand]
        if name in called or action_decks.red_jokers(
            [card for card in hand.cards if hand.may_see(card, context.viewer)]
        ):
            runs = maimed_limbs.gait(context.table, actor.id) == "runs"
            flee, pace = Flee(seat=context.seat, actor=actor.id), ("pace",) if runs else ()
            yield offer_of(context.table, flee, verify_flee, fields=pace, primary=True)


# ---- fear ------------------------------------------------------------------------------------------------------------


def fear_test(seat: str, actors: tuple[str, ...]) -> Offer:
    """Return the offer to test a character for fear (FI-FEAR-1)."""
    return offer_of(None, FaceFear(seat=seat, actor=actors[0], tn=5), name="face_fear", asks={"actor": several(actors)})
