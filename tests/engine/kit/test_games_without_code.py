"""Games that are only data: the two examples are played, and every fault in the data has its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.draft import find_procedure
from engine.core.events import Noted
from engine.core.game_options import complete_options
from engine.core.manual_moves import JoinSeat, LeaveSeat, MoveCards, RemoveActor
from engine.kit.conformance.sheet_filling import FixedWidthMeasure
from engine.kit.conformance.suite import RunLength, check_conformance
from engine.kit.sessions.session_plan import session_plan_of, step_messages
from engine.kit.without_code.deal_commands import CollectCards, DealCards, ReturnDiscards
from engine.kit.without_code.game_without_code import GameWithOwnCards
from engine.kit.without_code.turn_marker import BeginTurns, EndTurns, PassTurn, SetInitiative, TurnMarker
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.seats import SHARED, Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import GameState, game_of, games, printer_of
from engine.sheets.catalogue.sheet_library import sheets_of
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.layout.page_geometry import A4
from engine.sheets.printing.blank_sheet import BlankSheet
from engine.sheets.printing.sheet_printing import sheet_pages
from tests.engine.rulesets.game_folders import games_folder
from tests.properties import new_seed

EXAMPLES = Path(__file__).parents[3] / "engine" / "docs" / "examples"
SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))
VIEWERS = ("gm", "tom", "eva", SHARED)


@pytest.fixture(autouse=True)
def _examples() -> Iterator[None]:
    with games_folder(EXAMPLES):
        yield


class Evening:
    """A table of one of the examples, and the commands done on it."""

    def __init__(self, game: str, *seats: Seat) -> None:
        self.game: Game = game_of(game)
        self.table: Table = self.game.ruleset.new_table(seats or SEATS, complete_options(self.game.ruleset.options, {}))
        self.seed = 0
        self.last_line = ""

    def do(self, command: Any) -> None:
        self.seed += 1
        done = self.game.apply(self.table, command, SeededChance(self.seed))
        self.table = done.table
        self.last_line = next((say(event.message) for event in done.events if isinstance(event, Noted)), "")

    def offer(self, seat: str, name: str, viewer: str | None = None) -> Offer:
        return next(offer for offer in self.game.offers(self.table, seat, viewer) if offer.name == name)

    def take(self, seat: str, name: str, **answers: Any) -> None:
        offer = self.offer(seat, name)
        assert offer.denial is None, say(offer.denial.message)
        self.do(replace(offer.command, **answers))

    def names(self, seat: str) -> set[str]:
        return {offer.name for offer in self.game.offers(self.table, seat)}

    def count(self, zone: str) -> int:
        return len(self.table.zones[zone].cards)


def test_the_card_game_is_dealt_played_and_collected() -> None:
    evening = Evening("crazy_eights")
    assert evening.offer("gm", "deal_cards:deck").primary
    assert "deal_cards:deck" not in evening.names("tom"), "the GM deals"
    evening.take("gm", "deal_cards:deck")
    assert [evening.count(zone) for zone in ("hand:gm", "hand:tom", "hand:eva", "discard", "deck")] == [5, 5, 5, 1, 36]
    evening.take("tom", "draw_from:deck")
    assert evening.last_line == "Tom draws 1 card from the deck"
    card = evening.table.zones["hand:tom"].cards[2]
    which = evening.offer("tom", "play_to:discard").questions[0]
    assert card in which.choices
    evening.take("tom", "play_to:discard", cards=(card,))
    assert evening.table.zones["discard"].cards[0] == card
    assert evening.last_line == "Tom plays 1 card to the discard pile"
    evening.do(MoveCards(seat="tom", cards=("hand:tom#0",), target="hand:eva"))
    assert evening.last_line == "Tom moves 1 card from Tom’s hand to Eva’s hand"
    evening.do(MoveCards(seat="eva", cards=(card,), target="hand:eva"))
    assert evening.last_line == "Eva takes 1 card from the discard pile"
    evening.take("eva", "play_to:discard", cards=(card,))
    for _ in range(evening.count("deck")):
        evening.take("eva", "draw_from:deck")
    drained = evening.offer("eva", "draw_from:deck")
    assert drained.denial is not None
    assert drained.denial.message.key == "refused.deck_empty"
    evening.take("eva", "return_discards:deck")
    assert (evening.count("deck"), evening.count("discard")) == (1, 1)
    evening.take("gm", "collect_cards")
    assert evening.count("deck") == 52
    evening.take("tom", "take_chips:box:white", chips={"white": 2})
    evening.take("tom", "give_chips:box:white", chips={"white": 1})
    assert (evening.table.chips["tom"]["white"], evening.table.chips["box"]["white"]) == (1, 39)


def test_a_step_of_a_session_has_its_words_and_its_buttons() -> None:
    evening = Evening("crazy_eights")
    (step,) = session_plan_of(evening.game.ruleset).start
    assert [say(message) for message in step_messages("crazy_eights", step)] == [
        "Cards",
        "Collect the cards of the last game, then deal new hands.",
    ]
    offered = {name.partition(":")[0] for name in evening.names("gm")}
    evening.take("gm", "deal_cards:deck")
    assert {*step.offers} <= offered | {name.partition(":")[0] for name in evening.names("gm")}


def test_the_conformance_suite_finds_a_step_without_words(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.toml").write_text('id = "mine"\nname = "Mine"\n', encoding="utf-8")
    (tmp_path / "mine" / "sessions.toml").write_text('[[end]]\nname = "tally"\n', encoding="utf-8")
    with games_folder(tmp_path):
        report = check_conformance(game_of("mine"), length=RunLength(commands=2, moments=1), seed=1)
    found = [finding.sentence for finding in report.findings if finding.check == "texts"]
    assert [
        key for key in ("session_step.tally", "session_step_help.tally") if not any(key in line for line in found)
    ] == []


def test_others_see_neither_a_hand_nor_its_cards_in_an_offer() -> None:
    evening = Evening("crazy_eights")
    evening.take("gm", "deal_cards:deck")
    hand = evening.table.zones["hand:tom"].cards
    assert evening.game.view_for(evening.table, "tom").zones["hand:tom"].cards == hand
    for viewer in ("eva", "gm", SHARED):
        assert evening.game.view_for(evening.table, viewer).zones["hand:tom"].cards == ()
        choices = evening.offer("tom", "play_to:discard", viewer).questions[0].choices
        assert choices == tuple(f"hand:tom#{at}" for at in range(5))


def test_the_turn_goes_round_the_seats() -> None:
    evening = Evening("crazy_eights")
    evening.take("gm", "deal_cards:deck")
    assert not evening.offer("tom", "play_to:discard").primary, "nobody's turn"
    evening.take("gm", "begin_turns")

    def holder() -> tuple[str, ...]:
        return evening.game.view_for(evening.table, "eva").under_way[-1].waiting_for

    held = [holder()]
    for seat in ("gm", "tom", "eva"):
        assert evening.offer(seat, "pass_turn").primary
        natural = [one for one in ("gm", "tom", "eva") if evening.offer(one, "play_to:discard").primary]
        assert natural == [seat], "a double click plays a card in one's own turn"
        evening.take(seat, "pass_turn")
        held.append(holder())
    assert held == [("gm",), ("tom",), ("eva",), ("gm",)]
    marker = find_procedure(evening.table, TurnMarker)
    assert marker is not None
    assert marker.round == 2
    assert "pass_turn" not in evening.names("tom")
    evening.take("gm", "pass_turn")
    evening.do(LeaveSeat(seat="gm", id="tom"))
    assert holder() == ("eva",), "the turn of a person who leaves goes to the next one"
    evening.do(JoinSeat(seat="gm", id="max", name="Max"))
    assert evening.count("hand:max") == 0
    evening.take("gm", "end_turns")
    assert evening.game.view_for(evening.table, "eva").under_way == ()


def test_a_table_without_a_gm_deals_and_passes_on_its_own() -> None:
    evening = Evening("crazy_eights", Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))
    evening.take("eva", "deal_cards:deck")
    evening.take("eva", "begin_turns")
    evening.take("eva", "pass_turn")
    assert evening.game.view_for(evening.table, "tom").under_way[-1].waiting_for == ("tom",)


def test_the_homebrew_game_has_initiative_dice_cards_and_tokens() -> None:
    evening = Evening("homebrew_d20")
    assert "hand:gm" not in evening.table.zones
    assert evening.table.chips["tom"] == {"blue": 1}
    assert evening.table.chips["gm"] == {}
    for number, (seat, name) in enumerate((("tom", "Brannoc"), ("eva", "Ysolde"), ("gm", "Goblin"))):
        evening.do(JoinActor(seat="gm", id=f"a{number}", name=name, leader=seat, secret=seat == "gm"))
    actor = evening.table.actors["a0"]
    assert {name: track.value for name, track in actor.tracks.items()} == {"Hit points": 10, "Luck": 3}
    evening.take("gm", "begin_turns")
    with pytest.raises(Refused) as refused:
        evening.do(SetInitiative(seat="tom", actor="a1", number=3))
    assert refused.value.message.key == "refused.not_your_initiative"
    unknown = [
        evening.game.refusal(evening.table, SetInitiative(seat="tom", actor=id_, number=1)) for id_ in ("a2", "a9")
    ]
    assert [one.message.key for one in unknown if one is not None] == ["refused.no_such_actor"] * 2, "a2 is secret"
    evening.take("tom", "set_initiative:a0", number=12)
    evening.take("eva", "set_initiative:a1", number=17)
    evening.take("gm", "set_initiative:a2", number=15)
    evening.take("gm", "pass_turn")

    def shown(viewer: str) -> list[str]:
        return [turn.actor for turn in evening.game.view_for(evening.table, viewer).under_way[-1].order]

    assert shown("gm") == ["a1", "a2", "a0"]
    assert shown("tom") == shown(SHARED) == ["a1", "a0"], "the secret foe is in nobody else's order"
    evening.take("gm", "pass_turn")
    title = evening.game.view_for(evening.table, "tom").under_way[-1].title
    assert "Goblin" not in say(title)
    evening.do(RemoveActor(seat="gm", actor="a2"))
    marker = find_procedure(evening.table, TurnMarker)
    assert marker is not None
    assert marker.current == "a0"
    evening.take("tom", "roll_dice:2")


def refusal_of(evening: Evening, command: Any) -> str:
    refused = evening.game.refusal(evening.table, command)
    return "" if refused is None else refused.message.key


def test_what_the_usual_moves_refuse() -> None:
    evening = Evening("crazy_eights")
    assert refusal_of(evening, DealCards(seat="tom", deck="deck", count=5)) == "refused.gm_only"
    assert refusal_of(evening, DealCards(seat="gm", deck="deck", count=18)) == "refused.not_enough_cards"
    assert refusal_of(evening, DealCards(seat="gm", deck="discard", count=1)) == "refused.no_such_zone"
    assert refusal_of(evening, CollectCards(seat="tom")) == "refused.gm_only"
    assert refusal_of(evening, ReturnDiscards(seat="tom", deck="deck")) == "refused.no_discards"
    assert refusal_of(evening, PassTurn(seat="tom")) == "refused.turns_not_running"
    assert refusal_of(evening, EndTurns(seat="gm")) == "refused.turns_not_running"
    assert refusal_of(evening, SetInitiative(seat="gm", actor="a0", number=1)) == "refused.turns_not_running"
    assert refusal_of(evening, BeginTurns(seat="tom", seats=("tom",))) == "refused.gm_only"
    assert refusal_of(evening, BeginTurns(seat="gm", seats=("tom", "tom"))) == "refused.turns_of_seats"
    evening.take("gm", "begin_turns")
    assert refusal_of(evening, BeginTurns(seat="gm", seats=("tom",))) == "refused.turns_running"
    assert refusal_of(evening, PassTurn(seat="tom")) == "refused.turn_of_another"
    assert refusal_of(evening, EndTurns(seat="tom")) == "refused.gm_only"
    other = Evening("homebrew_d20")
    other.take("gm", "begin_turns")
    assert refusal_of(other, PassTurn(seat="gm")) == "refused.no_initiative"
    assert refusal_of(other, SetInitiative(seat="gm", actor="a0", number=1)) == "refused.no_such_actor"


def test_own_cards_have_a_face_and_are_printed() -> None:
    evening = Evening("homebrew_d20")
    ruleset = evening.game.ruleset
    assert isinstance(ruleset, GameWithOwnCards)
    assert evening.count("deck") == 13
    evening.take("tom", "draw_from:deck")
    (card,) = evening.table.zones["hand:tom"].cards
    face = ruleset.card_face(card, {}, {})
    assert face is not None
    assert face.name
    assert ruleset.card_face("8H", {}, {}) is None
    assert printer_of("homebrew_d20") is ruleset
    (deck,) = ruleset.face_decks({}, {}, (), foes=False)
    assert len(deck.faces) == 13
    assert say(evening.offer("tom", "play_to:scene").label) == "Play a card to the scene"
    evening.take("tom", "play_to:scene", cards=(card,))
    evening.take("eva", "take_from:scene")
    assert evening.table.zones["hand:eva"].cards == (card,)


def test_the_homebrew_sheet_prints_on_one_page() -> None:
    sheet = sheets_of("homebrew_d20")["hero"]
    (page,) = sheet_pages(BlankSheet(sheet), A4, FixedWidthMeasure(), game="Homebrew d20")
    assert not page.continued


@pytest.mark.parametrize("game", ["crazy_eights", "homebrew_d20"])
def test_the_examples_conform(game: str) -> None:
    seed = new_seed()
    report = check_conformance(game_of(game), length=RunLength(commands=200, moments=8), seed=seed)
    assert [f"{found.check}: {found.sentence}" for found in report.findings] == [], f"with seed {seed}"
    assert report.commands >= 200


SHEET = """
id = "hero"
title = "T"
[[sections]]
key = "a"
title = "A"
fields = [{{ kind = "{kind}", key = "b", label = "B"{more} }}]
"""
FAULTS = {
    "a word that is not known": ("ruleset.toml", "[table]\nhnds = true\n", ("table", "hnds")),
    "no TOML": ("ruleset.toml", "[table\n", ("the file",)),
    "no joker": (
        "ruleset.toml",
        '[[table.decks]]\nzone = "deck"\njokers = ["Z"]\n',
        ("table.decks[0].jokers[0]",),
    ),
    "a name with a space": ("ruleset.toml", '[[table.zones]]\nid = "my row"\n', ("table.zones[0].id",)),
    "two places of one name": (
        "ruleset.toml",
        '[table]\ndecks = [{ zone = "deck" }]\nzones = [{ id = "deck" }]\n',
        ("table.decks[0].zone", "2 places"),
    ),
    "a hand by hand": ("ruleset.toml", '[[table.zones]]\nid = "hand"\n', ("table.zones[0].id", "itself")),
    "owners without an owner": (
        "ruleset.toml",
        '[[table.zones]]\nid = "row"\nsight = "owners"\n',
        ("table.zones[0].sight", "owner"),
    ),
    "a deal without hands": ("ruleset.toml", '[[table.decks]]\nzone = "deck"\ndeal = 5\n', ("deal", "hands = true")),
    "dice that are none": ("ruleset.toml", '[table.dice]\nTest = "2x6"\n', ("table.dice.Test", "2x6")),
    "a number out of its bounds": (
        "ruleset.toml",
        "[actor.tracks.Health]\nvalue = 9\nmost = 5\n",
        ("actor.tracks.Health", "between"),
    ),
    "a number beyond all bounds": (
        "ruleset.toml",
        "[actor.tracks.Health]\nvalue = 99999999999\n",
        ("actor.tracks.Health", "1000000"),
    ),
    "a hit location without a name": (
        "ruleset.toml",
        '[actor.body]\nchart = "human"\n[actor.body.locations]\n"" = {}\n',
        ("actor.body.locations", "letters"),
    ),
    "cards without a deck": ("cards.toml", '[[cards]]\nname = "Fox"\n', ("cards[0].deck", "own = true")),
    "a card without a name": ("cards.toml", "[[cards]]\nvalue = 3\n", ("cards[0]", "name")),
    "too many copies": ("cards.toml", '[[cards]]\nname = "Fox"\ncount = 1000\n', ("cards[0].count",)),
    "a sheet with a wrong kind": (
        "sheets/hero.toml",
        SHEET.format(kind="numbr", more=""),
        ("sheets/hero.toml", "numbr"),
    ),
    "a sheet with a wrong formula": (
        "sheets/hero.toml",
        SHEET.format(kind="number", more=', formula = "c + 1"'),
        ("sheets/hero.toml", "c"),
    ),
    "a step without a name": ("sessions.toml", '[[start]]\noffers = ["deal_cards"]\n', ("start[0]", "name")),
    "a reference without a meaning": (
        "reference.toml",
        'title = "Rules"\n[[parts]]\ntitle = "A turn"\nlines = [["Move"]]\n',
        ("reference.toml", "2 entries are needed, not 1"),
    ),
    "a step with a name that is no key": ("sessions.toml", '[[start]]\nname = "A step"\n', ("start[0].name",)),
    "too many steps": ("sessions.toml", '[[end]]\nname = "tally"\n' * 21, ("sessions.toml", "end", "20")),
    "a deal of less than no card": ("ruleset.toml", '[[table.decks]]\nzone = "deck"\ndeal = -1\n', ("at least 0",)),
    "another encoding": ("ruleset.toml", "# M\udcfcnze", ("the file", "UTF-8")),
    "a sheet in another encoding": ("sheets/hero.toml", "# M\udcfcnze", ("sheets/hero.toml", "UTF-8")),
    "a file that is too large": ("ruleset.toml", "#" * 300_000, ("256 kB",)),
    "a list that is no TOML": (
        "gear.toml",
        "gear = [",
        ("the file",),
    ),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda name: name.replace(" ", "_"))
def test_a_fault_in_the_data_names_the_file_the_place_and_the_expectation(fault: str, tmp_path: Path) -> None:
    file, text, words = FAULTS[fault]
    path = tmp_path / "mine" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    (tmp_path / "mine" / "game.toml").write_text('id = "mine"\nname = "Mine"\n', encoding="utf-8")
    if file == "gear.toml":
        (tmp_path / "mine" / "ruleset.toml").write_text('lists_beside = ["gear"]', encoding="utf-8")
    with games_folder(tmp_path):
        with pytest.raises(Refused) as refused:
            game_of("mine")
        assert refused.value.message.key == "refused.game_data_wrong"
        said = refused.value.text
        assert file in said
        assert [word for word in words if word not in said] == [], said
        assert not re.search("Expected `|codec|Invalid ", said), f"plain words: {said}"
        state = next(game for game in games() if game.id == "mine")
        assert state.state is GameState.BROKEN
        assert state.reason is not None


def test_a_game_of_nothing_but_a_name_gives_a_table(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.toml").write_text('id = "mine"\nname = "Mine"\n', encoding="utf-8")
    with games_folder(tmp_path):
        evening = Evening("mine")
        assert evening.table.zones == {}
        assert evening.names("gm") == {"new_character", "set_clock"}


def test_decks_have_the_ranks_jokers_and_copies_of_the_data(tmp_path: Path) -> None:
    ruleset = """
    [table]
    hands = true
    decks = [
      { zone = "skat", ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"] },
      { zone = "shoe", copies = 2, jokers = ["X", "X"], discard = "discard", take_discard = true },
    ]
    zones = [{ id = "trick", owner = "seat", sight = "nobody" }]
    """
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.toml").write_text('id = "mine"\nname = "Mine"\n', encoding="utf-8")
    (tmp_path / "mine" / "ruleset.toml").write_text(ruleset, encoding="utf-8")
    with games_folder(tmp_path):
        evening = Evening("mine")
        assert (evening.count("skat"), evening.count("shoe")) == (32, 108)
        cards = evening.table.all_cards()
        assert len(set(cards)) == len(cards)
        for zone in ("skat", "shoe"):
            evening.take("tom", f"draw_from:{zone}")
        evening.take("tom", "play_to:trick:tom", cards=("hand:tom#0",))
        assert evening.game.view_for(evening.table, "tom").zones["trick:tom"].cards == ()
        assert "reveal_cards:trick" not in evening.names("eva")
        evening.take("tom", "reveal_cards:trick")
        assert evening.game.view_for(evening.table, "eva").zones["trick:tom"].cards != ()
        assert "reveal_cards:trick" not in evening.names("gm")
        evening.take("tom", "play_to:discard", cards=("hand:tom#0",))
        evening.take("eva", "take_from:discard")
        evening.take("gm", "collect_cards")
        assert (evening.count("skat"), evening.count("shoe")) == (32, 108)
