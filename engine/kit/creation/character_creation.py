"""Making a character step by step: a draft in, a new draft out; at the end one command that adds the character.

>>> from engine.kit.creation.creation_draft import CharacterDraft
>>> making = creation_of("card_the_drawing", {}, {})
>>> draft = making.choose(CharacterDraft(name="Hild"), "archetype", "Titan")
>>> making.progress(draft).sheet.value("health_most")
35
>>> making.open_step(draft)
'cards'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.core.chance import Chance
from engine.core.commands import need_name
from engine.core.dice_notation import parse_dice_sum
from engine.kit.creation.creation_draft import CharacterDraft, StepAnswer
from engine.kit.creation.creation_file import step_plan
from engine.kit.creation.creation_plan import (
    AssignStep,
    ChooseStep,
    CreationPlan,
    CreationStep,
    NumbersStep,
    SpendStep,
    WordsStep,
    total_cost,
)
from engine.kit.creation.creation_sheet import (
    average_total,
    chosen_on,
    dice_of,
    fields_of_step,
    method_used,
    numbers_on,
    options_on,
    range_of,
)
from engine.kit.creation.sheet_rows import formula_number, with_fields
from engine.kit.creation.spend_lines import points_gone, spend_lines
from engine.kit.creation.step_requirements import PoolState, advice_on, missing_answer, missing_points
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.sheets.catalogue.listed_entries import same_name
from engine.sheets.catalogue.sheet_customisation import changes_list_name, customised_sheet
from engine.sheets.catalogue.sheet_library import FIRST, sheets_of, tables_of
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.model.character_record import SHEET, Record
from engine.sheets.model.field_paths import parse_path
from engine.sheets.model.field_validation import Trouble
from engine.sheets.model.field_values import Lists
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import FigureField

LONGEST_NAME: Final = 200
LONGEST_WORDS: Final = 4000


class DerivedValue(NamedTuple):
    """A number that follows from the choices: its label, and its value as text."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class StepState:
    """One step of a draft.

    Attributes:
        step: the step.
        answer: the answer to it.
        sheet: the sheet after all earlier steps.
        packages: the dice of earlier packages, by number.
        pool: the points that it spends; None for none.
        missing: what is missing or too much; None if nothing is.
        advice: what the rules advise, but do not require; None for nothing.
    """

    step: CreationStep
    answer: StepAnswer
    sheet: FilledSheet
    packages: Mapping[str, str]
    pool: PoolState | None
    missing: Message | None
    advice: Message | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the step is valid, or its limits do not count."""
        return self.missing is None or self.answer.overruled


@dataclass(frozen=True, slots=True)
class CreationProgress:
    """A whole draft: its steps, and the sheet that it makes."""

    steps: tuple[StepState, ...]
    sheet: FilledSheet

    def step(self, key: str) -> StepState:
        """Return a step that is there. Raises Refused for any other."""
        for state in self.steps:
            if state.step.key == key:
                return state
        raise Refused("creation_no_step", step=key[:40])


def creation_of(game: str, options: Mapping[str, Json], lists: Lists) -> CharacterCreation | None:
    """Return the creation of characters of a game; None if the game declares no steps.

    Raises Refused if the `creation.toml` of the game is wrong.

    Args:
        game: the id of the game.
        options: the group's choices, as a viewer may know them.
        lists: the group's lists, as a viewer may know them.
    """
    plan = step_plan(game)
    if plan is None:
        return None
    own = sheets_of(game)[plan.sheet]
    description = customised_sheet(own, lists.get(changes_list_name(own.id), ()))
    return CharacterCreation(plan, FilledSheet(description, Record(), options, lists, tables_of(game), game))


class CharacterCreation:
    """The steps of a game, on the sheet of a group.

    Each method that changes something returns a new draft, and raises Refused if a limit of the step forbids it; a step
    that is overruled has no limits.

    Args:
        plan: the steps of the game.
        start: the sheet before the first step.
        is_gm: the GM answers the steps.

    Attributes:
        plan: the steps of the game.
        start: the sheet before the first step.
    """

    def __init__(self, plan: CreationPlan, start: FilledSheet, *, is_gm: bool = False) -> None:
        self.plan = plan
        self.start = start
        self._is_gm = is_gm
        self._known: tuple[CharacterDraft, CreationProgress] | None = None
        self._sheets: dict[str, tuple[FilledSheet, StepAnswer, Mapping[str, str], FilledSheet]] = {}

    def begin_on(self, start: FilledSheet) -> None:
        """Begin the steps on another sheet, because the one of the character has changed meanwhile."""
        self.start = start
        self._known = None

    # -- what there is -------------------------------------------------------------------------------------------------

    def progress(self, draft: CharacterDraft) -> CreationProgress:
        """Return all steps of a draft that are there, and its sheet."""
        if self._known is None or self._known[0] is not draft:
            self._known = (draft, self._progress(draft))
        return self._known[1]

    def _progress(self, draft: CharacterDraft) -> CreationProgress:
        sheet = self.start
        packages: dict[str, str] = {}
        shown: list[tuple[CreationStep, FilledSheet, Mapping[str, str]]] = []
        spent: dict[str, int] = {}
        brought: dict[str, int] = {}
        last: dict[str, str] = {}
        free: set[str] = set()
        for step in self.plan.steps:
            answer = draft.answer(step.key)
            if (step.gm and not self._is_gm) or not sheet.holds(step.when) or _has_no_chips(step, answer, sheet):
                continue
            shown.append((step, sheet, dict(packages)))
            if key := _pool_of(step, answer):
                cost = _cost(step, answer, sheet, packages)
                if isinstance(step, SpendStep) and step.chips:
                    brought[key] = brought.get(key, 0) - cost
                else:
                    spent[key] = spent.get(key, 0) + cost
                free |= {step.key} if cost <= 0 else set()
                last[key] = step.key
            before = sheet
            sheet = self._after(step, answer, before, packages)
            if isinstance(step, ChooseStep):
                for option in chosen_on(step, answer, before):
                    packages |= option.dice
        states = []
        for step, before, dice in shown:
            answer = draft.answer(step.key)
            pool = self._pool(step, answer, before, dice, spent, brought)
            is_last = last.get(step.pool) == step.key
            missing = missing_answer(step, answer, before, dice) or missing_points(pool, is_last, step.key in free)
            advice = advice_on(step, answer, before) if isinstance(step, SpendStep) else None
            states.append(StepState(step, answer, before, dice, pool, missing, advice))
        kept = {pool.to: _left(states, pool.key) for pool in self.plan.pools if pool.to}
        kept = {key: left for key, left in kept.items() if left is not None}
        sheet = with_fields(sheet, kept)
        return CreationProgress(tuple(states), sheet)

    def _after(
        self, step: CreationStep, answer: StepAnswer, sheet: FilledSheet, packages: Mapping[str, str]
    ) -> FilledSheet:
        """Return the sheet after a step; it is calculated again only if something before it has changed."""
        known = self._sheets.get(step.key)
        if known is None or known[0] is not sheet or known[1:3] != (answer, packages):
            fields = fields_of_step(step, answer, sheet, packages, self.plan.adding)
            after = with_fields(sheet, fields)
            known = self._sheets[step.key] = (sheet, answer, dict(packages), after)
        return known[3]

    def _pool(
        self,
        step: CreationStep,
        answer: StepAnswer,
        sheet: FilledSheet,
        packages: Mapping[str, str],
        spent: Mapping[str, int],
        brought: Mapping[str, int],
    ) -> PoolState | None:
        pool = self.plan.pool(_pool_of(step, answer))
        if pool is None:
            return None
        amount = formula_number(sheet, pool.amount)
        if amount is None:
            amount = average_total(step, packages) if isinstance(step, NumbersStep) else 0
        amount += brought.get(pool.key, 0)
        return PoolState(pool.key, pool.label, amount, amount - spent.get(pool.key, 0), not pool.to)

    def open_step(self, draft: CharacterDraft) -> str:
        """Return the first step that is not complete; an empty text if all are."""
        return next((state.step.key for state in self.progress(draft).steps if not state.is_complete), "")

    def derived(self, draft: CharacterDraft) -> tuple[DerivedValue, ...]:
        """Return the numbers that follow from the choices, as text; empty for those that are not known yet.

        Numbers that the sheet does not show now are left out, and those that no step asks for and nothing has set.
        """
        progress = self.progress(draft)
        there = [state.step for state in progress.steps]
        unasked = _numbers_of(self.plan, self.plan.steps) - _numbers_of(self.plan, there)
        left_out = [key for key in unasked if progress.sheet.whole(key) is None]
        return self.derived_on(progress.sheet, frozenset(left_out))

    def derived_on(self, sheet: FilledSheet, left_out: frozenset[str] = frozenset()) -> tuple[DerivedValue, ...]:
        """Return the numbers that follow from the choices, as they are on one sheet, without some fields."""
        values = []
        for place in self.plan.derived:
            path = parse_path(place)
            if path.key in left_out:
                continue
            field, whole = sheet.field_at(place), sheet.plan.fields[path.key]
            if not (sheet.holds(sheet.plan.section_of[whole.key].when) and sheet.holds(whole.when)):
                continue
            label = field.label if field is not None else whole.label
            if isinstance(whole, FigureField) and field is not whole:
                heads = {"most": whole.most_label, "armour": whole.armour_label, "bleeding": whole.bleeding_label}
                label = f"{label} {heads.get(path.aspect) or whole.points_label}"
            values.append(DerivedValue(label, sheet.shown(place)))
        return tuple(values)

    def troubles(self, draft: CharacterDraft) -> tuple[str, ...]:
        """Return the errors that the sheet finds in the whole character, as sentences."""
        return tuple(trouble.text for trouble in _errors_on(self.progress(draft).sheet))

    # -- answers -------------------------------------------------------------------------------------------------------

    def named(self, draft: CharacterDraft, name: str) -> CharacterDraft:
        """Return the draft with another name."""
        return replace(draft, name=name[:LONGEST_NAME])

    def choose(self, draft: CharacterDraft, step: str, name: str) -> CharacterDraft:
        """Choose an option, or take a chosen one back; where only one can be chosen, it replaces the other one."""
        state, answer = self._need(draft, step)
        chooses = state.step
        if not isinstance(chooses, ChooseStep):
            raise Refused("creation_no_step", step=step[:40])
        name = " ".join(name.split())[:LONGEST_NAME]
        options = {same_name(option.name): option.name for option in options_on(chooses, answer, state.sheet)}
        if same_name(name) in map(same_name, answer.chosen):
            chosen = tuple(one for one in answer.chosen if same_name(one) != same_name(name))
            return draft.with_answer(step, replace(answer, chosen=chosen))
        typed = options_on(chooses, replace(answer, chosen=(name,)), state.sheet) if name and chooses.own else ()
        if same_name(name) not in options and same_name(name) not in {same_name(option.name) for option in typed}:
            raise Refused("creation_no_option", option=name[:60])
        there = tuple(option.name for option in chosen_on(chooses, answer, state.sheet))
        if chooses.most == 1:
            there = ()
        elif len(there) >= chooses.most and not answer.overruled:
            raise Refused("creation_most", most=chooses.most)
        chosen = (*there, options.get(same_name(name), name))
        return self._within(draft, step, replace(answer, chosen=chosen))

    def use_method(self, draft: CharacterDraft, step: str, method: str) -> CharacterDraft:
        """Get the numbers of a step in another way; points start at the lowest numbers."""
        state, answer = self._need(draft, step)
        sets = state.step
        if not isinstance(sets, NumbersStep) or method not in sets.methods:
            raise Refused("creation_no_step", step=step[:40])
        if method == method_used(sets, answer):
            return draft
        made = StepAnswer(method=method, rolls=answer.rolls, overruled=answer.overruled)
        return draft.with_answer(step, made)

    def set_number(self, draft: CharacterDraft, step: str, key: str, number: int | None) -> CharacterDraft:
        """Set one number of a step, as it was rolled with real dice or bought; None clears it."""
        state, answer = self._need(draft, step)
        sets = state.step
        if not isinstance(sets, NumbersStep) or key not in [one.key for one in sets.numbers]:
            raise Refused("creation_no_step", step=step[:40])
        faces = {name: thrown for name, thrown in answer.faces.items() if name != key}
        numbers = {name: value for name, value in answer.numbers.items() if name != key}
        if number is not None:
            least, most = range_of(sets, key, state.packages)
            if not least <= number <= most and not answer.overruled:
                raise Refused("creation_range", least=least, most=most)
            numbers[key] = max(-9999, min(9999, number))
        return self._within(draft, step, replace(answer, numbers=numbers, faces=faces))

    def roll(self, draft: CharacterDraft, step: str, chance: Chance, key: str = "") -> CharacterDraft:
        """Roll the dice of a step: of one number, or of all numbers that have none yet; of all if each has one."""
        state, answer = self._need(draft, step)
        sets = state.step
        if not isinstance(sets, NumbersStep) or method_used(sets, answer) != "dice":
            raise Refused("creation_no_step", step=step[:40])
        keys = [one.key for one in sets.numbers]
        wanted = [key] if key in keys else [one for one in keys if one not in answer.numbers] or keys
        numbers, faces = dict(answer.numbers), dict(answer.faces)
        for one in wanted:
            dice = parse_dice_sum(dice_of(sets, one, state.packages))
            thrown = tuple(chance.roll(sides) for sides in dice.dice_sides)
            numbers[one], faces[one] = dice.total(thrown), thrown
        return draft.with_answer(step, replace(answer, numbers=numbers, faces=faces, rolls=answer.rolls + 1))

    def spend(self, draft: CharacterDraft, step: str, name: str, added: int) -> CharacterDraft:
        """Set the points that a step adds to a row."""
        state, answer = self._need(draft, step)
        spends = state.step
        if not isinstance(spends, SpendStep):
            raise Refused("creation_no_step", step=step[:40])
        lines = spend_lines(spends, answer, state.sheet)
        row = next((line for line in lines if same_name(line.name) == same_name(name)), None)
        if row is None:
            raise Refused("creation_no_option", option=name[:60])
        if not row.least <= added <= row.most and not answer.overruled:
            raise Refused("creation_range", least=row.least, most=row.most)
        others = {one: count for one, count in answer.numbers.items() if same_name(one) != same_name(name)}
        numbers = {**others, row.name: max(-9999, min(9999, added))} if added else others
        return self._within(draft, step, replace(answer, numbers=numbers))

    def assign(self, draft: CharacterDraft, step: str, key: str, place: int | None) -> CharacterDraft:
        """Assign a value to a field; the field that had it gets the old value of this one."""
        state, answer = self._need(draft, step)
        assigns = state.step
        if not isinstance(assigns, AssignStep) or key not in assigns.fields:
            raise Refused("creation_no_step", step=step[:40])
        places = {name: at for name, at in answer.places.items() if name != key}
        if place is not None:
            if not 0 <= place < len(assigns.values):
                raise Refused("creation_no_option", option=str(place))
            owner = next((name for name, at in places.items() if at == place), None)
            if owner is not None:
                del places[owner]
                if key in answer.places:
                    places[owner] = answer.places[key]
            places[key] = place
        return draft.with_answer(step, replace(answer, places=places))

    def write(self, draft: CharacterDraft, step: str, key: str, words: str) -> CharacterDraft:
        """Write words into a field."""
        state, answer = self._need(draft, step)
        asks = state.step
        known = asks.fields if isinstance(asks, WordsStep) else asks.asks if isinstance(asks, ChooseStep) else ()
        if key not in known:
            raise Refused("creation_no_step", step=step[:40])
        others = {name: text for name, text in answer.words.items() if name != key}
        kept = {**others, key: words[:LONGEST_WORDS]} if words else others
        return draft.with_answer(step, replace(answer, words=kept))

    def overrule(self, draft: CharacterDraft, step: str, on: bool) -> CharacterDraft:
        """Ignore the limits of a step, or hold to them again."""
        _, answer = self._need(draft, step)
        return draft.with_answer(step, replace(answer, overruled=on))

    def clear(self, draft: CharacterDraft, step: str) -> CharacterDraft:
        """Take the answer to a step back; the number of rolls stays."""
        _, answer = self._need(draft, step)
        return draft.with_answer(step, StepAnswer(rolls=answer.rolls))

    # -- the end -------------------------------------------------------------------------------------------------------

    def finish(
        self, draft: CharacterDraft, *, seat: str, leader: str, id_: str = "", secret: bool = False
    ) -> JoinActor:
        """Return the command that adds the character. Raises Refused for a name or a step that is missing.

        Args:
            draft: the draft.
            seat: the seat that makes it.
            leader: the seat that will play it.
            id_: the id of the character; empty for the next free one.
            secret: only that seat and the GM may read its sheet.
        """
        need_name(draft.name)
        progress = self.need_complete(draft)
        sheet = dict(progress.sheet.record.sheet)
        if self.plan.sheet != FIRST:
            sheet[SHEET] = self.plan.sheet
        return JoinActor(seat=seat, id=id_, name=draft.name.strip(), leader=leader, sheet=sheet, secret=secret)

    def need_complete(self, draft: CharacterDraft) -> CreationProgress:
        """Return a whole draft. Raises Refused for an open step, and for an error at a place that had none before."""
        progress = self.progress(draft)
        for state in progress.steps:
            if not state.is_complete:
                raise Refused("creation_open", step=state.step.title)
        if not any(state.answer.overruled for state in progress.steps):
            before = {trouble.path for trouble in _errors_on(self.start)} if self.start.record.sheet else set()
            for trouble in _errors_on(progress.sheet):
                if trouble.path not in before:
                    raise Refused("creation_trouble", problem=trouble.text)
        return progress

    def _need(self, draft: CharacterDraft, step: str) -> tuple[StepState, StepAnswer]:
        state = self.progress(draft).step(step)
        return state, state.answer

    def _within(self, draft: CharacterDraft, step: str, answer: StepAnswer) -> CharacterDraft:
        """Return the draft with an answer, unless that answer spends points that are not there."""
        made = draft.with_answer(step, answer)
        if answer.overruled:
            return made
        progress = self._progress(made)
        before, after = self.progress(draft).step(step).pool, progress.step(step).pool
        if before is not None and after is not None and after.left < 0 and after.left < before.left:
            raise Refused("creation_points", left=max(0, before.left), label=after.label)
        self._known = (made, progress)
        return made


def _errors_on(sheet: FilledSheet) -> tuple[Trouble, ...]:
    return tuple(trouble for trouble in sheet.troubles() if not trouble.warning)


def method_of(state: StepState) -> str:
    """Return the way to get the numbers of a step; empty for other steps."""
    return method_used(state.step, state.answer) if isinstance(state.step, NumbersStep) else ""


def cost_of_number(step: NumbersStep, number: int) -> int:
    """Return the points that a number costs in all."""
    return total_cost(step.costs, step.rising, number)


def _pool_of(step: CreationStep, answer: StepAnswer) -> str:
    """Return the pool that an answer spends; empty for none, and for numbers that are rolled."""
    is_rolled = isinstance(step, NumbersStep) and method_used(step, answer) == "dice"
    return "" if is_rolled else step.pool


def _numbers_of(plan: CreationPlan, steps: Iterable[CreationStep]) -> frozenset[str]:
    """Return the fields of the numbers that steps set, and of the points that they leave."""
    found = set[str]()
    for step in steps:
        pool = plan.pool(step.pool)
        found |= {pool.to} if pool is not None else set()
        found |= {number.key for number in step.numbers} if isinstance(step, NumbersStep) else set()
    return frozenset(found)


def _has_no_chips(step: CreationStep, answer: StepAnswer, sheet: FilledSheet) -> bool:
    """Say whether a step turns chips into points, and the player has none of these chips."""
    return isinstance(step, SpendStep) and bool(step.chips) and not spend_lines(step, answer, sheet)


def _cost(step: CreationStep, answer: StepAnswer, sheet: FilledSheet, packages: Mapping[str, str]) -> int:
    match step:
        case ChooseStep():
            return sum(option.cost for option in chosen_on(step, answer, sheet))
        case NumbersStep():
            return sum(cost_of_number(step, value) for value in numbers_on(step, answer, packages).values())
        case SpendStep():
            return sum(points_gone(step, line) for line in spend_lines(step, answer, sheet))
        case _:
            return 0


def _left(states: list[StepState], pool: str) -> int | None:
    pools = (state.pool for state in states if state.pool is not None and state.pool.key == pool)
    return next((max(0, found.left) for found in pools), None)


Change = Callable[[CharacterDraft], CharacterDraft]
"""A change of a draft; it raises Refused if a limit forbids it."""
