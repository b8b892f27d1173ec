"""Characters with points: where the points come from and what they are spent on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.manual_moves import EditActor, RemoveActor
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Cancel, Reveal, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw
from engine.rulesets.imaginality.characters.character_creation_commands import (
    BeginCharacter,
    DrawPoints,
    FinishCharacter,
    KeepPoints,
    PlayYourself,
    RedrawPoints,
)
from engine.rulesets.imaginality.characters.point_spending_commands import (
    AgreeSkill,
    BuyEquipment,
    BuySkill,
    GrantPoints,
    RaiseAttribute,
)
from engine.rulesets.imaginality.deck.hand_commands import StartAdventure
from engine.rulesets.imaginality.procedures import PointDraw
from engine.rulesets.imaginality.settings import bookkeeping_skills, numbers
from engine.rulesets.imaginality.turns.turn_commands import EndFight, StartFight
from tests.engine.rulesets.imaginality.table import (
    GAME,
    cards,
    figures,
    laid,
    notes,
    outcome,
    play,
    refused,
    vectors_of,
    why,
)

VECTORS = vectors_of("points")
POINTS = {"character_creation": True}


def creating(options: Mapping[str, Any] | None = None, deck: str = "") -> Table:
    """A table at which rex has just been begun."""
    table = laid({"deck": deck}, options={**POINTS, **(options or {})})
    return play(table, BeginCharacter(seat="tom", actor="rex"))


def step(text: str) -> tuple[Command, ...]:
    """Read a step of a vector."""
    what, _, name = text.partition(" ")
    match what:
        case "draw":
            return (DrawPoints(seat="tom", actor="rex"),)
        case "redraw":
            return (RedrawPoints(seat="tom", actor="rex"),)
        case "keep":
            return (KeepPoints(seat="tom", actor="rex"),)
        case "raise":
            return (RaiseAttribute(seat="tom", actor="rex", attribute=name),)
        case "skill":
            return AgreeSkill(seat="gm", skill=name), BuySkill(seat="tom", actor="rex", skill=name)
        case "finish":
            return (FinishCharacter(seat="tom", actor="rex"),)
    raise AssertionError(text)


@pytest.mark.parametrize("vector", VECTORS)
def test_a_vector_of_the_catalogue(vector: Mapping[str, Any]) -> None:
    table = creating(vector.get("options"), vector.get("deck", ""))
    for text in vector["steps"]:
        table = play(table, *step(text))
    sheet = table.actors["rex"].sheet
    assert sheet["points"] == vector["points"]
    for attribute, level in vector.get("levels", {}).items():
        assert sheet[attribute] == level
    if "skills" in vector:
        assert sheet["skills"] == vector["skills"]
    if "discard" in vector:
        assert cards(table, "discard") == vector["discard"].split()
    assert cards(table, "character_points") == []
    if "then_refused" in vector:
        *before, last = step(vector["then_refused"])
        assert set(refused(play(table, *before), last).rules) & set(vector["rules"])


@pytest.mark.rule("IM-CHAR-1")
def test_numbers_are_an_option_and_the_gm_may_make_an_exception() -> None:
    table = laid()
    assert why(table, BeginCharacter(seat="tom", actor="rex")) == ("no_character_points", "IM-CHAR-1")
    assert why(table, BeginCharacter(seat="tom", actor="rex", override=True)) == ("gm_only", "IM-CHAR-1")
    result = outcome(table, BeginCharacter(seat="gm", actor="rex", override=True))
    assert result.table.actors["rex"].sheet["points"] == 8
    assert notes(result)[0] == "creation_ruled"
    assert why(result.table, BeginCharacter(seat="gm", actor="rex", override=True)) == ("has_numbers", "IM-CHAR-1")


@pytest.mark.rule("IM-CHAR-2")
def test_playing_oneself_needs_no_numbers_and_looks_nothing_up() -> None:
    table = laid(options={**POINTS, "playing_yourself": True, "skill_mode": "bookkeeping"})
    assert bookkeeping_skills(table, table.actors["rex"])
    table = play(table, PlayYourself(seat="tom", actor="rex"))
    assert not bookkeeping_skills(table, table.actors["rex"])
    assert why(table, BeginCharacter(seat="tom", actor="rex")) == ("plays_self", "IM-CHAR-2")
    back = play(table, PlayYourself(seat="tom", actor="rex", play=False))
    assert back.actors["rex"].sheet == {}
    elsewhere = laid()
    assert why(elsewhere, PlayYourself(seat="tom", actor="rex")) == ("nobody_plays_self", "IM-CHAR-2")
    assert play(elsewhere, PlayYourself(seat="gm", actor="rex")).actors["rex"].sheet["playing_yourself"] is True


@pytest.mark.rule("IM-CHAR-3")
def test_the_method_is_prescribed_or_chosen() -> None:
    prescribed = laid(options=POINTS)
    assert why(prescribed, BeginCharacter(seat="tom", actor="rex", method="draw")) == ("method_prescribed", "IM-CHAR-3")
    choice = laid(options={**POINTS, "cp_method": "player_choice"})
    assert why(choice, BeginCharacter(seat="tom", actor="rex")) == ("choose_method", "IM-CHAR-3")
    text = "Choose how to get the points: eight points, or the value of a drawn card."
    assert refused(choice, BeginCharacter(seat="tom", actor="rex")).text.startswith(text)
    drawing = play(choice, BeginCharacter(seat="tom", actor="rex", method="draw"))
    assert why(drawing, RaiseAttribute(seat="tom", actor="rex", attribute="mental")) == (
        "draw_points_first",
        "IM-CHAR-4",
    )
    fixed = play(choice, BeginCharacter(seat="tom", actor="rex", method="fixed_8"))
    assert fixed.actors["rex"].sheet["points"] == 8


@pytest.mark.rule("IM-CHAR-4", "IM-DRAW-3")
def test_the_drawn_card_is_seen_by_everyone_and_goes_to_the_discard_pile() -> None:
    table = creating({"cp_method": "draw"}, "KS 2D")
    drawn = outcome(table, DrawPoints(seat="tom", actor="rex"))
    assert drawn.results["points"] == 13
    assert {"gm", "tom", "eve", SHARED} <= drawn.learned
    assert cards(drawn.table, "deck")[0] == "2D"


@pytest.mark.rule("IM-CHAR-5")
def test_with_nothing_but_jokers_left_the_draw_stays_due() -> None:
    table = laid({"hand:tom": "8H", "deck": "X X/2"}, options={**POINTS, "cp_method": "draw"}, rest="hand:gm")
    table = play(table, BeginCharacter(seat="tom", actor="rex"))
    drawn = outcome(table, DrawPoints(seat="tom", actor="rex"))
    assert notes(drawn)[-1] == "no_points_card"
    assert sorted(cards(drawn.table, "discard") + cards(drawn.table, "deck")) == ["X", "X/2"]
    assert GAME.refusal(drawn.table, DrawPoints(seat="tom", actor="rex")) is None


@pytest.mark.rule("IM-CHAR-5", "IM-DECK-5")
@pytest.mark.parametrize("seed", range(6))
def test_a_joker_may_come_again_after_the_reshuffle_and_is_thrown_away_again(seed: int) -> None:
    zones = {"deck": "X X/2", "discard": "9H"}
    table = laid(zones, options={**POINTS, "cp_method": "draw"}, rest="hand:gm")
    table = play(table, BeginCharacter(seat="tom", actor="rex"))
    drawn = outcome(table, DrawPoints(seat="tom", actor="rex"), SeededChance(seed))
    assert drawn.results["points"] == 9


@pytest.mark.rule("IM-CHAR-6")
def test_a_low_card_lies_open_until_its_player_has_chosen() -> None:
    table = creating({"cp_method": "draw", "cp_low_redraw": True}, "3S 9S")
    table = play(table, BeginCharacter(seat="eve", actor="sal"), DrawPoints(seat="tom", actor="rex"))
    assert cards(table, "character_points") == ["3S"]
    assert why(table, KeepPoints(seat="eve", actor="rex")) == ("not_your_character", "IM-CHAR-6")
    assert why(table, DrawPoints(seat="eve", actor="sal")) == ("points_lie", "IM-CHAR-6")
    activity_view = GAME.view_for(table, SHARED).under_way[-1]
    assert activity_view.waiting_for == ("tom",)
    assert activity_view.figures["first"] == 3
    unseen = play(table, EditActor(seat="gm", actor="rex", leader="gm", secret=True))
    assert why(unseen, DrawPoints(seat="eve", actor="sal")) == ("points_lie_unnamed", "IM-CHAR-6")
    assert [len(GAME.view_for(unseen, viewer).under_way) for viewer in ("gm", SHARED)] == [2, 1]
    gone = play(table, RemoveActor(seat="gm", actor="rex"))
    assert cards(gone, "character_points") == []
    assert not any(isinstance(p, PointDraw) for p in gone.procedures)


@pytest.mark.rule("IM-CHAR-6", "IM-ACT-9")
@pytest.mark.parametrize("over", ["settled", "cancelled", "fight"])
def test_a_low_card_drawn_meanwhile_outlasts_what_is_under_way(over: str) -> None:
    table = creating({"cp_method": "draw", "cp_low_redraw": True}, "3S 9S 2C")
    draw = DrawPoints(seat="tom", actor="rex")
    tried = (Attempt(seat="gm", actor="orc"), draw, Draw(seat="gm", side="opposition"), Draw(seat="gm", side="actor"))
    match over:
        case "settled":
            table = play(table, *tried, Reveal(seat="gm"), Settle(seat="gm"))
        case "cancelled":
            table = play(table, *tried, Cancel(seat="gm"))
        case _:
            table = play(table, StartFight(seat="gm", fighters=("rex", "orc")), draw, EndFight(seat="gm"))
    assert cards(table, "character_points") == ["3S"]
    kept = play(table, KeepPoints(seat="tom", actor="rex"))
    assert (kept.actors["rex"].sheet["points"], cards(kept, "character_points")) == (3, [])


@pytest.mark.rule("IM-CHAR-7", "IM-CHAR-8")
def test_there_are_three_attributes_and_only_whole_steps() -> None:
    table = creating()
    assert why(table, RaiseAttribute(seat="tom", actor="rex", attribute="luck")) == ("attribute_name", "IM-CHAR-7")
    assert why(table, RaiseAttribute(seat="eve", actor="rex", attribute="mental")) == (
        "not_your_character",
        "IM-CHAR-8",
    )
    assert why(table, RaiseAttribute(seat="eve", actor="sal", attribute="mental")) == ("no_numbers", "IM-CHAR-8")
    assert figures(table, RaiseAttribute(seat="tom", actor="rex", attribute="mental"))["cost"] == 5


@pytest.mark.rule("IM-CHAR-9")
def test_nobody_has_a_skill_twice() -> None:
    table = play(creating(), *step("skill Jumping"))
    assert why(table, BuySkill(seat="tom", actor="rex", skill=" jumping")) == ("has_skill", "IM-CHAR-9")


@pytest.mark.rule("IM-CHAR-10")
def test_player_and_gm_agree_on_a_skill() -> None:
    table = creating()
    assert table.lists["skills"] == ()
    assert why(table, BuySkill(seat="tom", actor="rex", skill="Flying")) == ("skill_not_agreed", "IM-CHAR-10")
    agreed = play(table, AgreeSkill(seat="gm", skill="Flying", covers="kites"))
    again = play(agreed, AgreeSkill(seat="gm", skill="flying", covers="kites and balloons"))
    assert again.lists["skills"] == ({"name": "flying", "covers": "kites and balloons"},)
    bought = play(agreed, BuySkill(seat="tom", actor="rex", skill="FLYING"))
    assert bought.actors["rex"].sheet["skills"] == ["Flying"]
    still = play(agreed, BuySkill(seat="gm", actor="rex", skill="flying"))
    assert still.lists["skills"] == agreed.lists["skills"], "what it covers was agreed before"
    by_gm = play(table, BuySkill(seat="gm", actor="rex", skill="Riding"))
    assert by_gm.lists["skills"][0]["name"] == "Riding"


@pytest.mark.rule("IM-CHAR-11")
def test_special_equipment_costs_what_the_gm_says() -> None:
    table = play(creating({"equipment_cost": 3}))
    assert why(table, BuyEquipment(seat="tom", actor="rex", item="Jetpack")) == ("gm_only", "IM-CHAR-11")
    table = play(table, BuyEquipment(seat="gm", actor="rex", item="Jetpack"))
    assert table.actors["rex"].sheet["points"] == 5
    ruled = outcome(table, BuyEquipment(seat="gm", actor="rex", item="Lamp", ruled_cost=1))
    assert ruled.table.actors["rex"].sheet["possessions"] == ["Jetpack", "Lamp"]
    assert (ruled.results["points"], ruled.results["cost"], ruled.results["computed_cost"]) == (4, 1, 3)
    assert notes(ruled)[0] == "cost_ruled"


@pytest.mark.rule("IM-CHAR-12")
def test_unspent_points_are_kept_for_later() -> None:
    table = play(creating(), *step("raise mental"), *step("finish"))
    assert table.actors["rex"].sheet["points"] == 3
    assert why(table, FinishCharacter(seat="tom", actor="rex")) == ("not_being_made", "IM-CHAR-12")
    assert play(table, *step("skill Later")).actors["rex"].sheet["points"] == 1


@pytest.mark.rule("IM-CHAR-13")
def test_overspending_is_refused_and_the_gm_may_overrule() -> None:
    table = play(creating(), *step("raise mental"))
    assert why(table, RaiseAttribute(seat="tom", actor="rex", attribute="social")) == ("too_few_points", "IM-CHAR-13")
    free = RaiseAttribute(seat="tom", actor="rex", attribute="social", ruled_cost=0)
    assert why(table, free) == ("gm_only", "IM-CHAR-13")
    ruled = outcome(table, RaiseAttribute(seat="gm", actor="rex", attribute="social", ruled_cost=0))
    assert ruled.table.actors["rex"].sheet["social"] == 2
    assert (ruled.results["points"], ruled.results["computed_cost"]) == (3, 5)
    granted = play(table, GrantPoints(seat="gm", actor="rex", points=2), *step("raise social"))
    assert granted.actors["rex"].sheet["points"] == 0
    assert why(granted, GrantPoints(seat="gm", actor="rex", points=-1)) == ("grant_bounds", "IM-CHAR-13")


def test_of_a_secret_character_the_others_learn_no_number() -> None:
    table = play(laid(options=POINTS), EditActor(seat="gm", actor="orc", secret=True))
    for command in (
        BeginCharacter(seat="gm", actor="orc"),
        RaiseAttribute(seat="gm", actor="orc", attribute="physical"),
        BuySkill(seat="gm", actor="orc", skill="Biting"),
        GrantPoints(seat="gm", actor="orc", points=4),
    ):
        result = outcome(table, command)
        assert notes(result, "tom") == []
        assert notes(result, "gm") != []
        assert result.results == {}
        offer_names = [offer.name for offer in GAME.offers(result.table, "gm", "tom")]
        assert not {"raise_attribute:orc", "buy_skill:orc", "finish_character:orc", "grant_points"} & set(offer_names)
        table = result.table
    assert table.lists["skills"] == ()


SKILLS = ("Jumping", "Riding", "Law")
GESTURES = st.one_of(
    st.just(DrawPoints(seat="tom", actor="rex")),
    st.just(RedrawPoints(seat="tom", actor="rex")),
    st.just(KeepPoints(seat="tom", actor="rex")),
    st.sampled_from(("mental", "physical", "social")).map(
        lambda name: RaiseAttribute(seat="tom", actor="rex", attribute=name)
    ),
    st.sampled_from(SKILLS).map(lambda name: BuySkill(seat="gm", actor="rex", skill=name)),
    st.integers(-9, 9).map(lambda points: GrantPoints(seat="gm", actor="rex", points=points)),
    st.integers(0, 9).map(lambda cost: BuyEquipment(seat="gm", actor="rex", item="Lamp", ruled_cost=cost)),
    st.just(FinishCharacter(seat="tom", actor="rex")),
    st.just(StartAdventure(seat="gm")),
)


@pytest.mark.rule("IM-CHAR-8", "IM-CHAR-9", "IM-CHAR-13")
@given(
    gestures=st.lists(GESTURES, max_size=25), method=st.sampled_from(("fixed_8", "draw")), low=st.booleans(), seed=...
)
def test_points_add_up_and_never_fall_below_none(gestures: list[Command], method: str, low: bool, seed: int) -> None:
    chance = SeededChance(seed)
    table = creating({"cp_method": method, "cp_low_redraw": low})
    everything = sorted(table.all_cards())
    came, spent, bought = 8 if method == "fixed_8" else 0, 0, 0
    for gesture in gestures:
        try:
            result = GAME.apply(table, gesture, chance)
        except Refused:
            continue
        if isinstance(gesture, DrawPoints | RedrawPoints | KeepPoints):
            came = int(str(result.results.get("points", 0)))
        elif isinstance(gesture, GrantPoints):
            came += gesture.points
        else:
            cost = int(str(result.results.get("cost", 0)))
            spent += cost
            bought += 0 if isinstance(gesture, BuyEquipment) else cost
        table = result.table
        points = table.actors["rex"].sheet["points"]
        assert isinstance(points, int)
        assert points == came - spent >= 0
        assert sorted(table.all_cards()) == everything
    sheet = table.actors["rex"].sheet
    costs = numbers().attribute_costs
    worth = sum(
        cost
        for name in ("mental", "physical", "social")
        for level, cost in costs.items()
        if int(level) <= int(str(sheet[name]))
    )
    skills = sheet.get("skills", ())
    assert isinstance(skills, list | tuple)
    assert worth + numbers().points.skill * len(skills) == bought


@pytest.mark.rule("IM-CHAR-6", "IM-ADVANCE-6")
def test_what_is_on_offer_follows_the_making() -> None:
    steps = ("draw_points", "redraw_points", "keep_points", "raise_attribute", "buy_skill", "finish_character")

    def names(table: Table) -> set[str]:
        offer_names = {offer.name for offer in GAME.offers(table, "tom") if offer.denial is None}
        return offer_names & {f"{step}:rex" for step in steps}

    table = creating({"cp_method": "draw", "cp_low_redraw": True}, "4S 9S")
    assert names(table) == {"draw_points:rex"}
    table = play(table, DrawPoints(seat="tom", actor="rex"))
    assert names(table) == {"redraw_points:rex", "keep_points:rex"}
    table = play(table, AgreeSkill(seat="gm", skill="Law"), RedrawPoints(seat="tom", actor="rex"))
    assert names(table) == {"raise_attribute:rex", "buy_skill:rex", "finish_character:rex"}
    table = play(table, FinishCharacter(seat="tom", actor="rex"), StartAdventure(seat="gm"))
    assert names(table) == set()
