"""Care, rests, nights, sessions, experience and years on the table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Chance
from engine.core.manual_moves import RemoveActor, SetClock, SetLocation
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.character_conditions import DEAD, DEADLINE, HUNGRY, STUDYING, lay
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of, skill_of
from engine.rulesets.classic_fantasy.character.resource_pools import pool
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.checks.check_procedure import current_effect_roll
from engine.rulesets.classic_fantasy.health.ageing_commands import (
    LAST_BIRTHDAYS,
    GrowOlder,
    LoseToAge,
    RestoreAge,
    SkipYears,
)
from engine.rulesets.classic_fantasy.health.body_state import injury_of
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.health.fatigue_state import fatigue_level
from engine.rulesets.classic_fantasy.health.healing_commands import SetCare, SetStrain
from engine.rulesets.classic_fantasy.health.rest_commands import (
    BeginRest,
    ChooseRest,
    EndRest,
    PrepareSpell,
    RestOn,
    SetRest,
    Sleep,
)
from engine.rulesets.classic_fantasy.health.rest_procedure import rest
from engine.rulesets.classic_fantasy.progression.experience_commands import (
    AwardRolls,
    EndStudy,
    Improve,
    LearnAbility,
    LowerPassion,
    Study,
    TakeRank,
)
from engine.rulesets.classic_fantasy.progression.session_commands import EndSession, SetSession, StartSession
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.treatment.healing_magic_commands import CastHealing, MagicStabilises
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.classic_fantasy.table import (
    GAME,
    LUCKLESS,
    dice,
    hp,
    hurt,
    laid,
    notes,
    outcome,
    play,
    refused,
    skilled,
    with_states,
)

CARERS: dict[str, Any] = {
    "bor": {"skills": [{"name": "First Aid", "total": 50}], "professional": [{"name": "Healing", "total": 60}]},
}
DAY = 86400


def rolled(table: Table, *commands: Any, chance: Chance) -> Table:
    """Return the table after commands that each open a roll; rolls and effects are thrown and accepted."""
    for command in commands:
        table = stands(play(table, command), chance)
    return table


def stands(table: Table, chance: Chance) -> Table:
    """Return the table after a roll was thrown and accepted, and so were the dice of its effects."""
    table = play(table, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=chance)
    while current_effect_roll(table) is not None:
        table = play(table, AcceptRoll(seat="gm"), chance=chance)
    return table


# ---- care ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-X-30", "CF-REST-6", "CF-HEAL-4", "CF-X-40")
def test_first_aid_heals_an_injury_once() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Chest=2)
    aid = Tend(seat="eve", actor="bor", patient="ana", location="Chest")
    table = rolled(table, aid, chance=dice(d100=[30], d6=[4]))
    assert hp(table, "ana", "Chest") == 4
    assert table.clock == 15 * 60
    assert refused(table, aid).rules == ("CF-X-30",)
    table = hurt(table, "ana", Chest=1)
    table = rolled(table, aid, aid, chance=dice(d100=[90, 35]))
    assert hp(table, "ana", "Chest") == 1, "the second try is Hard: 35 is one too many"
    assert refused(table, aid).rules == ("CF-X-40",)


@pytest.mark.rule("CF-HEAL-8")
@pytest.mark.parametrize(
    ("sheet", "casts"),
    [
        ({}, False),
        ({"spells": [{"name": "Cure Minor Wounds"}]}, True),
        ({"spells": [{"name": "Cure minor wounds (rank 1)"}]}, True),
        ({"spells": [{"name": "Healing Hands"}]}, False),
        ({"spells": [{"name": "Sleep"}], "professional": [{"name": "Arcane Casting", "total": 40}]}, False),
        ({"professional": [{"name": "Channel", "total": 40}]}, True),
    ],
)
def test_a_healing_spell_is_offered_to_those_who_cast_spells_and_to_the_gm(
    sheet: dict[str, Json], *, casts: bool
) -> None:
    table = hurt(laid(sheets={"bor": sheet}), "ana", Chest=3)
    offered = {seat: "d100_cast" in {offer.name for offer in GAME.offers(table, seat)} for seat in ("eve", "tom", "gm")}
    assert offered == {"eve": casts, "tom": False, "gm": True}


@pytest.mark.rule("CF-HEAL-8")
def test_a_caster_is_offered_the_healing_spells_of_its_sheet_and_the_gm_the_others_after_them() -> None:
    every = ("cure_minor", "cure_serious", "cure_major", "heal", "regenerate")
    sheet: dict[str, Json] = {"spells": [{"name": "heal"}, {"name": "Cure Minor Wounds"}, {"name": "Light"}]}
    table = hurt(laid(sheets={"bor": sheet}), "ana", Chest=3)
    for seat, spells in (("eve", ("cure_minor", "heal")), ("gm", ("cure_minor", "heal", *every[1:3], every[4]))):
        [cast] = [offer for offer in GAME.offers(table, seat) if offer.name == "d100_cast"]
        assert {each.field: each.choices for each in cast.questions}["spell"] == spells
    one: dict[str, Json] = {"spells": [{"name": "Heal"}]}
    [cast] = [
        each for each in GAME.offers(hurt(laid(sheets={"bor": one}), "ana", Chest=3), "eve") if each.name == "d100_cast"
    ]
    assert isinstance(cast.command, CastHealing)
    assert (cast.command.spell, "spell" in {each.field for each in cast.questions}) == ("heal", False)


@pytest.mark.rule("CF-HEAL-8", "CF-REST-8")
def test_a_caster_without_magic_points_does_not_keep_the_gm_from_the_spells_of_others() -> None:
    caster: dict[str, Json] = {"spells": [{"name": "Heal"}]}
    table = hurt(laid(sheets={"bor": caster}, tracks={"bor": {"Magic": 0}}), "ana", Chest=3)
    assert all(offer.name != "d100_cast" for offer in GAME.offers(table, "eve"))
    [cast] = [offer for offer in GAME.offers(table, "gm") if offer.name == "d100_cast"]
    assert isinstance(cast.command, CastHealing)
    assert cast.command.actor != "bor"


@pytest.mark.rule("CF-X-30", "CF-BLOOD-5")
def test_the_best_healer_and_the_wound_that_kills_are_proposed() -> None:
    carers = {"ana": skilled(First_Aid=20), "bor": skilled(First_Aid=70)}
    table = hurt(laid(sheets=carers, who={"ana": "gm", "bor": "gm", "orc": "gm"}), "orc", Left_Leg=2, Chest=-8, Head=3)
    table = with_states(table, lambda draft: lay(draft, "orc", DEADLINE, "Chest", until=draft.table.clock + 60))
    offers = {offer.name: offer for offer in GAME.offers(table, "gm")}
    command = offers["d100_stabilise_by:first_aid"].command
    assert isinstance(command, Tend)
    assert (command.actor, command.location) == ("bor", "Chest")
    healer, wound = (
        next(each for each in offers["d100_stabilise_by:first_aid"].questions if each.field == field)
        for field in ("actor", "location")
    )
    assert healer.choices[0] == "bor"
    assert not healer.told, "the odds of each choice tell how good it is"
    assert wound.among["orc"][0] == "Chest"


@pytest.mark.rule("CF-REST-7", "CF-HEAL-4", "CF-WOUND-10", "CF-AMB-34")
def test_healing_takes_an_hour_and_treats_a_major_wound() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Left_Leg=-5)
    aid = Tend(seat="eve", actor="bor", patient="ana", location="Left Leg")
    table = rolled(table, aid, chance=dice(d100=[10]))
    assert hp(table, "ana", "Left Leg") == -5, "First Aid does no more than stabilise"
    known = injury_of(table, "ana", "Left Leg")
    assert known is not None
    assert (known.stabilised, known.treated) == (True, False)
    healing = Tend(seat="eve", actor="bor", patient="ana", location="Left Leg", how="healing")
    table = rolled(table, healing, chance=dice(d100=[10]))
    assert table.clock == 75 * 60
    after = play(table, AdvanceTime(seat="gm", unit="month"))
    assert hp(after, "ana", "Left Leg") == -3


@pytest.mark.rule("CF-HEAL-8", "CF-HEAL-9", "CF-X-34", "CF-REST-8")
def test_spells_heal_by_the_level_of_the_wound() -> None:
    table = hurt(laid(tracks={"bor": {"Magic": 5, "Luck": 0}}), "ana", Chest=-3)
    minor = CastHealing(seat="eve", actor="bor", patient="ana", location="Chest", spell="cure_minor", magic=2)
    table = play(table, minor)
    assert (hp(table, "ana", "Chest"), pool(table, "bor", "Magic")) == (-2, 3)
    serious = CastHealing(seat="eve", actor="bor", patient="ana", location="Chest", spell="cure_serious", magic=3)
    table = play(table, serious, chance=dice(d6=[6]))
    assert hp(table, "ana", "Chest") == 6
    assert refused(table, minor).rules == ("CF-REST-8",)


@pytest.mark.rule("CF-X-34", "CF-HEAL-9")
def test_an_old_major_wound_takes_days_under_a_spell() -> None:
    table = hurt(laid(tracks=LUCKLESS), "ana", Left_Leg=-5)
    table = play(table, AdvanceTime(seat="gm", unit="hour", count=3))
    spell = CastHealing(
        seat="eve", actor="bor", patient="ana", location="Left Leg", spell="cure_major", intensity=2, magic=1
    )
    table = play(table, spell, chance=dice(d8=[8]))
    assert hp(table, "ana", "Left Leg") == -5
    table = play(table, AdvanceTime(seat="gm", unit="day", count=2))
    assert hp(table, "ana", "Left Leg") >= 4


@pytest.mark.rule("CF-HEAL-4", "CF-HEAL-9")
@pytest.mark.parametrize(("left", "key"), [(-7, "d100_treated"), (-1, "d100_stabilised")])
def test_care_that_restores_no_hit_points_is_logged_without_them(left: int, key: str) -> None:
    table = hurt(laid(sheets=CARERS, tracks=LUCKLESS), "ana", Chest=left)
    tend = Tend(seat="eve", actor="bor", patient="ana", location="Chest", how="healing")
    table = play(table, tend)
    found = outcome(table, ThrowDice(seat="eve"), dice(d100=[30]))
    assert key in notes(found)
    assert "d100_cared_for" not in notes(found)
    assert hp(found.table, "ana", "Chest") == left


@pytest.mark.rule("CF-HEAL-3")
@pytest.mark.parametrize(("strain", "key"), [(1, "d100_strain_set"), (0, "d100_strain_removed")])
def test_strain_that_is_removed_is_logged_without_a_number(strain: int, key: str) -> None:
    table = hurt(laid(), "ana", Chest=1)
    assert notes(outcome(table, SetStrain(seat="gm", actor="ana", location="Chest", strain=strain))) == [key]


@pytest.mark.rule("CF-HEAL-9", "CF-BLOOD-5")
def test_the_gm_corrects_the_care_of_a_wound() -> None:
    move = SetLocation(seat="gm", actor="ana", location="Chest", level=3, bleeding=True)
    table = play(laid(), move, MagicStabilises(seat="gm", actor="ana"))
    table = play(table, AdvanceTime(seat="gm", unit="minute"))
    assert fatigue_level(table, "ana") == 0
    table = play(table, SetCare(seat="gm", actor="ana", location="Chest", aided=True))
    assert refused(table, Tend(seat="tom", actor="ana", patient="ana", location="Chest")).rules == ("CF-X-30",)
    assert refused(table, SetCare(seat="gm", actor="ana", location="Head", aided=True)).rules == ("CF-HEAL-4",)


# ---- rest ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-REST-3", "CF-EX-58", "CF-EX-59", "CF-AMB-24", "CF-AMB-25")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (5, 5), (1, 0), (2, 0)])
def test_a_ration_helps_once_a_day(before: int, after: int) -> None:
    table = with_states(laid(), lambda draft: lay(draft, "ana", HUNGRY))
    table = play(table, Weary(seat="gm", actor="ana", cause="disease", levels=before))
    table = play(table, BeginRest(seat="gm", steps=2, actors=("ana",)))
    eat = ChooseRest(seat="tom", actor="ana", action="eat_ration")
    table = play(table, eat)
    assert fatigue_level(table, "ana") == after
    assert (table.clock, character_sheet_of(table, "ana").rations) == (900, 2)
    assert not table.actors["ana"].has_condition(HUNGRY)
    assert refused(table, eat).rules == ("CF-REST-3", "CF-AMB-24")
    slept = play(table, EndRest(seat="gm"), Sleep(seat="gm"), BeginRest(seat="gm", actors=("ana",)), eat)
    assert character_sheet_of(slept, "ana").rations == 1


@pytest.mark.rule("CF-REST-1", "CF-REST-2", "CF-REST-4", "CF-REST-5", "CF-REST-10", "CF-EX-62")
def test_a_quarter_of_an_hour_passes_once_all_have_chosen() -> None:
    table = laid(tracks={"ana": {"Magic": 11}})
    table = play(table, Weary(seat="gm", actor="bor", cause="disease"), BeginRest(seat="gm", steps=3))
    pray = ChooseRest(seat="tom", actor="ana", action="pray_or_study")
    table = play(table, pray)
    assert table.clock == 0
    table = play(table, ChooseRest(seat="eve", actor="bor", action="dither"))
    assert table.clock == 900
    assert pool(table, "ana", "Magic") == 12
    assert fatigue_level(table, "bor") == 0
    table = play(table, pray, RestOn(seat="gm"))
    now = rest(table)
    assert now is not None
    assert (now.done, pool(table, "ana", "Magic")) == (2, 12)
    table = play(table, pray, RestOn(seat="gm"))
    assert rest(table) is None
    assert table.clock == 2700
    assert refused(table, pray).rules == ("CF-REST-2",)


@pytest.mark.rule("CF-EX-61", "CF-REST-4")
def test_dithering_does_not_help_against_fatigue() -> None:
    table = play(laid(sheets={"ana": {"con": 6}}), Weary(seat="gm", actor="ana", cause="exertion", levels=2))
    table = play(table, BeginRest(seat="gm", steps=4, actors=("ana",)))
    table = play(table, *[RestOn(seat="gm")] * 4)
    assert (fatigue_level(table, "ana"), table.clock) == (2, 3600)


@pytest.mark.rule("CF-REST-7", "CF-REST-2")
def test_healing_takes_four_steps_and_is_lost_if_interrupted() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Chest=-7)
    table = play(table, BeginRest(seat="gm", steps=8))
    heal = ChooseRest(seat="eve", actor="bor", action="healing")
    tend = Tend(seat="eve", actor="bor", patient="ana", location="Chest", how="healing")
    table = play(table, heal, *[RestOn(seat="gm")] * 3)
    assert refused(table, tend).rules == ("CF-REST-7",)
    table = play(table, RestOn(seat="gm"))
    table = rolled(table, tend, chance=dice(d100=[30]))
    known = injury_of(table, "ana", "Chest")
    assert known is not None
    assert known.treated
    assert table.clock == 3600
    assert refused(table, tend).rules == ("CF-REST-7",)
    assert refused(table, SetRest(seat="gm", steps=4)).rules == ("CF-REST-2",)


@pytest.mark.rule("CF-REST-9", "CF-TIME-2", "CF-X-18")
@pytest.mark.parametrize(("safe", "magic"), [(True, 12), (False, 6)])
def test_a_night_restores_magic_and_uses_and_allows_spell_preparation(safe: bool, magic: int) -> None:
    sheet: dict[str, Any] = {"abilities": [{"name": "Turn", "uses": 3, "left": 0}], "spells": [{"name": "Light"}]}
    table = laid(sheets={"ana": sheet}, tracks={"ana": {"Magic": 0}})
    prepare = ChooseRest(seat="tom", actor="ana", action="prepare_spell")
    awake = play(table, BeginRest(seat="gm"))
    assert refused(awake, prepare).rules == ("CF-REST-9",)
    short = play(table, Sleep(seat="gm", hours=4))
    assert pool(short, "ana", "Magic") == 0
    table = play(table, Sleep(seat="gm", safe=safe))
    assert pool(table, "ana", "Magic") == magic
    assert table.actors["ana"].sheet["abilities"][0]["left"] == 3  # type: ignore[index,call-overload]
    table = play(table, BeginRest(seat="gm", actors=("ana",)), prepare)
    table = play(table, PrepareSpell(seat="tom", actor="ana", spell="Light"))
    assert table.actors["ana"].sheet["spells"][0]["memorised"] is True  # type: ignore[index,call-overload]


# ---- sessions and experience -----------------------------------------------------------------------------------------


@pytest.mark.rule("CF-LUCK-3", "CF-LUCK-2", "CF-EX-35", "CF-AMB-42")
def test_luck_is_refilled_at_the_start_of_a_session() -> None:
    sheets: dict[str, Any] = {"ana": {"pow": 13, "rank": 3}, "bor": {"pow": 11, "rank": 1, "species": "Dwarf"}}
    table = laid(sheets=sheets, tracks={"ana": {"Luck": 0}, "bor": {"Luck": 0}, "orc": {"Luck": 0}})
    table = play(table, StartSession(seat="gm"))
    assert [pool(table, actor, "Luck") for actor in ("ana", "bor", "orc")] == [6, 2, 0]
    assert refused(table, StartSession(seat="gm")).rules == ("CF-LUCK-3",)
    table = play(table, EndSession(seat="gm"), SetSession(seat="gm", number=7), StartSession(seat="gm"))
    assert session_state(table).session == 8


def _raising(value: int, **row: object) -> dict[str, Any]:
    return {"ana": {"experience": 3, "skills": [{"name": "Stealth", "total": value, **row}]}}


@pytest.mark.rule("CF-XP-5", "CF-XP-8", "CF-EX-67", "CF-EX-68", "CF-EX-71", "CF-XP-9", "CF-AMB-60")
@pytest.mark.parametrize(
    ("value", "d100", "d4", "after"), [(52, 39, 3, 56), (52, 38, 3, 53), (120, 100, 1, 121), (113, 100, 1, 115)]
)
def test_an_experience_roll_raises_a_skill_once(value: int, d100: int, d4: int, after: int) -> None:
    improve = Improve(seat="tom", actor="ana", skill="Stealth")
    table = play(laid(sheets=_raising(value)), improve, chance=dice(d100=[d100], d4=[d4]))
    assert skill_of(table, "ana", "Stealth") == after
    assert character_sheet_of(table, "ana").experience == 2
    assert refused(table, improve).rules == ("CF-XP-8", "CF-AMB-12")
    assert skill_of(play(table, AwardRolls(seat="gm", rolls=0), improve), "ana", "Stealth") > after


@pytest.mark.rule("CF-XP-2", "CF-XP-3", "CF-XP-4", "CF-XP-6", "CF-XP-7", "CF-XP-15", "CF-EX-70", "CF-X-21")
def test_an_award_raises_fumbled_skills_first() -> None:
    table = laid(sheets=_raising(52, fumbled=True), options={"xp_modifier": True})
    table = play(table, AwardRolls(seat="gm", rolls=2, actors=("ana",), why="the mill"))
    assert (skill_of(table, "ana", "Stealth"), character_sheet_of(table, "ana").experience) == (53, 5)
    table = play(table, Improve(seat="tom", actor="ana", skill="Stealth"), chance=dice(d100=[39]))
    assert skill_of(table, "ana", "Stealth") == 54
    table = play(table, AwardRolls(seat="gm", rolls=0, actors=("ana",)))
    assert skill_of(table, "ana", "Stealth") == 54, "the mark is gone"


@pytest.mark.rule("CF-XP-5")
def test_a_skill_missing_on_the_sheet_gets_a_row() -> None:
    table = laid(sheets={"ana": {"experience": 1}})
    table = play(table, Improve(seat="tom", actor="ana", skill="Brawn"), chance=dice(d100=[100], d4=[4]))
    assert skill_of(table, "ana", "Brawn") == 24 + 5
    assert skill_of(table, "ana", "Endurance") == 24
    rows = table.actors["ana"].sheet["skills"]
    assert isinstance(rows, list | tuple)
    assert len(rows) > 20


@pytest.mark.rule("CF-XP-10", "CF-XP-11", "CF-AMB-14")
def test_passions_rise_and_fade() -> None:
    passion: list[Any] = [{"name": "Love (Mill)", "sort": "person", "total": 60}]
    table = laid(sheets={"ana": {"experience": 3, "passions": passion}})
    up = play(table, Improve(seat="tom", actor="ana", skill="Love (Mill)"), chance=dice(d100=[50], d4=[2]))
    assert skill_of(up, "ana", "Love (Mill)") == 63
    fade = LowerPassion(seat="gm", actor="ana", skill="Love (Mill)")
    assert skill_of(play(table, fade, chance=dice(d100=[50], d4=[2])), "ana", "Love (Mill)") == 57
    deep = laid(sheets={"ana": {"experience": 3, "passions": passion}}, options={"xp_passion_lower": "depth"})
    assert skill_of(play(deep, fade, chance=dice(d10=[7])), "ana", "Love (Mill)") == 53


@pytest.mark.rule("CF-XP-12", "CF-XP-14")
def test_a_new_skill_takes_a_month_and_a_teacher() -> None:
    study = Study(seat="tom", actor="ana", skill="Lore (Dragons)", source="an old scroll")
    assert refused(laid(), study).rules == ("CF-XP-12",)
    table = laid(sheets={"ana": {"experience": 3}})
    assert refused(table, Study(seat="tom", actor="ana", skill="Lore (Dragons)", source=" ")).rules == ("CF-XP-12",)
    table = play(table, study)
    assert character_sheet_of(table, "ana").experience == 0
    before = play(table, AdvanceTime(seat="gm", unit="day", count=29))
    assert before.actors["ana"].has_condition(STUDYING)
    after = play(before, AdvanceTime(seat="gm", unit="day"))
    assert skill_of(after, "ana", "Lore (Dragons)") == 26
    assert (
        not play(before, EndStudy(seat="gm", actor="ana", skill="Lore (Dragons)")).actors["ana"].has_condition(STUDYING)
    )


@pytest.mark.rule("CF-X-22", "CF-LUCK-2", "CF-X-20", "CF-UI-6")
def test_a_rank_is_taken_once_the_class_skills_are_high_enough() -> None:
    rows: list[dict[str, Json]] = [{"name": f"Craft ({n})", "total": 70, "of_class": True} for n in range(4)]
    fifth: dict[str, Json] = {"name": "Lore (Tides)", "total": 69, "of_class": True}
    gifted: list[Json] = [{"name": name, "total": 95, "of_class": True} for name in ("Customs", "Native Tongue")]
    sheet: dict[str, Json] = {"rank": 1, "skills": gifted, "professional": [*rows, fifth]}
    take = TakeRank(seat="tom", actor="ana")
    early = laid(sheets={"ana": sheet})
    assert refused(early, take).message.key == "refused.d100_rank_not_reached"
    assert "d100_rank:ana" not in {offer.name for offer in GAME.offers(early, "tom")}
    ready = laid(sheets={"ana": {**sheet, "professional": [*rows, {**fifth, "total": 70}]}})
    assert refused(ready, TakeRank(seat="eve", actor="ana")).rules == ("CF-X-22",)
    again = TakeRank(seat="tom", actor="ana", rank=1)
    assert refused(ready, again).message.key == "refused.d100_rank_taken_already"
    (line,) = [line for line in status_page(ready, "shared", "learning").lines if line.key == "ana:rank"]
    assert [touch.offer for touch in line.buttons] == ["d100_rank:ana"]
    assert "d100_rank:ana" in {offer.name for offer in GAME.offers(ready, "tom")}
    taken = play(ready, take)
    before, after = character_sheet_of(ready, "ana"), character_sheet_of(taken, "ana")
    assert (before.rank, after.rank) == (1, 2)
    assert (after.luck_most, before.luck_most) == ((before.luck_most or 0) + 1, before.luck_most)
    assert "ana:rank" not in {line.key for line in status_page(taken, "shared", "learning").lines}
    assert refused(taken, take).message.params["rank"] == 3


@pytest.mark.rule("CF-XP-13", "CF-EX-73", "CF-AMB-15")
def test_an_ability_costs_the_rank() -> None:
    table = laid(sheets={"ana": {"experience": 4, "rank": 3}, "bor": {"experience": 4, "rank": 0}})
    learn = LearnAbility(seat="tom", actor="ana", ability="Second Wind", rank=2)
    assert character_sheet_of(play(table, learn), "ana").experience == 1
    assert refused(table, LearnAbility(seat="tom", actor="ana", ability="Storm", rank=4)).rules == ("CF-XP-13",)
    assert refused(table, LearnAbility(seat="eve", actor="bor", ability="Luck", rank=0)).rules == ("CF-XP-13",)


@pytest.mark.rule("CF-XP-1", "CF-XP-10")
def test_skills_passions_new_skills_and_abilities_can_be_bought() -> None:
    passion: list[Any] = [{"name": "Love (Mill)", "sort": "person", "total": 60}]
    table = laid(sheets={"ana": {"experience": 3, "passions": passion}})
    offers = {offer.name: offer for offer in GAME.offers(table, "tom")}
    assert {"d100_improve", "d100_study:ana", "d100_learn:ana"} <= offers.keys()
    assert {"Stealth", "Love (Mill)"} <= set(offers["d100_improve"].questions[0].choices)
    poor = {offer.name for offer in GAME.offers(laid(), "tom")}
    assert not poor & {"d100_improve", "d100_study:ana", "d100_learn:ana"}


# ---- years -----------------------------------------------------------------------------------------------------------

OLD: dict[str, Any] = {"ana": {"age": 59, "con": 13, **skilled(Endurance=54, Willpower=48)}}


@pytest.mark.rule("CF-AGE-2", "CF-AGE-3", "CF-AGE-4", "CF-AGE-6", "CF-AGE-7", "CF-AGE-12", "CF-EX-77")
def test_a_birthday_into_a_new_band_is_rolled_for() -> None:
    table = play(laid(sheets=OLD), GrowOlder(seat="gm", actor="ana"))
    chance = dice(d100=[40, 20], d6=[3, 4])
    for _ in range(2):
        table = stands(table, chance)
    who = character_sheet_of(table, "ana")
    assert (who.age, who.characteristics["CON"], who.lost, who.healing_rate) == (60, 11, {"CON": 2}, 2)
    assert len(table.procedures) == 1
    back = play(table, RestoreAge(seat="gm", actor="ana", characteristic="CON", points=9))
    assert character_sheet_of(back, "ana").characteristics["CON"] == 13
    assert refused(back, RestoreAge(seat="gm", actor="ana", characteristic="CON")).rules == ("CF-AGE-7",)


@pytest.mark.rule("CF-AGE-9", "CF-AGE-10", "CF-EX-79", "CF-EX-80", "CF-AMB-2", "CF-AGE-5")
def test_in_dotage_each_year_has_both_rolls() -> None:
    skip = SkipYears(seat="gm", actors=("ana",))
    table = play(laid(sheets={"ana": {"age": 90}}, tracks=LUCKLESS), skip, chance=dice(d6=[1, 6, 6, 1]))
    who = character_sheet_of(table, "ana")
    assert who.age == 91
    assert who.lost == {"STR": 3, "CHA": 1}
    assert table.clock == 360 * DAY


@pytest.mark.rule("CF-AGE-8")
def test_a_characteristic_of_zero_is_death_by_frailty() -> None:
    table = laid(sheets={"ana": {"age": 95, "str": 1}}, tracks=LUCKLESS)
    table = play(table, LoseToAge(seat="gm", actor="ana"), chance=dice(d6=[1, 6]))
    assert table.actors["ana"].has_condition(DEAD)
    assert character_sheet_of(table, "ana").characteristics["STR"] == 0


@pytest.mark.rule("CF-AGE-1", "CF-AGE-13", "CF-AMB-3")
def test_a_known_birthday_ages_by_the_calendar() -> None:
    table = laid(sheets={"ana": {"birthday": "2-10", "age": 20}, "bor": {"age": 20}})
    table = play(table, AdvanceTime(seat="gm", unit="day", count=38))
    assert character_sheet_of(table, "ana").age == 20
    table = play(table, AdvanceTime(seat="gm", unit="day"))
    assert character_sheet_of(table, "ana").age == 21
    back, season = play(table, SetClock(seat="gm", seconds=0)), AdvanceTime(seat="gm", unit="day", count=45)
    for edited, later in ((20, 21), (31, 31)):
        other = play(back, EditSheet(seat="gm", actor="ana", fields={"age": edited}))
        assert character_sheet_of(play(other, season), "ana").age == later, "it counts again for a younger one only"
    table = play(back, season)
    assert character_sheet_of(table, "ana").age == 21, "a birthday that was passed counts once"
    assert [row["actor"] for row in table.lists[LAST_BIRTHDAYS]] == ["ana"]
    assert [LAST_BIRTHDAYS in GAME.view_for(table, viewer).lists for viewer in ("gm", "tom", SHARED)] == [
        True,
        False,
        False,
    ]
    assert not play(table, RemoveActor(seat="gm", actor="ana")).lists[LAST_BIRTHDAYS]
    table = play(table, SkipYears(seat="gm", years=2))
    assert [character_sheet_of(table, actor).age for actor in ("ana", "bor")] == [23, 22]
    owing = laid(sheets={"ana": {"age": 55}})
    owed = play(owing, GrowOlder(seat="gm", actor="ana", owed=True))
    chance = dice(d100=[1] * 4)
    for _ in range(4):
        assert len(owed.procedures) == 2, "two bands, two rolls each"
        owed = play(owed, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=chance)
    assert len(owed.procedures) == 1
    for done in (laid(), owed):
        assert refused(done, GrowOlder(seat="gm", actor="ana", owed=True)).rules == ("CF-AMB-3",)


@pytest.mark.rule("CF-AGE-1")
def test_a_species_of_its_own_has_its_bands_on_the_sheet() -> None:
    lizard: dict[str, Any] = {"species": "Lizard", "age": 19}
    assert refused(laid(sheets={"ana": lizard}), GrowOlder(seat="gm", actor="ana")).rules == ("CF-AGE-1",)
    told = laid(sheets={"ana": {**lizard, "age_bands": "20, 30, 40, 50, 60, 70"}})
    assert len(play(told, GrowOlder(seat="gm", actor="ana")).procedures) == 2


@pytest.mark.rule("CF-X-30")
def test_a_kit_is_used_up_by_each_attempt_where_the_sheet_counts() -> None:
    table = hurt(laid(sheets={**CARERS, "bor": {**CARERS["bor"], "first_aid_kit": 1}}), "ana", Chest=2)
    aid = Tend(seat="eve", actor="bor", patient="ana", location="Chest")
    told = outcome(table, aid)
    assert told.table.actors["bor"].sheet["first_aid_kit"] == 0
    assert "d100_kit_empty" in notes(told)
    again = play(told.table, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=dice(d100=[90]))
    assert outcome(again, aid).table.actors["bor"].sheet["first_aid_kit"] == 0, "it is done without, and told"
    uncounted = play(hurt(laid(sheets=CARERS), "ana", Chest=2), aid)
    assert "first_aid_kit" not in uncounted.actors["bor"].sheet
