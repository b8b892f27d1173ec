"""Offers to bring prepared content to the table: a trap, foes, a place (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.editor import prepared_library
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes, GoToPlace, LayPrepared, visited_place
from engine.rulesets.classic_fantasy.editor.prepared_records import (
    FOES,
    TRAPS,
    PreparedFoe,
    PreparedPlace,
    PreparedTrap,
    Record,
    trap_of,
)
from engine.rulesets.classic_fantasy.editor.prepared_validation import errors_among, faults_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.traps import trap_rules


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers; another viewer does not even see that something is prepared."""
    if table.is_gm(seat) and table.is_gm(viewer):
        yield from _deployment_offers(table, seat)


@memo
def _deployment_offers(table: Table, seat: str) -> Iterator[Offer]:
    places = prepared_library.places(table.lists)
    if places:
        yield _visit_offer(table, seat, places)
    plans = tuple(record for record in _faultless_records(table, TRAPS) if isinstance(record, PreparedTrap))
    if plans:
        yield _lay_offer(table, seat, plans)
    foes = tuple(record for record in _faultless_records(table, FOES) if isinstance(record, PreparedFoe))
    if foes:
        yield _bring_offer(table, seat, foes)


def _faultless_records(table: Table, kind: str) -> tuple[Record, ...]:
    settings = settings_of(table)
    records = prepared_library.records(table.lists, kind).values()
    return tuple(record for record in records if not errors_among(faults_of(record, table.lists, settings)))


def _labels(names: Mapping[str, str]) -> Mapping[str, Message]:
    return {id_: Message(key="d100.prepared", params={"name": name}) for id_, name in names.items()}


def _visit_offer(table: Table, seat: str, places: tuple[PreparedPlace, ...]) -> Offer:
    ids = tuple(place.id for place in places)
    labels = {
        place.id: Message(key="d100.prepared_place", params={"number": place.number, "name": place.name})
        for place in places
    }
    details = {id_: Message(key="d100.been_there") for id_ in ids if visited_place(table, id_).name}
    place = Asks(choices=ids, called=labels, told=details)
    return offer_of(table, GoToPlace(seat=seat, place=ids[0]), name="d100_go_to_place", asks={"place": place})


def _lay_offer(table: Table, seat: str, plans: tuple[PreparedTrap, ...]) -> Offer:
    settings = settings_of(table)
    ids = tuple(trap.id for trap in plans)
    details = {
        trap.id: trap_rules.price_of(trap_of(trap, settings=settings), settings=settings).words for trap in plans
    }
    plan = Asks(choices=ids, called=_labels({trap.id: trap.name for trap in plans}), told=details)
    return offer_of(table, LayPrepared(seat=seat, trap=ids[0]), name="d100_lay_prepared", asks={"trap": plan})


def _bring_offer(table: Table, seat: str, foes: tuple[PreparedFoe, ...]) -> Offer:
    names = {foe.id: foe.name for foe in foes}
    foe = Asks(choices=tuple(names), called=_labels(names))
    return offer_of(table, BringFoes(seat=seat, foe=foes[0].id), name="d100_bring_foes", asks={"foe": foe})
