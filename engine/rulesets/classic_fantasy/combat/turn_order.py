"""Initiative, Turns and Action Points: who acts, and what ends with a Turn (CF-X-13, CF-X-16, CF-X-27)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.kit.calculation import overruled
from engine.kit.combat.turn_order import tied
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character import character_conditions, character_rules, resource_pools
from engine.rulesets.classic_fantasy.character.character_audience import is_veiled
from engine.rulesets.classic_fantasy.character.character_rules import Initiative
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import set_emergency_care
from engine.rulesets.classic_fantasy.combat.combat_procedure import (
    COMBATS,
    Combat,
    Combatant,
    current_combat,
    need_combat,
)
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.health import body_state, fatigue_rules, fatigue_state
from engine.rulesets.classic_fantasy.health.incapacity import incapacitating_state

# ---- initiative -----------------------------------------------------------------------------------------------------


def initiative_parts(table: Table, actor: str, fighter: Combatant) -> tuple[D100Step, ...]:
    """Return the calculation of an initiative; empty before the die is thrown (CF-X-16, CF-FATIGUE-6)."""
    if fighter.ruled is not None:
        return overruled((), fighter.ruled, D100Step)
    if fighter.die is None:
        return ()
    worn = body_state.heaviest_armour_worn(table, actor)
    tired = fatigue_rules.initiative_step(fatigue_state.fatigue_level(table, actor))
    return character_rules.initiative(fighter.die, character_sheet_of(table, actor).initiative_bonus, worn, tired)


def initiatives(table: Table, combat: Combat) -> list[Initiative]:
    """Return the initiative of each combatant, with what decides between equal ones (CF-X-16)."""
    return [
        Initiative(
            who=actor,
            value=total(initiative_parts(table, actor, fighter)),
            dexterity=character_sheet_of(table, actor).characteristics.get("DEX", 0),
            roll=fighter.tie,
        )
        for actor, fighter in combat.fighters.items()
    ]


def break_ties(draft: Draft) -> None:
    """Roll between combatants with the same initiative and DEX until they differ (CF-X-16).

    Beside a secret combatant nobody sees these dice: a person who knows one initiative of a tie would know the other.
    """
    sides = character_rules.numbers().initiative.sides
    hidden = any(is_veiled(draft.table, actor) for actor in need_combat(draft.table).fighters)
    for _ in range(20):
        combat = need_combat(draft.table)
        equals = tied({initiative.who: initiative.rank for initiative in initiatives(draft.table, combat)})
        if not equals:
            return
        fighters = dict(combat.fighters)
        for actor in equals:
            with labelled_dice(draft, actor, "d100_tie", hidden=hidden):
                fighters[actor] = replace(fighters[actor], tie=fighters[actor].tie * 100 + draft.roll(sides)[0])
        COMBATS.change(draft, fighters=fighters)


# ---- Turns ----------------------------------------------------------------------------------------------------------


def need_turn(table: Table, actor: str) -> None:
    """Raise Refused for a combatant unless it is its Turn and it has not acted yet (CF-X-27)."""
    combat = current_combat(table)
    if combat is None or actor not in combat.fighters:
        return
    if combat.turn != actor:
        raise Refused("d100_not_your_turn", "CF-X-27", actor=actor_name(table, actor))
    if combat.acted:
        raise Refused("d100_acted_already", "CF-X-27")


def use_turn_action(draft: Draft, actor: str, count: int = 1, *, casts: bool = False) -> None:
    """Take the proactive action of a Turn: it costs Action Points, and luck is free again (CF-X-27, CF-LUCK-5).

    It breaks off care that takes longer than a Turn, and ends a spell that was begun before; the log need not tell that
    if the action casts or begins a spell.
    """
    if casts:
        character_conditions.end_casting(draft, actor)
    else:
        character_conditions.end_spell(draft, actor)
    if set_emergency_care(draft, actor, None):
        add_log_line(draft, actor, "d100_rescue_broken", "CF-AMB-32")
    pay_action_points(draft, actor, count)
    combat = current_combat(draft.table)
    if combat is not None and combat.turn == actor:
        COMBATS.change(draft, acted=True, lucky=(), fresh=())


def may_have_turn(table: Table, combat: Combat, actor: str) -> bool:
    """Return whether a combatant can still have a Turn in this Round."""
    fighter = combat.fighters.get(actor)
    return (
        fighter is not None
        and not fighter.passed
        and action_points_left(table, actor) > 0
        and not incapacitating_state(table, actor)
    )


def _first_able(table: Table, combat: Combat, actors: Iterable[str]) -> str:
    """Return the first of some combatants that can still have a Turn in this Round; empty if there is none."""
    return next((actor for actor in actors if may_have_turn(table, combat, actor)), "")


def next_turn(draft: Draft) -> None:
    """Give the Turn to the next combatant; the Round is over when nobody can act any more (CF-X-27)."""
    combat, table = need_combat(draft.table), draft.table
    had = combat.had
    turn = _first_able(table, combat, [actor for actor in combat.order if actor not in had])
    if not turn:
        turn = _first_able(table, combat, combat.order)
        had = () if turn else had
    fighters = combat.fighters
    if turn:
        had = (*had, turn)
        if fighters[turn].smothered:
            fighters = {**fighters, turn: replace(fighters[turn], smothered=False)}
    COMBATS.change(draft, turn=turn, had=had, acted=False, lucky=(), fighters=fighters)
    if turn:
        add_log_line(draft, turn, "d100_turn", "CF-X-27", seen="d100_turn_seen", points=action_points_left(table, turn))
    else:
        draft.note("d100_round_done", "CF-X-27", number=combat.number, calls_for=("end_round",))


def end_turn(draft: Draft, actor: str) -> None:
    """Count down, by a character's own Turns, what keeps it from attacking (CF-WOUND-5, CF-AMB-35)."""
    COMBATS.change(draft, fresh=())
    for condition in draft.table.actors[actor].conditions_named(character_conditions.NO_OFFENCE):
        if condition.until is not None:
            continue
        if condition.level <= 1:
            character_conditions.lift(draft, actor, character_conditions.NO_OFFENCE)
            add_log_line(draft, actor, "d100_may_attack", "CF-WOUND-5")
        else:
            draft.lay_condition(actor, replace(condition, level=condition.level - 1))


def end_spent_turn(draft: Draft) -> None:
    """End the Turn in front if its action is over and its combatant has no Action Point left (CF-X-27).

    That of a secret combatant is ended by hand: it would tell everybody how many it has.
    """
    turn = need_combat(draft.table).turn
    if turn and not is_veiled(draft.table, turn) and action_points_left(draft.table, turn) <= 0:
        end_turn_of(draft, turn)


def end_turn_of(draft: Draft, actor: str) -> None:
    """End the Turn of a combatant whose action is over, if it has the Turn (CF-X-27)."""
    combat = current_combat(draft.table)
    if combat is not None and combat.acted and combat.turn == actor:
        end_turn(draft, actor)
        next_turn(draft)


def smothered_this_turn(table: Table, actor: str) -> bool:
    """Return whether a combatant has tried to smother flames in this Turn (CF-FIRE-15)."""
    combat = current_combat(table)
    fighter = combat.fighters.get(actor) if combat is not None else None
    return fighter is not None and fighter.smothered


def mark_smothered(draft: Draft, actor: str) -> None:
    """Record that a combatant has tried to smother flames in this Turn."""
    if actor in COMBATS.fighters(draft.table):
        COMBATS.change_fighter(draft, actor, smothered=True)


def max_action_points(table: Table, actor: str) -> int:
    """Return the Action Points of a character for a Round (CF-X-13, CF-FATIGUE-7)."""
    most = character_sheet_of(table, actor).action_points
    return fatigue_rules.action_points_at(most, fatigue_state.fatigue_level(table, actor))


def action_points_left(table: Table, actor: str) -> int:
    """Return the Action Points that a character has left."""
    return resource_pools.pool(table, actor, resource_pools.ACTION_POINTS)


def refill_action_points(draft: Draft, actors: Iterable[str]) -> None:
    """Give combatants the Action Points of a Round; those left over are lost (CF-X-27)."""
    for actor in actors:
        resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, max_action_points(draft.table, actor))


def pay_action_points(draft: Draft, actor: str, count: int) -> None:
    """Take Action Points from a character in combat (CF-X-27)."""
    if actor in COMBATS.fighters(draft.table):
        points_left = max(0, action_points_left(draft.table, actor) - count)
        resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, points_left)


def need_action_points(table: Table, actor: str, count: int, *rules: str) -> None:
    """Raise Refused if a character in combat has too few Action Points left."""
    if actor in COMBATS.fighters(table) and action_points_left(table, actor) < count:
        raise Refused("d100_no_action_points", "CF-X-27", *rules)
