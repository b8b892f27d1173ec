"""Turning over, comparing, overruling, cancelling and clearing up an action (IM-ACT-6 to IM-ACT-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.imaginality import contest
from engine.rulesets.imaginality.acting_order import give_back, move_on
from engine.rulesets.imaginality.actions import end_action, stabilise
from engine.rulesets.imaginality.contest import NO_CARDS
from engine.rulesets.imaginality.damage import HITS
from engine.rulesets.imaginality.hands import refill_after_action
from engine.rulesets.imaginality.initiative import resolve_initiative
from engine.rulesets.imaginality.laying import (
    give_back_played,
)
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    LAID_DOWN,
    TURNED_OVER,
    Action,
    Kind,
    Stage,
    fight,
)
from engine.rulesets.imaginality.settings import word
from engine.rulesets.imaginality.sides import (
    all_in,
    brought,
    laid,
    need_action,
    open_keys,
    penalty_of,
    score,
    turn_over,
    zones_of,
)
from engine.rulesets.imaginality.standins import complete_standins
from engine.rulesets.imaginality.wounds import change_wound, check_due, lay_wound, read_check
from engine.table.frozen import replace
from engine.table.table import Table

OUTCOMES = {
    Kind.CHECK: ("success", "failure"),
    Kind.MELEE: ("hit", "counter_hit", "nobody", "miss"),
    Kind.RANGED: ("hit", "miss"),
}


class Reveal(Request):
    """Turn everything over, once all are in. The GM may force it; who has not committed then counts nothing."""

    RULES = ("IM-ACT-4", "IM-ACT-6", "IM-ACT-7", "IM-ACT-8", "IM-DMG-10", "IM-INIT-5")
    force: Annotated[bool, Meta(description="the GM's word, although somebody is not in yet")] = False


class Overrule(Request):
    """The GM's word on a figure: a side's total, the net damage, or the outcome. The log keeps the computed value."""

    RULES = ("IM-GEN-1",)
    figure: Annotated[str, Meta(description="a side's name, `net`, or `outcome`")]
    value: Annotated[int | str, Meta(description="the number, or the outcome's word")]


class Settle(Request):
    """Clear up: all cards of the action go to the discard pile in their order, then hands refill."""

    RULES = ("IM-ACT-9", "IM-DECK-3", "IM-DRAW-2", "IM-DMG-14", "IM-HAND-9")


class Cancel(Request):
    """The GM cancels before the reveal: played cards go back to their hands, drawn ones to the discard pile."""

    RULES = ("IM-ACT-8", "IM-ACT-11")


def verify_reveal(table: Table, command: Reveal) -> None:
    """All in, or the GM forces it: until the actor has committed no difficulty is turned over (IM-ACT-4)."""
    act = need_action(table)
    if act.stage not in LAID_DOWN:
        raise Refused("nothing_to_reveal", "IM-ACT-8")
    if any(act.sides[key].missing for key in open_keys(act)):
        raise Refused("shortage_first", "IM-DECK-7")
    if command.force:
        need_gm(table, command, "IM-ACT-8")
    elif not all_in(table, act):
        raise Refused("not_all_in", "IM-ACT-8")


def reveal(draft: Draft, command: Reveal) -> None:
    """Turn over and compare."""
    act = need_action(draft.table)
    missing = [key for key in open_keys(act) if not act.sides[key].done and laid(draft.table, key) < act.sides[key].due]
    if missing and command.force:
        draft.note("forced", "IM-ACT-8", sides=missing)
    complete_standins(draft, open_keys(act))
    turn_over(draft, open_keys(act))
    resolve(draft)


def resolve(draft: Draft) -> None:
    """Compare what lies open, at the reveal and again after each of the GM's words."""
    act = need_action(draft.table)
    match act.kind, act.stage:
        case _, Stage.DAMAGE | Stage.HARMED:
            _resolve_damage(draft, act)
        case Kind.INITIATIVE, _:
            resolve_initiative(draft, act)
            _note_fumbles(draft, need_action(draft.table).fumbled)
        case Kind.HOUSE, _:
            totals = {seat_name(draft.table, s.seat): score(draft.table, act, k).total for k, s in act.sides.items()}
            draft.become(replace(act, stage=Stage.REVEALED, fumbled=_fumbled(draft.table, act)))
            draft.figure(totals={s.seat: score(draft.table, act, k).total for k, s in act.sides.items()})
            shown = ", ".join(f"{name} {total}" for name, total in totals.items())
            told = reckoning(draft.table, act, act.sides)
            draft.note("house_shown", "IM-GEN-2", totals=shown, reckoning=told, tells=tuple(act.sides))
            _note_fumbles(draft, _fumbled(draft.table, act))
        case _:
            _resolve_contest(draft, act)


def _fumbled(table: Table, act: Action) -> tuple[str, ...]:
    return tuple(key for key in act.sides if score(table, act, key).fumble)


def compare(act: Action, mine: contest.Score, theirs: contest.Score) -> str:
    """Return how the comparison of an action ends, by its kind and the response (2.20, 2.22)."""
    if act.kind is Kind.CHECK:
        return contest.check(mine, theirs)
    if act.kind is Kind.RANGED:
        return contest.shot(mine, theirs)
    if act.response == "counterattack":
        return contest.counterattack(mine, theirs)
    return contest.helpless(mine) if act.response == "nothing" else contest.block(mine, theirs)


RULES_OF = {
    "block": ("IM-HTH-4", "IM-HTH-13", "IM-HTH-15"),
    "counterattack": ("IM-HTH-7", "IM-HTH-13", "IM-HTH-15"),
    "nothing": ("IM-HTH-10",),
    "dodge": ("IM-RANGED-4", "IM-RANGED-13"),
    "drawn": ("IM-RANGED-6", "IM-RANGED-13"),
    "none": ("IM-RANGED-7",),
    "": ("IM-ACT-6", "IM-ACT-7", "IM-ACT-10"),
}


def _resolve_contest(draft: Draft, act: Action) -> None:
    """Say how it ended, and by how much: the margin is the actor's total less the other (IM-ACT-7)."""
    table = draft.table
    mine, theirs = brought(table, act, "actor"), brought(table, act, "opposition")
    outcome = compare(act, mine, theirs)
    fumbled = _fumbled(table, act)
    draft.become(replace(act, stage=Stage.REVEALED, outcome=outcome, fumbled=fumbled))
    shown = {key: None if s is NO_CARDS else s.total for key, s in (("actor", mine), ("opposition", theirs))}
    margin = None if None in shown.values() else mine.total - theirs.total
    draft.figure(
        actor_total=shown["actor"],
        opposition_total=shown["opposition"],
        margin=margin,
        outcome=outcome,
        success=outcome in {"success", "hit"},
        hit=outcome in HITS,
        fumbles=list(fumbled),
    )
    compared = act.kind is not Kind.CHECK or margin is not None
    draft.note(
        f"outcome_{outcome}" if compared else f"outcome_{outcome}_uncompared",
        *RULES_OF[act.response],
        actor=actor_name(table, act.actor),
        target=actor_name(table, act.target) if act.target else "",
        what=act.what,
        total=_shown(shown["actor"]),
        against=_shown(shown["opposition"]),
        margin=0 if margin is None else margin,
        reckoning=reckoning(table, act, ("actor", "opposition")),
        tells=("outcome", *act.sides),
        calls_for=("inflict",) if outcome in HITS else (),
    )
    _note_fumbles(draft, fumbled)


def _shown(total: int | None) -> str:
    return "–" if total is None else str(total).replace("-", "−")


def _note_fumbles(draft: Draft, keys: Iterable[str]) -> None:
    for key in keys:
        side = need_action(draft.table).sides[key]
        draft.note(
            "fumbles",
            *("IM-JOKER-4", "IM-JOKER-5", "IM-JOKER-14"),
            actor=actor_name(draft.table, side.actor) if side.actor else seat_name(draft.table, side.seat),
            text=word(draft.table, "fumble_text"),
            calls_for=("narrate_fumble",),
        )


def _resolve_damage(draft: Draft, act: Action) -> None:
    table = draft.table
    damage, resistance = score(table, act, "damage"), score(table, act, "resistance")
    net = contest.net_damage(damage, resistance)
    fumbled = _fumbled(table, act)
    first = act.stage is Stage.DAMAGE
    dealt = 0 if damage.fumble else damage.total
    resisted = 0 if resistance.fumble else resistance.total
    draft.become(replace(act, stage=Stage.HARMED, net=net, fumbled=fumbled))
    draft.figure(damage=dealt, resistance=resisted, net=net)
    draft.note(
        "damage_shown",
        "IM-DMG-8",
        "IM-DMG-11",
        target=actor_name(table, act.wounded),
        damage=dealt,
        resistance=resisted,
        net=net,
        reckoning=reckoning(table, act, ("damage", "resistance")),
        tells=("damage", "resistance", "net"),
        calls_for=("collapse_check",),
    )
    _note_fumbles(draft, (key for key in fumbled if key in {"damage", "resistance"}))
    _wound(draft, net, first)


def _wound(draft: Draft, net: int, first: bool) -> None:
    act = need_action(draft.table)
    if first:
        wound = lay_wound(draft, act.wounded, net, "IM-WOUND-5")
    else:
        wound = change_wound(draft, act.wounded, act.wound, net)
    draft.become(replace(need_action(draft.table), net=net, wound=wound))
    if act.collapsed:
        read_check(draft)


def reckoning(table: Table, act: Action, keys: Sequence[str] | object) -> tuple[Message, ...]:
    """Return how each side's total came about: its cards, the wound penalty and the GM's word."""
    lines = []
    for key in keys if isinstance(keys, tuple | dict) else ():
        side = act.sides[key]
        played, off_deck, instead = (table.zones[zone].cards for zone in zones_of(key))
        lines.append(
            Message(
                key="log.reckoning",
                params={
                    "side": key,
                    "who": actor_name(table, side.actor) if side.actor else seat_name(table, side.seat),
                    "played": list(played),
                    "drawn": list(off_deck),
                    "standins": list(instead),
                    "penalty": penalty_of(table, act, key),
                    "named": side.named,
                    "total": score(table, act, key).total,
                },
            )
        )
    return tuple(lines)


def verify_overrule(table: Table, command: Overrule) -> None:
    """The GM, after the reveal, with a word or number that fits."""
    need_gm(table, command, "IM-GEN-1")
    act = need_action(table)
    if act.stage not in TURNED_OVER:
        raise Refused("overrule_after_reveal", "IM-GEN-1")
    match command.figure:
        case "outcome":
            words = OUTCOMES.get(act.kind, ())
            if act.stage is not Stage.REVEALED or command.value not in words:
                raise Refused("outcome_word", "IM-GEN-1", words=list(words))
        case "net":
            if act.stage is not Stage.HARMED or not isinstance(command.value, int) or not 0 <= command.value <= 999:
                raise Refused("net_bounds", "IM-GEN-1")
        case key:
            now_open = overruled_totals(act)
            if key not in act.sides or key not in now_open:
                raise Refused("no_such_side", "IM-GEN-1", side=key[:40], sides=list(now_open))
            if not isinstance(command.value, int) or abs(command.value) > 999:
                raise Refused("net_bounds", "IM-GEN-1")


def overruled_totals(act: Action) -> tuple[str, ...]:
    """Return the sides whose totals the GM can overrule now: after a hit its damage's, and the collapse check's."""
    if act.stage is not Stage.HARMED:
        return tuple(act.sides)
    return ("damage", "resistance", "collapse") if act.collapsed else ("damage", "resistance")


def overrule(draft: Draft, command: Overrule) -> None:
    """Set it and compare again; the log keeps the computed value beside the ruled one."""
    act = need_action(draft.table)
    match command.figure:
        case "outcome":
            computed = act.outcome
            draft.become(replace(act, outcome=str(command.value)))
            draft.figure(outcome=command.value, success=command.value in {"success", "hit"}, hit=command.value in HITS)
        case "net":
            computed = str(act.net)
        case key:
            turn_over(draft, act.sides)  # by hand somebody may have turned cards down meanwhile
            side = act.sides[key]
            computed = str(score(draft.table, act, key).total)
            ruled = replace(side, ruled=int(command.value))
            draft.become(replace(act, sides={**act.sides, key: ruled}))
    draft.note(
        "overruled",
        "IM-GEN-1",
        figure=command.figure,
        value=command.value,
        computed=computed,
        tells=(command.figure,),
        calls_for={"outcome": ("inflict",), "net": ("collapse_check",)}.get(command.figure, ()),
    )
    match command.figure:
        case "outcome":
            pass
        case "net":
            draft.figure(net=command.value)
            _wound(draft, int(command.value), first=False)
        case "collapse":
            read_check(draft)
        case _:
            resolve(draft)


def verify_settle(table: Table, command: Settle) -> None:
    """After the reveal; a hit goes on to its damage and, in bookkeeping, the collapse check, unless the GM ends it."""
    act = need_action(table)
    gm = table.is_gm(command.seat)
    if act.stage is Stage.DAMAGE and gm:
        return
    if act.stage not in TURNED_OVER:
        raise Refused("reveal_first", "IM-ACT-9")
    if not gm and command.seat not in {side.seat for side in act.sides.values()}:
        raise Refused("not_your_side", "IM-ACT-9")
    if act.stage is Stage.REVEALED and act.outcome in HITS and not gm:
        raise Refused("damage_first", "IM-DMG-1", "IM-HTH-11")
    if check_due(table, act) and not gm:
        raise Refused("check_first", "IM-WOUND-6")


def settle(draft: Draft, command: Settle) -> None:
    """Discard in the order of arrival, then refill: the actor, the opposition, the others (IM-HAND-9)."""
    act = need_action(draft.table)
    if act.treating and act.outcome == "success" and draft.table.actors[act.treating].has("dying"):
        stabilise(draft, act.treating)
    _tell_waived(draft, act)
    first = tuple(act.sides[key].seat for key in ("actor", "opposition") if key in act.sides)
    count = sum(len(draft.table.zones[z].cards) for key in act.sides for z in zones_of(key))
    draft.note("settled", "IM-ACT-9", "IM-DECK-3", count=count)
    end_action(draft)
    move_on(draft)
    refill_after_action(draft, first)


def _tell_waived(draft: Draft, act: Action) -> None:
    """Say what the GM's word spares somebody: the damage of a hit, or the collapse check."""
    hit = act.outcome if act.stage is Stage.REVEALED and act.outcome in HITS else ""
    if act.stage is Stage.DAMAGE or hit:
        hurt = act.wounded or (act.actor if hit == "counter_hit" else act.target)
        draft.note("damage_waived", "IM-GEN-1", "IM-DMG-1", target=actor_name(draft.table, hurt))
        draft.figure(waived="damage")
    elif check_due(draft.table, act):
        draft.note("check_waived", "IM-GEN-1", "IM-WOUND-6", actor=actor_name(draft.table, act.wounded))
        draft.figure(waived="collapse")


def verify_cancel(table: Table, command: Cancel) -> None:
    """The GM, before the reveal."""
    need_gm(table, command, "IM-ACT-11")
    if not before_reveal(need_action(table)):
        raise Refused("too_late_to_cancel", "IM-ACT-11")


def before_reveal(act: Action) -> bool:
    """Say whether nothing of an action was compared yet; the damage of a hit comes after that of its attack."""
    hazard = act.kind is Kind.HAZARD and act.stage is Stage.DAMAGE
    return hazard or act.stage in BEFORE_REVEAL


def cancel(draft: Draft, command: Cancel) -> None:
    """Give played cards back, discard drawn ones, and give back the actions it had cost."""
    act = need_action(draft.table)
    draft.note("cancelled", "IM-ACT-11", what=act.what)
    for key in act.sides:
        give_back_played(draft, key)
    end_action(draft)
    give_back(draft, act.marked)
    now = fight(draft.table)
    if now is not None:
        move_on(draft)


MOVES = (
    Move(Reveal, verify_reveal, reveal),
    Move(Overrule, verify_overrule, overrule),
    Move(Settle, verify_settle, settle),
    Move(Cancel, verify_cancel, cancel),
)
