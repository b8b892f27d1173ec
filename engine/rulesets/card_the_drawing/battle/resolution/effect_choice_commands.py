"""Choices during an effect: which cards, a redirected target, and whether to use it at all."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import CardIds
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.actor_zones import hand_zone, known_cards
from engine.rulesets.card_the_drawing.battle.resolution.pending_choice import pending_choice
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import card_record, change_resolution
from engine.rulesets.card_the_drawing.battle.resolution.target_commands import BodyId, need_pending_choice


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
    source: BodyId
    taker: BodyId

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
    use: Annotated[bool, Meta(description="false declines it")] = True

    def verify(self, table: Table) -> None:
        """An effect that is optional."""
        need_pending_choice(table, self, "agree")

    def decide(self, draft: Draft) -> None:
        """Continue with it, or skip it."""
        choice = pending_choice(draft.table)
        assert choice is not None
        if self.use:
            change_resolution(draft, agreed=True)
            return
        name = card_record(draft.table, choice.card).name
        draft.note("drawing_declined", "CD-PLAY-7", actor=actor_name(draft.table, choice.actor) or name, card=name)
        resolution = change_resolution(draft)
        change_resolution(draft, effect=resolution.effect + 1, agreed=False, chosen=(), served=())


MOVES = (ChooseCards, ChoosePlace, UseEffect)
