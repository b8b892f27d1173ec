"""What can be done with traps: the GM's list, what has been spotted, and the answer of a victim (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name
from engine.play.offers import Ask, AskKind, Offer, ask, checked, offered
from engine.play.words import Message
from engine.rulesets.classic_fantasy import springing, springing_at, trapping
from engine.rulesets.classic_fantasy.leading import leader, may_follow, told_of
from engine.rulesets.classic_fantasy.offering.merging import as_one
from engine.rulesets.classic_fantasy.offering.rolls import grade_ask, led
from engine.rulesets.classic_fantasy.offering.rolls import knows as knows_skill
from engine.rulesets.classic_fantasy.offering.whom import able, alive
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.trap_list import Laid, is_open, knows, laid_traps
from engine.table.frozen import kept, replace
from engine.table.table import Table

PURPOSES = ("alarm", "ensnaring", "maiming", "death")
WORKS = {size: Message(key=f"ask.works_{size}") for size in ("small", "large")}


_TOGETHER = {
    f"d100_{act}_trap": Message(key=f"offer.d100_{act}_trap_which")
    for act in ("disarm", "reveal", "search", "spring", "reset", "hide", "remove")
}
"""What is one offer for all traps."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what a seat can do with the traps that it and the viewer know of: with several, it asks with which.

    What can be done with each of them has its button on the list of traps.
    """
    found = tuple(_for_each(table, seat, viewer))
    called = {one.id: Message(key="d100.prepared", params={"name": one.trap.name}) for one in laid_traps(table)}

    def which(ids: tuple[str, ...]) -> Ask:
        names = {id_: called[id_] for id_ in ids}
        return ask("which_trap", AskKind.CHOICE, ids, field="trap", called=names)

    together = tuple(as_one(found, _TOGETHER, which))
    yield from together
    yield from (replace(offer, handled=True) for offer in found if offer not in together)
    if table.is_gm(seat) and table.is_gm(viewer):
        yield _build(seat)


def _for_each(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    there = led(table, seat, viewer)
    mine, victims = able(table, there), alive(table, there)
    for trap in laid_traps(table):
        if not (knows(table, seat, trap) and knows(table, viewer, trap)):
            continue
        if mine and "disarm" in springing.may(trap.state):
            workers = tuple(one for one in mine if knows_skill(table, one, trap.trap.skill)) or mine[:1]
            offer = _disarm(seat, trap.id, trap.trap.name, workers)
            yield checked(table, offer, trapping.verify_disarm)
        if table.is_gm(seat) and table.is_gm(viewer):
            searchers = tuple(one for one in mine if knows_skill(table, one, "Perception"))
            yield from _masters(seat, trap, victims, searchers, everybody=is_open(table, trap))


def _masters(
    seat: str, trap: Laid, victims: tuple[str, ...], searchers: tuple[str, ...], *, everybody: bool
) -> Iterator[Offer]:
    name, may = trap.trap.name, springing.may(trap.state)
    if not everybody:
        yield offered(f"d100_reveal_trap:{trap.id}", trapping.RevealTrap(seat=seat, trap=trap.id), trap=name)
    if "spot" in may and searchers:
        yield _search(seat, trap.id, name, searchers)
    if "spring" in may:
        many = len(victims)
        whom = ask("trap_victims", AskKind.CHOICES, victims, field="victims", least=0, most=many, optional=True)
        asks = (whom,) if victims else ()
        yield offered(f"d100_spring_trap:{trap.id}", trapping.SpringTrap(seat=seat, trap=trap.id), asks=asks, trap=name)
    for act in ("reset", "hide"):
        if act in may:
            bare = trapping.TurnTrap(seat=seat, trap=trap.id, act="reset" if act == "reset" else "hide")
            yield offered(f"d100_{act}_trap:{trap.id}", bare, trap=name)
    yield offered(f"d100_remove_trap:{trap.id}", trapping.RemoveTrap(seat=seat, trap=trap.id), trap=name)


@kept
def _disarm(seat: str, trap: str, name: str, actors: tuple[str, ...]) -> Offer:
    asks = (ask("worker", AskKind.CHOICE, actors, field="actor"), grade_ask())
    return offered(
        f"d100_disarm_trap:{trap}", trapping.DisarmTrap(seat=seat, actor=actors[0], trap=trap), asks=asks, trap=name
    )


@kept
def _search(seat: str, trap: str, name: str, actors: tuple[str, ...]) -> Offer:
    asks = (
        ask("searcher", AskKind.CHOICE, actors, field="actor"),
        grade_ask(),
        ask("in_secret", AskKind.FLAG, field="secret", optional=True),
    )
    bare = trapping.SearchTrap(seat=seat, actor=actors[0], trap=trap)
    return offered(f"d100_search_trap:{trap}", bare, asks=asks, trap=name)


@kept
def _build(seat: str) -> Offer:
    asks = (
        ask("trap_name", AskKind.TEXT, field="name", least=1),
        ask("maker", AskKind.NUMBER, least=1, most=999),
        ask("works", AskKind.CHOICE, tuple(WORKS), called=WORKS),
        ask("purposes", AskKind.CHOICES, PURPOSES, least=1, most=len(PURPOSES)),
        ask("trap_trigger", AskKind.TEXT, field="trigger", optional=True),
        ask("trap_effect", AskKind.TEXT, field="effect", optional=True),
        ask("spread", AskKind.NUMBER, least=0, most=9, optional=True),
        ask("depth", AskKind.NUMBER, least=0, most=1000, optional=True, seldom=True),
        ask("poison", AskKind.TEXT, optional=True, seldom=True),
        ask("auto_reset", AskKind.FLAG, optional=True, seldom=True),
        ask("place_words", AskKind.TEXT, field="place", optional=True),
    )
    return offered("d100_build_trap", trapping.BuildTrap(seat=seat, name="", maker=50), asks=asks)


def answers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield how a victim can answer the trap that goes off at it."""
    now = table.procedures[-1]
    assert isinstance(now, Springing)
    if not may_follow(table, viewer, told_of(table, now.victim)):
        return
    gm, own = table.is_gm(seat), leader(table, now.victim) == seat
    name = actor_name(table, now.victim)
    if gm or own:
        ways = springing_at.trap_of(table, now).resistance if able(table, (now.victim,)) else ()
        for way, found in enumerate(ways):
            bare = springing_at.ResistTrap(seat=seat, way=way)
            offer = offered(
                f"d100_resist_trap:{way}",
                bare,
                main=own and not way,
                actor=name,
                skill=found.skill,
                grade=found.grade,
                how=found.how,
            )
            yield checked(table, offer, springing_at.verify_resist)
        yield offered("d100_take_trap", springing_at.TakeTrap(seat=seat), actor=name)
    if gm:
        yield offered("d100_escape_trap", springing_at.EscapeTrap(seat=seat), actor=name)
