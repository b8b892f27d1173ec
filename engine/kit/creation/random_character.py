"""Random characters: every open step of a draft is answered with dice, within its limits.

>>> from engine.core.chance import SeededChance
>>> from engine.kit.creation.character_creation import creation_of
>>> making = creation_of("card_the_drawing", {}, {})
>>> chosen = making.choose(CharacterDraft(), "archetype", "Shadow")
>>> draft = fill_draft(making, chosen, SeededChance(1))
>>> making.open_step(draft), draft.answer("archetype").chosen, draft.name in making.plan.names
('', ('Shadow',), True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeVar

from engine.core.chance import Chance
from engine.kit.creation.character_creation import Change, CharacterCreation, StepState, method_of
from engine.kit.creation.creation_draft import UNANSWERED, CharacterDraft
from engine.kit.creation.creation_plan import AssignStep, ChooseStep, NumbersStep, SpendStep, WordsStep
from engine.kit.creation.creation_sheet import numbers_on, options_on
from engine.kit.creation.spend_lines import SpendLine, points_gone, spend_lines
from engine.messages.refusal import Refused
from engine.model.frozen import replace

T = TypeVar("T")
_MOST_TRIES: Final = 400
_PORTIONS: Final = 10
"""The number of portions in which points are handed out."""


def fill_draft(making: CharacterCreation, draft: CharacterDraft, chance: Chance) -> CharacterDraft:
    """Return a draft with every open step answered, and a name if it has none; what is answered stays."""
    if not draft.name.strip():
        draft = making.named(draft, random_name(making, chance))
    for step in making.plan.steps:
        if any(state.step.key == step.key for state in making.progress(draft).steps):
            draft = fill_step(making, draft, step.key, chance)
    return draft


def random_name(making: CharacterCreation, chance: Chance) -> str:
    """Return one of the names of the game; an empty text if it has none."""
    return _pick(making.plan.names, chance) if making.plan.names else ""


def fill_step(making: CharacterCreation, draft: CharacterDraft, step: str, chance: Chance) -> CharacterDraft:
    """Return a draft with one step answered; a step that is complete and answered stays as it is."""
    state = making.progress(draft).step(step)
    if state.missing is None and replace(state.answer, rolls=0) != UNANSWERED:
        return draft
    match state.step:
        case ChooseStep():
            return _choose(making, draft, state.step, chance)
        case NumbersStep() if method_of(state) == "dice":
            return making.roll(draft, step, chance)
        case NumbersStep():
            return _buy(making, draft, state.step, chance)
        case SpendStep():
            return _spend(making, draft, state.step, chance)
        case AssignStep(fields=fields):
            draft = making.clear(draft, step)
            order = chance.shuffle([str(place) for place in range(len(fields))])
            for key, place in zip(fields, order, strict=True):
                draft = making.assign(draft, step, key, int(place))
            return draft
        case WordsStep(ideas=ideas):
            for key, sentences in ideas.items():
                if sentences and not state.answer.words.get(key):
                    draft = making.write(draft, step, key, _pick(sentences, chance))
            return draft


def _pick(from_: Sequence[T], chance: Chance) -> T:
    return from_[chance.roll(len(from_)) - 1]


def _choose(making: CharacterCreation, draft: CharacterDraft, step: ChooseStep, chance: Chance) -> CharacterDraft:
    """Choose up to the highest number of options, as far as points go."""
    state = making.progress(draft).step(step.key)
    if not step.least and step.field and state.sheet.value(step.field) and step.most == 1:
        return draft  # a package has chosen already
    taken = set(state.answer.chosen)
    options = [option.name for option in options_on(step, state.answer, state.sheet) if option.name not in taken]
    wanted = step.most if step.least or step.pool else 1
    for name in chance.shuffle(options):
        now = making.progress(draft).step(step.key)
        if len(now.answer.chosen) >= wanted and now.missing is None:
            break
        change = partial(making.choose, step=step.key, name=name)
        draft = _changed(draft, change) or draft
    return draft


def _buy(making: CharacterCreation, draft: CharacterDraft, step: NumbersStep, chance: Chance) -> CharacterDraft:
    """Raise numbers by one, one after the other, while points are left."""
    keys = [number.key for number in step.numbers]
    for _ in range(_MOST_TRIES):
        state = making.progress(draft).step(step.key)
        if not keys or state.pool is None or state.pool.left <= 0:
            break
        key = _pick(keys, chance)
        change = partial(_raised, making, step.key, key)
        changed = _changed(draft, change)
        if changed is None:
            keys.remove(key)
        draft = changed or draft
    return draft


def _changed(draft: CharacterDraft, change: Change) -> CharacterDraft | None:
    """Return the changed draft; None if a limit forbids the change."""
    try:
        return change(draft)
    except Refused:
        return None


def _raised(making: CharacterCreation, step: str, key: str, draft: CharacterDraft) -> CharacterDraft:
    state = making.progress(draft).step(step)
    assert isinstance(state.step, NumbersStep)
    return making.set_number(draft, step, key, numbers_on(state.step, state.answer, state.packages)[key] + 1)


def _spend(making: CharacterCreation, draft: CharacterDraft, step: SpendStep, chance: Chance) -> CharacterDraft:
    """Hand points out in portions, first over rows that have some already."""
    portion = 0
    for _ in range(_MOST_TRIES):
        state = making.progress(draft).step(step.key)
        left = _left(step, state)
        portion = portion or max(1, left // _PORTIONS)
        lines = [line for line in spend_lines(step, state.answer, state.sheet) if _affords(step, line, 1, left)]
        if left <= 0 or not lines:
            break
        line = _pick(_preferred(lines), chance)
        counts = range(min(portion, left, line.most - line.added), 0, -1)
        added = next(count for count in counts if _affords(step, line, count, left))
        draft = making.spend(draft, step.key, line.name, line.added + added)
    return draft


def _affords(step: SpendStep, line: SpendLine, more: int, left: int) -> bool:
    """Say whether a line can get so many more points."""
    price = points_gone(step, line, line.added + more) - points_gone(step, line)
    return line.added + more <= line.most and price <= left


def _left(step: SpendStep, state: StepState) -> int:
    """Return the points to hand out; without points, one by one until the sum is as the rules advise."""
    return state.pool.left if state.pool is not None else int((state.missing or state.advice) is not None)


def _preferred(lines: Sequence[SpendLine]) -> Sequence[SpendLine]:
    return [line for line in lines if line.given > 0] or lines
