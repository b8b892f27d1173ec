"""Hands that several extras share: by the GM's word, and as a gang that fights together (FI-INIT-15)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.core.events import ZoneGone
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.rulesets.future_imperfect.combat.rounds.gang_hands import gang_of
from engine.rulesets.future_imperfect.initiative import action_decks
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    change_fighter,
    laid_aside_zone,
    need_conflict,
    need_fighter,
    reserve_zone,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import fighter_of


def share_hand(draft: Draft, actors: Iterable[str]) -> None:
    """Let characters act from the hand of the first; the cards of the others are discarded."""
    hands = dict(need_fighter(draft.table, actor) for actor in actors)
    members = tuple(actor for fighter in hands.values() for actor in fighter.members)
    first, *others = hands
    for name in others:
        remove_hand(draft, name)
    change_fighter(draft, first, members=members)
    draft.note("share_hand", "FI-INIT-15", actors=[actor_name(draft.table, actor) for actor in members])


def share_as_gangs(draft: Draft) -> None:
    """Let the fighters of every gang share a hand, before they draw: also those that came late in the last round."""
    fighters = need_conflict(draft.table).fighters.values()
    members = [actor for fighter in fighters for actor in fighter.members]
    for gang in dict.fromkeys(filter(None, (gang_of(draft.table, actor) for actor in members))):
        share_as_gang(draft, gang)


def share_as_gang(draft: Draft, gang: Iterable[str]) -> None:
    """Let the fighters of a gang share a hand, as far as they may: extras of one side that have not drawn.

    One with a card in reserve or laid aside keeps it: the first of them has the hand, and others stay by themselves.
    """
    conflict = need_conflict(draft.table)
    hands = dict.fromkeys(filter(None, (fighter_of(conflict, actor) for actor in gang)))
    sides: dict[tuple[str, str], list[str]] = {}
    for name in hands:
        fighter = conflict.fighters[name]
        if not fighter.drawn:
            sides.setdefault((fighter.side, controller_of(draft.table, name)), []).append(name)
    for names in sides.values():
        holding = [name for name in names if _holds_cards(draft.table, name)]
        together = [*holding[:1], *(name for name in names if name not in holding)]
        if len(together) > 1:
            share_hand(draft, together)


def _holds_cards(table: Table, name: str) -> bool:
    zones = (table.zones.get(zone) for zone in (reserve_zone(name), laid_aside_zone(name)))
    return any(zone is not None and zone.cards for zone in zones)


def is_own_hand(table: Table, hand: str) -> bool:
    """Say whether a hand belongs to a seat, which keeps it after the conflict."""
    return any(hand == hand_of(seat) for seat in table.seats)


def remove_hand(draft: Draft, name: str) -> None:
    """Discard the cards of a hand, and take it out of the conflict."""
    fighter = need_conflict(draft.table).fighters[name]
    for zone in (fighter.hand, reserve_zone(name), laid_aside_zone(name)):
        draft.move(draft.table.zones[zone].cards, zone, action_decks.discard_zone(fighter.side))
        if not is_own_hand(draft.table, zone):
            draft.emit(ZoneGone(zone=zone))
    turns = tuple(turn for turn in need_conflict(draft.table).turns if turn.fighter != name)
    CONFLICTS.take_out(draft, name, turns=turns)
