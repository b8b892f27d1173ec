"""Offers to move: metres on foot, climbing, swimming, riding, driving; and picking up the pace."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer, with_denial
from engine.rulesets.future_imperfect.character.row_reader import RowReader
from engine.rulesets.future_imperfect.conditions import character_conditions, maimed_limbs
from engine.rulesets.future_imperfect.movement import movement_commands
from engine.rulesets.future_imperfect.movement.movement_rules import MovementMode
from engine.rulesets.future_imperfect.offer_context import OfferContext
from engine.rulesets.future_imperfect.procedures.conflict_procedure import fighter_of

ON_FOOT: tuple[MovementMode, ...] = ("walking", "climbing", "swimming")
TOO_FAR = ("refused.gets_no_farther", "refused.rolled_unhurried", "refused.leg_lost")
"""Refusals that concern only the metres on foot; the character may still have a mount."""


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the movements of characters that act on a card."""
    actor, conflict = context.turn, context.conflict
    if actor is None or conflict is None:
        return
    pair = {actor.id, fighter_of(conflict, actor.id)}
    close = any(not pair.isdisjoint(closed) for closed in conflict.inside)
    turn, modes = conflict.turns[-1], _movement_modes(context, actor)
    on_foot = movement_commands.metres_left(context.table, actor.id, turn, "walking", running=True)
    at_a_walk = movement_commands.metres_left(context.table, actor.id, turn, "walking", running=False)
    walks = with_denial(
        context.table, _go(context.seat, actor.id, actor.name, "walking", max(1, on_foot), close, at_a_walk)
    )
    yield walks
    if walks.denial is None or walks.denial.message.key in TOO_FAR:
        for going in modes[1:]:
            left = movement_commands.metres_left(context.table, actor.id, turn, going, running=True)
            if left:
                usual = movement_commands.metres_left(context.table, actor.id, turn, going, running=False)
                yield _go(context.seat, actor.id, actor.name, going, left, close, usual)
    paced = tuple(going for going in modes if _can_pick_up_pace(context, actor, going))
    if turn.unhurried and not turn.running:
        paced = tuple(going for going in paced if going in movement_commands.NEVER_RUN) or paced[:1]
    if paced:
        asks: dict[str, Answers] = {"going": Asks(choices=paced, optional=False) if len(paced) > 1 else None}
        if "riding" in paced:
            asks["fatigue"] = Asks()
        yield offer_of(
            context.table, movement_commands.PickUpPace(seat=context.seat, actor=actor.id, going=paced[0]), asks=asks
        )


def _movement_modes(context: OfferContext, actor: Actor) -> tuple[MovementMode, ...]:
    """Return the modes in which a character may move; one that can only drag itself has one mode (FI-MOVE-14)."""
    if character_conditions.is_stunned(context.table, actor.id):
        return ("walking",)
    return (*ON_FOOT, *_carried_modes(RowReader(actor.sheet)))


def _carried_modes(sheet: RowReader) -> tuple[MovementMode, ...]:
    """Return how a mount or vehicle is moved; none without one.

    One with Wind is ridden, one that can fail is driven; of others the player says which of both.
    """
    if sheet.whole("mount_rate") is None:
        return ()
    lives = sheet.whole("mount_wind", least=-movement_commands.MOST_WIND) is not None
    fails = bool(sheet.text("malfunction"))
    if lives == fails:
        return movement_commands.CARRIED
    return ("riding",) if lives else ("driving",)


def _can_pick_up_pace(context: OfferContext, actor: Actor, going: MovementMode) -> bool:
    if going in movement_commands.ON_LEGS and maimed_limbs.gait(context.table, actor.id) != "runs":
        return False
    return bool(movement_commands.pace_increase(context.table, actor.id, going).sides)


@memo
def _go(seat: str, actor: str, name: str, going: MovementMode, metres: int, close: bool, usual: int) -> Offer:
    """Return the offer to go so far; it proposes the usual metres of them, which need no running."""
    asks: dict[str, Answers] = {"metres": range(1, metres + 1), **({} if close else {"within_reach": None})}
    command = movement_commands.GoMetres(
        seat=seat, actor=actor, metres=1 if close else max(1, min(usual, metres)), going=going
    )
    offer = offer_of(None, command, name=f"go_{going}:{actor}", asks=asks, actor=name, metres=metres)
    if going != "walking" or not 0 < usual < metres:
        return offer
    cost = character_conditions.condition_costs().running
    params: dict[str, Json] = {"actor": name, "walk": usual, "metres": metres, "cost": cost}
    return replace(offer, label=Message(key="offer.go_or_run", params=params))
