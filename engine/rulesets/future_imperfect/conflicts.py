"""Who takes part in a conflict (FI-INIT-1, FI-INIT-8, FI-INIT-15)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ZoneGone, ZoneSet
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.by_hand import hand_sight
from engine.rulesets.future_imperfect import decks, states
from engine.rulesets.future_imperfect.fighters import (
    become_fighter,
    laid_of,
    need_fight,
    need_fighter,
    need_free,
    reserve_of,
    wait_out,
)
from engine.rulesets.future_imperfect.leading import leader, need_known, side_of
from engine.rulesets.future_imperfect.procedures.conflict import SIDES, Fight, Fighter, Phase, fight, fighter_of
from engine.rulesets.future_imperfect.rounds import begin_round
from engine.rulesets.future_imperfect.turns import take_up
from engine.table.frozen import replace
from engine.table.table import Table
from engine.table.zones import Sight, Zone, hand_of


class StartConflict(Request):
    """The Master begins a conflict; play goes in rounds of action cards."""

    RULES = ("FI-INIT-1", "FI-INIT-8", "FI-INIT-9")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who take part")]


class JoinConflict(Request):
    """A character joins the conflict; cards come with the next round, or with this one while it draws."""

    RULES = ("FI-INIT-2",)
    actor: ActorId


class LeaveConflict(Request):
    """A character is out of the conflict."""

    RULES = ("FI-INIT-16",)
    FAR_REACHING = True
    actor: ActorId


class EndConflict(Request):
    """The Master ends the conflict; all action cards are laid off."""

    RULES = ("FI-INIT-14",)
    FAR_REACHING = True


class ShareHand(Request):
    """The Master lets like extras act from one hand of cards."""

    RULES = ("FI-INIT-15",)
    actors: Annotated[tuple[str, ...], Meta(description="two or more extras; the first one's Reflex is rolled")]


def verify_start(table: Table, command: StartConflict) -> None:
    """The Master, and no other conflict."""
    need_gm(table, command, "FI-INIT-1")
    if fight(table) is not None:
        raise Refused("conflict_runs", "FI-INIT-1")
    need_free(table)
    if not command.fighters or len(set(command.fighters)) != len(command.fighters):
        raise Refused("name_fighters", "FI-INIT-1")
    for actor in command.fighters:
        need_known(table, command.seat, actor)


def start(draft: Draft, command: StartConflict) -> None:
    """Shuffle both decks and let everybody in."""
    draft.begin(Fight())
    for side in SIDES:
        draft.shuffle(decks.deck_of(side))
    for actor in command.fighters:
        _let_in(draft, actor)
    names = [actor_name(draft.table, actor) for actor in command.fighters]
    draft.note("conflict_starts", "FI-INIT-1", fighters=names)
    begin_round(draft)


def _let_in(draft: Draft, actor: str) -> None:
    owners = (leader(draft.table, actor),)
    hand = _hand_for(draft, actor)
    for zone in (reserve_of(actor), laid_of(actor)):
        draft.emit(ZoneSet(zone=Zone(id=zone, sight=Sight.OWNERS, owners=owners, passing=True)))
    fighter = Fighter(side=side_of(draft.table, actor), hand=hand, members=(actor,))
    become_fighter(draft, actor, fighter)


def _hand_for(draft: Draft, actor: str) -> str:
    """Return where the cards of a character shall lie: in its player's own hand, or beside it if that is taken."""
    seat = leader(draft.table, actor)
    own, taken = hand_of(seat), {fighter.hand for fighter in need_fight(draft.table).fighters.values()}
    if own in draft.table.zones and own not in taken and not draft.table.is_gm(seat):
        return own
    hand = f"cards:{actor}"
    draft.emit(ZoneSet(zone=Zone(id=hand, sight=hand_sight(draft.table), owners=(seat,))))
    return hand


def _is_own(table: Table, hand: str) -> bool:
    """Say whether a hand belongs to a seat, which keeps it when the conflict is over."""
    return any(hand == hand_of(seat) for seat in table.seats)


def verify_join(table: Table, command: JoinConflict) -> None:
    """The Master lets somebody in."""
    need_gm(table, command, "FI-INIT-2")
    now = need_fight(table)
    need_known(table, command.seat, command.actor)
    if fighter_of(now, command.actor):
        raise Refused("already_so", "FI-INIT-2")


def join(draft: Draft, command: JoinConflict) -> None:
    """Let in."""
    _let_in(draft, command.actor)
    if need_fight(draft.table).phase is not Phase.DRAW:
        wait_out(draft, command.actor, "late")
    draft.note("joins_conflict", "FI-INIT-2", actor=actor_name(draft.table, command.actor))


def verify_leave(table: Table, command: LeaveConflict) -> None:
    """The Master takes somebody out, between actions."""
    need_gm(table, command, "FI-INIT-16")
    need_fighter(table, command.actor)
    need_free(table)


def leave(draft: Draft, command: LeaveConflict) -> None:
    """Take out; the last one of a hand lays its cards off. Who is gone is inside of nobody's reach (FI-CLOSE-5)."""
    name, fighter = need_fighter(draft.table, command.actor)
    now = need_fight(draft.table)
    draft.become(replace(now, inside=tuple(pair for pair in now.inside if command.actor not in pair)))
    rest = tuple(actor for actor in fighter.members if actor != command.actor)
    if rest and command.actor != name:
        become_fighter(draft, name, replace(fighter, members=rest))
    elif rest:
        _hand_over(draft, name, rest)
    else:
        _take_out(draft, name)
        take_up(draft)
    draft.note("leaves_conflict", actor=actor_name(draft.table, command.actor))


def _hand_over(draft: Draft, name: str, rest: tuple[str, ...]) -> None:
    """Let the others of a hand keep its cards; it goes by the name of the first of them from now on."""
    heir, old = rest[0], need_fight(draft.table).fighters[name]
    _let_in(draft, heir)
    new = need_fight(draft.table).fighters[heir]
    pairs = ((old.hand, new.hand), (reserve_of(name), reserve_of(heir)), (laid_of(name), laid_of(heir)))
    for source, target in pairs:
        draft.move(draft.table.zones[source].cards, source, target)
    become_fighter(draft, heir, replace(old, hand=new.hand, members=rest))
    now = need_fight(draft.table)
    heirs = {name: heir}
    draft.become(
        replace(
            now,
            turns=tuple(
                replace(
                    turn,
                    fighter=heirs.get(turn.fighter, turn.fighter),
                    raced=tuple(heirs.get(each, each) for each in turn.raced),
                )
                for turn in now.turns
            ),
            together=tuple(heirs.get(each, each) for each in now.together),
        )
    )
    _take_out(draft, name)


def follow_leader(draft: Draft, actor: str) -> None:
    """Let who leads a character now have its cards, and nobody else; every seat keeps its hand (FI-INIT-10)."""
    now = fight(draft.table)
    if now is None or fighter_of(now, actor) != actor:
        return
    fighter, seat = now.fighters[actor], leader(draft.table, actor)
    if fighter.hand != hand_of(seat) and _is_own(draft.table, fighter.hand):
        hand = _hand_for(draft, actor)
        draft.move(draft.table.zones[fighter.hand].cards, fighter.hand, hand)
        fighter = replace(fighter, hand=hand)
        become_fighter(draft, actor, fighter)
    for zone in (fighter.hand, reserve_of(actor), laid_of(actor)):
        lying = draft.table.zones[zone]
        if lying.owners != (seat,):
            draft.emit(ZoneSet(zone=replace(lying, owners=(seat,), cards=(), shown={})))


def _take_out(draft: Draft, name: str) -> None:
    now = need_fight(draft.table)
    fighter = now.fighters[name]
    for zone in (fighter.hand, reserve_of(name), laid_of(name)):
        decks.discard(draft, fighter.side, draft.table.zones[zone].cards, zone)
        if not _is_own(draft.table, zone):
            draft.emit(ZoneGone(zone=zone))
    draft.become(
        replace(
            now,
            fighters={other: held for other, held in now.fighters.items() if other != name},
            turns=tuple(turn for turn in now.turns if turn.fighter != name),
            together=tuple(other for other in now.together if other != name),
        )
    )


def verify_end(table: Table, command: EndConflict) -> None:
    """The Master, between actions."""
    need_gm(table, command, "FI-INIT-1")
    need_fight(table)
    need_free(table)


def end(draft: Draft, command: EndConflict) -> None:
    """Lay off every card and end it; what only lasts for a round ends with it."""
    for name, fighter in need_fight(draft.table).fighters.items():
        for actor in fighter.members:
            states.leave(draft, actor, states.SURPRISED)
        _take_out(draft, name)
    draft.finish(Fight)
    draft.note("conflict_ends")


def verify_share(table: Table, command: ShareHand) -> None:
    """The Master, for extras of one side before they draw."""
    need_gm(table, command, "FI-INIT-15")
    now = need_fight(table)
    if len(set(command.actors)) < 2:
        raise Refused("two_to_share", "FI-INIT-15")
    names = [need_fighter(table, actor)[0] for actor in command.actors]
    if len(set(names)) != len(command.actors) or any(now.fighters[name].drawn for name in names):
        raise Refused("share_before_draw", "FI-INIT-15")
    if len({now.fighters[name].side for name in names}) > 1 or len({leader(table, a) for a in command.actors}) > 1:
        raise Refused("share_one_side", "FI-INIT-15")


def share(draft: Draft, command: ShareHand) -> None:
    """Put the others' cards away; they act from the hand of the first."""
    first, *others = (need_fighter(draft.table, actor)[0] for actor in command.actors)
    members = tuple(a for n in (first, *others) for a in need_fight(draft.table).fighters[n].members)
    for name in others:
        _take_out(draft, name)
    become_fighter(draft, first, replace(need_fight(draft.table).fighters[first], members=members))
    draft.note("share_hand", "FI-INIT-15", actors=[actor_name(draft.table, actor) for actor in members])


MOVES = (
    Move(StartConflict, verify_start, start),
    Move(JoinConflict, verify_join, join),
    Move(LeaveConflict, verify_leave, leave),
    Move(EndConflict, verify_end, end),
    Move(ShareHand, verify_share, share),
)
