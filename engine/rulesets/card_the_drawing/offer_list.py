"""All offers of a seat, with no more than a viewer may know."""

from __future__ import annotations

from functools import partial

from engine.core.memo import memo_of_moment
from engine.model.table import Table
from engine.presentation.offer_fault_isolation import isolated_offers
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import outside_combat, planning_offers
from engine.rulesets.card_the_drawing.battle import drawing_phase, gm_override
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_resolution
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.resolution import resolution_offers
from engine.rulesets.card_the_drawing.encounters import battle_offers, encounter_offers


@memo_of_moment
def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return the seat's offers by the rules, pending answers first."""
    return tuple(_made(OfferContext(table, seat, viewer)))


def complete_offer(table: Table, offer: Offer, viewer: str) -> Offer:
    """Return an offer with the parts that are calculated only when it is taken (CD-UI-18)."""
    plans = offer.name.partition(":")[0] == planning_offers.SUGGEST_PLAN
    return (
        planning_offers.complete_plan_offer(OfferContext(table, offer.command.seat, viewer), offer) if plans else offer
    )


def _made(context: OfferContext) -> list[Offer]:
    first = (
        (resolution_offers.offers,)
        if current_resolution(context.table) is not None
        else (drawing_phase.offers, planning_offers.offers)
    )
    feature_offers = (
        *first,
        resolution_offers.waiting_offers,
        outside_combat.offers,
        battle_offers.offers,
        encounter_offers.offers,
        gm_override.offers,
    )
    return isolated_offers(context.seat, *(partial(offers, context) for offers in feature_offers))
