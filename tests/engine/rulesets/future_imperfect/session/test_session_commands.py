"""Sessions, chips and bounty: what comes back, is drawn, stored, converted, shared and bought (FI-FATE, FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.core.chance import PhysicalChance, SeededChance
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.chips.fate_pot import total_chips
from engine.rulesets.future_imperfect.procedures.session_procedure import POT, session_state
from engine.rulesets.future_imperfect.session.bounty_commands import (
    AwardBounty,
    BuyAptitude,
    BuyCoordination,
    BuyDie,
    ConvertChips,
    NextArc,
)
from engine.rulesets.future_imperfect.session.session_commands import (
    AwardChip,
    DrawChips,
    EndSession,
    HelpWithWind,
    StartSession,
)
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, laid, notes, outcome, play, refused

START, END = StartSession(seat="gm"), EndSession(seat="gm")
Chips = Mapping[str, Mapping[str, int]]


def held(table: Table, bag: str) -> int:
    return sum(table.chips[bag].values())


def with_chips(chips: Chips, sheets: Mapping[str, Mapping[str, Json]] | None = None, **tracks: int) -> Table:
    """Return a table with these chips in its bags; they are not in the pot."""
    left = {"blue": 10, "red": 25, "white": 50}
    for bag in chips.values():
        left = {colour: n - bag.get(colour, 0) for colour, n in left.items()}
    wind = {actor: {"Wind": value} for actor, value in tracks.items()}
    return laid(chips={**chips, POT: left}, sheets=sheets, tracks=wind)


@pytest.mark.rule("FI-EX-28", "FI-FATE-1", "FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
@pytest.mark.parametrize(("stored", "drawn"), [(0, 3), (2, 1), (5, 0)])
def test_all_get_stored_chips_back_and_then_draw_up_to_three(stored: int, drawn: int) -> None:
    result = outcome(with_chips({"tom": {"white": stored}, "gm": {"red": 4}}), START)
    table = result.table
    assert held(table, "tom") == stored + drawn
    assert (held(table, "eve"), held(table, "gm")) == (3, 5)
    assert total_chips(table) == 85
    log_notes = notes(result)
    assert log_notes.index("chips_back") < log_notes.index(
        "chips_drawn"
    )  # first everybody has back, only then anybody draws
    assert max(i for i, key in enumerate(log_notes) if key == "chips_back") < log_notes.index("chips_drawn")
    assert result.learned >= {"tom", "eve", "gm", SHARED}
    assert refused(table, START).message.key == "refused.session_runs"


@pytest.mark.rule("FI-FATE-20")
def test_from_an_empty_pot_nothing_is_drawn() -> None:
    table = laid(chips={POT: {"white": 2}, "gm": {}, "tom": {}, "eve": {}})
    table = play(table, START)
    assert (held(table, "tom"), held(table, "eve"), held(table, "gm")) == (2, 0, 0)


@pytest.mark.rule("FI-FATE-4")
def test_chips_of_a_real_pot_are_named_by_colour_and_each_seat_draws_once() -> None:
    table = play(laid(), StartSession(seat="gm", by_hand=True))
    assert held(table, "tom") == 0
    drawn = DrawChips(seat="tom", bag="tom", chips={"red": 2, "blue": 1})
    assert refused(table, DrawChips(seat="tom", bag="tom", chips={"red": 2})).message.key == "refused.chips_due"
    assert refused(table, DrawChips(seat="eve", bag="tom")).message.key == "refused.not_your_chips"
    table = play(table, drawn)
    assert table.chips["tom"] == {"red": 2, "blue": 1}
    assert refused(table, drawn).message.key == "refused.chips_were_drawn"
    table = play(table, DrawChips(seat="eve", bag="eve"), DrawChips(seat="gm", bag="gm"))
    assert (held(table, "eve"), held(table, "gm"), total_chips(table)) == (3, 1, 85)


@pytest.mark.rule("FI-FATE-4")
def test_chips_drawn_from_a_real_pot_can_be_entered_as_chance() -> None:
    real = PhysicalChance({}, {0: {0: "blue", 1: "blue", 2: "red"}, 1: {}, 2: {}}, ["order"], SeededChance(1))
    table = outcome(laid(), START, real).table
    assert table.chips["tom"] == {"blue": 2, "red": 1}


@pytest.mark.rule("FI-FATE-6", "FI-FATE-7")
def test_the_gm_awards_a_chosen_colour_and_at_the_end_all_chips_are_stored() -> None:
    table = play(laid(), START)
    before = table.chips["eve"].get("blue", 0)
    award = AwardChip(seat="gm", bag="eve", colour="blue", why="her curiosity")
    assert refused(table, AwardChip(seat="eve", bag="eve", colour="blue")).message.key == "refused.gm_only"
    table = play(table, award)
    assert table.chips["eve"]["blue"] == before + 1
    kept = table.chips["eve"]
    assert refused(conflict(table), END).message.key == "refused.conflict_runs"
    ended = outcome(table, END)
    assert notes(ended).count("no_chips_stored") == sum(not held(table, bag) for bag in ("gm", "tom", "eve"))
    table = ended.table
    assert table.chips["eve"] == kept
    assert not session_state(table).running
    assert total_chips(table) == 85
    table = play(table, START)  # four are more than three: nothing is drawn, and nothing is lost
    assert (held(table, "eve"), session_state(table).session) == (4, 2)


@pytest.mark.rule("FI-FATE-17", "FI-FATE-18", "FI-FATE-2")
def test_chips_give_wind_back_up_to_the_start_and_go_into_the_pot() -> None:
    table = with_chips({"tom": {"white": 2, "red": 1}, "eve": {"blue": 1}}, frost=-2, chuk=1, thug=1)
    result = outcome(table, HelpWithWind(seat="tom", actor="frost", chips={"white": 2}))
    assert result.table.actors["frost"].tracks["Wind"].value == 8
    assert result.table.chips["tom"] == {"red": 1}
    assert total_chips(result.table) == 85
    more = outcome(result.table, HelpWithWind(seat="eve", actor="frost", chips={"blue": 1})).table
    assert more.actors["frost"].tracks["Wind"].value == 12  # what is above the start is lost
    full = refused(more, HelpWithWind(seat="tom", actor="frost", chips={"red": 1}))
    assert full.message.key == "refused.wind_full"
    assert refused(table, HelpWithWind(seat="tom", actor="thug", chips={"red": 1})).rules == ("FI-FATE-18",)


@pytest.mark.rule("FI-EX-32", "FI-BOUNTY-1", "FI-FATE-8")
def test_chips_become_bounty_between_sessions() -> None:
    table = with_chips({"tom": {"white": 1, "red": 1, "blue": 1}})
    convert = ConvertChips(seat="tom", actor="frost", chips={"white": 1, "red": 1, "blue": 1})
    assert refused(play(table, START), convert).message.key == "refused.session_runs"
    table = play(table, convert)
    assert table.actors["frost"].sheet["bounty"] == table.actors["frost"].sheet["bounty_earned"] == 6
    assert held(table, "tom") == 0
    assert total_chips(table) == 85


@pytest.mark.rule("FI-BOUNTY-2", "FI-BOUNTY-3")
def test_an_award_is_shared_equally_and_the_rest_waits_for_the_next() -> None:
    result = outcome(laid(), AwardBounty(seat="gm", points=5))
    assert (result.results["bounty_each"], result.results["bounty_carry"]) == (2, 1)
    table = play(result.table, AwardBounty(seat="gm", points=3))
    assert [table.actors[a].sheet.get("bounty") for a in ("frost", "chuk", "thug")] == [4, 4, None]
    assert session_state(table).carry == 0


@pytest.mark.rule("FI-EX-29", "FI-BOUNTY-4", "FI-BOUNTY-8")
def test_an_aptitude_costs_its_new_level_and_grows_once_in_an_arc() -> None:
    known: dict[str, Json] = {"name": "Shooting", "concentration": "Blast rifle", "level": 3, "trait": "Dexterity"}
    table = laid(sheets={"frost": {"aptitudes": [known], "bounty": 12, "bounty_earned": 20}})
    buy = BuyAptitude(seat="tom", actor="frost", aptitude="shooting", concentration="blast rifle")
    asked = next(offer for offer in GAME.offers(table, "tom") if offer.name == "buy_aptitude:frost").questions[0]
    assert [say(price) for price in asked.told.values()] == ["4 bounty"]
    table = play(table, buy)
    sheet = table.actors["frost"].sheet
    assert (sheet["bounty"], sheet["bounty_earned"]) == (8, 20)
    assert sheet["aptitudes"] == [{**known, "level": 4, "raised": True}]
    assert sheet["purchases"] == [{"what": "shooting: blast rifle 4", "cost": 4}]
    assert refused(table, buy).message.key == "refused.aptitude_raised"
    new = play(table, BuyAptitude(seat="tom", actor="frost", aptitude="Dodge"))
    assert new.actors["frost"].sheet["bounty"] == 7
    assert level_of(new, "frost", "dodge") == 1
    again = play(new, NextArc(seat="gm"), buy)
    assert (again.actors["frost"].sheet["bounty"], session_state(again).arc) == (2, 2)
    assert refused(again, buy).message.key == "refused.aptitude_raised"


@pytest.mark.rule("FI-BOUNTY-4")
def test_an_option_allows_one_raised_aptitude_in_all() -> None:
    table = laid(options={"aptitude_raise_limit": "one_total"}, sheets={"frost": {"bounty": 9, "bounty_earned": 9}})
    table = play(table, BuyAptitude(seat="tom", actor="frost", aptitude="dodge"))
    other = BuyAptitude(seat="tom", actor="frost", aptitude="climbing")
    assert refused(table, other).message.key == "refused.aptitude_raised_one"


@pytest.mark.rule("FI-EX-30", "FI-EX-31", "FI-BOUNTY-5", "FI-BOUNTY-6")
def test_dice_and_die_types_have_their_price() -> None:
    rows: Json = [{"name": "Spirit", "dice": "1d4"}]
    table = laid(sheets={"frost": {"strength": "4d6", "traits": rows, "bounty": 28, "bounty_earned": 28}})
    table = play(table, BuyCoordination(seat="tom", actor="frost", trait="Strength"))
    assert (table.actors["frost"].sheet["strength"], table.actors["frost"].sheet["bounty"]) == ("5d6", 18)
    table = play(table, BuyDie(seat="tom", actor="frost", trait="spirit"))
    assert table.actors["frost"].sheet["traits"] == [{"name": "Spirit", "dice": "1d6"}]
    assert table.actors["frost"].sheet["bounty"] == 0
    assert refused(table, BuyDie(seat="tom", actor="frost", trait="reflex")).message.key == "refused.bounty_short"
    assert refused(table, BuyDie(seat="eve", actor="frost", trait="reflex")).message.key == "refused.not_your_character"


@pytest.mark.rule("FI-BOUNTY-7")
def test_the_reason_of_an_improvement_is_optional() -> None:
    table = laid(sheets={"frost": {"bounty": 9, "bounty_earned": 9}})
    buy = BuyAptitude(seat="tom", actor="frost", aptitude="dodge", how="ran from every raider on Gannet")
    assert "ran from every raider on Gannet" in say(outcome(table, buy).title)
    assert "Dodge" in say(outcome(table, BuyAptitude(seat="tom", actor="frost", aptitude="dodge")).title)
