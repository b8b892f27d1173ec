"""Offers of fatigue, efforts, strain and breath (CF-FATIGUE, CF-ASPHYX)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.offer_targets import mine, several
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.health import asphyxiation_rules, fatigue_rules
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import BreatheAgain, LoseBreath, SetBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import (
    EndCause,
    FatigueMagic,
    Refresh,
    RollEffort,
    SetResting,
    Weary,
    verify_resting,
)
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.health.incapacity import able
from engine.rulesets.classic_fantasy.health.strain_commands import Strain, verify_strain


def fatigue_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of a seat's own characters to rest completely, and to use magic against fatigue."""
    people = mine(table, seat, viewer)
    tired = tuple([actor for actor in people if fatigue_level(table, actor)])
    for rest, name in ((True, "d100_rest"), (False, "d100_rise")):
        attempts = [SetResting(seat=seat, actor=actor, rest=rest) for actor in tired]
        allowed = [attempt for attempt in attempts if denial(verify_resting, table, attempt) is None]
        if allowed:
            who = tuple([attempt.actor for attempt in allowed])
            yield offer_of(table, allowed[0], name=name, asks={"actor": several(who)})
    if tired:
        magic = FatigueMagic(seat=seat, actor=tired[0])
        yield offer_of(table, magic, name="d100_fatigue_magic", asks={"actor": several(tired)})


def gm_fatigue_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers to add and remove levels of Fatigue, and to end a cause."""
    weary = Weary(seat=seat, actor=people[0], cause="exertion")
    yield offer_of(table, weary, name="d100_weary", asks={"actor": several(people)})
    tired = tuple([actor for actor in people if fatigue_level(table, actor)])
    if tired:
        yield offer_of(table, Refresh(seat=seat, actor=tired[0]), name="d100_refresh", asks={"actor": several(tired)})
        causes = {actor: tuple([one.cause for one in fatigue_of(table, actor).causes]) for actor in tired}
        end = EndCause(seat=seat, actor=tired[0], cause=causes[tired[0]][0])
        yield offer_of(
            table, end, name="d100_end_cause", asks={"actor": tired, "cause": Asks.by_choice("actor", causes)}
        )


def effort_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers of an effort that is rolled for, and of strenuous activity."""
    names = fatigue_rules.numbers().effort.skills
    skilled = tuple(
        candidate
        for candidate in able(table, people)
        if all(character_sheet_of(table, candidate).skill(name) is not None for name in names)
    )
    if skilled:
        effort = RollEffort(seat=seat, actor=skilled[0])
        yield offer_of(table, effort, name="d100_effort", asks={"actor": several(skilled), "skill": names})
    attempts = [Strain(seat=seat, actor=actor) for actor in people]
    strained = tuple([attempt.actor for attempt in attempts if denial(verify_strain, table, attempt) is None])
    if strained:
        yield offer_of(
            table, Strain(seat=seat, actor=strained[0]), name="d100_strain", asks={"actor": several(strained)}
        )


def breath_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers to take and give back air, and to set how long breath lasts."""
    breathless = session_state(table).breathless
    breathing_still = tuple([actor for actor in people if actor not in breathless])
    gasping = tuple([actor for actor in people if actor in breathless])
    if breathing_still:
        lose = LoseBreath(seat=seat, actor=breathing_still[0])
        yield offer_of(table, lose, name="d100_lose_breath", asks={"actor": several(breathing_still)})
    if gasping:
        again = BreatheAgain(seat=seat, actor=gasping[0])
        lasting = Asks(params=(("levels", asphyxiation_rules.lasting_offered()),))
        yield offer_of(table, again, name="d100_breathe", asks={"actor": several(gasping), "lasting": lasting})
        set_to = SetBreath(seat=seat, actor=gasping[0], seconds=breathless[gasping[0]].seconds)
        yield offer_of(table, set_to, name="d100_set_breath", asks={"actor": several(gasping)})
