"""The order of a fight: initiative, Action Points, whose Turn it is, and what a Turn ends (CF-X-13, -16, -27)."""

from __future__ import annotations

from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import at_table, fatigue, people, states
from engine.rulesets.classic_fantasy.characters import chart_of_actor, person_of
from engine.rulesets.classic_fantasy.leading import note_of, thrown_for
from engine.rulesets.classic_fantasy.parts import Part, total
from engine.rulesets.classic_fantasy.people import Initiative
from engine.rulesets.classic_fantasy.procedures.evening import set_rescue
from engine.rulesets.classic_fantasy.procedures.fight import Fight, Fighter, fight
from engine.table.frozen import replace
from engine.table.table import Table

HELPLESS = (states.DEAD, states.UNCONSCIOUS, states.INCAPACITATED, states.ASLEEP)
"""States in which nobody acts (CF-WOUND-9, CF-WOUND-12, CF-WOUND-16)."""


def need_fight(table: Table) -> Fight:
    """Return the fight under way. Raises Refused if there is none."""
    found = fight(table)
    if found is None:
        raise Refused("d100_no_fight", "CF-X-27")
    return found


def now(draft: Draft) -> Fight:
    """Return the fight under way; asked only where there is one."""
    found = fight(draft.table)
    assert found is not None
    return found


# ---- what somebody can do -------------------------------------------------------------------------------------------


def why_out(table: Table, actor: str) -> str:
    """Return the state in which somebody cannot act at all; empty for who can (CF-FATIGUE-9, CF-WOUND-12).

    Who has one last act may act whatever has felled him (CF-BLOOD-4).
    """
    from engine.rulesets.classic_fantasy.lucky import LAST_ACT

    state = table.actors[actor]
    if state.has(LAST_ACT) and not state.has(states.DEAD):
        return ""
    for name in HELPLESS:
        if state.has(name):
            return name
    return "helpless" if fatigue.row_of(at_table.fatigue_level(table, actor)).helpless else ""


def need_able(table: Table, actor: str) -> None:
    """Raise Refused for somebody who cannot act."""
    out = why_out(table, actor)
    if out:
        raise Refused(
            "d100_cannot_act",
            "CF-FATIGUE-9",
            "CF-WOUND-12",
            actor=actor_name(table, actor),
            state=f"d100-{out}",
        )


def need_offence(table: Table, actor: str) -> None:
    """Raise Refused for somebody whom a Serious Wound keeps from attacking (CF-WOUND-5)."""
    if table.actors[actor].has(states.NO_OFFENCE):
        raise Refused("d100_no_offence", "CF-WOUND-5", actor=actor_name(table, actor))


# ---- initiative -----------------------------------------------------------------------------------------------------


def initiative(table: Table, actor: str, fighter: Fighter) -> tuple[Part, ...]:
    """Return the parts of somebody's initiative; none before the die has fallen (CF-X-16, CF-FATIGUE-6)."""
    if fighter.ruled is not None:
        return (Part(reason="ruled", value=fighter.ruled),)
    if fighter.die is None:
        return ()
    names = chart_of_actor(table, actor).names
    worn = max((at_table.armour_at(table, actor, name).worn for name in names), default=0)
    tired = fatigue.initiative_part(at_table.fatigue_level(table, actor))
    return people.initiative(fighter.die, person_of(table, actor).initiative_bonus, worn, tired)


def order_of(table: Table, found: Fight) -> tuple[str, ...]:
    """Return who acts in which order (CF-X-16)."""
    return people.acting_order([_standing(table, actor, fighter) for actor, fighter in found.fighters.items()])


def _standing(table: Table, actor: str, fighter: Fighter) -> Initiative:
    dexterity = person_of(table, actor).characteristics.get("DEX", 0)
    value = total(initiative(table, actor, fighter))
    return Initiative(who=actor, value=value, dexterity=dexterity, roll=fighter.tie)


def undecided(draft: Draft) -> None:
    """Throw between those with the same initiative and DEX, until they differ (CF-X-16)."""
    sides = people.numbers().initiative.sides
    for _ in range(20):
        found = now(draft)
        same = dict[tuple[int, int, int], list[str]]()
        for actor, fighter in found.fighters.items():
            one = _standing(draft.table, actor, fighter)
            same.setdefault((one.value, one.dexterity, one.roll), []).append(actor)
        tied = [actor for group in same.values() if len(group) > 1 for actor in group]
        if not tied:
            return
        fighters = dict(found.fighters)
        for actor in tied:
            with thrown_for(draft, actor, "d100_tie"):
                fighters[actor] = replace(fighters[actor], tie=fighters[actor].tie * 100 + draft.roll(sides)[0])
        draft.become(replace(found, fighters=fighters))


# ---- Action Points --------------------------------------------------------------------------------------------------


def most_points(table: Table, actor: str) -> int:
    """Return the Action Points that somebody has in a Round (CF-X-13, CF-FATIGUE-7)."""
    most = person_of(table, actor).action_points
    return total(fatigue.action_points(most, at_table.fatigue_level(table, actor)))


def points(table: Table, actor: str) -> int:
    """Return the Action Points that somebody has left."""
    return at_table.pool(table, actor, at_table.ACTION_POINTS)


def refill(draft: Draft) -> None:
    """Give everybody in the fight the Action Points of a Round; what was left is lost (CF-X-27)."""
    for actor in now(draft).fighters:
        at_table.set_pool(draft, actor, at_table.ACTION_POINTS, most_points(draft.table, actor))


def pay(draft: Draft, actor: str, count: int) -> None:
    """Take Action Points from somebody who is in a fight (CF-X-27)."""
    found = fight(draft.table)
    if found is not None and actor in found.fighters:
        at_table.set_pool(draft, actor, at_table.ACTION_POINTS, max(0, points(draft.table, actor) - count))


def need_points(table: Table, actor: str, count: int, *rules: str) -> None:
    """Raise Refused for somebody in a fight who has not so many Action Points left."""
    found = fight(table)
    if found is not None and actor in found.fighters and points(table, actor) < count:
        raise Refused("d100_no_action_points", "CF-X-27", *rules)


# ---- Turns ----------------------------------------------------------------------------------------------------------


def need_turn(table: Table, actor: str) -> None:
    """Raise Refused, in a fight, unless it is somebody's Turn and its action has not been taken (CF-X-27)."""
    found = fight(table)
    if found is None or actor not in found.fighters:
        return
    if found.turn != actor:
        raise Refused("d100_not_your_turn", "CF-X-27", actor=actor_name(table, actor))
    if found.acted:
        raise Refused("d100_acted_already", "CF-X-27")


def act(draft: Draft, actor: str, count: int = 1) -> None:
    """Take the proactive action of a Turn: it costs, and luck may help anew (CF-X-27, CF-LUCK-5).

    Care that takes longer than a Turn has come to nothing with it, and a spell that was begun before is over.
    """
    for begun in (states.CASTING, states.SPELL_SHAKEN):
        states.lift(draft, actor, begun)
    if set_rescue(draft, actor, None):
        note_of(draft, actor, "d100_rescue_broken", "CF-AMB-32")
    pay(draft, actor, count)
    found = fight(draft.table)
    if found is not None and found.turn == actor:
        draft.become(replace(found, acted=True, lucky=(), fresh=()))


def may_have_turn(table: Table, found: Fight, actor: str) -> bool:
    """Say whether somebody can still have a Turn in this Round."""
    fighter = found.fighters.get(actor)
    return fighter is not None and not fighter.passed and points(table, actor) > 0 and not why_out(table, actor)


def next_turn(draft: Draft) -> None:
    """Give the Turn to who comes next; when nobody can do anything more the Round is over (CF-X-27)."""
    found, table = now(draft), draft.table
    able = [actor for actor in found.order if may_have_turn(table, found, actor)]
    had = tuple(found.had)
    waiting = [actor for actor in able if actor not in had]
    if able and not waiting:
        had, waiting = (), able
    turn = waiting[0] if waiting else ""
    fighters = dict(found.fighters)
    if turn:
        fighters[turn] = replace(fighters[turn], smothered=False)
    draft.become(replace(found, turn=turn, had=(*had, turn) if turn else had, acted=False, lucky=(), fighters=fighters))
    if turn:
        note_of(draft, turn, "d100_turn", "CF-X-27", seen="d100_turn_seen", points=points(table, turn))
    else:
        draft.note("d100_round_done", "CF-X-27", number=found.number, calls_for=("end_round",))


def end_turn(draft: Draft, actor: str) -> None:
    """Count down what keeps somebody from attacking, by his own Turns (CF-WOUND-5, CF-AMB-35)."""
    draft.become(replace(now(draft), fresh=()))
    for held in draft.table.actors[actor].named(states.NO_OFFENCE):
        if held.until is not None:
            continue
        if held.level <= 1:
            states.lift(draft, actor, states.NO_OFFENCE)
            note_of(draft, actor, "d100_may_attack", "CF-WOUND-5")
        else:
            draft.lay_condition(actor, replace(held, level=held.level - 1))


# ---- smothering, once in a Turn -------------------------------------------------------------------------------------


def smothered_this_turn(table: Table, actor: str) -> bool:
    """Say whether somebody has tried to smother flames in this Turn (CF-FIRE-15)."""
    found = fight(table)
    fighter = found.fighters.get(actor) if found is not None else None
    return fighter is not None and fighter.smothered


def note_smothered(draft: Draft, actor: str) -> None:
    """Remember that, in a fight."""
    found = fight(draft.table)
    if found is not None and actor in found.fighters:
        changed = replace(found.fighters[actor], smothered=True)
        draft.become(replace(found, fighters={**found.fighters, actor: changed}))
