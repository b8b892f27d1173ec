"""What is said while effects are carried out: which cards, whose place, and whether at all."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.moves.fields import CardIds
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing.asking import question
from engine.rulesets.card_the_drawing.current import card_record, change
from engine.rulesets.card_the_drawing.targeting import BodyId, asked_for
from engine.rulesets.card_the_drawing.zones import hand_zone, known_cards
from engine.table.table import Table


class ChooseCards(Request):
    """Say which Conditions an effect takes out of play, or which cards of the hand are discarded."""

    RULES = ("CD-COND-1", "CD-COND-4")
    cards: CardIds


class ChoosePlace(Request):
    """Say whose place among the targets passes to whom."""

    RULES = ("CD-TGT-5", "CD-INT-4")
    source: BodyId
    taker: BodyId


class UseEffect(Request):
    """Do what the card leaves to its user, or decline it."""

    RULES = ("CD-PLAY-7",)
    use: Annotated[bool, Meta(description="false declines it")] = True


def verify_cards(table: Table, command: ChooseCards) -> None:
    """As many as are asked for, each once, from among those that stand to choice."""
    asked = asked_for(table, command, "cards")
    if len(set(command.cards)) != len(command.cards) or len(command.cards) != min(asked.count, len(asked.cards)):
        raise Refused("drawing_count", "CD-COND-1", count=min(asked.count, len(asked.cards)))
    known = asked.cards
    if asked.effect is not None and asked.effect.do == "discard":  # whoever may not see a hand cannot guess at it
        known = known_cards(table, hand_zone(table, asked.served), command.seat)
    if not set(command.cards) <= set(asked.cards) & set(known):
        raise Refused("drawing_not_among", "CD-COND-1")


def choose_cards(draft: Draft, command: ChooseCards) -> None:
    """Note them; the effect goes on by itself."""
    change(draft, chosen=command.cards)


def verify_place(table: Table, command: ChoosePlace) -> None:
    """A place that may pass so, and nobody has two."""
    fault = asked_for(table, command, "place").ways.fault(command.source, command.taker)
    if fault is not None:
        raise fault


def choose_place(draft: Draft, command: ChoosePlace) -> None:
    """Note it; the effect goes on by itself."""
    change(draft, chosen=(command.source, command.taker))


def verify_use(table: Table, command: UseEffect) -> None:
    """What may be declined."""
    asked_for(table, command, "agree")


def use_effect(draft: Draft, command: UseEffect) -> None:
    """Go on with it, or pass over it."""
    asked = question(draft.table)
    assert asked is not None
    if command.use:
        change(draft, agreed=True)
        return
    name = card_record(draft.table, asked.card).name
    draft.note("drawing_declined", "CD-PLAY-7", actor=actor_name(draft.table, asked.actor) or name, card=name)
    found = change(draft)
    change(draft, effect=found.effect + 1, agreed=False, chosen=(), served=())


MOVES = (
    Move(ChooseCards, verify_cards, choose_cards),
    Move(ChoosePlace, verify_place, choose_place),
    Move(UseEffect, verify_use, use_effect),
)
