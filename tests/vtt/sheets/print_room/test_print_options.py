"""The offers of the print room: only what a viewer may know, and only what is ticked."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.game_options import complete_options
from engine.model.frozen import replace
from engine.model.seats import PRINT, Actor, Role, Seat
from engine.presentation.visibility import VisibleTable
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_metadata import games_with_sheets
from engine.sheets.model.character_record import Record
from tests.engine.rulesets.card_the_drawing.table import GAME, arranged, laid, started
from vtt.sheets.print.print_job import (
    CardFacesPart,
    CardsPart,
    GmSummaryPart,
    HalfPagesPart,
    ReferenceSheetPart,
    SheetPart,
)
from vtt.sheets.print_room.print_options import (
    BLANK_CARDS,
    NothingToPrint,
    PrintOptions,
    PrintPreferences,
    PrintSelection,
    job_of,
    paper_options,
    preferences_from,
    stored_preferences,
)
from vtt.sheets.print_room.printable_items import PrintableItems, items_of_game, items_of_hands, items_of_view


def view_for(viewer: str) -> VisibleTable:
    """A table with two open characters, a secret one and an archived one, as a viewer may know it."""
    game = game_of("imaginality")
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {}))
    actors = (
        Actor(id="tomas", seat="tom", name="Tomas", sheet={"portrait": "p1"}),
        Actor(id="sally", seat="tom", name="Sally"),
        Actor(id="spy", seat="gm", name="The Spy", secret=True, sheet={"portrait": "p2"}),
        Actor(id="rook", seat="gm", name="The Rook"),
        Actor(id="gone", seat="tom", name="Gone", archived=True),
    )
    return game.view_for(replace(table, actors={actor.id: actor for actor in actors}), viewer)


def names(stock: PrintableItems) -> list[str]:
    return [form.name for form in stock.people]


def test_only_the_gm_can_print_the_gms_characters() -> None:
    shared = items_of_view(view_for(PRINT), "Thursday")
    assert names(shared) == ["Tomas", "Sally"]
    assert shared.portraits == ("p1",)
    assert "Spy" not in repr(shared)
    assert names(items_of_view(view_for("gm"), "Thursday")) == ["Tomas", "Sally", "The Spy", "The Rook"]
    assert names(items_of_view(view_for("tom"), "Thursday")) == ["Tomas", "Sally"]
    assert names(items_of_view(view_for(PRINT), "Thursday", also="gone")) == ["Tomas", "Sally", "Gone"]
    assert names(items_of_view(view_for(PRINT), "Thursday", also="spy")) == ["Tomas", "Sally"]
    assert names(items_of_view(view_for(PRINT), "Thursday", also="rook")) == ["Tomas", "Sally", "The Rook"], "asked for"


def test_options_become_parts_in_the_order_of_the_room() -> None:
    stock = items_of_view(view_for("gm"), "Thursday")
    first = stock.people[0].description.sections[0].key
    order = PrintOptions(
        people=("sally", "spy"), brief=True, blanks=True, some=True, picks=PrintSelection(left_out=(first,))
    )
    job = job_of(order, stock)
    kinds = [type(part) for part in job.parts]
    assert kinds == [SheetPart, SheetPart, GmSummaryPart, SheetPart]
    whole = [part for part in job.parts if isinstance(part, SheetPart)]
    assert [part.form.name for part in whole] == ["Sally", "The Spy", ""]
    assert all(part.picked is not None and first not in part.picked for part in whole)
    assert [len(part.forms) for part in job.parts if isinstance(part, GmSummaryPart)] == [4], "everybody, ticked or not"
    entire = [part for part in job_of(replace(order, some=False), stock).parts if isinstance(part, SheetPart)]
    assert [part.picked for part in entire] == [None, None, None]


def test_half_pages_share_papers_and_a_blank_is_there_twice() -> None:
    """Sheets without a half page stay whole; those that follow one sheet are in one part."""
    items = items_of_game("classic_fantasy")
    blank = next(form for form in items.blanks if form.description.id == "creature")
    foes = [dataclasses.replace(blank, record=Record(name=name, actor=name)) for name in ("Bear", "Wolf")]
    hero = dataclasses.replace(items.blanks[0], record=Record(name="Bran", actor="bran"))
    people = (foes[0], hero, foes[1])
    order = PrintOptions(blanks=True, halves=True, picks=PrintSelection(forms=("creature",)))
    parts = job_of(order, dataclasses.replace(items, people=people)).parts
    assert [type(part) for part in parts] == [HalfPagesPart, SheetPart]
    assert isinstance(parts[0], HalfPagesPart)
    assert [sheet.form.name for sheet in parts[0].sheets] == ["Bear", "Wolf", "", ""]
    whole = job_of(replace(order, halves=False), dataclasses.replace(items, people=people)).parts
    assert [type(part) for part in whole] == [SheetPart] * 4


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (PrintOptions(people=()), "No character is ticked"),
        (PrintOptions(sheets=False), "Nothing is ticked"),
        (PrintOptions(sheets=False, blanks=True, picks=PrintSelection(forms=())), "No blank sheet is ticked"),
        (PrintOptions(sheets=False, cards=True, picks=PrintSelection(decks=())), "No deck is ticked"),
    ],
)
def test_empty_options_say_what_to_tick(order: PrintOptions, words: str) -> None:
    with pytest.raises(NothingToPrint, match=words):
        job_of(order, items_of_view(view_for(PRINT), "Thursday"))


def test_no_section_is_not_a_sheet() -> None:
    stock = items_of_view(view_for(PRINT), "Thursday")
    every = tuple(section.key for section in stock.people[0].description.sections)
    with pytest.raises(NothingToPrint, match="No section is ticked"):
        job_of(PrintOptions(some=True, picks=PrintSelection(left_out=every)), stock)


def test_each_game_has_blanks_without_a_campaign() -> None:
    assert set(games_with_sheets()) == {"imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"}
    for game in games_with_sheets():
        stock = items_of_game(game)
        assert not stock.people
        assert len(job_of(PrintOptions(sheets=False, blanks=True), stock).parts) == 1, "the sheet of a character"
        every = tuple(form.description.id for form in stock.blanks)
        job = job_of(PrintOptions(sheets=False, blanks=True, picks=PrintSelection(forms=every)), stock)
        assert len(job.parts) == len(every)
        for part in job.parts:
            assert not isinstance(part, CardsPart) or len(part.forms) == BLANK_CARDS
        for backs in (True, False):
            again = job_of(
                PrintOptions(sheets=False, blanks=True, backs=backs, picks=PrintSelection(forms=every)), stock
            )
            assert {part.plain_backs for part in again.parts if isinstance(part, CardsPart)} <= {backs}


@pytest.mark.rule("CD-UI-26")
def test_every_card_of_the_drawing_is_in_a_deck_and_printed_with_its_own_face() -> None:
    stock = items_of_game("card_the_drawing")
    named = {deck.name: deck for deck in stock.decks}
    lists = [deck for name, deck in named.items() if name.startswith("All cards")]
    assert sum(deck.count for deck in lists) == 63
    assert len({face.key for deck in lists for face in deck.faces}) == 63
    order = PrintOptions(
        sheets=False, cards=True, reference=True, picks=PrintSelection(decks=("Deck: Titan", "All cards: Auto"))
    )
    part, reference = job_of(order, stock).parts
    assert isinstance(part, CardFacesPart)
    assert part.plain_backs
    assert [face.name for face in part.faces][:3] == ["Swing Blade", "Swing Blade", "Furious Charge"], "with copies"
    assert len(part.faces) == 18 + 1
    assert isinstance(reference, ReferenceSheetPart)


@pytest.mark.rule("CD-UI-26", "CD-GM-1")
def test_decks_of_foes_are_printed_on_the_gms_own_screen_alone() -> None:
    table = laid("tia", "ogre")
    names = {viewer: [d.name for d in _stock(GAME.view_for(table, viewer)).decks] for viewer in ("gm", "tom", "print")}
    foes = ["Deck of Ogre", "Deck: Mob", "Deck: Boss", "All cards: GM/Minion", "All cards: Environment"]
    assert [name for name in foes if name not in names["gm"]] == []
    for viewer in ("tom", "print"):
        assert [name for name in foes if name in names[viewer]] == []
        assert "Deck of Tia" in names[viewer]


def _stock(view: VisibleTable) -> PrintableItems:
    return items_of_view(view, "")


def test_preferences_do_not_store_whose_sheets_were_printed() -> None:
    order = PrintOptions(paper="letter", margin=12.0, saving=True, grey=True, two_sided=True, people=("spy",))
    kept = stored_preferences(
        PrintPreferences(order=order, picks={"imaginality": PrintSelection(left_out=("who",))}, zoom=150)
    )
    assert "spy" not in repr(kept)
    back = preferences_from(kept)
    assert back.order == replace(order, people=None)
    assert back.picks["imaginality"].left_out == ("who",)
    assert back.zoom == 150
    options = paper_options(back.order)
    assert (options.paper.name, options.paper.margin, options.saving, options.grey) == ("letter", 12.0, True, True)
    for broken in (None, 7, {"order": {"margin": 900}}, {"zoom": "x"}):
        assert preferences_from(broken) == PrintPreferences()


@pytest.mark.rule("CD-UI-26", "CD-UI-2")
def test_a_hand_is_printed_for_its_own_viewer_only() -> None:
    table = started(laid("tia", "ogre"))
    table = arranged(arranged(table, "tia", hand="punch retreat"), "ogre", hand="hamstring")

    def hands(viewer: str) -> dict[str, list[str]]:
        decks = _stock(GAME.view_for(table, viewer)).decks
        return {d.name: [face.name for face in d.faces] for d in decks if d.name.startswith("Hand of")}

    assert hands("tom") == {"Hand of Tia": ["Punch", "Retreat"]}
    assert hands("gm") == {"Hand of Ogre": ["Hamstring"]}
    assert hands("eve") == hands("shared") == hands("print") == {}
    behind = items_of_hands(GAME.view_for(table, "tom"))
    assert [deck.name for deck in behind.decks] == ["Hand of Tia"]
    assert (behind.people, behind.blanks, behind.reference) == ((), (), None)
