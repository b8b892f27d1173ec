"""The conditions that can be added to a character by hand, and the questions of each."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo
from engine.model.table import Table
from engine.presentation.offers import Question, QuestionKind, question
from engine.rulesets.future_imperfect.actions import hazard_conditions
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.offer_context import MAX_NUMBER
from engine.rulesets.future_imperfect.rules import hazard_rules


def conditions(table: Table, actor: str) -> Mapping[str, tuple[Question, ...]]:
    """Return the conditions with their questions, for a character's body."""
    return _conditions(character_sheet.hit_chart(table.actors[actor], table.lists))


@memo
def _conditions(chart: str) -> Mapping[str, tuple[Question, ...]]:
    areas = tuple(hit_charts().charts[chart].areas)
    plain = {state: () for state in character_conditions.CONDITIONS if state != character_conditions.TERROR_FAILED}
    asked: dict[str, tuple[Question, ...]] = {
        character_conditions.ENTANGLED: (
            question("entangled_tn", QuestionKind.NUMBER, field="level", most=MAX_NUMBER, optional=True),
        ),
        hazard_conditions.WATER: (
            question("water", QuestionKind.CHOICE, tuple(hazard_rules.hazard_tables().water), field="note"),
        ),
        hazard_conditions.SMOKE: (
            question("cloth", QuestionKind.CHOICE, (hazard_conditions.CLOTH,), field="note", optional=True),
        ),
        hazard_conditions.BURNING: (
            question("blaze", QuestionKind.NUMBER, field="level", least=1, most=len(hazard_conditions.BLAZES)),
            question("areas", QuestionKind.CHOICES, areas, field="note", least=1, most=len(areas), optional=True),
        ),
    }
    return {**plain, **asked}
