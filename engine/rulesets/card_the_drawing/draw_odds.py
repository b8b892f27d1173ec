"""The chances of the next card of a draw pile, for those who know which cards are in it (CD-DRAW-2, CD-DRAW-5)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.odds.card_deals import NoDice
from engine.odds.every_result import TooManyResults
from engine.odds.odds import Odds, Outcome, distribution
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, DrawDue


def draw_odds(table: Table, command: BuyDraw | DrawDue, viewer: str) -> Odds | None:
    """Return the chance of each card that one draw may bring; None for several cards at once.

    Who controls the actor knows its deck; the cards that are left follow from its hand and its plan, so the odds are
    for a controller who sees both. An empty pile is filled with the discards first (CD-DRAW-7).
    """
    actor = command.actor
    if controller_of(table, actor) != viewer or not _sees_all_but_the_pile(table, actor, viewer):
        return None
    draft = Draft(table, NoDice())
    try:
        command.verify(table)
        command.decide(draft)
    except (Refused, TooManyResults):
        return None
    before = actor_zones.hand_cards(table, actor)
    drawn = [card for card in actor_zones.hand_cards(draft.table, actor) if card not in before]
    if len(drawn) != 1:
        return None
    pile = (*drawn, *actor_zones.cards_in(draft.table, actor_zones.draw_pile_zone(actor)))
    library = settings.library(table)
    counts = Counter(actor_zones.card_record_in(library, card).name for card in pile)
    outcomes = [
        (Outcome(name=name, label=Message(key="odds.named", params={"name": name})), Fraction(count, len(pile)))
        for name, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    ]
    return Odds(
        distributions=(distribution(Message(key="odds.next_card"), outcomes),),
        explanation=(Message(key="odds.pile", params={"count": len(pile)}),),
    )


def _sees_all_but_the_pile(table: Table, actor: str, viewer: str) -> bool:
    zones = (actor_zones.hand_zone(table, actor), actor_zones.plan_zone(actor))
    return all(table.zones[zone].may_see(card, viewer) for zone in zones for card in actor_zones.cards_in(table, zone))
