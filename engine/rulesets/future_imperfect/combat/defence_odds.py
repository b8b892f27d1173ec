"""The odds of an active defence: the chance that the attack misses, before and after it (FI-DEFEND-4, FI-DEFEND-7).

Only odds need this module: it loads the dice library.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds, Outcome, distribution
from engine.odds.table_after import table_after
from engine.rulesets.future_imperfect.checks.check_chances import score_chances
from engine.rulesets.future_imperfect.checks.check_commands import ThrowDice
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.checks.check_scores import result_of_scores
from engine.rulesets.future_imperfect.combat.attack_commands import against_defence
from engine.rulesets.future_imperfect.combat.defence_commands import DefencePurpose, Defend
from engine.rulesets.future_imperfect.procedures.check_procedure import Check


def defence_odds(table: Table, command: Defend | ThrowDice, viewer: str) -> Odds | None:
    """Return the chance that the attack misses; None where the viewer may not read one of both, or nobody defends."""
    before = CHECKS.current(table)
    try:
        if isinstance(command, Defend):
            table = table_after(table, replace(command, throws=False))
        elif command.accepts:
            return None  # they are beside the offer that only throws the dice
        else:
            command.verify(table)
    except Refused:
        return None
    defence = CHECKS.current(table)
    checks = [procedure for procedure in table.procedures if isinstance(procedure, Check)]
    if defence is None or not isinstance(defence.then, DefencePurpose) or len(checks) < 2:
        return None
    attack = checks[-2]
    if not all(CHECKS.may_know_odds(table, check, viewer) for check in (attack, defence)):
        return None
    scores = [(score, chance) for score, chance in score_chances(table, attack.rolls[0]) if not score.bust]
    beyond = [Fraction(0), *accumulate(chance for _, chance in reversed(scores))]

    def hits(against: Check) -> Fraction:
        """Return the chance that the attack hits: the higher the total of its roll, the sooner."""
        first = bisect_left(scores, 1, key=lambda one: result_of_scores(table, against, (one[0],)).successes)
        return beyond[len(scores) - first]

    by_number: dict[int | None, Fraction] = {}
    struck = Fraction(0)
    for score, chance in score_chances(table, defence.rolls[0]):
        against = against_defence(attack, score.total, bust=score.bust)
        if against.tn not in by_number:
            by_number[against.tn] = hits(against)
        struck += chance * by_number[against.tn]
    outcomes = [
        (Outcome(name=name, label=Message(key=f"odds.attack_{name}"), succeeds=name == "misses"), chance)
        for name, chance in (("misses", 1 - struck), ("hits", struck))
    ]
    is_new = before != defence
    return Odds(
        chance=1 - struck,
        success=Message(key="odds.attack_misses"),
        success_word=Message(key="odds.word_miss"),
        before=1 - hits(attack) if is_new else None,
        distributions=(distribution(Message(key="odds.result"), outcomes),),
        assumptions=(Message(key="odds.without_chips"),),
        explanation=(*CHECKS.odds_explanation(table, attack), *CHECKS.odds_explanation(table, defence)),
    )
