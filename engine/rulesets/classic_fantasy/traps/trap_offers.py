"""Offers of traps: the GM's list, spotted traps, and the answers of a victim (CF-UI-12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.control import controller_of
from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.classic_fantasy.character.character_audience import audience_for, may_follow
from engine.rulesets.classic_fantasy.character.offer_targets import alive, led
from engine.rulesets.classic_fantasy.checks.check_offers import grade_question
from engine.rulesets.classic_fantasy.checks.check_offers import knows as knows_skill
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.offer_grouping import merge_offers
from engine.rulesets.classic_fantasy.traps import trap_commands, trap_rules, trap_trigger_commands
from engine.rulesets.classic_fantasy.traps.placed_traps import PlacedTrap, all_traps, is_known_to_all, knows_trap
from engine.rulesets.classic_fantasy.traps.trap_procedure import TriggeredTrap

PURPOSES = ("alarm", "ensnaring", "maiming", "death")
WORKS = {size: Message(key=f"ask.works_{size}") for size in ("small", "large")}


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
        yield _build_offer(seat)


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
            offer = _disarm_offer(seat, trap.id, trap.trap.name, workers)
            yield with_denial(table, offer, trap_commands.verify_disarm)
        if table.is_gm(seat) and table.is_gm(viewer):
            searchers = tuple(worker for worker in able_workers if knows_skill(table, worker, "Perception"))
            yield from _gm_offers(seat, trap, victims, searchers, known_to_all=is_known_to_all(table, trap))


def _gm_offers(
    seat: str, trap: PlacedTrap, victims: tuple[str, ...], searchers: tuple[str, ...], *, known_to_all: bool
) -> Iterator[Offer]:
    name, possible_acts = trap.trap.name, trap_rules.possible_acts(trap.state)
    if not known_to_all:
        yield make_offer(f"d100_reveal_trap:{trap.id}", trap_commands.RevealTrap(seat=seat, trap=trap.id), trap=name)
    if "spot" in possible_acts and searchers:
        yield _search_offer(seat, trap.id, name, searchers)
    if "spring" in possible_acts:
        count = len(victims)
        victims_question = question(
            "trap_victims", QuestionKind.CHOICES, victims, field="victims", least=0, most=count, optional=True
        )
        questions = (victims_question,) if victims else ()
        yield make_offer(
            f"d100_spring_trap:{trap.id}",
            trap_commands.SpringTrap(seat=seat, trap=trap.id),
            questions=questions,
            trap=name,
        )
    for act in ("reset", "hide"):
        if act in possible_acts:
            command = trap_commands.TurnTrap(seat=seat, trap=trap.id, act="reset" if act == "reset" else "hide")
            yield make_offer(f"d100_{act}_trap:{trap.id}", command, trap=name)
    yield make_offer(f"d100_remove_trap:{trap.id}", trap_commands.RemoveTrap(seat=seat, trap=trap.id), trap=name)


@memoized
def _disarm_offer(seat: str, trap: str, name: str, actors: tuple[str, ...]) -> Offer:
    questions = (question("worker", QuestionKind.CHOICE, actors, field="actor"), grade_question())
    return make_offer(
        f"d100_disarm_trap:{trap}",
        trap_commands.DisarmTrap(seat=seat, actor=actors[0], trap=trap),
        questions=questions,
        trap=name,
    )


@memoized
def _search_offer(seat: str, trap: str, name: str, actors: tuple[str, ...]) -> Offer:
    questions = (
        question("searcher", QuestionKind.CHOICE, actors, field="actor"),
        grade_question(),
        question("in_secret", QuestionKind.FLAG, field="secret", optional=True),
    )
    command = trap_commands.SearchTrap(seat=seat, actor=actors[0], trap=trap)
    return make_offer(f"d100_search_trap:{trap}", command, questions=questions, trap=name)


@memoized
def _build_offer(seat: str) -> Offer:
    questions = (
        question("trap_name", QuestionKind.TEXT, field="name", least=1),
        question("maker", QuestionKind.NUMBER, least=1, most=999),
        question("works", QuestionKind.CHOICE, tuple(WORKS), called=WORKS),
        question("purposes", QuestionKind.CHOICES, PURPOSES, least=1, most=len(PURPOSES)),
        question("trap_trigger", QuestionKind.TEXT, field="trigger", optional=True),
        question("trap_effect", QuestionKind.TEXT, field="effect", optional=True),
        question("spread", QuestionKind.NUMBER, least=0, most=9, optional=True),
        question("depth", QuestionKind.NUMBER, least=0, most=1000, optional=True, rare=True),
        question("poison", QuestionKind.TEXT, optional=True, rare=True),
        question("auto_reset", QuestionKind.FLAG, optional=True, rare=True),
        question("place_words", QuestionKind.TEXT, field="place", optional=True),
    )
    return make_offer("d100_build_trap", trap_commands.BuildTrap(seat=seat, name="", maker=50), questions=questions)


def answers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the answers of a victim to the trap that goes off."""
    procedure = table.procedures[-1]
    assert isinstance(procedure, TriggeredTrap)
    if not may_follow(table, viewer, audience_for(table, procedure.victim)):
        return
    gm, is_own = table.is_gm(seat), controller_of(table, procedure.victim) == seat
    name = actor_name(table, procedure.victim)
    if gm or is_own:
        ways = trap_trigger_commands.trap_of(table, procedure).resistance if able(table, (procedure.victim,)) else ()
        for index, resistance in enumerate(ways):
            command = trap_trigger_commands.ResistTrap(seat=seat, way=index)
            offer = make_offer(
                f"d100_resist_trap:{index}",
                command,
                primary=is_own and not index,
                actor=name,
                skill=resistance.skill,
                grade=resistance.grade,
                how=resistance.how,
            )
            yield with_denial(table, offer, trap_trigger_commands.verify_resist)
        yield make_offer("d100_take_trap", trap_trigger_commands.TakeTrap(seat=seat), actor=name)
    if gm:
        yield make_offer("d100_escape_trap", trap_trigger_commands.EscapeTrap(seat=seat), actor=name)
