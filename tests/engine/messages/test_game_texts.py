"""Texts of games that do not come with the program: each has its own, and changes none of another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import asset_folder
from engine.asset_folder import register_game_folder, unregister_game_folder
from engine.messages.display_names import zone_name
from engine.messages.game_messages import in_game
from engine.messages.message import Message
from engine.messages.texts import (
    LARGEST,
    forget_game_texts,
    game_texts,
    key_in_game,
    read_game_texts,
    remember_game_texts,
    say,
    template_of,
    texts,
)
from engine.model.table import Table
from engine.presentation.offers import Denial, Question, QuestionKind

RED = """
[log]
plays = "Red: {who} plays {what:word}"
[word]
ace = "the red ace"
[refused]
gm_only = "Red says no."
"""
BLUE = """
[log]
plays = "Blue: {who} plays {what:word}"
[word]
ace = "the blue ace"
[zone]
deck = "the blue deck"
"""


@pytest.fixture(autouse=True)
def two_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(asset_folder, "_registered", {})
    for game, text in (("red", RED), ("blue", BLUE)):
        write_texts(tmp_path / game, text)
        register_game_folder(game, tmp_path / game)
    yield
    asset_folder._clear_caches()


def write_texts(folder: Path, text: str, name: str = "rules.toml") -> Path:
    path = folder / "texts" / "en" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def said(game: str, key: str, **params: str) -> str:
    return say(in_game(Message(key=key, params=params), game))


def test_two_games_with_the_same_key_each_say_their_own() -> None:
    assert said("red", "log.plays", who="Tom", what="ace") == "Red: Tom plays the red ace"
    assert said("blue", "log.plays", who="Tom", what="ace") == "Blue: Tom plays the blue ace"
    assert said("green", "log.plays", who="Tom") == "log.plays (who Tom)", "a game that is not installed has no texts"


def test_a_game_changes_no_text_of_the_program_or_of_another_game() -> None:
    known = dict(texts())
    ours = say(Message(key="refused.gm_only"))
    assert said("red", "refused.gm_only") == "Red says no."
    assert said("blue", "refused.gm_only") == ours == say(Message(key="refused.gm_only")) == "Only the GM can do this."
    assert said("imaginality", "refused.gm_only") == ours
    assert texts() == known


def test_no_key_of_a_game_reaches_another(tmp_path: Path) -> None:
    write_texts(tmp_path / "red", '"blue:log.plays" = "Red was here"\n":log.plays" = "x"\n', "sly.toml")
    asset_folder._clear_caches()
    assert "blue:log.plays" in game_texts("red")
    assert said("blue", "log.plays", who="Tom", what="ace") == "Blue: Tom plays the blue ace"
    assert template_of("blue:log.plays") == "Blue: {who} plays {what:word}"


def test_a_word_inside_a_sentence_of_the_program_is_the_games_own() -> None:
    shared = Message(key="option.choice", params={"choices": ["ace"]})
    assert in_game(shared, "red").key == "red:option.choice"
    assert say(in_game(shared, "red")) == say(shared), "its sentence is that of the program"
    assert in_game(Message(key="option.choice", params={"choices": ["king"]}), "red").key == "option.choice"


def test_a_message_names_the_game_at_any_depth_and_only_once() -> None:
    plain = Question(field="a", kind=QuestionKind.FLAG, label=Message(key="ask.number"))
    deep = Question(
        field="a",
        kind=QuestionKind.ROWS,
        label=Message(key="ask.number"),
        columns=(plain, Question(field="b", kind=QuestionKind.FLAG, label=Message(key="log.plays"))),
        told={"x": Message(key="log.plays"), "y": Message(key="ask.number")},
    )
    found = in_game(deep, "red")
    assert found.columns[0] is plain
    assert [q.label.key for q in found.columns] == ["ask.number", "red:log.plays"]
    assert {key: message.key for key, message in found.told.items()} == {"x": "red:log.plays", "y": "ask.number"}
    assert in_game(found, "red") is found
    assert in_game(plain, "red") is plain
    assert in_game(deep, "imaginality") is deep
    assert in_game(Denial(message=Message(key="refused.gm_only")), "red").message.plain_key == "refused.gm_only"


def test_names_of_zones_are_the_games_own() -> None:
    red, blue = (Table(ruleset=game, seats={}, actors={}, zones={}) for game in ("red", "blue"))
    assert (zone_name(red, "deck"), zone_name(blue, "deck")) == ("the deck", "the blue deck")
    assert (key_in_game("red", "zone.deck"), key_in_game("blue", "zone.deck")) == ("zone.deck", "blue:zone.deck")


def test_a_message_of_a_game_that_is_gone_is_shown_by_its_key_or_said_by_the_program() -> None:
    unregister_game_folder("red")
    assert say(Message(key="red:log.plays", params={"who": "Tom"})) == "red:log.plays (who Tom)"
    assert say(Message(key="red:refused.gm_only")) == "Only the GM can do this."


@pytest.mark.parametrize("template", ["{0}", "{who.__class__}", "{n:plural:one}", "{n:some:x}", "{who[0]}"])
def test_a_template_that_cannot_be_filled_shows_the_key(template: str, tmp_path: Path) -> None:
    write_texts(tmp_path / "red", f'[log]\nodd = "{template}"\n', "odd.toml")
    asset_folder._clear_caches()
    assert said("red", "log.odd", n="2", who="Tom") == "red:log.odd (n 2, who Tom)"


@pytest.mark.parametrize(
    "text", ["[log", 'a = "{"', 'a = "{b!}"', "x = " + "[" * 9000, "#" * (LARGEST + 1)], ids=lambda text: text[:12]
)
def test_a_faulty_file_is_named_and_the_others_are_still_read(text: str, tmp_path: Path) -> None:
    write_texts(tmp_path / "red", text, "bad.toml")
    asset_folder._clear_caches()
    with pytest.raises(ValueError, match=r"bad\.toml"):
        read_game_texts(tmp_path / "red")
    assert said("red", "log.plays", who="Tom", what="ace") == "Red: Tom plays the red ace"


def test_the_sentences_of_a_missing_game_are_those_that_were_remembered() -> None:
    line = in_game(Message(key="log.plays", params={"who": "Tom", "what": "ace"}), "red")
    remembered = dict(game_texts("red"))
    before = say(line)
    unregister_game_folder("red")
    try:
        remember_game_texts("red", {})
        assert say(line) == "red:log.plays", "no parameter is shown that the sentence may have kept back"
        remember_game_texts("red", remembered)
        assert say(line) == before == "Red: Tom plays the red ace"
        assert said("blue", "log.plays", who="Tom", what="ace") == "Blue: Tom plays the blue ace"
        assert say(Message(key="refused.gm_only")) != "Red says no."
        remember_game_texts("red", {"a": 3, "b": "{", "c": "x" * LARGEST, "d": "good"})
        assert game_texts("red") == {"d": "good"}
    finally:
        forget_game_texts("red")
