"""What is under way, as each viewer may see it: the phases and steps of the round, and who comes when (CD-UI-3, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.leading import leader
from engine.play.names import actor_name
from engine.play.sight import Glimpse, StepView, TurnView
from engine.play.words import Message, say
from engine.rulesets.card_the_drawing import facts, flow, glimpse_cards, glimpse_places, people
from engine.rulesets.card_the_drawing.current import card_record, slot_of
from engine.rulesets.card_the_drawing.order import Place, order_of
from engine.rulesets.card_the_drawing.playing import turns_now
from engine.rulesets.card_the_drawing.procedures import Battle, Carrying, Evening, Phase, Slot, Stand, Window, battle
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, kept, replace
from engine.table.table import Procedure, Table

_GLIMPSES: Final = Remembered[tuple[Glimpse, ...]]()
PHASES = tuple(Phase)


def glimpse(table: Table, viewer: str) -> tuple[Glimpse, ...]:
    """Return what is under way, outermost first."""
    made_of = (table.procedures, table.actors, table.zones, table.seats, table.options, table.lists)
    return _GLIMPSES.get(viewer, made_of, lambda: tuple(_glimpse(table, viewer)))


def _glimpse(table: Table, viewer: str) -> Iterator[Glimpse]:
    for place, procedure in enumerate(table.procedures):
        found = _one(table, viewer, place, procedure)
        if found is not None:
            yield found


def _one(table: Table, viewer: str, place: int, procedure: Procedure) -> Glimpse | None:
    match procedure:
        case Evening(scene=number, ended=ended, victor=victor, fought=fought):
            if battle(table) is not None:
                return None
            stations, told = glimpse_places.outside(table, viewer, fought), _scene(number, ended, victor)
            there = tuple(actor for actor in fought if actor in table.actors)
            return replace(told, stations=stations, actors=there) if stations else told
        case Battle():
            return _battle(table, viewer, procedure)
        case Carrying():
            return glimpse_cards.of_carrying(table, viewer, procedure)
        case Window():
            return glimpse_cards.of_window(table, viewer, place, procedure)
        case _:
            return None


@kept
def _scene(number: int, ended: str, victor: str) -> Glimpse:
    key = f"drawing_scene_{ended}" if ended else "drawing_scene"
    then = Message(key="glimpse.drawing_scene_then") if ended else None
    return Glimpse(title=Message(key=f"glimpse.{key}", params={"number": number, "side": victor}), outcome=then)


# ---- the round -------------------------------------------------------------------------------------------------------


def _battle(table: Table, viewer: str, now: Battle) -> Glimpse:
    params: dict[str, Json] = {"round": now.round, "step": now.step}
    beginning = now.phase is Phase.PLAYING and not now.step
    key = "begins" if beginning else now.phase.value
    late = flow.waited_for(table)
    playing = now.phase is Phase.PLAYING and now.step > 0
    return Glimpse(
        title=Message(key=f"glimpse.drawing_round_{key}", params=params),
        steps=_steps(now.phase, now.step, _last_step(table, viewer, now)),
        order=tuple(_order(table, viewer, now)) if playing else tuple(_ready(table, now, late)),
        actors=facts.taking_part(table),
        waiting_for=tuple(dict.fromkeys(leader(table, actor) for actor in late)),
        reckoning=tuple(_tokens(table, now)),
        figures={"round": now.round, "phase": now.phase.value, "step": now.step},
        stations=glimpse_places.in_battle(table, viewer, now),
    )


def _last_step(table: Table, viewer: str, now: Battle) -> int:
    """Return how many steps this round may have, by what the viewer may know: nobody's plan is told (CD-UI-6)."""
    speeds = (
        fighter.planned_speed or 0
        for actor, fighter in now.fighters.items()
        if actor in table.actors and table.may_read(table.actors[actor], viewer)
    )
    return max((now.step, *speeds))


@kept
def _steps(phase: Phase, step: int, last: int) -> tuple[StepView, ...]:
    """Return the four phases; while cards are played their steps stand in place of that phase."""
    found: list[StepView] = []
    here = PHASES.index(phase)
    for place, each in enumerate(PHASES):
        if each is Phase.PLAYING and phase is Phase.PLAYING and last:
            found += (
                StepView(
                    name=f"step_{number}",
                    label=Message(key="glimpse.drawing_step", params={"step": number}),
                    state="now" if number == max(1, step) else "done" if number < step else "later",
                )
                for number in range(1, last + 1)
            )
            continue
        state = "now" if place == here else "done" if place < here else "later"
        found.append(StepView(name=each.value, label=Message(key=f"glimpse.drawing_phase_{each.value}"), state=state))
    return tuple(found)


def _ready(table: Table, now: Battle, late: tuple[str, ...]) -> Iterator[TurnView]:
    """Yield who has finished the phase, and who still has to (CD-UI-3)."""
    for actor in now.fighters:
        up = bool(people.standing(table, actor))
        yield TurnView(actor=actor, rank=0, state="out" if not up else "waiting" if actor in late else "ready")


# ---- the order of a step ---------------------------------------------------------------------------------------------


def _order(table: Table, viewer: str, now: Battle) -> Iterator[TurnView]:
    """Yield the cards of the step as they came and will come; what lies face down is nobody's to know."""
    rank = 0
    for actor, slot in _dealt(now):
        label = _done(table, slot)
        yield TurnView(actor=actor, rank=rank, state=_state(table, slot), label=label, brief=label)
        rank += 1
    left = tuple(turn for turn in turns_now(table) if turn.card_id not in now.dealt)
    coming = order_of(scene_of(table), left, now.throws)
    before: Place | None = None
    for place in coming:
        if place.turn.fighter not in now.fighters or not _lies_open(table, viewer, place.turn.card_id):
            continue
        rank += before is not None and not (before.open and place.open and before.tied == place.tied)
        yield TurnView(
            actor=place.turn.fighter,
            rank=rank,
            state="waiting",
            label=_label(place),
            brief=_brief(place),
            number=None if _is_late(place) else place.turn.initiative.value,
        )
        before = place


def _lies_open(table: Table, viewer: str, card: str) -> bool:
    where = table.where(card)
    return where is not None and table.zones[where].may_see(card, viewer)


def _dealt(now: Battle) -> Iterator[tuple[str, Slot]]:
    for card in now.dealt:
        actor = now.owners.get(card, "")
        slot = slot_of(now.fighters[actor], card) if actor in now.fighters else None
        if slot is not None and slot.first and slot.last == now.step:
            yield actor, slot


def _state(table: Table, slot: Slot) -> str:
    if any(isinstance(found, Carrying) and found.card == slot.card for found in table.procedures):
        return "now"
    return "lost" if slot.stand in (Stand.FIZZLED, Stand.CANCELLED) else "acted"


def _done(table: Table, slot: Slot) -> Message:
    key = {Stand.FIZZLED: "fizzled", Stand.CANCELLED: "cancelled"}.get(slot.stand, "card")
    return Message(key=f"glimpse.drawing_turn_{key}", params={"card": card_record(table, slot.card).name})


def _label(place: Place) -> Message:
    """Return a card with its Initiative, the reason of every change, and how a tie was broken (CD-UI-7)."""
    turn = place.turn
    why = [say(part.words) for part in turn.initiative.parts] if len(turn.initiative.parts) > 1 else []
    why += [say(reason) for reason in turn.reasons[len(turn.initiative.parts) - 1 :]]
    why += [say(compared.words) for compared in place.tied]
    if place.open:
        why.append(say(Message(key="glimpse.drawing_turn_dice")))
    params: dict[str, Json] = {"card": turn.card.name, "value": turn.initiative.value, "why": why}
    return Message(key="glimpse.drawing_turn_why" if why else "glimpse.drawing_turn", params=params)


def _is_late(place: Place) -> bool:
    """Say whether it waits for all others, whatever its Initiative."""
    return bool(place.turn.reasons[len(place.turn.initiative.parts) - 1 :])


def _brief(place: Place) -> Message:
    """Return a card with its Initiative, as printed and as it is now."""
    turn = place.turn
    printed, value = turn.card.init or 0, turn.initiative.value
    key = "changed" if printed != value else "tied" if place.tied or place.open else "plain"
    key = "late" if _is_late(place) else key
    params: dict[str, Json] = {"card": turn.card.name, "printed": printed, "value": value}
    return Message(key=f"glimpse.drawing_brief_{key}", params=params)


# ---- tokens ----------------------------------------------------------------------------------------------------------


def _tokens(table: Table, now: Battle) -> Iterator[Message]:
    """Yield what lasts and cannot be seen by the cards alone: Stun, charging Rituals, guards, Close attacks (UI-10)."""
    scene = scene_of(table)
    for actor, fighter in now.fighters.items():
        name = actor_name(table, actor)
        if fighter.stunned:
            yield Message(key="glimpse.drawing_stunned", params={"actor": name})
        for slot in fighter.slots:
            if slot.stand is Stand.CHARGING:
                left = max(0, slot.last - now.step) if now.phase is Phase.PLAYING else slot.last
                card = card_record(table, slot.card).name
                yield Message(key="glimpse.drawing_charging", params={"actor": name, "card": card, "steps": left})
        attackers = [scene.bodies[body].name for body in fighter.close_attackers if body in scene.bodies]
        if attackers:
            yield Message(key="glimpse.drawing_close", params={"actor": name, "attackers": attackers})
    for timed in scene.timed:
        params: dict[str, Json] = {"actor": actor_name(table, timed.bearer), "card": timed.card.name}
        yield Message(key="glimpse.drawing_in_force", params=params)
