"""Advancing a character by the steps of its game: what is chosen becomes one command, which others carry out.

>>> step = SpendStep(key="s", title="S", say="S.", fields=("guts",), command={"kind": "raise", "what": ["{name}"]})
>>> filled_command(step.command, {"name": "Guts", "added": 1})
{'kind': 'raise', 'what': ['Guts']}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kit.creation.advancement_commands import PLAIN_EDIT, AdvanceCharacter
from engine.kit.creation.character_creation import CharacterCreation, StepState
from engine.kit.creation.creation_draft import CharacterDraft
from engine.kit.creation.creation_file import ADVANCEMENT_FILE, step_plan
from engine.kit.creation.creation_plan import ChooseStep, SpendStep
from engine.kit.creation.creation_sheet import chosen_on, entry_of_option, fields_of_step
from engine.kit.creation.sheet_rows import formula_number, with_fields
from engine.kit.creation.spend_lines import number_after, points_gone, spend_lines
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.presentation.visibility import VisibleTable
from engine.sheets.catalogue.sheet_library import sheet_of_actor


def advancement_of(view: VisibleTable, actor: str, *, is_gm: bool) -> CharacterAdvancement | None:
    """Return the advancement of a character; None if its game, or its sheet, has no steps for that.

    Raises Refused if the `advancement.toml` of the game is wrong.

    Args:
        view: the table as the viewer may know it.
        actor: the character, whose sheet the viewer may read.
        is_gm: the GM advances it.
    """
    plan = step_plan(view.ruleset, ADVANCEMENT_FILE)
    sheet = sheet_of_actor(view, actor) if plan is not None and actor in view.actors else None
    if plan is None or sheet is None or sheet.description.id != plan.sheet:
        return None
    return CharacterAdvancement(plan, sheet, is_gm=is_gm)


class CharacterAdvancement(CharacterCreation):
    """The steps of advancement, on the sheet of one character.

    A step with a command is carried out by that command of the game, one for each point or choice. A step without one,
    and a step whose limits are ignored, is written on the sheet.
    """

    def finish_advancing(self, draft: CharacterDraft, *, seat: str, actor: str) -> AdvanceCharacter:
        """Return the command that advances the character. Raises Refused for an open step, and for no change."""
        progress = self.need_complete(draft)
        moves: list[Mapping[str, Json]] = []
        if written := self._written(progress.steps):
            moves.append({"kind": PLAIN_EDIT, "fields": written})
        for state in progress.steps:
            moves += _commands_of(state, actor)
        if not moves:
            raise Refused("advancement_empty")
        return AdvanceCharacter(seat=seat, actor=actor, moves=tuple(moves))

    def _written(self, steps: tuple[StepState, ...]) -> dict[str, Json]:
        """Return the fields that are written on the sheet, and what is left of the points that they cost."""
        sheet, written = self.start, dict[str, Json]()
        spent: dict[str, int] = {}
        for state in steps:
            if is_written(state):
                fields = fields_of_step(state.step, state.answer, sheet, state.packages, self.plan.adding)
                if fields and state.pool is not None:
                    spent[state.pool.key] = spent.get(state.pool.key, 0) + _price(state)
                sheet = with_fields(sheet, fields)
                written |= fields
        for pool in self.plan.pools:
            if pool.to and spent.get(pool.key):
                written[pool.to] = max(0, (formula_number(self.start, pool.amount) or 0) - spent[pool.key])
        return {key: value for key, value in written.items() if value != self.start.record.sheet.get(key)}


def is_written(state: StepState) -> bool:
    """Say whether an answer is written on the sheet, and not carried out by a command of the game."""
    return not state.step.command or state.answer.overruled


def can_be_overruled(state: StepState) -> bool:
    """Say whether the limits of a step can be ignored: it must know what to write on the sheet."""
    step = state.step
    match step:
        case ChooseStep():
            writes = step.field or any(option.fields or option.rows for option in step.options)
        case SpendStep():
            writes = not step.chips
        case _:
            writes = True
    return bool(writes or not step.command)


def _price(state: StepState) -> int:
    match state.step:
        case ChooseStep() as step:
            return sum(option.cost for option in chosen_on(step, state.answer, state.sheet))
        case SpendStep() as step:
            return sum(points_gone(step, line) for line in spend_lines(step, state.answer, state.sheet))
        case _:
            return 0


def _commands_of(state: StepState, actor: str) -> Iterator[Mapping[str, Json]]:
    """Yield the commands of an answer: one for each choice, and for each point, unless the command has the number."""
    if is_written(state):
        return
    step, words = state.step, dict[str, Json](state.answer.words)
    match step:
        case ChooseStep():
            for option in chosen_on(step, state.answer, state.sheet):
                entry = entry_of_option(step, option.name, state.sheet)
                chosen = {**entry, **option.fields, **words, "actor": actor, "name": option.name}
                yield filled_command(step.command, chosen)
        case SpendStep():
            for line in spend_lines(step, state.answer, state.sheet):
                values: dict[str, Json] = {
                    **words,
                    "actor": actor,
                    "name": line.name,
                    "key": line.key,
                    "detail": line.detail,
                    "added": line.added,
                    "number": number_after(step, line, line.added),
                }
                is_once = _mentions(step.command, {"{added}", "{number}"})
                for _ in range(min(line.added, 1) if is_once else line.added):
                    yield filled_command(step.command, values)
        case _:
            return


def _mentions(template: Json, wanted: set[str]) -> bool:
    match template:
        case str():
            return template in wanted
        case Mapping():
            return any(_mentions(value, wanted) for value in template.values())
        case list() | tuple():
            return any(_mentions(value, wanted) for value in template)
        case _:
            return False


def filled_command(template: Mapping[str, Json], values: Mapping[str, Json]) -> dict[str, Json]:
    """Return a command with the values of a choice in place of `{name}` and others.

    A field whose value the choice does not have is left out, so that it has the usual value of the command.
    """
    filled = ((field, _filled(value, values)) for field, value in template.items())
    return {field: value for field, value in filled if value is not None}


def _filled(value: Json, values: Mapping[str, Json]) -> Json:
    if isinstance(value, str):
        is_place = value.startswith("{") and value.endswith("}")
        return values.get(value[1:-1]) if is_place else value
    if isinstance(value, Mapping):
        return {str(_filled(key, values)): _filled(one, values) for key, one in value.items()}
    return [_filled(part, values) for part in value] if isinstance(value, list | tuple) else value
