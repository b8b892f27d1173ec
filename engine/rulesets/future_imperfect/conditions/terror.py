"""Fear and terror: results of the tests, and terror over the draw phases until it is over (FI-FEAR).

The `level` of the condition is 0 until a draw phase has passed with it, then 1.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.rules.social_contest_rules import ContestEffect, TerrorState, social_tables

WAITING, FELT = 0, 1


def fear_result(successes: int, *, bust: bool, terror: bool) -> ContestEffect | TerrorState | None:
    """Return the result of the guts roll of a fear or terror test; None for no effect (FI-FEAR-3, -5, -6)."""
    table = social_tables().fear
    if bust:
        return table.bust_under_terror if terror else table.bust
    return table.by_successes[successes] if successes < len(table.by_successes) else None


def joker_under_terror(*, black_joker: bool, failed_terror: bool, terrified: bool) -> TerrorState | None:
    """Return the change that a draw makes to a character in terror; None for none (FI-JOKER-10, FI-FEAR-6, FI-FEAR-8).

    It is the first draw since a failed terror test, or the single card of a terrified character.
    """
    return social_tables().fear.bust_under_terror if black_joker and (failed_terror or terrified) else None


def after_draw_phase(dread: TerrorState) -> TerrorState | None:
    """Return the state of terror after a draw phase, for the next one; None if it is over (FI-FEAR-6, FI-FEAR-8).

    A catatonic character draws nothing and is terrified in the next phase; a terrified one draws one card and runs,
    which ends it.
    """
    fear = social_tables().fear
    return fear.bust if dread == fear.bust_under_terror else None


def _condition(table: Table, actor: str, state: str) -> Condition | None:
    return next(iter(table.actors[actor].conditions_named(state)), None)


def _set_level(draft: Draft, actor: str, state: str, level: int) -> None:
    condition = _condition(draft.table, actor, state)
    if condition is not None and condition.level != level:
        draft.lay_condition(actor, replace(condition, level=level))


def terrify(draft: Draft, actor: str, dread: TerrorState, *rules: str) -> None:
    """Make a character terrified or catatonic; catatonic replaces terrified (FI-FEAR-5, FI-FEAR-6)."""
    if dread == character_conditions.CATATONIC:
        draft.lift_condition(actor, character_conditions.TERRIFIED)
    draft.lift_condition(actor, character_conditions.TERROR_FAILED)
    character_conditions.add_condition(draft, actor, dread, *rules)
    _set_level(draft, actor, dread, WAITING)


def record_failed_terror_test(draft: Draft, actor: str, *, drawn: bool) -> None:
    """Record a failed terror test until the end of the next draw phase (FI-FEAR-8)."""
    character_conditions.add_condition(draft, actor, character_conditions.TERROR_FAILED, "FI-FEAR-8")
    _set_level(draft, actor, character_conditions.TERROR_FAILED, WAITING if drawn else FELT)


def before_draw(draft: Draft, actor: str) -> None:
    """Advance the terror of the last draw phase, at the start of a draw phase (FI-FEAR-7, FI-FEAR-8)."""
    for state in (character_conditions.TERRIFIED, character_conditions.CATATONIC):
        condition = _condition(draft.table, actor, state)
        if condition is None:
            continue
        if condition.level == WAITING:
            _set_level(draft, actor, state, FELT)
            continue
        character_conditions.remove_condition(draft, actor, state, "FI-FEAR-8")
        following = after_draw_phase("catatonic" if state == character_conditions.CATATONIC else "terrified")
        if following is not None:
            character_conditions.add_condition(draft, actor, following, "FI-FEAR-6")
            _set_level(draft, actor, following, FELT)
    _set_level(draft, actor, character_conditions.TERROR_FAILED, FELT)


def after_draw(draft: Draft, actor: str) -> None:
    """Forget a failed terror test at the end of the first draw phase after it (FI-FEAR-8)."""
    condition = _condition(draft.table, actor, character_conditions.TERROR_FAILED)
    if condition is not None and condition.level == FELT:
        character_conditions.remove_condition(draft, actor, character_conditions.TERROR_FAILED, "FI-FEAR-8")


def must_flee(table: Table, actor: str) -> bool:
    """Say whether a character has drawn the card that it must flee with (FI-FEAR-7)."""
    condition = _condition(table, actor, character_conditions.TERRIFIED)
    return condition is not None and condition.level == FELT


def need_not_fleeing(table: Table, actor: str) -> None:
    """Raise Refused for a character that can do nothing but flee (FI-FEAR-7)."""
    if must_flee(table, actor):
        raise Refused("must_flee", "FI-FEAR-7", actor=actor_name(table, actor))
