"""The battle on a table as a scene, so that numbers can be reckoned.

What is remembered is held against the table as it lies there: a card that was moved by hand counts where it is now.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from engine.rulesets.card_the_drawing import settings, zones
from engine.rulesets.card_the_drawing.library import Library
from engine.rulesets.card_the_drawing.people import adrenaline, bodies, bodies_of, person_of
from engine.rulesets.card_the_drawing.procedures import Battle, Combatant, Stand, battle
from engine.rulesets.card_the_drawing.scene import NOBODY, Body, Fielded, Fighter, Laid, Scene, Timed
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.table.table import Table

_LAST: deque[tuple[Table, Reckoner]] = deque(maxlen=4)
"""The tables that were asked for last: a rule asks several times of the same."""
_FIGHTERS: Remembered[Fighter] = Remembered()
_TURN_CAME = (Stand.DONE, Stand.FIZZLED, Stand.CANCELLED)


def scene_of(table: Table) -> Scene:
    """Return the battle as a scene; without one it has nobody in it."""
    return reckoner(table).scene


def reckoner(table: Table) -> Reckoner:
    """Return the scene with all that has been reckoned of it."""
    for known, found in tuple(_LAST):  # in one go: others reckon on other threads
        if known is table:
            return found
    made = Reckoner(_make(table))
    _LAST.append((table, made))
    return made


def _make(table: Table) -> Scene:
    library, now = settings.library(table), battle(table) or Battle()
    known = {who: fighter for who, fighter in now.fighters.items() if who in table.actors}
    found: dict[str, Body] = {body.id: body for who in known for body in bodies_of(table, who)}
    return Scene(
        fighters={who: _fighter(table, library, who, fighter) for who, fighter in known.items()},
        bodies=found,
        field=tuple(_field(table, library, now)),
        surroundings=tuple(_surroundings(table, library, now)),
        timed=tuple(_timed(library, now)),
        tags=library.tags,
        options=settings.options_of(table),
        round=now.round,
        phase=now.phase,
        step=now.step,
    )


def _fighter(table: Table, library: Library, who: str, fighter: Combatant) -> Fighter:
    """Return a fighter; most of what happens touches but one of them."""
    places = (zones.plan_of(who), zones.open_of(who), zones.discard_of(who), zones.hand_zone(table, who))
    lying = tuple([table.zones.get(zone) for zone in places])
    made_of = (table.actors[who], table.lists, library, fighter, zones.has_cards(table, who), *lying)
    return _FIGHTERS.get(who, made_of, lambda: _make_fighter(table, library, who, fighter))


def _make_fighter(table: Table, library: Library, who: str, fighter: Combatant) -> Fighter:
    person = person_of(table, who)
    return Fighter(
        id=who,
        name=table.actors[who].name,
        side=fighter.side,
        stats=person.stats,
        adrenaline=adrenaline(table, who),
        bodies=bodies(table, who),
        is_mob=person.is_mob,
        stunned=fighter.stunned,
        laid=tuple(_laid(table, library, who, fighter)),
        discard=tuple(zones.card_of(library, card) for card in zones.cards_in(table, zones.discard_of(who))),
        close_attackers=fighter.close_attackers,
        resolved=fighter.resolved,
        acted=fighter.acted,
        hand_count=len(zones.hand_cards(table, who)),
        planned_speed=fighter.planned_speed,
    )


def _laid(table: Table, library: Library, who: str, fighter: Combatant) -> Iterator[Laid]:
    """Go through the cards of this round; one that was taken back before its turn is in the round no more."""
    lying = {*zones.cards_in(table, zones.plan_of(who)), *zones.cards_in(table, zones.open_of(who))}
    for slot in fighter.slots:
        dealt = slot.stand in _TURN_CAME
        if dealt or slot.card in lying:
            yield Laid(
                id=slot.card,
                card=zones.card_of(library, slot.card),
                step=slot.last,
                face_up=slot.stand is not Stand.DOWN,
                dealt=dealt,
                resolved=slot.stand is Stand.DONE,
                fizzled=slot.stand in (Stand.FIZZLED, Stand.CANCELLED),
            )


def _field(table: Table, library: Library, now: Battle) -> Iterator[Fielded]:
    """Go through the Conditions in play, the oldest first; each is borne by whoever has it in front of him."""
    bearers = {card: who for who in now.fighters for card in zones.cards_in(table, zones.field_of(who))}
    for lies in now.field:
        if lies.card in bearers:
            record = zones.card_of(library, lies.card)
            yield Fielded(
                id=lies.card,
                card=replace(record, permanent=True) if lies.permanent else record,  # as every automatic card is
                owner=lies.owner,
                bearer=bearers.pop(lies.card),
                entered=lies.entered,
                used=lies.used,
            )
    for number, (card, bearer) in enumerate(bearers.items()):
        owner = zones.owner_of(table, card)
        yield Fielded(
            id=card,
            card=zones.card_of(library, card),
            owner=owner,
            bearer=bearer,
            entered=now.entered + number,
        )


def _surroundings(table: Table, library: Library, now: Battle) -> Iterator[Fielded]:
    known = {lies.card: lies for lies in now.field}
    for number, card in enumerate(zones.cards_in(table, zones.SURROUNDINGS)):
        lies = known.get(card)
        used: Mapping[str, int] = lies.used if lies is not None else {}
        entered = lies.entered if lies is not None else now.entered + number
        yield Fielded(
            id=card, card=zones.card_of(library, card), owner=NOBODY, bearer=NOBODY, entered=entered, used=used
        )


def _timed(library: Library, now: Battle) -> Iterator[Timed]:
    for made in now.in_force:
        yield Timed(
            id=made.id,
            effect=made.effect,
            card=zones.card_of(library, made.card),
            card_id=made.card,
            owner=made.owner,
            bearer=made.bearer,
            entered=made.entered,
            tag=made.tag,
            index=made.index,
            number=made.number,
            used=made.used,
            until=made.until,
        )
