"""Scripts: the tables they make, the answers they give, and the errors of those that do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from engine.messages.refusal import Refused
from engine.presentation.game import Game
from engine.presentation.scripts.script import PlayedScript, ScriptError, play_script
from engine.presentation.scripts.script_answers import answer_bytes, offers_answer, play_answer
from tests.engine.laid import TINY

BASE: dict[str, Any] = {
    "ruleset": "tiny",
    "seats": [{"id": "gm", "name": "Ada", "role": "gm"}, {"id": "tom", "name": "Tom"}, {"id": "eve"}],
    "actors": [{"id": "tor", "seat": "tom"}, {"id": "elf", "seat": "eve"}, {"id": "spy", "seat": "gm", "secret": True}],
    "seed": 7,
    "zones": {"hand:tom": ["8H", "2C"], "hand:eve": ["5D"], "deck": ["4S", "KD"]},
}
DUEL = [
    {"kind": "challenge", "seat": "tom", "actor": "tor", "target": "elf"},
    {"kind": "raise", "seat": "tom", "count": 1},
    {"kind": "lay", "seat": "tom", "card": "8H"},
    {"kind": "lay", "seat": "eve", "card": "hand:eve#0"},
]


def find(ruleset: str) -> Game:
    if ruleset != "tiny":
        raise Refused("no_such_ruleset", ruleset=ruleset, known=["tiny"])
    return TINY


def play(**more: Any) -> PlayedScript:
    return play_script(msgspec.json.encode({**BASE, **more}), find)


def document(played: PlayedScript, viewer: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(answer_bytes(play_answer(played, viewer)))
    return found


def test_named_cards_are_on_top_and_the_rest_is_shuffled_under_them() -> None:
    table = play().history.table
    assert table.zones["deck"].cards[:2] == ("4S", "KD")
    assert table.zones["hand:tom"].cards == ("8H", "2C")
    assert len(table.all_cards()) == len(set(table.all_cards())) == 54
    assert table.zones["deck"].cards == play().history.table.zones["deck"].cards
    assert table.zones["deck"].cards != play(seed=8).history.table.zones["deck"].cards


def test_tracks_chips_sheets_and_options_set_the_start() -> None:
    table = play(
        tracks={"tor": {"Health": 2}},
        chips={"tom": {"blue": 7, "red": 1}},
        actors=[{"id": "tor", "seat": "tom", "name": "Thor", "sheet": {"note": "scar"}}],
        options={"hand_size": 3},
    ).history.table
    assert table.actors["tor"].tracks["Health"].value == 2
    assert (table.actors["tor"].name, table.actors["tor"].sheet) == ("Thor", {"note": "scar"})
    assert table.chips["tom"] == {"blue": 7, "red": 1}
    assert table.chips["pot"] == {"white": 20, "blue": 10, "red": 5}
    assert table.option("hand_size") == 3
    assert table.seats["eve"].name == "eve"


def test_the_answer_gives_view_log_facts_and_one_result_a_command() -> None:
    told = document(play(commands=DUEL, dice={"d6": [1]}))
    assert told["ok"] is True
    assert told["view"]["viewer"] == "gm"
    assert told["results"] == [{}, {}, {}, {"totals": [9, 5], "margin": 4}]
    assert {"text": "elf is hit: head, Health 4", "rules": ["TN-6"]} in told["log"]
    assert told["view"]["actors"]["elf"]["body"]["locations"]["head"]["level"] == 1
    assert told["view"]["clock"] == 10
    assert [fact["fact"] for fact in told["events"][:2]] == ["ProcedureSet", "Noted"]
    hand = told["view"]["zones"]["hand:tom"]
    assert (hand["count"], hand["cards"], hand["private"]) == (1, [], True)


def test_a_refused_command_stops_the_script_and_the_view_is_from_before_it() -> None:
    told = document(play(commands=[*DUEL[:3], DUEL[2], DUEL[3]]))
    assert (told["ok"], told["at"]) == (False, 3)
    assert told["error"] == {"key": "refused.has_laid", "text": "Your card lies already.", "rules": ["TN-3"]}
    assert told["view"]["zones"]["tray:tom"]["count"] == 1
    assert len(told["results"]) == 3


def test_an_answer_for_a_viewer_betrays_nothing() -> None:
    played = play(commands=DUEL[:3], tracks={"spy": {"Honour": 4321}})
    own, other, whole = (answer_bytes(play_answer(played, who)).decode() for who in ("tom", "eve", None))
    for hidden in ('"2C"', '"8H"', "8♥", "4321", '"deck", "4S"', "procedure"):
        assert hidden not in other
    assert '"8H"' in own
    assert "4321" not in own
    assert '"8H"' in whole, "without a viewer the facts are given whole"
    assert '"2C"' not in whole.partition('"log"')[0], "but the view is the GM's"


def test_a_script_with_no_gm_is_seen_by_its_first_seat() -> None:
    seats = [{"id": "tom"}, {"id": "eve"}]
    assert document(play(seats=seats, actors=[]))["view"]["viewer"] == "tom"


def test_offers_come_with_what_they_ask_and_why_not() -> None:
    told = msgspec.json.decode(answer_bytes(offers_answer(play(commands=DUEL[:1]), "tom")))
    offers = {offer["name"]: offer for offer in told["offers"]}
    assert offers["lay"]["denial"] is None
    assert offers["lay"]["command"]["kind"] == "lay"
    assert offers["lay"]["asks"][0]["choices"] == ["8H", "2C"]
    assert offers["challenge:tor"]["denial"] == {
        "key": "refused.bout_runs",
        "text": "A bout is under way.",
        "rules": ["TN-2"],
    }


UNFIT: list[tuple[Mapping[str, Any] | bytes, str]] = [
    (b"", "Expecting value"),
    (b"{", "line 1"),
    (b"[1]", "`$`: a table of keys is needed, not a list."),
    (b"\xff\xfe{}", "is not valid"),
    (b"[" * 100_000, "recursion"),
    (b'{"options": ' + b"[" * 600 + b"]" * 600 + b"}", "more than 100 levels deep"),
    (b'{"ruleset": "tiny", "ruleset": "tiny"}', "`ruleset` appears twice"),
    ({"rulset": 1}, "`$`: “rulset” is not a known key."),
    ({"ruleset": "chess"}, "There is no game “chess”"),
    ({"seats": []}, "`$.seats`: at least 1 entry is needed."),
    ({"seats": [{"id": "a"}, {"id": "a"}]}, "`$.seats[1]`: The id “a” is already used"),
    ({"seats": [{"id": "a b"}]}, "`$.seats[0]`: “a b” cannot be an id"),
    ({"seats": [{"id": "a", "role": "judge"}]}, "`$.seats[0].role`: “judge” is not a possible value."),
    ({"seats": [{"id": "a", "role": "gm"}, {"id": "b", "role": "gm"}]}, "`$.seats[1]`: A table can have only one GM"),
    ({"actors": [{"id": "x", "seat": "kit"}]}, "`$.actors[0]`: There is no seat “kit” at the table"),
    ({"actors": [{"id": "x", "seat": "tom", "sheets": {}}]}, "`$.actors[0]`: “sheets” is not a known key."),
    ({"options": {"hand_sise": 1}}, "`$.options`: There is no option “hand_sise”"),
    ({"options": {"hand_size": 0}}, "`$.options`: The option “hand_size” cannot be “0”"),
    ({"zones": {"attic": ["8H"]}}, "`$.zones.attic`: No place for cards is called “attic”"),
    ({"zones": {"hand:tom": ["8H", "1H"]}}, "`$.zones.hand:tom[1]`: there is no card 1H"),
    ({"zones": {"hand:tom": ["8H"], "deck": ["8H"]}}, "`$.zones.deck[0]`: the card 8H is named twice"),
    ({"zones": {"deck": ["8H/2"]}}, "no card 8H/2"),
    ({"dice": {"dice": [1]}}, "`$.dice.dice`: dice is not a die"),
    ({"dice": {"d6": [6, 7]}}, "`$.dice.d6[1]`: a d6 has no face 7"),
    ({"tracks": {"tor": {"Helth": 1}}}, "`$.tracks.tor`: This game knows no Helth"),
    ({"tracks": {"tor": {"Health": 9}}}, "`$.tracks.tor.Health`: Health cannot be 9"),
    ({"tracks": {"ogre": {"Health": 1}}}, "`$.tracks.ogre`: No character that you may see is called “ogre”"),
    ({"chips": {"sack": {"blue": 1}}}, "`$.chips.sack`: there is no bag sack"),
    ({"chips": {"tom": {"mauve": 1}}}, "`$.chips.tom.mauve`: there are no mauve chips"),
    ({"chips": {"tom": {"blue": -1}}}, "`$.chips[...][...]`: the number must be at least 0."),
    (
        {"commands": [DUEL[0], {"kind": "jump", "seat": "tom"}]},
        "`$.commands[1].kind`: “jump” is not a possible value.",
    ),
    ({"commands": [{"kind": "deal", "seat": "gm", "cards": []}]}, "`$.commands[0]`: “cards” is not a known key."),
    (
        {"commands": [{"kind": "lay", "seat": "gm", "card": 3}]},
        "`$.commands[0].card`: text is needed, not a whole number.",
    ),
    ({"commands": [{"kind": "lay", "seat": "gm"}]}, "`$.commands[0]`: “card” is missing."),
]


@pytest.mark.parametrize(("change", "sentence"), UNFIT, ids=[sentence for _, sentence in UNFIT])
def test_what_does_not_fit_is_named_with_its_place(change: Mapping[str, Any] | bytes, sentence: str) -> None:
    text = change if isinstance(change, bytes) else msgspec.json.encode({**BASE, **change})
    with pytest.raises(ScriptError) as unfit:
        play_script(text, find)
    assert sentence in unfit.value.text
    assert "\n" not in unfit.value.text


def test_a_mark_of_the_byte_order_is_no_harm() -> None:
    assert play_script(b"\xef\xbb\xbf" + msgspec.json.encode(BASE), find).stopped is None
