"""Participants of a conflict: start, join, leave, end, and shared hands (FI-INIT-1, FI-INIT-8, FI-INIT-15)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.core.events import ZoneGone, ZoneSet
from engine.kit.control import controller_of
from engine.kit.manual_game import hand_sight
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model import zones
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone, hand_of
from engine.rulesets.future_imperfect.combat.rounds.round_commands import begin_round
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import resume_interrupted
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks
from engine.rulesets.future_imperfect.initiative.action_cards import (
    laid_aside_zone,
    need_conflict,
    need_fighter,
    need_free,
    replace_fighter,
    reserve_zone,
    skip_draw,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    SIDES,
    Conflict,
    Fighter,
    RoundPhase,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.participants import need_known, side_of


class StartConflict(Request):
    """Begin a conflict, as the GM; play goes in rounds of action cards."""

    RULES = ("FI-INIT-1", "FI-INIT-8", "FI-INIT-9")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who take part")]


class JoinConflict(Request):
    """Add a character to the conflict; it draws cards in the next round, or in this one during its draw phase."""

    RULES = ("FI-INIT-2",)
    actor: ActorId


class LeaveConflict(Request):
    """Remove a character from the conflict."""

    RULES = ("FI-INIT-16",)
    FAR_REACHING = True
    actor: ActorId


class EndConflict(Request):
    """End the conflict, as the GM; all action cards are discarded."""

    RULES = ("FI-INIT-14",)
    FAR_REACHING = True


class ShareHand(Request):
    """Let like extras act from one hand of cards, as the GM."""

    RULES = ("FI-INIT-15",)
    actors: Annotated[tuple[str, ...], Meta(description="two or more extras; the first one's Reflex is rolled")]


def verify_start(table: Table, command: StartConflict) -> None:
    """Require the GM, and no other conflict."""
    need_gm(table, command, "FI-INIT-1")
    if current_conflict(table) is not None:
        raise Refused("conflict_runs", "FI-INIT-1")
    need_free(table)
    if not command.fighters or len(set(command.fighters)) != len(command.fighters):
        raise Refused("name_fighters", "FI-INIT-1")
    for actor in command.fighters:
        need_known(table, command.seat, actor)


def start(draft: Draft, command: StartConflict) -> None:
    """Shuffle both decks and add everybody."""
    draft.push_procedure(Conflict())
    for side in SIDES:
        draft.shuffle(zones.separate_deck(side))
    for actor in command.fighters:
        _add_fighter(draft, actor)
    names = [actor_name(draft.table, actor) for actor in command.fighters]
    draft.note("conflict_starts", "FI-INIT-1", fighters=names)
    begin_round(draft)


def _add_fighter(draft: Draft, actor: str) -> None:
    owners = (controller_of(draft.table, actor),)
    hand = _hand_for(draft, actor)
    for zone in (reserve_zone(actor), laid_aside_zone(actor)):
        draft.emit(ZoneSet(zone=Zone(id=zone, sight=Sight.OWNERS, owners=owners, passing=True)))
    fighter = Fighter(side=side_of(draft.table, actor), hand=hand, members=(actor,))
    replace_fighter(draft, actor, fighter)


def _hand_for(draft: Draft, actor: str) -> str:
    """Return the zone for a character's cards: its player's own hand, or one beside it if that is taken."""
    seat = controller_of(draft.table, actor)
    own, taken = hand_of(seat), {fighter.hand for fighter in need_conflict(draft.table).fighters.values()}
    if own in draft.table.zones and own not in taken and not draft.table.is_gm(seat):
        return own
    hand = f"cards:{actor}"
    draft.emit(ZoneSet(zone=Zone(id=hand, sight=hand_sight(draft.table), owners=(seat,))))
    return hand


def _is_own(table: Table, hand: str) -> bool:
    """Say whether a hand belongs to a seat, which keeps it after the conflict."""
    return any(hand == hand_of(seat) for seat in table.seats)


def verify_join(table: Table, command: JoinConflict) -> None:
    """Require the GM."""
    need_gm(table, command, "FI-INIT-2")
    conflict = need_conflict(table)
    need_known(table, command.seat, command.actor)
    if fighter_of(conflict, command.actor):
        raise Refused("already_so", "FI-INIT-2")


def join(draft: Draft, command: JoinConflict) -> None:
    """Add the characters."""
    _add_fighter(draft, command.actor)
    if need_conflict(draft.table).phase is not RoundPhase.DRAW:
        skip_draw(draft, command.actor, "late")
    draft.note("joins_conflict", "FI-INIT-2", actor=actor_name(draft.table, command.actor))


def verify_leave(table: Table, command: LeaveConflict) -> None:
    """Require the GM, between actions."""
    need_gm(table, command, "FI-INIT-16")
    need_fighter(table, command.actor)
    need_free(table)


def leave(draft: Draft, command: LeaveConflict) -> None:
    """Remove it; the last of a hand discards its cards. It is inside nobody's reach any more (FI-CLOSE-5)."""
    name, fighter = need_fighter(draft.table, command.actor)
    conflict = need_conflict(draft.table)
    draft.replace_procedure(
        replace(conflict, inside=tuple(pair for pair in conflict.inside if command.actor not in pair))
    )
    rest = tuple(actor for actor in fighter.members if actor != command.actor)
    if rest and command.actor != name:
        replace_fighter(draft, name, replace(fighter, members=rest))
    elif rest:
        _hand_over(draft, name, rest)
    else:
        _take_out(draft, name)
        resume_interrupted(draft)
    draft.note("leaves_conflict", actor=actor_name(draft.table, command.actor))


def _hand_over(draft: Draft, name: str, rest: tuple[str, ...]) -> None:
    """Leave the cards of a hand to its other members; its name is now that of the first of them."""
    heir, old = rest[0], need_conflict(draft.table).fighters[name]
    _add_fighter(draft, heir)
    new = need_conflict(draft.table).fighters[heir]
    pairs = (
        (old.hand, new.hand),
        (reserve_zone(name), reserve_zone(heir)),
        (laid_aside_zone(name), laid_aside_zone(heir)),
    )
    for source, target in pairs:
        draft.move(draft.table.zones[source].cards, source, target)
    replace_fighter(draft, heir, replace(old, hand=new.hand, members=rest))
    conflict = need_conflict(draft.table)
    heirs = {name: heir}
    draft.replace_procedure(
        replace(
            conflict,
            turns=tuple(
                replace(
                    turn,
                    fighter=heirs.get(turn.fighter, turn.fighter),
                    raced=tuple(heirs.get(each, each) for each in turn.raced),
                )
                for turn in conflict.turns
            ),
            together=tuple(heirs.get(each, each) for each in conflict.together),
        )
    )
    _take_out(draft, name)


def follow_leader(draft: Draft, actor: str) -> None:
    """Give a character's cards to the seat that controls it now; every seat keeps its hand (FI-INIT-10)."""
    conflict = current_conflict(draft.table)
    if conflict is None or fighter_of(conflict, actor) != actor:
        return
    fighter, seat = conflict.fighters[actor], controller_of(draft.table, actor)
    if fighter.hand != hand_of(seat) and _is_own(draft.table, fighter.hand):
        hand = _hand_for(draft, actor)
        draft.move(draft.table.zones[fighter.hand].cards, fighter.hand, hand)
        fighter = replace(fighter, hand=hand)
        replace_fighter(draft, actor, fighter)
    for zone in (fighter.hand, reserve_zone(actor), laid_aside_zone(actor)):
        pile = draft.table.zones[zone]
        if pile.owners != (seat,):
            draft.emit(ZoneSet(zone=replace(pile, owners=(seat,), cards=(), shown={})))


def _take_out(draft: Draft, name: str) -> None:
    conflict = need_conflict(draft.table)
    fighter = conflict.fighters[name]
    for zone in (fighter.hand, reserve_zone(name), laid_aside_zone(name)):
        action_decks.discard(draft, fighter.side, draft.table.zones[zone].cards, zone)
        if not _is_own(draft.table, zone):
            draft.emit(ZoneGone(zone=zone))
    draft.replace_procedure(
        replace(
            conflict,
            fighters={other: other_fighter for other, other_fighter in conflict.fighters.items() if other != name},
            turns=tuple(turn for turn in conflict.turns if turn.fighter != name),
            together=tuple(other for other in conflict.together if other != name),
        )
    )


def verify_end(table: Table, command: EndConflict) -> None:
    """Require the GM, between actions."""
    need_gm(table, command, "FI-INIT-1")
    need_conflict(table)
    need_free(table)


def end(draft: Draft, command: EndConflict) -> None:
    """Discard every card and end the conflict; conditions that last for a round end with it."""
    for name, fighter in need_conflict(draft.table).fighters.items():
        for actor in fighter.members:
            character_conditions.remove_condition(draft, actor, character_conditions.SURPRISED)
        _take_out(draft, name)
    draft.pop_procedure(Conflict)
    draft.note("conflict_ends")


def verify_share(table: Table, command: ShareHand) -> None:
    """Require the GM, and extras of one side before they draw."""
    need_gm(table, command, "FI-INIT-15")
    conflict = need_conflict(table)
    if len(set(command.actors)) < 2:
        raise Refused("two_to_share", "FI-INIT-15")
    names = [need_fighter(table, actor)[0] for actor in command.actors]
    if len(set(names)) != len(command.actors) or any(conflict.fighters[name].drawn for name in names):
        raise Refused("share_before_draw", "FI-INIT-15")
    if (
        len({conflict.fighters[name].side for name in names}) > 1
        or len({controller_of(table, a) for a in command.actors}) > 1
    ):
        raise Refused("share_one_side", "FI-INIT-15")


def share(draft: Draft, command: ShareHand) -> None:
    """Discard the others' cards; they act from the hand of the first."""
    first, *others = (need_fighter(draft.table, actor)[0] for actor in command.actors)
    members = tuple(a for n in (first, *others) for a in need_conflict(draft.table).fighters[n].members)
    for name in others:
        _take_out(draft, name)
    replace_fighter(draft, first, replace(need_conflict(draft.table).fighters[first], members=members))
    draft.note("share_hand", "FI-INIT-15", actors=[actor_name(draft.table, actor) for actor in members])


MOVES = (
    Move(StartConflict, verify_start, start),
    Move(JoinConflict, verify_join, join),
    Move(LeaveConflict, verify_leave, leave),
    Move(EndConflict, verify_end, end),
    Move(ShareHand, verify_share, share),
)
