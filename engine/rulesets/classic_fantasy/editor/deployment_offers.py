"""Offers to bring prepared content to the table: a trap, foes, a place (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.memo import memo
from engine.kit.content_editor.content_library import errors_among
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.editor.deployment_commands import (
    BringFoes,
    GoToPlace,
    LayPrepared,
    RollFoesAgain,
    visited_place,
)
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    LIBRARY,
    PLACES,
    TRAPS,
    PreparedTrap,
    Record,
    places_in_order,
    trap_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_validation import faults_of
from engine.rulesets.classic_fantasy.editor.rolled_foes import groups_to_roll_again, has_dice
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
            place.id: Message(key="d100.prepared_place", params={"number": place.number, "name": place.name})
            for place in places
        }
        told = {id_: Message(key="d100.been_there") for id_ in called if visited_place(table, id_).name}
        ask = Asks(choices=tuple(called), called=called, told=told)
        command, rare = GoToPlace(seat=seat, place=places[0].id), not table.lists.get(PLACES)
        yield offer_of(table, command, name="d100_go_to_place", asks={"place": ask}, rare=rare)
    traps = _faultless_records(table, TRAPS)
    if traps:
        settings = settings_of(table)
        told = {
            id_: trap_rules.price_of(trap_of(trap, settings=settings), settings=settings).words
            for id_, trap in traps.items()
            if isinstance(trap, PreparedTrap) and not has_dice(trap)
        }
        ask = Asks(choices=tuple(traps), called=_labels(traps), told=told)
        laying = LayPrepared(seat=seat, trap=next(iter(traps)))
        yield offer_of(table, laying, name="d100_lay_prepared", asks={"trap": ask})
    foes = _faultless_records(table, FOES)
    if foes:
        ask = Asks(choices=tuple(foes), called=_labels(foes))
        yield offer_of(table, BringFoes(seat=seat, foe=next(iter(foes))), name="d100_bring_foes", asks={"foe": ask})
    for id_, actors in groups_to_roll_again(table).items():
        again = RollFoesAgain(seat=seat, foe=id_, actors=actors)
        name = f"d100_roll_foes_again:{id_}"
        yield offer_of(table, again, name=name, asks={"actors": actors}, foe=foes[id_].name)


def _faultless_records(table: Table, kind: str) -> Mapping[str, Record]:
    lists, settings = table.lists, settings_of(table)
    records = LIBRARY.records(lists, kind).items()
    return {id_: record for id_, record in records if not errors_among(faults_of(record, lists, settings))}


def _labels(records: Mapping[str, Record]) -> Mapping[str, Message]:
    return {id_: Message(key="d100.prepared", params={"name": record.name}) for id_, record in records.items()}
