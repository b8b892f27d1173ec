"""Builds the battle snapshot, on which numbers are calculated, from the table.

The stored state is checked against the table: a card that was moved by hand counts where it is now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import asdict

from engine.core.memo import memo, memo_of_moment, projection
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
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
    RoundCard,
)
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import Library

_TURN_CAME = (SlotStatus.DONE, SlotStatus.FIZZLED, SlotStatus.CANCELLED)


battle_in_progress = projection(current_battle)


@memo
def snapshot_of(table: Table) -> BattleSnapshot:
    """Return the battle as a snapshot; without a battle it has no fighters."""
    library, battle = settings.library(table), battle_in_progress(table) or Battle()
    names = tuple(battle.fighters)
    actors, sheets, bodies = _characters(table.actors, names, library, table.lists)
    piles = _piles(table, names)
    return BattleSnapshot(
        fighters={
            who: _combatant(actor, battle.fighters[who], sheets[who], library, piles[who])
            for who, actor in actors.items()
        },
        bodies=bodies,
        field=tuple(_field(table, library, battle, piles)),
        surroundings=tuple(_surroundings(table, library, battle)),
        timed=tuple(_timed(library, made) for made in battle.in_force),
        tags=library.tags,
        options=settings.battle_options(table),
        round=battle.round,
        phase=battle.phase,
        step=battle.step,
    )


class _Characters(NamedTuple):
    """The fighters that are at the table, with their sheets and bodies."""

    actors: Mapping[str, Actor]
    sheets: Mapping[str, ActorSheet]
    bodies: Mapping[str, FighterBody]


@memo_of_moment
def _characters(
    actors: Mapping[str, Actor],
    names: tuple[str, ...],
    library: Library,
    lists: Mapping[str, Sequence[Mapping[str, Json]]],
) -> _Characters:
    fighting = {who: actors[who] for who in names if who in actors}
    sheets = actor_sheets(fighting, library, lists)
    bodies = [body for who, actor in fighting.items() for body in bodies_from(actor, sheets[who].health)]
    return _Characters(fighting, sheets, {body.id: body for body in bodies})


def calculator_of(table: Table) -> BattleCalculator:
    """Return the calculator of the battle, which keeps all that was calculated for this snapshot."""
    return _calculator(snapshot_of(table))


@memo_of_moment
def _calculator(snapshot: BattleSnapshot) -> BattleCalculator:
    return BattleCalculator(snapshot)


class _Piles(NamedTuple):
    """The cards of a fighter, as a snapshot needs them."""

    laid: tuple[str, ...]
    field: tuple[str, ...]
    discard: tuple[str, ...]
    hand_count: int


@memo
def _piles(table: Table, fighters: tuple[str, ...]) -> Mapping[str, _Piles]:
    return {
        who: _Piles(
            laid=actor_zones.laid_cards(table, who),
            field=table.cards_in(actor_zones.field_zone(who)),
            discard=table.cards_in(actor_zones.discard_zone(who)),
            hand_count=len(actor_zones.hand_cards(table, who)),
        )
        for who in fighters
    }


@memo
def _combatant(
    actor: Actor,
    fighter: FighterState,
    sheet: ActorSheet,
    library: Library,
    piles: _Piles,
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
        laid=tuple(_laid(library, fighter, piles.laid)),
        discard=tuple(actor_zones.card_record_in(library, card) for card in piles.discard),
        close_attackers=fighter.close_attackers,
        resolved=fighter.resolved,
        acted=fighter.acted,
        hand_count=piles.hand_count,
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


def _field(table: Table, library: Library, battle: Battle, piles: Mapping[str, _Piles]) -> Iterator[FieldCard]:
    """Yield the Conditions in play, the oldest first; the bearer is the actor in whose zone the card is."""
    bearers = {card: who for who, lying in piles.items() for card in lying.field}
    for state in battle.field:
        if state.card in bearers:
            yield _field_card(library, replace(state, bearer=bearers.pop(state.card)))
    for number, (card, bearer) in enumerate(bearers.items()):
        owner, entered = actor_zones.owner_of(table, card), battle.entered + number
        yield _field_card(library, FieldCardState(card=card, owner=owner, bearer=bearer, entered=entered))


def _surroundings(table: Table, library: Library, battle: Battle) -> Iterator[FieldCard]:
    known = {state.card: state for state in battle.field}
    for number, card in enumerate(table.cards_in(actor_zones.SURROUNDINGS)):
        state = known.get(card) or FieldCardState(card=card, entered=battle.entered + number)
        yield _field_card(library, replace(state, owner=NOBODY, bearer=NOBODY, permanent=False))


def _field_card(library: Library, state: FieldCardState) -> FieldCard:
    record = actor_zones.card_record_in(library, state.card)
    return FieldCard(
        id=state.card,
        card=replace(record, permanent=True) if state.permanent else record,  # like every automatic card
        owner=state.owner,
        bearer=state.bearer,
        entered=state.entered,
        used=state.used,
    )


def _timed(library: Library, made: Any) -> LastingEffect:
    return LastingEffect(**asdict(made), record=actor_zones.card_record_in(library, made.card))
