"""Offers to bring prepared content to the table: foes, a gang, a danger."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.cast.cast_offers import cast_offers, record_question
from engine.model.table import Table
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.editor.deployment_commands import (
    DANGER_RECORDS,
    FOE_CAST,
    GANG_GROUP,
    BringGang,
    UseDanger,
)
from engine.rulesets.future_imperfect.editor.prepared_records import (
    BRING_GANG,
    GANGS,
    USE_BLAST,
    USE_DANGER,
)
from engine.rulesets.future_imperfect.hazards.hazard_offers import near_question
from engine.rulesets.future_imperfect.offer_context import Names, OfferContext


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers; another viewer does not even see that something is prepared."""
    table, seat = context.table, context.seat
    if not (context.gm and table.is_gm(context.viewer)):
        return
    yield from cast_offers(FOE_CAST, table, seat, context.viewer)
    yield from _gang_offers(table, seat)
    yield from _danger_offers(table, seat, context.people.living, context.people.dead)


@memo
def _gang_offers(table: Table, seat: str) -> Iterator[Offer]:
    gangs, rare = {"gang": record_question(GANG_GROUP.names(table))}, not table.lists.get(GANGS)
    yield from choice_offers(BringGang, seat, gangs, name=BRING_GANG, rare=rare)


@memo
def _danger_offers(table: Table, seat: str, living: Names, dead: Names) -> Iterator[Offer]:
    there = (*living, *dead)
    if not living:
        return
    dangers = DANGER_RECORDS.records(table)
    blasts = {id_: danger.name for id_, danger in dangers.items() if danger.sort == "explosion"}
    others = {id_: danger.name for id_, danger in dangers.items() if danger.sort != "explosion"}
    who: Choices = {"danger": record_question(others), "actor": OneOf(there)}
    first = {"actor": there[0]}
    yield from choice_offers(UseDanger, seat, who, first, name=USE_DANGER, fields=tuple(who))
    victims = {"danger": record_question(blasts), "victims": near_question(there)}
    yield from choice_offers(UseDanger, seat, victims, name=USE_BLAST, fields=tuple(victims))
