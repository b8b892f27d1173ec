"""Contests of will in a fight, and plain rolls of anything by anybody (FI-PSY, FI-CORE)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import acting, checks, minds, nerves, people, rolls, states
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.dice_of import skill_roll, trait_roll, ways
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.improving import skill_name
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.parts import Part, counting
from engine.rulesets.future_imperfect.procedures.check import Check, Roll
from engine.rulesets.future_imperfect.states import costs
from engine.table.table import Table

MOST_WORDS = 60
Skill = Annotated[str, Meta(description="an Aptitude", max_length=MOST_WORDS)]
Of = Annotated[str, Meta(description="its concentration, if it has any", max_length=MOST_WORDS)]
Known = Literal["best", "own", "related", "default"]


class ContestWills(Request):
    """Begin a psychological contest: bluff, overawe, ridicule. It takes an action; to resist costs nothing."""

    RULES = ("FI-PSY-1", "FI-PSY-2", "FI-PSY-3", "FI-PSY-4", "FI-PSY-9", "FI-ACT-7")
    actor: ActorId
    target: Annotated[str, Meta(description="who resists; of a group its leader")]
    aptitude: Skill
    against: Annotated[str, Meta(description="with what it is resisted, where the rules do not say")] = ""
    group: Annotated[tuple[str, ...], Meta(description="who else is meant and follows the one who resists")] = ()


class TryRoll(Request):
    """Roll any Trait or Aptitude: against a number, against somebody, or only to see how well it goes."""

    RULES = ("FI-CORE-4", "FI-CORE-6", "FI-CORE-15", "FI-CORE-16", "FI-CORE-18", "FI-CORE-20")
    actor: ActorId
    name: Annotated[str, Meta(description="a Trait or an Aptitude", min_length=1, max_length=MOST_WORDS)]
    concentration: Of = ""
    known: Annotated[Known, Meta(description="how it is known: the own level, a related one, or by default")] = "best"
    tn: Annotated[Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="the number to reach; null for none")] = (
        None
    )
    target: Annotated[str, Meta(description="against whom; empty for nobody")] = ""
    against: Annotated[str, Meta(description="what the other rolls; empty for the same", max_length=MOST_WORDS)] = ""
    against_concentration: Of = ""
    what: Annotated[str, Meta(description="what is tried, in words")] = ""
    action: Annotated[bool, Meta(description="in a conflict it takes the action of the present card")] = False


# ---- wills -----------------------------------------------------------------------------------------------------------


def resisting(command: ContestWills) -> str:
    """Return the Aptitude that resists (FI-PSY-1). Raises Refused where neither rules nor people say which."""
    found = minds.resisted_with(people.name_of(command.aptitude)) or folded(command.against)
    if not found:
        raise Refused("resist_with", "FI-PSY-1", aptitude=command.aptitude)
    return found


def verify_wills(table: Table, command: ContestWills) -> None:
    """Who has an action, against others that are known to be there, with an Aptitude that something resists."""
    need_leader(table, command, command.actor, "FI-PSY-3")
    acting.need_action(table, command, command.actor, "FI-PSY-3")
    for actor in (command.target, *command.group):
        need_known(table, command.seat, actor)
        if actor == command.actor:
            raise Refused("not_against_oneself", "FI-PSY-2")
    ways(table, command.actor, command.aptitude)
    ways(table, command.target, resisting(command))


def contest_wills(draft: Draft, command: ContestWills) -> None:
    """Let both roll; the action is taken when the dice fall."""
    mine = skill_roll(draft.table, command.actor, command.aptitude)
    theirs = skill_roll(draft.table, command.target, resisting(command))
    losers = dict.fromkeys((command.target, *command.group))
    started = Check(
        purpose="wills", what=folded(command.aptitude), about={"losers": list(losers)}, rolls=(mine, theirs)
    )
    checks.open_check(draft, started)


def _wills_decided(draft: Draft, result: Decided) -> None:
    """Only the one who was tested suffers; whoever resists has kept his nerve."""
    first, second = (roll.actor for roll in result.check.rolls)
    found = result.check.about.get("losers")
    losers = [str(actor) for actor in found if actor in draft.table.actors] if isinstance(found, list | tuple) else []
    effect = minds.contest_effect(result.successes)
    if effect is None or not losers:
        draft.note("resists", "FI-PSY-2", actor=actor_name(draft.table, second))
        draft.figure(effect="none")
        return
    names = [actor_name(draft.table, actor) for actor in losers]
    draft.note("wills_won", "FI-PSY-4", actor=actor_name(draft.table, first), losers=names, effect=effect)
    draft.figure(effect=effect)
    nerves.lose_aims(draft, losers)
    nerves.befall(draft, losers, effect, first)


PURPOSES["wills"] = Purpose(_wills_decided, acts=True, off=CallingOff.BEGINNER, pays=acting.pay_action)


# ---- anything --------------------------------------------------------------------------------------------------------


def roll_of(table: Table, actor: str, name: str, concentration: str = "", known: Known = "best") -> Roll:
    """Return a roll of a Trait, or else of an Aptitude in a way that the character has.

    Raises:
        Refused: neither is on the sheet, or it is not known in that way.
    """
    if not concentration and people.trait(table.actors[actor], name) is not None:
        return trait_roll(table, actor, people.name_of(name))
    if known == "best":
        return skill_roll(table, actor, name, concentration)
    way = next((way for way in ways(table, actor, name, concentration) if _is(way, known)), None)
    if way is None:
        whole = skill_name(name, concentration)
        raise Refused("not_known_so", "FI-CORE-16", actor=actor_name(table, actor), name=whole)
    near = Part(reason="related", value=costs().related if way.related else 0)
    parts = (*states.action_parts(table, actor), *counting(near))
    whole = skill_name(name, concentration)
    return Roll(actor=actor, name=whole, dice=way.dice, halved=way.halved, parts=parts)


def _is(way: rolls.Way, known: Known) -> bool:
    if known == "related":
        return way.related
    return way.halved if known == "default" else not way.halved and not way.related


def _rolls(table: Table, command: TryRoll) -> tuple[Roll, ...]:
    mine = roll_of(table, command.actor, command.name, command.concentration, command.known)
    if not command.target:
        return (mine,)
    name = command.against or command.name
    of = command.against_concentration if command.against else command.concentration
    return (mine, roll_of(table, command.target, name, of))


def verify_try(table: Table, command: TryRoll) -> None:
    """Whoever leads the character, against a number or another, not both."""
    need_leader(table, command, command.actor, "FI-CORE-9")
    need_free(table)
    if command.target:
        need_known(table, command.seat, command.target)
        if command.tn is not None or command.target == command.actor:
            raise Refused("number_or_other", "FI-CORE-18")
    if command.action:
        acting.need_action(table, command, command.actor, "FI-ACT-7")
    _rolls(table, command)


def try_roll(draft: Draft, command: TryRoll) -> None:
    """Open it."""
    rolled = _rolls(draft.table, command)
    parts = (rolls.said_part(command.tn),) if command.tn is not None else ()
    about = {"action": command.action}
    started = Check(purpose="plain", what=command.what, about=about, rolls=rolled, tn=command.tn, tn_parts=parts)
    checks.open_check(draft, started)


def _pay_plain(draft: Draft, found: Check) -> None:
    if found.about.get("action"):
        acting.pay_action(draft, found)


PURPOSES["plain"] = Purpose(checks.plain_result, acts=True, off=CallingOff.BEGINNER, pays=_pay_plain)


MOVES = (
    Move(ContestWills, verify_wills, contest_wills),
    Move(TryRoll, verify_try, try_roll),
)
