"""Answers to the choices of a card: the acting minion of a mob, targets, cards, and whether to use an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import CardIds
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.card_piles import known_cards
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused, needed
from engine.model.table import Table
from engine.presentation.choice_offers import choice_offers
from engine.presentation.command_offers import Asks
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone, hand_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    current_resolution,
)
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext, places_of
from engine.rulesets.card_the_drawing.battle.participants import need_controller
from engine.rulesets.card_the_drawing.battle.resolution.card_resolution import aim_at
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    PendingChoice,
    begin_next_effect,
    card_record,
    change_resolution,
    pending_choice,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY

BodyId = Annotated[str, Meta(description="a body: a character, a boss, or a minion (`rats#2`)")]
Bodies = Annotated[tuple[str, ...], Meta(description="bodies: characters, bosses or minions (`rats#2`)")]


class ChooseTargets(Request):
    """Choose the targets of the card being resolved; none where it may be declined."""

    RULES = ("CD-TGT-1", "CD-TGT-2", "CD-TAG-BLAST", "CD-PLAY-7")
    targets: Bodies = ()

    def verify(self, table: Table) -> None:
        """Legal targets, as many as are allowed, including the required ones."""
        fault = need_pending_choice(table, self, "targets").choice.refusal(self.targets)
        if fault is not None:
            raise fault

    def decide(self, draft: Draft) -> None:
        """Set the targets; the resolution then continues."""
        choice = pending_choice(draft.table)
        assert choice is not None
        aim_at(draft, choice.choice.targets(self.targets))


class ChooseBody(Request):
    """Choose which minion plays the mob's card; until it is paid this may be changed."""

    RULES = ("CD-MINION-4",)
    body: Annotated[BodyId, Asks("acting_body")]

    def verify(self, table: Table) -> None:
        """A living minion of the mob that is no target itself."""
        resolution = needed(resolution_choosing_body(table), "drawing_not_asked", "CD-MINION-4")
        need_asked(table, self, resolution.actor)
        up = [body.id for body in snapshot_of(table).standing_bodies(resolution.actor)]
        if self.body not in up or self.body in resolution.targets:
            raise Refused("drawing_no_such_body", "CD-MINION-4", body=self.body)

    def decide(self, draft: Draft) -> None:
        """Set the acting minion."""
        resolution = change_resolution(draft, body=self.body)
        names = snapshot_of(draft.table).bodies
        card = card_record(draft.table, resolution.card).name
        draft.note("drawing_body", "CD-MINION-4", body=names[self.body].name, card=card)


def need_asked(table: Table, command: Request, actor: str) -> None:
    """Raise Refused unless the seat has to answer; for the surroundings the GM has to."""
    if actor == NOBODY:
        need_gm(table, command, "CD-GM-1")
    else:
        need_controller(table, command, actor, "CD-TGT-1")


def need_pending_choice(table: Table, command: Request, *kinds: str) -> PendingChoice:
    """Return the pending choice. Raises Refused if none of these kinds is pending, or another actor chooses."""
    choice = pending_choice(table)
    if choice is None or choice.kind not in kinds:
        raise Refused("drawing_not_asked", "CD-PLAY-3")
    need_asked(table, command, choice.actor)
    return choice


def resolution_choosing_body(table: Table) -> CardResolution | None:
    """Return the card of a mob for which another minion may still be chosen: until it is paid."""
    resolution = current_resolution(table)
    if resolution is None or not resolution.is_unpaid:
        return None
    who = snapshot_of(table).fighters.get(resolution.actor)
    return resolution if who is not None and who.is_mob else None


class ChooseCards(Request):
    """Choose which Conditions an effect takes out of play, or which cards of the hand are discarded."""

    RULES = ("CD-COND-1", "CD-COND-4")
    cards: CardIds

    def verify(self, table: Table) -> None:
        """As many cards as are asked for, each once, out of those offered."""
        choice = need_pending_choice(table, self, "cards")
        if len(set(self.cards)) != len(self.cards) or len(self.cards) != min(choice.count, len(choice.cards)):
            raise Refused("drawing_count", "CD-COND-1", count=min(choice.count, len(choice.cards)))
        known = choice.cards
        if choice.effect is not None and choice.effect.do == "discard":  # nobody can guess at a hidden hand
            known = known_cards(table, hand_zone(table, choice.served), self.seat)
        if not set(self.cards) <= set(choice.cards) & set(known):
            raise Refused("drawing_not_among", "CD-COND-1")

    def decide(self, draft: Draft) -> None:
        """Note them; the effect then continues."""
        change_resolution(draft, chosen=self.cards)


class ChoosePlace(Request):
    """Choose whose place among the targets passes to which other body."""

    RULES = ("CD-TGT-5", "CD-INT-4")
    source: Annotated[BodyId, Asks("place_of")]
    taker: Annotated[BodyId, Asks("place_to")]

    def verify(self, table: Table) -> None:
        """A place that may pass so; no body may have two."""
        fault = need_pending_choice(table, self, "place").ways.refusal(self.source, self.taker)
        if fault is not None:
            raise fault

    def decide(self, draft: Draft) -> None:
        """Note it; the effect then continues."""
        change_resolution(draft, chosen=(self.source, self.taker))


class UseEffect(Request):
    """Use the optional effect of a card, or decline it."""

    RULES = ("CD-PLAY-7",)
    NEEDS = (lambda table, command: need_pending_choice(table, command, "agree"),)
    use: Annotated[bool, Meta(description="false declines it")] = True

    def decide(self, draft: Draft) -> None:
        """Continue with it, or skip it."""
        choice = pending_choice(draft.table)
        assert choice is not None
        if self.use:
            change_resolution(draft, agreed=True)
            return
        name = card_record(draft.table, choice.card).name
        draft.note("drawing_declined", "CD-PLAY-7", actor=actor_name(draft.table, choice.actor) or name, card=name)
        begin_next_effect(draft)


# ---- offers ----------------------------------------------------------------------------------------------------------


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the seat's possible answers to the resolution in progress."""
    choice = pending_choice(context.table)
    if choice is not None and is_asked(context, choice.actor):
        yield from _answers(context, choice)
    mob = resolution_choosing_body(context.table)
    if mob is not None and is_asked(context, mob.actor):
        up = [body.id for body in snapshot_of(context.table).standing_bodies(mob.actor)]
        others = tuple(body for body in up if body not in (mob.body, *mob.targets))
        name, card = context.name(mob.actor), card_record(context.table, mob.card).name
        yield from choice_offers(ChooseBody, context.seat, {"body": others}, actor=name, card=card)


def is_asked(context: OfferContext, actor: str) -> bool:
    """Return whether the seat answers for an actor; for the surroundings the GM does."""
    return context.gm if actor == NOBODY else controller_of(context.table, actor) == context.seat


def _answers(context: OfferContext, choice: PendingChoice) -> Iterator[Offer]:
    seat, card = context.seat, card_record(context.table, choice.card).name
    match choice.kind:
        case "targets":
            yield from _targets(context, choice, card)
        case "cards":
            yield _cards(context, choice, card)
        case "place":
            ways = choice.ways
            asks = {"source": ways.sources, "taker": ways.takers}
            yield from choice_offers(ChoosePlace, seat, asks, primary=True, card=card)
        case "agree":
            yield context.offer(UseEffect(seat=seat), primary=True, card=card)
            yield context.offer(UseEffect(seat=seat, use=False), name="decline_effect", card=card)


def _targets(context: OfferContext, asked: PendingChoice, card: str) -> Iterator[Offer]:
    """Yield the offers to choose the targets; the command proposes those that must be included (CD-UI-8)."""
    choice = asked.choice
    bare = ChooseTargets(seat=context.seat, targets=choice.likeliest() if choice.demands else ())
    least, most = max(1, choice.least), choice.most
    aimed_at = Asks("aimed_at", (("count", most),), choices=choice.allowed, least=least, most=most, optional=False)
    asks = {"targets": aimed_at}
    yield context.offer(bare, asks=asks, primary=True, card=card, most=most)
    if not choice.least:
        yield context.offer(ChooseTargets(seat=context.seat), name="decline_targets", card=card)


def _cards(context: OfferContext, choice: PendingChoice, card: str) -> Offer:
    """Return the offer to choose cards of a hand, or Conditions, by their places."""
    places = places_of(context.table, choice.cards)
    count = min(choice.count, len(places))
    discards = choice.effect is not None and choice.effect.do == "discard"
    word = "discarded" if discards else "removed"
    zone = hand_zone(context.table, choice.served) if discards else field_zone(choice.served)
    asks = {"cards": Asks(word, choices=places, zone=zone, least=count, most=count)}
    name, bare = "discard_cards" if discards else "remove_conditions", ChooseCards(seat=context.seat, cards=())
    return context.offer(bare, name=name, asks=asks, primary=True, card=card, count=count)
