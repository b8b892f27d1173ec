"""What the print room offers and orders: only what a viewer may know, only what is ticked."""

from __future__ import annotations

import pytest

from engine.play.options import complete
from engine.play.sight import PRINT, View
from engine.rulesets.registry import game_of
from engine.sheets.games import games_with_sheets
from engine.table.frozen import replace
from engine.table.seats import Actor, Role, Seat
from tests.engine.card_the_drawing.table import GAME, arranged, laid, started
from vtt.sheets.job import Cards, FaceCards, InBrief, ReferencePart, WholeSheet
from vtt.sheets.order import (
    BLANK_CARDS,
    Habits,
    NothingTicked,
    Order,
    Picks,
    habits_from,
    job_of,
    kept_habits,
    paper_options,
)
from vtt.sheets.stock import Stock, stock_of_game, stock_of_hands, stock_of_view


def view_for(viewer: str) -> View:
    """A table with two open characters, a secret one and one that was put away, as a viewer may know it."""
    game = game_of("imaginality")
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    table = game.ruleset.lay_table(seats, complete(game.ruleset.options, {}))
    actors = (
        Actor(id="tomas", seat="tom", name="Tomas", sheet={"portrait": "p1"}),
        Actor(id="sally", seat="tom", name="Sally"),
        Actor(id="spy", seat="gm", name="The Spy", secret=True, sheet={"portrait": "p2"}),
        Actor(id="rook", seat="gm", name="The Rook"),
        Actor(id="gone", seat="tom", name="Gone", archived=True),
    )
    return game.view_for(replace(table, actors={actor.id: actor for actor in actors}), viewer)


def names(stock: Stock) -> list[str]:
    return [form.name for form in stock.people]


def test_the_common_screen_offers_nobody_whom_the_gm_leads_and_the_gm_prints_everybody() -> None:
    shared = stock_of_view(view_for(PRINT), "Thursday")
    assert names(shared) == ["Tomas", "Sally"]
    assert shared.portraits == ("p1",)
    assert "Spy" not in repr(shared)
    assert names(stock_of_view(view_for("gm"), "Thursday")) == ["Tomas", "Sally", "The Spy", "The Rook"]
    assert names(stock_of_view(view_for("tom"), "Thursday")) == ["Tomas", "Sally"]
    assert names(stock_of_view(view_for(PRINT), "Thursday", also="gone")) == ["Tomas", "Sally", "Gone"]
    assert names(stock_of_view(view_for(PRINT), "Thursday", also="spy")) == ["Tomas", "Sally"]
    assert names(stock_of_view(view_for(PRINT), "Thursday", also="rook")) == ["Tomas", "Sally", "The Rook"], "asked for"


def test_an_order_becomes_parts_in_the_order_of_the_room() -> None:
    stock = stock_of_view(view_for("gm"), "Thursday")
    first = stock.people[0].description.sections[0].key
    order = Order(people=("sally", "spy"), brief=True, blanks=True, some=True, picks=Picks(left_out=(first,)))
    job = job_of(order, stock)
    kinds = [type(part) for part in job.parts]
    assert kinds == [WholeSheet, WholeSheet, InBrief, WholeSheet]
    whole = [part for part in job.parts if isinstance(part, WholeSheet)]
    assert [part.form.name for part in whole] == ["Sally", "The Spy", ""]
    assert all(part.picked is not None and first not in part.picked for part in whole)
    assert [len(part.forms) for part in job.parts if isinstance(part, InBrief)] == [4], "everybody, ticked or not"
    entire = [part for part in job_of(replace(order, some=False), stock).parts if isinstance(part, WholeSheet)]
    assert [part.picked for part in entire] == [None, None, None]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Order(people=()), "No character is ticked"),
        (Order(sheets=False), "Nothing is ticked"),
        (Order(sheets=False, blanks=True, picks=Picks(forms=())), "No form is ticked"),
        (Order(sheets=False, cards=True, picks=Picks(decks=())), "No deck is ticked"),
    ],
)
def test_an_order_of_nothing_says_what_to_tick(order: Order, words: str) -> None:
    with pytest.raises(NothingTicked, match=words):
        job_of(order, stock_of_view(view_for(PRINT), "Thursday"))


def test_no_section_is_not_a_sheet() -> None:
    stock = stock_of_view(view_for(PRINT), "Thursday")
    every = tuple(section.key for section in stock.people[0].description.sections)
    with pytest.raises(NothingTicked, match="No section is ticked"):
        job_of(Order(some=True, picks=Picks(left_out=every)), stock)


def test_each_game_has_blanks_without_a_campaign() -> None:
    assert set(games_with_sheets()) == {"imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"}
    for game in games_with_sheets():
        stock = stock_of_game(game)
        assert not stock.people
        assert len(job_of(Order(sheets=False, blanks=True), stock).parts) == 1, "the sheet of a character"
        every = tuple(form.description.id for form in stock.blanks)
        job = job_of(Order(sheets=False, blanks=True, picks=Picks(forms=every)), stock)
        assert len(job.parts) == len(every)
        for part in job.parts:
            assert not isinstance(part, Cards) or len(part.forms) == BLANK_CARDS
        for backs in (True, False):
            again = job_of(Order(sheets=False, blanks=True, backs=backs, picks=Picks(forms=every)), stock)
            assert {part.plain_backs for part in again.parts if isinstance(part, Cards)} <= {backs}


@pytest.mark.rule("CD-UI-26")
def test_every_card_of_the_drawing_is_in_a_deck_and_printed_with_its_own_face() -> None:
    stock = stock_of_game("card_the_drawing")
    named = {deck.name: deck for deck in stock.decks}
    lists = [deck for name, deck in named.items() if name.startswith("All cards")]
    assert sum(deck.count for deck in lists) == 63
    assert len({face.key for deck in lists for face in deck.faces}) == 63
    order = Order(sheets=False, cards=True, reference=True, picks=Picks(decks=("Deck: Titan", "All cards: Auto")))
    part, reference = job_of(order, stock).parts
    assert isinstance(part, FaceCards)
    assert part.plain_backs
    assert [face.name for face in part.faces][:3] == ["Swing Blade", "Swing Blade", "Furious Charge"], "with copies"
    assert len(part.faces) == 18 + 1
    assert isinstance(reference, ReferencePart)


@pytest.mark.rule("CD-UI-26", "CD-GM-1")
def test_decks_of_foes_are_printed_on_the_gms_own_screen_alone() -> None:
    table = laid("tia", "ogre")
    names = {viewer: [d.name for d in _stock(GAME.view_for(table, viewer)).decks] for viewer in ("gm", "tom", "print")}
    foes = ["Deck of Ogre", "Deck: Mob", "Deck: Boss", "All cards: GM/Minion", "All cards: Environment"]
    assert [name for name in foes if name not in names["gm"]] == []
    for viewer in ("tom", "print"):
        assert [name for name in foes if name in names[viewer]] == []
        assert "Deck of Tia" in names[viewer]


def _stock(view: View) -> Stock:
    return stock_of_view(view, "")


def test_habits_come_back_without_telling_whose_sheets_were_printed() -> None:
    order = Order(paper="letter", margin=12.0, saving=True, grey=True, two_sided=True, people=("spy",))
    kept = kept_habits(Habits(order=order, picks={"imaginality": Picks(left_out=("who",))}, zoom=150))
    assert "spy" not in repr(kept)
    back = habits_from(kept)
    assert back.order == replace(order, people=None)
    assert back.picks["imaginality"].left_out == ("who",)
    assert back.zoom == 150
    options = paper_options(back.order)
    assert (options.paper.name, options.paper.margin, options.saving, options.grey) == ("letter", 12.0, True, True)
    for broken in (None, 7, {"order": {"margin": 900}}, {"zoom": "x"}):
        assert habits_from(broken) == Habits()


@pytest.mark.rule("CD-UI-26", "CD-UI-2")
def test_a_hand_is_printed_for_those_eyes_alone_that_may_know_it() -> None:
    table = started(laid("tia", "ogre"))
    table = arranged(arranged(table, "tia", hand="punch retreat"), "ogre", hand="hamstring")

    def hands(viewer: str) -> dict[str, list[str]]:
        decks = _stock(GAME.view_for(table, viewer)).decks
        return {d.name: [face.name for face in d.faces] for d in decks if d.name.startswith("Hand of")}

    assert hands("tom") == {"Hand of Tia": ["Punch", "Retreat"]}
    assert hands("gm") == {"Hand of Ogre": ["Hamstring"]}
    assert hands("eve") == hands("shared") == hands("print") == {}
    behind = stock_of_hands(GAME.view_for(table, "tom"))
    assert [deck.name for deck in behind.decks] == ["Hand of Tia"]
    assert (behind.people, behind.blanks, behind.reference) == ((), (), None)
