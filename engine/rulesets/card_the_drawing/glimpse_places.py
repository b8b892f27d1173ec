"""The place of each actor at the table, as one viewer may see it: slots, bodies, numbers, what is pending (CD-UI-1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engine.play.leading import leader
from engine.play.stations import Bar, BodyView, Budget, RowCard, Station, Token
from engine.play.words import Message, say
from engine.rulesets.card_the_drawing import library as shelf
from engine.rulesets.card_the_drawing import people, planning, settings, windows, zones
from engine.rulesets.card_the_drawing.glimpse_cards import unpaid
from engine.rulesets.card_the_drawing.hindering import interrupts
from engine.rulesets.card_the_drawing.parts import Reckoned
from engine.rulesets.card_the_drawing.procedures import Battle, Carrying, Combatant, Phase, Slot, Stand, window
from engine.rulesets.card_the_drawing.reading import reading_of_effect
from engine.rulesets.card_the_drawing.scene import Fielded, place_of
from engine.rulesets.card_the_drawing.scene_of import reckoner, scene_of
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json, replace
from engine.table.table import Table

_STATIONS = Remembered[Station]()
_SPEEDS: dict[str, Reckoned] = {}
_BODIES = Remembered[tuple[BodyView, ...]]()
_STATES = {
    Stand.DOWN: "down",
    Stand.CHARGING: "charging",
    Stand.UP: "waiting",
    Stand.DONE: "done",
    Stand.FIZZLED: "lost",
    Stand.CANCELLED: "lost",
}
_OVER = (Stand.DONE, Stand.FIZZLED, Stand.CANCELLED)


def outside(table: Table, viewer: str, fought: tuple[str, ...]) -> tuple[Station, ...]:
    """Return the places of those who have their cards on the table outside a battle, and of who has just fought."""
    return tuple(
        Station(
            actor=actor,
            seat=leader(table, actor),
            hand=zones.hand_zone(table, actor) if zones.has_cards(table, actor) else "",
            piles=_piles(table, actor),
            bodies=_bodies(table, viewer, actor, None),
            bars=(_adrenaline(table, actor),) if actor in fought and _reads(table, viewer, actor) else (),
            tokens=tuple(_abilities(table, viewer, actor)),
        )
        for actor in dict.fromkeys((*fought, *table.actors))
        if (zones.has_cards(table, actor) or actor in fought) and actor in table.actors
        if not table.actors[actor].archived
    )


def _abilities(table: Table, viewer: str, actor: str) -> Iterator[Token]:
    """Yield what each card of a hand allows outside combat, to whoever may see it (CD-UI-16)."""
    hand, library, known = zones.hand_zone(table, actor), settings.library(table), shelf.outside()
    for card in zones.known_cards(table, hand, viewer):
        ability = known.get(zones.card_of(library, card).out)
        if ability is not None:
            params: dict[str, Json] = {"ability": ability[0], "meaning": ability[1]}
            yield Token(
                sign="star",
                label=Message(key="drawing.token.ability", params=params),
                told=Message(key="glimpse.drawing_token_ability", params=params),
                place=zones.place_of(table, card),
            )


def in_battle(table: Table, viewer: str, now: Battle) -> tuple[Station, ...]:
    """Return the places of all who take part."""
    goes = tuple(card for who, held in now.fighters.items() if leader(table, who) == viewer for card in held.dismissed)
    # Most gestures change but one of them. What a plan costs depends on everything, and few are told it.
    return tuple(
        _with_budget(table, viewer, now, actor, _kept_station(table, viewer, now, actor, goes))
        for actor in now.fighters
        if zones.has_cards(table, actor)
    )


def _with_budget(table: Table, viewer: str, now: Battle, actor: str, station: Station) -> Station:
    budget = _budget(table, viewer, now, actor, now.fighters[actor])
    return station if budget is None else replace(station, budget=budget)


def _kept_station(table: Table, viewer: str, now: Battle, actor: str, goes: tuple[str, ...]) -> Station:
    """Return a place as it was, if nothing has changed of which it is made."""
    zone, speed = table.zones.get, reckoner(table).speed(actor)
    if _SPEEDS.get(actor) != speed:  # it is reckoned anew for each table, and comes out as it was nearly always
        _SPEEDS[actor] = speed
    made_of = (
        table.actors,
        table.seats,
        table.lists,
        table.options,
        table.procedures[2:],  # while a card is carried out it is made anew each time
        now.fighters[actor],
        now.field,
        now.in_force,
        now.owners,
        _SPEEDS[actor],
        f"{now.phase} {now.step} {now.entered} {goes}",
        zone(zones.hand_zone(table, actor)),
        zone(zones.draw_pile(actor)),
        zone(zones.discard_of(actor)),
        zone(zones.field_of(actor)),
        zone(zones.plan_of(actor)),
        zone(zones.open_of(actor)),
    )
    key = f"{viewer}\n{actor}"
    return _STATIONS.get(key, made_of, lambda: _station(table, viewer, now, actor, now.fighters[actor], goes))


def _piles(table: Table, actor: str) -> tuple[str, ...]:
    return tuple(zone for zone in (zones.draw_pile(actor), zones.discard_of(actor)) if zone in table.zones)


def _reads(table: Table, viewer: str, actor: str) -> bool:
    return table.may_read(table.actors[actor], viewer)


def _station(table: Table, viewer: str, now: Battle, actor: str, fighter: Combatant, goes: tuple[str, ...]) -> Station:
    field, row, beside = zones.field_of(actor), zones.plan_of(actor), zones.open_of(actor)
    reads = _reads(table, viewer, actor)
    return Station(
        actor=actor,
        seat=leader(table, actor),
        hand=zones.hand_zone(table, actor),
        piles=_piles(table, actor),
        field=field if field in table.zones else "",
        row=row if row in table.zones else "",
        beside=beside if beside in table.zones else "",
        slots=_slots(table, now, actor, fighter) if reads else ("free",) * _highest(table, actor, fighter),
        cards=tuple(_cards(table, viewer, now, actor, fighter)),
        bodies=_bodies(table, viewer, actor, fighter),
        bars=tuple(_bars(table, actor)) if reads else (),
        tokens=(*_tokens(table, now, actor, fighter), *_on_field(table, actor, goes)),
        ready=_ready(table, now, actor, fighter),
    )


def _ready(table: Table, now: Battle, actor: str, fighter: Combatant) -> bool:
    """Say whether somebody has finished the phase, or has answered in the open window, whatever that was (CD-UI-9)."""
    if window(table) is not None:
        return actor in windows.may_answer(table) and actor not in windows.still_asked(table)
    return fighter.ready and now.phase in (Phase.DRAWING, Phase.PLANNING)


# ---- slots -----------------------------------------------------------------------------------------------------------


def _highest(table: Table, actor: str, fighter: Combatant) -> int:
    """Return up to which slot cards lie there for all to see."""
    shown = (slot.last for slot in fighter.slots if slot.stand is not Stand.DOWN)
    return max(1, max(shown, default=0) + len(zones.cards_in(table, zones.plan_of(actor))))


def _slots(table: Table, now: Battle, actor: str, fighter: Combatant) -> tuple[str, ...]:
    """Return what there is to tell of each slot; of a mob those are struck out for which heads are missing."""
    scene = scene_of(table)
    speed = fighter.planned_speed if now.phase in (Phase.PLAYING, Phase.CLEANUP) else None
    speed = reckoner(table).speed(actor).value if speed is None else speed
    lost = scene.fighters[actor].is_mob and scene.options.mob_speed_drop == "immediate"
    heads = len(scene.standing(actor)) if lost else speed
    lying = {*zones.cards_in(table, zones.plan_of(actor)), *zones.cards_in(table, zones.open_of(actor))}
    over = (slot for slot in fighter.slots if slot.first and slot.stand in _OVER and slot.card not in lying)
    gone = {number for slot in over for number in range(slot.first, slot.last + 1)}
    found: list[str] = []
    for number in range(1, speed + 1):
        playing = now.phase is Phase.PLAYING
        state = "done" if playing and number < now.step else "now" if playing and number == now.step else "free"
        state = "played" if number in gone else state
        found.append("struck" if number > heads and state not in ("done", "played") else state)
    return tuple(found)


def _cards(table: Table, viewer: str, now: Battle, actor: str, fighter: Combatant) -> Iterator[RowCard]:
    """Yield the cards of the row where they lie; who may not know one sees it in the next slot, however many it takes.

    A Ritual covers several slots, and even that tells what it is (CD-UI-5, CD-UI-6).
    """
    lying = {
        card: (zone, index)
        for zone in (zones.plan_of(actor), zones.open_of(actor))
        for index, card in enumerate(zones.cards_in(table, zone))
    }
    plan = table.zones.get(zones.plan_of(actor))
    whole = plan is not None and all(plan.may_see(card, viewer) for card in plan.cards)
    hidden = count(planning.first_free(fighter))
    done = [slot for slot in fighter.slots if slot.stand is not Stand.DOWN]
    if now.phase is Phase.PLAYING:  # of a plan that is being played only what is still to come is hidden
        hidden = count(max((slot.last for slot in done if slot.first), default=0) + 1)
    for slot in fighter.slots:
        if slot.card not in lying:
            continue
        zone, index = lying.pop(slot.card)
        if slot.stand is Stand.DOWN and not whole:
            first = last = next(hidden)
        else:
            first, last = slot.first, slot.last
        state = _state(table, slot)
        yield RowCard(zone=zone, index=index, first=first, last=last, state=state, told=_told(now, slot))
    for zone, index in lying.values():  # laid there by hand
        stands = zone == zones.plan_of(actor)
        first = next(hidden) if stands else 0
        yield RowCard(zone=zone, index=index, first=first, last=first, state="down" if stands else "waiting")


def _state(table: Table, slot: Slot) -> str:
    if any(isinstance(found, Carrying) and found.card == slot.card for found in table.procedures):
        return "now"
    return _STATES[slot.stand]


def _told(now: Battle, slot: Slot) -> Message | None:
    """Tell how long a Ritual that lies open still charges, and what came to nothing (CD-UI-10)."""
    if slot.stand is Stand.CHARGING:
        step = now.step if now.phase is Phase.PLAYING else 0
        left = max(0, slot.last - step)
        return Message(key="glimpse.drawing_token_charging", params={"step": slot.last, "steps": left})
    if slot.stand in (Stand.FIZZLED, Stand.CANCELLED):
        return Message(key="glimpse.drawing_token_lost")
    return None


# ---- bodies and numbers ----------------------------------------------------------------------------------------------


def _bodies(table: Table, viewer: str, actor: str, fighter: Combatant | None) -> tuple[BodyView, ...]:
    """Return the bodies of an actor with their Health; of a secret one only that they are there."""
    reads = _reads(table, viewer, actor)
    acting = {found.body for found in table.procedures if isinstance(found, Carrying) and found.actor == actor}
    acted = fighter.acted if fighter is not None else ()
    made_of = (table.actors[actor], acted, " ".join(sorted(acting)))
    return _BODIES.get(f"{actor}\n{reads}", made_of, lambda: tuple(_seen_bodies(table, actor, acted, acting, reads)))


def _seen_bodies(table: Table, actor: str, acted: tuple[str, ...], acting: set[str], reads: bool) -> Iterator[BodyView]:
    for body in people.bodies(table, actor):
        track = people.health_track(table, body)
        state = ""
        if track is not None and not people.stands(table, body):
            state = "out"
        elif body in acting:
            state = "acts"
        elif body in acted and people.is_mob(table.actors[actor]):
            state = "acted"
        yield BodyView(
            id=body,
            actor=actor,
            name=people.body_name(table, body),
            track=people.track_of(body)[1],
            value=track.value if track is not None and reads else None,
            most=track.most if track is not None and reads else None,
            state=state,
        )


def _bars(table: Table, actor: str) -> Iterator[Bar]:
    yield _adrenaline(table, actor)
    speed = reckoner(table).speed(actor)
    yield Bar(
        label=Message(key="drawing.bar.speed"), value=speed.value, reasons=tuple(part.words for part in speed.parts)
    )


def _adrenaline(table: Table, actor: str) -> Bar:
    has = people.adrenaline(table, actor)
    return Bar(label=Message(key="drawing.bar.adrenaline"), value=has, track=people.ADRENALINE)


# ---- what is pending -------------------------------------------------------------------------------------------------


def _tokens(table: Table, now: Battle, actor: str, fighter: Combatant) -> Iterator[Token]:
    """Yield what is pending for somebody: Stun, charging Rituals, guards, who attacked at Close range (CD-UI-10)."""
    scene = scene_of(table)
    if fighter.stunned:
        yield Token(
            sign="star", label=Message(key="drawing.token.stun"), told=Message(key="glimpse.drawing_token_stun")
        )
    for slot in fighter.slots:
        if slot.stand is Stand.CHARGING and table.where(slot.card) is not None:
            step = now.step if now.phase is Phase.PLAYING else 0
            left = slot.last - max(slot.first - 1, min(slot.last, step))
            told = _told(now, slot)
            assert told is not None
            yield Token(
                sign="hourglass",
                label=Message(key="drawing.token.charging", params={"left": left}),
                told=told,
                place=zones.place_of(table, slot.card),
            )
    attackers: list[Json] = [scene.bodies[body].name for body in fighter.close_attackers if body in scene.bodies]
    if attackers:
        yield Token(
            sign="sword",
            label=Message(key="drawing.token.close", params={"count": len(attackers)}),
            told=Message(key="glimpse.drawing_token_close", params={"attackers": attackers}),
        )
    for timed in scene.timed:
        if timed.bearer == actor:
            uses = None if timed.effect.uses is None else timed.effect.uses - timed.used
            params: dict[str, Json] = {
                "card": timed.card.name,
                "tag": timed.tag,
                "what": say(reading_of_effect(timed.effect, timed.number or None)),
            }
            label = "drawing.token.guard" if timed.tag else "drawing.token.force"
            key = "glimpse.drawing_token_guard" if timed.tag else "glimpse.drawing_token_force"
            if uses is None or uses > 0:
                told = Message(key=key, params=params)
                yield Token(sign="shield", label=Message(key=label, params=params), told=told)


def _on_field(table: Table, actor: str, goes: tuple[str, ...]) -> Iterator[Token]:
    """Yield what is told of a card that somebody bears: who cast it, and how often it still protects.

    Whoever has marked it to be taken out of play is told so alone (CD-PLAN-6).
    """
    zone = zones.field_of(actor)
    lying = zones.cards_in(table, zone)
    for lies in scene_of(table).field:
        if lies.bearer != actor or lies.id not in lying:
            continue
        place = f"{zone}#{lying.index(lies.id)}"
        if lies.owner and lies.owner != actor and lies.owner in table.actors:
            params: dict[str, Json] = {"owner": table.actors[lies.owner].name, "card": lies.card.name}
            yield Token(
                sign="people",
                label=Message(key="drawing.token.owner", params=params),
                told=Message(key="glimpse.drawing_token_owner", params=params),
                place=place,
            )
        if lies.id in goes:
            params = {"card": lies.card.name}
            yield Token(
                sign="close",
                label=Message(key="drawing.token.goes"),
                told=Message(key="glimpse.drawing_token_goes", params=params),
                place=place,
            )
        for left in _uses(lies):
            params = {"card": lies.card.name, "left": left}
            yield Token(
                sign="shield",
                label=Message(key="drawing.token.uses", params=params),
                told=Message(key="glimpse.drawing_token_uses", params=params),
                place=place,
            )


def _uses(lies: Fielded) -> Iterator[int]:
    for index, effect in enumerate(lies.card.effects):
        if effect.uses is not None:
            yield max(0, effect.uses - lies.used.get(place_of(index), 0))


# ---- what a plan costs -----------------------------------------------------------------------------------------------


def _budget(table: Table, viewer: str, now: Battle, actor: str, fighter: Combatant) -> Budget | None:
    """Return what a plan costs against the Adrenaline at hand, to whoever leads the actor and knows its cards alone."""
    if leader(table, actor) != viewer:
        return None
    if now.phase is Phase.PLAYING:
        return _interrupting(table, viewer, actor)
    if now.phase is not Phase.PLANNING:
        return None
    plan, hand = zones.plan_of(actor), zones.hand_zone(table, actor)
    known = [table.zones[zone] for zone in (plan, hand) if zone in table.zones]
    if not all(zone.may_see(card, viewer) for zone in known for card in zone.cards):
        return None
    at, library = reckoner(table), settings.library(table)
    laid = planning.planned_cards(fighter)
    waiting = (*(slot.card for slot in planning.charging(fighter) if not slot.paid), *laid)
    costs = {card: at.cost(zones.card_of(library, card), actor).value for card in waiting}
    spent, has = sum(costs.values()), people.adrenaline(table, actor)
    warnings = [
        Message(
            key="glimpse.drawing_plan_dear",
            params={"card": zones.card_of(library, dear.card).name, "cost": dear.cost, "has": dear.left},
        )
        for dear in planning.too_dear(table, actor, laid)
    ]
    held = {zones.card_of(library, card).id: zones.card_of(library, card) for card in zones.hand_cards(table, actor)}
    besides: list[int] = []
    for card in held.values():
        cost = at.cost(card, actor).value
        if cost and spent <= has < spent + cost and interrupts(at, card, actor):
            params: dict[str, Json] = {"card": card.name, "cost": cost, "left": has - spent}
            warnings.append(Message(key="glimpse.drawing_plan_interrupt", params=params))
            besides.append(cost)
    told: dict[str, Json] = {"spent": spent, "has": has}
    if besides:  # the least that would be too much
        told["besides"] = min(besides)
    least = Message(key=f"glimpse.drawing_plan_{'besides' if besides else 'least'}", params=told)
    return Budget(
        words=Message(key="glimpse.drawing_plan_sum", params=told),
        brief=Message(key="glimpse.drawing_plan_brief", params={"sum": say(least)}),
        least=least,
        short=spent > has,
        warnings=tuple(warnings),
    )


def _interrupting(table: Table, viewer: str, actor: str) -> Budget | None:
    """Return which Interrupts can be played now and what they would leave unpaid, to their leader alone (CD-UI-9)."""
    if window(table) is None or actor not in windows.may_answer(table):
        return None
    known = zones.known_cards(table, zones.hand_zone(table, actor), viewer)
    can = [card for card in known if windows.cannot_play(table, actor, card) is None]
    if not can:
        return None
    library, warnings = settings.library(table), tuple(unpaid(table, viewer, (actor,)))
    names: list[Json] = list(dict.fromkeys(zones.card_of(library, card).name for card in can))
    words = Message(key="glimpse.drawing_can_interrupt", params={"cards": names})
    brief = Message(key=f"glimpse.drawing_{'plan_at_risk' if warnings else 'can_brief'}")
    return Budget(words=words, brief=brief, short=bool(warnings), warnings=warnings)
