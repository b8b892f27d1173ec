"""The characters that an offer may name: those whose records both the seat and the viewer may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.core.audience import publicly_present, readable_actors
from engine.core.commands import Request
from engine.kit.control import controller_of
from engine.model.table import Table
from engine.presentation.command_offers import Answers, offer_of
from engine.presentation.offers import Offer, denial, with_denial
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead

OffersOfSeat = Callable[[Table, str, str], Iterator[Offer]]
"""Yields offers of a feature for a table, a seat and a viewer."""


def readable_ids(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters in the story whose records both may read."""
    characters = readable_actors(table, viewer)
    return tuple(character.id for character in characters if table.may_read(character, seat))


def living(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the living characters whose records both may read."""
    return alive(table, readable_ids(table, seat, viewer))


def mine(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the living characters that a seat plays; all for the GM."""
    gm = table.is_gm(seat)
    return tuple(actor for actor in living(table, seat, viewer) if gm or controller_of(table, actor) == seat)


def alive(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the characters that are alive."""
    return tuple(actor for actor in actors if not is_dead(table, actor))


def foes_first(table: Table, actor: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return possible targets in order: the other side first, then companions."""
    side = table.is_gm(controller_of(table, actor))
    return tuple(sorted(others, key=lambda other: table.is_gm(controller_of(table, other)) is side))


def two_sides(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return the usual fighters of a combat: all that are openly present and alive, if they belong to both sides."""
    present = alive(table, publicly_present(table, actors))
    return present if len({table.is_gm(controller_of(table, actor)) for actor in present}) > 1 else ()


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


def several(actors: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return characters to choose from; for a single one there is no question."""
    return actors if len(actors) > 1 else None


def offer_among(actors: tuple[str, ...], command: Request, name: str, **asks: Answers) -> Offer:
    """Return the offer of a command for one of several characters, without a check."""
    return offer_of(None, command, name=name, asks={"actor": several(actors), **asks})


def offer_if_allowed(table: Table, attempts: Mapping[str, Request], name: str, **asks: Answers) -> Iterator[Offer]:
    """Yield one offer of the commands that are allowed, given by their characters; none if none is allowed."""
    allowed = {actor: command for actor, command in attempts.items() if denial(command.verify, table) is None}
    if allowed:
        yield offer_among(tuple(allowed), next(iter(allowed.values())), name, **asks)


def led(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters that a seat can act for, as far as the viewer may know of them."""
    return tuple(
        actor.id
        for actor in table.actors.values()
        if not actor.archived
        and (table.is_gm(seat) or controller_of(table, actor.id) == seat)
        and table.may_read(actor, viewer)
    )


def others(table: Table, actor: str, viewer: str) -> tuple[str, ...]:
    """Return the characters that a character can act against."""
    return tuple(
        character.id
        for character in table.actors.values()
        if character.id != actor and not character.archived and table.may_read(character, viewer)
    )


def payer(table: Table, seat: str, actor: str) -> str:
    """Return the seat that pays for what is done with a character; the GM for what is nobody's."""
    return controller_of(table, actor) if actor else seat
