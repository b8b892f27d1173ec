"""The `creation.toml` of any game: every fault has a sentence with its place, and a game without code has steps too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.kit.creation.character_creation import CharacterCreation, creation_of
from engine.kit.creation.creation_draft import CharacterDraft, StepAnswer
from engine.kit.creation.creation_file import has_steps, parse_creation, step_plan
from engine.kit.creation.random_character import fill_draft
from engine.kit.creation.sheet_rows import rows_of
from engine.kit.creation.step_requirements import PoolState
from engine.messages.refusal import Refused
from engine.model.seats import Role, Seat
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.sheet_library import sheets_of, tables_of
from engine.sheets.model.character_record import Record
from engine.sheets.model.field_values import MOST_ROWS, verify_value
from engine.sheets.model.filled_sheet import FilledSheet
from tests.engine.rulesets.game_folders import games_folder

EXAMPLES = Path(__file__).parents[4] / "engine" / "docs" / "examples"
STEP = 'steps = [{{ kind = "{}", key = "one", title = "One", say = "One.", {} }}]'


def package(name: str, skills: int) -> str:
    """Return an option with many skills."""
    rows = ", ".join(f'{{ name = "{name}-{number}" }}' for number in range(skills))
    return f'{{ name = "{name}", rows = {{ skills = [{rows}] }} }}'


FAULTS = {
    "": ("the file", "steps"),
    "steps = [": ("the file", ""),
    "x" * 300_000: ("the file", "256 kB"),
    'sheet = "dragon"\n' + STEP.format("words", 'fields = ["notes"]'): ("sheet", "dragon"),
    STEP.format("words", 'fields = ["nonsense"]'): ("steps[0].fields", "nonsense"),
    STEP.format("words", 'fields = ["str"]'): ("steps[0].fields", "str"),
    STEP.format("words", 'fields = ["notes"], when = "str > 3"'): ("steps", "when"),
    STEP.format("words", 'fields = ["notes"], when = "1 +"'): ("steps[0].when", "formula"),
    STEP.format("words", 'fields = ["notes"], pool = "gold"'): ("steps[0].pool", "gold"),
    STEP.format("spend", 'most = "3"'): ("steps[0].field", "field"),
    STEP.format("spend", 'fields = ["species"]'): ("steps[0].fields", "species"),
    STEP.format("spend", 'fields = ["age"], raises = "die"'): ("steps[0].fields", "age"),
    STEP.format("spend", 'fields = ["age"], command = { skill = "{name}" }'): ("steps[0].command", "kind"),
    STEP.format("words", 'fields = ["notes"], command = { kind = "improve" }'): ("steps[0].command", "choose or spend"),
    STEP.format("choose", 'cost = "1 +"'): ("steps[0].cost", "formula"),
    STEP.format("choose", "least = 2, options = []"): ("steps[0].least", "most"),
    STEP.format("choose", "own = true"): ("steps[0].field", "field"),
    STEP.format("choose", 'options = [{ name = "A" }, { name = "A" }]'): ("steps[0].options", "twice"),
    STEP.format("choose", 'options = [{ name = "A", fields = { luck = 3 } }]'): ("steps[0].options[0].fields", "luck"),
    STEP.format("choose", 'options = [{ name = "A", rows = { skills = [{ added = 3 }] } }]'): (
        "steps[0].options[0].rows",
        "skills.name",
    ),
    STEP.format("choose", 'options = [{ name = "A", rows = { armour = [{ worn = 3 }] } }]'): (
        "steps[0].options[0].rows",
        "armour.location",
    ),
    STEP.format("choose", 'options = [{ name = "A", dice = { str = "3x6" } }]'): (
        "steps[0].options[0].dice.str",
        "dice",
    ),
    STEP.format("choose", 'options = [{ name = "A", fields = { str = nan } }]'): (
        "steps[0].options[0].fields",
        "number",
    ),
    STEP.format("choose", 'options = [{ name = "A", fields = { notes = 1979-05-27 } }]'): (
        "steps[0].options[0].fields",
        "text",
    ),
    STEP.format("choose", 'options = [{ name = "A", rows = { skills = [{ name = "Ride", added = "3" }] } }]'): (
        "steps[0].options[0].rows",
        "skills.added",
    ),
    STEP.format("choose", f"options = [{package('A', 101)}]"): (
        "steps[0].options[0].rows[...]",
        "100",
    ),
    STEP.format("choose", 'field = "key_character"'): ("steps[0].field", "key_character"),
    STEP.format("numbers", f'numbers = [{{ key = "str", least = 0, most = {"9" * 5000} }}]'): ("the file", "digits"),
    STEP.format("assign", 'fields = ["str"], values = ["strong"]'): ("steps[0].values[0]", "STR"),
    STEP.format("spend", 'field = "conditions", by = "name", column = "level"'): ("steps[0].field", "conditions"),
    STEP.format("spend", 'field = "skills", by = "name", column = "base_of"'): ("steps[0].column", "base_of"),
    STEP.format("choose", f'options = [{{ name = "{"A" * 10_000}" }}]'): ("steps[0].options[0].name", "80"),
    STEP.format("numbers", 'numbers = [{ key = "str" }]'): ("steps[0].numbers[0].dice", "dice"),
    STEP.format("numbers", 'methods = ["points"], numbers = [{ key = "str", dice = "3d6" }]'): (
        "steps[0].pool",
        "pool",
    ),
    STEP.format("spend", 'field = "skills", by = "name", column = "wit"'): ("steps[0].field", "skills.wit"),
    STEP.format("assign", 'fields = ["str", "con"], values = [1]'): ("steps[0].values", "2"),
    'derived = ["wit"]\n' + STEP.format("words", 'fields = ["notes"]'): ("derived[0]", "wit"),
    'adding = ["wit"]\n' + STEP.format("words", 'fields = ["notes"]'): ("adding[0]", "wit"),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.items(), ids=range(len(FAULTS)))
def test_a_fault_names_its_place(text: str, expected: tuple[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        parse_creation("classic_fantasy", text.encode())
    message = refused.value.message
    assert message.key == "refused.game_data_wrong"
    assert (message.params["file"], message.params["place"]) == ("creation.toml", expected[0])
    assert expected[1] in str(message.params["problem"])


def test_a_character_with_an_error_on_its_sheet_is_not_created() -> None:
    option = 'options = [{ name = "A", fields = { dex = 9, action_points_spent = 9 } }]'
    game = "classic_fantasy"
    plan = parse_creation(game, STEP.format("choose", option).encode())
    making = CharacterCreation(plan, FilledSheet(sheets_of(game)["hero"], Record(), {}, {}, tables_of(game), game))
    draft = making.choose(CharacterDraft(name="Hild"), "one", "A")
    with pytest.raises(Refused) as refused:
        making.finish(draft, seat="tom", leader="tom")
    assert refused.value.message.key == "refused.creation_trouble"
    assert making.finish(making.overrule(draft, "one", True), seat="tom", leader="tom").sheet["dex"] == 9


def test_rolled_numbers_spend_no_points() -> None:
    """Two steps share a pool; numbers that are rolled leave all of it to the other one."""
    text = """
pools = [{ key = "points", label = "points", amount = "20" }]
[[steps]]
kind = "choose"
key = "gift"
title = "Gift"
say = "A gift."
pool = "points"
options = [{ name = "A", cost = 20 }]
[[steps]]
kind = "numbers"
key = "body"
title = "Body"
say = "Roll."
pool = "points"
methods = ["dice", "points"]
numbers = [{ key = "str", dice = "3d6" }]
"""
    making = CharacterCreation(
        parse_creation("classic_fantasy", text.encode()), FilledSheet(sheets_of("classic_fantasy")["hero"], Record())
    )
    draft = making.choose(CharacterDraft(name="Hild"), "gift", "A")
    rolled = making.roll(draft, "body", SeededChance(1))
    assert making.open_step(rolled) == ""
    assert making.open_step(making.use_method(rolled, "body", "points")) == "gift", "bought, they cost 3 points more"
    cleared = making.clear(rolled, "gift")
    assert making.progress(cleared).step("gift").pool == PoolState("points", "points", 20, 20, True)


def test_packages_with_many_rows_are_put_together_at_once() -> None:
    """Each package completes the rows of those before it; no more are kept than say that there are too many."""
    options = ", ".join(package(f"{number}", 90) for number in range(6))
    plan = parse_creation("classic_fantasy", STEP.format("choose", f"most = 6, options = [{options}]").encode())
    making = CharacterCreation(plan, FilledSheet(sheets_of("classic_fantasy")["hero"], Record()))
    everything = StepAnswer(chosen=tuple(map(str, range(6))))
    sheet = making.progress(CharacterDraft(name="Hild").with_answer("one", everything)).sheet
    assert len(rows_of(sheet, "skills")) == MOST_ROWS + 1
    assert verify_value(sheet.plan.fields["skills"], sheet.whole("skills"))


def test_a_game_without_code_has_steps_by_data_alone() -> None:
    assert step_plan("nobody_has_this") is None
    with games_folder(EXAMPLES):
        assert has_steps("homebrew_d20")
        rules = game_of("homebrew_d20")
        seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
        table = rules.ruleset.new_table(seats, complete_options(rules.ruleset.options, {}))
        making = creation_of("homebrew_d20", {}, {})
        assert making is not None
        draft = making.choose(CharacterDraft(name="Bryn"), "calling", "Warrior")
        draft = making.assign(making.assign(draft, "scores", "Strength", 0), "scores", "Wisdom", 0)
        assert draft.answer("scores").places == {"Wisdom": 0}
        draft = making.assign(making.assign(draft, "scores", "Strength", 1), "scores", "Strength", 0)
        assert draft.answer("scores").places == {"Strength": 0, "Wisdom": 1}, "two values change places"
        draft = fill_draft(making, draft, SeededChance(1))
        table = rules.apply(table, making.finish(draft, seat="tom", leader="tom"), SeededChance(1)).table
        (hero,) = table.actors.values()
        scores: Any = hero.sheet["scores"]
        rows = {row["ability"]: row for row in scores}
        assert sorted(row["score"] for row in rows.values()) == [8, 10, 12, 13, 14, 15]
        assert rows["Strength"]["save"] is True
        assert (hero.name, hero.sheet["calling"], "Shield" in str(hero.sheet["belongings"])) == (
            "Bryn",
            "Warrior",
            True,
        )
