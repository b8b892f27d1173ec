"""Advancement: the prices of the steps are those of the rules, and one move does what their own commands do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.game_options import complete_options
from engine.core.manual_moves.character_moves import EditActor
from engine.kit.conformance.creation_checks import advancement_problems
from engine.kit.creation.advancement import CharacterAdvancement, advancement_of, can_be_overruled
from engine.kit.creation.advancement_commands import PLAIN_EDIT, AdvanceCharacter
from engine.kit.creation.creation_draft import UNANSWERED, CharacterDraft
from engine.kit.creation.creation_file import ADVANCEMENT_FILE
from engine.kit.creation.creation_plan import ChooseStep, PackageOption, SpendStep
from engine.kit.creation.creation_sheet import options_on
from engine.kit.creation.spend_lines import SpendLine, most_affordable, spend_lines
from engine.kit.heroes.hero_commands import BringHero
from engine.kit.heroes.ready_made_heroes import heroes_of
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.rulesets.loader import game_of
from engine.sheets.editing.list_entry_moves import KeepListEntry
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import WriteRecord
from tests.engine.kit.creation.test_creation_file import EXAMPLES
from tests.engine.rulesets.card_the_drawing import table as drawing
from tests.engine.rulesets.game_folders import games_folder
from tests.properties import examples

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))
POINTS: Mapping[str, dict[str, Json]] = {
    "classic_fantasy": {"experience": 14, "rank": 2, "str": 9, "str_lost": 3, "str_most": 11, "cha": 9, "cha_lost": 1},
    "future_imperfect": {"bounty": 90, "bounty_earned": 120},
    "imaginality": {"mental": 1, "physical": 2, "social": 1, "points": 24},
    "card_the_drawing": {},
}
OPTIONS: Mapping[str, Mapping[str, Json]] = {"imaginality": {"character_creation": True}}
FADING: Mapping[str, Json] = {"xp_passion_lower": "depth"}
PRICES: Mapping[str, tuple[Mapping[str, Json], ...]] = {
    "classic_fantasy": ({"xp_ability_cost": "current_rank"}, {"xp_ability_cost": "ability_rank"}, FADING),
    "imaginality": ({}, {"equipment_cost": 3}),
}
"""Options on which prices depend."""
CHIPS: Mapping[str, Mapping[str, int]] = {"future_imperfect": {"white": 3, "red": 1, "black": 2}}
"""The chips of the player of a hero."""


def played(
    game: str, number: int = 0, chosen: Mapping[str, Json] = MappingProxyType({}), **fields: Json
) -> tuple[Game, Table, str]:
    """Return a table with a ready-made hero of Tom's, who has points to spend; `chosen` are options of the group."""
    rules = game_of(game)
    options = complete_options(rules.ruleset.options, {**OPTIONS.get(game, {}), **chosen})
    table, chance = rules.ruleset.new_table(SEATS, options), SeededChance(1)
    ids = tuple(heroes_of(game))
    table = replace(table, chips={**table.chips, "tom": CHIPS.get(game, {})})
    table = rules.apply(table, BringHero(seat="tom", hero=ids[number % len(ids)]), chance).table
    (actor,) = table.actors
    written = {**POINTS[game], **fields}
    edit = WriteRecord(seat="tom", actor=actor, fields=written)
    return rules, rules.apply(table, edit, chance).table if written else table, actor


def sheet_in(table: Table, actor: str) -> Mapping[str, Any]:
    return dict(table.actors[actor].sheet)


def steps_for(game: Game, table: Table, actor: str, viewer: str = "tom") -> CharacterAdvancement:
    steps = advancement_of(game.view_for(table, viewer), actor, is_gm=viewer == "gm")
    assert steps is not None
    return steps


def chosen_at_random(data: st.DataObject, steps: CharacterAdvancement) -> CharacterDraft:
    """Return a draft with choices that can be paid, in any steps."""
    draft = CharacterDraft()
    for _ in range(data.draw(st.integers(1, 8))):
        state = data.draw(st.sampled_from(steps.progress(draft).steps))
        key, left = state.step.key, state.pool.left if state.pool is not None else 9
        match state.step:
            case SpendStep() as step:
                lines = spend_lines(step, state.answer, state.sheet)
                lines = tuple(line for line in lines if most_affordable(step, line, left) > max(0, line.added))
                if lines:
                    line = data.draw(st.sampled_from(lines))
                    draft = steps.spend(draft, key, line.name, line.added + 1)
            case ChooseStep() as step if step.field and step.own:
                names = [option.name for option in options_on(step, state.answer, state.sheet)]
                for asked in step.asks:
                    draft = steps.write(draft, key, asked, "A tutor")
                try:
                    draft = steps.choose(draft, key, data.draw(st.sampled_from([*names, "Lore (dragons)"])))
                except Refused:
                    continue
            case _:
                continue
    return draft


@pytest.mark.rule("CF-XP-5", "CF-XP-11", "CF-XP-12", "CF-XP-13", "CF-AMB-14", "CF-AGE-7", "IM-ADVANCE-6", "IM-CHAR-11")
@pytest.mark.rule("FI-BOUNTY-1", "FI-BOUNTY-4", "FI-BOUNTY-5", "FI-BOUNTY-6")
@pytest.mark.parametrize("game", ["classic_fantasy", "future_imperfect", "imaginality"])
@examples(25)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_what_is_left_of_the_points_is_what_the_rules_leave(game: str, data: st.DataObject, seed: int) -> None:
    """Also: nothing is refused, and the one move does the same as its commands one after the other."""
    option = data.draw(st.sampled_from(PRICES.get(game, ({},))))
    rules, table, actor = played(game, data.draw(st.integers(0, 5)), option)
    steps = steps_for(rules, table, actor, "gm")
    draft = chosen_at_random(data, steps)
    draft = steps.clear(draft, "years") if "years" in draft.answers else draft  # time passes step by step afterwards
    assume(any(answer.chosen or any(answer.numbers.values()) for answer in draft.answers.values()))
    command = steps.finish_advancing(draft, seat="gm", actor=actor)
    refusal = rules.refusal(table, command)
    assert refusal is None, refusal.text
    after = rules.apply(table, command, SeededChance(seed)).table
    left = {state.pool.key: state.pool.left for state in steps.progress(draft).steps if state.pool is not None}
    again = steps_for(rules, after, actor, "gm").progress(CharacterDraft())
    assert {state.pool.key: state.pool.amount for state in again.steps if state.pool is not None} == left
    singly, chance = table, SeededChance(seed)
    for move in command.moves:
        one = msgspec.convert({**move, "seat": "gm", "actor": actor}, rules.commands[str(move["kind"])])
        singly = rules.apply(singly, one, chance).table
    assert singly == after


def why(game: Game, table: Table, command: AdvanceCharacter) -> str:
    refusal = game.refusal(table, command)
    return refusal.message.key if refusal is not None else ""


def test_only_what_the_file_names_happens_and_only_by_those_who_may() -> None:
    rules, table, actor = played("classic_fantasy")
    improve: dict[str, Json] = {"kind": "improve", "skill": "Brawn"}

    def asked(*moves: dict[str, Json], seat: str = "tom") -> str:
        return why(rules, table, AdvanceCharacter(seat=seat, actor=actor, moves=moves))

    assert asked(improve) == asked(improve, seat="gm") == ""
    assert asked(improve, seat="eva") == "refused.not_your_sheet"
    assert asked({"kind": "award_rolls", "rolls": 9}, seat="gm") == "refused.no_such_command"
    assert asked({"kind": "advance_character", "moves": [improve]}) == "refused.no_such_command"
    for wrong, problem in (({}, "“skill” is missing"), ({"skill": 3}, "skill: text is needed, not a whole number")):
        moves: tuple[dict[str, Json], ...] = ({"kind": "improve", **wrong},)
        refusal = rules.refusal(table, AdvanceCharacter(seat="tom", actor=actor, moves=moves))
        assert refusal is not None
        assert refusal.message.key == "refused.advancement_command"
        assert refusal.text == f"The command “improve” in advancement.toml is wrong: {problem}."
    assert asked(improve, improve) == "refused.d100_raised_this_award", "the second one meets what the first has done"
    assert asked({"kind": "skip_years", "years": 1}) == "refused.gm_only"
    steps = steps_for(rules, table, actor)
    with pytest.raises(Refused) as refused:
        steps.finish_advancing(CharacterDraft(), seat="tom", actor=actor)
    assert refused.value.message.key == "refused.advancement_empty"
    assert "years" not in [state.step.key for state in steps.progress(CharacterDraft()).steps]
    assert "years" in [
        state.step.key for state in steps_for(rules, table, actor, "gm").progress(CharacterDraft()).steps
    ]


def test_nobody_else_reads_of_the_advancement_of_a_secret_character() -> None:
    rules, table, actor = played("classic_fantasy")
    table = rules.apply(table, EditActor(seat="gm", actor=actor, secret=True), SeededChance(1)).table
    command = AdvanceCharacter(seat="tom", actor=actor, moves=({"kind": "improve", "skill": "Brawn"},))
    done = rules.apply(table, command, SeededChance(1))
    assert {event.audience for event in done.events if isinstance(event, Noted)} == {("gm", "tom")}
    unseen = why(rules, table, AdvanceCharacter(seat="eva", actor=actor, moves=command.moves))
    assert unseen == why(rules, table, AdvanceCharacter(seat="eva", actor="nobody", moves=command.moves)) != ""


@pytest.mark.rule("FI-BOUNTY-4", "FI-BOUNTY-8", "FI-CORE-2")
def test_rows_of_one_name_are_told_apart_and_dice_climb_their_ladder() -> None:
    aptitudes: Json = [
        {"name": "shooting", "concentration": "pistol", "level": 2},
        {"name": "shooting", "concentration": "rifle", "level": 4},
        {"name": "guts", "level": 3, "raised": True},
    ]
    rules, table, actor = played("future_imperfect", aptitudes=aptitudes, reflex="2d12", vigor="3d12+2")
    steps = steps_for(rules, table, actor)
    draft = CharacterDraft()
    lines = {line.name for line in spend_lines_of(steps, draft, "aptitudes")}
    assert {"shooting (pistol)", "shooting (rifle)"} <= lines
    assert "guts" not in lines, "once in a story arc"
    ruled = steps.overrule(draft, "aptitudes", True)
    assert "guts" in {line.name for line in spend_lines_of(steps, ruled, "aptitudes")}
    draft = steps.spend(draft, "aptitudes", "shooting (rifle)", 1)
    draft = steps.spend(draft, "die_type", "Reflex", 1)
    progress = steps.progress(draft)
    assert progress.sheet.value("reflex") == "2d12+2"
    pool = progress.step("die_type").pool
    assert pool is not None
    assert pool.left == 90 - 5 - 3 * 14
    after = rules.apply(table, steps.finish_advancing(draft, seat="tom", actor=actor), SeededChance(1)).table
    sheet = sheet_in(after, actor)
    assert [row["level"] for row in sheet["aptitudes"]] == [2, 5, 3]
    assert (sheet["reflex"], sheet["bounty"]) == ("2d12+2", 43)
    with pytest.raises(Refused) as refused:
        steps.spend(draft, "die_type", "Vigor", 1)
    assert refused.value.message.key == "refused.creation_points"


def spend_lines_of(steps: CharacterAdvancement, draft: CharacterDraft, key: str) -> tuple[SpendLine, ...]:
    state = steps.progress(draft).step(key)
    assert isinstance(state.step, SpendStep)
    return spend_lines(state.step, state.answer, state.sheet)


def test_what_ignores_the_limits_is_written_on_the_sheet_and_paid_as_far_as_it_goes() -> None:
    rules, table, actor = played("imaginality", points=3)
    steps = steps_for(rules, table, actor)
    draft = steps.overrule(CharacterDraft(), "attributes", True)
    draft = steps.spend(draft, "attributes", "Mental", 2)
    command = steps.finish_advancing(draft, seat="tom", actor=actor)
    assert [move["kind"] for move in command.moves] == [PLAIN_EDIT]
    sheet = sheet_in(rules.apply(table, command, SeededChance(1)).table, actor)
    assert (sheet["mental"], sheet["points"]) == (3, 0)


@pytest.mark.rule("CD-DECK-2", "CD-STAT-5")
def test_a_higher_stat_allows_more_cards_in_the_same_move() -> None:
    rules, table, actor = played("card_the_drawing")
    steps = steps_for(rules, table, actor)
    draft = CharacterDraft()
    line = next(line for line in spend_lines_of(steps, draft, "cards") if line.given and not line.most)
    with pytest.raises(Refused):
        steps.spend(draft, "cards", line.name, 1)
    draft = steps.spend(steps.spend(draft, "stats", "Wisdom", 1), "cards", line.name, 1)
    after = rules.apply(table, steps.finish_advancing(draft, seat="tom", actor=actor), SeededChance(1)).table
    again = steps_for(rules, after, actor)
    assert (steps.start.value("wisdom"), again.start.value("wisdom")) == (2, 3)
    assert again.troubles(CharacterDraft()) == steps.troubles(CharacterDraft())


@pytest.mark.rule("CD-DECK-4")
def test_a_sheet_is_written_only_where_it_can_be_written_by_hand() -> None:
    table = drawing.duel()
    written: dict[str, Json] = {"kind": PLAIN_EDIT, "fields": {"deck": []}}
    command = AdvanceCharacter(seat="tom", actor="tia", moves=(written,))
    assert why(drawing.GAME, table, command) == "refused.drawing_deck_locked"


def test_an_error_that_a_sheet_has_already_holds_nobody_up() -> None:
    deck: Json = [{"card": "Punch", "count": 9}]
    rules, table, actor = played("card_the_drawing", deck=deck)
    steps = steps_for(rules, table, actor)
    assert steps.troubles(CharacterDraft())
    draft = steps.spend(CharacterDraft(), "stats", "Wisdom", 1)
    assert steps.finish_advancing(draft, seat="tom", actor=actor).moves


def test_a_game_without_code_has_advancement() -> None:
    with games_folder(EXAMPLES):
        rules = game_of("homebrew_d20")
        table = rules.ruleset.new_table(SEATS, complete_options(rules.ruleset.options, {}))
        made = JoinActor(seat="tom", id="bryn", name="Bryn", leader="tom", sheet={"level": 3})
        table = rules.apply(table, made, SeededChance(1)).table
        steps = steps_for(rules, table, "bryn")
        assert [state.step.key for state in steps.progress(CharacterDraft()).steps] == ["level", "skills"]
        printed = ChooseStep(key="s", title="S", say="S.", field="skills", options=(PackageOption(name="Sneaking"),))
        assert options_on(printed, UNANSWERED, steps.start), "a row that each new sheet has is nothing learned"
        draft = steps.spend(CharacterDraft(), "level", "Level", 1)
        draft = steps.choose(steps.spend(draft, "scores", "Wisdom", 2), "skills", "Sneaking")
        after = rules.apply(table, steps.finish_advancing(draft, seat="tom", actor="bryn"), SeededChance(1)).table
        sheet = sheet_in(after, "bryn")
        assert sheet["level"] == 4
        assert {row["ability"]: row["score"] for row in sheet["scores"]}["Wisdom"] == 12
        assert [row["skill"] for row in sheet["skills"] if row.get("learned")] == ["Sneaking"]


@pytest.mark.rule("CF-X-22", "CF-XP-13", "CF-AMB-15")
def test_an_ability_costs_what_the_new_rank_costs_and_keeps_the_rank_that_it_needs() -> None:
    skills: Json = [
        {"name": name, "of_class": True, "added": 60} for name in ("Brawn", "Swim", "Drive", "Sing", "Ride")
    ]
    rules, table, actor = played("classic_fantasy", rank=1, experience=9, skills=skills, professional=[])
    steps = steps_for(rules, table, actor)
    assert [option.name for option in options_of(steps, CharacterDraft(), "rank")] == [
        "Rank 2",
        "Rank 3",
        "Rank 4",
        "Rank 5",
    ]
    offered = [option.name for option in options_of(steps, CharacterDraft(), "abilities")]
    assert "Second wind" not in offered
    assert "Danger sense" in offered
    draft = steps.choose(CharacterDraft(), "rank", "Rank 2")
    rank = steps.progress(draft).sheet.value("rank")
    draft = steps.choose(steps.choose(draft, "abilities", "second wind"), "abilities", "Our own trick")
    pool = steps.progress(draft).step("abilities").pool
    assert (rank, pool and pool.left) == (2, 9 - 2 * 2)
    command = steps.finish_advancing(draft, seat="tom", actor=actor)
    sheet = sheet_in(rules.apply(table, command, SeededChance(1)).table, actor)
    assert (sheet["rank"], sheet["experience"]) == (2, 5)
    needed = {row["name"]: row["rank"] for row in sheet["abilities"]}
    assert (needed["Second wind"], needed["Our own trick"]) == (2, 1)


@pytest.mark.rule("CF-X-22")
def test_a_rank_that_is_not_reached_can_be_taken_by_ignoring_the_limits() -> None:
    rules, table, actor = played("classic_fantasy", rank=2, experience=0)
    steps = steps_for(rules, table, actor)
    draft = steps.choose(CharacterDraft(), "rank", "Rank 3")
    refused = why(rules, table, steps.finish_advancing(draft, seat="tom", actor=actor))
    assert refused == "refused.d100_rank_not_reached"
    ruled = steps.overrule(draft, "rank", True)
    assert can_be_overruled(steps.progress(ruled).step("rank"))
    command = steps.finish_advancing(ruled, seat="tom", actor=actor)
    assert sheet_in(rules.apply(table, command, SeededChance(1)).table, actor)["rank"] == 3


@pytest.mark.rule("CF-X-22")
@pytest.mark.parametrize("rank", [1, 2])
def test_a_hero_two_ranks_behind_takes_either_of_them(rank: int) -> None:
    skills: Json = [
        {"name": name, "of_class": True, "added": 60} for name in ("Brawn", "Swim", "Drive", "Sing", "Ride")
    ]
    rules, table, actor = played("classic_fantasy", rank=0, skills=skills, professional=[])
    steps = steps_for(rules, table, actor)
    draft = steps.choose(CharacterDraft(), "rank", f"Rank {rank}")
    assert steps.progress(draft).sheet.value("rank") == rank
    after = rules.apply(table, steps.finish_advancing(draft, seat="tom", actor=actor), SeededChance(1)).table
    assert sheet_in(after, actor)["rank"] == rank, "what the steps have shown"


@pytest.mark.rule("CF-XP-8", "CF-XP-10", "CF-XP-11", "CF-AGE-7", "CF-AMB-5")
def test_a_passion_fades_once_and_what_age_took_comes_back_as_far_as_it_can() -> None:
    passions: Json = [{"name": "Love of Ida", "sort": "person", "added": 40}, {"name": "Fear", "sort": "trait"}]
    rules, table, actor = played("classic_fantasy", passions=passions)
    assert not {"passions_fall", "restored"} & {
        state.step.key for state in steps_for(rules, table, actor).progress(CharacterDraft()).steps
    }, "only the GM decides this"
    steps = steps_for(rules, table, actor, "gm")
    draft = steps.spend(CharacterDraft(), "passions", "Fear", 1)
    assert [line.name for line in spend_lines_of(steps, draft, "passions_fall")] == ["Love of Ida"]
    draft = steps.spend(draft, "passions_fall", "Love of Ida", 1)
    assert {line.name: line.most for line in spend_lines_of(steps, draft, "restored")} == {"STR": 2, "CHA": 1}
    draft = steps.spend(steps.spend(draft, "restored", "STR", 2), "restored", "CHA", 1)
    shown = steps.progress(draft).sheet
    after = rules.apply(table, steps.finish_advancing(draft, seat="gm", actor=actor), SeededChance(1)).table
    sheet = sheet_in(after, actor)
    restored = ("str", "str_lost", "cha", "cha_lost")
    assert [sheet[key] for key in restored] == [shown.value(key) for key in restored] == [11, 1, 10, 0]
    love, fear = (row["added"] for row in sheet["passions"])
    assert love in {39, 38, 37, 36, 35}
    assert fear > 0


@pytest.mark.rule("FI-BOUNTY-1", "FI-FATE-8", "FI-EX-32")
def test_chips_bring_the_bounty_that_later_steps_spend() -> None:
    rules, table, actor = played("future_imperfect", bounty=0, bounty_earned=9, aptitudes=[{"name": "guts"}])
    steps = steps_for(rules, table, actor)
    assert {line.name: line.most for line in spend_lines_of(steps, CharacterDraft(), "chips")} == {"White": 3, "Red": 1}
    draft = steps.spend(steps.spend(CharacterDraft(), "chips", "White", 2), "chips", "Red", 1)
    draft = steps.spend(draft, "aptitudes", "guts", 1)
    pool = steps.progress(draft).step("aptitudes").pool
    assert pool is not None
    assert (pool.amount, pool.left) == (4, 3)
    with pytest.raises(Refused) as refused:
        steps.spend(steps.spend(draft, "chips", "White", 0), "chips", "Red", 0)
    assert refused.value.message.key == "refused.creation_points"
    command = steps.finish_advancing(draft, seat="tom", actor=actor)
    after = rules.apply(table, command, SeededChance(1)).table
    assert (sheet_in(after, actor)["bounty"], after.chips["tom"]) == (3, {"white": 1, "black": 2})
    assert not can_be_overruled(steps.progress(draft).step("chips")), "chips are not written on a sheet"
    bare = replace(table, chips={**table.chips, "tom": {}})
    assert "chips" not in [state.step.key for state in steps_for(rules, bare, actor).progress(CharacterDraft()).steps]


@pytest.mark.rule("IM-CHAR-11")
def test_special_equipment_costs_what_the_group_has_agreed_and_only_the_gm_gives_it() -> None:
    rules, table, actor = played("imaginality", chosen={"equipment_cost": 3}, points=4)
    assert "equipment" not in [s.step.key for s in steps_for(rules, table, actor).progress(CharacterDraft()).steps]
    steps = steps_for(rules, table, actor, "gm")
    draft = steps.choose(CharacterDraft(), "equipment", "A lamp that never goes out")
    with pytest.raises(Refused):
        steps.choose(draft, "equipment", "A second lamp")
    after = rules.apply(table, steps.finish_advancing(draft, seat="gm", actor=actor), SeededChance(1)).table
    sheet = sheet_in(after, actor)
    assert (sheet["points"], sheet["possessions"][-1]) == (1, "A lamp that never goes out")


@pytest.mark.rule("CF-XP-12")
def test_training_offers_what_the_list_has_and_the_character_has_not() -> None:
    rules, table, actor = played("classic_fantasy", professional=[{"name": "acting", "base_of": "CHA + CHA"}])
    kept = KeepListEntry(seat="gm", list="professional_skills", entry={"name": "Kite Flying", "base_of": "DEX + DEX"})
    table = rules.apply(table, kept, SeededChance(1)).table
    options = options_of(steps_for(rules, table, actor), CharacterDraft(), "training")
    names = [option.name for option in options]
    assert {"Kite Flying", "Track"} <= set(names)
    assert "Acting" not in names
    assert not [name for name in names if "…" in name], "a speciality is typed"
    assert {option.cost for option in options} == {3}
    assert next(option.say for option in options if option.name == "Track").endswith("INT + CON.")


def test_a_typed_option_can_be_chosen_beside_a_very_long_list() -> None:
    rules, table, actor = played("classic_fantasy")
    rows: tuple[Mapping[str, Json], ...] = tuple(
        {"name": f"Trade {number}", "base_of": "DEX + INT"} for number in range(300)
    )
    table = replace(table, lists={**table.lists, "professional_skills": rows})
    steps = steps_for(rules, table, actor)
    draft = steps.choose(CharacterDraft(), "training", "Lore (dragons)")
    assert options_of(steps, draft, "training")[-1].name == "Lore (dragons)"
    state = steps.progress(draft).step("training")
    assert state.pool is not None
    assert state.pool.left == state.pool.amount - 3


def options_of(steps: CharacterAdvancement, draft: CharacterDraft, key: str) -> tuple[PackageOption, ...]:
    state = steps.progress(draft).step(key)
    assert isinstance(state.step, ChooseStep)
    return options_on(state.step, state.answer, state.sheet)


@pytest.mark.rule("CF-AGE-1", "CF-AGE-2")
def test_years_pass_last_and_bring_the_rolls_against_age() -> None:
    rules, table, actor = played("classic_fantasy", age=39, species="Human", birthday="")
    steps = steps_for(rules, table, actor, "gm")
    draft = steps.spend(steps.spend(CharacterDraft(), "years", "Age", 2), "standard", "Brawn", 1)
    command = steps.finish_advancing(draft, seat="gm", actor=actor)
    assert [move["kind"] for move in command.moves] == ["improve", "skip_years"]
    after = rules.apply(table, command, SeededChance(1)).table
    assert sheet_in(after, actor)["age"] == 41
    assert after.clock > table.clock
    assert after.procedures != table.procedures, "early middle age begins with two rolls"


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ('{ kind = "gain_level" }', "gain_level"),
        ('{ kind = "set_track", nme = "{name}" }', "set_track"),
        ('{ kind = "say", text = "Level {added}", private = false }', ""),
    ],
)
def test_the_check_of_a_game_reports_a_command_that_it_does_not_have(
    tmp_path: Path, command: str, problem: str
) -> None:
    copytree(EXAMPLES / "homebrew_d20", tmp_path / "games" / "homebrew_d20")
    step = f'kind = "spend", key = "level", title = "Level", say = "Up.", fields = ["level"], command = {command}'
    (tmp_path / "games" / "homebrew_d20" / ADVANCEMENT_FILE).write_text(f"steps = [{{ {step} }}]", encoding="utf-8")
    with games_folder(tmp_path / "games"):
        problems = list(advancement_problems(game_of("homebrew_d20"), 1))
    assert [problem in told for told in problems] == ([True] if problem else [])
