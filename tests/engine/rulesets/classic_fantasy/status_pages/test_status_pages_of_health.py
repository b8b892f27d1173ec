"""The books of care, fatigue, learning, traps and hazards, and what holds for all of them (CF-UI)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from engine.core.manual_moves import LayCondition
from engine.messages.texts import say, texts
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.presentation.status_pages import OfferButton, StatusPageCell, button_matches
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack
from engine.rulesets.classic_fantasy.character.character_conditions import BLEEDING, DEADLINE, lay
from engine.rulesets.classic_fantasy.checks.check_commands import AcceptRoll, ThrowDice
from engine.rulesets.classic_fantasy.damage.damage_commands import AcceptDamage
from engine.rulesets.classic_fantasy.hazards.burning_commands import ExposeToHeat, SetAlight
from engine.rulesets.classic_fantasy.health.asphyxiation_commands import LoseBreath
from engine.rulesets.classic_fantasy.health.fatigue_commands import Weary
from engine.rulesets.classic_fantasy.progression.experience_commands import AwardRolls, Improve, Study
from engine.rulesets.classic_fantasy.progression.session_commands import StartSession
from engine.rulesets.classic_fantasy.status_pages.status_page_list import STATUS_PAGES, status_page, status_page_tabs
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.traps.trap_commands import BuildTrap, LaySample, RevealTrap, SpringTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import samples
from engine.rulesets.classic_fantasy.treatment.treatment_commands import Tend
from engine.rulesets.classic_fantasy.wounds.bleeding_rules import Bleeding, next_loss
from tests.engine.keys import fields_of
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.status_page_reader import (
    CARERS,
    DAY,
    SHARED,
    all_words,
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
from tests.engine.rulesets.classic_fantasy.table import GAME, USUAL, dice, hurt, laid, play, with_states

ALWAYS_AHEAD = {"d100.ledger.care.bleeds", "d100.ledger.hazards.burns"}
"""The countdowns to the end of the Round, which is never now."""

# ---- care ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-13", "CF-HEAL-1", "CF-HEAL-4", "CF-HEAL-5")
def test_the_page_of_wounds_shows_healing_and_maiming() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Chest=3, Left_Leg=-5)
    page = status_page(table, SHARED, "care")
    minor, major = line(page, "ana:Chest"), line(page, "ana:Left Leg")
    assert (said(minor.cells[1]), minor.cells[3].until) == ("3 of 7, Minor", DAY)
    assert (said(minor.cells[3]), "day" in say(minor.cells[3].details[0])) == ("+2 in", True)
    assert (major.cells[1].sign, major.cells[1].tone) == ("warning", "bad")
    assert major.cells[3].until is None, "a Major Wound that nobody treats does not heal"
    assert major.cells[4].until == 3 * DAY, "Healing 60 of a companion gives three days"
    assert count(table, SHARED, "care") == 1
    later = play(table, AdvanceTime(seat="gm", unit="hour"))
    assert status_page(later, SHARED, "care") == page, "nothing of it changes by time alone, so nothing is drawn anew"


@pytest.mark.rule("CF-UI-13", "CF-X-30", "CF-HEAL-4")
def test_care_is_one_button_and_useless_care_is_not_offered() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Chest=3, Left_Leg=-5)
    chest, leg = (line(status_page(table, SHARED, "care"), f"ana:{place}") for place in ("Chest", "Left Leg"))
    assert "d100_tend:healing" in names(leg)
    assert "d100_tend:healing" not in names(chest)
    touch = next(one for one in chest.buttons if one.offer == "d100_tend:first_aid")
    command = taken(table, "eve", touch)
    assert command is not None, "the healer and the wound are known, so nothing is asked"
    table = play(table, command, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=dice(d100=[20], d6=[4]))
    table = play(table, AcceptRoll(seat="eve"))
    chest = line(status_page(table, SHARED, "care"), "ana:Chest")
    assert said(chest.cells[1]) == "5 of 7, Minor"
    assert "First Aid" in said(chest.cells[2])
    assert "d100_tend:first_aid" not in names(chest)
    healing = Tend(seat="eve", actor="bor", patient="ana", location="Left Leg", how="healing")
    table = play(table, healing, ThrowDice(seat="gm"), AcceptRoll(seat="gm"), chance=dice(d100=[20]))
    leg = line(status_page(table, SHARED, "care"), "ana:Left Leg")
    assert leg.cells[3].until == table.clock + 30 * DAY
    assert leg.cells[4] == StatusPageCell(), "it maims no more"


@pytest.mark.rule("CF-UI-13", "CF-WOUND-10", "CF-AMB-32", "CF-HEAL-9")
def test_a_dying_character_is_offered_only_care_in_time() -> None:
    table = hurt(laid(sheets=CARERS), "ana", Chest=-8)
    table = play(table, LayCondition(seat="gm", actor="ana", condition=DEADLINE, note="Chest", until=20))
    chest = line(status_page(table, SHARED, "care"), "ana:Chest")
    assert (chest.cells[4].until, chest.cells[4].sign) == (20, "skull")
    assert names(chest) == ["d100_stabilise_by:first_aid", "d100_cast"], "no quarter of an hour is left"
    magic = next(one for one in line(status_page(table, SHARED, "care"), "ana").buttons if "stabilise" in one.offer)
    command = taken(table, "gm", magic)
    assert command is not None
    chest = line(status_page(play(table, command), SHARED, "care"), "ana:Chest")
    assert chest.cells[4].sign != "skull"
    assert "stabilised" in said(chest.cells[2])


@pytest.mark.rule("CF-UI-13", "CF-WOUND-20")
@pytest.mark.parametrize(("until", "words", "shown"), [(0, "dies now", None), (20, "dies in", 20)])
def test_a_countdown_that_has_ended_has_words_of_its_own(until: int, words: str, shown: int | None) -> None:
    table = with_states(hurt(laid(), "ana", Chest=-8), lambda draft: lay(draft, "ana", DEADLINE, "Chest", until=until))
    cell = line(status_page(table, SHARED, "care"), "ana:Chest").cells[4]
    assert (said(cell), cell.until, cell.sign) == (words, shown, "skull")


@pytest.mark.rule("CF-UI-13")
def test_every_countdown_has_words_for_its_end() -> None:
    keys = {key.removesuffix("_due"): key for key in texts() if re.fullmatch(r"d100\.ledger\..*_due", key)}
    running = {key for key in texts() if key.startswith("d100.ledger.") and re.search(r"\bin$", texts()[key])}
    assert running - keys.keys() == ALWAYS_AHEAD
    assert all((next_loss(Bleeding(since=0), now) or 0) > now for now in range(20))
    assert all(fields_of(texts()[due]) == fields_of(texts()[key]) for key, due in keys.items() if key in running)
    assert not [due for key, due in keys.items() if key in running and texts()[due].endswith(" in")]


@pytest.mark.rule("CF-UI-13", "CF-BLOOD-1", "CF-BLOOD-3")
def test_lost_blood_has_a_calendar() -> None:
    table = play(laid(), LayCondition(seat="gm", actor="ana", condition=BLEEDING, level=1, note="Chest"))
    page = status_page(table, SHARED, "care")
    bleeding = next(one for one in page.lines if one.cells[4].text is not None)
    assert (bleeding.cells[4].until, bleeding.cells[4].tone) == (5, "bad")
    assert "0:00:45" in say(bleeding.cells[4].details[0]), "nine levels, one each Round"
    table = play(laid(), Weary(seat="gm", actor="ana", cause="blood", levels=2))
    blood = line(status_page(table, SHARED, "care"), "ana:blood lost")
    assert blood.cells[3].until is None
    command = taken(table, "gm", blood.cells[3].buttons[0])
    assert command is not None
    blood = line(status_page(play(table, command), SHARED, "care"), "ana:blood lost")
    assert blood.cells[3].until == DAY
    assert [say(one) for one in blood.cells[3].details] == ["Day 2, 0:00:00: 1 left", "Day 3, 0:00:00: 0 left"]


# ---- fatigue ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-3", "CF-FATIGUE-4", "CF-FATIGUE-5", "CF-FATIGUE-6", "CF-FATIGUE-7", "CF-FATIGUE-11")
def test_fatigue_has_ten_boxes_by_cause_with_penalties_and_recovery() -> None:
    table = play(
        laid(),
        Weary(seat="gm", actor="ana", cause="exertion", levels=2),
        Weary(seat="gm", actor="ana", cause="disease", levels=2),
    )
    found = line(status_page(table, SHARED, "fatigue"), "ana")
    boxes = found.cells[1].boxes
    assert len(boxes) == 10
    assert [box.mark for box in boxes if box.filled] == ["✓", "E", "E", "D", "D"]
    assert said(found.cells[1]) == "Exhausted"
    for cost in ("Formidable", "10 of 20 ft", "initiative −4", "1 of 2 AP"):
        assert cost in said(found.cells[2])
    assert found.cells[3].until is None
    rest = taken(table, "tom", next(one for one in found.buttons if one.offer == "d100_rest"))
    assert rest is not None
    found = line(status_page(play(table, rest), SHARED, "fatigue"), "ana")
    assert found.cells[3].until == 6 * 3600, "twelve hours by a Healing Rate of 2"
    assert "d100_rise" in names(found)
    assert said(found.cells[4]) == "3/3, 12/12"
    sick = play(laid(), Weary(seat="gm", actor="ana", cause="disease", levels=1))
    assert "rest" not in said(line(status_page(sick, SHARED, "fatigue"), "ana").cells[3]), "rest alone is no help"


# ---- learning --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-6", "CF-XP-5", "CF-XP-6", "CF-XP-8", "CF-XP-12", "CF-XP-13")
def test_the_page_of_experience() -> None:
    own: Mapping[str, Json] = {
        "skills": [{"name": "Endurance", "total": 55, "fumbled": True}, {"name": "Brawn", "total": 40}],
        "abilities": [{"name": "Smite", "rank": 2}],
        "experience": 5,
    }
    table = laid(sheets={"ana": own})
    page = status_page(table, SHARED, "learning")
    assert count(table, SHARED, "learning") == 1
    shown = [one.key for one in page.lines if one.key.startswith("ana:skills")]
    assert shown == ["ana:skills:0:Endurance"], "what was fumbled; all else is behind one touch"
    fumbled, another = line(page, shown[0]), line(page, "ana").buttons[0]
    assert (fumbled.cells[3].sign, said(fumbled.cells[2])) == ("flag", "42 or more on d100")
    assert len(page.lines) < 3 * len([one for one in page.lines if one.head]), "it is read at a glance"
    smite = line(page, "ana:ability:0")
    assert (smite.buttons, smite.cells[3].sign) == ((), "lock"), "Rank 1 learns nothing of Rank 2"
    assert taken(table, "tom", another) is None, "which skill is asked"
    spend = taken(table, "tom", replace(another, answers={**another.answers, "skill": "Brawn"}))
    assert spend == Improve(seat="tom", actor="ana", skill="Brawn")
    table = play(table, spend, Study(seat="tom", actor="ana", skill="Healing", source="an abbey"))
    page = status_page(table, SHARED, "learning")
    raised = line(page, "ana:skills:1:Brawn")
    assert (raised.buttons, raised.cells[3].sign) == ((), "check"), "one Experience Roll for each skill"
    study = next(one for one in page.lines if one.cells[0].text and said(one.cells[0]) == "Healing")
    assert study.cells[2].until == 30 * DAY
    assert "1 Experience Roll" in said(line(page, "ana").cells[1])


# ---- traps and hazards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CF-UI-12", "CF-TRAP-20")
def test_a_hidden_trap_is_on_nobodys_page_but_the_gms() -> None:
    table = play(laid(), LaySample(seat="gm", name=samples()[0].name, place="the door"))
    assert [one.key for one in status_page(table, "gm", "traps").lines if not one.head]
    for viewer in (SHARED, "tom"):
        assert "traps" not in keys(table, viewer)
    trap = status_page(table, "gm", "traps").lines[0].key
    found = status_page(table, "gm", "traps").lines[0]
    assert {f"d100_search_trap:{trap}", f"d100_spring_trap:{trap}"} <= set(names(found))
    table = play(table, RevealTrap(seat="gm", trap=trap))
    shown = status_page(table, "tom", "traps")
    assert "the door" in said(shown.lines[0].cells[0])
    assert len(shown.columns) == 2
    assert "60" not in all_words(shown), "its Difficulty stays the GM's"
    assert f"d100_disarm_trap:{trap}" in names(shown.lines[0])


@pytest.mark.rule("CF-UI-12", "CF-TRAP-9")
def test_a_trap_that_goes_off_asks_its_victim() -> None:
    table = play(laid(), LaySample(seat="gm", name=samples()[0].name))
    trap = status_page(table, "gm", "traps").lines[0].key
    table = play(table, SpringTrap(seat="gm", trap=trap, victims=("ana",)))
    assert opened(table, "tom") == "traps"
    page = status_page(table, "tom", "traps")
    assert taken(table, "tom", line(page, "way:0").buttons[0]) is not None


@pytest.mark.rule("CF-UI-11", "CF-ASPHYX-4", "CF-FIRE-8", "CF-FIRE-9", "CF-FIRE-6")
def test_hazards_in_progress_show_their_next_step() -> None:
    table = laid(sheets={"ana": {"skills": [{"name": "Endurance", "total": 55}]}})
    assert not count(table, SHARED, "hazards")
    table = play(
        table,
        LoseBreath(seat="gm", actor="ana"),
        SetAlight(seat="gm", actor="orc", locations=("Chest",), intensity=2),
        ExposeToHeat(seat="gm", actor="bor", intensity=3, locations=("Head",)),
        chance=dice(d4=[2], d6=[2]),
    )
    page = status_page(table, SHARED, "hazards")
    assert count(table, SHARED, "hazards") == 3
    assert line(page, "ana:air").cells[2].until == 30, "a breath of 28 seconds ends in the sixth Round"
    flame = line(page, "orc:flame:Chest")
    assert (flame.cells[2].until, "1d4" in said(flame.cells[2]), flame.cells[3].tone) == (5, True, "warn")
    heat = next(one for one in page.lines if one.key.startswith("bor:heat"))
    assert "catches fire" in said(heat.cells[3])


# ---- what holds for all of them --------------------------------------------------------------------------------------


def busy() -> Iterator[Table]:
    """Yield tables with something on every page."""
    own: Mapping[str, Json] = {**CARERS["bor"], "experience": 3, "abilities": [{"name": "Smite", "rank": 1}]}
    calm = laid(sheets={"bor": own, "ana": {"experience": 2}})
    calm = hurt(hurt(calm, "ana", Chest=2, Left_Leg=-6), "orc", Head=-2)
    calm = play(
        calm,
        Weary(seat="gm", actor="ana", cause="blood", levels=2),
        Weary(seat="gm", actor="orc", cause="exertion"),
        LayCondition(seat="gm", actor="bor", condition=BLEEDING, level=1, note="Chest"),
        LoseBreath(seat="gm", actor="bor"),
        SetAlight(seat="gm", actor="orc", locations=("Chest",), intensity=2),
        LaySample(seat="gm", name=samples()[0].name),
        BuildTrap(seat="gm", name="Darts", maker=70, poison="sleep", auto_reset=True),
        StartSession(seat="gm"),
        AwardRolls(seat="gm", rolls=2),
    )
    yield calm
    fight = in_fight(fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}))
    yield fight
    attack = DeclareAttack(seat="gm", actor="bran", target="orc", weapon="sword", skill="Combat Skill (class)")
    yield play(fight, attack)
    thrown = play(fight, attack, ThrowDice(seat="gm"), chance=dice(d100=[75]))
    yield thrown
    yield struck()
    yield play(struck(6), AcceptDamage(seat="gm"), ThrowDice(seat="gm"), chance=dice(d100=[95], d3=[2]))


def test_every_button_without_questions_works() -> None:
    for number, table in enumerate(busy()):
        done = 0
        for viewer in table.seats:
            offers = {offer.name: offer for offer in GAME.offers(table, viewer, viewer)}
            for key in (key for key in keys(table, viewer) if key in OURS):
                page = status_page(table, viewer, key)
                done += sum(_does(table, offers.get(touch.offer), touch) for touch in touches(page))
        assert done > 1, f"there is something to touch on table {number}"


OURS = ("roll", "harm", "fight", "care", "fatigue", "hazards", "traps", "learning")


def _does(table: Table, offer: Offer | None, touch: OfferButton) -> bool:
    """Check that a touch that means an offer, and asks nothing more, is not refused."""
    if offer is None or offer.denial is not None or not button_matches(touch, offer):
        return False
    if any(not ask.optional and ask.field not in touch.answers for ask in offer.questions):
        return False
    refused = GAME.refusal(table, replace(offer.command, **touch.answers))
    assert refused is None, (touch, say(refused.message))
    return True


def test_all_texts_have_sentences() -> None:
    for table in busy():
        for viewer in (*table.seats, SHARED):
            for tab in status_page_tabs(table, viewer):
                page = status_page(table, viewer, tab.key)
                assert "d100." not in f"{all_words(page)} {say(tab.label)}", tab.key
                assert len({one.key for one in page.lines}) == len(page.lines), tab.key
                wide = max((len(one.cells) for one in page.lines), default=0)
                assert wide <= len(page.columns) or not page.columns, tab.key


@pytest.mark.rule("CF-UI-13", "CF-UI-3", "CF-UI-6", "CF-UI-11", "CF-UI-12")
def test_no_page_depends_on_hidden_data() -> None:
    sheets = {**CARERS, "orc": {**USUAL, "experience": 1}}
    table = laid(sheets=sheets)
    quiet = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=True)})
    loud = hurt(quiet, "orc", Head=-2, Left_Leg=-6)
    loud = play(
        loud,
        Weary(seat="gm", actor="orc", cause="blood", levels=3),
        LayCondition(seat="gm", actor="orc", condition=BLEEDING, level=2, note="Chest"),
        LoseBreath(seat="gm", actor="orc"),
        SetAlight(seat="gm", actor="orc", locations=("Chest",), intensity=2),
        LaySample(seat="gm", name=samples()[0].name),
    )
    for viewer in (SHARED, "tom", "eve"):
        assert status_page_tabs(loud, viewer) == status_page_tabs(quiet, viewer)
        for key in keys(quiet, viewer):
            assert status_page(loud, viewer, key) == status_page(quiet, viewer, key), (viewer, key)
            assert "Orc" not in all_words(status_page(loud, viewer, key))
    told = [
        key
        for key in STATUS_PAGES.pages
        if key in keys(loud, "gm") and status_page(loud, "gm", key) != status_page(quiet, "gm", key)
    ]
    assert {"care", "fatigue", "hazards", "traps"} <= set(told), "the GM sees all of it"
