"""The conditions that can be laid on a character by hand, and what must be said of each."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.offers import Ask, AskKind, ask
from engine.rulesets.future_imperfect import elements, hazards, people, states
from engine.rulesets.future_imperfect.locations import charts
from engine.rulesets.future_imperfect.offering.scene import MOST_NUMBER
from engine.table.frozen import kept
from engine.table.table import Table


def conditions(table: Table, actor: str) -> Mapping[str, tuple[Ask, ...]]:
    """Return them, as the body of a character has them."""
    return _conditions(people.hit_chart(table.actors[actor], table.lists))


@kept
def _conditions(chart: str) -> Mapping[str, tuple[Ask, ...]]:
    areas = tuple(charts().charts[chart].areas)
    plain = {state: () for state in states.STATES if state != states.TERROR_FAILED}
    asked: dict[str, tuple[Ask, ...]] = {
        states.ENTANGLED: (ask("entangled_tn", AskKind.NUMBER, field="level", most=MOST_NUMBER, optional=True),),
        elements.WATER: (ask("water", AskKind.CHOICE, tuple(hazards.numbers().water), field="note"),),
        elements.SMOKE: (ask("cloth", AskKind.CHOICE, (elements.CLOTH,), field="note", optional=True),),
        elements.BURNING: (
            ask("blaze", AskKind.NUMBER, field="level", least=1, most=len(elements.BLAZES)),
            ask("areas", AskKind.CHOICES, areas, field="note", least=1, most=len(areas), optional=True),
        ),
    }
    return {**plain, **asked}
