"""Offers to bring prepared content to the table: a trap, foes, a place (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.kit.cast.cast_offers import record_question
from engine.kit.content_editor.dice_numbers import dice_numbers
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.editor.deployment_commands import (
    FOE_CAST,
    TRAP_RECORDS,
    BringFoes,
    GoToPlace,
    LayPrepared,
    RollFoesAgain,
    visited_place,
)
from engine.rulesets.classic_fantasy.editor.prepared_records import PLACES, places_in_order, trap_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.traps import trap_rules


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers; another viewer does not even see that something is prepared."""
    if table.is_gm(seat) and table.is_gm(viewer):
        yield from _deployment_offers(table, seat)


@memo
def _deployment_offers(table: Table, seat: str) -> Iterator[Offer]:
    places = places_in_order(table.lists)
    if places:
        called = {
            place.id: Message(
                key="d100.prepared_place" if place.number else "d100.prepared",
                params={"number": place.number, "name": place.name},
            )
            for place in places
        }
        told = {id_: Message(key="d100.been_there") for id_ in called if visited_place(table, id_).name}
        ask = Asks(choices=tuple(called), called=called, told=told)
        rare = not table.lists.get(PLACES)
        yield from choice_offers(GoToPlace, seat, {"place": ask}, table=table, name="d100_go_to_place", rare=rare)
    traps, settings = TRAP_RECORDS.records(table), settings_of(table)
    if traps:
        told = {
            id_: trap_rules.price_of(trap_of(trap, settings=settings), settings=settings).words
            for id_, trap in traps.items()
            if next(dice_numbers(trap), None) is None
        }
        ask = record_question(TRAP_RECORDS.names(table), told)
        yield from choice_offers(LayPrepared, seat, {"trap": ask}, table=table, name="d100_lay_prepared")
    foes = FOE_CAST.names(table)
    asked = {"foe": record_question(foes)}
    yield from choice_offers(BringFoes, seat, asked, table=table, name="d100_bring_foes")
    for id_, actors in FOE_CAST.to_roll_again(table).items():
        again = RollFoesAgain(seat=seat, foe=id_, actors=actors)
        yield offer_of(table, again, name=f"d100_roll_foes_again:{id_}", asks={"actors": actors}, foe=foes[id_])
