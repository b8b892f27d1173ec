"""Builds the battle snapshot, on which numbers are calculated, from the table.

The stored state is checked against the table: a card that was moved by hand counts where it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import asdict

from engine.core.memo import memo, memo_of_moment, memo_of_rows, projection
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Zone
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.actor_sheet import (
    ActorSheet,
    actor_sheets,
    adrenaline_of,
    bodies_from,
    body_ids_of,
)
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    Battle,
    FieldCardState,
    FighterState,
    Phase,
    SlotStatus,
    current_battle,
)
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NOBODY,
    BattleSnapshot,
    Combatant,
    FieldCard,
    FighterBody,
    LastingEffect,
    LastingEffectState,
    RoundCard,
)
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import Library

_TURN_CAME = (SlotStatus.DONE, SlotStatus.FIZZLED, SlotStatus.CANCELLED)


class _BattleState(NamedTuple):
    """What a snapshot reads of a battle; other changes need no new snapshot."""

    fighters: Mapping[str, FighterState]
    field: tuple[FieldCardState, ...]
    in_force: tuple[LastingEffectState, ...]
    entered: int
    round: int
    phase: Phase
    step: int


@projection
def _state_of_battle(table: Table) -> _BattleState:
    it = current_battle(table) or Battle()
    return _BattleState(it.fighters, it.field, it.in_force, it.entered, it.round, it.phase, it.step)


@memo
def snapshot_of(table: Table) -> BattleSnapshot:
    """Return the battle as a snapshot; without a battle it has no fighters."""
    library, battle = settings.library(table), _state_of_battle(table)
    actors = {who: table.actors[who] for who in battle.fighters if who in table.actors}
    sheets = actor_sheets(actors, library, table.lists)
    bodies = _bodies({who: (actor, sheets[who]) for who, actor in actors.items()})
    piles = _piles(table, tuple(battle.fighters))
    return BattleSnapshot(
        fighters=_combatants(
            {who: (library, actor, battle.fighters[who], sheets[who], *piles[who]) for who, actor in actors.items()}
        ),
        bodies={body.id: body for of_fighter in bodies.values() for body in of_fighter},
        field=_field(table, library, battle, piles),
        surroundings=_surroundings(table, library, battle),
        timed=tuple(_timed({made.id: (library, made) for made in battle.in_force}).values()),
        tags=library.tags,
        options=settings.battle_options(table),
        round=battle.round,
        phase=battle.phase,
        step=battle.step,
    )


def calculator_of(table: Table) -> BattleCalculator:
    """Return the calculator of the battle, which keeps all that was calculated for this snapshot."""
    return _calculator(snapshot_of(table))


@memo_of_moment
def _calculator(snapshot: BattleSnapshot) -> BattleCalculator:
    return BattleCalculator(snapshot)


class _Piles(NamedTuple):
    """The zones of a fighter with cards that a snapshot needs, None for one that is missing."""

    open: Zone | None
    plan: Zone | None
    field: Zone | None
    discard: Zone | None
    hand: Zone | None


@memo
def _piles(table: Table, fighters: tuple[str, ...]) -> Mapping[str, _Piles]:
    zones = table.zones.get
    return {
        who: _Piles(*map(zones, _names_of_piles(who)), hand=zones(actor_zones.hand_zone(table, who)))
        for who in fighters
    }


@memo
def _names_of_piles(who: str) -> tuple[str, ...]:
    kinds = (actor_zones.open_zone, actor_zones.plan_zone, actor_zones.field_zone, actor_zones.discard_zone)
    return tuple([kind(who) for kind in kinds])


def _cards(zone: Zone | None) -> tuple[str, ...]:
    return () if zone is None else zone.cards


@memo_of_rows
def _bodies(actor: Actor, sheet: ActorSheet) -> tuple[FighterBody, ...]:
    return bodies_from(actor, sheet.health)


@memo_of_rows
def _combatants(
    library: Library,
    actor: Actor,
    fighter: FighterState,
    sheet: ActorSheet,
    open_: Zone | None,
    plan: Zone | None,
    _field: Zone | None,
    discard: Zone | None,
    hand: Zone | None,
) -> Combatant:
    return Combatant(
        id=actor.id,
        name=actor.name,
        side=fighter.side,
        stats=sheet.stats,
        adrenaline=adrenaline_of(actor),
        bodies=body_ids_of(actor),
        is_mob=sheet.is_mob,
        stunned=fighter.stunned,
        laid=tuple(_laid(library, fighter, (*_cards(open_), *_cards(plan)))),
        discard=tuple(actor_zones.card_record_in(library, card) for card in _cards(discard)),
        close_attackers=fighter.close_attackers,
        resolved=fighter.resolved,
        acted=fighter.acted,
        hand_count=len(_cards(hand)),
        planned_speed=fighter.planned_speed,
    )


def _laid(library: Library, fighter: FighterState, lying: tuple[str, ...]) -> Iterator[RoundCard]:
    """Yield the cards of this round; a card that was taken back before its turn is not in it."""
    for slot in fighter.slots:
        dealt = slot.stand in _TURN_CAME
        if dealt or slot.card in lying:
            yield RoundCard(
                id=slot.card,
                card=actor_zones.card_record_in(library, slot.card),
                step=slot.last,
                face_up=slot.stand is not SlotStatus.DOWN,
                dealt=dealt,
                resolved=slot.stand is SlotStatus.DONE,
                fizzled=slot.stand in (SlotStatus.FIZZLED, SlotStatus.CANCELLED),
            )


def _field(table: Table, library: Library, battle: _BattleState, piles: Mapping[str, _Piles]) -> tuple[FieldCard, ...]:
    """Return the Conditions in play, the oldest first; the bearer is the actor in whose zone the card is."""
    bearers = {card: who for who, lying in piles.items() for card in _cards(lying.field)}
    rows = {state.card: (library, state, bearers.pop(state.card)) for state in battle.field if state.card in bearers}
    for number, (card, bearer) in enumerate(bearers.items()):
        owner, entered = actor_zones.owner_of(table, card), battle.entered + number
        rows[card] = library, FieldCardState(card=card, owner=owner, entered=entered), bearer
    return tuple(_conditions(rows).values())


@memo_of_rows
def _conditions(library: Library, state: FieldCardState, bearer: str) -> FieldCard:
    record = actor_zones.card_record_in(library, state.card)
    return FieldCard(
        id=state.card,
        card=replace(record, permanent=True) if state.permanent else record,  # like every automatic card
        owner=state.owner,
        bearer=bearer,
        entered=state.entered,
        used=state.used,
    )


def _surroundings(table: Table, library: Library, battle: _BattleState) -> tuple[FieldCard, ...]:
    cards = table.cards_in(actor_zones.SURROUNDINGS)
    known = {state.card: state for state in battle.field} if cards else {}
    made = (
        known.get(card) or FieldCardState(card=card, entered=battle.entered + number)
        for number, card in enumerate(cards)
    )
    return tuple(_environment({state.card: (library, state) for state in made}).values())


@memo_of_rows
def _environment(library: Library, state: FieldCardState) -> FieldCard:
    card = actor_zones.card_record_in(library, state.card)
    return FieldCard(id=state.card, card=card, owner=NOBODY, bearer=NOBODY, entered=state.entered, used=state.used)


@memo_of_rows
def _timed(library: Library, made: LastingEffectState) -> LastingEffect:
    return LastingEffect(**asdict(made), record=actor_zones.card_record_in(library, made.card))
