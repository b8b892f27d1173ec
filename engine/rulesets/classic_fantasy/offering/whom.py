"""Of whom an offer may speak: those whose records both the seat and the viewer may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.play.leading import leader
from engine.play.newcomers import openly_there, readable
from engine.play.offers import Ask, AskKind, Offer, ask, checked
from engine.rulesets.classic_fantasy.states import is_dead
from engine.rulesets.classic_fantasy.turning import why_out
from engine.table.table import Table


def readable_ids(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the characters in the story that both may read."""
    known = readable(table, viewer)
    return tuple(one.id for one in known if table.may_read(one, seat))


def living(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return those of them that live."""
    return alive(table, readable_ids(table, seat, viewer))


def mine(table: Table, seat: str, viewer: str) -> tuple[str, ...]:
    """Return the living characters for whom a seat speaks; the GM speaks for all."""
    gm = table.is_gm(seat)
    return tuple(actor for actor in living(table, seat, viewer) if gm or leader(table, actor) == seat)


def able(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return those who can do anything at all: nobody who is dead or out of it (CF-FATIGUE-9, CF-WOUND-12)."""
    return tuple(actor for actor in actors if not why_out(table, actor))


def alive(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return those who live."""
    return tuple(actor for actor in actors if not is_dead(table, actor))


def foes_first(table: Table, actor: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return others in the order in which they are aimed at: the other side first, then companions."""
    side = table.is_gm(leader(table, actor))
    return tuple(sorted(others, key=lambda one: table.is_gm(leader(table, one)) is side))


def two_sides(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return those who fight as a rule: all who are openly there and live, if they are of both sides."""
    there = alive(table, openly_there(table, actors))
    return there if len({table.is_gm(leader(table, one)) for one in there}) > 1 else ()


def unless_out(
    among: Callable[[Table, Iterable[str]], tuple[str, ...]], table: Table, viewer: str, actors: Iterable[str]
) -> tuple[str, ...]:
    """Return those whom a test lets through, and everybody of whom the viewer may not know whether it does."""
    named = tuple(actors)
    fit = set(among(table, named))
    return tuple(one for one in named if one in fit or not table.may_read(table.actors[one], viewer))


def told(table: Table, viewer: str, actor: str, offer: Offer, verify: Callable[[Table, Any], object]) -> Offer:
    """Return an offer as its command stands now (`checked`); as it is where a denial would tell the viewer a secret."""
    return checked(table, offer, verify) if table.may_read(table.actors[actor], viewer) else offer


def who(actors: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask for one of several characters; of one there is nothing to ask."""
    return (ask("actor", AskKind.CHOICE, actors),) if len(actors) > 1 else ()
