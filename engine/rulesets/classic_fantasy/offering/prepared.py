"""How what the GM has prepared comes to the table: a trap, foes, a place (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.play.offers import AskKind, Offer, ask, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy import traps
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.workshop import bringing, library
from engine.rulesets.classic_fantasy.workshop.faults import faults_of, grave
from engine.rulesets.classic_fantasy.workshop.records import (
    FOES,
    MOST_FOES,
    TRAPS,
    Foe,
    Place,
    PreparedTrap,
    Record,
    trap_of,
)
from engine.rulesets.remembering import Remembered
from engine.table.table import Table

_OFFERS = Remembered[tuple[Offer, ...]]()


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield how the GM lays, brings and goes; before other eyes not even that there is something prepared."""
    if table.is_gm(seat) and table.is_gm(viewer):
        made_of = (table.lists, table.options, table.scene)
        yield from _OFFERS.get(seat, made_of, lambda: tuple(_made(table, seat)))


def _made(table: Table, seat: str) -> Iterator[Offer]:
    places = library.places(table.lists)
    if places:
        yield _go(table, seat, places)
    plans = tuple(one for one in _sound(table, TRAPS) if isinstance(one, PreparedTrap))
    if plans:
        yield _lay(table, seat, plans)
    foes = tuple(one for one in _sound(table, FOES) if isinstance(one, Foe))
    if foes:
        yield _bring(seat, foes)


def _sound(table: Table, kind: str) -> tuple[Record, ...]:
    settings = settings_of(table)
    found = library.records(table.lists, kind).values()
    return tuple(one for one in found if not grave(faults_of(one, table.lists, settings)))


def _called(names: Mapping[str, str]) -> Mapping[str, Message]:
    return {id_: Message(key="d100.prepared", params={"name": name}) for id_, name in names.items()}


def _go(table: Table, seat: str, places: tuple[Place, ...]) -> Offer:
    ids = tuple(one.id for one in places)
    called = {
        one.id: Message(key="d100.prepared_place", params={"number": one.number, "name": one.name}) for one in places
    }
    told = {id_: Message(key="d100.been_there") for id_ in ids if bringing.been(table, id_).name}
    asks = (
        ask("which_place", AskKind.CHOICE, ids, field="place", called=called, told=told),
        ask("place_anew", AskKind.FLAG, field="anew", optional=True, seldom=True),
    )
    return offered("d100_go_to_place", bringing.GoToPlace(seat=seat, place=ids[0]), asks=asks)


def _lay(table: Table, seat: str, plans: tuple[PreparedTrap, ...]) -> Offer:
    settings = settings_of(table)
    ids = tuple(one.id for one in plans)
    told = {one.id: traps.price_of(trap_of(one, settings=settings), settings=settings).words for one in plans}
    called = _called({one.id: one.name for one in plans})
    asks = (
        ask("which_trap", AskKind.CHOICE, ids, field="trap", called=called, told=told),
        ask("place_words", AskKind.TEXT, field="place", optional=True, seldom=True),
    )
    return offered("d100_lay_prepared", bringing.LayPrepared(seat=seat, trap=ids[0]), asks=asks)


def _bring(seat: str, foes: tuple[Foe, ...]) -> Offer:
    names = {one.id: one.name for one in foes}
    asks = (
        ask("which_foe", AskKind.CHOICE, tuple(names), field="foe", called=_called(names)),
        ask("how_many_foes", AskKind.NUMBER, field="count", least=1, most=MOST_FOES, optional=True),
        ask("foe_name", AskKind.TEXT, field="name", optional=True),
        ask("foe_shown", AskKind.FLAG, field="shown", optional=True),
    )
    return offered("d100_bring_foes", bringing.BringFoes(seat=seat, foe=next(iter(names))), asks=asks)
