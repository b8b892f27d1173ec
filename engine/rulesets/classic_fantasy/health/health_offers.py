"""Offers of fatigue, efforts, strain and breath (CF-FATIGUE, CF-ASPHYX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, denial, make_offer, question
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.offer_targets import actor_question, mine
from engine.rulesets.classic_fantasy.character.session_state import Cause, session_state
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade
from engine.rulesets.classic_fantasy.health import (
    asphyxiation_commands,
    asphyxiation_rules,
    fatigue_commands,
    fatigue_rules,
    strain_commands,
)
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level, fatigue_of
from engine.rulesets.classic_fantasy.health.incapacity import able

CAUSES: tuple[Cause, ...] = get_args(Cause)
GRADES: tuple[Grade, ...] = get_args(Grade)
MOST_LASTING = 9


def fatigue_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the offers of a seat's own characters to rest completely, and to use magic against fatigue."""
    people = mine(table, seat, viewer)
    tired = tuple(actor for actor in people if fatigue_level(table, actor))
    for rest, name in ((True, "d100_rest"), (False, "d100_rise")):
        attempts = [fatigue_commands.SetResting(seat=seat, actor=actor, rest=rest) for actor in tired]
        allowed = tuple(
            attempt.actor for attempt in attempts if denial(fatigue_commands.verify_resting, table, attempt) is None
        )
        if allowed:
            yield make_offer(
                name,
                fatigue_commands.SetResting(seat=seat, actor=allowed[0], rest=rest),
                questions=actor_question(allowed),
            )
    if tired:
        potion = question("d100_potion", QuestionKind.FLAG, field="potion", optional=True)
        magic_command = fatigue_commands.FatigueMagic(seat=seat, actor=tired[0])
        yield make_offer("d100_fatigue_magic", magic_command, questions=(*actor_question(tired), potion))


def gm_fatigue_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers to add and remove levels of Fatigue, and to end a cause."""
    levels = question(
        "d100_levels", QuestionKind.NUMBER, field="levels", least=1, most=fatigue_commands.MOST_LEVELS, optional=True
    )
    cause = question("cause", QuestionKind.CHOICE, CAUSES)
    yield make_offer(
        "d100_weary",
        fatigue_commands.Weary(seat=seat, actor=people[0], cause="exertion"),
        questions=(*actor_question(people), cause, levels),
    )
    tired = tuple(actor for actor in people if fatigue_level(table, actor))
    if tired:
        causes_by_actor = {
            actor: tuple(fatigue_cause.cause for fatigue_cause in fatigue_of(table, actor).causes) for actor in tired
        }
        all_causes = tuple(
            dict.fromkeys(fatigue_cause for causes in causes_by_actor.values() for fatigue_cause in causes)
        )
        yield make_offer(
            "d100_refresh",
            fatigue_commands.Refresh(seat=seat, actor=tired[0]),
            questions=(*actor_question(tired), levels),
        )
        command = fatigue_commands.EndCause(
            seat=seat, actor=tired[0], cause=fatigue_of(table, tired[0]).causes[0].cause
        )
        questions = (
            question("actor", QuestionKind.CHOICE, tired),
            question("cause", QuestionKind.CHOICE, all_causes, by="actor", among=causes_by_actor),
        )
        yield make_offer("d100_end_cause", command, questions=questions)


def effort_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers of an effort that is rolled for, and of strenuous activity."""
    names = fatigue_rules.numbers().effort.skills
    skilled = tuple(
        candidate
        for candidate in able(table, people)
        if all(character_sheet_of(table, candidate).skill(name) is not None for name in names)
    )
    if skilled:
        skills = question("d100_effort_skill", QuestionKind.CHOICE, names, field="skill")
        grade = question("d100_grade", QuestionKind.CHOICE, GRADES, field="grade", optional=True)
        strain = question("d100_strenuous", QuestionKind.FLAG, field="strenuous", optional=True, rare=True)
        effort = fatigue_commands.RollEffort(seat=seat, actor=skilled[0])
        yield make_offer("d100_effort", effort, questions=(*actor_question(skilled), skills, grade, strain))
    attempts = [strain_commands.Strain(seat=seat, actor=actor) for actor in people]
    strained = tuple(
        attempt.actor for attempt in attempts if denial(strain_commands.verify_strain, table, attempt) is None
    )
    if strained:
        yield make_offer(
            "d100_strain", strain_commands.Strain(seat=seat, actor=strained[0]), questions=actor_question(strained)
        )


def breath_offers(table: Table, seat: str, people: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the GM's offers to take and give back air, and to set how long breath lasts."""
    breathless = session_state(table).breathless
    breathing_still = tuple(actor for actor in people if actor not in breathless)
    gasping = tuple(actor for actor in people if actor in breathless)
    if breathing_still:
        flags = tuple(
            question(f"d100_{name}", QuestionKind.FLAG, field=name, optional=True) for name in ("prepared", "strenuous")
        )
        command = asphyxiation_commands.LoseBreath(seat=seat, actor=breathing_still[0])
        yield make_offer("d100_lose_breath", command, questions=(*actor_question(breathing_still), *flags))
    if gasping:
        usual = Message(key="ask.d100_lasting", params={"levels": asphyxiation_rules.lasting_offered()})
        lasting = question(
            "d100_lasting", QuestionKind.NUMBER, field="lasting", most=MOST_LASTING, optional=True, label=usual
        )
        yield make_offer(
            "d100_breathe",
            asphyxiation_commands.BreatheAgain(seat=seat, actor=gasping[0]),
            questions=(*actor_question(gasping), lasting),
        )
        seconds = question(
            "d100_seconds", QuestionKind.NUMBER, field="seconds", most=asphyxiation_commands.MOST_SECONDS
        )
        set_to = asphyxiation_commands.SetBreath(seat=seat, actor=gasping[0], seconds=breathless[gasping[0]].seconds)
        yield make_offer("d100_set_breath", set_to, questions=(*actor_question(gasping), seconds))
