"""A check from its opening to its result: dice, total, and what follows from it (FI-CORE)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.control import controller_of
from engine.kit.memo import Memo
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.checks.dice_tray import dice_purpose, show_roll
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult, CheckRoll, current_check
from engine.rulesets.future_imperfect.procedures.participants import add_open_log_line, need_controller
from engine.rulesets.future_imperfect.rules import roll_rules
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, ThrownDice
from engine.rulesets.future_imperfect.settings import flag, limit, number, word

_SCORES: Final = Memo[RollScore]()


def open_check(draft: Draft, check: Check) -> None:
    """Put a check in front. Its modifiers may change until the dice fall."""
    draft.push_procedure(check)
    names = [actor_name(draft.table, roll.actor) for roll in check.rolls]
    called = check.then.called
    add_open_log_line(
        draft,
        check.rolls[0].actor,
        f"{'check' if len(names) == 1 else 'contest'}_opens{'_as' if called else ''}",
        other=names[-1],
        called=called,
        name=check.rolls[0].name,
        what=check.what,
        tn=check.tn,
        reckoning=[part.words for part in (*check.rolls[0].parts, *check.tn_parts)],
    )


def need_check(table: Table) -> Check:
    """Return the check in front. Raises Refused if there is none."""
    check = current_check(table)
    if check is None:
        raise Refused("nothing_rolled", "FI-CORE-9")
    return check


def need_open(table: Table) -> Check:
    """Return the check whose dice have not fallen yet. Raises Refused if there is none."""
    check = need_check(table)
    if check.thrown:
        raise Refused("dice_have_fallen", "FI-CORE-21")
    return check


def need_thrown(table: Table) -> Check:
    """Return the check whose dice have all fallen. Raises Refused if there is none."""
    check = need_check(table)
    if not check.thrown:
        raise Refused("throw_first", "FI-CORE-21")
    return check


def need_roll(check: Check, index: int) -> CheckRoll:
    """Return one roll of a check. Raises Refused if the check has no roll of that index."""
    if index >= len(check.rolls):
        raise Refused("no_such_roll")
    return check.rolls[index]


def need_takes_part(table: Table, command: Request, check: Check) -> None:
    """Raise Refused unless the seat controls a rolling character, or is the GM's."""
    if table.is_gm(command.seat) or any(controller_of(table, roll.actor) == command.seat for roll in check.rolls):
        return
    need_controller(table, command, check.rolls[0].actor)


def with_roll(check: Check, index: int, roll: CheckRoll) -> Check:
    """Return a check with one roll changed; earlier acceptances are cancelled."""
    return replace(check, rolls=(*check.rolls[:index], roll, *check.rolls[index + 1 :]), stands=())


def score_of(table: Table, roll: CheckRoll) -> RollScore:
    """Return the present score of a roll."""
    return _SCORES.get(roll.actor, (roll, table.options), lambda: _score_of(table, roll))


def _score_of(table: Table, roll: CheckRoll) -> RollScore:
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


def throw_all(draft: Draft, which: Collection[int] = (0, 1)) -> None:
    """Pay the cost of the check in front, throw its dice or those of some rolls, and log the faces."""
    check = need_check(draft.table)
    if not check.fallen:
        check.then.pay(draft, check)
        check = replace(need_check(draft.table), fallen=True)
    unthrown = [index for index, roll in enumerate(check.rolls) if index in which and roll.thrown is None]
    for index in unthrown:
        roll = check.rolls[index]
        with dice_purpose(draft, roll.actor, "side", sums=True, name=roll.name):
            dice = roll_exploding_dice(draft, roll.dice.sides, roll.dice.count, aces=True)
        check = with_roll(check, index, replace(roll, thrown=ThrownDice(dice=dice)))
    draft.replace_procedure(check)
    for index in unthrown:
        log_roll(draft, check.rolls[index])


def log_roll(draft: Draft, roll: CheckRoll) -> None:
    """Log the dice and the total of a roll."""
    score = score_of(draft.table, roll)
    add_open_log_line(
        draft,
        roll.actor,
        "dice_bust" if score.bust else "dice_fall",
        "FI-CORE-12" if score.bust else "FI-CORE-8",
        name=roll.name,
        dice=faces_of(roll.thrown or ThrownDice(dice=())),
        total=score.total,
        sum=_sum_of(score),
        reckoning=calculation_lines(score),
        seen="dice_bust_seen" if score.bust else "dice_fall_seen",
        hides=("dice", "sum"),
    )


def _sum_of(score: RollScore) -> str:
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


def decide(draft: Draft) -> None:
    """End the check in front, log the result, and continue with its purpose."""
    check = need_check(draft.table)
    result = check_result(draft.table, check)
    if result.contest is not None and result.contest.again:
        anew = tuple(replace(roll, thrown=None, ruled=None) for roll in check.rolls)
        draft.replace_procedure(replace(check, rolls=anew, stands=()))
        draft.note("tie_again", "FI-CORE-18")
        return
    draft.pop_procedure(Check)
    show_roll(draft, check)
    _record_figures(draft, result)
    if check.then.acts:
        character_conditions.record_roll(draft, check.rolls[0])
        character_conditions.end_action(draft, check.rolls[0].actor)
    check.then.resume(draft, result)


def _record_figures(draft: Draft, result: CheckResult) -> None:
    first = result.scores[0]
    figures: dict[str, Json] = {
        "total": first.total,
        "bust": first.bust,
        "kept": first.kept,
        "successes": result.successes,
    }
    if draft.table.actors[result.check.rolls[0].actor].secret:
        del figures["kept"]  # or the rest of the total could be told from it
    if result.outcome is not None:
        figures |= {"tn": result.outcome.tn, "raises": result.outcome.raises, "success": result.successes > 0}
    if result.contest is not None:
        winner = result.contest.winner or ""
        figures |= {"winner": winner, "opposing_total": result.scores[1].total}
        figures |= {"successes": result.contest.successes}
    draft.record_results(**figures)


def plain_result(draft: Draft, result: CheckResult) -> None:
    """Log the result of a roll without further effect, and its stakes."""
    check = result.check
    name = actor_name(draft.table, check.rolls[0].actor)
    if result.contest is not None:
        ahead = {None: None, "initiator": 0, "other": 1}[result.contest.winner]
        winner = actor_name(draft.table, check.rolls[ahead].actor) if ahead is not None else None
        draft.note("contest_won", "FI-CORE-18", actor=winner, successes=result.contest.successes, what=check.what)
        return
    if result.outcome is None:
        draft.note("rolled_only", actor=name, total=result.scores[0].total, what=check.what)
        return
    draft.note(
        "check_made" if result.successes else "check_failed",
        "FI-CORE-10",
        "FI-CORE-11",
        actor=name,
        total=result.outcome.total,
        tn=result.outcome.tn,
        raises=result.outcome.raises,
        what=check.what,
        stakes=check.stakes,
    )
