"""Offers of the Drawing phase: a draw that is due, draws to buy, and finishing (CD-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.frozen import replace
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import battle_changes
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase
from engine.rulesets.card_the_drawing.battle.drawing_phase import (
    BuyDraw,
    BuyReshuffle,
    DrawDue,
    FinishDrawing,
)
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers for each actor of the seat that has not finished."""
    battle = context.battle
    if battle is None or battle.phase is not Phase.DRAWING or battle.moment:
        return
    for actor in context.own_fighters:
        if not battle.fighters[actor].ready:
            yield from (
                context.without_secret_reason(actor, offer)
                for offer in _drawing(context, actor, battle.fighters[actor])
            )


def _drawing(context: OfferContext, actor: str, fighter: FighterState) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    bodies = actor_sheet.standing_bodies(table, actor)
    if fighter.due:
        asks = _payers(bodies if _may_exhaust(context, actor, fighter.due) else ())
        yield context.offer(DrawDue(seat=seat, actor=actor), asks=asks, primary=True, count=fighter.due)
    if not fighter.due or settings.flag(table, "may_skip_draw"):
        yield context.offer(FinishDrawing(seat=seat, actor=actor), primary=not fighter.due)
    asks, price = _payers(bodies if _may_exhaust(context, actor, 1) else ()), settings.prices()
    yield offer_of(table, BuyDraw(seat=seat, actor=actor), asks=asks, adrenaline=price.draw)
    yield _reshuffle(context, actor, bodies)


def _may_exhaust(context: OfferContext, actor: str, count: int) -> bool:
    """Return whether an actor may have to pay with Health, as far as the viewer knows the room in its hand."""
    return not context.may_read(actor) or battle_changes.would_exhaust(context.table, actor, count)


def _reshuffle(context: OfferContext, actor: str, bodies: tuple[str, ...]) -> Offer:
    """Return the offer to buy a reshuffle; with the last Health it is another offer that says so (CD-AMB-11)."""
    table, price = context.table, settings.prices()
    cost, health = price.reshuffle, price.health
    command = BuyReshuffle(seat=context.seat, actor=actor)
    if context.may_read(actor):
        tracks = ((body, actor_sheet.health_track(table, body)) for body in bodies)
        bodies = tuple(body for body, track in tracks if track is not None and track.value > price.health)
    offer = offer_of(table, command, asks=_payers(bodies), adrenaline=cost, health=health)
    dies = offer.denial is not None and offer.denial.message.key == "refused.drawing_be_sure"
    if not dies or not context.may_read(actor):
        return offer
    name, sure = f"buy_reshuffle_dying:{actor}", replace(command, sure=True)
    return context.offer(sure, name=name, adrenaline=cost, health=health)


def _payers(bodies: tuple[str, ...]) -> dict[str, Answers]:
    """Ask which minion of a mob pays with Health (CD-DRAW-10)."""
    return {"body": Asks("payer", choices=bodies)} if len(bodies) > 1 else {}
