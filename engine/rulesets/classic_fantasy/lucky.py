"""Luck at the table: what a point may do now, and what it does (CF-LUCK-4 to CF-LUCK-11, CF-BLOOD-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.events import ProcedureSet
from engine.play.moves.fields import ActorId
from engine.play.refusal import Refused
from engine.play.words import say
from engine.rulesets.classic_fantasy import at_table, luck, states
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import due, need_check, settle, tell_roll, throw_all, with_roll
from engine.rulesets.classic_fantasy.effects import is_best, lie, throw_again, words_of
from engine.rulesets.classic_fantasy.leading import leader, need_leader, note_of, word
from engine.rulesets.classic_fantasy.luck import Moment, Use, Whose
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check, check
from engine.rulesets.classic_fantasy.procedures.effect import Effect, effect
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight, fight
from engine.rulesets.classic_fantasy.procedures.passing import since_passing
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding, wounding
from engine.rulesets.classic_fantasy.recording import write_row
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import Wound
from engine.table.frozen import replace
from engine.table.table import Table

_ACTIONS = (Attack, Check, Effect, Springing, Wounding)
"""What is an Action as far as luck asks, where no fight counts them (CF-LUCK-5)."""
_ANY = 50
"""A roll as good as any other, where it is only asked whether luck could change it."""
_END = 1_000
"""A row beyond all others: a new one."""
LAST_ACT = "last_act"
LAST_ACT_DONE = "last_act_done"
"""The states of somebody who has one act left, and of who had it (CF-BLOOD-4)."""


class SpendLuck(Request):
    """A Luck Point is spent on what is under way."""

    RULES = ("CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7", "CF-LUCK-8", "CF-LUCK-9", "CF-LUCK-10", "CF-BLOOD-4")
    actor: ActorId
    use: Annotated[Use, Meta(description="what for")]


# ---- what luck must know --------------------------------------------------------------------------------------------


def whose(table: Table, actor: str) -> Whose:
    """Return whose a character is (CF-AMB-42)."""
    if not table.is_gm(leader(table, actor)):
        return "player"
    return "key" if table.actors[actor].sheet.get("key_character") is True else "other"


def has_spent(table: Table, actor: str) -> bool:
    """Say whether somebody has spent a Luck Point on this Action (CF-LUCK-5)."""
    for under_way in reversed(since_passing(table)):
        if isinstance(under_way, (*_ACTIONS, Fight)) and actor in under_way.lucky:
            return True
        if isinstance(under_way, (Fight, Evening)):
            return False
    return False


def moment_of(table: Table, actor: str) -> Moment:
    """Return all that luck must know of somebody now."""
    now, harm = fight(table), wounding(table)
    wound = _fresh_wound(table, actor)
    state = table.actors[actor]
    return Moment(
        points=at_table.pool(table, actor, at_table.LUCK),
        spent=has_spent(table, actor),
        whose=whose(table, actor),
        roll=roll_before(table, actor),
        in_fight=now is not None and actor in now.fighters,
        action_points=at_table.pool(table, actor, at_table.ACTION_POINTS),
        wound=wound,
        mitigated=harm is not None and harm.mitigated,
        act_allowed=harm is not None and harm.last_act,
        act_tried=state.has(LAST_ACT) or state.has(LAST_ACT_DONE),
    )


def _fresh_wound(table: Table, actor: str) -> Wound | None:
    """Return the wound that somebody has just suffered: before its consequences to lessen it, with them for an act."""
    from engine.rulesets.classic_fantasy.wounding import wound_of

    harm = wounding(table)
    if harm is None or harm.harm.actor != actor or table.procedures[-1] is not harm:
        return None
    if harm.stage not in ("luck", "consequences"):
        return None
    try:
        return wound_of(table, harm)
    except Refused:  # somebody has changed the body meanwhile
        return None


def roll_before(table: Table, actor: str) -> luck.Roll | None:
    """Return the roll in front that bears on somebody: its own, or an enemy's that is aimed at it (CF-LUCK-7, -8)."""
    found, lying = check(table), effect(table)
    if found is not None:
        return _roll_of_check(found, actor)
    if lying is not None:
        sides = luck.D100 if lying.dice == "1d100" else 0
        own = lying.actor == actor
        return luck.Roll(sides=sides, value=lying.value, of="own", purpose="effect") if own else None
    now, harm = fight(table), wounding(table)
    if now is not None and table.procedures[-1] is now:
        return _initiative(now, actor)
    if harm is None or table.procedures[-1] is not harm:
        return None
    if harm.stage == "consequences" and harm.turns_thrown and harm.harm.actor == actor:
        return luck.Roll(sides=0, value=harm.turns, of="own", purpose="effect", what=word("turns"))
    if harm.stage != "damage" or not harm.harm.dice:
        return None
    if harm.blow.base is None:
        own = harm.found and harm.harm.by == actor
        return luck.Roll(sides=0, value=0, of="own", purpose="effect") if own else None
    if harm.harm.by == actor:
        return luck.Roll(sides=0, value=harm.blow.base, of="own", purpose="damage")
    if harm.harm.actor == actor and harm.harm.by:
        return luck.Roll(sides=0, value=harm.blow.base, of="enemy", purpose="damage")
    return None


def _initiative(now: Fight, actor: str) -> luck.Roll | None:
    """Return the die of somebody's initiative, which has no effect before anybody acts by it."""
    found = now.fighters.get(actor)
    if found is None or found.die is None or found.ruled is not None or actor not in now.fresh:
        return None
    return luck.Roll(sides=0, value=found.die, of="own", purpose="effect", what=word("initiative"))


def _roll_of_check(found: Check, actor: str) -> luck.Roll | None:
    for index, roll in enumerate(found.rolls):
        if roll.actor == actor and roll.thrown is not None:
            purpose = "skill" if index else found.luck
            return luck.Roll(sides=100, value=roll.thrown, of="own", purpose=purpose, hidden=found.secret)
    first = found.rolls[0]
    if found.target == actor and first.thrown is not None and found.luck == "attack":
        return luck.Roll(sides=100, value=first.thrown, of="enemy", purpose="attack", hidden=found.secret)
    return None


def possible(table: Table, actor: str) -> tuple[luck.Possible, ...]:
    """Return every use of luck of a character, each with why it is not to be had."""
    return luck.uses(moment_of(table, actor), settings=settings_of(table))


def _helps(table: Table, actor: str) -> bool:
    """Say whether a character's luck could still change the roll that lies (CF-LUCK-7, CF-LUCK-8).

    Whether a secret character has a point left shows in nothing: it is waited for either way.
    """
    moment = moment_of(table, actor)
    if table.actors[actor].secret:
        moment = replace(moment, points=max(1, moment.points))
    found = luck.uses(moment, settings=settings_of(table))
    return any(one.refused is None and one.use in ("reroll", "swap", "force_reroll") for one in found)


def waited_for(table: Table) -> tuple[str, ...]:
    """Return the characters whose luck could change what lies, and who have not let it stand."""
    found, lying = check(table), effect(table)
    if lying is not None:
        return (lying.actor,) if not is_best(lying) and _helps(table, lying.actor) else ()
    if found is None or found.secret or due(table, found):
        return ()
    who = dict.fromkeys((*(roll.actor for roll in found.rolls), found.target))
    return tuple(one for one in who if one and one not in found.lets and _helps(table, one))


def seats_waited_for(table: Table, viewer: str) -> tuple[str, ...]:
    """Return the seats whose luck could change what lies, as a viewer may know it.

    Where only somebody's could whose record the viewer may not read, it is the GM who lets it stand.
    """
    waiting = waited_for(table)
    known = (actor for actor in waiting if table.may_read(table.actors[actor], viewer))
    return tuple(dict.fromkeys(leader(table, actor) for actor in known)) or ((table.gm(),) if waiting else ())


def may_help(table: Table, found: Check | Effect) -> bool:
    """Say whether anybody's luck could change a check or an effect, once its dice lie."""
    lying: Check | Effect = found
    if isinstance(found, Check):
        lying = replace(found, rolls=tuple(replace(roll, thrown=roll.thrown or _ANY) for roll in found.rolls))
    return bool(waited_for(replace(table, procedures=(*table.procedures, lying))))


# ---- what it does ---------------------------------------------------------------------------------------------------


def verify_spend(table: Table, command: SpendLuck) -> None:
    """Who leads the character, for what is legal now."""
    need_leader(table, command, command.actor, "CF-LUCK-4")
    luck.check(command.use, moment_of(table, command.actor), settings=settings_of(table))


def spend(draft: Draft, command: SpendLuck) -> None:
    """Take the point and do it."""
    table, actor = draft.table, command.actor
    shows = next((one.shows for one in possible(table, actor) if one.use == command.use), None)
    at_table.set_pool(draft, actor, at_table.LUCK, at_table.pool(table, actor, at_table.LUCK) - 1)
    _mark(draft, actor)
    remember(draft, actor, command.use)
    note_of(draft, actor, f"d100_luck_{command.use}", luck.RULES[command.use], shows=shows)
    match command.use:
        case "reroll" | "force_reroll" | "swap":
            _again(draft, actor, command.use)
        case "desperate_effort":
            at_table.set_pool(draft, actor, at_table.ACTION_POINTS, 1)
        case "mitigate":
            from engine.rulesets.classic_fantasy.wounding import mitigate

            mitigate(draft)
        case "last_act":
            states.lay(draft, actor, LAST_ACT)


def remember(draft: Draft, actor: str, use: Use) -> None:
    """Write on the sheet of who has one for it on what a point was spent, until luck is refilled (CF-LUCK-5)."""
    if person_of(draft.table, actor).luck_most is None:
        return
    found, lying, harm = check(draft.table), effect(draft.table), wounding(draft.table)
    what = found.what or found.rolls[-1].name if found is not None else harm.harm.what if harm is not None else ""
    if lying is not None:
        what = say(words_of(draft.table, lying))
    elif use == "reroll" and found is None and harm is None:
        what = word("initiative")
    write_row(draft, actor, "luck_spent", _END, action=what, use=word(f"luck-{use}"))


def _mark(draft: Draft, actor: str) -> None:
    """Remember on which Action the point was spent: that of the fight, else the outermost of what is under way.

    What comes up by itself while time passes belongs to no Action of the fight beneath.
    """
    kinds = (*_ACTIONS, Fight)
    found = next((one for one in since_passing(draft.table) if isinstance(one, kinds)), None)
    if found is not None:
        marked = replace(found, lucky=(*found.lucky, actor))
        here = draft.table.procedures
        draft.emit(ProcedureSet(procedures=tuple(marked if one is found else one for one in here)))


def _again(draft: Draft, actor: str, use: Use) -> None:
    """Throw a roll anew or swap its digits; the new result stands (CF-LUCK-7, CF-LUCK-8)."""
    lying = effect(draft.table)
    if lying is not None:
        if use == "swap":
            lie(draft, replace(lying, value=luck.swapped(lying.value)))
        else:
            throw_again(draft, lying)
        return
    now = fight(draft.table)
    if now is not None and draft.table.procedures[-1] is now:
        from engine.rulesets.classic_fantasy import combat

        combat.throw_again(draft, actor)
        return
    if check(draft.table) is None:
        from engine.rulesets.classic_fantasy.harming import find
        from engine.rulesets.classic_fantasy.wounding import need_wounding, propose, throw_damage

        if need_wounding(draft).stage == "consequences":
            propose(draft, throws=True)
        elif need_wounding(draft).blow.base is None:
            find(draft)
        else:
            throw_damage(draft)
        return
    found = need_check(draft.table)
    own = next((index for index, roll in enumerate(found.rolls) if roll.actor == actor and roll.thrown is not None), 0)
    index = 0 if use == "force_reroll" else own
    roll = found.rolls[index]
    if use == "swap":
        changed = with_roll(found, index, replace(roll, thrown=luck.swapped(roll.thrown or 100)))
        draft.become(changed)
        tell_roll(draft, changed, index)
    else:
        draft.become(with_roll(found, index, replace(roll, thrown=None, level=None)))
        throw_all(draft, (index,))
    settle(draft)


def lucky_ones(table: Table) -> Iterator[str]:
    """Yield the characters whose luck may matter now: those that take part in what is at the front."""
    found, lying, harm = check(table), effect(table), wounding(table)
    if lying is not None:
        yield lying.actor
    elif found is not None:
        yield from dict.fromkeys(one for one in (*(roll.actor for roll in found.rolls), found.target) if one)
    elif harm is not None:
        yield from dict.fromkeys(one for one in (harm.harm.actor, harm.harm.by) if one)


MOVES = (Move(SpendLuck, verify_spend, spend),)
