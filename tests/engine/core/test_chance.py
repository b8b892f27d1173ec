"""The three makers of chance."""

from __future__ import annotations

import pytest

from engine.core.chance import CardNotPossible, InputRequired, PhysicalChance, ScriptedChance, SeededChance


def test_a_seed_gives_the_same_chance_in_every_python() -> None:
    chance = SeededChance(7)
    assert chance.shuffle("ABCDEFGH") == ("F", "E", "G", "H", "A", "D", "B", "C")
    assert [chance.roll(20) for _ in range(6)] == [11, 1, 9, 2, 2, 9]
    assert SeededChance("evening").shuffle("ABCD") == ("C", "D", "A", "B")


def test_a_seed_reaches_every_face_and_every_place() -> None:
    chance = SeededChance(1)
    assert {chance.roll(6) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert {chance.shuffle("ABC") for _ in range(200)} == {tuple(o) for o in ("ABC", "ACB", "BAC", "BCA", "CAB", "CBA")}


def test_written_faces_fall_in_order_and_then_the_next_maker_goes_on() -> None:
    chance = ScriptedChance({"d20": [11, 3]}, then=ScriptedChance({"d20": [20], "d6": [4]}, then=SeededChance(1)))
    assert [chance.roll(20), chance.roll(6), chance.roll(20), chance.roll(20)] == [11, 4, 3, 20]


def test_a_written_face_that_the_die_does_not_have_is_an_error() -> None:
    with pytest.raises(ValueError, match="d6 has no face 7"):
        ScriptedChance({"d6": [7]}, then=SeededChance(1)).roll(6)


def test_by_hand_takes_what_was_typed_and_asks_for_the_rest() -> None:
    chance = PhysicalChance({"d10": [3, 0]}, {0: {0: "C", 3: "A"}}, ("d10", "order"), then=SeededChance(1))
    assert [chance.roll(10), chance.roll(10)] == [3, 10], "0 is the highest face"
    with pytest.raises(InputRequired) as wanted:
        chance.roll(10)
    assert (wanted.value.kind, wanted.value.count) == ("d10", 1)
    shuffled = chance.shuffle("ABCDE")
    assert (shuffled[0], shuffled[3], set(shuffled)) == ("C", "A", set("ABCDE")), "what is known lies in its place"
    assert chance.made == [shuffled]
    with pytest.raises(InputRequired) as wanted:
        chance.shuffle("ABC")
    assert (wanted.value.kind, wanted.value.count) == ("order", 3)


def test_by_hand_only_what_this_group_does_by_hand() -> None:
    chance = PhysicalChance({"d6": [1]}, {}, ("d6",), then=ScriptedChance({"d20": [17]}, then=SeededChance(3)))
    assert chance.roll(20) == 17
    assert sorted(chance.shuffle("ABC")) == ["A", "B", "C"]
    with pytest.raises(ValueError, match="no face 9"):
        PhysicalChance({"d6": [9]}, {}, ("dice",), then=SeededChance(1)).roll(6)


def test_a_card_that_was_not_shuffled_cannot_be_found_there_and_one_card_needs_no_shuffle() -> None:
    with pytest.raises(CardNotPossible, match="9S"):
        PhysicalChance({}, {0: {1: "9S"}}, ("order",), then=SeededChance(1)).shuffle(("2S", "3S"))
    assert PhysicalChance({}, {}, ("order",), then=SeededChance(1)).shuffle(("2S",)) == ("2S",)
    both = PhysicalChance({}, {0: {0: "8H", 1: "8H"}}, ("order",), then=SeededChance(1)).shuffle(("2S", "8H", "8H/2"))
    assert set(both[:2]) == {"8H", "8H/2"}
