"""What somebody who is attacked can do about it: active defense, or run (FI-DEFEND, FI-RES-10)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, decks, initiative, melee, states
from engine.rulesets.future_imperfect.acting import stop_aiming
from engine.rulesets.future_imperfect.attacks import DEFENDED, DEFENSE, attack_check, defended, mark_of, need_attack
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.counting import become_turn
from engine.rulesets.future_imperfect.declaring import Metres
from engine.rulesets.future_imperfect.dice_of import skill_roll, trait_roll
from engine.rulesets.future_imperfect.fighters import (
    cards_of,
    need_fighter,
    reserve_of,
    reserved,
    spend_reserve,
)
from engine.rulesets.future_imperfect.leading import need_leader
from engine.rulesets.future_imperfect.people import FIGHTING
from engine.rulesets.future_imperfect.procedures.attack import Attack
from engine.rulesets.future_imperfect.procedures.check import Check, check
from engine.rulesets.future_imperfect.procedures.conflict import Defense, fight, fighter_of
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.striking import guard_of
from engine.rulesets.future_imperfect.wielding import is_melee
from engine.table.frozen import replace
from engine.table.table import Table

DODGE = "dodge"


class Defend(Request):
    """Defend actively, before the attack is rolled; it costs the highest card."""

    RULES = (
        "FI-DEFEND-1",
        "FI-DEFEND-2",
        "FI-DEFEND-3",
        "FI-DEFEND-4",
        "FI-DEFEND-5",
        "FI-DEFEND-6",
        "FI-DEFEND-7",
        "FI-DEFEND-9",
        "FI-AIM-7",
    )
    actor: ActorId
    by: Annotated[str, Meta(description="dodge, or fighting against a blow", pattern="^(dodge|fighting)$")] = DODGE
    how: Annotated[
        str,
        Meta(
            description="how it is acted out: cover, prone, ground (give ground 1 m); empty for not at all",
            pattern="^(cover|prone|ground|)$",
        ),
    ] = "cover"


class RunAway(Request):
    """Run from an attack with the reserved card, if Reflex beats the attacker's."""

    RULES = ("FI-RES-10", "FI-DEFEND-8", "FI-AIM-7")
    actor: ActorId
    distance: Metres
    hidden: Annotated[bool, Meta(description="there is something to hide behind wholly")] = False


def _need_open_roll(table: Table, actor: str) -> tuple[Attack, Check]:
    """Return the attack and its roll, whose dice have not fallen yet, at the one who reacts to it."""
    now = need_attack(table)
    rolled = check(table)
    if rolled is None or rolled.purpose != "attack" or rolled.fallen:
        raise Refused("defend_before", "FI-DEFEND-1")
    if actor not in now.targets:
        raise Refused("not_attacked", "FI-DEFEND-1", actor=actor_name(table, actor))
    return now, rolled


def _need_able(table: Table, actor: str) -> None:
    state = melee.no_defense(states.states_of(table, actor))
    if state is not None:
        raise Refused("cannot_defend", "FI-DEFEND-9", actor=actor_name(table, actor), why=state)


def price(table: Table, actor: str) -> str | None:
    """Return the card that an active defense costs: the reserved one, else the highest in hand (FI-DEFEND-2)."""
    name, fighter = need_fighter(table, actor)
    return initiative.highest(cards_of(table, fighter), reserved(table, name), counts_red=True)


def verify_defend(table: Table, command: Defend) -> None:
    """Whoever leads the one attacked, with a card to pay, once against each attacker's action."""
    need_leader(table, command, command.actor, "FI-DEFEND-1")
    now, rolled = _need_open_roll(table, command.actor)
    if rolled.tn is None:
        raise Refused("contest_is_defense", "FI-ENT-1")
    if command.actor != now.marks[now.index].actor:
        raise Refused("not_attacked_now", "FI-DEFEND-1", actor=actor_name(table, command.actor))
    _need_able(table, command.actor)
    if command.by == FIGHTING and not is_melee(now):
        raise Refused("fighting_against_shot", "FI-DEFEND-3")
    if rolled.about.get(DEFENDED) == command.actor:
        raise Refused("defends_already", "FI-DEFEND-7", actor=actor_name(table, command.actor))
    conflict = fight(table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    if turn is not None and any(one.actor == command.actor for one in turn.defenses):
        raise Refused("defends_already", "FI-DEFEND-7", actor=actor_name(table, command.actor))
    if conflict is not None and price(table, command.actor) is None:
        raise Refused("no_card_left", "FI-DEFEND-2", actor=actor_name(table, command.actor))
    _defense_roll(table, command)


def _defense_roll(table: Table, command: Defend) -> Check:
    still = melee.defense_parts(acted_out=bool(command.how))
    of = guard_of(table, command.actor).weapon.concentration if command.by == FIGHTING else ""
    roll = skill_roll(table, command.actor, command.by, of, *still)
    return Check(purpose="defense", about={"how": command.how}, rolls=(roll,))


def defend(draft: Draft, command: Defend) -> None:
    """Roll over the attack."""
    checks.open_check(draft, _defense_roll(draft.table, command))


def _pay_defense(draft: Draft, found: Check) -> None:
    """Lay off the card, and act it out (FI-DEFEND-2, FI-DEFEND-6)."""
    actor = found.rolls[0].actor
    card = price(draft.table, actor) if fight(draft.table) is not None else None
    if card is not None:
        name, fighter = need_fighter(draft.table, actor)
        held = reserved(draft.table, name) == card
        decks.discard(draft, fighter.side, (card,), reserve_of(name) if held else fighter.hand)
        draft.note("pays_defense", "FI-DEFEND-2", actor=actor_name(draft.table, actor), card=card)
        stop_aiming(draft, actor)
    if found.about.get("how") == "prone":
        states.enter(draft, actor, states.PRONE, "FI-DEFEND-6")


def _defense_decided(draft: Draft, result: Decided) -> None:
    """Hold the attack against it; for the rest of the attacker's action too, if the group plays it so (FI-DEFEND-7)."""
    actor, score = result.check.rolls[0].actor, result.scores[0]
    rolled = check(draft.table)
    assert rolled is not None
    assert rolled.tn is not None
    against = defended(rolled, score.total, bust=score.bust)
    against = replace(against, about={**against.about, DEFENDED: actor, DEFENSE: None if score.bust else score.total})
    draft.become(against)
    now = need_attack(draft.table)
    conflict = fight(draft.table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    acts = conflict is not None and turn is not None and turn.fighter == fighter_of(conflict, now.actor)
    if turn is not None and acts and not now.free and word(draft.table, "active_defense_scope") == "action":
        stands = Defense(actor=actor, total=score.total, bust=score.bust)
        become_turn(draft, replace(turn, defenses=(*turn.defenses, stands)))
    name = actor_name(draft.table, actor)
    draft.note("defense_stands", "FI-DEFEND-4", "FI-DEFEND-7", actor=name, total=score.total, tn=against.tn)
    draft.figure(attack_tn=against.tn)


PURPOSES["defense"] = Purpose(_defense_decided, off=CallingOff.BEGINNER, pays=_pay_defense, called="active_defense")


# ---- running ---------------------------------------------------------------------------------------------------------


def verify_run(table: Table, command: RunAway) -> None:
    """Whoever leads the one attacked, with a card in reserve."""
    need_leader(table, command, command.actor, "FI-RES-10")
    _need_open_roll(table, command.actor)
    _need_able(table, command.actor)
    name, _ = need_fighter(table, command.actor)
    if reserved(table, name) is None:
        raise Refused("nothing_reserved", "FI-RES-10")


def run(draft: Draft, command: RunAway) -> None:
    """Roll Reflex against the attacker; the card is laid off when the dice fall."""
    attacker = need_attack(draft.table).actor
    rolls = (trait_roll(draft.table, command.actor, "reflex"), trait_roll(draft.table, attacker, "reflex"))
    about = {"distance": command.distance, "hidden": command.hidden}
    checks.open_check(draft, Check(purpose="run_away", about=about, rolls=rolls))


def _run_decided(draft: Draft, result: Decided) -> None:
    """Who wins is farther off, or out of sight, before the attack; its roll is reckoned anew (FI-DEFEND-8)."""
    runner = result.check.rolls[0].actor
    name = actor_name(draft.table, runner)
    if not result.successes:
        draft.note("too_slow_to_run", "FI-RES-10", actor=name)
        return
    about, now = result.check.about, need_attack(draft.table)
    metres = about["distance"]
    assert isinstance(metres, int)
    there = replace(mark_of(now, runner), distance=metres, hidden=bool(about["hidden"]))
    marks = tuple(there if mark.actor == runner else mark for mark in now.marks)
    now = replace(now, marks=marks)
    draft.become(now)
    draft.note("runs_away", "FI-RES-10", "FI-DEFEND-8", actor=name, metres=metres)
    if is_melee(now):
        return
    old = check(draft.table)
    assert old is not None
    anew = attack_check(draft.table, now, said=replace(old, tn_parts=()))  # what was ruled was for the old distance
    draft.become(anew)
    draft.figure(attack_tn=anew.tn)


def _pay_run(draft: Draft, found: Check) -> None:
    name, _ = need_fighter(draft.table, found.rolls[0].actor)
    if reserved(draft.table, name) is not None:
        spend_reserve(draft, name)
        stop_aiming(draft, found.rolls[0].actor)


PURPOSES["run_away"] = Purpose(_run_decided, off=CallingOff.BEGINNER, pays=_pay_run, called="running_away")

MOVES = (
    Move(Defend, verify_defend, defend),
    Move(RunAway, verify_run, run),
)
