"""What is under way, as each viewer may see it: steps, sides, order of acting and outcome."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.names import actor_name, seat_name
from engine.play.sight import Glimpse, SideView, StepView, TurnView
from engine.play.words import Message
from engine.rulesets.imaginality.advancement import glimpse_awards
from engine.rulesets.imaginality.characters import glimpse_points
from engine.rulesets.imaginality.lunch_money import glimpse_other_deck
from engine.rulesets.imaginality.people import able, leader
from engine.rulesets.imaginality.procedures import (
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
    damage_lies_open,
    face_up,
    laid,
    open_keys,
    ready,
    score,
    zones_of,
)
from engine.rulesets.imaginality.turns import undeclared
from engine.rulesets.imaginality.wounds import check_due
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
                key = "running" if running else "between"
                return Glimpse(title=Message(key=f"glimpse.{key}", params={"number": number}))
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
        outcome = Message(key="glimpse.outcome_net", params={**params, "net": act.net or 0})
    if act.collapsed:
        state = _state_after(table, act.wounded)
        outcome = Message(key=f"glimpse.outcome_{state}", params={**params, "target": actor_name(table, act.wounded)})
    return Glimpse(
        title=Message(key=f"glimpse.{act.kind.value}", params=params),
        actors=taking_part(act),
        steps=tuple(_steps(table, act)),
        sides=tuple(_side(table, act, key, side) for key, side in act.sides.items()),
        waiting_for=_waiting(table, act),
        outcome=outcome,
        reckoning=reckoning(table, act, tuple(k for k in act.sides if _open(table, act, k))),
        figures={"skill": act.skill, "attribute": act.attribute, "weapon": act.weapon, "response": act.response},
    )


def _name_of_side(table: Table, side: Side) -> str:
    return actor_name(table, side.actor) if side.actor else seat_name(table, side.seat)


def _open(table: Table, act: Action, key: str) -> bool:
    """Say whether a side's cards lie face up for everyone."""
    if not face_up(table, key):
        return False
    if key in {"damage", "resistance"}:
        return act.stage is Stage.HARMED or (key == "damage" and damage_lies_open(table, act))
    return act.collapsed if key == "collapse" else act.stage in SHOWN


def _state_after(table: Table, wounded: str) -> str:
    """Return how somebody came through a collapse check: `dying`, `unconscious` or `stands`."""
    found = table.actors.get(wounded)
    return next((state for state in ("dying", "unconscious") if found and found.has(state)), "stands")


def _side(table: Table, act: Action, key: str, side: Side) -> SideView:
    params = {
        "actor": actor_name(table, side.actor) if side.actor else "",
        "seat": seat_name(table, side.seat),
    }
    known = key.partition("-")[0]
    if key == "opposition" and not side.actor:
        known = "difficulty"
    reasons = tuple(
        Message(key="glimpse.extra", params={"reason": extra.reason, "count": extra.count}) for extra in side.extras
    )
    return SideView(
        name=key,
        label=Message(key=f"glimpse.side_{known}", params=params),
        seat=side.seat,
        zones=zones_of(key),
        due=side.due,
        laid=laid(table, key),
        ready=ready(table, act, key),
        reasons=reasons,
        total=score(table, act, key).total if _open(table, act, key) else None,
        figures={"fumble": key in act.fumbled, "missing": side.missing},
    )


def _waiting(table: Table, act: Action) -> tuple[str, ...]:
    """Return the seats that must do something next."""
    if act.stage is Stage.RESPONSE:
        return (act.sides["opposition"].seat,)
    if act.stage in {Stage.REVEALED, Stage.HARMED}:
        return (table.gm(),)
    waiting = tuple(dict.fromkeys(act.sides[key].seat for key in open_keys(act) if not ready(table, act, key)))
    return waiting or (table.gm(),)


STEPS = {
    Kind.CHECK: ("difficulty", "actor", "reveal", "settle"),
    Kind.HOUSE: ("cards", "reveal", "settle"),
    Kind.INITIATIVE: ("cards", "reveal", "settle"),
    Kind.MELEE: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    Kind.RANGED: ("attack", "response", "cards", "reveal", "damage", "collapse", "settle"),
    Kind.HAZARD: ("damage", "collapse", "settle"),
}


def _steps(table: Table, act: Action) -> Iterator[StepView]:
    """Yield the steps of the procedure, the present one lit."""
    names = [s for s in STEPS[act.kind] if s != "collapse" or word(table, "damage_mode") == "bookkeeping"]
    now = _step_now(table, act)
    place = names.index(now) if now in names else 0
    for index, name in enumerate(names):
        state = "done" if index < place else "now" if index == place else "later"
        yield StepView(name=name, label=Message(key=f"glimpse.step_{name}"), state=state)


def _step_now(table: Table, act: Action) -> str:
    match act.stage:
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
        case Stage.COMMIT:
            open_now = [key for key in act.sides if not ready(table, act, key)]
            if not open_now:
                return "reveal"
            if act.kind is not Kind.CHECK:
                return "cards"
            return "difficulty" if "opposition" in open_now else "actor"


def _glimpse_fight(table: Table, viewer: str, fight: Fight) -> Glimpse:
    order = fight.order or tuple((a,) for a in dict.fromkeys((*fight.declared, *fight.fighters)))
    hidden = word(table, "declaration_visibility") != "open" and not fight.resolving
    turns: list[TurnView] = []
    for rank, group in enumerate(order):
        for actor in group:
            if actor not in fight.fighters:
                continue
            declared = fight.declared.get(actor)
            may_read = declared is not None and (not hidden or leader(table, actor) == viewer)
            label = Message(key="glimpse.declared", params={"what": declared.what if declared and may_read else ""})
            turns.append(
                TurnView(
                    actor=actor,
                    rank=rank,
                    state=_turn_state(table, fight, actor, rank),
                    label=label if declared is not None else None,
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


def _turn_state(table: Table, fight: Fight, actor: str, rank: int) -> str:
    declared = fight.declared.get(actor)
    if declared is not None and declared.state == "lost":
        return "lost"
    doing = action(table)
    if doing is not None and doing.actor == actor:
        return "now"
    if actor in fight.acted:
        return "acted"
    if not fight.resolving or (doing is not None and doing.actor in fight.fighters):
        return "waiting"
    if fight.order:
        return "now" if rank == fight.group and actor in fight.standing else "waiting"
    # Without initiative the order of declaration is proposed; nothing holds the group to it (IM-TURN-6).
    first = next((a for a in (*fight.declared, *fight.fighters) if a not in fight.acted and able(table, a)), "")
    return "now" if actor == first else "waiting"
