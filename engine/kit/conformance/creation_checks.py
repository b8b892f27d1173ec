"""Checks of guided creation and advancement: the steps of a game fit its sheet and commands, and are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.chance import Chance, SeededChance
from engine.core.game_options import complete_options
from engine.kit.conformance.finding_texts import finding_text
from engine.kit.creation.advancement import CharacterAdvancement, advancement_of
from engine.kit.creation.advancement_commands import AdvanceCharacter
from engine.kit.creation.character_creation import creation_of
from engine.kit.creation.creation_draft import CharacterDraft
from engine.kit.creation.creation_file import ADVANCEMENT_FILE, step_plan
from engine.kit.creation.creation_plan import ChooseStep, CreationPlan, SpendStep
from engine.kit.creation.creation_sheet import options_on
from engine.kit.creation.random_character import fill_draft, fill_step
from engine.kit.creation.spend_lines import spend_lines
from engine.messages.refusal import Refused
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import WriteRecord
from engine.sheets.model.character_record import SHEET

CHARACTERS: Final = 6
_POINTS: Final = 60
"""The points that a character has for the checks of advancement."""
_FAULTS: Final = frozenset({"refused.no_such_command", "refused.advancement_command"})
"""The refusals that are faults of the file, and not of the moment."""


def creation_problems(game: Game, seed: int) -> Iterator[str]:
    """Yield everything that is wrong with the steps of a game; nothing for a game that declares none."""
    rules = game.ruleset
    seats = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="ann", name="Ann"))
    table = rules.new_table(seats, complete_options(rules.options, {}))
    view = game.view_for(table, "ann")
    try:
        making = creation_of(rules.id, {**view.options, **view.scene}, view.lists)
        for number in range(CHARACTERS if making is not None else 0):
            assert making is not None
            chance = SeededChance(seed + number)
            draft = fill_draft(making, making.named(CharacterDraft(), "Ann"), chance)
            game.apply(table, making.finish(draft, seat="ann", leader="ann"), chance)
    except Refused as refused:
        yield finding_text("creation", why=refused.text)


def advancement_problems(game: Game, seed: int) -> Iterator[str]:
    """Yield everything that is wrong with the advancement of a game: each step is taken once, on a random character."""
    rules = game.ruleset
    seats = (Seat(id="gm", name="GM", role=Role.GM), Seat(id="ann", name="Ann"))
    try:
        plan = step_plan(rules.id, ADVANCEMENT_FILE)
        if plan is None:
            return
        table = rules.new_table(seats, complete_options(rules.options, {}))
        table = _with_hero(game, table, plan, SeededChance(seed))
        steps = _advancement(game, table)
        for step in (state.step for state in steps.progress(CharacterDraft()).steps):
            making = _advancement(game, table)
            draft = _taken(making, step.key, SeededChance(seed))
            try:
                command = _finished(making, draft, step.key)
            except Refused as refused:
                if refused.message.key in _FAULTS:
                    yield finding_text("advancement", step=step.title, why=refused.text)
                continue  # nothing could be chosen
            refusal = game.refusal(table, command)
            if refusal is not None and (refusal.message.key in _FAULTS or not step.command):
                yield finding_text("advancement", step=step.title, why=refusal.text)
    except Refused as refused:
        yield finding_text("advancement", step=ADVANCEMENT_FILE, why=refused.text)


def _finished(making: CharacterAdvancement, draft: CharacterDraft, step: str) -> AdvanceCharacter:
    """Return the command of a draft with one choice; a problem that this makes elsewhere on the sheet is ignored.

    Such a problem is for another step to mend, as too many copies of a card are after another archetype.
    """
    try:
        return making.finish_advancing(draft, seat="gm", actor="hero")
    except Refused as refused:
        if refused.message.key != "refused.creation_trouble":
            raise
        return making.finish_advancing(making.overrule(draft, step, on=True), seat="gm", actor="hero")


def _with_hero(game: Game, table: Table, plan: CreationPlan, chance: Chance) -> Table:
    """Return the table with a random character, who has points to spend."""
    making = creation_of(game.ruleset.id, table.options, table.lists)
    if making is not None and making.plan.sheet == plan.sheet:
        draft = fill_draft(making, making.named(CharacterDraft(), "Hero"), chance)
        join = making.finish(draft, seat="gm", leader="gm", id_="hero")
    else:
        join = JoinActor(seat="gm", id="hero", name="Hero", leader="gm", sheet={SHEET: plan.sheet})
    table = game.apply(table, join, chance).table
    points = {pool.to: _POINTS for pool in plan.pools if pool.to}
    return game.apply(table, WriteRecord(seat="gm", actor="hero", fields=points), chance).table if points else table


def _advancement(game: Game, table: Table) -> CharacterAdvancement:
    making = advancement_of(game.view_for(table, "gm"), "hero", is_gm=True)
    assert making is not None
    return making


def _taken(making: CharacterAdvancement, step: str, chance: Chance) -> CharacterDraft:
    """Return a draft with one choice, or one point, in a step; what its command needs besides is filled in."""
    draft = CharacterDraft()
    state = making.progress(draft).step(step)
    match state.step:
        case ChooseStep(asks=asks):
            options = options_on(state.step, state.answer, state.sheet)
            names = [option.name for option in options] or (["Something new"] if state.step.own else [])
            for key in asks:
                draft = making.write(draft, step, key, "Somebody")
            return making.choose(draft, step, names[0]) if names else draft
        case SpendStep():
            lines = [line for line in spend_lines(state.step, state.answer, state.sheet) if line.most > 0]
            return making.spend(draft, step, lines[0].name, 1) if lines else draft
        case _:
            return fill_step(making, draft, step, chance)
