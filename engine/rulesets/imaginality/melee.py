"""Hand-to-hand combat: blow, response, block and counterattack (IM-HTH)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.actions import (
    advantages,
    extras_against,
    first_cards,
    mark_acting,
    unskilled,
)
from engine.rulesets.imaginality.attacks import Attack, need_attack
from engine.rulesets.imaginality.damage import weapon_in_hand
from engine.rulesets.imaginality.deck import discard
from engine.rulesets.imaginality.laying import (
    draw_pure,
    feed,
    open_sides,
    unlay,
)
from engine.rulesets.imaginality.people import helpless, leader, need_leader
from engine.rulesets.imaginality.procedures import Action, Extra, Kind, Side, Stage, fight
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.sides import (
    drawn,
    need_action,
)
from engine.rulesets.imaginality.turns import has_acted, need_turn, use_action
from engine.table.frozen import replace
from engine.table.table import Table

ANSWERS = {Kind.MELEE: ("block", "counterattack", "nothing"), Kind.RANGED: ("dodge", "none")}
ANSWER_RULES = {
    "block": ("IM-HTH-4", "IM-HTH-5"),
    "counterattack": ("IM-HTH-6", "IM-HTH-9"),
    "dodge": ("IM-RANGED-3", "IM-RANGED-5"),
}


class Strike(Attack):
    """Strike a blow with fist, foot or melee weapon: a card face down, then the target names a response."""

    RULES = ("IM-HTH-1", "IM-HTH-2", "IM-HTH-12", "IM-HTH-14")


class Respond(Request):
    """Name the target's response: to a blow block, counterattack or nothing; to a shot dodge or none."""

    RULES = (
        *("IM-HTH-3", "IM-HTH-4", "IM-HTH-5", "IM-HTH-6", "IM-HTH-8", "IM-HTH-9", "IM-HTH-10"),
        *("IM-RANGED-3", "IM-RANGED-5", "IM-RANGED-7"),
    )
    response: Annotated[str, Meta(description="`block`, `counterattack`, `nothing`, `dodge` or `none`")]


def verify_strike(table: Table, command: Strike) -> None:
    """Somebody on turn against somebody else, by these rules."""
    need_attack(table, command, "IM-HTH-2")
    if word(table, "hand_to_hand_system") == "lunch_money":
        raise Refused("other_system", "IM-LM-1")
    need_turn(table, command.actor)


def strike(draft: Draft, command: Strike) -> None:
    """Open the blow. A target that can do nothing needs no response: one card is drawn at once (IM-HTH-10)."""
    table = draft.table
    forced = not command.aware or helpless(table, command.target)
    lacking = unskilled(table, command.actor, command.skill)
    against = extras_against(table, command.disadvantage, lacking)
    draft.begin(
        Action(
            kind=Kind.MELEE,
            stage=Stage.ATTACK,
            what=command.what,
            actor=command.actor,
            target=command.target,
            weapon=command.weapon,
            skill=command.skill,
            attribute="physical" if lacking else "",
            aware=command.aware,
        )
    )
    mark_acting(draft, command.actor)
    name, against_name = actor_name(table, command.actor), actor_name(table, command.target)
    weapon = command.weapon or weapon_in_hand(table, command.actor, melee=True)
    draft.note("strikes", "IM-HTH-2", actor=name, target=against_name, what=command.what, weapon=weapon)
    if lacking and not forced:
        draft.note("unskilled", "IM-HTH-12", skill=command.skill, attribute="physical")
    attacker = Side(
        seat=leader(table, command.actor),
        actor=command.actor,
        base=first_cards(table, command.actor, lacking, "physical"),
        extras=advantages(table, "actor", command.advantage),
        pure=forced,
    )
    defender = Side(seat=leader(table, command.target), actor=command.target, extras=against)
    open_sides(draft, (("actor", attacker), ("opposition", defender)))
    if forced:
        do_nothing(draft, "IM-HTH-10")


def do_nothing(draft: Draft, *rules: str) -> None:
    """The target does nothing: the attack card goes back unseen, and one deck card decides (IM-HTH-10, IM-HTH-14).

    A card that the GM had drawn for the attack is the one that counts; it is always exactly one.
    """
    unlay(draft, "actor")
    act = need_action(draft.table)
    discard(draft, draft.table.zones[drawn("actor")].cards[1:], drawn("actor"))
    attacker = replace(act.sides["actor"], base=1, extras=(), pure=True)
    defender = replace(act.sides["opposition"], base=0, extras=(), done=True)
    sides = {**act.sides, "actor": attacker, "opposition": defender}
    draft.become(replace(act, response="nothing", stage=Stage.COMMIT, sides=sides))
    draft.note("does_nothing", *rules, actor=actor_name(draft.table, act.target))
    draw_pure(draft, "actor", *rules)


def need_on_feet(table: Table, actor: str) -> None:
    """Raise Refused unless a character is in a state to answer (IM-WOUND-12)."""
    if helpless(table, actor):
        raise Refused("cannot_act", "IM-WOUND-12", actor=actor_name(table, actor))


def need_action_left(table: Table, actor: str, *rules: str) -> None:
    """Raise Refused unless a character can still counterattack or dodge this turn (IM-TURN-5)."""
    need_on_feet(table, actor)
    if has_acted(table, actor):
        raise Refused("has_acted", *rules, actor=actor_name(table, actor))


def verify_respond(table: Table, command: Respond) -> None:
    """The target's leader (or the GM) names what fits the attack, once the attack is laid."""
    act = need_action(table)
    if act.stage is not Stage.RESPONSE:
        raise Refused("no_response_due", "IM-HTH-3")
    need_leader(table, command, act.target, "IM-HTH-3")
    if command.response not in ANSWERS[act.kind]:
        raise Refused("response_word", "IM-RANGED-11", response=command.response[:40])
    match command.response:
        case "block":
            need_on_feet(table, act.target)
            now = fight(table)
            countered = now is not None and act.target in now.countered
            if countered and not flag(table, "block_after_counterattack"):
                raise Refused("countered_before", "IM-HTH-9", actor=actor_name(table, act.target))
        case "counterattack":
            need_action_left(table, act.target, "IM-HTH-8", "IM-TURN-5")
        case "dodge":
            need_action_left(table, act.target, "IM-RANGED-5", "IM-TURN-5")
        case _:
            pass


def respond(draft: Draft, command: Respond) -> None:
    """Take the response; a counterattack or dodge is the target's action of the turn (IM-HTH-9, IM-RANGED-5).

    A block is none: it costs nothing, and who has acted may block all the same, as often as cards last (IM-HTH-5).
    """
    act = need_action(draft.table)
    name = actor_name(draft.table, act.target)
    match command.response:
        case "nothing":
            do_nothing(draft, "IM-HTH-10")
        case "none":
            stand_still(draft)
        case _:
            draft.become(replace(act, response=command.response, stage=Stage.COMMIT))
            draft.note(f"responds_{command.response}", *ANSWER_RULES[command.response], actor=name)
            if command.response != "block":
                _spend(draft, act.target)
            if command.response == "counterattack":
                _open_for_counterattack(draft, act.target)
            feed(draft, "opposition")


def _spend(draft: Draft, target: str) -> None:
    now = fight(draft.table)
    if now is None or target not in now.fighters:
        return
    lost = use_action(draft, target, instead=True)
    act = need_action(draft.table)
    draft.become(replace(act, marked=(*act.marked, target), lost=(*act.lost, target) if lost else act.lost))


def _open_for_counterattack(draft: Draft, target: str) -> None:
    """The attacker may add one card, because the target leaves itself open (IM-HTH-6, IM-HTH-16)."""
    act = need_action(draft.table)
    attacker = act.sides["actor"]
    extras = (*attacker.extras, Extra(reason="counterattack", count=1))
    draft.become(replace(act, sides={**act.sides, "actor": replace(attacker, extras=extras, done=False)}))
    now = fight(draft.table)
    if now is not None:
        draft.become(replace(now, countered=(*now.countered, target)))
    feed(draft, "actor")


def stand_still(draft: Draft) -> None:
    """An aware target keeps its action: a card is drawn, or by the group's choice the shot just hits (IM-RANGED-7)."""
    act = need_action(draft.table)
    target = act.sides["opposition"]
    draws = flag(draft.table, "no_dodge_choice_draws")
    new = replace(target, pure=True) if draws else replace(target, base=0, extras=(), done=True)
    sides = {**act.sides, "opposition": new}
    draft.become(replace(act, response="drawn" if draws else "none", stage=Stage.COMMIT, sides=sides))
    draft.note("will_not_dodge", "IM-RANGED-7", actor=actor_name(draft.table, act.target))
    if draws:
        draw_pure(draft, "opposition", "IM-RANGED-6", "IM-RANGED-7")


MOVES = (Move(Strike, verify_strike, strike), Move(Respond, verify_respond, respond))
