"""What can be done in the Drawing phase: a draw that is due, what can be bought, and being done (CD-UI-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.play.offers import Ask, AskKind, Offer, ask, checked, offered
from engine.rulesets.card_the_drawing import drawing, facts, people, settings
from engine.rulesets.card_the_drawing.drawing import BuyDraw, BuyReshuffle, DrawDue, FinishDrawing
from engine.rulesets.card_the_drawing.offering.eyes import Eyes
from engine.rulesets.card_the_drawing.procedures import Combatant, Phase
from engine.table.frozen import replace


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield what the seat can do for each of its own who has not finished."""
    now = eyes.battle
    if now is None or now.phase is not Phase.DRAWING or now.moment:
        return
    for actor in eyes.own:
        if not now.fighters[actor].ready:
            yield from (eyes.told(actor, offer) for offer in _drawing(eyes, actor, now.fighters[actor]))


def _drawing(eyes: Eyes, actor: str, fighter: Combatant) -> Iterator[Offer]:
    table, seat, name = eyes.table, eyes.seat, eyes.name(actor)
    bodies = people.standing(table, actor)
    if fighter.due:
        asks = _payers(bodies) if _may_exhaust(eyes, actor, fighter.due) else ()
        bare = DrawDue(seat=seat, actor=actor)
        yield offered(f"draw_due:{actor}", bare, asks=asks, main=True, actor=name, count=fighter.due)
    if not fighter.due or settings.flag(table, "may_skip_draw"):
        finish = FinishDrawing(seat=seat, actor=actor)
        yield offered(f"finish_drawing:{actor}", finish, main=not fighter.due, actor=name)
    asks = _payers(bodies) if _may_exhaust(eyes, actor, 1) else ()
    price = settings.prices()
    buys = offered(f"buy_draw:{actor}", BuyDraw(seat=seat, actor=actor), asks=asks, actor=name, adrenaline=price.draw)
    yield checked(table, buys, drawing.verify_buy)
    yield _reshuffle(eyes, actor, bodies)


def _may_exhaust(eyes: Eyes, actor: str, count: int) -> bool:
    """Say whether somebody may have to pay with Health, for all that the viewer knows of the room in the hand."""
    return not eyes.reads(actor) or facts.would_exhaust(eyes.table, actor, count)


def _reshuffle(eyes: Eyes, actor: str, bodies: tuple[str, ...]) -> Offer:
    """Return how a reshuffle is bought; with the last Health it is another offer, that says so (CD-AMB-11)."""
    table, price, name = eyes.table, settings.prices(), eyes.name(actor)
    told: dict[str, Any] = {"actor": name, "adrenaline": price.reshuffle, "health": price.health}
    command = BuyReshuffle(seat=eyes.seat, actor=actor)
    if eyes.reads(actor):
        tracks = ((body, people.health_track(table, body)) for body in bodies)
        bodies = tuple(body for body, track in tracks if track is not None and track.value > price.health)
    offer = checked(
        table, offered(f"buy_reshuffle:{actor}", command, asks=_payers(bodies), **told), drawing.verify_reshuffle
    )
    dies = offer.denial is not None and offer.denial.message.key == "refused.drawing_be_sure"
    if not dies or not eyes.reads(actor):
        return offer
    return offered(f"buy_reshuffle_dying:{actor}", replace(command, sure=True), **told)


def _payers(bodies: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask which minion of a mob pays with Health (CD-DRAW-10)."""
    return (ask("payer", AskKind.CHOICE, bodies, field="body", optional=True),) if len(bodies) > 1 else ()
