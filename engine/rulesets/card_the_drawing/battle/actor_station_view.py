"""Each actor's station at the table, as one viewer may see it: slots, bodies, numbers, what is pending (CD-UI-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from engine.core.audience import may_read_numbers
from engine.core.commands import Command, place_of
from engine.core.memo import memo
from engine.kit.card_piles import known_cards
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.offers import denial
from engine.presentation.stations import BodyView, RowBudget, RowCard, Station, StationBar, StationToken
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    MOST_STEPS,
    Battle,
    CardResolution,
    FighterState,
    Phase,
    Slot,
    SlotStatus,
    current_battle,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.planning import planning_phase
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution import interrupts as windows
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution_view import unpaid_messages
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of, snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import effect_position
from engine.rulesets.card_the_drawing.calculation.play_restrictions import is_interrupt
from engine.rulesets.card_the_drawing.cards import card_library
from engine.rulesets.card_the_drawing.cards.card_text import effect_sentence

_STATES = {
    SlotStatus.DOWN: "down",
    SlotStatus.CHARGING: "charging",
    SlotStatus.UP: "waiting",
    SlotStatus.DONE: "done",
    SlotStatus.FIZZLED: "lost",
    SlotStatus.CANCELLED: "lost",
}
_OVER = (SlotStatus.DONE, SlotStatus.FIZZLED, SlotStatus.CANCELLED)


def stations_outside(table: Table, viewer: str, fought: tuple[str, ...]) -> tuple[Station, ...]:
    """Return the stations outside a battle: of heroes with a deck, of actors with cards, and of those who have fought.

    Adrenaline can be set there after a battle, or without cards; beside a hand there is no room for that.
    """
    with_cards = {actor for actor in table.actors if actor_zones.has_cards(table, actor)}
    played = (a.id for a in table.actors.values() if not (a.secret or table.is_gm(controller_of(table, a.id))))
    heroes = {actor for actor in played if actor_sheet.actor_sheet_of(table, actor).deck}
    shown = with_cards | heroes | set(fought)
    with_room = shown - (with_cards - set(fought))
    return tuple(
        Station(
            actor=actor,
            seat=controller_of(table, actor),
            hand=actor_zones.hand_zone(table, actor) if actor in with_cards else "",
            piles=_piles(table, actor),
            bodies=_bodies(table, viewer, actor, None),
            bars=(_adrenaline(table, actor),) if actor in with_room and may_read_numbers(table, viewer, actor) else (),
            tokens=tuple(_abilities(table, viewer, actor)),
        )
        for actor in dict.fromkeys((*fought, *table.actors))
        if actor in shown and actor in table.actors and not table.actors[actor].archived
    )


def _abilities(table: Table, viewer: str, actor: str) -> Iterator[StationToken]:
    """Yield what each card of a hand allows outside combat, for viewers who may see the card (CD-UI-16)."""
    hand, library, known = actor_zones.hand_zone(table, actor), settings.library(table), card_library.outside_effects()
    for card in known_cards(table, hand, viewer):
        ability = known.get(actor_zones.card_record_in(library, card).out)
        if ability is not None:
            place = place_of(table, card)
            yield _token("star", "ability", place, ability=ability[0], meaning=ability[1])


def _token(sign: str, name: str, place: str = "", **params: Json) -> StationToken:
    label = Message(key=f"drawing.token.{name}", params=params)
    return StationToken(
        sign=sign, label=label, told=Message(key=f"glimpse.drawing_token_{name}", params=params), place=place
    )


def stations_in_battle(table: Table, viewer: str, battle: Battle) -> tuple[Station, ...]:
    """Return the stations of all who take part."""
    goes = tuple(
        card
        for who, fighter in battle.fighters.items()
        if controller_of(table, who) == viewer
        for card in fighter.dismissed
    )
    return tuple(
        _station(table, viewer, battle, actor, fighter, goes)
        for actor, fighter in battle.fighters.items()
        if actor_zones.has_cards(table, actor)
    )


def _piles(table: Table, actor: str) -> tuple[str, ...]:
    return tuple(
        zone for zone in (actor_zones.draw_pile_zone(actor), actor_zones.discard_zone(actor)) if zone in table.zones
    )


def _station(
    table: Table, viewer: str, battle: Battle, actor: str, fighter: FighterState, goes: tuple[str, ...]
) -> Station:
    field, row, beside = actor_zones.field_zone(actor), actor_zones.plan_zone(actor), actor_zones.open_zone(actor)
    reads = may_read_numbers(table, viewer, actor)
    return Station(
        actor=actor,
        seat=controller_of(table, actor),
        hand=actor_zones.hand_zone(table, actor),
        piles=_piles(table, actor),
        field=field if field in table.zones else "",
        row=row if row in table.zones else "",
        beside=beside if beside in table.zones else "",
        slots=_slots(table, battle, actor, fighter) if reads else ("free",) * _highest(table, actor, fighter),
        cards=tuple(_cards(table, viewer, battle, actor, fighter)),
        bodies=_bodies(table, viewer, actor, fighter),
        bars=tuple(_bars(table, actor)) if reads else (),
        tokens=(*_tokens(table, battle, actor, fighter), *_on_field(table, viewer, actor, goes)),
        budget=_budget(table, viewer, battle, actor, fighter),
        ready=_ready(table, battle, actor, fighter),
    )


def _ready(table: Table, battle: Battle, actor: str, fighter: FighterState) -> bool:
    """Return whether an actor has finished the phase, or has answered in the open window in any way (CD-UI-9)."""
    if open_window(table) is not None:
        return actor in windows.interrupt_candidates(table) and actor not in windows.unanswered_actors(table)
    return fighter.ready and battle.phase in (Phase.DRAWING, Phase.PLANNING)


# ---- slots -----------------------------------------------------------------------------------------------------------


def _highest(table: Table, actor: str, fighter: FighterState) -> int:
    """Return the last slot up to which everybody sees cards."""
    shown = (slot.last for slot in fighter.slots if slot.stand is not SlotStatus.DOWN)
    return max(1, min(MOST_STEPS, max(shown, default=0)) + len(table.cards_in(actor_zones.plan_zone(actor))))


def _slots(table: Table, battle: Battle, actor: str, fighter: FighterState) -> tuple[str, ...]:
    """Return a note for each slot; slots of a mob for which heads are missing are struck out."""
    snapshot = snapshot_of(table)
    speed = fighter.planned_speed if battle.phase in (Phase.PLAYING, Phase.CLEANUP) else None
    speed = min(MOST_STEPS, calculator_of(table).speed(actor).value if speed is None else speed)
    lost = snapshot.fighters[actor].is_mob and snapshot.options.mob_speed_drop == "immediate"
    heads = len(snapshot.standing_bodies(actor)) if lost else speed
    lying = {
        *table.cards_in(actor_zones.plan_zone(actor)),
        *table.cards_in(actor_zones.open_zone(actor)),
    }
    over = (slot for slot in fighter.slots if slot.first and slot.stand in _OVER and slot.card not in lying)
    gone = {number for slot in over for number in range(max(1, slot.first), min(MOST_STEPS, slot.last) + 1)}
    slots: list[str] = []
    for number in range(1, speed + 1):
        playing = battle.phase is Phase.PLAYING
        state = "done" if playing and number < battle.step else "now" if playing and number == battle.step else "free"
        state = "played" if number in gone else state
        slots.append("struck" if number > heads and state not in ("done", "played") else state)
    return tuple(slots)


def _cards(table: Table, viewer: str, battle: Battle, actor: str, fighter: FighterState) -> Iterator[RowCard]:
    """Yield the cards of the row; a viewer who may not know a card sees it in the next slot, however many it takes.

    A Ritual covers several slots, and even that reveals what it is (CD-UI-5, CD-UI-6).
    """
    lying = {
        card: (zone, index)
        for zone in (actor_zones.plan_zone(actor), actor_zones.open_zone(actor))
        for index, card in enumerate(table.cards_in(zone))
    }
    plan = table.zones.get(actor_zones.plan_zone(actor))
    whole = plan is not None and all(plan.may_see(card, viewer) for card in plan.cards)
    hidden = count(planning_phase.first_free_slot(fighter))
    done = [slot for slot in fighter.slots if slot.stand is not SlotStatus.DOWN]
    if battle.phase is Phase.PLAYING:  # while a plan is played only its later cards are hidden
        hidden = count(max((slot.last for slot in done if slot.first), default=0) + 1)
    for slot in fighter.slots:
        if slot.card not in lying:
            continue
        zone, index = lying.pop(slot.card)
        if slot.stand is SlotStatus.DOWN and not whole:
            first = last = next(hidden)
        else:
            first, last = slot.first, slot.last
        state = _state(table, slot)
        yield RowCard(zone=zone, index=index, first=first, last=last, state=state, told=_told(battle, slot))
    for zone, index in lying.values():  # put there by hand
        stands = zone == actor_zones.plan_zone(actor)
        first = next(hidden) if stands else 0
        yield RowCard(zone=zone, index=index, first=first, last=first, state="down" if stands else "waiting")


def _state(table: Table, slot: Slot) -> str:
    if any(isinstance(procedure, CardResolution) and procedure.card == slot.card for procedure in table.procedures):
        return "now"
    return _STATES[slot.stand]


def _told(battle: Battle, slot: Slot) -> Message | None:
    """Return how long an open Ritual still charges, or that a card had no effect (CD-UI-10)."""
    if slot.stand is SlotStatus.CHARGING:
        step = battle.step if battle.phase is Phase.PLAYING else 0
        left = max(0, slot.last - step)
        return Message(key="glimpse.drawing_token_charging", params={"step": slot.last, "steps": left})
    if slot.stand in (SlotStatus.FIZZLED, SlotStatus.CANCELLED):
        return Message(key="glimpse.drawing_token_lost")
    return None


# ---- bodies and numbers ----------------------------------------------------------------------------------------------


def _bodies(table: Table, viewer: str, actor: str, fighter: FighterState | None) -> tuple[BodyView, ...]:
    """Return the bodies of an actor with their Health; of a secret actor only their names."""
    reads = may_read_numbers(table, viewer, actor)
    acting = frozenset(
        procedure.body
        for procedure in table.procedures
        if isinstance(procedure, CardResolution) and procedure.actor == actor
    )
    acted = fighter.acted if fighter is not None else ()
    return _seen_bodies(table, actor, acted, acting, reads)


@memo(fine=True)
def _seen_bodies(
    table: Table, actor: str, acted: tuple[str, ...], acting: frozenset[str], reads: bool
) -> Iterator[BodyView]:
    for body in actor_sheet.body_ids(table, actor):
        track = actor_sheet.health_track(table, body)
        state = ""
        if track is not None and not actor_sheet.is_standing(table, body):
            state = "out"
        elif body in acting:
            state = "acts"
        elif body in acted and actor_sheet.is_mob(table.actors[actor]):
            state = "acted"
        yield BodyView(
            id=body,
            actor=actor,
            name=actor_sheet.body_name(table, body),
            track=actor_sheet.track_of(body)[1],
            value=track.value if track is not None and reads else None,
            most=track.most if track is not None and reads else None,
            state=state,
        )


def _bars(table: Table, actor: str) -> Iterator[StationBar]:
    yield _adrenaline(table, actor)
    speed = calculator_of(table).speed(actor)
    yield StationBar(
        label=Message(key="drawing.bar.speed"), value=speed.value, reasons=tuple(part.words for part in speed.steps)
    )


def _adrenaline(table: Table, actor: str) -> StationBar:
    has = actor_sheet.adrenaline(table, actor)
    return StationBar(label=Message(key="drawing.bar.adrenaline"), value=has, track=actor_sheet.ADRENALINE)


# ---- pending ---------------------------------------------------------------------------------------------------------


def _tokens(table: Table, battle: Battle, actor: str, fighter: FighterState) -> Iterator[StationToken]:
    """Yield what is pending for an actor: Stun, charging Rituals, guards, Close attackers (CD-UI-10)."""
    snapshot = snapshot_of(table)
    if fighter.stunned:
        yield _token("star", "stun")
    for slot in fighter.slots:
        if slot.stand is SlotStatus.CHARGING and table.zone_of(slot.card) is not None:
            step = battle.step if battle.phase is Phase.PLAYING else 0
            left = slot.last - max(slot.first - 1, min(slot.last, step))
            message = _told(battle, slot)
            assert message is not None
            yield StationToken(
                sign="hourglass",
                label=Message(key="drawing.token.charging", params={"left": left}),
                told=message,
                place=place_of(table, slot.card),
            )
    attackers: list[Json] = [snapshot.bodies[body].name for body in fighter.close_attackers if body in snapshot.bodies]
    if attackers:
        yield StationToken(
            sign="sword",
            label=Message(key="drawing.token.close", params={"count": len(attackers)}),
            told=Message(key="glimpse.drawing_token_close", params={"attackers": attackers}),
        )
    for timed in snapshot.timed:
        if timed.bearer == actor:
            uses = None if timed.effect.uses is None else timed.effect.uses - timed.used
            if uses is None or uses > 0:
                what = say(effect_sentence(timed.effect, timed.number or None))
                name = "guard" if timed.tag else "force"
                yield _token("shield", name, card=timed.record.name, tag=timed.tag, what=what)


def _on_field(table: Table, viewer: str, actor: str, goes: tuple[str, ...]) -> Iterator[StationToken]:
    """Yield the notes on the cards that an actor bears: their caster, and how many uses are left.

    Only the player who marked a card for dismissal sees that mark (CD-PLAN-6). A card that was turned face down by hand
    has no notes for those who may not see it: they name the card.
    """
    zone = actor_zones.field_zone(actor)
    lying, known = table.cards_in(zone), known_cards(table, zone, viewer)
    for field_card in snapshot_of(table).field:
        if field_card.bearer != actor or field_card.id not in known:
            continue
        place = f"{zone}#{lying.index(field_card.id)}"
        if field_card.owner and field_card.owner != actor and field_card.owner in table.actors:
            owner = table.actors[field_card.owner].name
            yield _token("people", "owner", place, owner=owner, card=field_card.card.name)
        if field_card.id in goes:
            told = Message(key="glimpse.drawing_token_goes", params={"card": field_card.card.name})
            yield StationToken(sign="close", label=Message(key="drawing.token.goes"), told=told, place=place)
        for index, effect in enumerate(field_card.card.effects):
            if effect.uses is None:
                continue
            left = max(0, effect.uses - field_card.used.get(effect_position(index), 0))
            yield _token("shield", "uses", place, card=field_card.card.name, left=left)


# ---- the cost of a plan ----------------------------------------------------------------------------------------------


def _budget(table: Table, viewer: str, battle: Battle, actor: str, fighter: FighterState) -> RowBudget | None:
    """Return a plan's cost against the Adrenaline at hand, only for the actor's controller who may see its cards."""
    if controller_of(table, actor) != viewer:
        return None
    if battle.phase is Phase.PLAYING:
        return _interrupting(table, viewer, actor)
    if battle.phase is not Phase.PLANNING:
        return None
    return _plan_budget(table, viewer, actor, planning_phase.planned_cards(fighter))


def row_budget(table: Table, command: Command, viewer: str) -> RowBudget | None:
    """Return the cost of a plan as it is chosen, and what keeps it from being one, only for its controller (CD-UI-5).

    `command` names the cards by id; None for other commands.
    """
    battle = current_battle(table)
    if not isinstance(command, PlanCards) or battle is None or battle.phase is not Phase.PLANNING:
        return None
    if command.actor not in battle.fighters or controller_of(table, command.actor) != viewer:
        return None
    return _plan_budget(table, viewer, command.actor, command.cards)


def _plan_budget(table: Table, viewer: str, actor: str, cards: Sequence[str]) -> RowBudget | None:
    """Return the cost of a plan of these cards; None for a viewer who may not see all that it could have.

    Cards that are neither in the hand nor in the plan are left out.
    """
    plan, hand = actor_zones.plan_zone(actor), actor_zones.hand_zone(table, actor)
    known = [table.zones[zone] for zone in (plan, hand) if zone in table.zones]
    if not all(zone.may_see(card, viewer) for zone in known for card in zone.cards):
        return None
    calculator, library = calculator_of(table), settings.library(table)
    fighter = participants.need_fighter(table, actor)
    at_hand = {planning_phase.EMPTY, *(card for zone in known for card in zone.cards)}
    cards = [card for card in cards if card in at_hand]
    laid = [card for card in cards if card != planning_phase.EMPTY]
    waiting = (*(slot.card for slot in planning_phase.charging_rituals(fighter) if not slot.paid), *laid)
    costs = {card: calculator.cost(actor_zones.card_record_in(library, card), actor).value for card in waiting}
    spent, has = sum(costs.values()), actor_sheet.adrenaline(table, actor)
    spans, speed = planning_phase.plan_spans(table, actor, cards), calculator.speed(actor).value
    slots = spans[-1][1] if spans else planning_phase.first_free_slot(fighter) - 1
    misfit = denial(planning_phase.plan_slots, table, actor, cards)
    dear_text = "refused" if settings.word(table, "plan_unaffordable") == "forbid" else "glimpse"  # CD-PLAN-4
    warnings = [] if misfit is None else [misfit.message]
    warnings += [
        Message(
            key=f"{dear_text}.drawing_plan_dear",
            params={"card": actor_zones.card_record_in(library, dear.card).name, "cost": dear.cost, "has": dear.left},
        )
        for dear in planning_phase.unaffordable_cards(table, actor, laid)
    ]
    records = {
        actor_zones.card_record_in(library, card).id: actor_zones.card_record_in(library, card)
        for card in actor_zones.hand_cards(table, actor)
    }
    interrupts: list[int] = []
    for card in records.values():
        cost = calculator.cost(card, actor).value
        if cost and spent <= has < spent + cost and is_interrupt(calculator, card, actor):
            params: dict[str, Json] = {"card": card.name, "cost": cost, "left": has - spent}
            warnings.append(Message(key="glimpse.drawing_plan_interrupt", params=params))
            interrupts.append(cost)
    taken = slots if misfit is not None else min(slots, speed)  # the next round's slots of a Ritual do not count
    label_params: dict[str, Json] = {"spent": spent, "has": has, "slots": taken, "speed": speed}
    if interrupts:  # the smallest cost that would be too much
        label_params["interrupt"] = min(interrupts)
    least = Message(key=f"glimpse.drawing_plan_{'least_interrupt' if interrupts else 'least'}", params=label_params)
    brief = (
        Message(key="glimpse.drawing_plan_brief_interrupt", params=label_params)
        if interrupts
        else Message(key="glimpse.drawing_plan_brief", params={"sum": say(least)})
    )
    return RowBudget(
        words=Message(key="glimpse.drawing_plan_sum", params=label_params),
        brief=brief,
        least=least,
        short=spent > has or misfit is not None,
        warnings=tuple(warnings),
    )


def _interrupting(table: Table, viewer: str, actor: str) -> RowBudget | None:
    """Return which Interrupts can be played now and what they leave unpaid, only for their controller (CD-UI-9)."""
    if open_window(table) is None or actor not in windows.interrupt_candidates(table):
        return None
    known = known_cards(table, actor_zones.hand_zone(table, actor), viewer)
    can = [card for card in known if windows.interrupt_denial(table, actor, card) is None]
    if not can:
        return None
    library, warnings = settings.library(table), tuple(unpaid_messages(table, viewer, (actor,)))
    names: list[Json] = list(dict.fromkeys(actor_zones.card_record_in(library, card).name for card in can))
    words = Message(key="glimpse.drawing_can_interrupt", params={"cards": names})
    brief = Message(key=f"glimpse.drawing_{'plan_at_risk' if warnings else 'can_brief'}")
    return RowBudget(words=words, brief=brief, short=bool(warnings), warnings=warnings)
