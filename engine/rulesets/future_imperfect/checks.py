"""Rolls at the table: what is thrown, what it comes to, and what goes on once it is decided (FI-CORE)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
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
from engine.rulesets.future_imperfect.rolls import Contest, Outcome, Score, Thrown
from engine.rulesets.future_imperfect.settings import flag, limit, number, word
from engine.rulesets.remembering import Remembered
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


class CallingOff(Enum):
    """Who may call a roll off before any dice of it have fallen: what must be suffered only the Master waives."""

    BEGINNER = "beginner"
    MASTER = "master"
    ELSEWHERE = "elsewhere"
    """Nobody; what it belongs to is stopped as a whole, by a command of its own."""


def nothing(draft: Draft, found: Check) -> None:
    """Cost nothing, and leave nothing behind."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a check is for: what it costs, what goes on after it, and who may call it off.

    Attributes:
        decide: what is done once it is decided; the check is over by then.
        acts: it is an action of the one who began it, not what anybody does in passing or without wanting to.
        off: who may call it off.
        pays: what it costs; paid when the first dice fall, so that until then it has cost nothing (FI-CORE-21).
        waived: what goes on once it is called off; the check is over by then.
        dazed: somebody stunned can do it, too (FI-STUN-4).
        called: what such a roll is called, a word; empty where what is rolled says enough.
        runs: it is the running itself that is rolled for: what running costs is not taken from it (FI-MOVE-8).
        waits: once it has fallen it waits until somebody lets it stand, even if no chip could help (FI-SIMPLE-6).
    """

    decide: Callable[[Draft, Decided], None]
    acts: bool = False
    off: CallingOff = CallingOff.MASTER
    pays: Callable[[Draft, Check], None] = nothing
    waived: Callable[[Draft, Check], None] = nothing
    dazed: bool = False
    called: str = ""
    runs: bool = False
    waits: bool = False


PURPOSES: Final[dict[str, Purpose]] = {}
"""Each room puts in what its checks lead to."""
_SCORES: Final = Remembered[Score]()


class Accept(Request):
    """The roll stands as it is; what it means follows once everybody who could still better it has let it stand."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")


class CallOff(Request):
    """What was to be rolled for is called off, before the dice fall."""

    RULES = ("FI-CORE-21",)


def open_check(draft: Draft, started: Check) -> None:
    """Put a check to the front. Its parts may still be changed until the dice fall."""
    draft.begin(started)
    names = [actor_name(draft.table, roll.actor) for roll in started.rolls]
    called = PURPOSES[started.purpose].called
    note_openly(
        draft,
        started.rolls[0].actor,
        f"{'check' if len(names) == 1 else 'contest'}_opens{'_as' if called else ''}",
        other=names[-1],
        called=called,
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
    """Return a check with one roll changed; whoever let it stand as it was may think again."""
    return replace(found, rolls=(*found.rolls[:index], roll, *found.rolls[index + 1 :]), stands=())


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


def throw_all(draft: Draft, which: Collection[int] = (0, 1)) -> None:
    """Pay what the check at the front costs, throw its dice, or those of some rolls, and tell what they show."""
    found = need_check(draft.table)
    if not found.fallen:
        PURPOSES[found.purpose].pays(draft, found)
        found = replace(need_check(draft.table), fallen=True)
    now = [index for index, roll in enumerate(found.rolls) if index in which and roll.thrown is None]
    for index in now:
        roll = found.rolls[index]
        with thrown_for(draft, roll.actor, "side", sums=True, name=roll.name):
            dice = throw(draft, roll.dice.sides, roll.dice.count, aces=True)
        found = with_roll(found, index, replace(roll, thrown=Thrown(dice=dice)))
    draft.become(found)
    for index in now:
        tell_roll(draft, found.rolls[index])


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
        sum=_sum_of(score),
        reckoning=reckoning_of(score),
        seen="dice_bust_seen" if score.bust else "dice_fall_seen",
        hides=("dice", "sum"),
    )


def _sum_of(score: Score) -> str:
    """Return how a total comes about in short: `14 − 3 = 11`."""
    best = next((part.value for part in score.parts if part.reason == "kept"), score.kept)
    more = score.total - best
    made = f"{best} {'+' if more > 0 else '−'} {abs(more)} = {score.total}" if more else str(score.total)
    return made.replace("-", "−")


def reckoning_of(score: Score) -> list[Message]:
    """Return what a total is made of, for the log."""
    return [part.words for part in score.parts]


def faces_of(thrown: Thrown) -> list[str]:
    """Return each die with the chain of its Aces: `8+3`."""
    dice = (*thrown.dice, *(added.die for added in thrown.added))
    return ["+".join(map(str, die.faces)) for die in dice]


def decide(draft: Draft) -> None:
    """End the check at the front, tell what came of it, and go on with what it was for."""
    found = need_check(draft.table)
    result = decided(draft.table, found)
    if result.contest is not None and result.contest.again:
        anew = tuple(replace(roll, thrown=None, ruled=None) for roll in found.rolls)
        draft.become(replace(found, rolls=anew, stands=()))
        draft.note("tie_again", "FI-CORE-18")
        return
    draft.finish(Check)
    leave_roll(draft, found)
    _figures(draft, result)
    purpose = PURPOSES[found.purpose]
    if purpose.acts:
        states.book_roll(draft, found.rolls[0])
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
    if draft.table.actors[result.check.rolls[0].actor].secret:
        del figures["kept"]  # or the rest of the total could be told from it
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


def verify_call_off(table: Table, command: CallOff) -> None:
    """Before any dice have fallen: the Master, or whoever began it, if he chose to."""
    found = need_open(table)
    if found.fallen:
        raise Refused("dice_have_fallen", "FI-CORE-21")
    off = PURPOSES[found.purpose].off
    if off is CallingOff.ELSEWHERE:
        raise Refused("stop_it_instead", "FI-CORE-21")
    if table.is_gm(command.seat) or (
        off is CallingOff.BEGINNER and leader(table, found.rolls[0].actor) == command.seat
    ):
        return
    need_takes_part(table, command, found)
    raise Refused("must_be_rolled", "FI-CORE-21", actor=actor_name(table, found.rolls[0].actor))


def call_off(draft: Draft, command: CallOff) -> None:
    """Nothing has happened; what it was asked for in goes on without it."""
    found = need_check(draft.table)
    purpose = PURPOSES[found.purpose]
    called = "_as" if purpose.called else ""
    name = actor_name(draft.table, found.rolls[0].actor)
    draft.note(f"called_off{called}", "FI-CORE-21", actor=name, called=purpose.called, what=found.what)
    draft.finish(Check)
    purpose.waived(draft, found)


def tn_of(parts: tuple[Part, ...]) -> int:
    """Return the target number that parts come to."""
    return total_of(parts)


MOVES = (Move(CallOff, verify_call_off, call_off),)
