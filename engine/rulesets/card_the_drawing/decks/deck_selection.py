"""The deck in use: choosing one of the campaign's decks on a sheet writes its cards there (CD-UI-21)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.audience import record_readers
from engine.core.draft import Draft
from engine.core.events import SheetEdited
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.decks.deck_rules import rows_for
from engine.sheets.editing.record_version import of_present_version

NAME, CARDS = "deck_name", "deck"


def write_chosen_deck(draft: Draft, actor: str, fields: Mapping[str, Json], *, by_gm: bool) -> None:
    """Write the cards of the chosen deck, unless the cards were written in the same gesture.

    Args:
        draft: what is being decided.
        actor: the actor of the sheet.
        fields: the fields that were written on it.
        by_gm: the GM wrote it, who may choose decks that nobody else knows.
    """
    before, character = draft.before.actors.get(actor), draft.table.actors.get(actor)
    name = fields.get(NAME)
    if character is None or CARDS in fields or not isinstance(name, str):
        return
    if before is not None and before.sheet.get(NAME) == name:
        return
    library = settings.library(draft.table)
    deck = library.deck_named(name, secret=by_gm)
    if deck is None:
        return
    rows = list(rows_for(deck, library))
    draft.emit(SheetEdited(actor=actor, fields=of_present_version(draft.table, character.sheet, {CARDS: rows})))
    count = sum(deck.cards.values())
    audience = record_readers(draft.table, character)
    draft.note("drawing_deck_chosen", "CD-UI-21", audience=audience, actor=character.name, deck=deck.name, count=count)
