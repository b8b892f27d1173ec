"""The Drawing phase: Adrenaline, the regular draw, and what can be bought (section 2.7, CD-UI-4).

Adrenaline that is not spent is kept (CD-ADR-3); here it pays for draws and reshuffles, later for cards (CD-ADR-4).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.commands import Need, Request
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Answers, Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_procedures import FighterState, Phase
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.participants import FighterRequest
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import begin_moment, spend_uses
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of

BodyId = Annotated[str, Meta(description="the minion of a mob that bears it; empty for the first that stands")]
DRAWING_START = "drawing_start"


# ---- the commands ----------------------------------------------------------------------------------------------------


def _need_phase(table: Table) -> None:
    battle = participants.need_battle(table)
    if battle.phase is not Phase.DRAWING or battle.moment:
        raise Refused("drawing_not_drawing", "CD-ROUND-1")
    participants.need_no_resolution(table)


def _need_unfinished(table: Table, command: DrawingRequest) -> None:
    fighter = participants.need_standing_fighter(table, command.actor)
    _need_phase(table)
    if fighter.ready:
        raise Refused("drawing_finished", "CD-ROUND-1", actor=actor_name(table, command.actor))


def _need_regular(table: Table, command: DrawingRequest) -> None:
    if participants.need_fighter(table, command.actor).due and not settings.flag(table, "may_skip_draw"):
        raise Refused("drawing_due", "CD-DRAW-4", actor=actor_name(table, command.actor))


def _need_body(table: Table, command: DrawDue | BuyDraw | BuyReshuffle) -> None:
    if command.body and command.body not in actor_sheet.standing_bodies(table, command.actor):
        raise Refused("drawing_no_such_body", "CD-DRAW-10", actor=actor_name(table, command.actor))


class DrawingRequest(FighterRequest):
    """A command of an undefeated actor that has not finished the Drawing phase."""

    ABSTRACT = True
    NEEDS: ClassVar[tuple[Need, ...]] = (_need_unfinished,)


class DrawDue(DrawingRequest):
    """Make the regular draw that is still due: the GM says which minion pays, or it might be skipped."""

    RULES = ("CD-DRAW-2", "CD-DRAW-4", "CD-DRAW-10")
    body: BodyId = ""

    def verify(self, table: Table) -> None:
        """The actor must have a regular draw to make."""
        super().verify(table)
        if not participants.need_fighter(table, self.actor).due:
            raise Refused("drawing_nothing_due", "CD-DRAW-2", actor=actor_name(table, self.actor))
        _need_body(table, self)

    def decide(self, draft: Draft) -> None:
        """Draw."""
        draw_due(draft, self.actor, self.body)


class BuyDraw(DrawingRequest):
    """Pay Adrenaline for one more card."""

    RULES = ("CD-DRAW-5",)
    NEEDS = (_need_regular, _need_body)
    body: BodyId = ""

    def verify(self, table: Table) -> None:
        """The actor must be able to pay and have room in hand, and there must be a card."""
        super().verify(table)
        name, bought = actor_name(table, self.actor), participants.need_fighter(table, self.actor).extra_draws
        most = settings.limit(table, "extra_draws_per_round")
        if most is not None and bought >= most:
            raise Refused("drawing_no_more_draws", "CD-DRAW-5", actor=name, most=most)
        if battle_changes.hand_room(table, self.actor) <= 0:
            raise Refused("drawing_hand_full", "CD-DRAW-3", actor=name)
        _need_adrenaline(table, self.actor, settings.prices().draw, "CD-DRAW-5")
        piles = (actor_zones.draw_pile_zone(self.actor), actor_zones.discard_zone(self.actor))
        if not any(table.cards_in(pile) for pile in piles):
            raise Refused("drawing_no_cards", "CD-DRAW-9", actor=name)

    def decide(self, draft: Draft) -> None:
        """Pay, then draw."""
        fighter = participants.need_fighter(draft.table, self.actor)
        battle_changes.change_fighter(draft, self.actor, extra_draws=fighter.extra_draws + 1)
        battle_changes.pay_adrenaline(draft, self.actor, settings.prices().draw, "drawing_buys_draw", "CD-DRAW-5")
        battle_changes.draw_cards(draft, self.actor, 1, sufferer=self.body)


class BuyReshuffle(DrawingRequest):
    """Pay Adrenaline and Health: hand and discards join the draw pile, which is shuffled, and a new hand is drawn."""

    RULES = ("CD-DRAW-6",)
    NEEDS = (_need_regular, _need_body)
    body: BodyId = ""
    sure: Annotated[bool, Meta(description="pay even if that defeats the payer")] = False

    def verify(self, table: Table) -> None:
        """The actor must be able to pay both; paying the last Health needs `sure`, or is not allowed (CD-AMB-11)."""
        super().verify(table)
        price = settings.prices()
        _need_adrenaline(table, self.actor, price.reshuffle, "CD-DRAW-6")
        body = reshuffle_payer(table, self.actor, self.body)
        health, name = actor_sheet.health_left(table, body), actor_sheet.body_name(table, body)
        if health < price.health:
            raise Refused("drawing_no_health", "CD-DRAW-6", body=name, price=price.health, has=health)
        if health == price.health and settings.word(table, "lethal_payment") == "forbid":
            raise Refused("drawing_lethal", "CD-DRAW-6", body=name)
        if health == price.health and not self.sure:
            raise Refused("drawing_be_sure", "CD-DRAW-6", body=name, price=price.health)

    def decide(self, draft: Draft) -> None:
        """Pay, shuffle everything but cards in the field or charging, and draw a new hand."""
        actor, price = self.actor, settings.prices()
        body = reshuffle_payer(draft.table, actor, self.body)
        battle_changes.pay_adrenaline(draft, actor, price.reshuffle, "drawing_buys_reshuffle", "CD-DRAW-6")
        battle_changes.lose_health(draft, body, price.health, "drawing_loses", "CD-DRAW-6", "CD-DRAW-10")
        if not actor_sheet.standing_bodies(draft.table, actor):
            return
        pile = actor_zones.draw_pile_zone(actor)
        for zone in (actor_zones.hand_zone(draft.table, actor), actor_zones.discard_zone(actor)):
            draft.move(actor_zones.own_cards(draft.table, zone, actor), zone, pile, None)
        draft.shuffle(pile)
        battle_changes.change_fighter(draft, actor, due=0)
        battle_changes.draw_cards(draft, actor, len(draft.table.cards_in(pile)))


class FinishDrawing(DrawingRequest):
    """Buy nothing more in this phase."""

    RULES = ("CD-DRAW-4", "CD-ROUND-1")
    CITED = ("CD-ROUND-1",)
    NEEDS = (_need_regular,)

    def decide(self, draft: Draft) -> None:
        """Wait for the others; when all have finished, planning begins (`phase_flow.settle`)."""
        _finish(draft, self.actor)


class FinishDrawingForAll(Request):
    """The table agrees that nobody buys anything more: all who can finish the phase do so."""

    RULES = ("CD-DRAW-4", "CD-ROUND-1")
    mine: Annotated[bool, Meta(description="only for those whom the seat leads")] = False

    def verify(self, table: Table) -> None:
        """At least one actor must be waited for that has no regular draw to make."""
        _need_phase(table)
        if not _able_to_finish(table, self.seat if self.mine else ""):
            raise Refused("drawing_nobody_waited_for", "CD-ROUND-1")

    def decide(self, draft: Draft) -> None:
        """Let them finish; who must still say which minion pays for a draw is waited for."""
        for actor in _able_to_finish(draft.table, self.seat if self.mine else ""):
            _finish(draft, actor)


def _able_to_finish(table: Table, seat: str = "") -> tuple[str, ...]:
    """Return the actors that can finish the phase now: all, or those that a seat leads."""
    fighters, may_skip = participants.need_battle(table).fighters, settings.flag(table, "may_skip_draw")
    led = (actor for actor in participants.standing_actors(table) if not seat or controller_of(table, actor) == seat)
    return tuple(actor for actor in led if not fighters[actor].ready and (may_skip or not fighters[actor].due))


def _finish(draft: Draft, actor: str) -> None:
    battle_changes.change_fighter(draft, actor, ready=True, due=0)  # a draw that may be skipped is skipped
    draft.note("drawing_has_drawn", "CD-ROUND-1", actor=actor_name(draft.table, actor))


# ---- automatic steps -------------------------------------------------------------------------------------------------


def begin_round(draft: Draft) -> None:
    """Begin the Drawing phase of a round; what cards do at its start comes first, then `gain_and_draw`."""
    battle = participants.need_battle(draft.table)
    battle_changes.change_battle(draft, phase=Phase.DRAWING, step=0)
    draft.note("drawing_round", "CD-ROUND-1", round=battle.round)
    begin_moment(draft, DRAWING_START)


def gain_and_draw(draft: Draft) -> None:
    """Give each undefeated actor Adrenaline and its regular draw, all at once (CD-ADR-2, CD-DRAW-1, 2)."""
    for actor in participants.standing_actors(draft.table):
        gain_and_draw_for(draft, actor)


def gain_and_draw_for(draft: Draft, actor: str) -> None:
    """Give one actor Adrenaline and its draw; the GM may first have to say which minion pays (CD-DRAW-10)."""
    gain = calculator_of(draft.table).adrenaline_gain(actor)
    battle_changes.set_adrenaline(draft, actor, actor_sheet.adrenaline(draft.table, actor) + gain.value)
    has, words = actor_sheet.adrenaline(draft.table, actor), [part.words for part in gain.steps]
    battle_changes.add_log_line(draft, actor, "drawing_gains", "CD-ADR-2", reckoning=words, count=gain.value, has=has)
    spend_uses(draft, gain.spent)
    due, fresh = regular_draw(draft.table, actor), participants.need_fighter(draft.table, actor).fresh
    battle_changes.change_fighter(draft, actor, fresh=False, due=due)
    if due and (fresh or not settings.flag(draft.table, "may_skip_draw")):
        if _must_ask(draft.table, actor, due):
            draft.note("drawing_who_pays", "CD-DRAW-10", actor=actor_name(draft.table, actor))
        else:
            draw_due(draft, actor)


def regular_draw(table: Table, actor: str) -> int:
    """Return how many cards an actor draws now: a full hand the first time, then one (CD-DRAW-1 to CD-DRAW-3).

    A deck that is smaller than a hand is drawn whole the first time, without a further message.
    """
    calculator = calculator_of(table)
    room = max(0, calculator.hand_size(actor).value - len(actor_zones.hand_cards(table, actor)))
    if participants.need_fighter(table, actor).fresh:
        piles = (actor_zones.draw_pile_zone(actor), actor_zones.discard_zone(actor))
        return min(room, sum(len(actor_zones.own_cards(table, pile, actor)) for pile in piles))
    whole = calculator.snapshot.fighters[actor].is_mob and settings.word(table, "mob_draw") == "speed"
    return min(room, calculator.draw_count(actor, calculator.speed(actor).value if whole else 1).value)


def _must_ask(table: Table, actor: str, count: int) -> bool:
    several = len(actor_sheet.standing_bodies(table, actor)) > 1 and settings.number(table, "exhaustion_cost") > 0
    return several and battle_changes.would_exhaust(table, actor, count)


def draw_due(draft: Draft, actor: str, sufferer: str = "") -> None:
    """Make the regular draw."""
    due = participants.need_fighter(draft.table, actor).due
    battle_changes.change_fighter(draft, actor, due=0)
    drawn = battle_changes.draw_cards(draft, actor, due, sufferer=sufferer)
    if drawn:
        draft.note("drawing_draws", "CD-DRAW-1", "CD-DRAW-2", actor=actor_name(draft.table, actor), count=drawn)


def _need_adrenaline(table: Table, actor: str, price: int, rule: str) -> None:
    has = actor_sheet.adrenaline(table, actor)
    if has < price:
        raise Refused("drawing_cannot_pay", rule, actor=actor_name(table, actor), price=price, has=has)


def reshuffle_payer(table: Table, actor: str, wished: str = "") -> str:
    """Return the body that pays for a reshuffle: the chosen one, else the first that survives it, if any."""
    return battle_changes.paying_body(table, actor, wished or next(iter(survivors(table, actor)), ""))


def survivors(table: Table, actor: str) -> tuple[str, ...]:
    """Return the bodies of an actor that survive the payment for a reshuffle."""
    price, bodies = settings.prices().health, actor_sheet.standing_bodies(table, actor)
    return tuple(body for body in bodies if actor_sheet.health_left(table, body) > price)


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers of a seat with actors that have not finished.

    One answer for the seat's own actors comes first, so that the answer for everybody has the same key at each seat.
    """
    battle, seat = context.battle, context.seat
    if battle is None or battle.phase is not Phase.DRAWING or battle.moment:
        return
    unfinished = [actor for actor in context.own_fighters if not battle.fighters[actor].ready]
    able = _able_to_finish(context.table, seat) if unfinished else ()
    finish = {actor: _finish_offer(context, actor, primary=len(able) == 1) for actor in able}
    if len(able) > 1:
        yield context.offer(FinishDrawingForAll(seat=seat, mine=True), name="finish_drawing_for_mine", primary=True)
    elif able:
        yield finish.pop(able[0])
    if able:
        yield context.offer(FinishDrawingForAll(seat=seat))
    for actor in unfinished:
        if actor in finish:
            yield finish[actor]
        for offer in _drawing(context, actor, battle.fighters[actor]):
            yield context.without_secret_reason(actor, offer)


def _finish_offer(context: OfferContext, actor: str, *, primary: bool) -> Offer:
    battle = participants.need_battle(context.table)
    command = FinishDrawing(seat=context.seat, actor=actor)
    return context.offer(command, primary=primary and not battle.fighters[actor].due)


def fight_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield that of these offers that a bot takes: a draw to make, or else to buy."""
    actor, fighter = first_drawing(context)
    if fighter is not None:
        for offer in islice(_drawing(context, actor, fighter), 1):
            yield context.without_secret_reason(actor, offer)


def first_drawing(context: OfferContext) -> tuple[str, FighterState | None]:
    """Return the first actor of the seat with a draw to make, else the first that has not finished, and its state."""
    battle = context.battle
    if battle is None or battle.phase is not Phase.DRAWING or battle.moment:
        return "", None
    drawing = [(actor, battle.fighters[actor]) for actor in context.own_fighters if not battle.fighters[actor].ready]
    due = (pair for pair in drawing if pair[1].due)
    return next(due, None) or next(iter(drawing), ("", None))


def _drawing(context: OfferContext, actor: str, fighter: FighterState) -> Iterator[Offer]:
    table, seat = context.table, context.seat
    bodies = actor_sheet.standing_bodies(table, actor)
    if fighter.due:
        asks = _payers(bodies if _may_exhaust(context, actor, fighter.due) else ())
        yield context.offer(DrawDue(seat=seat, actor=actor), asks=asks, primary=True, count=fighter.due)
    asks, price = _payers(bodies if _may_exhaust(context, actor, 1) else ()), settings.prices()
    yield offer_of(table, BuyDraw(seat=seat, actor=actor), asks=asks, adrenaline=price.draw)
    yield _reshuffle(context, actor, bodies)


def _may_exhaust(context: OfferContext, actor: str, count: int) -> bool:
    """Return whether an actor may have to pay with Health, as far as the viewer knows the room in its hand."""
    return not context.may_read(actor) or battle_changes.would_exhaust(context.table, actor, count)


def _reshuffle(context: OfferContext, actor: str, bodies: tuple[str, ...]) -> Offer:
    """Return the offer to buy a reshuffle; with the last Health it is another offer that says so (CD-AMB-11)."""
    table, cost, health = context.table, settings.prices().reshuffle, settings.prices().health
    command = BuyReshuffle(seat=context.seat, actor=actor)
    if context.may_read(actor):
        bodies = survivors(table, actor)
    offer = offer_of(table, command, asks=_payers(bodies), adrenaline=cost, health=health)
    dies = offer.denial is not None and offer.denial.message.key == "refused.drawing_be_sure"
    if not dies or not context.may_read(actor):
        return offer
    name, sure = f"buy_reshuffle_dying:{actor}", replace(command, sure=True)
    return context.offer(sure, name=name, adrenaline=cost, health=health)


def _payers(bodies: tuple[str, ...]) -> dict[str, Answers]:
    """Ask which minion of a mob pays with Health (CD-DRAW-10)."""
    return {"body": Asks("payer", choices=bodies)} if len(bodies) > 1 else {}
