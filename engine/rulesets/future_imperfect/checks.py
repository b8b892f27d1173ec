"""Rolls at the table: dice are declared, thrown, bettered by Fate Chips, and then decided (FI-CORE, FI-FATE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from engine.dice.pools import throw
from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ChipsMoved
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.future_imperfect import fate, rolls
from engine.rulesets.future_imperfect.leading import leader, need_leader, side_of
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.parts import total as total_of
from engine.rulesets.future_imperfect.procedures import CREW, POT, Check, Roll, check, fight, fighter_of
from engine.rulesets.future_imperfect.rolls import Contest, Outcome, Score, Thrown
from engine.rulesets.future_imperfect.settings import flag, limit, number, word
from engine.rulesets.future_imperfect.shooting import other_part
from engine.table.frozen import Frozen, Json, replace
from engine.table.table import Table

Which = Annotated[int, Meta(ge=0, le=1, description="which roll: 0 of who began it, 1 of who resists")]
Bonus = Annotated[int, Meta(ge=-99, le=99, description="what is added to the total")]


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
        busts: chips may turn it; False where nobody can gain by waiting.
    """

    decide: Callable[[Draft, Decided], None]


PURPOSES: Final[dict[str, Purpose]] = {}
"""Each room puts in what its checks lead to."""


class ThrowDice(Request):
    """The dice leave the hand; from now on only Fate Chips change the roll."""

    RULES = ("FI-CORE-7", "FI-CORE-8", "FI-CORE-9", "FI-CORE-12", "FI-CORE-21")


class AddModifier(Request):
    """Before the dice fall: something is added to a roll, with the reason."""

    RULES = ("FI-CORE-9", "FI-SHOOT-11", "FI-SHOOT-12")
    value: Bonus
    why: Annotated[str, Meta(description="what it is for")] = ""
    roll: Which = 0


class SetTarget(Request):
    """The Master sets the number to reach."""

    RULES = ("FI-CORE-20",)
    tn: Annotated[int, Meta(ge=0, le=999, description="what the total must reach")]


class SpendChip(Request):
    """A Fate Chip makes a roll better."""

    RULES = ("FI-FATE-8", "FI-FATE-9", "FI-FATE-10", "FI-FATE-11", "FI-FATE-12", "FI-FATE-13", "FI-FATE-18")
    colour: Annotated[str, Meta(description="white, red, blue")]
    roll: Which = 0
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class InvokeImpetus(Request):
    """A Fate Chip and an Impetus turn an unskilled roll into a skilled one; the Master agrees by doing it."""

    RULES = ("FI-CORE-17", "FI-FATE-14")
    colour: Annotated[str, Meta(description="the chip that it costs")]
    impetus: Annotated[str, Meta(description="which Impetus, in words")] = ""
    roll: Which = 0
    bag: Annotated[str, Meta(description="whose chips; empty for those of the one who rolls")] = ""


class RuleTotal(Request):
    """The Master overrules the total of a roll."""

    RULES = ("FI-CORE-9",)
    total: Annotated[int, Meta(ge=-999, le=9999, description="what the roll comes to")]
    roll: Which = 0


class Accept(Request):
    """The roll stands as it is; what it means follows."""

    RULES = ("FI-CORE-10", "FI-CORE-11", "FI-CORE-18", "FI-CORE-19")


class CallOff(Request):
    """What was to be rolled for is called off, before the dice fall."""

    RULES = ("FI-CORE-21",)


# ---- opening ---------------------------------------------------------------------------------------------------------


def open_check(draft: Draft, started: Check) -> None:
    """Put a check to the front. Its parts may still be changed until the dice fall."""
    draft.begin(started)
    names = [actor_name(draft.table, roll.actor) for roll in started.rolls]
    draft.note(
        "check_opens" if len(names) == 1 else "contest_opens",
        actor=names[0],
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
        raise Refused("nothing_rolled")
    return found


def _need_open(table: Table) -> Check:
    found = need_check(table)
    if found.thrown:
        raise Refused("dice_have_fallen", "FI-CORE-21")
    return found


def _need_thrown(table: Table) -> Check:
    found = need_check(table)
    if not found.thrown:
        raise Refused("throw_first", "FI-CORE-21")
    return found


def _need_roll(found: Check, index: int) -> Roll:
    if index >= len(found.rolls):
        raise Refused("no_such_roll")
    return found.rolls[index]


def _need_takes_part(table: Table, command: Request, found: Check) -> None:
    """Whoever leads one of those who roll, or the Master."""
    if table.is_gm(command.seat) or any(leader(table, roll.actor) == command.seat for roll in found.rolls):
        return
    need_leader(table, command, found.rolls[0].actor)


def with_roll(found: Check, index: int, roll: Roll) -> Check:
    """Return a check with one roll changed."""
    return replace(found, rolls=(*found.rolls[:index], roll, *found.rolls[index + 1 :]))


# ---- reckoning -------------------------------------------------------------------------------------------------------


def score_of(table: Table, roll: Roll) -> Score:
    """Return what a roll comes to as it stands."""
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


# ---- throwing --------------------------------------------------------------------------------------------------------


def verify_throw(table: Table, command: ThrowDice) -> None:
    """Somebody who takes part, once."""
    _need_takes_part(table, command, _need_open(table))


def throw_dice(draft: Draft, command: ThrowDice) -> None:
    """Throw all dice, both sides' at once; where nobody can better them by a chip, the roll stands."""
    throw_all(draft)
    settle_if_nothing_helps(draft)


def throw_all(draft: Draft) -> None:
    """Throw the dice of the check at the front and tell what they show."""
    found = need_check(draft.table)
    for index, roll in enumerate(found.rolls):
        dice = throw(draft, roll.dice.sides, roll.dice.count, aces=True)
        found = with_roll(found, index, replace(roll, thrown=Thrown(dice=dice)))
    draft.become(found)
    for roll in found.rolls:
        _tell(draft, roll)


def _tell(draft: Draft, roll: Roll) -> None:
    score = score_of(draft.table, roll)
    draft.note(
        "dice_bust" if score.bust else "dice_fall",
        "FI-CORE-12" if score.bust else "FI-CORE-8",
        actor=actor_name(draft.table, roll.actor),
        name=roll.name,
        dice=faces_of(roll.thrown or Thrown(dice=())),
        total=score.total,
        reckoning=_reckoning(score),
    )


def _reckoning(score: Score) -> list[Message]:
    return [part.words for part in score.parts]


def faces_of(thrown: Thrown) -> list[str]:
    """Return each die with the chain of its Aces: `8+3`."""
    dice = (*thrown.dice, *(added.die for added in thrown.added))
    return ["+".join(map(str, die.faces)) for die in dice]


def settle_if_nothing_helps(draft: Draft) -> None:
    """Let a roll stand that no chip of anybody here could change."""
    found = need_check(draft.table)
    for index, roll in enumerate(found.rolls):
        for bag in bags_for(draft.table, roll):
            held = draft.table.chips.get(bag, {})
            if any(held.get(c) and why is None for c, why in chips_for(draft.table, found, index).items()):
                return
    decide(draft)


# ---- chips -----------------------------------------------------------------------------------------------------------


def bags_for(table: Table, roll: Roll) -> tuple[str, ...]:
    """Return the bags whose chips may be spent on a roll, the own one first (FI-FATE-18)."""
    own = leader(table, roll.actor)
    if side_of(table, roll.actor) != CREW:
        return (own,)
    crew = (seat.id for seat in table.seats.values() if not seat.is_gm and seat.id != own)
    return (own, *crew)


def chips_for(table: Table, found: Check, index: int) -> Mapping[str, Refused | None]:
    """Return for every colour why it may not be spent on a roll now."""
    roll = found.rolls[index]
    standing = fate.Standing(
        bust=score_of(table, roll).bust,
        kind=roll.kind,
        closed=roll.closed,
        spent=_spent(table, roll),
    )
    return fate.may_improve(
        standing,
        blue_per_action=limit(table, "blue_per_action"),
        chips_on_strength_damage=flag(table, "chips_on_strength_damage"),
    )


def _spent(table: Table, roll: Roll) -> Mapping[str, int]:
    """Return how many chips went into the action that a roll belongs to (FI-FATE-10)."""
    now = fight(table)
    turn = now.turns[-1] if now and now.turns else None
    if now is not None and turn is not None and turn.fighter == fighter_of(now, roll.actor):
        return turn.spent
    return roll.spent


def need_bag(table: Table, roll: Roll, bag: str, colour: str, *, saves_skin: bool = False) -> None:
    """Raise Refused unless a bag holds the chip and its owner may spend it for the one who rolls (FI-FATE-18)."""
    need_bag_for(table, roll.actor, bag, colour, saves_skin=saves_skin)


def need_bag_for(table: Table, actor: str, bag: str, colour: str, *, saves_skin: bool = False) -> None:
    """Raise Refused unless a bag holds the chip and its owner may spend it for a character (FI-FATE-18)."""
    fate.colour_of(colour)
    own = leader(table, actor)
    if bag not in table.seats:
        raise Refused("no_such_bag", bag=bag[:40])
    refused = fate.may_help(
        own=bag == own,
        in_crew=side_of(table, actor) == CREW and not table.is_gm(bag),
        saves_skin=saves_skin,
        holds=sum(table.chips.get(own, {}).values()),
    )
    if refused is not None:
        raise refused
    if table.chips.get(bag, {}).get(colour, 0) < 1:
        raise Refused("no_such_chip", "FI-FATE-8", colour=colour, seat=seat_name(table, bag))


def verify_spend(table: Table, command: SpendChip) -> None:
    """After the throw, a colour that may still help, out of a bag that may."""
    found = _need_thrown(table)
    roll = _need_roll(found, command.roll)
    bag = command.bag or command.seat
    if bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-18")
    need_bag(table, roll, bag, command.colour)
    refused = chips_for(table, found, command.roll).get(command.colour)
    if refused is not None:
        raise refused


def spend(draft: Draft, command: SpendChip) -> None:
    """Throw the chip's die and put the chip back into the pot (FI-FATE-2)."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    assert roll.thrown is not None
    bust = score_of(draft.table, roll).bust
    give_back_chip(draft, command.bag or command.seat, command.colour)
    (die,) = throw(draft, roll.dice.sides, 1, aces=True)
    better = fate.improved(
        roll.thrown, command.colour, die, bust=bust, blue_cancels_bust=flag(draft.table, "blue_cancels_bust")
    )
    spent = {**_spent(draft.table, roll)}
    spent[command.colour] = spent.get(command.colour, 0) + 1
    roll = replace(roll, thrown=better, spent=spent)
    draft.become(with_roll(found, command.roll, roll))
    _count_in_turn(draft, roll, spent)
    score = score_of(draft.table, roll)
    draft.note(
        "chip_spent",
        "FI-FATE-8",
        actor=actor_name(draft.table, roll.actor),
        seat=seat_name(draft.table, command.bag or command.seat),
        colour=command.colour,
        die=die.total,
        total=score.total,
        reckoning=_reckoning(score),
    )
    settle_if_nothing_helps(draft)


def _count_in_turn(draft: Draft, roll: Roll, spent: Mapping[str, int]) -> None:
    now = fight(draft.table)
    turn = now.turns[-1] if now and now.turns else None
    if now is not None and turn is not None and turn.fighter == fighter_of(now, roll.actor):
        draft.become(replace(now, turns=(*now.turns[:-1], replace(turn, spent=spent))))


def give_back_chip(draft: Draft, bag: str, colour: str) -> None:
    """Put a chip that was spent back into the pot (FI-FATE-2)."""
    draft.emit(ChipsMoved(source=bag, target=POT, chips={colour: 1}))


def verify_impetus(table: Table, command: InvokeImpetus) -> None:
    """The Master, for an unskilled roll, with a chip of the one who rolls or of a helper."""
    need_gm(table, command, "FI-FATE-14")
    found = need_check(table)
    roll = _need_roll(found, command.roll)
    if not roll.halved:
        raise Refused("skilled_already", "FI-FATE-14")
    need_bag(table, roll, command.bag or leader(table, roll.actor), command.colour)


def invoke_impetus(draft: Draft, command: InvokeImpetus) -> None:
    """Nothing is halved any more."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    bag = command.bag or leader(draft.table, roll.actor)
    give_back_chip(draft, bag, command.colour)
    draft.become(with_roll(found, command.roll, replace(roll, halved=False)))
    name = actor_name(draft.table, roll.actor)
    draft.note("impetus", "FI-FATE-14", "FI-CORE-17", actor=name, colour=command.colour, impetus=command.impetus)


# ---- the Master's word -----------------------------------------------------------------------------------------------


def verify_modifier(table: Table, command: AddModifier) -> None:
    """Before the throw, whoever takes part."""
    found = _need_open(table)
    _need_takes_part(table, command, found)
    _need_roll(found, command.roll)


def add_modifier(draft: Draft, command: AddModifier) -> None:
    """Put it among the parts."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    part = other_part(command.value, command.why)
    draft.become(with_roll(found, command.roll, replace(roll, parts=(*roll.parts, part))))
    name = actor_name(draft.table, roll.actor)
    draft.note("modifier", "FI-CORE-9", actor=name, value=command.value, why=command.why)


def verify_target(table: Table, command: SetTarget) -> None:
    """The Master, before the throw, for a roll against a number."""
    need_gm(table, command, "FI-CORE-20")
    if _need_open(table).tn is None:
        raise Refused("no_target_number", "FI-CORE-18")


def set_target(draft: Draft, command: SetTarget) -> None:
    """Set it."""
    found = need_check(draft.table)
    before = found.tn or 0
    part = Part(reason="ruled", value=command.tn - before)
    draft.become(replace(found, tn=command.tn, tn_parts=(*found.tn_parts, part)))
    draft.note("target_ruled", "FI-CORE-20", tn=command.tn, old=before)


def verify_rule_total(table: Table, command: RuleTotal) -> None:
    """The Master, after the throw."""
    need_gm(table, command, "FI-CORE-9")
    _need_roll(_need_thrown(table), command.roll)


def rule_total(draft: Draft, command: RuleTotal) -> None:
    """What the Master says is the total, and no bust."""
    found = need_check(draft.table)
    roll = found.rolls[command.roll]
    old = score_of(draft.table, roll).total
    draft.become(with_roll(found, command.roll, replace(roll, ruled=command.total)))
    draft.note("total_ruled", actor=actor_name(draft.table, roll.actor), total=command.total, old=old)


# ---- deciding --------------------------------------------------------------------------------------------------------


def verify_accept(table: Table, command: Accept) -> None:
    """Whoever takes part, once the dice lie."""
    _need_takes_part(table, command, _need_thrown(table))


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
    _figures(draft, result)
    PURPOSES[found.purpose].decide(draft, result)


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


PURPOSES["plain"] = Purpose(plain_result)


def verify_call_off(table: Table, command: CallOff) -> None:
    """Before the throw: the Master, or whoever began it."""
    _need_takes_part(table, command, _need_open(table))


def call_off(draft: Draft, command: CallOff) -> None:
    """Nothing has happened."""
    draft.note("called_off", "FI-CORE-21", what=need_check(draft.table).what)
    draft.finish(Check)


def tn_of(parts: tuple[Part, ...]) -> int:
    """Return the target number that parts come to."""
    return total_of(parts)


MOVES = (
    Move(ThrowDice, verify_throw, throw_dice),
    Move(AddModifier, verify_modifier, add_modifier),
    Move(SetTarget, verify_target, set_target),
    Move(SpendChip, verify_spend, spend),
    Move(InvokeImpetus, verify_impetus, invoke_impetus),
    Move(RuleTotal, verify_rule_total, rule_total),
    Move(Accept, verify_accept, accept),
    Move(CallOff, verify_call_off, call_off),
)
