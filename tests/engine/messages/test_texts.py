"""Messages as sentences."""

from __future__ import annotations

import tomllib

import pytest

from engine.messages import texts
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json


@pytest.mark.parametrize(
    ("template", "params", "sentence"),
    [
        ("{n} {n:plural:card|cards}", {"n": 1}, "1 card"),
        ("{n} {n:plural:card|cards}", {"n": 0}, "0 cards"),
        ("{who} {n:plural:draws|draw}", {"who": "Tom"}, "Tom draws"),
        ("aims{b:changes: (|)}{c:changes:, | more}", {"b": -2, "c": 0}, "aims (−2)"),
        ("{c:cards}", {"c": ["8H", "10S/2", "X", "XR"]}, "8♥, 10♠, Joker, red Joker"),
        ("{c:cards}", {"c": "KD"}, "K♦"),
        ("{c:cards}", {"c": ["Xerxes' Wall", "Fire/Ice", "punch/2"]}, "Xerxes' Wall, Fire/Ice, punch"),
        ("{c:cards}", {"c": []}, "–"),
        ("{m:signed} {p:signed}", {"m": -3, "p": 4}, "−3 +4"),
        ("{faces:list}", {"faces": [1, 6]}, "1, 6"),
        ("rolls{why:quoted}", {"why": "to hit"}, "rolls: “to hit”"),
        ("rolls{why:quoted}", {"why": ""}, "rolls"),
        ("{net:or:No} net damage", {"net": 0}, "No net damage"),
        ("{net:or:No} net damage", {"net": 3}, "3 net damage"),
        ("dealt{c:given:, drawn }{p:given:, less }", {"c": ["8H"], "p": 3}, "dealt, drawn 8♥, less 3"),
        ("dealt{c:given:, drawn }{p:given:, less }", {"c": [], "p": 0}, "dealt"),
        ("done{who:given: by }", {"who": "KD"}, "done by KD"),
        ("{s:clock}", {"s": 3725}, "1:02:05"),
        ("{l:list:word}", {"l": ["sharp", "blunt-old", "odd"]}, "keen, dull, odd"),
        ("{a:name}, {b:name}", {"a": "sharp", "b": "élan: of it"}, "The Keen, Élan: of it"),
        ("hurt{a:name:: }{b:name:: }", {"a": "sharp", "b": ""}, "hurt: The Keen"),
        ("{a} {b} {c}", {"a": True, "b": False, "c": None}, "on off –"),
        ("{who} speaks", {}, " speaks"),
        ("{who}", {"who": "{other} {0} <b>"}, "{other} {0} <b>"),
    ],
)
def test_templates(template: str, params: dict[str, Json], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"word.sharp": "keen", "word.blunt": "dull", "name.sharp": "The Keen"}
    known = {**texts.texts(), **own, "test": template}
    monkeypatch.setattr(texts, "texts", lambda language="en": known)
    assert say(Message(key="test", params=params)) == sentence


@pytest.mark.parametrize("template", ["{who.__class__}", "{who[0]}", "{0}", "{}"])
def test_a_template_never_reaches_inside_a_parameter(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "texts", lambda language="en": {"test": template})
    with pytest.raises((KeyError, IndexError)):
        say(Message(key="test", params={"who": "Tom"}))


def test_a_key_without_a_sentence_is_shown_and_not_silent() -> None:
    assert say(Message(key="log.nobody_wrote_this", params={"seat": "Tom"})) == "log.nobody_wrote_this (seat Tom)"


def test_sentences_are_read_as_toml_has_them() -> None:
    read: dict[str, str] = {}
    for path in texts.text_files():
        texts._flatten("", tomllib.loads(path.read_text(encoding="utf-8")), read)
    assert texts.texts().items() >= read.items()


def test_no_key_is_in_two_files() -> None:
    places: dict[str, list[str]] = {}
    for path in texts.text_files():
        found: dict[str, str] = {}
        texts._flatten("", tomllib.loads(path.read_text(encoding="utf-8")), found)
        for key in found:
            places.setdefault(key, []).append(str(path))
    assert {key: files for key, files in places.items() if len(files) > 1} == {}, "one would hide the other"


def test_the_empty_key_and_a_quoted_table_are_plain_too() -> None:
    found: dict[str, str] = {}
    assert texts._read_plainly('[choice.how]\n"" = "none"\na = "b"\n[choice."by.hand"]\nc = "d"\n', found)
    assert found == {"choice.how.": "none", "choice.how.a": "b", "choice.by.hand.c": "d"}


def test_every_file_of_ours_is_read_the_fast_way() -> None:
    slow = [str(path) for path in texts.text_files() if not texts._read_plainly(path.read_text(encoding="utf-8"), {})]
    assert slow == []


@pytest.mark.parametrize(
    "line", ['a = "b\\"c"', 'a = """b"""', "a = 'b'", "a = 1", 'a = "b" # c', "[[a]]", '"a.b" = "c"']
)
def test_what_is_not_plain_is_left_to_tomls_own_reader(line: str) -> None:
    found = {"kept": "as it was"}
    assert not texts._read_plainly(f'[table]\nplain = "words"\n{line}\n', found)
    assert found == {"kept": "as it was"}
