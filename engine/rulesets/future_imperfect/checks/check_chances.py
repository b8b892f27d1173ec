"""The exact chances of a check: a roll against a number, or two rolls against each other (FI-CORE).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from engine.kit.checks.exploding_dice import MAX_EXPLOSIONS, Die
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.dice_odds import exploding_chances, highest_chances
from engine.odds.odds import Outcome, chance_sums
from engine.rulesets.future_imperfect.checks.check_scores import result_of_scores, score_of
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckRoll
from engine.rulesets.future_imperfect.rules.roll_rules import RollScore, ThrownDice

MOST_RAISES = 3
"""The maximum of raises that are counted; more are listed with it."""
TOO_RARE = 10**12
"""Where no end of the Aces is in sight, they end once the chance of one more is below one in so many."""
ScoreChances = Sequence[tuple[RollScore, Fraction]]


def check_chances(table: Table, check: Check) -> list[tuple[Outcome, Fraction]] | None:
    """Return the chances of the outcomes, the best first; None for a roll that is compared with nothing.

    Against a number they are exact. In a contest Aces go on for ever on both sides, so that a chance below one in
    `TOO_RARE` is neglected. A tie that is rolled again is rolled until it is none (FI-CORE-18).
    """
    if check.tn is not None:
        chances = _chances_against_number(table, check)
    elif len(check.rolls) == 2:
        chances = _contest_chances(table, check)
        again = chances.pop(_AGAIN, Fraction(0))
        if again:
            anew = replace(check, rolls=tuple(replace(roll, thrown=None, ruled=None) for roll in check.rolls))
            fresh = chances if anew == check else _contest_chances(table, anew)
            decided = 1 - fresh.pop(_AGAIN, again if fresh is chances else Fraction(0))
            chances = {
                name: chances.get(name, Fraction(0)) + again * fresh.get(name, Fraction(0)) / decided
                for name in {**chances, **fresh}
            }
    else:
        return None
    return [(_outcome(table, check, name), chances[name]) for name in _NAMES if chances.get(name)]


def score_chances(table: Table, roll: CheckRoll) -> ScoreChances:
    """Return the possible scores of a roll with their chances, a bust last."""
    return _score_chances(table, roll, _explosions(roll.dice.sides))


def chances_with_chip(roll: CheckRoll) -> Iterator[tuple[Die, Fraction]]:
    """Yield each total that the die of a chip may have, as one face, with its chance (FI-FATE-9, FI-FATE-10)."""
    for total, chance in exploding_chances(roll.dice.sides, _explosions(roll.dice.sides)).items():
        yield Die(faces=(total,)), chance


# ---- one roll --------------------------------------------------------------------------------------------------------


def _score_chances(table: Table, roll: CheckRoll, explosions: int) -> ScoreChances:
    """Return the possible scores of a roll with their chances: without a bust in order of their totals, then a bust.

    Only the highest of the dice and the number of ones matter: for the total, and for a bust.
    """
    dice = roll.dice
    if roll.thrown is not None or dice.count < 1:
        return [(score_of(table, roll), Fraction(1))]
    faces = ([1] * ones + [2] * (dice.count - ones) for ones in range(dice.count + 1))
    is_bust = [_score_of(table, roll, some).bust for some in faces]
    totals: list[tuple[int, Fraction]] = []
    bust = Fraction(0)
    for (highest, ones), chance in highest_chances(dice.sides, dice.count, explosions).items():
        if is_bust[ones]:
            bust += chance
        else:
            totals.append((highest, chance))
    scores = [
        (replace(_score_of(table, roll, [highest]), bust=False), chance)
        for highest, chance in sorted(chance_sums(totals).items())
    ]
    return [*scores, (replace(_score_of(table, roll, [1]), bust=True), bust)] if bust else scores


def _score_of(table: Table, roll: CheckRoll, faces: Sequence[int]) -> RollScore:
    return score_of(table, replace(roll, thrown=ThrownDice(dice=tuple(Die(faces=(face,)) for face in faces))))


def _explosions(sides: int) -> int:
    """Return how often a die can explode before that gets too rare to matter."""
    explosions = 1
    while sides**explosions < TOO_RARE:
        explosions += 1
    return min(explosions, MAX_EXPLOSIONS)


# ---- against a number ------------------------------------------------------------------------------------------------


def _chances_against_number(table: Table, check: Check) -> dict[str, Fraction]:
    roll = check.rolls[0]
    scores = _score_chances(table, roll, _explosions_wanted(table, check))
    return chance_sums((_name_of(table, check, (score,)), chance) for score, chance in scores)


def _explosions_wanted(table: Table, check: Check) -> int:
    """Return after how many Aces every total has the best outcome, whatever follows."""
    roll, most = check.rolls[0], _explosions(check.rolls[0].dice.sides)
    for explosions in range(1, most if roll.thrown is None else 1):
        score = _score_of(table, roll, [explosions * roll.dice.sides + 1])
        if _name_of(table, check, (score,)) == _BEST:
            return explosions
    return most


# ---- contests --------------------------------------------------------------------------------------------------------


def _contest_chances(table: Table, check: Check) -> dict[str, Fraction]:
    """Return the chances of the outcomes of a contest.

    The higher the other side's total, the worse the outcome, and the higher the own one, the better. So the borders
    between the outcomes only move up from one own total to the next.
    """
    sides = [_score_chances(table, roll, _explosions(roll.dice.sides)) for roll in check.rolls]
    others = [(score, chance) for score, chance in sides[1] if not score.bust]
    busts = [(score, chance) for score, chance in sides[1] if score.bust]
    sums = [Fraction(0)]
    for _, chance in others:
        sums.append(sums[-1] + chance)
    chances: list[tuple[str, Fraction]] = []

    ends = [0] * len(_NAMES)  # for each outcome, where the totals end that give it or a better one
    for own, own_chance in sides[0]:

        def rank(other: RollScore, own: RollScore = own) -> int:
            return _NAMES.index(_name_of(table, check, (own, other)))

        if own.bust:
            ends = [0] * len(_NAMES)
        start = 0
        for at, name in enumerate(_NAMES):
            end = max(ends[at], start)
            while end < len(others) and rank(others[end][0]) <= at:
                end += 1
            ends[at] = end
            chances.append((name, own_chance * (sums[end] - sums[start])))
            start = end
        chances += [(_NAMES[rank(bust)], own_chance * chance) for bust, chance in busts]
    return chance_sums(chances)


# ---- outcomes --------------------------------------------------------------------------------------------------------

_BEST, _AGAIN = f"raises_{MOST_RAISES}", "again"
_NAMES = (*(f"raises_{raises}" for raises in range(MOST_RAISES, 0, -1)), "success", _AGAIN, "failure", "bust")


def _name_of(table: Table, check: Check, scores: tuple[RollScore, ...]) -> str:
    """Return the name of the outcome of a check with these scores."""
    result = result_of_scores(table, check, scores)
    if result.contest is not None and result.contest.again:
        return _AGAIN
    if not result.successes:
        return "bust" if scores[0].bust and len(scores) == 1 else "failure"
    raises = min(result.successes - 1, MOST_RAISES)
    return f"raises_{raises}" if raises else "success"


def _outcome(table: Table, check: Check, name: str) -> Outcome:
    succeeds = name not in ("failure", "bust", _AGAIN)
    params: Mapping[str, str] = {}
    if len(check.rolls) == 2:
        params = {"actor": actor_name(table, check.rolls[0].actor)}
    word = name if not params else f"contest_{name}"
    return Outcome(name=name, label=Message(key=f"odds.{word}", params=params), succeeds=succeeds)
