"""What is under way, as each viewer may see it: steps, sides, order of acting and outcome."""

from __future__ import annotations

from engine.play.names import actor_name, seat_name
from engine.play.sight import Glimpse, SideView, StepView, TurnView
from engine.play.words import Message
from engine.rulesets.imaginality.advancement import glimpse_awards
from engine.rulesets.imaginality.characters import glimpse_points
from engine.rulesets.imaginality.contest import NO_CARDS
from engine.rulesets.imaginality.lunch_money import glimpse_other_deck
from engine.rulesets.imaginality.people import able, leader
from engine.rulesets.imaginality.procedures import (
    TURNED_OVER,
    Action,
    Awards,
    Evening,
    Fight,
    Kind,
    OtherDeck,
    PointDraw,
    Side,
    Stage,
    action,
    taking_part,
)
from engine.rulesets.imaginality.resolving import reckoning
from engine.rulesets.imaginality.settings import word
from engine.rulesets.imaginality.sides import (
    brought,
    damage_lies_open,
    face_up,
    is_ready,
    laid,
    open_keys,
    score,
    zones_of,
)
from engine.rulesets.imaginality.turns import intention, undeclared
from engine.rulesets.imaginality.wounds import check_due
from engine.table.frozen import kept
from engine.table.table import Procedure, Table

SHOWN = (Stage.REVEALED, Stage.DAMAGE, Stage.HARMED)


class Glimpser:
    """Reckons what is under way for one viewer after another; what all see alike, once for each table."""

    def __init__(self) -> None:
        self._actions: tuple[Table | None, dict[int, Glimpse]] = (None, {})

    def __call__(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        """Return what is under way, outermost first."""
        found = (self._one(table, viewer, index, procedure) for index, procedure in enumerate(table.procedures))
        return tuple(glimpse for glimpse in found if glimpse is not None)

    def _one(self, table: Table, viewer: str, index: int, procedure: Procedure) -> Glimpse | None:
        match procedure:
            case Evening(adventure=number, running=running):
                return _glimpse_evening(number, running)
            case Fight():
                return _glimpse_fight(table, viewer, procedure)
            case Action():
                known, actions = self._actions
                if known is not table:
                    actions = {}
                    self._actions = (table, actions)
                if index not in actions:
                    actions[index] = _glimpse_action(table, procedure)
                return actions[index]
            case Awards():
                return glimpse_awards(table, viewer, procedure)
            case PointDraw():
                return glimpse_points(table, viewer, procedure)
            case OtherDeck():
                return glimpse_other_deck(table, viewer, procedure)
            case _:
                return None


@kept
def _glimpse_evening(number: int, running: bool) -> Glimpse:
    return Glimpse(title=Message(key=f"glimpse.{'running' if running else 'between'}", params={"number": number}))


def _glimpse_action(table: Table, act: Action) -> Glimpse:
    params = {
        "actor": actor_name(table, act.actor) if act.actor else "",
        "target": actor_name(table, act.target) if act.target else "",
        "what": act.what,
    }
    outcome = None
    if act.outcome and act.stage in SHOWN:
        fumble = ", ".join(_name_of_side(table, act.sides[key]) for key in act.fumbled if key in act.sides)
        outcome = Message(key=f"glimpse.outcome_{act.outcome}", params={**params, "fumble": fumble})
    if act.stage is Stage.HARMED:
        outcome = Message(
            key=f"glimpse.outcome_{'net' if act.net else 'nothing'}", params={**params, "net": act.net or 0}
        )
    if act.collapsed:
        state = _state_after(table, act.wounded)
        outcome = Message(key=f"glimpse.outcome_{state}", params={**params, "target": actor_name(table, act.wounded)})
    lie_open = tuple([key for key in act.sides if _open(table, act, key)])
    seen = tuple([_side(table, act, key, key in lie_open) for key in act.sides])
    waited_for = [side.name for side in seen if not side.ready]
    return Glimpse(
        title=Message(key=f"glimpse.{act.kind.value}", params=params),
        actors=taking_part(act),
        steps=_steps(act.kind, _step_now(table, act, waited_for), word(table, "damage_mode") == "bookkeeping"),
        sides=seen,
        waiting_for=_waiting(table, act, waited_for),
        outcome=outcome,
        reckoning=reckoning(table, act, lie_open),
        figures={"skill": act.skill, "attribute": act.attribute, "weapon": act.weapon, "response": act.response},
    )


def _name_of_side(table: Table, side: Side) -> str:
    return actor_name(table, side.actor) if side.actor else seat_name(table, side.seat)


def _open(table: Table, act: Action, key: str) -> bool:
    """Say whether a side's cards lie face up for everyone."""
    if key in {"damage", "resistance"}:
        shown = act.stage is Stage.HARMED or (key == "damage" and damage_lies_open(table, act))
    else:
        shown = act.collapsed if key == "collapse" else act.stage in SHOWN
    return shown and face_up(table, key)


def _state_after(table: Table, wounded: str) -> str:
    """Return how somebody came through a collapse check: `dying`, `unconscious` or `stands`."""
    found = table.actors.get(wounded)
    return next((state for state in ("dying", "unconscious") if found and found.has(state)), "stands")


def _side(table: Table, act: Action, key: str, lies_open: bool) -> SideView:
    side, lies = act.sides[key], laid(table, key)
    reasons = [Message(key="glimpse.extra", params={"reason": e.reason, "count": e.count}) for e in side.extras]
    return SideView(
        name=key,
        label=_label_of(key, actor_name(table, side.actor) if side.actor else "", seat_name(table, side.seat)),
        seat=side.seat,
        zones=zones_of(key),
        due=side.due,
        laid=lies,
        ready=is_ready(side, lies),
        reasons=tuple(reasons),
        total=_total(table, act, key) if lies_open else None,
        figures={"fumble": key in act.fumbled, "missing": side.missing},
    )


@kept
def _label_of(key: str, actor: str, seat: str) -> Message:
    """Return what a side is called; `actor` is the name of the character that acts, if it is not a mere object."""
    known = "difficulty" if key == "opposition" and not actor else key.partition("-")[0]
    return Message(key=f"glimpse.side_{known}", params={"actor": actor, "seat": seat})


def _total(table: Table, act: Action, key: str) -> int | None:
    """Return what an open side comes to; nothing where not a card was laid to be compared."""
    found = (brought if key in {"actor", "opposition"} else score)(table, act, key)
    return None if found is NO_CARDS else found.total


def _waiting(table: Table, act: Action, waited_for: list[str]) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if act.stage is Stage.RESPONSE:
        return (act.sides["opposition"].seat,)
    if act.stage in TURNED_OVER:
        return (table.gm(),)
    waiting = tuple(dict.fromkeys([act.sides[key].seat for key in open_keys(act) if key in waited_for]))
    return waiting or (table.gm(),)


STEPS = {
    Kind.CHECK: ("difficulty", "actor", "reveal", "settle"),
    Kind.HOUSE: ("cards", "reveal", "settle"),
    Kind.INITIATIVE: ("cards", "reveal", "settle"),
    Kind.MELEE: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    Kind.RANGED: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    Kind.HAZARD: ("damage", "collapse", "settle"),
}


@kept
def _steps(kind: Kind, now: str, bookkeeping: bool) -> tuple[StepView, ...]:
    """Return the steps of a procedure, the present one lit."""
    names = [step for step in STEPS[kind] if step != "collapse" or bookkeeping]
    place = names.index(now) if now in names else 0
    states = ["done"] * place + ["now"] + ["later"] * (len(names) - place - 1)
    return tuple(
        StepView(name=name, label=Message(key=f"glimpse.step_{name}"), state=state)
        for name, state in zip(names, states, strict=True)
    )


def _step_now(table: Table, act: Action, waited_for: list[str]) -> str:
    match act.stage:
        case Stage.COMMIT:
            if not waited_for:
                return "reveal"
            if act.kind is not Kind.CHECK:
                return "cards"
            return "difficulty" if "opposition" in waited_for else "actor"
        case Stage.ATTACK:
            return "attack"
        case Stage.RESPONSE:
            return "response"
        case Stage.DAMAGE:
            return "damage"
        case Stage.HARMED:
            return "collapse" if check_due(table, act) else "settle"
        case Stage.REVEALED:
            return "damage" if act.outcome in {"hit", "counter_hit"} else "settle"


def _glimpse_fight(table: Table, viewer: str, fight: Fight) -> Glimpse:
    order = fight.order or tuple((a,) for a in dict.fromkeys((*fight.declared, *fight.fighters)))
    turns: list[TurnView] = []
    for rank, group in enumerate(order):
        for actor in group:
            if actor not in fight.fighters:
                continue
            told = intention(table, actor, viewer)
            turns.append(
                TurnView(
                    actor=actor,
                    rank=rank,
                    state=_turn_state(table, viewer, fight, actor, rank),
                    label=Message(key="glimpse.declared", params={"what": told}) if told else None,
                )
            )
    awaited = [t.actor for t in turns if t.state == "now"] if fight.resolving else undeclared(table)
    waiting = tuple(dict.fromkeys(leader(table, a) for a in awaited))
    key = "fight_resolving" if fight.resolving else "fight_declaring"
    return Glimpse(
        title=Message(key=f"glimpse.{key}", params={"turn": fight.turn, "length": fight.length}),
        actors=fight.fighters,
        order=tuple(turns),
        waiting_for=waiting or (table.gm(),),
        figures={"turn": fight.turn, "initiative": dict(fight.initiative)},
    )


def _turn_state(table: Table, viewer: str, fight: Fight, actor: str, rank: int) -> str:
    doing = action(table)
    if doing is not None and doing.actor == actor:
        return "now"
    if _is_out(table, viewer, fight, actor):
        return "out"
    declared = fight.declared.get(actor)
    if declared is not None and declared.state == "lost":
        return "lost"
    if actor in fight.acted:
        return "acted"
    if not fight.resolving:
        return "waiting" if declared is None else "declared"  # that somebody has is no secret, only what
    if doing is not None and doing.actor in fight.fighters:
        return "waiting"
    if fight.order:
        return "now" if rank == fight.group and actor in fight.standing else "waiting"
    # Without initiative the order of declaration is proposed; nothing holds the group to it (IM-TURN-6).
    first = next((a for a in (*fight.declared, *fight.fighters) if a not in fight.acted and able(table, a)), "")
    return "now" if actor == first else "waiting"


def _is_out(table: Table, viewer: str, fight: Fight, actor: str) -> bool:
    """Say whether a viewer may know that a fighter can do nothing more (IM-WOUND-12).

    Who was felled by somebody acting at the same moment still acts (IM-INIT-7).
    """
    found = table.actors.get(actor)
    if found is None or able(table, actor) or not table.may_read(found, viewer):
        return False
    return actor in fight.acted or not fight.order or actor not in fight.standing
