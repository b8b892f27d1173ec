"""Revealing, comparing, overruling, settling and cancelling an action (IM-ACT-6 to IM-ACT-11, IM-GEN-1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.log_audiences import add_split_line
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.imaginality import comparison_rules
from engine.rulesets.imaginality.actions.action_commands import end_action, stabilise
from engine.rulesets.imaginality.actions.action_sides import (
    all_committed,
    cards_laid,
    comparison_score,
    complete_standins,
    need_action,
    open_keys,
    penalty_of,
    player_name,
    readers_of_totals,
    score,
    secret_totals,
    set_side,
    side_zones,
    turn_over,
)
from engine.rulesets.imaginality.actions.card_play_commands import give_back_played
from engine.rulesets.imaginality.combat.initiative import resolve_initiative
from engine.rulesets.imaginality.comparison_rules import NO_CARDS
from engine.rulesets.imaginality.damage import HITS, add_wound, apply_collapse_check, change_wound, check_due
from engine.rulesets.imaginality.deck.hand_commands import refill_after_action
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    LAID_DOWN,
    TURNED_OVER,
    Action,
    ActionKind,
    ActionStage,
    current_fight,
)
from engine.rulesets.imaginality.settings import word
from engine.rulesets.imaginality.turns.turn_order import advance_order, restore_actions

OUTCOMES = {
    ActionKind.CHECK: ("success", "failure"),
    ActionKind.MELEE: ("hit", "counter_hit", "nobody", "miss"),
    ActionKind.RANGED: ("hit", "miss"),
}


class Reveal(Request):
    """Turn all cards over once all sides are ready. The GM may force it; a side without cards then counts nothing."""

    RULES = ("IM-ACT-4", "IM-ACT-6", "IM-ACT-7", "IM-ACT-8", "IM-DMG-10", "IM-INIT-5")
    force: Annotated[bool, Meta(description="the GM's word, although somebody is not in yet")] = False

    def verify(self, table: Table) -> None:
        """All sides ready, or the GM forces it: no difficulty is turned over before the actor's cards (IM-ACT-4)."""
        action = need_action(table)
        if action.stage not in LAID_DOWN:
            raise Refused("nothing_to_reveal", "IM-ACT-8")
        if any(action.sides[key].missing for key in open_keys(action)):
            raise Refused("shortage_first", "IM-DECK-7")
        if self.force:
            need_gm(table, self, "IM-ACT-8")
        elif not all_committed(table, action):
            raise Refused("not_all_in", "IM-ACT-8")

    def decide(self, draft: Draft) -> None:
        """Turn over and compare."""
        action = need_action(draft.table)
        sides = {key: action.sides[key] for key in open_keys(action)}
        missing = [key for key, side in sides.items() if not side.done and cards_laid(draft.table, key) < side.due]
        if missing and self.force:
            draft.note("forced", "IM-ACT-8", sides=missing)
        complete_standins(draft, open_keys(action))
        turn_over(draft, open_keys(action))
        resolve_action(draft)


class Settle(Request):
    """Finish the action: its cards go to the discard pile in their order, then hands refill."""

    RULES = ("IM-ACT-9", "IM-DECK-3", "IM-DRAW-2", "IM-DMG-14", "IM-HAND-9")

    def verify(self, table: Table) -> None:
        """After the reveal; a hit first needs its damage and, in bookkeeping, the collapse check, except for the GM."""
        action = need_action(table)
        gm = table.is_gm(self.seat)
        if action.stage is ActionStage.DAMAGE and gm:
            return
        if action.stage not in TURNED_OVER:
            raise Refused("reveal_first", "IM-ACT-9")
        if not gm and self.seat not in {side.seat for side in action.sides.values()}:
            raise Refused("not_your_side", "IM-ACT-9")
        if action.stage is ActionStage.REVEALED and action.outcome in HITS and not gm:
            raise Refused("damage_first", "IM-DMG-1", "IM-HTH-11")
        if check_due(table, action) and not gm:
            raise Refused("check_first", "IM-WOUND-6")

    def decide(self, draft: Draft) -> None:
        """Discard in the order of arrival, then refill: the actor, the opposition, the others (IM-HAND-9)."""
        action = need_action(draft.table)
        treated = draft.table.actors[action.treating] if action.treating and action.outcome == "success" else None
        if treated is not None and treated.has_condition("dying"):
            stabilise(draft, treated.id)
        _tell_waived(draft, action)
        first = tuple(action.sides[key].seat for key in ("actor", "opposition") if key in action.sides)
        count = sum(len(draft.table.zones[z].cards) for key in action.sides for z in side_zones(key))
        draft.note("settled", "IM-ACT-9", "IM-DECK-3", count=count)
        end_action(draft)
        advance_order(draft)
        refill_after_action(draft, first)


class Cancel(Request):
    """The GM cancels before the reveal: played cards go back to their hands, drawn ones to the discard pile."""

    RULES = ("IM-ACT-8", "IM-ACT-11")

    def verify(self, table: Table) -> None:
        """The GM, before the reveal."""
        need_gm(table, self, "IM-ACT-11")
        if not is_before_reveal(need_action(table)):
            raise Refused("too_late_to_cancel", "IM-ACT-11")

    def decide(self, draft: Draft) -> None:
        """Return played cards, discard drawn ones, and restore the actions that were used."""
        action = need_action(draft.table)
        draft.note("cancelled", "IM-ACT-11", what=action.what)
        for key in action.sides:
            give_back_played(draft, key)
        end_action(draft)
        restore_actions(draft, action.marked)
        fight = current_fight(draft.table)
        if fight is not None:
            advance_order(draft)


class Overrule(GmRequest):
    """Overrule a figure: a side's total, the net damage, or the outcome. The log keeps the computed value."""

    RULES = ("IM-GEN-1",)
    figure: Annotated[str, Meta(description="a side's name, `net`, or `outcome`")]
    value: Annotated[int | str, Meta(description="the number, or the outcome's word")]

    def verify(self, table: Table) -> None:
        """The GM, after the reveal, with a word or number that fits."""
        super().verify(table)
        action = need_action(table)
        if action.stage not in TURNED_OVER:
            raise Refused("overrule_after_reveal", "IM-GEN-1")
        match self.figure:
            case "outcome":
                words = OUTCOMES.get(action.kind, ())
                if action.stage is not ActionStage.REVEALED or self.value not in words:
                    raise Refused("outcome_word", "IM-GEN-1", words=list(words))
            case "net":
                if (
                    action.stage is not ActionStage.HARMED
                    or not isinstance(self.value, int)
                    or not 0 <= self.value <= 999
                ):
                    raise Refused("net_bounds", "IM-GEN-1")
            case key:
                now_open = overruled_totals(action)
                if key not in action.sides or key not in now_open:
                    raise Refused("no_such_side", "IM-GEN-1", side=key[:40], sides=list(now_open))
                if not isinstance(self.value, int) or abs(self.value) > 999:
                    raise Refused("net_bounds", "IM-GEN-1")

    def decide(self, draft: Draft) -> None:
        """Set it and compare again; the log keeps the computed value beside the ruled one."""
        action = need_action(draft.table)
        who = ""
        computed: Json
        match self.figure:
            case "outcome":
                computed = action.outcome
                draft.replace_procedure(replace(action, outcome=str(self.value)))
                draft.record_results(
                    outcome=self.value, success=self.value in {"success", "hit"}, hit=self.value in HITS
                )
            case "net":
                computed = action.net
            case key:
                turn_over(draft, action.sides)  # cards may have been turned down by hand meanwhile
                who, computed = player_name(draft.table, action.sides[key]), score(draft.table, action, key).total
                set_side(draft, key, replace(action.sides[key], ruled=int(self.value)))
        key = f"overruled_{_figure_named(self.figure)}"
        add_split_line(
            draft,
            readers_of_totals(draft.table, action, (self.figure,)),
            key,
            ("IM-GEN-1",),
            {"figure": self.figure, "who": who, "value": self.value, "computed": computed},
            seen=f"{key}_seen",
            hides=("computed",),
            tells=(self.figure,),
            calls_for={"outcome": ("inflict",), "net": ("collapse_check",)}.get(self.figure, ()),
        )
        match self.figure:
            case "outcome":
                pass
            case "net":
                draft.record_results(net=self.value)
                apply_net_damage(draft, int(self.value), first=False)
            case "collapse":
                apply_collapse_check(draft)
            case _:
                resolve_action(draft)


def _figure_named(figure: str) -> str:
    """Return the part of the log's key that names a figure: the totals of the opponents have one in common."""
    kind = figure.partition("-")[0]
    return kind if kind in {"outcome", "net", "damage", "resistance", "collapse", "init"} else "total"


def resolve_action(draft: Draft) -> None:
    """Compare the open cards, at the reveal and again after each of the GM's changes."""
    action = need_action(draft.table)
    match action.kind, action.stage:
        case _, ActionStage.DAMAGE | ActionStage.HARMED:
            _resolve_damage(draft, action)
        case ActionKind.INITIATIVE, _:
            resolve_initiative(draft, action)
            _note_fumbles(draft, need_action(draft.table).fumbled)
        case ActionKind.HOUSE, _:
            totals = {side.seat: score(draft.table, action, key).total for key, side in action.sides.items()}
            draft.replace_procedure(replace(action, stage=ActionStage.REVEALED, fumbled=_fumbled(draft.table, action)))
            draft.record_results(totals=totals)
            shown = ", ".join(f"{seat_name(draft.table, seat)} {total}" for seat, total in totals.items())
            messages = explain_totals(draft.table, action, action.sides)
            draft.note("house_shown", "IM-GEN-2", totals=shown, reckoning=messages, tells=tuple(action.sides))
            _note_fumbles(draft, _fumbled(draft.table, action))
        case _:
            _resolve_contest(draft, action)


def _fumbled(table: Table, action: Action) -> tuple[str, ...]:
    return tuple([key for key in action.sides if score(table, action, key).fumble])


def comparison_outcome(action: Action, mine: comparison_rules.Score, theirs: comparison_rules.Score) -> str:
    """Return the outcome of an action's comparison, by its kind and the response (2.20, 2.22)."""
    match action.kind, action.response:
        case ActionKind.CHECK, _:
            return comparison_rules.compare_check(mine, theirs)
        case ActionKind.RANGED, _:
            return comparison_rules.compare_shot(mine, theirs)
        case _, "counterattack":
            return comparison_rules.compare_counterattack(mine, theirs)
        case _, "nothing":
            return comparison_rules.compare_helpless_blow(mine)
        case _:
            return comparison_rules.compare_block(mine, theirs)


RULES_OF = {
    "block": ("IM-HTH-4", "IM-HTH-13", "IM-HTH-15"),
    "counterattack": ("IM-HTH-7", "IM-HTH-13", "IM-HTH-15"),
    "nothing": ("IM-HTH-10",),
    "dodge": ("IM-RANGED-4", "IM-RANGED-13"),
    "drawn": ("IM-RANGED-6", "IM-RANGED-13"),
    "none": ("IM-RANGED-7",),
    "": ("IM-ACT-6", "IM-ACT-7", "IM-ACT-10"),
}


def _resolve_contest(draft: Draft, action: Action) -> None:
    """Log the outcome and the margin: the actor's total less the other (IM-ACT-7)."""
    table = draft.table
    mine, theirs = comparison_score(table, action, "actor"), comparison_score(table, action, "opposition")
    outcome = comparison_outcome(action, mine, theirs)
    fumbled = _fumbled(table, action)
    draft.replace_procedure(replace(action, stage=ActionStage.REVEALED, outcome=outcome, fumbled=fumbled))
    shown = {key: None if s is NO_CARDS else s.total for key, s in (("actor", mine), ("opposition", theirs))}
    margin = None if None in shown.values() else mine.total - theirs.total
    secret = secret_totals(table, action)
    results: dict[str, Json] = {f"{key}_total": total for key, total in shown.items() if key not in secret}
    results |= {} if secret else {"margin": margin}
    draft.record_results(
        **results,
        outcome=outcome,
        success=outcome in {"success", "hit"},
        hit=outcome in HITS,
        fumbles=list(fumbled),
    )
    messages = {key: _explain_total(table, action, key) for key in shown}
    compared = action.kind is not ActionKind.CHECK or margin is not None
    key = outcome_word(replace(action, outcome=outcome, fumbled=fumbled))
    add_split_line(
        draft,
        readers_of_totals(table, action, shown),
        f"outcome_{key}" if compared else f"outcome_{key}_uncompared",
        RULES_OF[action.response],
        {
            "actor": actor_name(table, action.actor),
            "target": actor_name(table, action.target) if action.target else "",
            "what": action.what,
            "total": _shown(shown["actor"]),
            "against": "" if action.response == "nothing" else _shown(shown["opposition"]),
            "margin": 0 if margin is None else margin,
        },
        seen=f"outcome_{key}_seen",
        hides=("total", "against", "margin"),
        reckoning=tuple(messages.values()),
        open_reckoning=tuple([message for key, message in messages.items() if key not in secret]),
        tells=("outcome", *action.sides),
        calls_for=("inflict",) if outcome in HITS else (),
    )
    _note_fumbles(draft, fumbled)


def outcome_word(action: Action) -> str:
    """Return what the outcome is called: a miss is `blocked` or `dodged`, if the response did that."""
    done = {"block": "blocked", "dodge": "dodged"}.get(action.response, "")
    return done if done and action.outcome == "miss" and "actor" not in action.fumbled else action.outcome


def _shown(total: int | None) -> str:
    return "–" if total is None else str(total).replace("-", "−")


def _note_fumbles(draft: Draft, keys: Iterable[str]) -> None:
    for key in keys:
        side = need_action(draft.table).sides[key]
        draft.note(
            "fumbles",
            *("IM-JOKER-4", "IM-JOKER-5", "IM-JOKER-14"),
            actor=player_name(draft.table, side),
            text=word(draft.table, "fumble_text"),
            calls_for=("narrate_fumble",),
        )


def _resolve_damage(draft: Draft, action: Action) -> None:
    table = draft.table
    damage, resistance = score(table, action, "damage"), score(table, action, "resistance")
    net = comparison_rules.net_damage(damage, resistance)
    fumbled = _fumbled(table, action)
    first = action.stage is ActionStage.DAMAGE
    dealt = 0 if damage.fumble else damage.total
    resisted = 0 if resistance.fumble else resistance.total
    draft.replace_procedure(replace(action, stage=ActionStage.HARMED, net=net, fumbled=fumbled))
    shown = {"damage": dealt, "resistance": resisted}
    secret = secret_totals(table, action)
    draft.record_results(**{key: total for key, total in shown.items() if key not in secret}, net=net)
    add_split_line(
        draft,
        readers_of_totals(table, action, shown),
        "damage_shown",
        ("IM-DMG-8", "IM-DMG-11"),
        {"target": actor_name(table, action.wounded), **shown, "net": net},
        seen="damage_shown_seen",
        hides=tuple(shown),
        reckoning=explain_totals(table, action, shown),
        open_reckoning=explain_totals(table, action, [key for key in shown if key not in secret]),
        tells=("damage", "resistance", "net"),
        calls_for=("collapse_check",),
    )
    _note_fumbles(draft, (key for key in fumbled if key in {"damage", "resistance"}))
    apply_net_damage(draft, net, first)


def apply_net_damage(draft: Draft, net: int, first: bool) -> None:
    """Give the target the wound of a hit, or change that wound when the net damage was overruled."""
    action = need_action(draft.table)
    if first:
        wound = add_wound(draft, action.wounded, net, "IM-WOUND-5")
    else:
        wound = change_wound(draft, action.wounded, action.wound, net)
    draft.replace_procedure(replace(need_action(draft.table), net=net, wound=wound))
    if action.collapsed:
        apply_collapse_check(draft)


def explain_totals(table: Table, action: Action, keys: Iterable[str]) -> tuple[Message, ...]:
    """Return each side's total with its parts: its cards, the wound penalty and the GM's value."""
    return tuple([_explain_total(table, action, key) for key in keys])


def _explain_total(table: Table, action: Action, key: str) -> Message:
    side = action.sides[key]
    played, off_deck, instead = [list(table.zones[zone].cards) for zone in side_zones(key)]
    total, penalty = score(table, action, key).total, penalty_of(table, action, key)
    params: dict[str, Json] = {"side": key, "who": player_name(table, side), "played": played, "drawn": off_deck}
    params |= {"standins": instead, "penalty": penalty, "named": side.named, "total": total}
    return Message(key="log.reckoning", params=params)


def _tell_waived(draft: Draft, action: Action) -> None:
    """Log what the GM's decision skips: the damage of a hit, or the collapse check."""
    hit = action.outcome if action.stage is ActionStage.REVEALED and action.outcome in HITS else ""
    if action.stage is ActionStage.DAMAGE or hit:
        hurt = action.wounded or (action.actor if hit == "counter_hit" else action.target)
        draft.note("damage_waived", "IM-GEN-1", "IM-DMG-1", target=actor_name(draft.table, hurt))
        draft.record_results(waived="damage")
    elif check_due(draft.table, action):
        draft.note("check_waived", "IM-GEN-1", "IM-WOUND-6", actor=actor_name(draft.table, action.wounded))
        draft.record_results(waived="collapse")


def is_before_reveal(action: Action) -> bool:
    """Return whether nothing of an action was compared yet; the damage of a hit comes after that of its attack."""
    hazard = action.kind is ActionKind.HAZARD and action.stage is ActionStage.DAMAGE
    return hazard or action.stage in BEFORE_REVEAL


def overruled_totals(action: Action) -> tuple[str, ...]:
    """Return the sides whose total the GM can overrule now: after a hit damage, resistance, collapse check."""
    if action.stage is not ActionStage.HARMED:
        return tuple(action.sides)
    return ("damage", "resistance", "collapse") if action.collapsed else ("damage", "resistance")
