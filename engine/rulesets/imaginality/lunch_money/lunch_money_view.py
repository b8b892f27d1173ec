"""The activity view of a fight with the cards of Lunch Money."""

from __future__ import annotations

from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.rulesets.imaginality.lunch_money.blindness import ANYBODY, NEXT_TURN
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import LM_DECK
from engine.rulesets.imaginality.procedures import OtherDeck
from engine.rulesets.imaginality.rules_data import numbers


def other_deck_view(table: Table, viewer: str, procedure: OtherDeck) -> ActivityView:
    """Return such a fight as a viewer sees it: the seats involved, and the blinded with the end of it."""
    blinded = {
        victim: "" if until in {NEXT_TURN, ANYBODY} else until
        for victim, until in procedure.blinded.items()
        if victim in table.actors and table.may_read(table.actors[victim], viewer)
    }
    return ActivityView(
        title=Message(key="glimpse.lunch_money" if LM_DECK in table.zones else "glimpse.lunch_money_by_hand"),
        figures={"seats": list(procedure.seats), "blinded": blinded, "hand_size": numbers().lunch_money_hand},
    )
