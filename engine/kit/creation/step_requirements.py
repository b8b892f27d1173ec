"""The requirements of a step that a draft does not meet yet, each as one sentence: options, numbers, points.

>>> from engine.messages.texts import say
>>> pool = PoolState(key="skills", label="skill points", amount=10, left=3, must_be_spent=True)
>>> missing_points(pool, is_last=False), say(missing_points(pool, is_last=True))
(None, 'Skill points: spend 3 more.')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.kit.creation.creation_draft import StepAnswer
from engine.kit.creation.creation_plan import (
    AssignStep,
    ChooseStep,
    CreationStep,
    NumbersStep,
    SpendStep,
    WordsStep,
)
from engine.kit.creation.creation_sheet import chosen_on, numbers_on, range_of
from engine.kit.creation.sheet_rows import formula_number
from engine.kit.creation.spend_lines import SpendLine, number_after, spend_lines
from engine.messages.message import Message
from engine.model.frozen import Json
from engine.sheets.model.filled_sheet import FilledSheet


class PoolState(NamedTuple):
    """The points that a step can spend: how many there are, and how many are left."""

    key: str
    label: str
    amount: int
    left: int
    must_be_spent: bool


def _say(key: str, **params: Json) -> Message:
    return Message(key=f"creation.missing.{key}", params=params)


def missing_points(pool: PoolState | None, is_last: bool, is_free: bool = False) -> Message | None:
    """Return how many points are not spent, or spent without being there.

    Args:
        pool: the points.
        is_last: no later step spends them.
        is_free: this step spends none, so another one has spent too many.
    """
    if pool is None or pool.left == 0 or (pool.left > 0 and not (pool.must_be_spent and is_last)):
        return None
    if pool.left < 0:
        return None if is_free else _say("too_much", count=-pool.left, label=pool.label)
    return _say("points", count=pool.left, label=pool.label)


def missing_answer(
    step: CreationStep, answer: StepAnswer, sheet: FilledSheet, packages: Mapping[str, str]
) -> Message | None:
    """Return what is missing in the answer to a step, apart from points."""
    match step:
        case ChooseStep():
            count = len(chosen_on(step, answer, sheet))
            if count < step.least:
                return _say("choose", count=step.least - count)
            if count > step.most:
                return _say("choose_fewer", count=count - step.most)
            asked = next((words for key, words in step.asks.items() if not answer.words.get(key, "").strip()), "")
            return _say("asked", words=asked) if asked and count else None
        case NumbersStep():
            return _number_missing(step, answer, sheet, packages)
        case SpendStep():
            return _spend_missing(step, answer, sheet)
        case AssignStep():
            open_fields = [key for key in step.fields if key not in answer.places]
            return _say("assign", field=label_of_assigned(step, open_fields[0], sheet)) if open_fields else None
        case WordsStep():
            return None


def _number_missing(
    step: NumbersStep, answer: StepAnswer, sheet: FilledSheet, packages: Mapping[str, str]
) -> Message | None:
    numbers = numbers_on(step, answer, packages)
    for number in step.numbers:
        value, label = numbers.get(number.key), sheet.plan.fields[number.key].label
        least, most = range_of(step, number.key, packages)
        if value is None:
            return _say("number", field=label)
        if not least <= value <= most:
            return _say("number_range", field=label, least=least, most=most)
    return None


def _spend_missing(step: SpendStep, answer: StepAnswer, sheet: FilledSheet) -> Message | None:
    lines = spend_lines(step, answer, sheet)
    for line in lines:
        if line.added > line.most:
            return _say("row_most", name=line.name, most=number_after(step, line, line.most))
    count = _below(formula_number(sheet, step.least_total), lines)
    return _say("total", field=_label_of_spent(step, sheet), count=count) if count else None


def advice_on(step: SpendStep, answer: StepAnswer, sheet: FilledSheet) -> Message | None:
    """Return what the rules advise, but do not require."""
    count = _below(formula_number(sheet, step.advised_total), spend_lines(step, answer, sheet))
    params: dict[str, Json] = {"field": _label_of_spent(step, sheet), "count": count}
    return Message(key="creation.advised.total", params=params) if count else None


def _label_of_spent(step: SpendStep, sheet: FilledSheet) -> str:
    return sheet.plan.fields[step.field].label if step.field else step.title


def _below(needed: int | None, lines: Sequence[SpendLine]) -> int:
    """Return how much the sum of all rows is below a number; 0 for no number."""
    total = sum(max(0, line.given + line.added) for line in lines)
    return max(0, needed - total) if needed is not None else 0


def label_of_assigned(step: AssignStep, key: str, sheet: FilledSheet) -> str:
    """Return the label of a field, or of a row, that gets a value."""
    return key if step.field else sheet.plan.fields[key].label
