"""Guided creation: whatever is chosen, a character comes out that its game accepts, and no limit is passed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.kit.creation.character_creation import CharacterCreation, StepState, creation_of, method_of
from engine.kit.creation.creation_draft import CharacterDraft
from engine.kit.creation.creation_file import step_plan
from engine.kit.creation.creation_plan import AssignStep, ChooseStep, NumbersStep, SpendStep, WordsStep
from engine.kit.creation.creation_sheet import options_on, range_of
from engine.kit.creation.random_character import fill_draft, fill_step
from engine.kit.creation.sheet_rows import rows_of
from engine.kit.creation.spend_lines import SpendLine, spend_lines
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.game_rows import rows_of_game
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.model.sheet_description import ChoiceField
from tests.properties import examples

GAMES = ("classic_fantasy", "card_the_drawing", "imaginality", "future_imperfect")
WITH_POINTS: Mapping[str, Mapping[str, Json]] = {"imaginality": {"character_creation": True}}
SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
SEEDS = st.integers(0, 2**32)


def table_of(game: str) -> Table:
    rules = game_of(game).ruleset
    return rules.new_table(SEATS, complete_options(rules.options, dict(WITH_POINTS.get(game, {}))))


def making_of(game: str) -> CharacterCreation:
    view = game_of(game).view_for(table_of(game), "tom")
    making = creation_of(game, {**view.options, **view.scene}, view.lists)
    assert making is not None
    return making


def answered(data: st.DataObject, making: CharacterCreation, draft: CharacterDraft, state: StepState) -> CharacterDraft:
    """Return the draft with one more random answer to a step; it may be refused."""
    key, step = state.step.key, state.step
    match step:
        case ChooseStep():
            names = [option.name for option in options_on(step, state.answer, state.sheet)]
            return making.choose(draft, key, data.draw(st.sampled_from([*names, "Own words"])))
        case NumbersStep():
            if len(step.methods) > 1 and data.draw(st.booleans()):
                return making.use_method(draft, key, data.draw(st.sampled_from(step.methods)))
            number = data.draw(st.sampled_from(step.numbers)).key
            least, most = range_of(step, number, state.packages)
            return making.set_number(draft, key, number, data.draw(st.integers(least - 1, most + 1)))
        case SpendStep():
            lines = spend_lines(step, state.answer, state.sheet)
            if not lines:
                return draft
            line = data.draw(st.sampled_from(lines))
            return making.spend(draft, key, line.name, data.draw(st.integers(line.least - 1, min(30, line.most + 1))))
        case AssignStep():
            place = data.draw(st.integers(0, len(step.values) - 1))
            return making.assign(draft, key, data.draw(st.sampled_from(step.fields)), place)
        case WordsStep():
            return making.write(draft, key, data.draw(st.sampled_from(step.fields)), data.draw(st.text(max_size=20)))


@pytest.mark.rule("CF-T-SPECIES", "CD-ARCH-1", "CD-DECK-2", "CD-DECK-3", "IM-CHAR-13", "FI-WIND-7")
@pytest.mark.parametrize("game", GAMES)
@examples(6)
@given(data=st.data(), seed=SEEDS)
def test_every_way_ends_in_a_character_that_the_game_accepts(game: str, data: st.DataObject, seed: int) -> None:
    making, draft = making_of(game), CharacterDraft(name="Hild")
    for _ in range(data.draw(st.integers(0, 12))):
        state = data.draw(st.sampled_from(making.progress(draft).steps))
        with suppress(Refused):
            draft = answered(data, making, draft, state)
        for now in making.progress(draft).steps:
            assert now.pool is None or now.pool.left >= 0, now.pool
    draft = finished(making, draft, seed)
    command = making.finish(draft, seat="tom", leader="tom")
    rules = game_of(game)
    table = rules.apply(table_of(game), command, SeededChance(1)).table
    (actor,) = table.actors.values()
    sheet = sheet_of_actor(rules.view_for(table, "tom"), actor.id)
    assert sheet is not None
    assert [trouble.text for trouble in sheet.troubles() if not trouble.warning] == []
    assert {key: actor.sheet[key] for key in command.sheet} == {**command.sheet}


def finished(making: CharacterCreation, draft: CharacterDraft, seed: int) -> CharacterDraft:
    """Fill a draft; a step whose answer a later choice has made invalid is cleared first."""
    chance = SeededChance(seed)
    for _ in range(4):
        draft = fill_draft(making, draft, chance)
        wrong = making.open_step(draft)
        if not wrong:
            return draft
        draft = making.clear(draft, wrong)
    return draft


@pytest.mark.parametrize("game", GAMES)
@examples(3)
@given(seed=SEEDS)
def test_going_back_and_forward_changes_nothing(game: str, seed: int) -> None:
    making = making_of(game)
    draft = fill_draft(making, CharacterDraft(), SeededChance(seed))
    sheet = making.progress(draft).sheet.record.sheet
    other = making_of(game)
    for state in reversed(making.progress(draft).steps):
        key, answer = state.step.key, state.answer
        changed = fill_step(other, other.clear(draft, key), key, SeededChance(seed + 1))
        assert other.progress(changed.with_answer(key, answer)).sheet.record.sheet == sheet, key
    assert fill_draft(making, draft, SeededChance(seed + 2)) == draft, "what is answered stays"


@pytest.mark.parametrize("game", GAMES)
def test_a_hero_by_package_needs_few_gestures(game: str) -> None:
    """Name, step by step, one gesture for each step that is open, create: at most 15 with the key for the dialog."""
    making, draft = making_of(game), CharacterDraft(name="Hild")
    gestures = 4
    while step := making.open_step(draft):
        draft = fill_step(making, draft, step, SeededChance(gestures))
        assert making.open_step(draft) != step
        gestures += 1
    making.finish(draft, seat="tom", leader="tom")
    assert gestures <= 15


def classic(**chosen: str) -> tuple[CharacterCreation, CharacterDraft]:
    making, draft = making_of("classic_fantasy"), CharacterDraft(name="Hild")
    for step, name in chosen.items():
        draft = making.choose(draft, {"calling": "class"}.get(step, step), name)
    return making, draft


def rows_in(making: CharacterCreation, draft: CharacterDraft, field: str) -> list[dict[str, Any]]:
    return [dict(row) for row in rows_of(making.progress(draft).sheet, field)]


@pytest.mark.parametrize("game", ["imaginality", "future_imperfect", "classic_fantasy", "card_the_drawing"])
def test_no_random_character_is_called_like_a_ready_made_one(game: str) -> None:
    plan = step_plan(game)
    assert plan is not None
    assert {hero.name for hero in heroes_of(game).values()}.isdisjoint(plan.names)


@pytest.mark.rule("CF-T-CLASSES")
def test_the_classes_of_the_steps_are_those_that_the_sheet_proposes() -> None:
    making, draft = classic()
    state = making.progress(draft).step("class")
    field = state.sheet.plan.fields["class"]
    assert isinstance(state.step, ChooseStep)
    assert isinstance(field, ChoiceField)
    assert sorted(option.name for option in state.step.options) == [*field.choices]


@pytest.mark.rule("CF-T-SPECIES")
def test_dice_are_those_of_the_species_on_the_screen_or_typed() -> None:
    making, draft = classic(species="Dwarf")
    rolled = making.roll(draft, "characteristics", SeededChance(3))
    answer = rolled.answer("characteristics")
    assert answer.numbers["str"] == sum(answer.faces["str"]) + 9
    assert answer.rolls == 1
    typed = making.set_number(rolled, "characteristics", "str", 21)
    assert "str" not in typed.answer("characteristics").faces
    assert making.progress(typed).sheet.record.sheet["str_original"] == 21
    with pytest.raises(Refused) as refused:
        making.set_number(typed, "characteristics", "str", 22)
    assert refused.value.message.key == "refused.creation_range"
    ruled = making.overrule(typed, "characteristics", True)
    assert making.progress(making.set_number(ruled, "characteristics", "str", 30)).sheet.value("str") == 30


def test_numbers_of_hit_locations_have_the_heads_of_the_sheet() -> None:
    making, draft = classic(species="Human")
    values = {
        value.label: value.text for value in making.derived(making.roll(draft, "characteristics", SeededChance(1)))
    }
    assert values["Head Max HP"].isdecimal()
    assert not any("Current" in label for label in values), "what is shown is the maximum"


def test_points_start_low_and_never_run_out() -> None:
    making, draft = classic(species="Human")
    draft = making.use_method(draft, "characteristics", "points")
    state = making.progress(draft).step("characteristics")
    assert method_of(state) == "points"
    assert state.pool is not None
    assert (state.pool.amount, state.pool.left) == (79, 79 - 5 * 3 - 2 * 8)
    for key in ("str", "con", "dex"):
        draft = making.set_number(draft, "characteristics", key, 18)
    with pytest.raises(Refused) as refused:
        making.set_number(draft, "characteristics", "pow", 18)
    assert refused.value.message.key == "refused.creation_points"
    ruled = making.set_number(making.overrule(draft, "characteristics", True), "characteristics", "pow", 18)
    assert making.progress(ruled).step("characteristics").is_complete
    again = making.progress(making.overrule(ruled, "characteristics", False)).step("characteristics")
    assert again.missing is not None
    assert say(again.missing) == "Characteristic points: 12 too many. Spend fewer."


@pytest.mark.rule("CF-X-26")
def test_passions_start_lower_in_the_order_of_the_choices() -> None:
    making, draft = classic()
    for name in ("Do good", "My own oath", "Desire gold"):
        draft = making.choose(draft, "passions", name)
    rows = rows_in(making, draft, "passions")
    assert [(row["name"], row["added"]) for row in rows] == [("Do good", 40), ("My own oath", 30), ("Desire gold", 20)]
    with pytest.raises(Refused) as refused:
        making.choose(draft, "passions", "Take revenge")
    assert refused.value.message.key == "refused.creation_most"


def test_packages_add_up_and_another_one_takes_their_place() -> None:
    making, draft = classic(species="Human", culture="Wilderness", calling="Fighter")
    skills = {row["name"]: row for row in rows_in(making, draft, "skills")}
    assert (skills["Athletics"]["added"], skills["Athletics"]["of_class"]) == (25, True)
    draft = making.spend(draft, "professional", "Survival", 20)
    mage = making.choose(draft, "class", "Mage")
    skills = {row["name"]: row for row in rows_in(making, mage, "skills")}
    assert skills["Athletics"].get("of_class") is None
    assert "spells" in [state.step.key for state in making.progress(mage).steps]
    town = making.choose(mage, "culture", "Town")
    assert "Survival" not in str(making.progress(town).sheet.whole("professional")), "no points on a skill that is gone"
    assert making.progress(making.choose(town, "culture", "Wilderness")).sheet.record.sheet == (
        making.progress(mage).sheet.record.sheet
    )


@pytest.mark.rule("CD-DECK-2", "CD-DECK-3", "CD-DECK-5")
def test_a_deck_holds_to_wisdom_and_the_lists_of_the_archetype() -> None:
    making, draft = making_of("card_the_drawing"), CharacterDraft(name="Ash")
    draft = making.choose(draft, "archetype", "Titan")
    lines = {line.name: line for line in spend_lines_of(making, draft, "cards")}
    assert lines["Punch"].most == 2
    assert "Fireball" not in lines
    sentence = making.progress(draft).step("cards").missing
    assert sentence is not None
    assert say(sentence) == "Deck: add 1 more."
    small = making.progress(making.spend(draft, "cards", "Punch", 1)).step("cards")
    assert small.is_complete, "a small deck is not forbidden"
    assert small.advice is not None
    assert say(small.advice) == "Deck: the rules advise at least 6 more. You can also continue without them."
    random = fill_step(making, draft, "cards", SeededChance(1))
    assert making.progress(random).step("cards").advice is None
    draft = making.choose(draft, "deck", "Titan")
    emptier = making.spend(draft, "cards", "Retreat", -1)
    assert "Retreat" not in str(making.progress(emptier).sheet.record.sheet["deck"])
    assert making.open_step(emptier) == ""


def packed(game: str, package: str) -> Mapping[str, list[dict[str, Any]]]:
    """Return the rows on the sheet of somebody who has chosen nothing but a package of equipment."""
    making = making_of(game)
    draft = making.choose(CharacterDraft(), "equipment", package)
    return {field: rows_in(making, draft, field) for field in ("weapons", "armour")}


def test_packages_name_entries_of_lists_and_the_sheet_is_filled_from_them() -> None:
    """A weapon brings its line, and one suit of armour covers all that its list says."""
    soldier = packed("classic_fantasy", "Soldier")
    sword = {"name": "Broadsword", "damage": "1d8", "size": "Medium", "reach": "Medium", "armour": 6, "hit_points": 10}
    assert sword.items() <= soldier["weapons"][0].items()
    worn = {row["location"]: (row.get("item"), row.get("worn"), row.get("held")) for row in soldier["armour"]}
    assert worn == {
        "Head": ("Iron helmet", 5, None),
        "Left arm": ("Mail shirt", 5, "Round shield"),
        "Right arm": ("Mail shirt", 5, "Broadsword"),
        "Chest": ("Mail shirt", 5, None),
        "Abdomen": ("Mail shirt", 5, None),
        "Left leg": ("Leather boots", 2, None),
        "Right leg": ("Leather boots", 2, None),
    }
    boarder = packed("future_imperfect", "Boarding party")
    assert [(row["area"], row["name"], row["value"]) for row in boarder["armour"] if row.get("name")] == [
        ("Head", "Helmet", 2),
        ("Upper torso", "Flak vest", 2),
        ("Vitals", "Flak vest", 2),
        ("Lower torso", "Flak vest", 2),
    ]


@pytest.mark.parametrize("game", ["classic_fantasy", "future_imperfect"])
def test_each_weapon_and_suit_of_a_package_is_on_a_list(game: str) -> None:
    making = making_of(game)
    bundles = making.plan.step("equipment")
    assert isinstance(bundles, ChooseStep)
    for bundle in bundles.options:
        rows = packed(game, bundle.name)
        assert all(row.get("damage") for row in rows["weapons"]), bundle.name
        first = next(iter(making.progress(CharacterDraft()).sheet.plan.columns["armour"]))
        assert all(row.get(first) for row in rows["armour"]), bundle.name


def test_a_race_brings_what_the_list_of_the_group_says() -> None:
    view = game_of("future_imperfect").view_for(table_of("future_imperfect"), "tom")
    races = [{**row, "claws": True} if row["name"] == "Ursoid" else row for row in view.lists["races"]]
    making = creation_of("future_imperfect", view.options, {**view.lists, "races": races})
    assert making is not None
    fields = making.progress(making.choose(CharacterDraft(), "race", "Ursoid")).sheet.record.sheet
    assert fields == {"race": "Ursoid", "size": 7, "claws": True}


@pytest.mark.rule("IM-DMG-1")
def test_the_weapon_of_a_role_is_on_the_list() -> None:
    roles = making_of("imaginality").plan.step("role")
    assert isinstance(roles, ChooseStep)
    known = {row["name"] for row in rows_of_game("imaginality", "weapons")}
    assert {role.fields["weapon"] for role in roles.options} <= known


@pytest.mark.rule("IM-CHAR-3", "IM-CHAR-4")
@pytest.mark.parametrize(("method", "has_points"), [("fixed_8", True), ("draw", False), ("player_choice", False)])
def test_points_are_there_where_no_card_can_be_drawn_for_them(method: str, has_points: bool) -> None:
    """Whoever has points from here could not draw a card for them any more."""
    making = creation_of("imaginality", {"character_creation": True, "cp_method": method}, {})
    assert making is not None
    assert ("attributes" in [state.step.key for state in making.progress(CharacterDraft()).steps]) is has_points


def spend_lines_of(making: CharacterCreation, draft: CharacterDraft, key: str) -> tuple[SpendLine, ...]:
    state = making.progress(draft).step(key)
    assert isinstance(state.step, SpendStep)
    return spend_lines(state.step, state.answer, state.sheet)


def test_nothing_is_created_before_the_steps_are_done() -> None:
    making, draft = classic(species="Elf")
    with pytest.raises(Refused) as refused:
        making.finish(draft, seat="tom", leader="tom")
    assert (refused.value.message.key, refused.value.message.params) == (
        "refused.creation_open",
        {"step": "Characteristics"},
    )
    with pytest.raises(Refused) as refused:
        making.finish(replace(draft, name="\u200b "), seat="tom", leader="tom")
    assert refused.value.message.key == "refused.no_name"
    with pytest.raises(Refused) as refused:
        making.choose(draft, "deck", "Titan")
    assert refused.value.message.key == "refused.creation_no_step"
    with pytest.raises(Refused) as refused:
        making.choose(draft, "species", "Dragon")
    assert refused.value.message.key == "refused.creation_no_option"


@pytest.mark.rule("IM-CHAR-1")
def test_numbers_that_no_step_asks_for_are_no_empty_lines() -> None:
    """Possessions open the back of the sheet, also for a group that plays without points."""
    view = game_of("imaginality").view_for(table_of("imaginality"), "tom")
    making = creation_of("imaginality", {**view.options, "character_creation": False}, view.lists)
    assert making is not None
    draft = making.choose(CharacterDraft(name="Hild"), "role", "Detective")
    assert [value.label for value in making.derived(draft)] == ["Weapon in hand", "Damage cards"]


@pytest.mark.rule("IM-DMG-1")
def test_a_proposed_option_says_what_the_sheet_looks_up_of_it() -> None:
    making = making_of("imaginality")
    state = next(one for one in making.progress(CharacterDraft(name="Hild")).steps if one.step.key == "weapon")
    assert isinstance(state.step, ChooseStep)
    says = {option.name: option.say for option in options_on(state.step, state.answer, state.sheet)}
    assert (says["Knife"], says["Machinegun, heavy"]) == ("Damage cards: 1.", "Damage cards: 4.")
