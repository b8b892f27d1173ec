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
    actor_sheet_from,
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
from engine.sheets.model.field_values import Lists

_TURN_CAME = (SlotStatus.DONE, SlotStatus.FIZZLED, SlotStatus.CANCELLED)


class _BattleState(NamedTuple):
    """What a snapshot reads of a battle; other changes need no new snapshot."""

    fighters: Mapping[str, FighterState]
    field: tuple[FieldCardState, ...]
    in_force: tuple[LastingEffectState, ...]
    owners: Mapping[str, str]
    entered: int
    round: int
    phase: Phase
    step: int


@projection
def _state_of_battle(table: Table) -> _BattleState:
    it = current_battle(table) or Battle()
    return _BattleState(it.fighters, it.field, it.in_force, it.owners, it.entered, it.round, it.phase, it.step)


@memo
def snapshot_of(table: Table) -> BattleSnapshot:
    """Return the battle as a snapshot; without a battle it has no fighters."""
    library, battle = settings.library(table), _state_of_battle(table)
    fighters, names = battle.fighters, tuple(battle.fighters)
    actors = {who: table.actors[who] for who in names if who in table.actors}
    piles, surroundings = _piles(table, names), table.cards_in(actor_zones.SURROUNDINGS)
    bodies = _bodies({who: (library, table.lists, actor) for who, actor in actors.items()})
    combatants = _combatants(
        {who: (library, table.lists, actor, fighters[who], *piles[who]) for who, actor in actors.items()}
    )
    return BattleSnapshot(
        fighters=dict(zip(actors, combatants, strict=True)),
        bodies={body.id: body for of_fighter in bodies for body in of_fighter},
        field=_field(battle.field, library, battle.owners, battle.entered, piles, tuple(actors)),
        surroundings=_surroundings(battle.field, library, battle.entered, surroundings),
        timed=_timed(battle.in_force, library),
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
def _bodies(library: Library, lists: Lists, actor: Actor) -> tuple[FighterBody, ...]:
    return tuple(bodies_from(actor, actor_sheet_from(actor, library, lists).health))


@memo_of_rows
def _combatants(
    library: Library,
    lists: Lists,
    actor: Actor,
    fighter: FighterState,
    open_: Zone | None,
    plan: Zone | None,
    _field: Zone | None,
    discard: Zone | None,
    hand: Zone | None,
) -> Combatant:
    sheet = actor_sheet_from(actor, library, lists)
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


@memo_of_moment
def _field(
    states: tuple[FieldCardState, ...],
    library: Library,
    owners: Mapping[str, str],
    entered: int,
    piles: Mapping[str, _Piles],
    present: tuple[str, ...],
) -> Iterator[FieldCard]:
    """Yield the Conditions in play, the oldest first; the bearer is the actor in whose zone the card is.

    A card that was put there by hand belongs to that actor, unless its owner is known.
    """
    bearers = {card: who for who, lying in piles.items() for card in _cards(lying.field)}
    for state in states:
        if state.card in bearers:
            yield _field_card(library, state, bearers.pop(state.card))
    for number, (card, bearer) in enumerate(bearers.items()):
        owner = owners.get(card, bearer if bearer in present else NOBODY)
        yield _field_card(library, FieldCardState(card=card, owner=owner, entered=entered + number), bearer)


@memo_of_moment
def _surroundings(
    states: tuple[FieldCardState, ...], library: Library, entered: int, cards: tuple[str, ...]
) -> Iterator[FieldCard]:
    known = {state.card: state for state in states}
    for number, card in enumerate(cards):
        state = known.get(card) or FieldCardState(card=card, entered=entered + number)
        yield _field_card(library, replace(state, owner=NOBODY, permanent=False), NOBODY)


def _field_card(library: Library, state: FieldCardState, bearer: str) -> FieldCard:
    record = actor_zones.card_record_in(library, state.card)
    return FieldCard(
        id=state.card,
        card=replace(record, permanent=True) if state.permanent else record,  # like every automatic card
        owner=state.owner,
        bearer=bearer,
        entered=state.entered,
        used=state.used,
    )


@memo_of_moment
def _timed(states: tuple[LastingEffectState, ...], library: Library) -> Iterator[LastingEffect]:
    for made in states:
        yield LastingEffect(**asdict(made), record=actor_zones.card_record_in(library, made.card))
