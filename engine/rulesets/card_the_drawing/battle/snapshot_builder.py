"""Builds the battle snapshot, on which numbers are calculated, from the table.

The stored state is checked against the table: a card that was moved by hand counts where it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core.memo import memo, memo_of_last, memo_of_moment, memo_of_rows
from engine.model.frozen import built_from, replace
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
    BattleOptions,
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
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.sheets.model.field_values import Lists

_TURN_CAME = (SlotStatus.DONE, SlotStatus.FIZZLED, SlotStatus.CANCELLED)


def snapshot_of(table: Table) -> BattleSnapshot:
    """Return the battle as a snapshot; without a battle it has no fighters."""
    return calculator_of(table).snapshot


@memo_of_moment
def calculator_of(table: Table) -> BattleCalculator:
    """Return the calculator of the battle, which keeps all that was calculated for this snapshot."""
    battle = current_battle(table) or Battle()
    return _calculator(
        *settings.group_rules(table),
        table.actors,
        table.lists,
        _piles(table.zones, tuple(battle.fighters)),
        table.zones.get(actor_zones.SURROUNDINGS),
        battle.fighters,
        battle.field,
        battle.in_force,
        battle.owners,
        battle.entered,
        battle.round,
        battle.phase,
        battle.step,
    )


@memo_of_last
def _calculator(
    library: Library,
    options: BattleOptions,
    everybody: Mapping[str, Actor],
    lists: Lists,
    piles: Mapping[str, _Piles],
    surroundings: Zone | None,
    fighters: Mapping[str, FighterState],
    field: tuple[FieldCardState, ...],
    in_force: tuple[LastingEffectState, ...],
    owners: Mapping[str, str],
    entered: int,
    round_now: int,
    phase: Phase,
    step: int,
) -> BattleCalculator:
    """Return the calculator of what a snapshot reads of a table; other changes of a battle need no new one."""
    fighting = _fighting(
        {who: (library, lists, everybody[who], it, *piles[who]) for who, it in fighters.items() if who in everybody}
    )
    snapshot = BattleSnapshot(
        fighters={one.combatant.id: one.combatant for one in fighting},
        bodies={body.id: body for one in fighting for body in one.bodies},
        field=_field(field, library, owners, entered, piles),
        surroundings=_surroundings(field, library, entered, surroundings),
        timed=_timed(in_force, library),
        tags=library.tags,
        options=options,
        round=round_now,
        phase=phase,
        step=step,
    )
    return BattleCalculator(snapshot)


class _Piles(NamedTuple):
    """The zones of a fighter with cards that a snapshot needs, None for one that is missing."""

    open: Zone | None
    plan: Zone | None
    field: Zone | None
    discard: Zone | None
    hand: Zone | None


@memo_of_moment
def _piles(zones: Mapping[str, Zone], fighters: tuple[str, ...]) -> Mapping[str, _Piles]:
    return {
        who: _Piles._make((*map(zones.get, _names_of_piles(who)), actor_zones.hand_zone_in(zones, who)))
        for who in fighters
    }


@memo
def _names_of_piles(who: str) -> tuple[str, ...]:
    kinds = (actor_zones.open_zone, actor_zones.plan_zone, actor_zones.field_zone, actor_zones.discard_zone)
    return tuple([kind(who) for kind in kinds])


def _cards(zone: Zone | None) -> tuple[str, ...]:
    return () if zone is None else zone.cards


class _Fighting(NamedTuple):
    """A fighter of the snapshot, with its bodies."""

    combatant: Combatant
    bodies: tuple[FighterBody, ...]


@memo_of_rows
def _fighting(
    library: Library,
    lists: Lists,
    actor: Actor,
    fighter: FighterState,
    open_: Zone | None,
    plan: Zone | None,
    _field: Zone | None,
    discard: Zone | None,
    hand: Zone | None,
) -> _Fighting:
    sheet = actor_sheet_from(actor, library, lists)
    combatant = Combatant(
        id=actor.id,
        name=actor.name,
        side=fighter.side,
        stats=sheet.stats,
        adrenaline=adrenaline_of(actor),
        bodies=body_ids_of(actor),
        is_mob=sheet.is_mob,
        stunned=fighter.stunned,
        laid=tuple(_laid(library, fighter, (*_cards(open_), *_cards(plan)))),
        discard=_records(library, _cards(discard)),
        close_attackers=fighter.close_attackers,
        resolved=fighter.resolved,
        acted=fighter.acted,
        hand_count=len(_cards(hand)),
        planned_speed=fighter.planned_speed,
    )
    return _Fighting(combatant, tuple(bodies_from(actor, sheet.health)))


@memo_of_moment
def _records(library: Library, cards: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple([actor_zones.card_record_in(library, card) for card in cards])


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


@memo_of_last
def _field(
    states: tuple[FieldCardState, ...],
    library: Library,
    owners: Mapping[str, str],
    entered: int,
    piles: Mapping[str, _Piles],
) -> tuple[FieldCard, ...]:
    """Return the Conditions in play, the oldest first; the bearer is the actor in whose zone the card is.

    A card that was put there by hand belongs to that actor, unless its owner is known.
    """
    bearers = {card: who for who, lying in piles.items() for card in _cards(lying.field)}
    known = [_field_card(library, it, bearers.pop(it.card)) for it in states if it.card in bearers]
    for number, (card, bearer) in enumerate(bearers.items()):
        laid = FieldCardState(card=card, owner=owners.get(card, bearer), entered=entered + number)
        known.append(_field_card(library, laid, bearer))
    return tuple(known)


@memo_of_last
def _surroundings(
    states: tuple[FieldCardState, ...], library: Library, entered: int, zone: Zone | None
) -> tuple[FieldCard, ...]:
    known = {state.card: state for state in states}
    laid = (
        known.get(card) or FieldCardState(card=card, entered=entered + number)
        for number, card in enumerate(_cards(zone))
    )
    return tuple(_field_card(library, replace(state, owner=NOBODY, permanent=False), NOBODY) for state in laid)


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


@memo_of_last
def _timed(states: tuple[LastingEffectState, ...], library: Library) -> tuple[LastingEffect, ...]:
    return tuple(
        built_from(LastingEffect, made, record=actor_zones.card_record_in(library, made.card)) for made in states
    )
