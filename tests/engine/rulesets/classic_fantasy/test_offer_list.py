"""First impressions of a GM: few offers, whole words, the fitting figure, numbers with a meaning."""

from __future__ import annotations

from itertools import product

import pytest

from engine.core.chance import InputRequired, PhysicalChance, SeededChance
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.checks.check_commands import RollContest, RollSkill, RuleLevel, ThrowDice
from engine.rulesets.classic_fantasy.combat.combat_commands import StartFight
from engine.rulesets.classic_fantasy.damage.damage_commands import HarmSomebody, ThrowDamage
from engine.rulesets.classic_fantasy.dice.grade_tables import SuccessLevel
from engine.rulesets.classic_fantasy.health.rest_commands import BeginRest
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.classic_fantasy.offer_list import BUTTONS
from engine.rulesets.classic_fantasy.progression.experience_commands import AwardRolls
from engine.rulesets.classic_fantasy.progression.session_commands import StartSession
from engine.rulesets.classic_fantasy.status_pages.status_page_list import status_page
from engine.rulesets.classic_fantasy.time.time_advance import AdvanceTime
from engine.rulesets.classic_fantasy.traps.trap_commands import LaySample, RevealTrap
from engine.rulesets.classic_fantasy.traps.trap_rules import samples
from tests.engine.rulesets.classic_fantasy import fixed_dice_tables
from tests.engine.rulesets.classic_fantasy.status_page_reader import SHARED, in_fight, keys, struck, touches
from tests.engine.rulesets.classic_fantasy.table import GAME, dice, laid, names, outcome, play, refused


def own(*places: str) -> dict[str, Json]:
    rows: list[Json] = [
        {"first": 2 * number + 1, "last": 2 * number + 2 if number < len(places) - 1 else 20, "name": name, "most": 4}
        for number, name in enumerate(places)
    ]
    return {"build": "a table of its own", "locations": rows}


QUADRUPED = (
    "Right Hind Leg",
    "Left Hind Leg",
    "Hindquarters",
    "Forequarters",
    "Right Foreleg",
    "Left Foreleg",
    "Head",
)


@pytest.mark.rule("CF-HITLOC-4", "CF-UI-1")
@pytest.mark.parametrize(
    ("places", "chart"), [(QUADRUPED, "quadruped"), ((*QUADRUPED[:-1], "Second head"), "humanoid")]
)
def test_a_table_of_its_own_with_the_places_of_a_chart_is_drawn_as_that(places: tuple[str, ...], chart: str) -> None:
    body = laid(sheets={"ana": own(*places)}).actors["ana"].body
    assert body is not None
    assert (body.chart, tuple(body.locations)) == (chart, places)
    assert body.locations["Left Foreleg"].most == 4, "its numbers stay its own"


def offer(table: Table, seat: str, name: str) -> Offer:
    return next(one for one in GAME.offers(table, seat, seat) if one.name == name)


@pytest.mark.rule("CF-UI-9")
def test_only_fighters_attack_in_combat_and_offers_of_characters_are_merged() -> None:
    table = play(fixed_dice_tables.laid(), StartFight(seat="gm", fighters=("bran", "orc")))
    outside = [one for one in GAME.offers(table, "eve", "eve") if one.name.startswith("d100_attack")]
    assert [one.rare for one in outside] == [True], "she takes no part"
    table = in_fight(fixed_dice_tables.laid())
    found = names(table, "gm")
    assert [name for name in found if name.startswith("d100_attack")] == ["d100_attack:bran"], "it is his Turn"
    alike = [name.partition(":")[0] for name in found if name.startswith(("d100_roll", "d100_leave", "d100_give"))]
    assert len(alike) == len(set(alike))
    given = next(ask for ask in offer(table, "gm", "d100_give_turn").questions if ask.field == "actor")
    assert set(given.choices) == {"orc", "mira"}


def test_offers_for_buttons_are_those_with_these_names_among_all() -> None:
    quiet = fixed_dice_tables.laid()
    tables = (quiet, in_fight(quiet), struck(), play(quiet, BeginRest(seat="gm", steps=2)))
    pages, every_name = ({"d100_react", "d100_end_turn"}, {"d100_weary", "d100_cast"}, {"d100_pass_any"}), set[str]()
    for table, seat, viewer in product(tables, quiet.seats, ("gm", SHARED)):
        offers = GAME.offers(table, seat, viewer)
        every_name |= {one.base_name for one in offers}
        for wanted in (*pages, *({one.base_name} for one in offers)):
            expected = tuple(one for one in offers if one.base_name in wanted)
            assert GAME.named_offers(table, seat, viewer, frozenset(wanted)) == expected, (seat, wanted)
    assert {"d100_pass", "d100_end_fight", "d100_end_rest", "d100_react", "d100_attack"} <= BUTTONS & every_name
    free = (quiet, in_fight(quiet), tables[-1])
    pages_of = [status_page(table, "gm", key) for table in free for key in keys(table, "gm")]
    assert {button.offer.partition(":")[0] for page in pages_of for button in touches(page)} <= BUTTONS


@pytest.mark.rule("CF-FATIGUE-1", "CF-ASPHYX-1")
def test_the_gm_changes_fatigue_and_breath_also_in_a_combat_and_in_a_rest_but_not_during_a_roll() -> None:
    quiet = fixed_dice_tables.laid()
    free = (quiet, in_fight(quiet), play(quiet, BeginRest(seat="gm", steps=2)))
    for table in (*free, play(quiet, RollSkill(seat="tom", actor="bran", skill="Athletics"))):
        is_free = {"d100_weary", "d100_lose_breath"} if table in free else set()
        assert {"d100_weary", "d100_lose_breath"} & names(table, "gm").keys() == is_free
        assert not {"d100_weary", "d100_lose_breath"} & names(table, "tom").keys()


@pytest.mark.rule("CF-X-27")
def test_an_attack_outside_combat_asks_for_the_attackers_own_weapons() -> None:
    found = offer(
        fixed_dice_tables.laid(sheets={"orc": {"weapons": [{"name": "axe", "damage": "1d6"}]}}), "gm", "d100_attack"
    )
    weapon = next(ask for ask in found.questions if ask.field == "weapon")
    assert (weapon.choices_for("orc"), weapon.choices_for("bran")) == (("axe",), ("sword",))
    skill = next(ask for ask in offer(fixed_dice_tables.laid(), "gm", "d100_roll").questions if ask.field == "skill")
    assert "Perception" in skill.told, "all have the same per cent"
    other = fixed_dice_tables.laid(sheets={"orc": {"skills": [{"name": "Perception", "total": 12}]}})
    skill = next(ask for ask in offer(other, "gm", "d100_roll").questions if ask.field == "skill")
    assert "Perception" not in skill.told, "what one would roll against is not said of the others"


@pytest.mark.rule("CF-LUCK-7", "CF-UI-4")
def test_digits_that_are_the_same_are_not_swapped() -> None:
    table = play(
        fixed_dice_tables.laid(tracks={"bran": {"Luck": 2}}), RollSkill(seat="tom", actor="bran", skill="Athletics")
    )
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[66]))
    assert "d100_luck_reroll:bran" in names(table, "tom")
    assert "d100_luck_swap:bran" not in names(table, "tom")
    assert refused(table, SpendLuck(seat="tom", actor="bran", use="swap")).message.key == "refused.d100_luck_swap_same"


@pytest.mark.rule("CF-LUCK-7", "CF-X-7", "CF-UI-4")
@pytest.mark.parametrize(("theirs", "says"), [(60, "success, still behind"), (20, "success"), (90, "success")])
def test_a_swap_that_does_not_win_the_contest_says_so(theirs: int, says: str) -> None:
    skills: list[Json] = [{"name": "Brawn", "total": 65}]
    sheets = {actor: {"skills": skills} for actor in ("bran", "orc")}
    table = fixed_dice_tables.laid(sheets=sheets, tracks={"bran": {"Luck": 2}})
    contest = RollContest(seat="tom", actor="bran", skill="Brawn", other="orc", other_skill="Brawn")
    table = play(table, contest)
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[73]))
    table = play(table, ThrowDice(seat="gm"), chance=dice(d100=[theirs]))
    swap = next(each for each in GAME.offers(table, "tom") if each.name == "d100_luck_swap:bran")
    assert swap.label.params["level"] == says


@pytest.mark.rule("CF-LUCK-7", "CF-X-4", "CF-UI-4")
@pytest.mark.parametrize(("level", "says"), [("critical", "success, still behind"), ("failure", "success")])
def test_a_swap_counts_the_level_that_the_gm_set_for_the_other_side(level: SuccessLevel, says: str) -> None:
    skills: list[Json] = [{"name": "Brawn", "total": 65}]
    sheets = {actor: {"skills": skills} for actor in ("bran", "orc")}
    table = fixed_dice_tables.laid(sheets=sheets, tracks={"bran": {"Luck": 2}})
    contest = RollContest(seat="tom", actor="bran", skill="Brawn", other="orc", other_skill="Brawn")
    table = play(table, contest, RuleLevel(seat="gm", level=level, roll=1))
    table = play(table, ThrowDice(seat="tom"), chance=dice(d100=[73]))
    swap = next(each for each in GAME.offers(table, "tom") if each.name == "d100_luck_swap:bran")
    assert swap.label.params["level"] == says


@pytest.mark.rule("CF-X-2", "CF-UI-2")
def test_the_ranges_of_a_roll_lie_beside_it_for_those_who_may_know() -> None:
    table = play(fixed_dice_tables.laid(), RollSkill(seat="tom", actor="bran", skill="Perception"))
    for viewer in (SHARED, "tom", "gm"):
        side = GAME.ruleset.activity_view(table, viewer)[-1].sides[0]
        assert [say(reason) for reason in side.reasons] == ["crit ≤ 07", "fumble ≥ 99"], "the skill is the target"


@pytest.mark.rule("CF-XP-3")
def test_after_an_award_no_guideline_is_shown() -> None:
    table = play(laid(), AwardRolls(seat="gm", rolls=2))
    for key in ("learning", "evening"):
        assert not any("0–0" in say(one) for one in status_page(table, SHARED, key).sentences)
    assert say(offer(table, "gm", "d100_award").label) == "Award Experience Rolls"
    table = play(table, StartSession(seat="gm"))
    assert any("1–3" in say(one) for one in status_page(table, SHARED, "learning").sentences)


@pytest.mark.rule("CF-TRAP-20")
def test_a_trap_is_built_where_only_the_gm_reads() -> None:
    table = play(laid(), LaySample(seat="gm", name=samples()[0].name, place="the door"))
    table = play(table, RevealTrap(seat="gm", trap=status_page(table, "gm", "traps").lines[0].key))
    assert "d100_build_trap" in [touch.offer for touch in status_page(table, "gm", "traps").buttons]
    assert not status_page(table, SHARED, "traps").buttons
    assert "d100_build_trap" not in [one.name for one in GAME.offers(table, "gm", SHARED)]


@pytest.mark.rule("CF-TIME-1")
@pytest.mark.parametrize(
    ("unit", "count", "words"),
    [
        ("hour", 2, "2 hours pass:"),
        ("hour", 1, "1 hour passes:"),
        ("rest_action", 3, "3 quarters of an hour pass:"),
        ("day", 1, "1 day passes:"),
        ("combat_round", 2, "2 Combat Rounds pass:"),
    ],
)
def test_time_is_shown_in_common_units(unit: str, count: int, words: str) -> None:
    found = outcome(laid(), AdvanceTime(seat="gm", unit=unit, count=count))  # type: ignore[arg-type]
    assert any(words in say(event.message) for event in found.events if hasattr(event, "message"))


@pytest.mark.rule("CF-DMG-1")
def test_dice_of_a_damage_modifier_have_its_name() -> None:
    hit = HarmSomebody(seat="gm", actor="bran", damage="1d6", modifier="1d6", locations=("Chest",))
    table = play(fixed_dice_tables.laid(), hit)
    asked = list[str]()
    for told in ((), (3,)):
        with pytest.raises(InputRequired) as wanted:
            GAME.apply(table, ThrowDamage(seat="gm"), PhysicalChance({"d6": told}, {}, ("dice",), SeededChance(1)))
        assert wanted.value.about is not None
        asked.append(say(wanted.value.about))
    assert asked == ["Bran: damage, Chest", "Bran: Damage Modifier, Chest"]


def test_a_place_without_a_number_is_offered_by_its_name_alone() -> None:
    (which,) = (ask for ask in offer(laid(), "gm", "d100_go_to_place").questions if ask.field == "place")
    assert "Goblins at the ford" in {say(words) for words in which.called.values()}
