"""The procedures in progress, as each viewer may see them: steps, sides, order of acting and outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.audience import may_read_numbers
from engine.core.memo import memo, memo_of_moment
from engine.kit.activity_steps import steps_at
from engine.kit.control import controllers_of
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView, SideView, StepView, TurnView
from engine.rulesets.imaginality.action_resolution import explain_totals, outcome_word
from engine.rulesets.imaginality.actions.action_sides import (
    cards_laid,
    cards_total,
    comparison_score,
    damage_is_shown_first,
    has_committed,
    is_face_up,
    keys_with_hidden_penalty,
    open_keys,
    penalty_of,
    player_name,
    score,
    side_is_ready,
    side_zones,
)
from engine.rulesets.imaginality.advancement.advancement_commands import awards_view
from engine.rulesets.imaginality.character_state import can_act
from engine.rulesets.imaginality.characters.character_creation_commands import point_draw_view
from engine.rulesets.imaginality.comparison_rules import NO_CARDS
from engine.rulesets.imaginality.damage import check_due, is_thrown
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import other_deck_view
from engine.rulesets.imaginality.procedures import (
    TURNED_OVER,
    Action,
    ActionKind,
    ActionStage,
    Awards,
    Fight,
    OtherDeck,
    PointDraw,
    SessionState,
    current_action,
    taking_part,
)
from engine.rulesets.imaginality.settings import word
from engine.rulesets.imaginality.turns.turn_commands import declared_text, undeclared
from engine.rulesets.imaginality.turns.turn_order import first_to_act, is_decided

SHOWN = (ActionStage.REVEALED, ActionStage.DAMAGE, ActionStage.HARMED)


def activity_view(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    """Return what is in progress, the outermost procedure first."""
    views = [_procedure_view(table, viewer, procedure) for procedure in table.procedures]
    return tuple([view for view in views if view is not None])


def seats_awaited(table: Table, viewer: str) -> Iterator[str]:
    """Yield the seats that the procedures in progress wait for, as a viewer sees it, innermost first."""
    for procedure in reversed(table.procedures):
        match procedure:
            case Fight():
                states = _turn_states(table, viewer, procedure) if procedure.resolving else {}
                yield from _seats_awaited_in(table, procedure, states)
            case Action():
                yield from _seats_awaited_by(table, procedure)
            case _:
                view = _procedure_view(table, viewer, procedure)
                yield from view.waiting_for if view is not None else ()


def _procedure_view(table: Table, viewer: str, procedure: Procedure) -> ActivityView | None:
    match procedure:
        case SessionState(adventure=number, running=running):
            return _evening_view(number, running)
        case Fight():
            return _fight_view(table, viewer, procedure)
        case Action():
            return _action_view(table, procedure, keys_with_hidden_penalty(table, viewer, procedure))
        case Awards():
            return awards_view(table, viewer, procedure)
        case PointDraw():
            return point_draw_view(table, viewer, procedure)
        case OtherDeck():
            return other_deck_view(table, viewer, procedure)
        case _:
            return None


@memo
def _evening_view(number: int, running: bool) -> ActivityView:
    return ActivityView(title=Message(key=f"glimpse.{'running' if running else 'between'}", params={"number": number}))


@memo_of_moment
def _action_view(table: Table, action: Action, hidden: tuple[str, ...]) -> ActivityView:
    """Return an action; the totals of `hidden` sides are left out, as the hidden wounds of a character are in them."""
    attacker = table.actors.get(action.actor)
    weapon = action.weapon if attacker is None or not attacker.secret else ""  # it is on its record
    thrown = action.kind is ActionKind.RANGED and is_thrown(table, weapon)
    params = {
        "actor": actor_name(table, action.actor) if action.actor else "",
        "target": actor_name(table, action.target) if action.target else "",
        "what": action.what,
    }
    lie_open = tuple([key for key in action.sides if _open(table, action, key)])
    seen = tuple([_side(table, action, key, key in lie_open, key not in hidden) for key in action.sides])
    waited_for = [side.name for side in seen if not side.ready]
    return ActivityView(
        title=Message(key=f"glimpse.{'thrown' if thrown else action.kind.value}", params=params),
        actors=taking_part(action),
        steps=_steps(action.kind, _step_now(table, action, waited_for), word(table, "damage_mode") == "bookkeeping"),
        sides=seen,
        waiting_for=_seats_awaited_by(table, action),
        outcome=_outcome(table, action, params),
        reckoning=explain_totals(table, action, [key for key in lie_open if key not in hidden]),
        figures={
            "skill": action.skill,
            "attribute": action.attribute,
            "weapon": weapon,
            "response": action.response,
        },
    )


def _outcome(table: Table, action: Action, params: Mapping[str, Json]) -> Message | None:
    """Return the result as far as it is shown: of the collapse check, of the damage, or of the comparison."""
    more: dict[str, Json]
    if action.collapsed:
        key, more = _state_after(table, action.wounded), {"target": actor_name(table, action.wounded)}
    elif action.stage is ActionStage.HARMED:
        key, more = "net" if action.net else "nothing", {"net": action.net or 0}
    elif action.outcome and action.stage in SHOWN:
        fumblers = [player_name(table, action.sides[key]) for key in action.fumbled if key in action.sides]
        key, more = outcome_word(action), {"fumble": ", ".join(fumblers)}
    else:
        return None
    return Message(key=f"glimpse.outcome_{key}", params={**params, **more})


def _open(table: Table, action: Action, key: str) -> bool:
    """Return whether a side's cards are face up for everyone."""
    if key in {"damage", "resistance"}:
        shown = action.stage is ActionStage.HARMED or (key == "damage" and damage_is_shown_first(table, action))
    else:
        shown = action.collapsed if key == "collapse" else action.stage in SHOWN
    return shown and is_face_up(table, key)


def _state_after(table: Table, wounded: str) -> str:
    """Return the result of a collapse check: `dying`, `unconscious` or `stands`."""
    character = table.actors.get(wounded)
    return next((state for state in ("dying", "unconscious") if character and character.has_condition(state)), "stands")


def _side(table: Table, action: Action, key: str, lies_open: bool, tells_total: bool) -> SideView:
    side, laid_count = action.sides[key], cards_laid(table, key)
    reasons = [
        Message(key=f"glimpse.{'extra' if e.count == 1 else 'extras'}", params={"reason": e.reason, "count": e.count})
        for e in side.extras
    ]
    total = _total(table, action, key) if lies_open and tells_total else None
    penalty = penalty_of(table, action, key) if total is not None and side.ruled is None else 0
    return SideView(
        name=key,
        label=_label_of(key, actor_name(table, side.actor) if side.actor else "", seat_name(table, side.seat)),
        seat=side.seat,
        zones=side_zones(key),
        due=side.due,
        laid=laid_count,
        ready=has_committed(side, laid_count),
        reasons=tuple(reasons),
        total=total,
        # A total that stops at 0, or a fumble, is no subtraction.
        penalty=penalty if total is not None and cards_total(table, action, key) - penalty == total else 0,
        figures={"fumble": key in action.fumbled, "missing": side.missing},
    )


@memo
def _label_of(key: str, actor: str, seat: str) -> Message:
    """Return the name of a side; `actor` is the name of the acting character, if it is not a mere object."""
    known = "difficulty" if key == "opposition" and not actor else key.partition("-")[0]
    return Message(key=f"glimpse.side_{known}", params={"actor": actor, "seat": seat})


def _total(table: Table, action: Action, key: str) -> int | None:
    """Return the total of an open side; None if it has no card to compare."""
    side_score = (comparison_score if key in {"actor", "opposition"} else score)(table, action, key)
    return None if side_score is NO_CARDS else side_score.total


def _seats_awaited_by(table: Table, action: Action) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if action.stage is ActionStage.RESPONSE:
        return (action.sides["opposition"].seat,)
    if action.stage in TURNED_OVER:
        return (table.gm(),)
    unready = [key for key in open_keys(action) if not side_is_ready(table, action, key)]
    waiting = tuple(dict.fromkeys([action.sides[key].seat for key in unready]))
    return waiting or (table.gm(),)


STEPS = {
    ActionKind.CHECK: ("difficulty", "actor", "reveal", "settle"),
    ActionKind.HOUSE: ("cards", "reveal", "settle"),
    ActionKind.INITIATIVE: ("cards", "reveal", "settle"),
    ActionKind.MELEE: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    ActionKind.RANGED: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    ActionKind.HAZARD: ("damage", "collapse", "settle"),
}


@memo
def _steps(kind: ActionKind, current: str, bookkeeping: bool) -> tuple[StepView, ...]:
    """Return the steps of a procedure, with the present one marked."""
    names = tuple([step for step in STEPS[kind] if step != "collapse" or bookkeeping])
    return steps_at(names.index(current) if current in names else 0, names, "glimpse.step_")


def _step_now(table: Table, action: Action, waited_for: list[str]) -> str:
    match action.stage:
        case ActionStage.COMMIT:
            if not waited_for:
                return "reveal"
            if action.kind is not ActionKind.CHECK:
                return "cards"
            return "difficulty" if "opposition" in waited_for else "actor"
        case ActionStage.ATTACK:
            return "attack"
        case ActionStage.RESPONSE:
            return "response"
        case ActionStage.DAMAGE:
            return "damage"
        case ActionStage.HARMED:
            return "collapse" if check_due(table, action) else "settle"
        case ActionStage.REVEALED:
            return "damage" if action.outcome in {"hit", "counter_hit"} else "settle"


def _seats_awaited_in(table: Table, fight: Fight, states: Mapping[str, tuple[int, str]]) -> tuple[str, ...]:
    """Return the seats that a fight waits for, by the states of its fighters; a decided one the GM can end at once."""
    awaited = [a for a, (_, state) in states.items() if state == "now"] if fight.resolving else undeclared(table)
    seats = controllers_of(table, awaited)
    return tuple(dict.fromkeys((table.gm(), *seats))) if not seats or is_decided(table, fight) else seats


def _turn_states(table: Table, viewer: str, fight: Fight) -> Mapping[str, tuple[int, str]]:
    """Return the rank of each fighter in the order, and its state."""
    order = fight.order or tuple((a,) for a in dict.fromkeys((*fight.declared, *fight.fighters)))
    return {
        actor: (rank, _turn_state(table, viewer, fight, actor, rank))
        for rank, group in enumerate(order)
        for actor in group
        if actor in fight.fighters
    }


def _fight_view(table: Table, viewer: str, fight: Fight) -> ActivityView:
    states, turns = _turn_states(table, viewer, fight), list[TurnView]()
    for actor, (rank, state) in states.items():
        declaration = declared_text(table, actor, viewer)
        label = Message(key="glimpse.declared", params={"what": declaration}) if declaration else None
        turns.append(TurnView(actor=actor, rank=rank, state=state, label=label))
    key = "fight_resolving" if fight.resolving else "fight_declaring"
    return ActivityView(
        title=Message(key=f"glimpse.{key}", params={"turn": fight.turn, "length": fight.length}),
        actors=fight.fighters,
        order=tuple(turns),
        waiting_for=_seats_awaited_in(table, fight, states),
        figures={
            "turn": fight.turn,
            "initiative": {a: total for a, total in fight.initiative.items() if may_read_numbers(table, viewer, a)},
        },
    )


def _turn_state(table: Table, viewer: str, fight: Fight, actor: str, rank: int) -> str:
    action = current_action(table)
    if action is not None and action.actor == actor:
        return "now"
    if _is_out(table, viewer, fight, actor):
        return "out"
    declared = fight.declared.get(actor)
    if declared is not None and declared.state == "lost":
        return "lost"
    if actor in fight.acted:
        return "acted"
    if not fight.resolving:
        return "waiting" if declared is None else "declared"  # only the content of a declaration is secret
    if action is not None and action.actor in fight.fighters:
        return "waiting"
    if fight.order:
        return "now" if rank == fight.group and actor in fight.standing else "waiting"
    return "now" if actor == first_to_act(table, fight) else "waiting"


def _is_out(table: Table, viewer: str, fight: Fight, actor: str) -> bool:
    """Return whether a viewer may know that a fighter can do nothing more (IM-WOUND-12).

    A fighter felled by another acting at the same moment still acts (IM-INIT-7).
    """
    character = table.actors.get(actor)
    if character is None or can_act(table, actor) or not table.may_read(character, viewer):
        return False
    return actor in fight.acted or not fight.order or actor not in fight.standing
