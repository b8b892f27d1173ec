"""The rules of High Card, as questions about the table."""

from __future__ import annotations

from engine.core.draft import find_procedure
from engine.model.frozen import Frozen
from engine.model.seats import Actor
from engine.model.table import Procedure, Table
from engine.model.zones import hand_of

HAND = 3
HIT_POINTS, MOST_HIT_POINTS = "Hit points", 3


class Duel(Frozen, Procedure, tag_field="procedure", tag="duel"):
    """A duel in progress: its characters, and the number of the round."""

    fighters: tuple[str, ...]
    round: int = 1


def place_of(seat: str) -> str:
    """Return the zone for the card that a seat plays."""
    return f"committed:{seat}"


def fighters(table: Table) -> list[Actor]:
    """Return the characters that can begin a duel: the first one of each seat that everybody knows."""
    known = [actor for actor in table.actors.values() if not actor.secret and not actor.archived]
    return list({actor.seat: actor for actor in reversed(known)}.values())[::-1]


def standing(table: Table) -> list[Actor]:
    """Return the characters that are still in the duel; none if there is no duel."""
    duel = find_procedure(table, Duel)
    found = [actor for actor in fighters(table) if duel is not None and actor.id in duel.fighters]
    return [actor for actor in found if hit_points(actor) > 0]


def waiting_for(table: Table) -> tuple[str, ...]:
    """Return the seats that still have to play a card."""
    seats = [actor.seat for actor in standing(table)]
    return tuple(seat for seat in seats if table.cards_in(hand_of(seat)) and not table.cards_in(place_of(seat)))


def hit_points(actor: Actor) -> int:
    """Return the hit points that a character has left."""
    return actor.tracks[HIT_POINTS].value
