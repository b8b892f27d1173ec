"""The deck in use: choosing one of the campaign's decks on a sheet writes its cards there (CD-UI-21)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import Draft
from engine.play.events import SheetEdited
from engine.play.moves.fields import audience_of
from engine.play.moves.versions import of_present_version
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.building import rows_for
from engine.table.frozen import Json

NAME, CARDS = "deck_name", "deck"


def fill(draft: Draft, actor: str, fields: Mapping[str, Json], *, by_gm: bool) -> None:
    """Write the cards of the deck that was chosen, unless its cards were written in the same gesture.

    Args:
        draft: where it is written down.
        actor: whose sheet it is.
        fields: what was written on it.
        by_gm: the GM wrote it, who may choose decks that nobody else knows.
    """
    before, found = draft.before.actors.get(actor), draft.table.actors.get(actor)
    name = fields.get(NAME)
    if found is None or CARDS in fields or not isinstance(name, str):
        return
    if before is not None and before.sheet.get(NAME) == name:
        return
    library = settings.library(draft.table)
    deck = library.deck_named(name, secret=by_gm)
    if deck is None:
        return
    rows = list(rows_for(deck, library))
    draft.emit(SheetEdited(actor=actor, fields=of_present_version(draft.table, found.sheet, {CARDS: rows})))
    count = sum(deck.cards.values())
    audience = audience_of(draft.table, found)
    draft.note("drawing_deck_chosen", "CD-UI-21", audience=audience, actor=found.name, deck=deck.name, count=count)
