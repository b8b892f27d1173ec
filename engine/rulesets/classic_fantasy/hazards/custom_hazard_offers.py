"""Offers of hazards that the GM makes up and removes (CF-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kit.memo import memoized
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.rulesets.classic_fantasy.character.session_state import Cause
from engine.rulesets.classic_fantasy.checks.check_offers import grade_question
from engine.rulesets.classic_fantasy.damage.hazard_record import HazardArmour, OnSuccess
from engine.rulesets.classic_fantasy.hazards import custom_hazard_commands
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import PACES
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import DICE, RESISTANCES, WHERE


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the hazards that the GM can make up and remove."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    yield _make_hazard_offer(seat, tires=False)
    yield _make_hazard_offer(seat, tires=True)
    names = tuple(hazard.name for hazard in custom_hazard_commands.known_hazards(table))
    if names:
        yield _remove_hazard_offer(seat, names)


@memoized
def _make_hazard_offer(seat: str, *, tires: bool) -> Offer:
    """Return the offer to make up a hazard that harms, or one that causes Fatigue; each may also do the other."""
    damage = question("hazard_damage", QuestionKind.CHOICE, DICE, field="damage", own_words=True, optional=tires)
    fatigue = question(
        "hazard_fatigue", QuestionKind.CHOICE, DICE[:5], field="fatigue", own_words=True, optional=not tires
    )
    locations = question(
        "hazard_locations", QuestionKind.CHOICE, WHERE, field="locations", own_words=True, optional=True
    )
    questions = (
        question("hazard_name", QuestionKind.TEXT, field="name", least=1),
        *((fatigue, damage) if tires else (damage, fatigue)),
        locations,
        question("near", QuestionKind.FLAG, optional=True, rare=True),
        question("armour_points", QuestionKind.CHOICE, get_args(HazardArmour), field="armour", optional=True),
        question("cause", QuestionKind.CHOICE, get_args(Cause), optional=True),
        question("recovery", QuestionKind.CHOICE, PACES, optional=True),
        question("hazard_skill", QuestionKind.CHOICE, RESISTANCES, field="skill", own_words=True, optional=True),
        grade_question(),
        question("on_success", QuestionKind.CHOICE, get_args(OnSuccess), optional=True),
        question("every", QuestionKind.CHOICE, PACES, optional=True),
        question("steps", QuestionKind.NUMBER, least=0, most=9999, optional=True),
        question("notes", QuestionKind.TEXT, optional=True, rare=True),
    )
    command = custom_hazard_commands.MakeHazard(
        seat=seat, name="?", damage="" if tires else "1d6", fatigue="1" if tires else ""
    )
    return make_offer(f"d100_make_hazard_that_{'tires' if tires else 'hurts'}", command, questions=questions)


@memoized
def _remove_hazard_offer(seat: str, names: tuple[str, ...]) -> Offer:
    questions = (question("hazard", QuestionKind.CHOICE, names, field="name"),)
    return make_offer(
        "d100_remove_hazard", custom_hazard_commands.RemoveHazard(seat=seat, name=names[0]), questions=questions
    )
