"""Offers of the Drawing phase: a draw that is due, draws to buy, and finishing (CD-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.model.frozen import replace
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question, with_denial
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import battle_changes, drawing_phase
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle, DrawDue, FinishDrawing
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
    table, seat, name = context.table, context.seat, context.name(actor)
    bodies = actor_sheet.standing_bodies(table, actor)
    if fighter.due:
        asks = _payers(bodies) if _may_exhaust(context, actor, fighter.due) else ()
        bare = DrawDue(seat=seat, actor=actor)
        yield make_offer(f"draw_due:{actor}", bare, questions=asks, primary=True, actor=name, count=fighter.due)
    if not fighter.due or settings.flag(table, "may_skip_draw"):
        finish = FinishDrawing(seat=seat, actor=actor)
        yield make_offer(f"finish_drawing:{actor}", finish, primary=not fighter.due, actor=name)
    asks = _payers(bodies) if _may_exhaust(context, actor, 1) else ()
    price = settings.prices()
    buys = make_offer(
        f"buy_draw:{actor}", BuyDraw(seat=seat, actor=actor), questions=asks, actor=name, adrenaline=price.draw
    )
    yield with_denial(table, buys, drawing_phase.verify_buy)
    yield _reshuffle(context, actor, bodies)


def _may_exhaust(context: OfferContext, actor: str, count: int) -> bool:
    """Return whether an actor may have to pay with Health, as far as the viewer knows the room in its hand."""
    return not context.may_read(actor) or battle_changes.would_exhaust(context.table, actor, count)


def _reshuffle(context: OfferContext, actor: str, bodies: tuple[str, ...]) -> Offer:
    """Return the offer to buy a reshuffle; with the last Health it is another offer that says so (CD-AMB-11)."""
    table, price, name = context.table, settings.prices(), context.name(actor)
    params: dict[str, Any] = {"actor": name, "adrenaline": price.reshuffle, "health": price.health}
    command = BuyReshuffle(seat=context.seat, actor=actor)
    if context.may_read(actor):
        tracks = ((body, actor_sheet.health_track(table, body)) for body in bodies)
        bodies = tuple(body for body, track in tracks if track is not None and track.value > price.health)
    offer = with_denial(
        table,
        make_offer(f"buy_reshuffle:{actor}", command, questions=_payers(bodies), **params),
        drawing_phase.verify_reshuffle,
    )
    dies = offer.denial is not None and offer.denial.message.key == "refused.drawing_be_sure"
    if not dies or not context.may_read(actor):
        return offer
    return make_offer(f"buy_reshuffle_dying:{actor}", replace(command, sure=True), **params)


def _payers(bodies: tuple[str, ...]) -> tuple[Question, ...]:
    """Ask which minion of a mob pays with Health (CD-DRAW-10)."""
    return (question("payer", QuestionKind.CHOICE, bodies, field="body", optional=True),) if len(bodies) > 1 else ()
