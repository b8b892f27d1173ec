"""Medicine, time and natural healing at the table (FI-HEAL, FI-BLEED, FI-STUN-6)."""

from __future__ import annotations

import pytest

from engine.core.events import Noted
from engine.core.manual_moves import (
    EditActor,
    LayCondition,
    LiftCondition,
    RemoveActor,
    SetClock,
    SetLocation,
    SetTrack,
)
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, ThrowDice
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.damage.wound_commands import TakeHarm
from engine.rulesets.future_imperfect.hazards.explosion_commands import Explode, Victim
from engine.rulesets.future_imperfect.hazards.hazard_commands import EnterSmoke
from engine.rulesets.future_imperfect.health.rest_commands import AdvanceTime, HealNaturally, heals_now
from engine.rulesets.future_imperfect.health.treatment_commands import TreatWind, TreatWound, WakeUp
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    conflict,
    dice,
    laid,
    notes,
    outcome,
    play,
    refused,
    rolling,
)

THROW = ThrowDice(seat="gm")
MEDICS: Json = [
    {"name": "medicine", "concentration": "general", "level": 2, "trait": "Cognition"},
    {"name": "medicine", "concentration": "surgery", "level": 1, "trait": "Cognition"},
]
MIND: Json = [{"name": "Cognition", "dice": "2d10"}]
SHEETS = {"thug": {"traits": MIND}, "chuk": {"aptitudes": MEDICS, "traits": MIND}, "frost": {"traits": MIND}}
DAY = 24 * 3600


def treat(area: str, medicine: str = "general") -> TreatWound:
    return TreatWound(seat="eve", actor="chuk", patient="frost", area=area, medicine=medicine)  # type: ignore[arg-type]


def hurt(area_roll: int, damage: int, **options: Json) -> Table:
    """Frost is hurt once, now; Chuk can treat her."""
    table = laid(sheets=SHEETS, options=options)
    blast = Explode(seat="gm", dice="1d20", victims=(Victim(actor="frost"),))
    wounds = damage // 6
    chance = dice(d20=[damage, *[area_roll] * wounds], d6=[1] * wounds + [6, 5, 4, 3])
    return play(table, blast, TakeHarm(seat="gm"), THROW, chance=chance)


def level(table: Table, area: str) -> int:
    body = table.actors["frost"].body
    assert body is not None
    return body.locations[area].level


def bleeds(table: Table, area: str) -> bool:
    body = table.actors["frost"].body
    assert body is not None
    return body.locations[area].bleeding


@pytest.mark.rule("FI-HEAL-9", "FI-BLEED-2")
def test_the_passage_of_time_names_whom_it_can_kill_but_no_secret_character() -> None:
    wounds = (SetLocation(seat="gm", actor=who, location="guts", level=3, bleeding=True) for who in ("frost", "thug"))
    table = play(laid(), *wounds)
    table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    for viewer in ("gm", SHARED):
        (days,) = [offer for offer in GAME.offers(table, "gm", viewer) if offer.name == "days_pass"]
        assert say(days.label) == "Advance time by days; still bleeding: Frost"


def test_who_bleeds_is_treated_first_and_foes_are_out_of_the_way() -> None:
    """Without any skill the treatment of a friend who bleeds has a button; that of a foe never has."""

    def shown(table: Table, seat: str) -> set[str]:
        return {offer.name for offer in GAME.offers(table, seat) if not offer.rare and "treat" in offer.name}

    light = play(laid(), *(SetLocation(seat="gm", actor=who, location="guts", level=2) for who in ("frost", "thug")))
    short = play(light, *(SetTrack(seat="gm", actor=who, track="Wind", value=5) for who in ("frost", "thug")))
    assert shown(light, "eve") == set(), "nobody has learned medicine"
    assert shown(short, "eve") == {"treat_wind"}
    assert shown(play(light, SetTrack(seat="gm", actor="thug", track="Wind", value=5)), "eve") == set()
    ally = replace(light.actors["thug"], sheet={**light.actors["thug"].sheet, "side": "crew"})
    allied = replace(light, actors={**light.actors, "thug": ally})
    low = SetTrack(seat="gm", actor="thug", track="Wind", value=5)
    assert shown(play(allied, low), "eve") == {"treat_wind"}, "a character of the GM on the crew's side"
    for who in ("frost", "thug"):
        assert shown(play(allied, replace(low, actor=who)), "gm") == {"treat_wind"}, "it helps its own side, for the GM"
    hurt_crew = replace(low, actor="frost")
    assert shown(play(light, hurt_crew), "gm") == set(), "no character of the GM is on the crew's side"
    bleeds = SetLocation(seat="gm", actor="frost", location="left_arm", level=3, bleeding=True)
    assert shown(play(light, bleeds), "eve") == set(), "it is too deep for general medicine"
    rare = {offer.name: offer.rare for offer in GAME.offers(play(light, bleeds), "eve")}
    assert (rare["operate:left_arm"], rare["operate:guts"], rare["treat_wound:guts"]) == (False, True, True)
    foe = play(light, replace(bleeds, actor="thug"))
    assert {offer.rare for offer in GAME.offers(foe, "eve") if offer.name == "operate:left_arm"} == {True}
    worst = play(laid(options={"bleed_stack": "worst_only"}), bleeds, replace(bleeds, location="left_leg", level=4))
    stopped = play(worst, replace(bleeds, bleeding=False))
    for table, operated in ((worst, {"left_arm", "left_leg"}), (stopped, {"left_leg"})):
        names = {f"operate:{area}" for area in operated}
        shown_now = {o.name for o in GAME.offers(table, "eve") if not o.rare and o.name.startswith("operate")}
        assert shown_now == names, "a lighter wound bleeds, too, beside a worse one"


def test_a_treatment_names_its_patient_as_long_as_there_is_one() -> None:
    treated = play(play(laid(), SetLocation(seat="gm", actor="frost", location="guts", level=2)), treat("guts"))
    removed = play(treated, RemoveActor(seat="gm", actor="frost"))
    titles = [say(GAME.view_for(table, "tom").under_way[-1].title) for table in (treated, removed)]
    assert [("Frost" in title, "treating" in title) for title in titles] == [(True, True), (False, True)]
    assert not CHECKS.current(play(removed, THROW))


@pytest.mark.rule("FI-HEAL-2", "FI-HEAL-4", "FI-HEAL-8")
def test_medicine_lowers_an_area_by_one_level_and_is_tried_once() -> None:
    table = hurt(20, 12)
    assert level(table, "head") == 2
    check = rolling(play(table, treat("head")))
    assert (check.tn, check.rolls[0].dice.text) == (7, "2d10")
    better = play(table, treat("head"), THROW, chance=dice(d10=[9, 10, 9]))
    assert level(better, "head") == 1  # raises give nothing more
    assert refused(better, treat("head")).message.key == "refused.treated_already"
    failed = play(table, treat("head"), THROW, chance=dice(d10=[2, 6]))
    assert (level(failed, "head"), refused(failed, treat("head")).message.key) == (2, "refused.treated_already")
    assert refused(table, treat("guts")).message.key == "refused.nothing_to_treat"


@pytest.mark.rule("FI-HEAL-2", "FI-HEAL-5")
def test_after_an_hour_it_is_too_late() -> None:
    table = hurt(20, 12)
    assert rolling(play(table, AdvanceTime(seat="gm", minutes=60), treat("head"))).tn == 7
    late = play(table, AdvanceTime(seat="gm", minutes=61))
    assert refused(late, treat("head")).message.key == "refused.treatment_too_late"


@pytest.mark.rule("FI-HEAL-3", "FI-BLEED-3")
def test_deep_wounds_need_surgery_which_also_stops_the_bleeding() -> None:
    table = hurt(2, 18)
    assert (level(table, "right_leg"), bleeds(table, "right_leg")) == (3, True)
    assert refused(table, treat("right_leg")).message.key == "refused.needs_surgery"
    result = outcome(play(table, treat("right_leg", "surgery")), THROW, dice(d10=[9]))
    assert (level(result.table, "right_leg"), bleeds(result.table, "right_leg")) == (2, False)
    assert "bleeding_stopped" in notes(result)


@pytest.mark.rule("FI-HEAL-7", "FI-WOUND-4")
def test_treating_a_maimed_area_only_stops_the_bleeding() -> None:
    table = play(
        laid(sheets=SHEETS), SetLocation(seat="gm", actor="frost", location="left_arm", level=5, bleeding=True)
    )
    result = outcome(play(table, treat("left_arm", "surgery")), THROW, dice(d10=[10, 4]))
    assert (level(result.table, "left_arm"), bleeds(result.table, "left_arm")) == (5, False)
    assert notes(result)[-1] == "maimed_stays"
    assert (
        refused(result.table, HealNaturally(seat="gm", actor="frost", area="left_arm")).message.key
        == "refused.heals_not"
    )


@pytest.mark.rule("FI-HEAL-1", "FI-HEAL-9")
def test_wind_comes_back_by_medicine_or_by_the_minute() -> None:
    table = play(laid(sheets=SHEETS), SetTrack(seat="gm", actor="frost", track="Wind", value=-3))
    table = play(table, LayCondition(seat="gm", actor="frost", condition="winded"))
    healed = play(table, TreatWind(seat="eve", actor="chuk", patient="frost"), THROW, chance=dice(d10=[3, 2]))
    assert healed.actors["frost"].tracks["Wind"].value == 12
    assert not healed.actors["frost"].has_condition("winded")
    assert healed.clock == table.clock + 5 * 60
    failed = play(table, TreatWind(seat="eve", actor="chuk", patient="frost"), THROW, chance=dice(d10=[1, 2]))
    assert (failed.clock - table.clock, failed.actors["frost"].tracks["Wind"].value) == (5 * 60, 2)
    cut = SetLocation(seat="gm", actor="frost", location="guts", level=3, bleeding=True)
    bleeds_now = refused(play(table, cut), TreatWind(seat="eve", actor="chuk", patient="frost"))
    assert bleeds_now.message.key == "refused.bleeding_first"
    late = play(table, cut, TreatWind(seat="gm", actor="chuk", patient="frost"), THROW, chance=dice(d10=[3, 2]))
    assert late.actors["frost"].has_condition("dead"), "nobody breathes freely who has bled to death meanwhile"
    by_default = rolling(play(table, TreatWind(seat="gm", actor="thug", patient="frost")))
    assert by_default.rolls[0].halved
    hurry = refused(conflict(table, "thug"), TreatWind(seat="eve", actor="chuk", patient="frost"))
    assert hurry.message.key == "refused.takes_minutes"
    rested = play(table, AdvanceTime(seat="gm", minutes=4))
    assert rested.actors["frost"].tracks["Wind"].value == 1
    assert play(table, AdvanceTime(seat="gm", hours=2)).actors["frost"].tracks["Wind"].value == 12
    smoke = play(table, EnterSmoke(seat="gm", actor="frost"), AdvanceTime(seat="gm", minutes=4))
    assert smoke.actors["frost"].tracks["Wind"].value == -3


@pytest.mark.rule("FI-BLEED-2", "FI-DEATH-1", "FI-HEAL-9")
def test_a_bleeding_character_regains_no_wind_and_bleeds_twelve_rounds_a_minute() -> None:
    wounded = SetLocation(seat="gm", actor="frost", location="guts", level=3, bleeding=True)
    table = play(laid(sheets=SHEETS), wounded, SetTrack(seat="gm", actor="frost", track="Wind", value=12))
    minute = play(table, AdvanceTime(seat="gm", minutes=1))
    assert minute.actors["frost"].tracks["Wind"].value == 0
    two = play(table, AdvanceTime(seat="gm", minutes=2))
    assert two.actors["frost"].tracks["Wind"].value == -12
    assert two.actors["frost"].has_condition("dead")
    slow = laid(sheets=SHEETS, options={"round_seconds": 10})
    slow = play(
        slow, wounded, SetTrack(seat="gm", actor="frost", track="Wind", value=12), AdvanceTime(seat="gm", minutes=1)
    )
    assert slow.actors["frost"].tracks["Wind"].value == 6


@pytest.mark.rule("FI-HEAL-10", "FI-STUN-6")
def test_an_unconscious_character_wakes_by_medicine_or_in_time() -> None:
    sleeps = LayCondition(seat="gm", actor="frost", condition="unconscious", until=2 * 3600)
    table = play(laid(sheets=SHEETS), sleeps)
    wake = WakeUp(seat="eve", actor="chuk", patient="frost")
    assert not play(table, wake, THROW, chance=dice(d10=[5, 2])).actors["frost"].has_condition("unconscious")
    assert play(table, wake, THROW, chance=dice(d10=[4, 2])).actors["frost"].has_condition("unconscious")
    assert play(table, AdvanceTime(seat="gm", minutes=119)).actors["frost"].has_condition("unconscious")
    assert not play(table, AdvanceTime(seat="gm", hours=2)).actors["frost"].has_condition("unconscious")


def test_stun_does_not_outlast_an_hour_by_a_ruling_of_this_program() -> None:
    table = play(laid(), LayCondition(seat="gm", actor="frost", condition="stunned"))
    assert play(table, AdvanceTime(seat="gm", minutes=59)).actors["frost"].has_condition("stunned")
    rested = outcome(table, AdvanceTime(seat="gm", days=1))
    assert not rested.table.actors["frost"].has_condition("stunned")
    assert "ends_stunned" in notes(rested)


def test_time_that_passes_bit_by_bit_counts_as_much_as_at_once() -> None:
    table = play(laid(), LayCondition(seat="gm", actor="frost", condition="stunned"))
    half = play(table, AdvanceTime(seat="gm", minutes=30), AdvanceTime(seat="gm", minutes=29))
    assert half.actors["frost"].has_condition("stunned")
    assert not play(half, AdvanceTime(seat="gm", minutes=1)).actors["frost"].has_condition("stunned")
    again = play(half, LiftCondition(seat="gm", actor="frost", condition="stunned"))
    again = play(again, LayCondition(seat="gm", actor="frost", condition="stunned"), AdvanceTime(seat="gm", minutes=59))
    assert again.actors["frost"].has_condition("stunned")  # a new stun has its own hour


@pytest.mark.rule("FI-EX-39", "FI-HEAL-6", "FI-HEAL-8")
def test_every_five_days_each_area_gets_better_by_a_vigor_roll_of_its_own() -> None:
    table = hurt(20, 12)
    heal = HealNaturally(seat="tom", actor="frost", area="head")
    assert refused(table, heal).message.key == "refused.heals_later"
    early = play(table, AdvanceTime(seat="gm", days=4, hours=23))
    assert heals_now(early, "frost") == ()
    result = outcome(table, AdvanceTime(seat="gm", days=5))
    assert (heals_now(result.table, "frost"), "healing_due" in notes(result)) == (("head",), True)
    check = rolling(play(result.table, heal))
    assert (check.tn, [part.value for part in check.rolls[0].parts]) == (7, [-2])  # the own wounds count
    better = play(result.table, heal, THROW, chance=dice(d6=[6, 3, 3]))
    assert level(better, "head") == 1
    assert refused(better, heal).message.key == "refused.heals_later"
    whole = play(better, AdvanceTime(seat="gm", days=5), heal, THROW, chance=dice(d6=[6, 3, 3]))
    assert level(whole, "head") == 0
    assert not whole.actors["frost"].conditions_named("injury")
    assert refused(table, AdvanceTime(seat="tom", days=5)).message.key == "refused.gm_only"


def test_the_clock_set_by_hand_counts_too() -> None:
    table = play(hurt(20, 12), SetClock(seat="gm", seconds=5 * DAY))
    assert heals_now(table, "frost") == ("head",)


def test_effects_of_time_on_a_secret_character_show_only_to_the_gm() -> None:
    secret = EditActor(seat="gm", actor="thug", secret=True)
    table = play(laid(sheets=SHEETS), secret, SetTrack(seat="gm", actor="thug", track="Wind", value=2))
    result = outcome(table, AdvanceTime(seat="gm", minutes=3))
    assert result.table.actors["thug"].tracks["Wind"].value == 5
    log_lines = [e for e in result.events if isinstance(e, Noted) and e.message.params.get("actor") == "Thug"]
    assert [line.audience for line in log_lines] == [("gm",)]
    assert "wind" not in result.results


@pytest.mark.rule("FI-HEAL-11")
def test_better_medicine_is_a_modifier_by_the_gm() -> None:
    table = play(hurt(10, 6), treat("guts"))
    helped = play(table, AddModifier(seat="gm", value=4, why="a field laser"))
    alone, with_gear = (outcome(state, THROW, dice(d10=[2, 3])).results["total"] for state in (table, helped))
    assert isinstance(alone, int)
    assert with_gear == alone + 4
