"""Real dice and cards: the values that must be entered before a command, and that they change nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.events import CardsAdded, CardsRemoved, CardsSwapped, Rolled
from engine.core.evolve import fold
from engine.core.manual_moves import (
    AddCards,
    ArrangeZone,
    MoveCards,
    NameCards,
    RemoveCards,
    RollDice,
    SetOption,
    TurnCards,
)
from engine.core.redaction import redact
from engine.core.rules import AppliedCommand
from engine.core.unseen_cards import unknown_cards
from engine.kit.bots.offer_answers import answered_command
from engine.kit.conformance.other_worlds import difference, swapped_table, swapping
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED, Role
from engine.model.table import Table
from engine.presentation.card_flights import flights
from engine.presentation.dice_and_card_source import (
    ON_SCREEN,
    SourceKind,
    SourceSettings,
    card_naming_offers,
    read_source_settings,
    with_real_cards_hidden,
)
from engine.presentation.physical_input import InputField, Rehearsal, possible_faces, refusal, rehearse
from engine.presentation.scripts.script import play_script
from engine.presentation.scripts.script_answers import answer_bytes, play_answer
from engine.rulesets.imaginality.action_resolution import Reveal
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Enough, Play
from engine.rulesets.imaginality.damage import CollapseCheck, Hazard
from engine.rulesets.imaginality.deck.hand_commands import Refresh, StartAdventure
from tests.engine import laid as tiny
from tests.engine.laid import TINY
from tests.engine.machine import Drawn
from tests.engine.rulesets.imaginality import table as imaginality
from tests.engine.tiny import Surge
from tests.properties import examples

REAL = SourceSettings(dice=SourceKind.REAL, cards=SourceKind.REAL)
BOTH = SourceSettings(dice=SourceKind.BOTH, cards=SourceKind.BOTH)
GAME = imaginality.GAME
Told = Mapping[str, int | str]
BOOKS = {"damage_mode": "bookkeeping"}
SIX = "2S 3S 4S 5S 6S 7S"


def thrown(command: Command, told: Told, ways: SourceSettings = REAL) -> Rehearsal:
    return rehearse(TINY, tiny.laid(), command, ways, told)


def keys(rehearsal: Rehearsal) -> list[str]:
    assert rehearsal.refused is None, rehearsal.refused
    assert (rehearsal.outcome is None) == bool(rehearsal.fields), "a gesture is done once nothing is left to tell"
    return [blank.key for blank in rehearsal.fields]


def asked(table: Table, command: Command, told: Told | None = None, ways: SourceSettings = REAL) -> list[str]:
    """Return the card fields of a command, entered or not."""
    rehearsal = rehearse(GAME, table, command, ways, told or {})
    assert rehearsal.refused is None, rehearsal.refused
    return [blank.key for blank in rehearsal.fields]


def done(table: Table, command: Command, told: Told | None = None, ways: SourceSettings = REAL) -> AppliedCommand:
    """Return the result of a command with real cards; no card is lost, and the events alone describe all of it."""
    rehearsal = rehearse(GAME, table, command, ways, told or {})
    assert rehearsal.refused is None, rehearsal.refused
    assert rehearsal.outcome is not None, rehearsal.fields
    after = rehearsal.outcome.table
    assert Counter(after.all_cards()) == Counter(table.all_cards())
    return rehearsal.outcome


def why_not(table: Table, command: Command, told: Told | None = None) -> str:
    refused = rehearse(GAME, table, command, REAL, told or {}).refused
    assert refused is not None
    return refused.message.key.removeprefix("refused.")


# Dice.


@pytest.mark.rule("TN-9")
def test_dice_of_a_roll_are_asked_for_together_and_chains_as_they_grow() -> None:
    surge = Surge(seat="tom", count=3)
    assert [b.kind for b in thrown(surge, {}).fields] == ["d6", "d6", "d6"]
    first = {"d6.0": 6, "d6.1": 2, "d6.2": 0}
    assert [b.key for b in thrown(surge, first).fields] == ["d6.0", "d6.1", "d6.2", "d6.3", "d6.4"], "0 is a six"
    assert len(thrown(surge, {**first, "d6.3": 6, "d6.4": 1}).fields) == 6
    found = thrown(surge, {**first, "d6.3": 6, "d6.4": 1, "d6.5": 4}).outcome
    assert found is not None
    assert found.results["total"] == 6 + 2 + 6 + 6 + 1 + 4
    assert [e.faces for e in found.events if isinstance(e, Rolled)] == [(6, 2, 6), (6, 1), (4,)]


def test_entered_faces_of_dice_that_are_no_longer_rolled_do_not_count() -> None:
    told = {"d6.0": 6, "d6.1": 5}
    assert thrown(Surge(seat="tom", count=1), told).outcome is not None
    found = thrown(Surge(seat="tom", count=1), {**told, "d6.0": 3}).outcome
    assert found is not None
    assert found.results["total"] == 3


def test_dice_on_the_screen_ask_nothing_nor_does_what_may_be_left_to_it() -> None:
    command = RollDice(seat="tom", dice="2d20")
    assert thrown(command, {}, ON_SCREEN).outcome is not None
    assert [b.kind for b in thrown(command, {}, BOTH).fields] == ["d20", "d20"]
    assert thrown(command, {}, BOTH.preferring_screen()).outcome is not None
    assert thrown(command, {}, REAL.preferring_screen()).outcome is None, "real dice are no choice"
    assert thrown(RollDice(seat="tom", dice="2d20", faces=(3, 4)), {}).outcome is not None


# Cards that come to light.


def attempt(**hands: str) -> Table:
    """Rex attempts something; Tom has played his first card, and the GM has drawn one from the deck."""
    table = imaginality.laid({"hand:tom": f"KD {SIX}", "deck": "2H 3H 4H 5H", **hands})
    table = imaginality.play(table, Attempt(seat="tom", actor="rex"))
    for command in (Play(seat="tom", side="actor", cards=("hand:tom#0",)), Draw(seat="gm", side="opposition")):
        table = done(table, command).table
    return table


REVEAL = Reveal(seat="gm")
BOTH_SIDES = ["drawn:opposition#0", "committed:actor#0"]


def test_cards_are_asked_for_when_they_are_turned_up_and_not_before() -> None:
    table = attempt()
    assert asked(table, REVEAL) == BOTH_SIDES
    found = done(table, REVEAL, dict(zip(BOTH_SIDES, ("8D", "9C"), strict=True)))
    assert (found.results["actor_total"], found.results["opposition_total"]) == (9, 8)
    assert found.table.zones["committed:actor"].cards == ("9C",)
    assert found.table.zones["drawn:opposition"].cards == ("8D",)
    assert found.title.key.startswith("log.outcome"), "the gesture is the reveal, and is called so"
    assert len(found.table.zones["hand:tom"].cards) == 6


@pytest.mark.rule("IM-JOKER-1", "IM-JOKER-3", "IM-DECK-9")
def test_a_real_joker_for_value_asks_for_the_two_cards_that_were_drawn_with_it() -> None:
    table = attempt()
    told = dict(zip(BOTH_SIDES, ("8D", "X"), strict=True))
    more = ["deck#0", "deck#1"]
    assert asked(table, REVEAL, told) == [*BOTH_SIDES, *more]
    found = done(table, REVEAL, {**told, "deck#0": "5C", "deck#1": "AC"})
    assert found.table.zones["standins:actor"].cards == ("5C", "AC")
    assert found.results["actor_total"] == 5 + 15
    assert done(table, REVEAL, {**told, "deck#0": "X", "deck#1": "5C"}).results["fumbles"] == ["actor"]


@pytest.mark.rule("IM-JOKER-4")
def test_a_real_joker_that_was_drawn_is_a_fumble() -> None:
    found = done(attempt(), REVEAL, dict(zip(BOTH_SIDES, ("X", "2C"), strict=True)))
    assert found.results["fumbles"] == ["opposition"]


@pytest.mark.rule("IM-JOKER-3")
def test_an_assumed_joker_draws_nothing_until_it_is_entered_as_one() -> None:
    table = imaginality.laid({"hand:tom": f"X {SIX}", "deck": "2H 3H 4H 5H"})
    table = imaginality.play(table, Attempt(seat="tom", actor="rex"))
    laid = done(table, Play(seat="tom", side="actor", cards=("hand:tom#0",)))
    assert len(laid.table.zones["deck"].cards) == len(table.zones["deck"].cards)
    assert "standins:actor" not in [e.zone for e in laid.events if isinstance(e, CardsSwapped)]
    assert not laid.table.zones["standins:actor"].cards
    assert laid.table.zone_of("X") != "committed:actor"


def test_what_was_a_joker_on_the_screen_gives_its_cards_back_when_it_is_none() -> None:
    table = imaginality.laid({"hand:tom": f"X {SIX}", "deck": "2H 3H 4H 5H"})
    table = imaginality.play(table, Attempt(seat="tom", actor="rex"))
    table = imaginality.play(table, Play(seat="tom", side="actor", cards=("X",)), Draw(seat="gm", side="opposition"))
    assert table.zones["standins:actor"].cards == ("2H", "3H")
    found = done(table, REVEAL, {"committed:actor#0": "9C", "drawn:opposition#0": "8D"})
    assert found.table.zones["deck"].cards[:2] == ("2H", "3H")
    assert found.results["actor_total"] == 9


@pytest.mark.rule("IM-JOKER-6", "IM-JOKER-7")
def test_whichever_card_is_thrown_away_for_a_refresh_may_be_the_real_joker() -> None:
    table = imaginality.laid({"hand:tom": f"KD {SIX}"})
    refresh = Refresh(seat="tom", joker="hand:tom#3", cards=("hand:tom#0",))
    assert refusal(GAME, table, refresh, REAL) is None
    assert asked(table, refresh) == ["hand:tom#0", "hand:tom#3"]
    found = done(table, refresh, {"hand:tom#3": "X", "hand:tom#0": "5D"})
    assert set(found.table.zones["discard"].cards) == {"X", "5D"}
    assert why_not(table, refresh, {"hand:tom#3": "5D", "hand:tom#0": "X"}) == "not_a_joker"
    full = imaginality.laid({"hand:tom": f"KD {SIX}"}, options={"joker_as_refresh": False})
    assert why_not(full, refresh) == "no_refresh", "what no card can mend asks for none"
    assert refusal(GAME, full, refresh, REAL) is not None


@pytest.mark.rule("IM-DMG-1", "IM-DMG-8", "IM-WOUND-6", "IM-WOUND-7")
def test_cards_for_damage_and_the_check_after_it_are_entered_as_they_are_drawn() -> None:
    table = done(imaginality.laid(options=BOOKS), Hazard(seat="gm", target="rex", cards=2)).table
    for command in (*(Draw(seat="gm", side="damage"),) * 2, Enough(seat="tom", side="resistance")):
        table = done(table, command).table
    harmed = done(table, REVEAL, {"drawn:damage#0": "9C", "drawn:damage#1": "7D"})
    assert harmed.results["net"] == 16
    check = done(harmed.table, CollapseCheck(seat="gm"), {"deck#0": "2D"})
    assert check.results["collapse"] == 2
    assert check.results["unconscious"] is True


def test_moves_by_hand_ask_like_any_other_and_a_card_of_each_zone_once() -> None:
    table = imaginality.laid({"hand:tom": f"KD {SIX}"})
    move = MoveCards(seat="tom", cards=("hand:tom#0", "hand:tom#1"), target="discard")
    told = {"hand:tom#0": "9C", "hand:tom#1": "8C"}
    assert asked(table, move) == list(told)
    assert done(table, move, told).table.zones["discard"].cards[:2] == ("9C", "8C")
    assert asked(table, TurnCards(seat="tom", cards=("hand:tom#5",), face="up")) == ["hand:tom#5"]
    assert not asked(table, MoveCards(seat="tom", cards=("hand:tom#0",), target="deck"))
    assert not asked(table, ArrangeZone(seat="tom", zone="hand:tom", cards=("hand:tom#3",)))


# Shuffles.


def test_a_real_deck_is_shuffled_by_hand_and_its_order_known_to_nobody() -> None:
    start = StartAdventure(seat="gm")
    (blank,) = rehearse(GAME, imaginality.laid(), start, REAL, {}).fields
    assert (blank.key, blank.kind, blank.count) == ("order.0", "order", 54)
    dealt = done(imaginality.laid(), start, {"order.0": 1})
    assert all(len(dealt.table.zones[f"hand:{seat}"].cards) == 7 for seat in ("gm", "tom", "eve"))
    assert not asked(imaginality.laid(), start, ways=BOTH)


def _dry() -> Table:
    """A check is due, the deck is empty, and these cards are on the discard pile."""
    table = imaginality.laid({"discard": "2C 3C 4C", "hand:tom": "5C"}, rest="hand:gm", options=BOOKS)
    table = imaginality.play(table, Hazard(seat="gm", target="rex", cards=1))
    play = Play(seat="gm", side="damage", cards=("hand:gm#0",))
    table = done(table, play).table
    return done(table, Enough(seat="tom", side="resistance")).table


@pytest.mark.rule("IM-DECK-4", "IM-DECK-5")
def test_a_card_drawn_after_a_shuffle_in_the_same_gesture_is_one_of_those_shuffled() -> None:
    table = done(_dry(), REVEAL, {"committed:damage#0": "9H"}).table
    check = CollapseCheck(seat="gm")
    assert asked(table, check) == ["order.0"]
    assert asked(table, check, {"order.0": 1}) == ["order.0", "*0#0"]
    found = done(table, check, {"order.0": 1, "*0#0": "3C"})
    assert found.results["collapse"] == 3
    assert set(found.table.zones["deck"].cards) == {"2C", "4C"}
    assert why_not(table, check, {"order.0": 1, "*0#0": "5C"}) == "not_among_shuffled"


def test_a_card_believed_in_a_hand_may_have_been_shuffled_where_others_lay_hidden() -> None:
    table = done(_dry(), REVEAL, {"committed:damage#0": "9H"}).table
    table = imaginality.play(table, SetOption(seat="gm", option="reshuffle_keep_remainder_on_top", value=False))
    table = imaginality.play(table, SetOption(seat="gm", option="reshuffle_threshold", value=1))
    table = imaginality.play(table, MoveCards(seat="gm", cards=("hand:gm#0",), target="deck"))
    in_hand = table.zones["hand:gm"].cards[3]
    found = done(table, CollapseCheck(seat="gm"), {"order.0": 1, "*0#0": in_hand})
    assert found.table.zones["drawn:collapse"].cards == (in_hand,)
    assert why_not(table, CollapseCheck(seat="gm"), {"order.0": 1, "*0#0": "9H"}) == "lies_open_elsewhere"


# What may be told.


def test_a_visible_card_cannot_be_another_one_nor_be_entered_twice() -> None:
    table = attempt(discard="AH AD")
    assert why_not(table, REVEAL, dict(zip(BOTH_SIDES, ("AH", "8D"), strict=True))) == "lies_open_elsewhere"
    assert why_not(table, REVEAL, dict(zip(BOTH_SIDES, ("8D", "8D"), strict=True))) == "named_too_often"
    assert why_not(table, REVEAL, dict(zip(BOTH_SIDES, ("8D", "9Z"), strict=True))) == "no_such_face"
    assert why_not(table, NameCards(seat="gm", cards=("discard#0",), faces=("9C",))) == "lies_open"
    assert why_not(table, NameCards(seat="tom", cards=("deck#0",), faces=("9C",))) == "gm_only"
    assert why_not(table, NameCards(seat="eve", cards=("hand:tom#0",), faces=("9C",))) == "not_your_cards"
    assert why_not(table, NameCards(seat="gm", cards=("deck#0", "deck#1"), faces=("9C",))) == "faces_for_cards"


def test_with_two_decks_each_card_can_be_entered_twice() -> None:
    table = imaginality.laid({"deck": "2H 3H"}, options={"deck_count": 2})
    named = imaginality.play(table, NameCards(seat="gm", cards=("hand:tom#0", "deck#1")[1:], faces=("KD",)))
    assert named.zones["deck"].cards[1] == "KD"
    both = imaginality.play(table, NameCards(seat="gm", cards=("deck#0", "deck#1"), faces=("KD", "KD")))
    assert both.zones["deck"].cards[:2] == ("KD", "KD/2")


def test_the_next_card_of_the_deck_can_be_entered_in_advance_and_only_once() -> None:
    table = imaginality.play(attempt(), MoveCards(seat="gm", cards=("drawn:opposition#0",), target="deck", at=0))
    (offer,) = card_naming_offers(table, "gm")
    assert not list(card_naming_offers(table, "tom"))
    assert refusal(GAME, table, offer.command, REAL) is None
    first = rehearse(GAME, table, offer.command, REAL, {})
    assert [(b.key, b.secret) for b in first.fields] == [("deck#0", True)]
    named = rehearse(GAME, table, offer.command, REAL, {"deck#0": "QD"})
    assert named.outcome is not None
    assert named.outcome.table.zones["deck"].cards[0] == "QD"
    assert named.known == {"QD"}
    drawn = done(named.outcome.table, Draw(seat="gm", side="opposition")).table
    assert drawn.zones["drawn:opposition"].cards == ("QD",)
    again = rehearse(GAME, drawn, REVEAL, REAL, {}, known=named.known)
    assert [b.key for b in again.fields] == ["committed:actor#0"]


def test_with_both_only_what_nobody_saw_is_asked_for() -> None:
    assert asked(attempt(), REVEAL, ways=BOTH) == ["drawn:opposition#0"]
    assert not asked(attempt(), REVEAL, ways=BOTH.preferring_screen())


# Secrets.


def test_the_program_knows_no_real_card_that_is_face_down() -> None:
    codec, table = Codec(GAME), attempt(discard="AH AD")
    shown = with_real_cards_hidden(table)
    for viewer in ("gm", "tom", "eve", SHARED):
        hidden = unknown_cards(shown, viewer)
        assert hidden == unknown_cards(table, ""), "the owner of a hand looks into the real one"
        other = with_real_cards_hidden(swapped_table(codec, table, swapping(hidden, Random(3))))
        for seat in table.seats:
            told = difference(GAME.offers(shown, seat, viewer), GAME.offers(other, seat, viewer))
            assert told is None, f"{viewer} can tell by {told} what {seat} is thought to hold"
        assert GAME.view_for(shown, viewer) == GAME.view_for(other, viewer)


@pytest.mark.parametrize("joker", ["9C", "X"])
def test_the_requested_input_reveals_no_assumed_card(joker: str) -> None:
    codec, table = Codec(GAME), attempt()
    other = swapped_table(codec, table, swapping(unknown_cards(with_real_cards_hidden(table), ""), Random(5)))
    assert other != table
    for told in ({}, {BOTH_SIDES[0]: joker}, {BOTH_SIDES[0]: joker, BOTH_SIDES[1]: "8D"}):
        assert asked(table, REVEAL, told) == asked(other, REVEAL, told)


def test_an_entered_card_causes_no_card_flight() -> None:
    table = imaginality.laid({"hand:eve": "9C"})
    found = imaginality.outcome(table, NameCards(seat="gm", cards=("deck#0",), faces=("9C",)))
    assert found.learned == {*table.seats, SHARED}, "that her hand is another one now is no business of others"
    assert not flights(table, found.events, "eve")
    assert imaginality.notes(found, "eve") == ["not_held", "named_cards"], "who holds cards on the screen is told"
    assert imaginality.notes(found, "tom") == imaginality.notes(found, SHARED) == ["named_cards"]


def _believed(table: Table, one: str, other: str) -> Table:
    """The table in which two hidden cards are believed each in the other's place."""
    return swapped_table(Codec(GAME), table, {one: other, other: one})


def _card(place: str) -> InputField:
    return InputField(key=place, kind="card", place=place)


def _without_one() -> Table:
    """A card has been taken out of the deck, and nobody knows which; the table believes that it was 5H."""
    table = imaginality.laid({"hand:tom": f"KD {SIX}", "hand:eve": "8C", "deck": "2H 5H"}, options={"deck_count": 2})
    table = imaginality.play(table, RemoveCards(seat="gm", cards=("deck#1",)))
    assert table.zone_of("5H") is None
    return table


def test_the_consent_to_an_undo_reveals_no_assumed_hand() -> None:
    table = _without_one()
    worlds = [table, *(_believed(table, "9C", other) for other in ("8C", "5H", "2S", "2H"))]
    for command in (
        NameCards(seat="gm", cards=("deck#0",), faces=("9C",)),
        NameCards(seat="gm", cards=("hand:eve#0", "deck#0"), faces=("9C", "9C")),
        NameCards(seat="tom", cards=("hand:tom#2",), faces=("9C",)),
    ):
        found = [GAME.apply(world, command, SeededChance(1)) for world in worlds]
        assert len({outcome.learned for outcome in found}) == 1
        assert all(outcome.title == found[0].title for outcome in found)
        facts = [redact(world, outcome.events, SHARED) for world, outcome in zip(worlds, found, strict=True)]
        assert all(some == facts[0] for some in facts)
        assert len({imaginality.notes(outcome, SHARED)[0] for outcome in found}) == 1


@pytest.mark.parametrize("rest", ["deck", "hand:gm"])
@pytest.mark.rule("IM-JOKER-1", "IM-JOKER-3")
def test_an_assumed_joker_is_played_like_any_other_card(rest: str) -> None:
    table = imaginality.laid({"hand:tom": f"KD {SIX}", "hand:eve": "X", "discard": "2C 3C 4C"}, rest=rest)
    table = imaginality.play(table, Attempt(seat="tom", actor="rex"))
    lay = Play(seat="tom", side="actor", cards=("hand:tom#0",))
    found = [done(world, lay) for world in (table, _believed(table, "KD", "X"))]
    seen = [
        (GAME.view_for(with_real_cards_hidden(o.table), SHARED), o.learned, o.title, flights(t, o.events, SHARED))
        for t, o in zip((table, _believed(table, "KD", "X")), found, strict=True)
    ]
    one, other = seen
    assert difference(one, other) is None, "not even where no pile has another card for it"
    assert found[0].learned <= {"tom"}


@pytest.mark.rule("IM-JOKER-1", "IM-ADV-1")
def test_an_assumed_joker_in_the_place_of_an_entered_card_needs_no_more_input() -> None:
    options: dict[str, Json] = {"face_down_play": False}
    table = imaginality.laid({"hand:tom": f"KD 9C {SIX}", "hand:eve": "X", "deck": "2H 3H 4H"}, options=options)
    table = imaginality.play(table, Attempt(seat="gm", actor="rex", advantage=1))
    table = done(table, Draw(seat="gm", side="opposition"), {"deck#0": "2H"}).table
    lay = Play(seat="tom", side="actor", cards=("hand:tom#0", "hand:tom#1"))
    for world in (table, _believed(table, "KD", "X")):
        assert asked(world, lay) == ["hand:tom#0", "hand:tom#1"]
        assert asked(world, lay, {"hand:tom#0": "9C"}) == ["hand:tom#0", "hand:tom#1"]


def test_the_possible_faces_of_a_card_do_not_depend_on_hidden_or_removed_cards() -> None:
    table = imaginality.play(_without_one(), MoveCards(seat="eve", cards=("8C",), target="discard"))
    faces = [possible_faces(GAME, table, _card(p)) for p in ("deck#0", "hand:tom#0", "")]
    assert len(faces[0]) == 53
    for one, other in (("5H", "9C"), ("5H", "X"), ("5H", "5H/2"), ("5H", "8C/2"), ("KD", "2H")):
        world = _believed(table, one, other)
        if (one, other) == ("5H", "5H/2"):
            world = imaginality.play(world, RemoveCards(seat="gm", cards=("5H",)))
            assert not {"5H", "5H/2"} & set(world.all_cards()), "none of them is left here"
        again = [possible_faces(GAME, world, _card(p)) for p in ("deck#0", "hand:tom#0", "")]
        assert [list(some.items()) for some in again] == [list(some.items()) for some in faces]
    lying_open = imaginality.play(table, MoveCards(seat="gm", cards=("8C/2",), target="discard"))
    assert not possible_faces(GAME, lying_open, _card("deck#0"))["8C"]


def test_a_card_removed_face_down_may_turn_out_to_be_here() -> None:
    table = _without_one()
    found = imaginality.outcome(table, NameCards(seat="gm", cards=("deck#0",), faces=("5H",)))
    assert found.table.zones["deck"].cards[0] == "5H"
    assert found.table.away == ("2H",), "so it was another that was taken off"
    assert fold(table, found.events) == found.table
    added = imaginality.play(table, AddCards(seat="gm", zone="discard", faces=("5H",)))
    assert added.zones["discard"].cards == ("5H/3",), "not even the number of a copy tells which is missing"
    seen = imaginality.play(
        table, TurnCards(seat="gm", cards=("2H",), face="up"), RemoveCards(seat="gm", cards=("2H",))
    )
    assert seen.away == table.away, "what everybody saw go is no secret"


def test_without_a_gm_anybody_enters_real_cards() -> None:
    table = attempt()
    seats = {name: replace(seat, role=Role.PLAYER) for name, seat in table.seats.items()}
    alone = replace(table, seats=seats)
    assert not alone.gm()
    assert possible_faces(GAME, alone, _card("deck#0")) == possible_faces(GAME, table, _card("deck#0")) != {}
    assert [offer.name for offer in card_naming_offers(alone, "tom")] == ["name_next:deck"]
    found = done(alone, Reveal(seat="tom"), dict(zip(BOTH_SIDES, ("8D", "9C"), strict=True)))
    assert (found.results["actor_total"], found.results["opposition_total"]) == (9, 8)


def test_ways_are_read_from_settings_and_what_is_spoilt_is_as_usual() -> None:
    assert read_source_settings({"by_hand.dice": "real", "by_hand.cards": "both", "other": 1}) == SourceSettings(
        dice=SourceKind.REAL, cards=SourceKind.BOTH
    )
    assert read_source_settings({"by_hand.dice": ["real"], "by_hand.cards": "paper"}) == ON_SCREEN


def test_a_wrong_guess_is_refused_in_the_same_words_wherever_the_card_is() -> None:
    texts = set()
    for hands in ({"hand:eve": "9C"}, {"hand:gm": "9C"}, {}):
        table = imaginality.laid({"discard": "AH", **hands})
        with pytest.raises(Refused) as refused:
            imaginality.outcome(table, NameCards(seat="gm", cards=("deck#0", "deck#1"), faces=("9C", "9C")))
        texts.add(refused.value.text)
    assert len(texts) == 1


def test_a_script_names_cards_like_any_other_move() -> None:
    script = {
        "ruleset": "tiny",
        "seats": [{"id": "gm", "role": "gm"}, {"id": "eve"}],
        "options": {"hand_size": 1},
        "zones": {"hand:eve": ["8H"], "discard": ["AS"]},
        "commands": [
            {"kind": "name_cards", "seat": "gm", "cards": ["deck#0"], "faces": ["8H"]},
            {"kind": "deal", "seat": "gm"},
        ],
    }
    played = play_script(json.dumps(script).encode(), lambda _: TINY)
    assert played.stopped is None
    assert played.history.table.zones["hand:gm"].cards == ("8H",)
    for viewer in ("gm", "eve", SHARED):
        told = answer_bytes({"view": play_answer(played, viewer)["view"]}).decode()
        assert ("8H" in told) == (viewer == "gm"), "it lies in the GM's hand, as it turned out"


def _some_face(table: Table, blank: InputField, draw: Callable[..., object]) -> int | str:
    if blank.kind == "card":
        return str(draw(st.sampled_from([face for face, fits in possible_faces(GAME, table, blank).items() if fits])))
    return 1 if blank.kind == "order" else int(str(draw(st.integers(0, int(blank.kind[1:])))))


@given(data=st.data())
@examples(8)
def test_an_evening_with_real_cards_continues_with_any_input(data: st.DataObject) -> None:
    option = data.draw(st.sampled_from(("joker_as_refresh", "face_down_play", "open_damage_reveal")))
    table = imaginality.laid(options={**BOOKS, "deck_count": 2, option: data.draw(st.booleans())})
    ways = data.draw(st.sampled_from((REAL, BOTH)))
    known: frozenset[str] = frozenset()
    for seed in range(25):
        shown = with_real_cards_hidden(table) if ways is REAL else table
        seat = data.draw(st.sampled_from(sorted(table.seats)))
        offers = [o for o in (*GAME.offers(shown, seat, SHARED), *card_naming_offers(table, seat)) if o.denial is None]
        if not offers:
            continue
        main = [o for o in offers if o.primary]
        command = answered_command(data.draw(st.sampled_from(main or offers)), table, Drawn(data.draw))
        told: dict[str, int | str] = {}
        found = rehearse(GAME, table, command, ways, told, known, seed)
        while found.refused is None and found.outcome is None:
            blank = next(blank for blank in found.fields if blank.key not in told)
            told[blank.key] = _some_face(table, blank, data.draw)
            assert len(told) < 60, "it would go on asking for ever"
            found = rehearse(GAME, table, command, ways, told, known, seed)
        if found.outcome is not None:
            after = found.outcome.table
            assert fold(table, found.outcome.events) == after
            kept, lying = set(table.all_cards()), after.all_cards()
            for event in found.outcome.events:
                kept |= set(event.cards) if isinstance(event, CardsAdded) else set()
                kept -= set(event.cards) if isinstance(event, CardsRemoved) else set()
            assert (set(lying), len(lying)) == (kept, len(kept))
            table, known = after, known | found.known
