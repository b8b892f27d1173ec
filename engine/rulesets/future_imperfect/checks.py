"""Rolls at the table: what is thrown, what it comes to, and what goes on once it is decided (FI-CORE)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request
from engine.play.draft import Draft
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.future_imperfect import rolls, states
from engine.rulesets.future_imperfect.leading import leader, need_leader, note_openly
from engine.rulesets.future_imperfect.lying import leave_roll, thrown_for
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.parts import total as total_of
from engine.rulesets.future_imperfect.procedures.check import Check, Roll, check
from engine.rulesets.future_imperfect.remembering import Remembered
from engine.rulesets.future_imperfect.rolls import Contest, Outcome, Score, Thrown
from engine.rulesets.future_imperfect.settings import flag, limit, number, word
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table

Which = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who began it, 1 of who resists")]


class Decided(Frozen):
    """A check with what came of it: an outcome against a number, or a contest."""

    check: Check
    scores: tuple[Score, ...]
    outcome: Outcome | None = None
    contest: Contest | None = None

    @property
    def successes(self) -> int:
        """What the one who began it achieved."""
        if self.outcome is not None:
            return self.outcome.successes
        return self.contest.successes if self.contest and self.contest.winner == "initiator" else 0


@dataclass(frozen=True, slots=True)
class Purpose:
    """What goes on after a check.

    Attributes:
        decide: what is done once it is decided; the check is over by then.
        acts: it is an action of the one who began it, not what anybody does in passing or without wanting to.
    """

    decide: Callable[[Draft, Decided], None]
    acts: bool = False


PURPOSES: Final[dict[str, Purpose]] = {}
"""Each room puts in what its checks lead to."""
_SCORES: Final = Remembered[Score]()


class Accept(Request):
    """The roll stands as it is; what it means follows."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")


class CallOff(Request):
    """What was to be rolled for is called off, before the dice fall."""

    RULES = ("FI-CORE-21",)


def open_check(draft: Draft, started: Check) -> None:
    """Put a check to the front. Its parts may still be changed until the dice fall."""
    draft.begin(started)
    names = [actor_name(draft.table, roll.actor) for roll in started.rolls]
    note_openly(
        draft,
        started.rolls[0].actor,
        "check_opens" if len(names) == 1 else "contest_opens",
        other=names[-1],
        name=started.rolls[0].name,
        what=started.what,
        tn=started.tn,
        reckoning=[part.words for part in (*started.rolls[0].parts, *started.tn_parts)],
    )


def need_check(table: Table) -> Check:
    """Return the check at the front. Raises Refused if nothing is being rolled."""
    found = check(table)
    if found is None:
        raise Refused("nothing_rolled", "FI-CORE-9")
    return found


def need_open(table: Table) -> Check:
    """Return the check whose dice have not fallen yet. Raises Refused if there is none."""
    found = need_check(table)
    if found.thrown:
        raise Refused("dice_have_fallen", "FI-CORE-21")
    return found


def need_thrown(table: Table) -> Check:
    """Return the check whose dice lie. Raises Refused if there is none."""
    found = need_check(table)
    if not found.thrown:
        raise Refused("throw_first", "FI-CORE-21")
    return found


def need_roll(found: Check, index: int) -> Roll:
    """Return one roll of a check. Raises Refused if it has not so many."""
    if index >= len(found.rolls):
        raise Refused("no_such_roll")
    return found.rolls[index]


def need_takes_part(table: Table, command: Request, found: Check) -> None:
    """Raise Refused unless the one who asks leads one of those who roll, or is the Master."""
    if table.is_gm(command.seat) or any(leader(table, roll.actor) == command.seat for roll in found.rolls):
        return
    need_leader(table, command, found.rolls[0].actor)


def with_roll(found: Check, index: int, roll: Roll) -> Check:
    """Return a check with one roll changed."""
    return replace(found, rolls=(*found.rolls[:index], roll, *found.rolls[index + 1 :]))


def score_of(table: Table, roll: Roll) -> Score:
    """Return what a roll comes to as it stands."""
    return _SCORES.get(roll.actor, (roll, table.options), lambda: _score_of(table, roll))


def _score_of(table: Table, roll: Roll) -> Score:
    found = rolls.score(
        roll.thrown or Thrown(dice=()),
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
        return found
    ruled = Part(reason="ruled", value=roll.ruled - found.total)
    return replace(found, total=roll.ruled, bust=False, parts=(*found.parts, ruled))


def decided(table: Table, found: Check) -> Decided:
    """Return what a check comes to as it stands."""
    scores = tuple(score_of(table, roll) for roll in found.rolls)
    step = number(table, "raise_step")
    if found.tn is not None:
        return Decided(check=found, scores=scores, outcome=rolls.against(scores[0], found.tn, raise_step=step))
    if len(scores) == 1:
        return Decided(check=found, scores=scores)
    contest = rolls.opposed(
        scores[0],
        scores[1],
        raise_step=step,
        opposed_tie=word(table, "opposed_tie"),
        opposed_min_tn=limit(table, "opposed_min_tn"),
    )
    return Decided(check=found, scores=scores, contest=contest)


def throw_all(draft: Draft) -> None:
    """Throw the dice of the check at the front and tell what they show."""
    found = need_check(draft.table)
    for index, roll in enumerate(found.rolls):
        with thrown_for(draft, roll.actor, "side", name=roll.name):
            dice = throw(draft, roll.dice.sides, roll.dice.count, aces=True)
        found = with_roll(found, index, replace(roll, thrown=Thrown(dice=dice)))
    draft.become(found)
    for roll in found.rolls:
        tell_roll(draft, roll)


def tell_roll(draft: Draft, roll: Roll) -> None:
    """Tell what the dice of a roll show and come to."""
    score = score_of(draft.table, roll)
    note_openly(
        draft,
        roll.actor,
        "dice_bust" if score.bust else "dice_fall",
        "FI-CORE-12" if score.bust else "FI-CORE-8",
        name=roll.name,
        dice=faces_of(roll.thrown or Thrown(dice=())),
        total=score.total,
        reckoning=reckoning_of(score),
    )


def reckoning_of(score: Score) -> list[Message]:
    """Return what a total is made of, for the log."""
    return [part.words for part in score.parts]


def faces_of(thrown: Thrown) -> list[str]:
    """Return each die with the chain of its Aces: `8+3`."""
    dice = (*thrown.dice, *(added.die for added in thrown.added))
    return ["+".join(map(str, die.faces)) for die in dice]


def verify_accept(table: Table, command: Accept) -> None:
    """Whoever takes part, once the dice lie."""
    need_takes_part(table, command, need_thrown(table))


def accept(draft: Draft, command: Accept) -> None:
    """Decide it."""
    decide(draft)


def decide(draft: Draft) -> None:
    """End the check at the front, tell what came of it, and go on with what it was for."""
    found = need_check(draft.table)
    result = decided(draft.table, found)
    if result.contest is not None and result.contest.again:
        draft.become(replace(found, rolls=tuple(replace(roll, thrown=None, spent={}) for roll in found.rolls)))
        draft.note("tie_again", "FI-CORE-18")
        return
    draft.finish(Check)
    leave_roll(draft, found)
    _figures(draft, result)
    purpose = PURPOSES[found.purpose]
    if purpose.acts:
        states.end_action(draft, found.rolls[0].actor)
    purpose.decide(draft, result)


def _figures(draft: Draft, result: Decided) -> None:
    first = result.scores[0]
    figures: dict[str, Json] = {
        "total": first.total,
        "bust": first.bust,
        "kept": first.kept,
        "successes": result.successes,
    }
    if result.outcome is not None:
        figures |= {"tn": result.outcome.tn, "raises": result.outcome.raises, "success": result.successes > 0}
    if result.contest is not None:
        winner = result.contest.winner or ""
        figures |= {"winner": winner, "opposing_total": result.scores[1].total}
        figures |= {"successes": result.contest.successes}
    draft.figure(**figures)


def plain_result(draft: Draft, result: Decided) -> None:
    """A roll that was made for its own sake: tell how it went, and what was staked on it."""
    found = result.check
    name = actor_name(draft.table, found.rolls[0].actor)
    if result.contest is not None:
        ahead = {None: None, "initiator": 0, "other": 1}[result.contest.winner]
        who = actor_name(draft.table, found.rolls[ahead].actor) if ahead is not None else None
        draft.note("contest_won", "FI-CORE-18", actor=who, successes=result.contest.successes, what=found.what)
        return
    if result.outcome is None:
        draft.note("rolled_only", actor=name, total=result.scores[0].total, what=found.what)
        return
    draft.note(
        "check_made" if result.successes else "check_failed",
        "FI-CORE-10",
        "FI-CORE-11",
        actor=name,
        total=result.outcome.total,
        tn=result.outcome.tn,
        raises=result.outcome.raises,
        what=found.what,
        stakes=found.stakes,
    )


PURPOSES["plain"] = Purpose(plain_result, acts=True)


def verify_call_off(table: Table, command: CallOff) -> None:
    """Before the throw: the Master, or whoever began it."""
    need_takes_part(table, command, need_open(table))


def call_off(draft: Draft, command: CallOff) -> None:
    """Nothing has happened."""
    draft.note("called_off", "FI-CORE-21", what=need_check(draft.table).what)
    draft.finish(Check)


def tn_of(parts: tuple[Part, ...]) -> int:
    """Return the target number that parts come to."""
    return total_of(parts)


MOVES = (
    Move(Accept, verify_accept, accept),
    Move(CallOff, verify_call_off, call_off),
)
