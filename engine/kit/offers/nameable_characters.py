"""The characters that an offer may name: those whose records the viewer may read.

An offer that named another character would tell the viewer that it exists. The GM who looks at the offers of a player
finds there secret characters too, except where both must be able to read the record.

>>> from engine.model.seats import Actor, Role, Seat
>>> seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "p1": Seat(id="p1", name="Tom")}
>>> hild, wolf = Actor(id="hild", name="Hild", seat="p1"), Actor(id="wolf", name="Wolf", seat="gm")
>>> spy = Actor(id="spy", name="Spy", seat="gm", secret=True)
>>> table = Table(ruleset="example", seats=seats, actors={actor.id: actor for actor in (hild, wolf, spy)})
>>> readable_ids(table, "gm", "gm"), readable_ids(table, "gm", "p1")
(('hild', 'wolf', 'spy'), ('hild', 'wolf'))
>>> led(table, "p1", "p1"), others(table, "hild", "p1"), others(table, "hild", "gm")
(('hild',), ('wolf',), ('wolf', 'spy'))
>>> foes_first(table, "wolf", ("spy", "hild"))
('hild', 'spy')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.audience import readable_actors
from engine.core.commands import Request
from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.choice_offers import OneOf
from engine.presentation.command_offers import Answers, offer_of
from engine.presentation.offers import Offer, denial, with_denial

OffersOfSeat = Callable[[Table, str, str], Iterator[Offer]]
"""Yields offers of a feature for a table, a seat and a viewer."""


def readable_ids(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters in the story whose records both may read."""
    characters = readable_actors(table, viewer)
    return tuple(character.id for character in characters if table.may_read(character, seat))


def led(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters that a seat can act for, as far as the viewer may know of them."""
    gm = table.is_gm(seat)
    return tuple(a.id for a in readable_actors(table, viewer) if gm or controller_of(table, a.id) == seat)


def others(table: Table, actor: str, viewer: str) -> tuple[str, ...]:
    """Return the other characters, which a character can act against, as far as the viewer may know of them."""
    return tuple(a.id for a in readable_actors(table, viewer) if a.id != actor)


def foes_first(table: Table, actor: str, targets: Iterable[str]) -> tuple[str, ...]:
    """Return possible targets in order: the other side first, then companions."""
    side = table.is_gm(controller_of(table, actor))
    return tuple(sorted(targets, key=lambda target: table.is_gm(controller_of(table, target)) is side))


def unless_out(
    among: Callable[[Table, Iterable[str]], tuple[str, ...]], table: Table, viewer: str, actors: Iterable[str]
) -> tuple[str, ...]:
    """Return the characters that pass a test, and those for which the viewer may not know the result."""
    all_actors = tuple(actors)
    allowed = set(among(table, all_actors))
    return tuple(actor for actor in all_actors if actor in allowed or not table.may_read(table.actors[actor], viewer))


def with_visible_denial(table: Table, viewer: str, actor: str, offer: Offer) -> Offer:
    """Return an offer with its present denial (`with_denial`); unchanged if it would tell the viewer a secret."""
    return with_denial(table, offer) if table.may_read(table.actors[actor], viewer) else offer


def offer_if_allowed(table: Table, attempts: Mapping[str, Request], name: str, **asks: Answers) -> Iterator[Offer]:
    """Yield one offer of the commands that are allowed, given by their characters; none if none is allowed."""
    allowed = {actor: command for actor, command in attempts.items() if denial(command.verify, table) is None}
    if allowed:
        command = next(iter(allowed.values()))
        yield offer_of(None, command, name=name, asks={"actor": OneOf(tuple(allowed)).answers, **asks})


def payer(table: Table, seat: str, actor: str) -> str:
    """Return the seat that pays for what is done with a character; the GM for what is nobody's."""
    return controller_of(table, actor) if actor else seat
