"""The status pages of checks, combat and damage: their content, and their viewers (CF-UI)."""

from __future__ import annotations

import pytest

from engine.core.manual_moves import LayCondition, SetTrack
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.character.character_conditions import (
    BLEEDING,
    DEAD,
    NO_OFFENCE,
    PRONE,
    UNCONSCIOUS,
)
from engine.rulesets.classic_fantasy.checks.check_commands import RollContest, RollSkill, ThrowDice
from engine.rulesets.classic_fantasy.combat.combat_commands import RollInitiative, StartFight
from engine.rulesets.classic_fantasy.combat.round_commands import EndRound, EndTurn
from engine.rulesets.classic_fantasy.damage.damage_commands import (
    AcceptConsequences,
    AcceptDamage,
    HarmSomebody,
    RuleBlow,
    StrikeLine,
    ThrowDamage,
)
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page, status_page_tabs
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.status_page_reader import (
    SHARED,
    count,
    in_fight,
    keys,
    line,
    names,
    opened,
    said,
    struck,
    taken,
    touches,
)
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, play

# ---- rolls -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-2", "CF-X-2", "CF-X-3", "CF-X-6")
def test_a_roll_shows_grade_chance_and_ranges_then_its_result() -> None:
    table = play(fixed_dice_tables.laid(), Weary(seat="gm", actor="bran", cause="exertion", levels=1))
    table = play(table, RollSkill(seat="tom", actor="bran", skill="Perception"))
    assert opened(table, SHARED) == "roll"
    page = status_page(table, SHARED, "roll")
    assert said(line(page, "grade").cells[1]) == "Hard", "fatigue counts by itself"
    assert "Fatigue" in say(line(page, "grade").cells[1].details[0])
    assert said(line(page, "value").cells[1]) == "43 %"
    assert said(line(page, "bounds").cells[1]) == "critical up to 05, fumble from 99"
    assert page.large is not None
    assert "43" in say(page.large)
    grade = next(o for o in GAME.offers(table, "gm") if o.name == line(page, "grade").cells[1].buttons[0].offer)
    assert say(grade.questions[0].told["Herculean"]) == "skill 13", (
        "what each grade would come to is told before it is chosen"
    )
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[100]))
    if opened(table, SHARED) == "roll":
        assert said(line(status_page(table, SHARED, "roll"), "thrown").cells[1]) == "00"


@pytest.mark.rule("CF-UI-2", "CF-X-7")
def test_a_contest_is_shown_side_by_side_with_the_leader() -> None:
    asked = RollContest(seat="tom", actor="bran", skill="Perception", other="mira", other_skill="Evade")
    table = play(fixed_dice_tables.laid(tracks={"bran": {"Luck": 1}}), asked)
    page = status_page(table, SHARED, "roll")
    assert [said(cell) for cell in line(page, "value").cells[1:]] == ["64 %", "50 %"]
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[60, 30]))
    page = status_page(table, SHARED, "roll")
    assert [cell.sign for cell in line(page, "ahead").cells] == ["", "crown", ""]
    assert page.large is not None
    assert "Bran" in say(page.large)


@pytest.mark.rule("CF-UI-4", "CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7")
def test_legal_uses_of_luck_are_offered_with_their_effects() -> None:
    table = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Perception")
    )
    assert not line(status_page(table, SHARED, "roll"), "luck:bran").buttons, (
        "nothing has fallen that luck could change"
    )
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[75]))
    luck = line(status_page(table, SHARED, "roll"), "luck:bran")
    assert said(luck.cells[1]) == "2 of 2"
    assert [say(one.label) for one in luck.buttons if one.label is not None] == ["Roll again", "Swap 75 → 57"]
    swap = taken(table, "tom", luck.buttons[1])
    assert swap is not None
    assert swap == SpendLuck(seat="tom", actor="bran", use="swap")
    fight = play(fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), StartFight(seat="gm", fighters=("bran", "orc")))
    fight = play(fight, RollInitiative(seat="gm"), chance=dice(d10=[9, 3]))
    attack = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", skill="Combat Skill (class)")
    fight = play(fight, attack, ThrowDice(seat="tom"), chance=dice(d100=[75]))
    fight = play(fight, SpendLuck(seat="tom", actor="bran", use="reroll"), chance=dice(d100=[80]))
    if opened(fight, SHARED) == "roll":
        luck = line(status_page(fight, SHARED, "roll"), "luck:bran")
        assert (luck.buttons, luck.cells[2].sign) == ((), "lock")


@pytest.mark.rule("CF-UI-2")
def test_a_secret_roll_has_no_tab_but_the_gms() -> None:
    table = play(fixed_dice_tables.laid(), RollSkill(seat="gm", actor="bran", skill="Perception", secret=True))
    assert "roll" in keys(table, "gm")
    for viewer in (SHARED, "tom", "eve"):
        assert "roll" not in keys(table, viewer)


# ---- fights ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-9", "CF-X-16", "CF-X-27", "CF-WOUND-5")
def test_the_tracker_shows_order_points_conditions_and_the_turn() -> None:
    table = play(
        fixed_dice_tables.laid(),
        LayCondition(seat="gm", actor="orc", condition=NO_OFFENCE, level=2),
        LayCondition(seat="gm", actor="mira", condition=PRONE),
    )
    table = in_fight(table)
    assert opened(table, SHARED) == "fight"
    page = status_page(table, SHARED, "fight")
    assert [one.key for one in page.lines] == ["bran", "orc", "mira"], "nothing happens as the Round ends"
    bran, orc, mira = page.lines
    assert (said(bran.cells[1]), bran.cells[0].tone) == ("21", "now")
    assert [box.filled for box in bran.cells[2].boxes] == [True, True]
    assert "2 Turns" in said(orc.cells[3])
    assert "Prone" in said(mira.cells[3])
    assert "d100_attack:bran" in names(bran)
    assert "d100_attack:orc" not in names(orc), "it is not the orc's Turn"
    assert taken(table, "tom", orc.buttons[0]) is not None, "the target and the one weapon are known"
    assert "d100_attack:bran" not in names(mira), "she is no foe"
    after = status_page(play(table, EndTurn(seat="tom")), SHARED, "fight")
    assert [one.key for one in after.lines] == ["orc", "mira", "bran"], "who has the Turn stands first"
    attack = DeclareAttack(seat="tom", actor="bran", target="orc", weapon="sword", skill="Combat Skill (class)")
    table = play(table, attack)
    assert [box.filled for box in status_page(table, SHARED, "fight").lines[0].cells[2].boxes] == [True, False]
    assert opened(table, SHARED) == "roll"


@pytest.mark.rule("CF-UI-9", "CF-WOUND-5", "CF-WOUND-9")
def test_the_time_that_is_left_follows_the_state_that_it_is_for_and_the_dead_are_only_dead() -> None:
    table = fixed_dice_tables.laid()
    for state, level, seconds in ((UNCONSCIOUS, 0, 300), (NO_OFFENCE, 1, None), (PRONE, 0, None)):
        table = play(table, LayCondition(seat="gm", actor="bran", condition=state, level=level, until=seconds))
    table = in_fight(table)
    cell = line(status_page(table, SHARED, "fight"), "bran").cells[3]
    assert (said(cell), cell.until) == ("Prone · no attack for 1 Turn · Unconscious", table.clock + 300)
    table = play(table, LayCondition(seat="gm", actor="bran", condition=DEAD))
    cell = line(status_page(table, SHARED, "fight"), "bran").cells[3]
    assert (said(cell), cell.until, cell.sign) == ("Dead", None, "skull")


@pytest.mark.rule("CF-X-27", "CF-WOUND-9", "CF-WOUND-12")
def test_the_first_thing_to_do_for_a_fighter_that_drops_in_its_turn_is_to_end_it() -> None:
    table = in_fight(fixed_dice_tables.laid())

    def leads(seat: str) -> list[str]:
        return [offer.name for offer in GAME.offers(table, seat) if offer.primary and offer.denial is None]

    assert "d100_end_turn" not in leads("tom")
    table = play(table, LayCondition(seat="gm", actor="bran", condition=UNCONSCIOUS))
    assert leads("tom") == ["d100_end_turn"]
    assert "d100_end_turn" in leads("gm")


@pytest.mark.rule("CF-UI-9", "CF-BLOOD-2")
def test_the_tracker_warns_before_anybody_dies() -> None:
    bleeds = LayCondition(seat="gm", actor="mira", condition=BLEEDING, level=3, note="Chest")
    table = in_fight(play(fixed_dice_tables.laid(), bleeds, Weary(seat="gm", actor="mira", cause="exertion", levels=5)))
    assert not count(table, SHARED, "fight")
    table = in_fight(play(fixed_dice_tables.laid(), bleeds, Weary(seat="gm", actor="mira", cause="exertion", levels=6)))
    assert count(table, SHARED, "fight") == 1
    warning = line(status_page(table, SHARED, "fight"), "mira").cells[4]
    assert (warning.tone, warning.until, "blood" in said(warning)) == ("bad", 5, True)
    ends = line(status_page(table, SHARED, "fight"), "end")
    assert "Mira" in said(ends.cells[1]), "what happens as the Round ends is told in its order"
    table = play(table, EndRound(seat="gm"))
    assert table.actors["mira"].has_condition(DEAD), "what was warned of happens"


@pytest.mark.rule("CF-UI-9")
def test_the_tracker_shows_no_numbers_of_a_secret_fighter() -> None:
    table = in_fight(fixed_dice_tables.laid())
    orc = replace(table.actors["orc"], secret=True)
    table = replace(table, actors={**table.actors, "orc": orc})
    hidden, known = (line(status_page(table, viewer, "fight"), "orc") for viewer in (SHARED, "gm"))
    assert "17" not in " ".join(said(cell) for cell in hidden.cells)
    assert not hidden.cells[2].boxes
    assert said(known.cells[1]) == "17"
    loud = play(
        table,
        LayCondition(seat="gm", actor="orc", condition=BLEEDING, level=9, note="Chest"),
        LayCondition(seat="gm", actor="orc", condition=PRONE),
        SetTrack(seat="gm", actor="orc", track="Action Points", value=0),
    )
    for viewer in (SHARED, "tom", "eve"):
        assert status_page_tabs(loud, viewer) == status_page_tabs(table, viewer)
        assert status_page(loud, viewer, "fight") == status_page(table, viewer, "fight")
    assert count(loud, "gm", "fight") == 1


# ---- harm ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-10", "CF-DMG-5", "CF-DMG-6")
def test_the_damage_page_shows_the_fixed_steps_each_to_be_changed() -> None:
    table = struck()
    assert opened(table, SHARED) == "harm"
    page = status_page(table, SHARED, "harm")
    steps = [one.key for one in page.lines if one.key.endswith(":0")]
    assert steps == ["blow:0", "base:0", "modifier:0", "magic:0", "parry:0", "through:0"]
    table = play(table, RuleBlow(seat="gm", step="worn", value=2), RuleBlow(seat="gm", step="magic", value=1))
    page = status_page(table, SHARED, "harm")
    left = {one.key: said(one.cells[2]) for one in page.lines if one.key.endswith(":0")}
    assert left == {
        "blow:0": "",
        "base:0": "8",
        "modifier:0": "8",
        "magic:0": "9",
        "parry:0": "9",
        "worn:0": "7",
        "through:0": "7",
    }
    offers = {offer.name for offer in GAME.offers(table, "gm")}
    wanted = {"d100_rule_base", "d100_rule_magic", "d100_rule_parry", "d100_rule_worn", "d100_rule_damage"}
    assert wanted <= offers & {touch.offer for touch in touches(page)}
    wound = line(page, "wound")
    assert said(wound.cells[1]) == "Hit Points 5 → −2 of 5"
    assert wound.cells[2].tone == "warn"
    thick = status_page(play(table, RuleBlow(seat="gm", step="worn", value=20)), SHARED, "harm")
    assert [said(cell) for cell in line(thick, "worn:0").cells[1:]] == ["−20", "0"], "what is beyond 0 is part of it"


@pytest.mark.rule("CF-UI-10", "CF-WOUND-4", "CF-WOUND-5", "CF-WOUND-20")
def test_each_consequence_can_be_struck_out_before_it_follows() -> None:
    table = play(struck(6), AcceptDamage(seat="gm"))
    assert opened(table, SHARED) == "roll", "Endurance"
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[95], d3=[2]))
    page = status_page(table, SHARED, "harm")
    assert line(page, "endurance").cells[1].tone == "bad"
    follows = [one for one in page.lines if one.key.startswith("follows:")]
    assert len(follows) > 1
    strike = taken(table, "gm", follows[0].buttons[0])
    assert strike == StrikeLine(seat="gm", line=0, out=True)
    table = play(table, strike)
    again = line(status_page(table, SHARED, "harm"), "follows:0")
    assert taken(table, "gm", again.buttons[0]) == StrikeLine(seat="gm", line=0, out=False)
    table = play(table, AcceptConsequences(seat="gm"))
    assert "harm" not in keys(table, SHARED)


@pytest.mark.rule("CF-UI-10", "CF-UI-4", "CF-LUCK-10")
def test_luck_comes_before_the_consequences_of_a_major_wound() -> None:
    table = fixed_dice_tables.laid(tracks={"bran": {"Luck": 1}})
    harm = HarmSomebody(seat="gm", actor="bran", damage="2d6", locations=("Head",))
    table = play(table, harm, ThrowDamage(seat="gm"), AcceptDamage(seat="gm"), chance=dice(d6=[6, 6]))
    page = status_page(table, SHARED, "harm")
    luck = line(page, "luck:bran")
    assert [say(one.label) for one in luck.buttons if one.label is not None] == [
        "Reduce to a Serious Wound: Hit Points −4"
    ]
    assert [touch.offer for touch in luck.buttons] == ["d100_luck_mitigate:bran"]
    assert "d100_waive_luck" in {touch.offer for touch in page.buttons}
