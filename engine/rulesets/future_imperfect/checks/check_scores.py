"""The score of a roll and the result of a check, with their calculations for the log (FI-CORE)."""

from __future__ import annotations

from engine.core.memo import memo
from engine.kit.calculation import CalculationStep
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.rules import roll_rules
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, ThrownDice
from engine.rulesets.future_imperfect.settings import flag, limit, number, word


@memo
def score_of(table: Table, roll: CheckRoll) -> RollScore:
    """Return the present score of a roll."""
    score = roll_rules.score(
        roll.thrown or ThrownDice(dice=()),
        roll.dice.plus,
        roll.parts,
        per_die=1 - roll.targets,
        halved=roll.halved,
        trait_plus=word(table, "trait_plus"),
        default_halve=word(table, "default_halve"),
        bust_rule=word(table, "bust_rule"),
        bust_recheck_on_added_dice=flag(table, "bust_recheck_on_added_dice"),
    )
    if roll.ruled is None:
        return score
    ruled = CalculationStep(reason="ruled", value=roll.ruled - score.total)
    return replace(score, total=roll.ruled, bust=False, parts=(*score.parts, ruled))


def check_result(table: Table, check: Check) -> CheckResult:
    """Return the present result of a check."""
    scores = tuple(score_of(table, roll) for roll in check.rolls)
    step = number(table, "raise_step")
    if check.tn is not None:
        return CheckResult(check=check, scores=scores, outcome=roll_rules.against(scores[0], check.tn, raise_step=step))
    if len(scores) == 1:
        return CheckResult(check=check, scores=scores)
    contest = roll_rules.opposed(
        scores[0],
        scores[1],
        raise_step=step,
        opposed_tie=word(table, "opposed_tie"),
        opposed_min_tn=limit(table, "opposed_min_tn"),
    )
    return CheckResult(check=check, scores=scores, contest=contest)


def sum_of(score: RollScore) -> str:
    """Return the short sum of a total: `14 − 3 = 11`."""
    best = next((part.value for part in score.parts if part.reason == "kept"), score.kept)
    modifier = score.total - best
    calculation = (
        f"{best} {'+' if modifier > 0 else '−'} {abs(modifier)} = {score.total}" if modifier else str(score.total)
    )
    return calculation.replace("-", "−")


def calculation_lines(score: RollScore) -> list[Message]:
    """Return the steps of a total, for the log."""
    return [part.words for part in score.parts]


def faces_of(thrown: ThrownDice) -> list[str]:
    """Return each die with the chain of its Aces: `8+3`."""
    dice = (*thrown.dice, *(added.die for added in thrown.added))
    return ["+".join(map(str, die.faces)) for die in dice]
