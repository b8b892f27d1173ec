"""Moves by hand that are possible at any table, without the rules: seats, piles, single cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.manual_moves import (
    AddCards,
    ArrangeZone,
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
    Say,
    SetBody,
    SetClock,
    SetList,
    SetLocation,
    SetOption,
    SetTrack,
    ShuffleZone,
    TurnCards,
)
from engine.kit.creation.advancement_commands import AdvanceCharacter
from engine.kit.encounters.encounter_commands import (
    FireTrigger,
    KeepCharacter,
    PauseEncounter,
    RemoveEncounter,
    ResetEncounter,
    ResumeEncounter,
    RevealFoes,
    RunEncounter,
    SaveEncounters,
    TickEncounter,
)
from engine.kit.game_factory import make_game, manual_moves
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.heroes.hero_commands import BringHero, BringParty
from engine.kit.notes.note_commands import QuickNote, RollDiceForGM, SaveNotes
from engine.kit.random_tables.random_table_commands import RollRandomTable, SaveRandomTables
from engine.kit.sessions.session_commands import EditSession, EndPlainSession, StartPlainSession
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.manual_move_offers import ManualMoveOffers
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.sheets.editing.list_entry_moves import KeepListEntry
from engine.sheets.editing.new_character_moves import CopyActor, JoinActor
from engine.sheets.editing.record_moves import EditSheet, WriteRecord
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from tests.engine.rulesets.imaginality.table import ATTEMPT, GAME, cards, laid, play
from tests.engine.tiny import Tiny, seats_of

# By dragging, on a character's record, on the options page, by the dice, or where real cards are told.
BY_GESTURE = {MoveCards, ArrangeZone, MoveChips, SetClock, SetTrack, SetLocation, SetBody}
ON_A_PAGE = {
    AdvanceCharacter,
    RemoveActor,
    EditSheet,
    LayCondition,
    EditCondition,
    LiftCondition,
    WriteRecord,
    CopyActor,
}
IN_PREP = {SaveHandouts, SaveRandomTables, RollRandomTable, SaveNotes, RollDiceForGM, QuickNote}
IN_PREP |= {SaveEncounters, RunEncounter, KeepCharacter}
IN_SESSION_STEPS = {StartPlainSession, EndPlainSession, EditSession}
WHILE_AN_ENCOUNTER_RUNS = {
    ResetEncounter,
    PauseEncounter,
    ResumeEncounter,
    RemoveEncounter,
    RevealFoes,
    TickEncounter,
    FireTrigger,
}
OF_HEROES = {BringHero, BringParty}
"""Offered where characters are missing, by the ready-made characters of a game."""
ELSEWHERE = BY_GESTURE | ON_A_PAGE | IN_PREP | IN_SESSION_STEPS | WHILE_AN_ENCOUNTER_RUNS | OF_HEROES
ELSEWHERE |= {KeepListEntry, TailorSheet, SetList, SetOption, JoinActor, RollDice, Say, NameCards}


def everything(game: Game, table: Table, viewer: str) -> Iterator[Offer]:
    hand = ManualMoveOffers(game, table, viewer)
    yield from hand.all_offers("guest_0")
    for zone in table.zones.values():
        for index in range(len(zone.cards)):
            yield from hand.card_offers(zone.id, index)


def named(game: Game, table: Table, viewer: str, name: str) -> Offer:
    return next(offer for offer in everything(game, table, viewer) if offer.name == name)


def done(game: Game, table: Table, offer: Offer, **answers: Any) -> Table:
    command: Any = offer.command
    return game.apply(table, replace(command, **answers), SeededChance(2)).table


def tiny() -> tuple[Game, Table]:
    game = make_game(Tiny())
    return game, game.ruleset.new_table(seats_of(3), {name: o.default for name, o in game.ruleset.options.items()})


def test_every_manual_move_has_a_place_in_the_window() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    found = {type(offer.command) for offer in everything(GAME, table, SHARED)}
    assert {move.command for move in manual_moves(GAME.ruleset)} - found == ELSEWHERE


@pytest.mark.rule("IM-HAND-10")
def test_people_come_and_go_and_take_another_name() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    joined = done(GAME, table, named(GAME, table, SHARED, "join_seat"), name="Ida")
    assert (joined.seats["guest_0"].name, len(cards(joined, "hand:guest_0"))) == ("Ida", 7)
    edit = named(GAME, joined, SHARED, "edit_seat:guest_0")
    renamed = done(GAME, joined, edit, name="Idun", turn=90)
    assert (renamed.seats["guest_0"].name, renamed.seats["guest_0"].turn) == ("Idun", 90)
    hand = cards(renamed, "hand:guest_0")
    left = done(GAME, renamed, named(GAME, renamed, SHARED, "leave_seat:guest_0"))
    assert "guest_0" not in left.seats
    assert sorted(cards(left, "discard")) == sorted(hand)


def test_the_gm_alone_keeps_a_character_from_the_others_and_shows_it_again() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    clerk = next(actor.id for actor in table.actors.values() if table.is_gm(actor.seat))
    hidden = done(GAME, table, named(GAME, table, SHARED, f"hide_actor:{clerk}"))
    assert hidden.actors[clerk].secret
    for viewer in (SHARED, "tom"):
        names = [offer.name for offer in everything(GAME, hidden, viewer)]
        assert not [name for name in names if name.endswith(f"_actor:{clerk}")]
    outcome = GAME.apply(hidden, named(GAME, hidden, "gm", f"show_actor:{clerk}").command, SeededChance(2))
    assert outcome.table.actors == table.actors
    (note,) = [event for event in outcome.events if isinstance(event, Noted)]
    assert (note.message.key, note.audience) == ("log.actor_shown", None), "everybody reads who is there"


@pytest.mark.rule("IM-HAND-10", "IM-DECK-2")
def test_a_manual_move_that_the_game_refuses_is_offered_with_a_denial() -> None:
    full = play(laid(players=6), StartAdventure(seat="gm"))
    denial = named(GAME, full, SHARED, "join_seat").denial
    assert denial is not None
    assert denial.rules == ("IM-DECK-2",)
    busy = named(GAME, play(laid(), ATTEMPT), SHARED, "leave_seat:tom").denial
    assert busy is not None, "Tom still leads a character"
    assert not [o for o in everything(GAME, full, SHARED) if isinstance(o.command, LeaveSeat) and o.command.id == "gm"]


@pytest.mark.parametrize("which", ["tiny", "imaginality"])
def test_every_card_can_be_turned_and_turned_back_in_its_place(which: str) -> None:
    game, table = tiny() if which == "tiny" else (GAME, play(laid(), StartAdventure(seat="gm")))
    for zone in table.zones.values():
        if not zone.cards:
            continue
        was_open = zone.may_see(zone.cards[0], "")
        there, back = ("turn_down", "turn_up") if was_open else ("turn_up", "turn_down")
        place = f"{zone.id}#0"
        turned = done(game, table, named(game, table, SHARED, f"{there}:{place}"))
        assert turned.zones[zone.id].may_see(zone.cards[0], "") is not was_open
        assert done(game, turned, named(game, turned, SHARED, f"{back}:{place}")).zones == table.zones


def test_piles_are_shuffled_and_cards_come_and_go() -> None:
    table = laid()
    mixed = done(GAME, table, named(GAME, table, SHARED, "shuffle_zone:deck"))
    assert cards(mixed, "deck") != cards(table, "deck")
    assert sorted(cards(mixed, "deck")) == sorted(cards(table, "deck"))
    less = done(GAME, table, named(GAME, table, SHARED, "remove_card:deck#0"))
    assert cards(less, "deck") == cards(table, "deck")[1:]
    add = named(GAME, less, SHARED, "add_cards:deck")
    assert set(add.questions[0].choices) == {card.partition("/")[0] for card in table.all_cards()}
    more = done(GAME, less, add, faces=("8H", "X"))
    assert set(cards(more, "deck")) - set(cards(table, "deck")) <= {"8H/2", "X/3"}
    assert len(cards(more, "deck")) == len(cards(table, "deck")) + 1


def test_a_player_is_offered_what_is_a_players_and_each_of_it_can_be_done() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    gms = {JoinSeat, AddCards, RemoveCards}
    for viewer in ("tom", "eve", "gm", SHARED):
        found = list(everything(GAME, table, viewer))
        kinds = {type(offer.command) for offer in found}
        assert bool(kinds & gms) is (viewer in {"gm", SHARED})
        for offer in found:
            if offer.denial is None and not isinstance(offer.command, JoinSeat | AddCards):
                assert GAME.refusal(table, offer.command) is None, (viewer, offer.name)
    own = [o.command for o in everything(GAME, table, "tom") if isinstance(o.command, EditSeat | LeaveSeat)]
    assert {command.id for command in own} == {"tom"}


def test_the_chips_of_a_bag_go_into_any_other() -> None:
    game, table = tiny()
    bag = next(name for name, held in table.chips.items() if sum(held.values()) > 1)
    held = {colour: count for colour, count in table.chips[bag].items() if count}
    colour = next(iter(held))
    hand = ManualMoveOffers(game, table, SHARED)
    of_one, of_all = list(hand.chip_offers(bag, colour)), list(hand.chip_offers(bag))
    others = [other for other in table.chips if other != bag]
    assert [offer.command.target for offer in of_one if isinstance(offer.command, MoveChips)] == others
    assert len(of_all) == len(others) * len(held)
    moved = done(game, table, of_one[0], chips={colour: held[colour]})
    assert moved.chips[others[0]][colour] == table.chips[others[0]].get(colour, 0) + held[colour]
    assert not moved.chips[bag].get(colour), "as many as were there"
    (count,) = of_one[0].questions
    assert (count.part, count.most) == (colour, held[colour])


def test_a_card_in_a_hand_is_turned_by_its_owner() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    turn = named(GAME, table, SHARED, "turn_up:hand:tom#3").command
    assert isinstance(turn, TurnCards)
    assert (turn.seat, turn.cards) == ("tom", ("hand:tom#3",))
    shuffles = [o.command for o in everything(GAME, table, SHARED) if isinstance(o.command, ShuffleZone)]
    assert {command.zone for command in shuffles} == {"deck"}


@pytest.mark.parametrize("viewer", ["gm", "tom", SHARED])
def test_nothing_is_offered_by_what_the_viewer_may_not_know(viewer: str) -> None:
    table = play(laid(), StartAdventure(seat="gm"), RemoveCards(seat="gm", cards=("deck#0", "deck#3")))
    hidden = [card for zone in table.zones.values() for card in zone.cards if not zone.may_see(card, viewer)]
    hidden += table.away
    swaps = dict(zip(hidden, (*hidden[1:], hidden[0]), strict=True))
    zones = {
        zone.id: replace(zone, cards=tuple(swaps.get(card, card) for card in zone.cards))
        for zone in table.zones.values()
    }
    other = replace(table, zones=zones, away=tuple(swaps[card] for card in table.away))
    assert other.away != table.away
    assert list(everything(GAME, table, viewer)) == list(everything(GAME, other, viewer))
