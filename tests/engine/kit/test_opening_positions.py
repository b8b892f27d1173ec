"""The clock, the GM's chips and the cards of an encounter: set when it runs, as the GM would by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import MoveCards, MoveChips, SetClock, SetLocation
from engine.kit.encounters.encounter_commands import PauseEncounter, RemoveEncounter, ResetEncounter, RunEncounter
from engine.kit.encounters.encounter_records import ENCOUNTERS, encounters_in
from engine.kit.encounters.encounter_runs import RUNS, need_run
from engine.kit.encounters.printable_encounters import encounter_printout, printable_encounters
from engine.kit.every_game.full_content_editor import content_editor_of
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.loader import game_of
from tests.engine.rulesets.classic_fantasy import table as d100

GAME = game_of("future_imperfect")
SEATS = (Seat(id="gm", name="Gm", role=Role.GM), Seat(id="tom", name="Tom"))
HALF_PAST_NINE, DAY = (21 * 60 + 30) * 60, 24 * 3600
DOCK: Mapping[str, Json] = {
    "id": "dock",
    "name": "Dock nine",
    "clock": "21:30",
    "chips": [{"colour": "red", "count": 2}, {"colour": "blue", "count": 1}, {"colour": "red"}],
}
WOUNDED = Actor(
    id="ada", name="Ada", seat="tom", conditions=(Condition(id="dazed", name="Dazed", until=2 * DAY + 3600),)
)
RUN = RunEncounter(seat="gm", encounter="dock")
RESET, PAUSE, REMOVE = (kind(seat="gm", run="dock") for kind in (ResetEncounter, PauseEncounter, RemoveEncounter))


def table_with(encounter: Mapping[str, Json] = DOCK, *, clock: int = 0, ruleset: str = "future_imperfect") -> Table:
    game = game_of(ruleset).ruleset
    table = game.new_table(SEATS, complete_options(game.options, {}))
    chips = {**table.chips, "gm": {"red": 4}, "tom": {"red": 3}} if table.chips else {}
    return replace(table, clock=clock, chips=chips, lists={**table.lists, ENCOUNTERS: (encounter,)})


def do(table: Table, *commands: Command) -> Table:
    for command in commands:
        table = GAME.apply(table, command, SeededChance(1)).table
    return table


def chips_of(table: Table, bag: str) -> dict[str, int]:
    return {colour: n for colour, n in table.chips[bag].items() if n}


def spends(**chips: int) -> MoveChips:
    return MoveChips(seat="gm", source="gm", target="pot", chips=chips)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (0, HALF_PAST_NINE),
        (HALF_PAST_NINE, HALF_PAST_NINE),
        (HALF_PAST_NINE + 1, HALF_PAST_NINE + DAY),
        (9 * DAY + 60, 9 * DAY + HALF_PAST_NINE),
    ],
)
def test_the_clock_goes_on_to_the_next_such_time_and_never_back(now: int, then: int) -> None:
    assert do(table_with(clock=now), RUN).clock == then


def test_chips_come_from_the_pot_in_one_gesture_and_everybody_reads_only_what_a_move_by_hand_tells() -> None:
    table = table_with()
    history = History(table)
    applied = GAME.apply(table, RUN, SeededChance(1))
    ran = applied.table
    assert chips_of(ran, "gm") == {"red": 7, "blue": 1}
    assert chips_of(ran, "pot") == {"red": 22, "blue": 9, "white": 50}
    assert chips_of(ran, "tom") == {"red": 3}, "never from a player"
    heard = [e.message.key for e in applied.events if isinstance(e, Noted) and e.audience is None]
    assert heard == ["log.set_clock", "log.moved_chips"]
    history.add(applied.entry(), ran)
    assert history.go_to(0, consent=True) == table


def test_a_reset_sets_the_clock_again_and_gives_back_what_is_spent() -> None:
    ran = do(table_with(), RUN)
    played = do(ran, spends(red=2, blue=1), SetClock(seat="gm", seconds=2 * DAY))
    hour = replace(played, actors={"ada": WOUNDED})
    assert do(hour, RESET).actors["ada"].conditions[0].until == ran.clock + 3600, "it still lasts for an hour"
    again = do(played, RESET)
    assert (again.clock, again.chips) == (ran.clock, ran.chips)
    assert do(ran, RESET).chips == ran.chips, "nothing is given twice"
    assert do(ran, PAUSE, RESET).chips == ran.chips
    richer = do(ran, MoveChips(seat="gm", source="pot", target="gm", chips={"red": 5}))
    assert chips_of(do(richer, RESET), "gm")["red"] == 12, "chips that the GM got since stay"


@pytest.mark.parametrize(
    ("spent", "left"), [({}, {"red": 4}), ({"red": 2}, {"red": 4}), ({"red": 5, "blue": 1}, {"red": 2})]
)
def test_removing_takes_back_what_is_not_spent_and_leaves_the_time(spent: dict[str, int], left: dict[str, int]) -> None:
    ran = do(table_with(), RUN)
    played = do(ran, spends(**spent)) if spent else ran
    applied = GAME.apply(played, REMOVE, SeededChance(1))
    assert chips_of(applied.table, "gm") == left
    assert applied.table.clock == HALF_PAST_NINE
    told = [e.message.key for e in applied.events if isinstance(e, Noted) and e.audience is None]
    assert told == (["log.moved_chips"] if sum(spent.values()) < 4 else [])
    pot, tom = table_with().chips["pot"], chips_of(applied.table, "tom")
    gone = {colour: n - applied.table.chips["pot"].get(colour, 0) for colour, n in pot.items()}
    assert (gone["red"], gone["blue"], tom) == (left["red"] - 4, 0, {"red": 3})


def test_a_pot_with_too_few_chips_gives_those_it_has_and_the_gm_alone_reads_why() -> None:
    table = table_with()
    table = replace(table, chips={**table.chips, "pot": {"red": 1}})
    applied = GAME.apply(table, RUN, SeededChance(1))
    assert chips_of(applied.table, "gm") == {"red": 5}
    assert [
        e.audience for e in applied.events if isinstance(e, Noted) and e.message.key == "log.encounter_few_chips"
    ] == [("gm",)]
    assert chips_of(do(applied.table, REMOVE), "gm") == {"red": 4}


@pytest.mark.parametrize(
    ("field", "value", "key", "path"),
    [
        ("clock", "24:00", "encounter_clock", "clock"),
        ("clock", "half past", "encounter_clock", "clock"),
        ("clock", "٢١:٣٠", "encounter_clock", "clock"),
        ("chips", [{"colour": "purple"}], "encounter_chips", "chips[0].colour"),
        ("chips", [{}], "encounter_chips", "chips[0].colour"),
    ],
)
def test_what_is_no_time_and_no_chip_of_the_game_is_refused_and_shown_in_the_form(
    field: str, value: Json, key: str, path: str
) -> None:
    faulty = {**DOCK, field: value}
    refused = GAME.refusal(table_with(faulty), RUN)
    assert refused is not None
    assert refused.message.key == f"refused.{key}"
    problems = content_editor_of(GAME).editor_view({}, {}, ENCOUNTERS, faulty).problems
    assert [problem.path for problem in problems] == [path]


def test_the_rules_of_a_game_can_forbid_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(_game: Any, _table: Table, command: Command) -> None:
        if isinstance(command, SetClock):
            raise Refused("no_chips_named")

    monkeypatch.setattr(type(GAME.ruleset), "verify_manual_move", forbid)
    ran = do(table_with(clock=HALF_PAST_NINE), RUN)
    assert GAME.refusal(table_with(), RUN) is not None
    later = replace(ran, clock=ran.clock + 60)
    assert GAME.refusal(later, RESET) is not None
    assert GAME.refusal(later, REMOVE) is None


def test_a_game_without_chips_has_no_field_for_them_but_keeps_what_a_file_says() -> None:
    def fields(game: str, record: Mapping[str, Json]) -> set[str]:
        view = content_editor_of(game_of(game)).editor_view({}, {}, ENCOUNTERS, record)
        return {part.path for group in view.groups for part in group.parts} & {"clock", "chips"}

    bare = {"id": "dock", "name": "Dock nine"}
    assert fields("imaginality", bare) == {"clock"}
    assert fields("imaginality", DOCK) == {"clock", "chips"}
    assert fields("future_imperfect", bare) == {"clock", "chips"}


def test_without_them_nothing_is_touched_and_an_old_run_has_none() -> None:
    table = table_with({"id": "dock", "name": "Dock nine"})
    ran = do(table, RUN)
    assert (ran.clock, ran.chips) == (table.clock, table.chips)
    row = {key: value for key, value in ran.lists[RUNS.name][0].items() if not key.startswith(("clock", "chips"))}
    old = replace(ran, clock=5, lists={**ran.lists, RUNS.name: (row,)})
    assert need_run(old, "dock").clock is None
    assert do(old, RESET).clock == do(old, REMOVE).clock == 5


def test_they_are_printed() -> None:
    table = table_with()
    assert encounters_in("future_imperfect", table.lists)["dock"].clock == "21:30"
    (found,) = [one for one in printable_encounters(GAME, table) if one.id == "dock"]
    printout = encounter_printout(GAME, table, found)
    assert [(one.name, one.text) for one in printout.surroundings] == [
        ("Clock at the start", "21:30"),
        ("Chips for the GM", "2 red, 1 blue, 1 red"),
    ]
    assert not printout.problem


CARDS: Mapping[str, Json] = {
    "id": "dock",
    "name": "Dock nine",
    "cards": [
        {"count": 3, "source": "deck", "target": "hand:gm"},
        {"count": "1d2", "source": "deck", "target": "discard"},
        {"count": 20, "source": "character_points", "target": "discard"},
    ],
}


def card_table(encounter: Mapping[str, Json] = CARDS, *, gm: str = "gm") -> Table:
    game = game_of("imaginality")
    seats = (replace(SEATS[0], id=gm), SEATS[1])
    table = game.new_table(seats, complete_options(game.ruleset.options, {}))
    return replace(table, lists={**table.lists, ENCOUNTERS: (encounter,)})


@pytest.mark.parametrize("gm", ["gm", "ada"])
def test_cards_come_from_the_top_of_a_place_whatever_the_seat_of_the_gm_is_called(gm: str) -> None:
    table = card_table(gm=gm)
    deck = table.zones["deck"].cards
    ran = game_of("imaginality").apply(table, RunEncounter(seat=gm, encounter="dock"), SeededChance(1)).table
    assert sorted(ran.zones[f"hand:{gm}"].cards) == sorted(deck[:3])
    count = len(ran.zones["discard"].cards)
    assert count in (1, 2)
    assert set(ran.zones["discard"].cards) == set(deck[3 : 3 + count])
    assert ran.zones["hand:tom"] == table.zones["hand:tom"]


def test_nobody_learns_from_moved_cards_what_lies_in_a_hidden_pile() -> None:
    """Other cards below those that come, and in the hand of a player, change nothing that anybody reads or sees."""
    game, table = game_of("imaginality"), card_table()
    deck = table.zones["deck"].cards
    heard = []
    for rest in (deck[5:], deck[:4:-1]):
        other = replace(table.zones["deck"], cards=(*deck[:5], *rest[3:]))
        tom = replace(table.zones["hand:tom"], cards=rest[:3])
        world = replace(table, zones={**table.zones, "deck": other, "hand:tom": tom})
        applied = game.apply(world, RUN, SeededChance(1))
        views = [game.view_for(applied.table, viewer).zones for viewer in ("gm", "shared")]
        heard.append((views, [event for event in applied.events if isinstance(event, Noted)]))
    assert heard[0] == heard[1]


@pytest.mark.parametrize(("played", "dealt"), [(0, 0), (1, 1), (3, 3), (5, 3)])
def test_a_reset_deals_as_many_cards_again_as_their_place_lacks(played: int, dealt: int) -> None:
    """Of five cards in the GM's hand the encounter dealt three; the place of a player and the faces do not matter."""
    game = game_of("imaginality")
    start = card_table({**CARDS, "cards": [{"count": 3, "source": "deck", "target": "hand:gm"}]})
    hand, deck = start.zones["hand:gm"], start.zones["deck"]
    deck, hand = replace(deck, cards=deck.cards[5:]), replace(hand, cards=deck.cards[:2])
    discard = replace(start.zones["discard"], cards=start.zones["deck"].cards[2:5])
    start = replace(start, zones={**start.zones, "deck": deck, "hand:gm": hand, "discard": discard})
    ran = game.apply(start, RUN, SeededChance(1)).table
    assert need_run(ran, "dock").cards[0].count == 3
    assert not any(card in repr(ran.lists[RUNS.name]) for card in deck.cards[:3]), "a list says no faces"
    after = ran
    if played:
        gone = ran.zones["hand:gm"].cards[:played]
        after = game.apply(ran, MoveCards(seat="gm", cards=gone, target="discard"), SeededChance(1)).table
    again = game.apply(after, RESET, SeededChance(1)).table
    assert len(again.zones["hand:gm"].cards) == 5 - played + dealt
    assert again.zones["deck"].cards == after.zones["deck"].cards[dealt:], "from the top"
    assert game.apply(again, RESET, SeededChance(1)).table.zones == again.zones, "nothing is dealt twice"


def test_what_the_place_of_the_cards_lacks_is_dealt_at_a_later_reset() -> None:
    game = game_of("imaginality")
    rows: list[Json] = [{"count": 3, "source": "deck", "target": "hand:gm"}]
    ran = game.apply(card_table({**CARDS, "cards": rows}), RUN, SeededChance(1)).table
    gone = (*ran.zones["hand:gm"].cards[:2], *ran.zones["deck"].cards[1:])
    table = game.apply(ran, MoveCards(seat="gm", cards=gone, target="discard"), SeededChance(1)).table
    table = game.apply(table, RESET, SeededChance(1)).table
    assert (len(table.zones["hand:gm"].cards), len(table.zones["deck"].cards)) == (2, 0)
    back = MoveCards(seat="gm", cards=table.zones["discard"].cards[:9], target="deck")
    table = game.apply(table, back, SeededChance(1)).table
    for _ in range(2):
        table = game.apply(table, RESET, SeededChance(1)).table
        assert len(table.zones["hand:gm"].cards) == 3


def test_the_rules_of_a_game_can_forbid_that_cards_are_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("imaginality")
    rows: list[Json] = [{"count": 3, "source": "deck", "target": "hand:gm"}]
    ran = game.apply(card_table({**CARDS, "cards": rows}), RUN, SeededChance(1)).table
    spent = MoveCards(seat="gm", cards=ran.zones["hand:gm"].cards[:1], target="discard")
    played = game.apply(ran, spent, SeededChance(1)).table

    def forbid(_game: Any, _table: Table, command: Command) -> None:
        if isinstance(command, MoveCards):
            raise Refused("no_cards_named")

    monkeypatch.setattr(type(game.ruleset), "verify_manual_move", forbid)
    assert game.refusal(played, RESET) is not None
    assert game.refusal(ran, RESET) is None, "no card is missing"
    assert game.refusal(played, REMOVE) is None


def test_a_reset_right_after_the_start_moves_no_card_though_cards_went_on() -> None:
    game = game_of("imaginality")
    rows: list[Json] = [
        {"count": 3, "source": "deck", "target": "hand:gm"},
        {"count": 2, "source": "hand:gm", "target": "discard"},
    ]
    ran = game.apply(card_table({**CARDS, "cards": rows}), RUN, SeededChance(1)).table
    assert game.apply(ran, RESET, SeededChance(1)).table.zones == ran.zones
    shuffled_back = MoveCards(seat="gm", cards=ran.zones["discard"].cards, target="deck")
    again = game.apply(game.apply(ran, shuffled_back, SeededChance(1)).table, RESET, SeededChance(1)).table
    assert {place: len(zone.cards) for place, zone in again.zones.items()} == {
        place: len(zone.cards) for place, zone in ran.zones.items()
    }, "both steps are made again"
    page = game.status_page(ran, "gm", "encounters")
    assert page is not None
    told = " ".join(say(text) for line in page.lines for cell in line.cells for text in cell.texts)
    assert "3 from the deck to Gm’s hand" in told


@pytest.mark.parametrize("field", ["source", "target"])
@pytest.mark.parametrize("place", ["hand:tom", "nowhere", ""])
def test_a_place_of_a_player_and_no_place_are_refused_and_shown_in_the_form(field: str, place: str) -> None:
    row = {"source": "deck", "target": "discard", field: place}
    faulty = {**CARDS, "cards": [row]}
    game = game_of("imaginality")
    refused = game.refusal(card_table(faulty), RUN)
    assert refused is not None
    assert refused.message.key == "refused.encounter_cards"
    problems = content_editor_of(game).editor_view({}, {}, ENCOUNTERS, faulty).problems
    assert [problem.path for problem in problems] == [f"cards[0].{field}"]


def test_dice_of_rounds_and_chips_are_rolled_when_it_begins_and_a_reset_keeps_them() -> None:
    dice = {"chips": [{"colour": "red", "count": "1d3+1"}], "triggers": [{"round": "1d3+1", "what": "More come"}]}
    ran = do(table_with({**DOCK, **dice}), RUN)
    run = need_run(ran, "dock")
    assert run.chips["red"] in (2, 3, 4)
    assert run.triggers[0].round in (2, 3, 4)
    again = need_run(do(ran, RESET), "dock")
    assert (again.chips, again.triggers) == (run.chips, run.triggers)


@pytest.mark.rule("CF-TIME-1", "CF-UI-12")
def test_a_place_of_classic_d100_is_reached_at_its_time_once_and_a_reset_sets_the_clock_back() -> None:
    game = game_of("classic_fantasy")
    ford = {"id": "ford", "name": "Ford", "clock": "21:30", "loot": "A ring"}
    table = d100.laid()
    table = replace(table, clock=60, lists={**table.lists, "places": (ford,)})
    go = game.commands["go_to_place"](seat="gm", place="ford")  # type: ignore[call-arg]
    came = game.apply(table, go, SeededChance(1)).table
    assert came.clock == HALF_PAST_NINE
    later = replace(came, clock=HALF_PAST_NINE + 60)
    assert game.apply(later, go, SeededChance(1)).table.clock == later.clock, "only the first visit waits"
    (run,) = RUNS.all(came)
    hurt = SetLocation(seat="gm", actor="ana", location="Chest", level=1)
    played = game.apply(replace(came, clock=HALF_PAST_NINE + 600), hurt, SeededChance(1)).table
    played = replace(played, clock=played.clock + 600)
    again = game.apply(played, ResetEncounter(seat="gm", run=run.id), SeededChance(1)).table
    assert again.clock == HALF_PAST_NINE, "also while somebody is wounded, whose wound is as old as before"
    injuries = [session_state(table).injuries["ana"]["Chest"] for table in (played, again)]
    assert [injury.injured - table.clock for injury, table in zip(injuries, (played, again), strict=True)] == [-600] * 2
    anew = replace(go, anew=True)
    assert game.apply(later, anew, SeededChance(1)).table.clock == HALF_PAST_NINE + DAY
    assert game.refusal(replace(table, lists={"places": ({**ford, "clock": "late"},)}), go) is not None


@pytest.mark.rule("CD-UI-25")
def test_an_encounter_of_card_the_drawing_sets_the_clock_and_a_reset_sets_it_again() -> None:
    game = game_of("card_the_drawing")
    table = game.new_table(SEATS, complete_options(game.ruleset.options, {}))
    (foe, *_) = content_editor_of(game).entries({}, {}, "foes")
    mill = {"id": "mill", "name": "Mill", "clock": "21:30", "foes": [{"foe": foe.id}]}
    table = replace(table, lists={**table.lists, ENCOUNTERS: (mill,)})
    begin = game.commands["begin_encounter"](seat="gm", encounter="mill", begin=False)  # type: ignore[call-arg]
    ran = game.apply(table, begin, SeededChance(1)).table
    assert ran.clock == HALF_PAST_NINE
    (run,) = RUNS.all(ran)
    later = replace(ran, clock=ran.clock + 60)
    reset = ResetEncounter(seat="gm", run=run.id)
    assert game.apply(later, reset, SeededChance(1)).table.clock == HALF_PAST_NINE


@pytest.mark.parametrize("first", [0, 1])
def test_the_ranges_of_dice_are_printed_with_the_number_of_characters_of_each_row(first: int) -> None:
    raider = {"id": "raider", "name": "Raider", "reflex": "2d6", "vigor": "2d6", "wind": "3d6"}
    rows: list[Json] = [
        {"who": "foes/raider", "count": "1d4"},
        {"who": "foes/raider", "count": 1, "tracks": "Wind 2"},
    ]
    table = table_with({"id": "dock", "name": "Dock nine", "cast": [rows[first], rows[1 - first]]})
    table = replace(table, lists={**table.lists, "foes": (raider,)})
    (found,) = [one for one in printable_encounters(GAME, table) if one.id == "dock"]
    groups = encounter_printout(GAME, table, found).groups
    assert sorted(group.counts for group in groups) == [(1, 1), (1, 4)]
    for group in groups:
        assert [(number.label, number.least, number.most) for number in group.ranges] == [("Max Wind", 3, 18)]
