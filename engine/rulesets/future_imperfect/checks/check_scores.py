"""The score of a roll, the result of a check, and the Fate Chips that could improve it (FI-CORE, FI-FATE-8 to 13)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.memo import memo_of_last, memo_of_moment
from engine.kit.calculation import CalculationStep, overruled
from engine.kit.control import controller_of
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.chips import fate_chip_rules
from engine.rulesets.future_imperfect.chips.fate_pot import bags_for
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CardTurn, current_conflict, fighter_of
from engine.rulesets.future_imperfect.rules import roll_rules
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, ThrownDice
from engine.rulesets.future_imperfect.settings import flag, limit, number, word


def score_of(table: Table, roll: CheckRoll) -> RollScore:
    """Return the present score of a roll."""
    return _score_by(roll, _score_options(table.options, table.scene))


class ScoreOptions(Frozen):
    """The options of the group for the score of a roll."""

    trait_plus: roll_rules.TraitPlus
    default_halve: roll_rules.DefaultHalve
    bust_rule: roll_rules.BustRule
    bust_recheck_on_added_dice: bool


@memo_of_last
def _score_options(options: Mapping[str, Json], scene: Mapping[str, Json]) -> ScoreOptions:
    table = Table(ruleset="future_imperfect", options=options, scene=scene)
    return ScoreOptions(
        trait_plus=word(table, "trait_plus"),
        default_halve=word(table, "default_halve"),
        bust_rule=word(table, "bust_rule"),
        bust_recheck_on_added_dice=flag(table, "bust_recheck_on_added_dice"),
    )


@memo_of_moment
def _score_by(roll: CheckRoll, options: ScoreOptions) -> RollScore:
    score = roll_rules.score(
        roll.thrown or ThrownDice(dice=()),
        roll.dice.plus,
        roll.parts,
        per_die=1 - roll.targets,
        halved=roll.halved,
        trait_plus=options.trait_plus,
        default_halve=options.default_halve,
        bust_rule=options.bust_rule,
        bust_recheck_on_added_dice=options.bust_recheck_on_added_dice,
    )
    if roll.ruled is None:
        return score
    parts = overruled(score.parts, roll.ruled, CalculationStep)
    return replace(score, total=roll.ruled, bust=False, parts=parts)


def check_result(table: Table, check: Check) -> CheckResult:
    """Return the present result of a check."""
    return result_of_scores(table, check, tuple(score_of(table, roll) for roll in check.rolls))


def result_of_scores(table: Table, check: Check, scores: tuple[RollScore, ...]) -> CheckResult:
    """Return the result of a check whose rolls have some scores."""
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
    """Return the short sum of a total: `14 − 3 = 11`, and with a halved roll `19 ÷ 2 − 7 = 2` (FI-CORE-15)."""
    best, changed, words = score.kept, 0, ""
    for part in score.parts:
        if part.reason == "kept":
            best = part.value
        elif part.reason == "halved":
            words = f"({best}{_change(changed)}) ÷ 2" if changed else f"{best} ÷ 2"
            changed = 0
        else:
            changed += part.value
    if not words and not changed:
        return _signed(score.total)
    return f"{words or _signed(best)}{_change(changed)} = {_signed(score.total)}"


def _change(value: int) -> str:
    return f" {'+' if value > 0 else '−'} {abs(value)}" if value else ""


def _signed(value: int) -> str:
    return str(value).replace("-", "−")


def calculation_lines(score: RollScore) -> list[Message]:
    """Return the steps of a total, for the log."""
    return [part.words for part in score.parts]


def faces_of(thrown: ThrownDice) -> list[str]:
    """Return each die with the chain of its Aces: `8+3`."""
    dice = (*thrown.dice, *(added.die for added in thrown.added))
    return ["+".join(map(str, die.faces)) for die in dice]


@memo_of_moment
def open_rolls(table: Table, check: Check) -> tuple[int, ...]:
    """Return the rolls that a chip at the table could still change and that are not accepted."""
    if not check.thrown:
        return ()
    return tuple(
        index
        for index in range(len(check.rolls))
        if index not in check.stands and _can_be_improved(table, check, index)
    )


def _can_be_improved(table: Table, check: Check, index: int) -> bool:
    """Say whether a chip could help a roll; the opponent in a contest does not count as a helper."""
    controller = controller_of(table, check.rolls[index].actor)
    against = {controller_of(table, roll.actor) for roll in check.rolls} - {controller}
    bags = [bag for bag in bags_for(table, check.rolls[index].actor) if bag not in against]
    stocks = [chips for chips in map(table.chips.get, bags) if chips]
    if not stocks:
        return False
    colours = [colour for colour, why in chips_for(table, check, index).items() if why is None]
    return any(bag.get(colour) for bag in stocks for colour in colours)


@memo_of_moment
def chips_for(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    """Return for each colour the refusal to spend it on a roll now; None where it is allowed."""
    return refusals_of_chips(table, check, index)


def refusals_of_chips(table: Table, check: Check, index: int) -> Mapping[str, Refused | None]:
    """Return the same without a memo: a raised refusal keeps the frames that raised it."""
    roll = check.rolls[index]
    standing = fate_chip_rules.RollStatus(
        bust=score_of(table, roll).bust, kind=roll.kind, spent=chips_spent(table, roll)
    )
    return fate_chip_rules.improvement_refusals(
        standing,
        blue_per_action=limit(table, "blue_per_action"),
        chips_on_strength_damage=flag(table, "chips_on_strength_damage"),
    )


def chips_spent(table: Table, roll: CheckRoll) -> Mapping[str, int]:
    """Return the chips spent in the action of a roll: of its turn, its attack, or the roll alone (FI-FATE-10)."""
    turn, attack = turn_for(table, roll), current_attack(table)
    if turn is not None:
        return turn.spent
    return attack.spent if attack is not None and attack.actor == roll.actor else roll.spent


def turn_for(table: Table, roll: CheckRoll) -> CardTurn | None:
    """Return the turn of the rolling character; None for one that acts in no turn now."""
    conflict = current_conflict(table)
    turn = conflict.turns[-1] if conflict and conflict.turns else None
    return (
        turn if conflict is not None and turn is not None and turn.fighter == fighter_of(conflict, roll.actor) else None
    )
