"""The deck in use: chosen on the sheet from the campaign's decks, it fills the sheet."""

from __future__ import annotations

import pytest

from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.record_moves import EditSheet, WriteRecord
from engine.sheets.model.field_values import choices_of
from engine.sheets.model.sheet_description import ChoiceField
from tests.engine.rulesets.card_the_drawing.table import laid, notes, outcome, refused, started

OWN: dict[str, Json] = {"id": "ours", "name": "Night Watch", "cards": {"punch": 2, "retreat": 1}}
GM_OWN: dict[str, Json] = {"id": "gm-1", "name": "Warden", "cards": {"swing_blade": 2}}


@pytest.fixture
def chosen_from() -> Table:
    """Tia and the ogre at a table whose group has a deck of its own, and the GM one that nobody else knows."""
    return replace(laid("tia", "ogre"), lists={"decks": (OWN,), "gm_decks": (GM_OWN,)})


@pytest.mark.rule("CD-UI-21", "CD-DECK-4")
@pytest.mark.parametrize("sheet", ["hero", "boss"])
def test_the_deck_in_use_is_chosen_from_the_shipped_decks_and_those_of_the_campaign(
    chosen_from: Table, sheet: str
) -> None:
    field = sheets_of("card_the_drawing")[sheet].field("deck_name")
    assert isinstance(field, ChoiceField)
    shipped = {deck.name for deck in library_of().decks.values()}
    assert set(field.choices) == (shipped if sheet == "boss" else {"Titan", "Shadow", "Sorcerer"})
    assert choices_of(field, chosen_from.lists) == (*field.choices, "Night Watch")


@pytest.mark.rule("CD-UI-21")
@pytest.mark.parametrize(
    ("seat", "name", "cards"),
    [
        ("tom", "Night Watch", {"Punch": 2, "Retreat": 1}),
        ("tom", " night watch", {"Punch": 2, "Retreat": 1}),
        ("tom", "Warden", None),
        ("gm", "Warden", {"Swing Blade": 2}),
        ("tom", "My own", None),
        ("tom", "Titan", {library_of().cards[id_].name: n for id_, n in library_of().decks["titan"].cards.items()}),
    ],
)
@pytest.mark.parametrize("whole", [False, True], ids=["a field", "the record"])
def test_a_deck_that_is_chosen_fills_the_sheet(
    chosen_from: Table, seat: str, name: str, cards: dict[str, int] | None, whole: bool
) -> None:
    """In one gesture, and the log says so; a name of one's own, and a deck that one may not know, change no card."""
    before = chosen_from.actors["tia"].sheet["deck"]
    fields: dict[str, Json] = {"deck_name": name}
    command = (
        WriteRecord(seat=seat, actor="tia", fields=fields)
        if whole
        else EditSheet(seat=seat, actor="tia", fields=fields)
    )
    result = outcome(chosen_from, command)
    sheet = result.table.actors["tia"].sheet
    assert sheet["deck_name"] == name
    rows = [{"card": card, "count": count} for card, count in (cards or {}).items()]
    assert sheet["deck"] == (before if cards is None else rows)
    assert ("deck_chosen" in notes(result)) == (cards is not None)
    again = outcome(result.table, EditSheet(seat=seat, actor="tia", fields={"deck": [], "deck_name": name}))
    assert again.table.actors["tia"].sheet["deck"] == [], "what is written of the cards themselves counts"


@pytest.mark.rule("CD-DECK-4", "CD-UI-21")
def test_another_deck_is_not_chosen_in_the_middle_of_a_battle(chosen_from: Table) -> None:
    table = started(chosen_from, "tia", "ogre")
    choose = EditSheet(seat="tom", actor="tia", fields={"deck_name": "Night Watch"})
    assert refused(table, choose).message.key == "refused.drawing_deck_locked"
