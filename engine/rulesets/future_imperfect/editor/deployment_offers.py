"""Offers to bring prepared content to the table: foes, a gang, a danger."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.cast.cast_offers import cast_offers, record_question
from engine.model.table import Table
from engine.presentation.command_offers import Answers, offer_of, unchecked
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
from engine.rulesets.future_imperfect.offer_context import OfferContext, several


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers; another viewer does not even see that something is prepared."""
    table, seat = context.table, context.seat
    if not (context.gm and table.is_gm(context.viewer)):
        return
    yield from cast_offers(FOE_CAST, table, seat, context.viewer)
    yield from _gang_offers(table, seat)
    yield from _danger_offers(context)


@memo
def _gang_offers(table: Table, seat: str) -> Iterator[Offer]:
    names = GANG_GROUP.names(table)
    if names:
        command = BringGang(seat=seat, gang=next(iter(names)))
        rare = not table.lists.get(GANGS)
        yield offer_of(table, command, unchecked, name=BRING_GANG, asks={"gang": record_question(names)}, rare=rare)


def _danger_offers(context: OfferContext) -> Iterator[Offer]:
    there = (*context.people.living, *context.people.dead)
    if not context.people.living:
        return
    dangers = DANGER_RECORDS.records(context.table)
    blasts = {id_: danger.name for id_, danger in dangers.items() if danger.sort == "explosion"}
    others = {id_: danger.name for id_, danger in dangers.items() if danger.sort != "explosion"}
    if others:
        command = UseDanger(seat=context.seat, danger=next(iter(others)), actor=there[0])
        asks: dict[str, Answers] = {"danger": record_question(others), "actor": several(there)}
        yield offer_of(context.table, command, unchecked, name=USE_DANGER, fields=("danger", "actor"), asks=asks)
    if blasts:
        blast = UseDanger(seat=context.seat, danger=next(iter(blasts)))
        near = tuple((actor, context.name(actor)) for actor in there)
        asks = {"danger": record_question(blasts), "victims": near_question(near)}
        yield offer_of(context.table, blast, unchecked, name=USE_BLAST, fields=("danger", "victims"), asks=asks)
