"""Rolls on the table: grades, fatigue, contests, secret ones, luck before the effects (CF-X-1 to CF-X-9, CF-LUCK)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted, Rolled
from engine.messages.texts import say
from engine.model.conditions import Condition
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.classic_fantasy.checks.check_commands import (
    AcceptRoll,
    CallOff,
    ChangeGrade,
    RollContest,
    RollSkill,
    RuleDie,
    RuleLevel,
    RuleSkill,
    ThrowDice,
)
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from tests.engine.rulesets.classic_fantasy.fixed_dice_tables import GAME, dice, laid, names, outcome, play, refused
from tests.engine.rulesets.classic_fantasy.table import secretly


def tired(table: Table, levels: int) -> Table:
    """Return a table on which Bran is so tired."""
    bran = replace(
        table.actors["bran"],
        conditions=(Condition(id="fatigue:exertion", name="fatigue", level=levels, note="exertion"),),
    )
    return replace(table, actors={**table.actors, "bran": bran})


@pytest.mark.rule("CF-X-1", "CF-X-2", "CF-X-3", "CF-X-4")
@pytest.mark.parametrize(
    ("face", "level"),
    [(6, "critical"), (7, "success"), (60, "success"), (61, "failure"), (98, "failure"), (99, "fumble")],
)
def test_a_roll_comes_to_what_its_die_says(face: int, level: str) -> None:
    table = play(laid(), RollSkill(seat="tom", actor="bran", skill="combat skill (class)"))
    assert not [offer.name for offer in GAME.offers(table, "gm") if "(class)" in say(offer.label)]
    found = outcome(table, ThrowDice(seat="tom"), dice(d100=[face]))
    assert not [event for event in found.events if isinstance(event, Noted) and "(class)" in say(event.message)]
    assert (found.results["level"], found.results["roll"], found.results["effective"]) == (level, face, 60)
    assert len(found.table.procedures) == 1


@pytest.mark.rule("CF-X-5", "CF-X-6", "CF-FATIGUE-4", "CF-EX-55")
@pytest.mark.parametrize(("levels", "effective"), [(0, 66), (1, 44), (2, 44), (3, 33), (5, 14)])
def test_fatigue_makes_a_roll_harder_by_itself(levels: int, effective: int) -> None:
    table = tired(laid(sheets={"bran": {"skills": [{"name": "Brawn", "total": 66}]}}), levels)
    table = play(table, RollSkill(seat="tom", actor="bran", skill="Brawn"))
    assert outcome(table, ThrowDice(seat="tom"), dice(d100=[50])).results["effective"] == effective


@pytest.mark.rule("CF-X-5", "CF-X-6", "CF-X-40")
def test_the_gm_sets_the_grade_and_overrules_every_number() -> None:
    table = play(laid(), RollSkill(seat="tom", actor="bran", skill="Brawn", tries=1))
    assert GAME.view_for(table, "tom").under_way[-1].sides[0].target == 32
    table = play(table, ChangeGrade(seat="gm", grade="Easy"))
    assert GAME.view_for(table, "tom").under_way[-1].sides[0].target == 48
    table = play(table, RuleSkill(seat="gm", value=20))
    found = outcome(table, RuleDie(seat="gm", face=20))
    assert found.results["level"] == "success"
    assert outcome(table, RuleLevel(seat="gm", level="fumble")).results["level"] == "fumble"
    assert refused(table, RuleDie(seat="tom", face=1)).rules == ("CF-X-1",)
    again = RollSkill(seat="tom", actor="bran", skill="Brawn", tries=2)
    assert refused(laid(), again).message.key == "refused.d100_no_more_tries"


@pytest.mark.rule("CF-X-7", "CF-X-8", "CF-X-9", "CF-T-DIFF")
def test_a_contest_is_won_by_level_then_by_die_and_skill_above_100_is_taken_from_all() -> None:
    sheets: dict[str, dict[str, Json]] = {"orc": {"skills": [{"name": "Brawn", "total": 120}]}}
    asked = RollContest(seat="tom", actor="bran", skill="Brawn", other="orc", other_skill="Brawn", sort="differential")
    table = play(laid(sheets=sheets), asked)
    sides = GAME.view_for(table, "gm").under_way[-1].sides
    assert [side.target for side in sides] == [28, 100]
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[2]))
    found = outcome(table, ThrowDice(seat="gm"), dice(d100=[60]))
    assert (found.results["winner"], found.results["margin"], found.results["by"]) == ("acting", 1, "level")


@pytest.mark.rule("CF-X-1", "CF-UI-2")
def test_only_the_gm_sees_a_secret_roll() -> None:
    asked = RollSkill(seat="gm", actor="bran", skill="Perception", secret=True)
    assert refused(laid(), replace(asked, seat="tom")).message.key == "refused.gm_only"
    before = laid(tracks={"bran": {"Luck": 2}})
    table = play(before, asked)
    assert GAME.view_for(table, "tom").under_way == GAME.view_for(before, "tom").under_way
    assert len(GAME.view_for(table, "gm").under_way) == 2
    assert not [name for name in names(table, "tom") if name.startswith("d100")]
    found = outcome(table, ThrowDice(seat="gm"), dice(d100=[99]))
    assert not any(isinstance(event, Rolled) for event in found.events)
    assert all(event.audience == ("gm",) for event in found.events if isinstance(event, Noted))
    assert found.results == {}
    assert found.table.actors == before.actors


@pytest.mark.rule("CF-XP-6", "CF-XP-15", "CF-AMB-13")
def test_a_fumble_is_marked_for_the_award_after_luck() -> None:
    table = play(laid(tracks={"bran": {"Luck": 1}}), RollSkill(seat="tom", actor="bran", skill="Brawn"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[99]))

    def flagged(now: Table) -> list[str]:
        rows = now.actors["bran"].sheet["skills"]
        return [row["name"] for row in rows if row.get("fumbled")]  # type: ignore[union-attr, call-overload, misc, index]

    assert flagged(table) == []
    assert flagged(play(table, AcceptRoll(seat="tom"))) == ["Brawn"]
    spared = play(table, SpendLuck(seat="tom", actor="bran", use="reroll"), chance=dice(d100=[40]))
    assert flagged(spared) == []


@pytest.mark.rule("CF-XP-6", "CF-AMB-13")
@pytest.mark.parametrize("counts", [False, True])
def test_a_fumble_on_a_passion_is_flagged_where_the_group_wants(counts: bool) -> None:
    passion: Json = [{"name": "Love (Mill)", "total": 60, "fumbled": False}]
    table = laid(sheets={"bran": {"passions": passion}}, options={"xp_fumble_passions": counts})
    table = play(table, RollSkill(seat="tom", actor="bran", skill="Love (Mill)"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[99]))
    assert table.actors["bran"].sheet["passions"][0]["fumbled"] is counts  # type: ignore[index, call-overload]


@pytest.mark.rule("CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7", "CF-AMB-43")
def test_luck_rolls_again_or_swaps_the_digits_before_anything_follows() -> None:
    table = play(laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Athletics"))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[71]))
    assert "d100_luck_swap:bran" in names(table, "tom")
    found = outcome(table, SpendLuck(seat="tom", actor="bran", use="swap"))
    assert (found.results["roll"], found.results["level"]) == (17, "success")
    assert found.table.actors["bran"].tracks["Luck"].value == 1
    again = outcome(table, SpendLuck(seat="tom", actor="bran", use="reroll"), dice(d100=[88]))
    assert (again.results["roll"], again.results["level"]) == (88, "failure")
    assert refused(table, SpendLuck(seat="eve", actor="bran", use="swap")).message.key == "refused.not_your_character"
    assert refused(table, SpendLuck(seat="tom", actor="bran", use="mitigate")).rules == ("CF-LUCK-10",)


@pytest.mark.rule("CF-X-24", "CF-T-GRADE")
def test_an_unknown_skill_is_refused_and_a_hopeless_roll_fails_without_dice() -> None:
    assert refused(laid(), RollSkill(seat="tom", actor="bran", skill="Healing")).rules == ("CF-X-24",)
    found = outcome(laid(), RollSkill(seat="tom", actor="bran", skill="Brawn", grade="Hopeless"))
    assert (found.results["level"], found.results["roll"]) == ("failure", 0)


@pytest.mark.rule("CF-X-1")
def test_a_roll_is_cancelled_before_the_dice_by_its_seat() -> None:
    table = play(laid(), RollSkill(seat="tom", actor="bran", skill="Brawn"))
    assert refused(table, CallOff(seat="eve")).message.key == "refused.not_your_character"
    assert len(play(table, CallOff(seat="tom")).procedures) == 1


@pytest.mark.rule("CF-UI-2", "CF-X-7")
def test_a_contest_logs_both_skills_but_nothing_of_a_secret_character() -> None:
    evades: list[Json] = [{"name": "Evade", "total": 85}]
    table = laid(sheets={"orc": {"skills": evades}})
    asked = {one.name: {ask.field: ask for ask in one.questions} for one in GAME.offers(table, "tom")}
    theirs = asked["d100_contest:bran"]["other_skill"]
    assert [theirs.after(other).told["Evade"].params for other in ("mira", "orc")] == [{"value": 50}, {"value": 85}]
    assert not theirs.told, "nothing is told before it is said whose"
    (all_of_gm,) = (one for one in GAME.offers(table, "gm") if one.name == "d100_contest")
    own = {ask.field: ask for ask in all_of_gm.questions}["skill"]
    assert [own.after(actor).told["Evade"].params["value"] for actor in ("bran", "orc")] == [50, 85]
    hidden = secretly(table, "orc")
    assert not [one for one in GAME.offers(hidden, "tom") if "85" in repr(one) or "orc" in repr(one)]
    assert not [one for one in GAME.offers(hidden, "gm", "shared") if "85" in repr(one) or "orc" in repr(one)]
