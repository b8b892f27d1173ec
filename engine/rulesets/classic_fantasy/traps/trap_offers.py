"""Offers of traps: the GM's list, spotted traps, and the answers of a victim (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.kit.offers.merged_offers import merge_offers
from engine.kit.offers.nameable_characters import led
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Offer, Question, QuestionKind, question
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.offer_targets import alive
from engine.rulesets.classic_fantasy.checks.check_offers import knows as knows_skill
from engine.rulesets.classic_fantasy.dice.difficulty_grades import ladder
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.traps import trap_commands, trap_rules
from engine.rulesets.classic_fantasy.traps.placed_traps import (
    PlacedTrap,
    TriggeredTrap,
    all_traps,
    is_known_to_all,
    knows_trap,
)
from engine.rulesets.classic_fantasy.traps.trap_trigger_commands import EscapeTrap, ResistTrap, TakeTrap, trap_of

_TOGETHER = {
    f"d100_{act}_trap": Message(key=f"offer.d100_{act}_trap_which")
    for act in ("disarm", "reveal", "search", "spring", "reset", "hide", "remove")
}
"""Offers that are merged into one for all traps."""


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers for the traps that both the seat and the viewer know of; one for several traps asks which.

    The list of traps has a button for each act on each trap.
    """
    offers = tuple(_offers_for_each_trap(table, seat, viewer))
    labels = {placed.id: Message(key="d100.prepared", params={"name": placed.trap.name}) for placed in all_traps(table)}

    def which(ids: tuple[str, ...]) -> Question:
        names = {id_: labels[id_] for id_ in ids}
        return question("which_trap", QuestionKind.CHOICE, ids, field="trap", called=names)

    merged = tuple(merge_offers(offers, _TOGETHER, which))
    yield from merged
    yield from (replace(offer, direct=True) for offer in offers if offer not in merged)
    if table.is_gm(seat) and table.is_gm(viewer):
        yield offer_of(None, trap_commands.BuildTrap(seat=seat, name="", maker=50), name="d100_build_trap")


def _offers_for_each_trap(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    characters = led(table, seat, viewer)
    able_workers, victims = able(table, characters), alive(table, characters)
    for trap in all_traps(table):
        if not (knows_trap(table, seat, trap) and knows_trap(table, viewer, trap)):
            continue
        if able_workers and "disarm" in trap_rules.possible_acts(trap.state):
            workers = (
                tuple(worker for worker in able_workers if knows_skill(table, worker, trap.trap.skill))
                or able_workers[:1]
            )
            disarm = trap_commands.DisarmTrap(seat=seat, actor=workers[0], trap=trap.id)
            asks, name = {"actor": workers, "grade": ladder()}, f"d100_disarm_trap:{trap.id}"
            yield offer_of(table, disarm, name=name, asks=asks, trap=trap.trap.name)
        if table.is_gm(seat) and table.is_gm(viewer):
            searchers = tuple(worker for worker in able_workers if knows_skill(table, worker, "Perception"))
            yield from _gm_offers(table, seat, trap, victims, searchers)


def _gm_offers(
    table: Table, seat: str, trap: PlacedTrap, victims: tuple[str, ...], searchers: tuple[str, ...]
) -> Iterator[Offer]:
    id_, name, possible_acts = trap.id, trap.trap.name, trap_rules.possible_acts(trap.state)
    if not is_known_to_all(table, trap):
        yield offer_of(None, trap_commands.RevealTrap(seat=seat, trap=id_), name=f"d100_reveal_trap:{id_}", trap=name)
    if "spot" in possible_acts:
        asks, offer, here = {"actor": searchers, "grade": ladder()}, f"d100_search_trap:{id_}", {"trap": id_}
        yield from choice_offers(trap_commands.SearchTrap, seat, asks, here, name=offer, trap=name)
    if "spring" in possible_acts:
        spring, whom = trap_commands.SpringTrap(seat=seat, trap=id_), {"victims": victims or None}
        yield offer_of(None, spring, name=f"d100_spring_trap:{id_}", asks=whom, trap=name)
    for act in ("reset", "hide"):
        if act in possible_acts:
            turn = trap_commands.TurnTrap(seat=seat, trap=id_, act="reset" if act == "reset" else "hide")
            yield offer_of(None, turn, name=f"d100_{act}_trap:{id_}", trap=name)
    yield offer_of(None, trap_commands.RemoveTrap(seat=seat, trap=id_), name=f"d100_remove_trap:{id_}", trap=name)


def answers(table: Table, seat: str, viewer: str, triggered: TriggeredTrap) -> Iterator[Offer]:
    """Yield the answers of a victim to the trap that goes off."""
    if not may_follow(table, viewer, audience_for(table, triggered.victim)):
        return
    gm, is_own = table.is_gm(seat), controller_of(table, triggered.victim) == seat
    name = actor_name(table, triggered.victim)
    if gm or is_own:
        ways = trap_of(table, triggered).resistance if able(table, (triggered.victim,)) else ()
        for index, resistance in enumerate(ways):
            yield offer_of(
                table,
                ResistTrap(seat=seat, way=index),
                name=f"d100_resist_trap:{index}",
                primary=is_own and not index,
                actor=name,
                skill=resistance.skill,
                grade=resistance.grade,
                how=resistance.how,
            )
        yield offer_of(None, TakeTrap(seat=seat), name="d100_take_trap", actor=name)
    if gm:
        yield offer_of(None, EscapeTrap(seat=seat), name="d100_escape_trap", actor=name)
