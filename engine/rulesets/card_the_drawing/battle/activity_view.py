"""The battle in progress as each viewer may see it: phases, steps, and the order of turns (CD-UI-3, CD-UI-7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo, memo_of_moment
from engine.kit.activity_steps import step_state, steps_at
from engine.kit.control import controllers_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView, StepView, TurnView
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_station_view, actor_zones, participants, phase_flow
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    MOST_STEPS,
    Battle,
    CardResolution,
    InterruptWindow,
    Phase,
    SessionState,
    Slot,
    SlotStatus,
    current_battle,
)
from engine.rulesets.card_the_drawing.battle.phase_flow import turns_of_step
from engine.rulesets.card_the_drawing.battle.resolution import card_resolution_view
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.calculation.initiative import OrderPlace, turn_order

PHASES = tuple(phase.value for phase in Phase)


@memo_of_moment
def activity_view(table: Table, viewer: str) -> tuple[ActivityView, ...]:
    """Return what is in progress, the outermost procedure first."""
    views = [_procedure_view(table, viewer, place, procedure) for place, procedure in enumerate(table.procedures)]
    return tuple([view for view in views if view is not None])


def _procedure_view(table: Table, viewer: str, place: int, procedure: Procedure) -> ActivityView | None:
    match procedure:
        case SessionState(scene=number, ended=ended, victor=victor, fought=fought):
            if current_battle(table) is not None:
                return None
            stations = actor_station_view.stations_outside(table, viewer, fought)
            actors = tuple([actor for actor in fought if actor in table.actors]) if stations else ()
            from_hand = settings.word(table, "out_of_combat") == "hand"
            return replace(_scene(number, ended, victor, from_hand=from_hand), stations=stations, actors=actors)
        case Battle():
            return _battle(table, viewer, procedure)
        case CardResolution():
            return card_resolution_view.resolution_view(table, viewer, procedure)
        case InterruptWindow():
            return card_resolution_view.window_view(table, viewer, place, procedure)
        case _:
            return None


@memo
def _scene(number: int, ended: str, victor: str, *, from_hand: bool) -> ActivityView:
    key = f"drawing_scene_{ended}" if ended else "drawing_scene"
    then = Message(key=f"glimpse.drawing_scene_{'then' if ended else 'next' if from_hand else 'next_from_deck'}")
    return ActivityView(title=Message(key=f"glimpse.{key}", params={"number": number, "side": victor}), outcome=then)


# ---- the round -------------------------------------------------------------------------------------------------------


def _battle(table: Table, viewer: str, battle: Battle) -> ActivityView:
    params: dict[str, Json] = {"round": battle.round, "step": battle.step}
    beginning = battle.phase is Phase.PLAYING and not battle.step
    key = "begins" if beginning else battle.phase.value
    late = phase_flow.unfinished_actors(table)
    playing = battle.phase is Phase.PLAYING and battle.step > 0
    return ActivityView(
        title=Message(key=f"glimpse.drawing_round_{key}", params=params),
        steps=_steps(battle.phase, battle.step, _last_step(table, viewer, battle)),
        order=tuple(_order(table, viewer, battle)) if playing else tuple(_ready(table, battle, late)),
        actors=participants.taking_part(table),
        waiting_for=controllers_of(table, late),
        reckoning=tuple(_tokens(table, battle)),
        figures={"round": battle.round, "phase": battle.phase.value, "step": battle.step},
        stations=actor_station_view.stations_in_battle(table, viewer, battle),
    )


def _last_step(table: Table, viewer: str, battle: Battle) -> int:
    """Return how many steps this round may have as far as the viewer may know: no plan is revealed (CD-UI-6)."""
    speeds = (
        fighter.planned_speed or 0
        for actor, fighter in battle.fighters.items()
        if actor in table.actors and table.may_read(table.actors[actor], viewer)
    )
    return min(MOST_STEPS, max((battle.step, *speeds)))


@memo
def _steps(phase: Phase, step: int, last: int) -> tuple[StepView, ...]:
    """Return the four phases; in the Playing phase its steps replace the phase."""
    here = PHASES.index(phase)
    phases = steps_at(here, PHASES, "glimpse.drawing_phase_")
    if phase is not Phase.PLAYING or not last:
        return phases
    steps = (
        StepView(
            name=f"step_{number}",
            label=Message(key="glimpse.drawing_step", params={"step": number}),
            state=step_state(number, max(1, step)),
        )
        for number in range(1, last + 1)
    )
    return (*phases[:here], *steps, *phases[here + 1 :])


def _ready(table: Table, battle: Battle, late: tuple[str, ...]) -> Iterator[TurnView]:
    """Yield the actors that have finished the phase, and those that have not (CD-UI-3)."""
    for actor in battle.fighters:
        up = bool(actor_sheet.standing_bodies(table, actor))
        yield TurnView(actor=actor, rank=0, state="out" if not up else "waiting" if actor in late else "ready")


# ---- the order of a step ---------------------------------------------------------------------------------------------


def _order(table: Table, viewer: str, battle: Battle) -> Iterator[TurnView]:
    """Yield the cards of the step in the order of their turns; face-down cards are left out for everybody."""
    rank = 0
    for actor, slot in _dealt(battle):
        label = _done(table, slot)
        yield TurnView(actor=actor, rank=rank, state=_state(table, slot), label=label, brief=label)
        rank += 1
    left = tuple(turn for turn in turns_of_step(table) if turn.card_id not in battle.dealt)
    coming = turn_order(snapshot_of(table), left, battle.throws)
    before: OrderPlace | None = None
    for place in coming:
        if place.turn.fighter not in battle.fighters or not _lies_open(table, viewer, place.turn.card_id):
            continue
        rank += before is not None and not (before.open and place.open and before.tied == place.tied)
        yield TurnView(
            actor=place.turn.fighter,
            rank=rank,
            state="waiting",
            label=_label(table, viewer, place),
            brief=_brief(place),
            number=None if _is_late(place) else place.turn.initiative.value,
        )
        before = place


def _lies_open(table: Table, viewer: str, card: str) -> bool:
    where = table.zone_of(card)
    return where is not None and table.zones[where].may_see(card, viewer)


def _dealt(battle: Battle) -> Iterator[tuple[str, Slot]]:
    for card in battle.dealt:
        actor = battle.owners.get(card, "")
        slot = battle.fighters[actor].slot_of(card) if actor in battle.fighters else None
        if slot is not None and slot.first and slot.last == battle.step:
            yield actor, slot


def _state(table: Table, slot: Slot) -> str:
    if any(isinstance(procedure, CardResolution) and procedure.card == slot.card for procedure in table.procedures):
        return "now"
    return "lost" if slot.stand in (SlotStatus.FIZZLED, SlotStatus.CANCELLED) else "acted"


def _done(table: Table, slot: Slot) -> Message:
    key = {SlotStatus.FIZZLED: "fizzled", SlotStatus.CANCELLED: "cancelled"}.get(slot.stand, "card")
    return Message(key=f"glimpse.drawing_turn_{key}", params={"card": card_record(table, slot.card).name})


def _label(table: Table, viewer: str, place: OrderPlace) -> Message:
    """Return a card with its Initiative, the reason of every change, and how a tie was broken (CD-UI-7).

    A comparison with a discard that the viewer may not see is left out: it tells the Initiative.
    """
    turn = place.turn
    why = [say(part.words) for part in turn.initiative.steps] if len(turn.initiative.steps) > 1 else []
    why += [say(reason) for reason in turn.reasons[len(turn.initiative.steps) - 1 :]]
    why += [
        say(compared.words)
        for compared in place.tied
        if all(actor_zones.knows_discard(table, viewer, who, compared.depth) for who in compared.cards)
    ]
    if place.open:
        why.append(say(Message(key="glimpse.drawing_turn_dice")))
    params: dict[str, Json] = {"card": turn.card.name, "value": turn.initiative.value, "why": why}
    return Message(key="glimpse.drawing_turn_why" if why else "glimpse.drawing_turn", params=params)


def _is_late(place: OrderPlace) -> bool:
    """Return whether the card waits for all others, whatever its Initiative."""
    return bool(place.turn.reasons[len(place.turn.initiative.steps) - 1 :])


def _brief(place: OrderPlace) -> Message:
    """Return a card, with its printed Initiative where the number that is shown before it is another one."""
    turn = place.turn
    printed = turn.card.init or 0
    key = "changed" if printed != turn.initiative.value else "tied" if place.tied or place.open else "plain"
    key = "late" if _is_late(place) else key
    params: dict[str, Json] = {"card": turn.card.name, "printed": printed}
    return Message(key=f"glimpse.drawing_brief_{key}", params=params)


# ---- tokens ----------------------------------------------------------------------------------------------------------


def _tokens(table: Table, battle: Battle) -> Iterator[Message]:
    """Yield what lasts but is not visible as a card: Stun, charging Rituals, guards, Close attacks (CD-UI-10)."""
    snapshot = snapshot_of(table)
    for actor, fighter in battle.fighters.items():
        name = actor_name(table, actor)
        if fighter.stunned:
            yield Message(key="glimpse.drawing_stunned", params={"actor": name})
        for slot in fighter.slots:
            if slot.stand is SlotStatus.CHARGING:
                left = max(0, slot.last - battle.step) if battle.phase is Phase.PLAYING else slot.last
                card = card_record(table, slot.card).name
                yield Message(key="glimpse.drawing_charging", params={"actor": name, "card": card, "steps": left})
        attackers = [snapshot.bodies[body].name for body in fighter.close_attackers if body in snapshot.bodies]
        if attackers:
            yield Message(key="glimpse.drawing_close", params={"actor": name, "attackers": attackers})
    for timed in snapshot.timed:
        params: dict[str, Json] = {"actor": actor_name(table, timed.bearer), "card": timed.record.name}
        yield Message(key="glimpse.drawing_in_force", params=params)
