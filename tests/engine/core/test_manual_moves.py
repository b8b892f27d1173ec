"""Moves by hand: every piece can be moved by the right seats, and the log shows each reader only what they may know."""

from __future__ import annotations

import pytest

from engine.core.commands import Command, Request
from engine.core.events import Noted
from engine.core.manual_moves import (
    AddCards,
    ArrangeZone,
    EditActor,
    EditCondition,
    EditSeat,
    JoinSeat,
    LayCondition,
    LeaveSeat,
    LiftCondition,
    MoveCards,
    MoveChips,
    NameCards,
    RemoveActor,
    RemoveCards,
    RollDice,
    SetBody,
    SetClock,
    SetList,
    SetLocation,
    SetOption,
    SetTrack,
    ShuffleZone,
    TurnCards,
)
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.body import Body, Location
from engine.model.conditions import Condition
from engine.model.frozen import replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.moments import moments
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.laid import TINY, done, laid, outcome


class Strange(Request):
    """A command that no game knows."""


TABLE = laid({"hand:tom": ("8H", "2C", "KD"), "hand:eve": ("AS",), "discard": ("3S", "4S")})


def lines(table: Table, command: Command, viewer: str) -> list[str]:
    noted = [event for event in outcome(table, command).events if isinstance(event, Noted)]
    return [say(note.message) for note in noted if note.audience is None or viewer in note.audience]


def test_a_card_is_moved_by_its_place_without_being_known() -> None:
    table = done(TABLE, MoveCards(seat="gm", cards=("hand:tom#2", "hand:tom#0"), target="tray:eve"))
    assert table.zones["tray:eve"].cards == ("KD", "8H")
    assert table.zones["hand:tom"].cards == ("2C",)


def test_cards_move_within_a_zone_and_to_an_end() -> None:
    assert done(TABLE, MoveCards(seat="tom", cards=("KD",), target="hand:tom", at=0)).zones["hand:tom"].cards == (
        *("KD", "8H", "2C"),
    )
    assert done(TABLE, MoveCards(seat="tom", cards=("3S",), target="discard")).zones["discard"].cards == ("4S", "3S")
    assert done(TABLE, MoveCards(seat="tom", cards=("8H",), target="discard", at=0)).zones["discard"].cards[0] == "8H"


def test_cards_of_several_zones_move_as_one_gesture() -> None:
    table = done(TABLE, MoveCards(seat="tom", cards=("8H", "3S", "2C"), target="deck", at=0))
    assert set(table.zones["deck"].cards[:3]) == {"8H", "3S", "2C"}
    assert table.zones["hand:tom"].cards == ("KD",)


def test_cards_of_the_target_and_of_another_zone_move_as_one_gesture() -> None:
    table = done(TABLE, MoveCards(seat="tom", cards=("3S", "8H", "4S"), target="discard", at=0))
    assert set(table.zones["discard"].cards) == {"3S", "4S", "8H"}


def test_the_log_names_cards_only_to_who_knows_them() -> None:
    hidden = MoveCards(seat="tom", cards=("8H", "2C"), target="tray:tom")
    assert lines(TABLE, hidden, "tom") == [
        "Tom manually moves 2 cards from Tom’s hand to the tray of Tom",
        "Cards: 2♣, 8♥",
    ]
    assert lines(TABLE, hidden, "eve") == lines(TABLE, hidden, "shared") == lines(TABLE, hidden, "tom")[:1]
    assert lines(TABLE, MoveCards(seat="tom", cards=("8H",), target="discard"), "shared")[1] == "Cards: 8♥"


@pytest.mark.parametrize(
    ("dice", "faces", "line"),
    [
        ("d20", (16,), "Tom rolls d20: 16: “Check”"),
        ("d20+2", (16,), "Tom rolls d20+2: 16 = 18: “Check”"),
        ("2d6", (6, 2), "Tom rolls 2d6: 6, 2 = 8: “Check”"),
    ],
)
def test_a_roll_is_summed_up_where_there_is_a_sum(dice: str, faces: tuple[int, ...], line: str) -> None:
    roll = RollDice(seat="tom", dice=dice, faces=faces, reason="Check")
    assert lines(TABLE, roll, "shared") == [line]
    (moment,) = moments(TABLE, outcome(TABLE, roll).events, "shared")
    assert moment.headline is not None
    assert say(moment.headline) == line.split(": “")[0].split(" ")[-1], "the table shows the total large"


def test_turned_up_is_seen_by_all_and_down_by_nobody() -> None:
    up = outcome(TABLE, TurnCards(seat="tom", cards=("8H",), face="up"))
    assert up.table.zones["hand:tom"].may_see("8H", "shared")
    assert up.learned == {"gm", "eve", "shared"}
    down = done(up.table, TurnCards(seat="tom", cards=("8H",), face="down"))
    assert not down.zones["hand:tom"].may_see("8H", "tom")
    usual = done(down, TurnCards(seat="tom", cards=("hand:tom#0",), face="as_zone"))
    assert usual.zones == TABLE.zones


def test_new_cards_are_numbered_on_and_old_ones_leave() -> None:
    table = done(TABLE, AddCards(seat="gm", zone="discard", faces=("8H", "8H", "Wolf")))
    assert table.zones["discard"].cards == ("3S", "4S", "8H/2", "8H/3", "Wolf")
    assert "8H/2" not in done(table, RemoveCards(seat="gm", cards=("8H/2", "8H"))).all_cards()


def test_arranging_names_the_first_and_keeps_the_rest() -> None:
    table = done(TABLE, ArrangeZone(seat="gm", zone="deck", cards=("QS", "7D")))
    assert table.zones["deck"].cards[:2] == ("QS", "7D")
    assert [c for c in TABLE.zones["deck"].cards if c not in {"QS", "7D"}] == list(table.zones["deck"].cards[2:])


def test_chips_tracks_bodies_conditions_and_the_clock() -> None:
    table = done(
        TABLE,
        MoveChips(seat="tom", source="tom", target="pot", chips={"blue": 2}),
        SetTrack(seat="tom", actor="tor", track="Health", value=3),
        SetLocation(seat="tom", actor="tor", location="head", level=2, armour=4, bleeding=True),
        LayCondition(seat="eve", actor="elf", condition="stunned"),
        LayCondition(seat="eve", actor="elf", condition="stunned", until=60),
        SetBody(seat="eve", actor="elf", body=Body(chart="wolf", locations={"paws": Location()})),
        SetClock(seat="gm", seconds=30),
    )
    assert table.chips["tom"] == {}
    assert table.actors["tor"].tracks["Health"].value == 3
    body = table.actors["tor"].body
    assert body is not None
    assert body.locations["head"] == Location(level=2, most=3, armour=4, bleeding=True)
    assert [c.id for c in table.actors["elf"].conditions] == ["stunned", "stunned-2"]
    worse = EditCondition(seat="eve", actor="elf", condition="stunned-2", level=2, note="by a stone")
    after = outcome(table, worse)
    assert after.table.actors["elf"].conditions[1] == Condition(
        id="stunned-2", name="stunned", level=2, note="by a stone", until=60
    )
    assert [c.level for c in done(after.table, replace(worse, level=None)).actors["elf"].conditions] == [0, 2]
    with pytest.raises(Refused, match="does not have the condition “stunned”") as refused:
        done(table, replace(worse, condition="stunned-3"))
    assert refused.value.message.params["condition"] == "stunned-3"
    one = done(table, LiftCondition(seat="eve", actor="elf", condition="stunned-2"))
    assert [c.id for c in one.actors["elf"].conditions] == ["stunned"]
    assert not done(table, SetClock(seat="gm", seconds=60)).actors["elf"].conditions_named("winded")


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (MoveCards(seat="nobody", cards=("8H",), target="deck"), "no_such_seat"),
        (MoveCards(seat="eve", cards=("8H",), target="deck"), "no_such_card"),  # or she would learn who holds it
        (MoveCards(seat="eve", cards=("hand:tom#0",), target="deck"), "not_your_cards"),
        (MoveCards(seat="tom", cards=("hand:tom#3",), target="deck"), "no_such_place"),
        (MoveCards(seat="tom", cards=("8H", "hand:tom#0"), target="deck"), "card_twice"),
        (MoveCards(seat="tom", cards=("9Z",), target="deck"), "no_such_card"),
        (MoveCards(seat="eve", cards=("8H", "9H"), target="deck"), "card_twice"),  # a card that is nowhere is no other
        (MoveCards(seat="eve", cards=("8H", "9Z"), target="deck"), "card_twice"),  # than one that she may not know
        (MoveCards(seat="tom", cards=(), target="deck"), "no_cards_named"),
        (MoveCards(seat="tom", cards=("8H",), target="attic"), "no_such_zone"),
        (TurnCards(seat="tom", cards=("8H",), face="sideways"), "face_word"),
        (ShuffleZone(seat="eve", zone="hand:tom"), "not_your_cards"),
        (ArrangeZone(seat="tom", zone="deck", cards=("QS",)), "gm_only"),
        (ArrangeZone(seat="gm", zone="deck", cards=("8H",)), "not_in_zone"),
        (AddCards(seat="tom", zone="deck", faces=("8H",)), "gm_only"),
        (AddCards(seat="gm", zone="deck", faces=("8H/7",)), "card_face"),
        (MoveChips(seat="tom", source="tom", target="pot", chips={"blue": 3}), "not_so_many_chips"),
        (MoveChips(seat="tom", source="tom", target="tom", chips={"blue": 1}), "no_chips_named"),
        (MoveChips(seat="tom", source="", target="tom", chips={"blue": -1}), "no_chips_named"),
        (SetTrack(seat="tom", actor="tor", track="Health", value=6), "track_bounds"),
        (SetTrack(seat="tom", actor="spy", track="Health", value=1), "no_such_actor"),
        (EditActor(seat="tom", actor="spy", secret=False), "no_such_actor"),
        (EditSheet(seat="tom", actor="spy", fields={"note": "x"}), "no_such_actor"),
        (EditActor(seat="tom", actor="elf", leader="tom"), "not_your_lead"),
        (LeaveSeat(seat="tom", id="eve"), "not_your_seat"),
        (SetTrack(seat="tom", actor="tor", track="Health", value=2**53 + 1), "number_too_large"),
        (EditSheet(seat="tom", actor="tor", fields={"bag": [{"gold": -(2**60)}]}), "number_too_large"),
        (EditSheet(seat="eve", actor="tor", fields={"note": "x"}), "not_your_sheet"),
        (SetLocation(seat="tom", actor="tor", location="head", level=4), "track_bounds"),
        (JoinActor(seat="tom", id="wolf", name="Wolf", leader="eve"), "gm_only"),
        (JoinSeat(seat="gm", id="shared", name="x"), "id_form"),
        (JoinSeat(seat="gm", id="kit", name="x", role=Role.GM), "one_gm"),
        (LeaveSeat(seat="gm", id="tom"), "seat_leads"),
        (SetOption(seat="tom", option="hand_size", value=3), "gm_only"),
        (SetOption(seat="gm", option="hand_size", value=3, scene=True), "option_scope"),
        (SetList(seat="gm", list="weapons", rows=({"name": "A"}, {"name": "A"})), "list_names"),
        (SetList(seat="gm", list="cellar", rows=()), "no_such_list"),
        (RollDice(seat="tom", dice="101d6"), "dice_form"),
        (RollDice(seat="tom", dice="2d6", faces=(3,)), "dice_faces"),
        (EditSeat(seat="tom", id="tom", turn=45), "seat_turn"),
        (LeaveSeat(seat="gm", id="gm"), "seat_leads"),
        (LiftCondition(seat="tom", actor="tor", condition="stunned"), "no_such_condition"),
        (SetOption(seat="gm", option="hand_size", value="many"), "option_value"),
        (NameCards(seat="gm", cards=("hand:tom#0",), faces=("8H", "9H")), "faces_for_cards"),
        (NameCards(seat="gm", cards=("discard#0",), faces=("9H",)), "lies_open"),
        (NameCards(seat="gm", cards=("hand:tom#0", "hand:tom#1"), faces=("9H", "9H")), "named_too_often"),
        (NameCards(seat="gm", cards=("hand:tom#0",), faces=("3S",)), "lies_open_elsewhere"),
        (NameCards(seat="gm", cards=("hand:tom#0",), faces=("13H",)), "no_such_face"),
        (Strange(seat="gm"), "no_such_command"),
    ],
    ids=lambda part: part if isinstance(part, str) else type(part).__name__,
)
def test_what_may_not_be_done_says_why(command: Request, key: str) -> None:
    with pytest.raises(Refused) as refused:
        outcome(TABLE, command)
    assert refused.value.message.key == f"refused.{key}"
    assert str(TINY.refusal(TABLE, command)) == refused.value.text


def test_the_gm_who_plays_nobody_still_stays() -> None:
    table = done(TABLE, RemoveActor(seat="gm", actor="spy"))
    with pytest.raises(Refused) as refused:
        outcome(table, LeaveSeat(seat="gm", id="gm"))
    assert refused.value.message.key == "refused.gm_stays"


def test_a_game_that_is_not_installed_is_refused_by_name() -> None:
    with pytest.raises(Refused) as refused:
        game_of("bridge")
    assert refused.value.message.key == "refused.no_such_ruleset"
    assert "bridge" in refused.value.text


def test_an_option_for_the_scene_ends_with_it() -> None:
    table = done(TABLE, SetOption(seat="gm", option="hit_by", value="torso", scene=True))
    assert (table.option("hit_by"), table.options["hit_by"]) == ("torso", "die")
    assert done(table, SetOption(seat="gm", option="hit_by", value=None, scene=True)).option("hit_by") == "die"


def test_who_gives_up_a_secret_teaches_everybody() -> None:
    told = outcome(TABLE, EditActor(seat="gm", actor="spy", secret=False))
    assert told.learned == {"tom", "eve", "shared"}
    handed = outcome(TABLE, EditActor(seat="gm", actor="spy", leader="eve"))
    assert handed.learned == {"eve"}


def test_a_secret_character_joins_changes_and_leaves_unnoticed() -> None:
    for command in (
        JoinActor(seat="gm", id="wolf", name="Wolf", leader="gm", secret=True),
        EditActor(seat="gm", actor="spy", name="Mole"),
        RemoveActor(seat="gm", actor="spy"),
    ):
        assert lines(TABLE, command, "gm")
        assert lines(TABLE, command, "tom") == lines(TABLE, command, "shared") == []
        assert say(outcome(TABLE, command).title) == "Ada makes a move that not everybody may see"


def test_a_gesture_that_only_some_may_know_has_a_title_that_says_nothing() -> None:
    hurt = outcome(TABLE, SetTrack(seat="gm", actor="spy", track="Health", value=1))
    assert say(hurt.title) == "Ada makes a move that not everybody may see"
    assert lines(TABLE, SetTrack(seat="gm", actor="spy", track="Health", value=1), "tom") == []


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "\u200b\u202e", "\u00a0\ufeff", "\u0301"])
def test_nobody_and_nothing_gets_a_name_that_cannot_be_read(name: str) -> None:
    table = done(TABLE, JoinActor(seat="gm", id="orc", name="Orc", leader="tom"))
    for command in (
        EditActor(seat="gm", actor="orc", name=name),
        EditSeat(seat="gm", id="tom", name=name),
        JoinSeat(seat="gm", id="new", name=name),
        LayCondition(seat="gm", actor="orc", condition=name),
    ):
        refused = TINY.refusal(table, command)
        assert refused is not None, command
        assert refused.message.key == "refused.no_name"
    for name in ("X", "🙂", "ועידה", "\u202eevil", "…"):
        assert done(table, EditActor(seat="gm", actor="orc", name=name)).actors["orc"].name == name


def test_who_has_no_name_in_an_old_file_may_be_changed_otherwise() -> None:
    table = done(TABLE, JoinActor(seat="gm", id="orc", name="", leader="tom"))
    assert done(table, EditActor(seat="gm", actor="orc", name="", secret=True)).actors["orc"].secret
