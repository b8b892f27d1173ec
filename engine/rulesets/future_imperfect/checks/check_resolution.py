"""The checks of this game: what it says about their course, which the kit has (FI-CORE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.commands import Request
from engine.core.draft import Draft, find_procedure
from engine.kit.checks.check_flow import CheckFlow
from engine.kit.checks.exploding_dice import roll_exploding_dice
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.odds import Outcome
from engine.rulesets.future_imperfect.checks.check_scores import (
    calculation_lines,
    check_result,
    faces_of,
    open_rolls,
    score_of,
    sum_of,
)
from engine.rulesets.future_imperfect.initiative.action_cards import end_action, record_roll
from engine.rulesets.future_imperfect.procedures.check_procedure import CallOffPolicy, Check, CheckResult, CheckRoll
from engine.rulesets.future_imperfect.procedures.participants import (
    add_open_log_line,
    audience_for,
    dice_purpose,
    need_controller,
)
from engine.rulesets.future_imperfect.procedures.session_procedure import EffectRoll, SessionState
from engine.rulesets.future_imperfect.rules.roll_rules import ThrownDice
from engine.rulesets.future_imperfect.settings import flag

AsTheyFall = Annotated[bool, Meta(description="the seat accepts its own dice as they fall")]
"""The type of `accepts` in a command that throws dice."""


class Checks(CheckFlow[Check, CheckRoll, CheckResult, int]):
    """The course of a check; a seat accepts rolls that a Fate Chip could improve, by their index."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "nothing_rolled": ("nothing_rolled", "FI-CORE-9"),
        "dice_have_fallen": ("dice_have_fallen", "FI-CORE-21"),
        "throw_first": ("throw_first", "FI-CORE-21"),
    }

    # ---- who does it

    def need_rights(self, table: Table, command: Request, check: Check) -> None:
        """Raise Refused for a seat that does not control the character that began it."""
        need_controller(table, command, check.rolls[0].actor)

    def need_may_call_off(self, table: Table, command: Request, check: Check) -> None:
        """Raise Refused where another command stops it, and for a player, if it must be rolled or another began it."""
        if check.then.off is CallOffPolicy.ELSEWHERE:
            raise Refused("stop_it_instead", "FI-CORE-21")
        by_player = check.then.off is CallOffPolicy.BEGINNER
        beginner = check.rolls[0].actor
        if not table.is_gm(command.seat) and not (by_player and controller_of(table, beginner) == command.seat):
            raise Refused("must_be_rolled", "FI-CORE-21", actor=actor_name(table, beginner))

    def waits(self, table: Table, check: Check) -> bool:
        """Say whether it waits to be accepted even if no chip could help.

        By an option of the group every roll does, so that the GM can override it first; stakes always do, so that other
        characters can interrupt.
        """
        return check.then.waits or flag(table, "rolls_wait")

    def awaited(self, table: Table, check: Check) -> tuple[int, ...]:
        """Return the rolls that a chip could still improve and that are not accepted."""
        return open_rolls(table, check)

    def player(self, table: Table, check: Check, key: int) -> str:
        """Return the controller of the rolling character."""
        return controller_of(table, check.rolls[key].actor)

    def with_accepted(self, check: Check, keys: tuple[int, ...]) -> Check:
        """Return a check with more rolls accepted."""
        return replace(check, stands=tuple(sorted({*check.stands, *keys})) if keys else ())

    def acceptable(self, table: Table, seat: str, check: Check) -> tuple[int, ...]:
        """Return the rolls that a seat accepts now: its characters'; the GM all the rest, once those are done.

        Nobody accepts a roll for another seat that could still improve it (FI-CORE-18, FI-FATE-8).
        """
        waiting = open_rolls(table, check)
        own_rolls = tuple(index for index in waiting if self.player(table, check, index) == seat)
        return own_rolls or (tuple(range(len(check.rolls))) if table.is_gm(seat) or not waiting else ())

    def others_first(self, table: Table, check: Check) -> Refused:
        """Return the refusal that names the character whose roll is still open."""
        first = check.rolls[open_rolls(table, check)[0]].actor
        return Refused("others_let_stand", "FI-CORE-18", "FI-FATE-8", actor=actor_name(table, first))

    def verify_accept(self, table: Table, command: Request) -> None:
        """Require what every check does; after an interruption, the GM (FI-SIMPLE-6)."""
        check = self.need_thrown(table)
        self.need_takes_part(table, command, check)
        if check.halted_by and not table.is_gm(command.seat):
            raise Refused("masters_word", "FI-SIMPLE-6")
        super().verify_accept(table, command)

    # ---- odds

    def chances(self, table: Table, check: Check) -> Sequence[tuple[Outcome, Fraction]] | None:
        """Return the chances of success, raises and failure (FI-CORE-10 to FI-CORE-12, FI-CORE-18)."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.checks.check_chances import check_chances

        return check_chances(table, check)

    def odds_explanation(self, table: Table, check: Check) -> tuple[Message, ...]:
        """Return the dice of each side with their modifiers, and the number to reach."""
        lines: list[Message] = []
        for roll in check.rolls:
            params: dict[str, Json] = {"actor": actor_name(table, roll.actor), "name": roll.name}
            if roll.thrown is None:
                params |= {"count": roll.dice.count, "sides": roll.dice.sides, "plus": roll.dice.plus}
                lines.append(Message(key="odds.dice", params=params))
            else:
                params |= {"dice": faces_of(roll.thrown)}
                lines.append(Message(key="odds.thrown", params=params))
            lines += [part.words for part in roll.parts]
            if roll.halved:
                lines.append(Message(key="odds.halved"))
        if check.tn is not None:
            lines.append(Message(key="odds.target", params={"tn": check.tn}))
        return (*lines, *(part.words for part in check.tn_parts))

    # ---- dice and result

    def throw_roll(self, draft: Draft, check: Check, index: int) -> CheckRoll:
        """Throw the dice of a roll; Aces are thrown again (FI-CORE-7, FI-CORE-8)."""
        roll = check.rolls[index]
        with dice_purpose(draft, roll.actor, "side", sums=True, name=roll.name):
            dice = roll_exploding_dice(draft, roll.dice.sides, roll.dice.count, aces=True)
        return replace(roll, thrown=ThrownDice(dice=dice))

    def own_dice(self, table: Table, seat: str, check: Check) -> tuple[int, ...]:
        """Return them without those of secret characters: a name is seen while its roll is in front, not after it."""
        own = super().own_dice(table, seat, check)
        return tuple([index for index in own if not table.actors[check.rolls[index].actor].secret])

    def throw_dice(self, draft: Draft, command: Request) -> None:
        """Throw the dice of a seat, which may accept those of its own characters, whatever chips there are."""
        if not getattr(command, "accepts", False):
            super().throw_dice(draft, command)
            return
        self.throw(draft, self.in_hand(draft.table, command.seat, self.need_check(draft.table)))
        check = self.need_check(draft.table)
        own = [index for index in range(len(check.rolls)) if self.player(draft.table, check, index) == command.seat]
        if check.thrown and own:
            draft.replace_procedure(self.with_accepted(check, tuple(own)))
        self.settle(draft)

    def result(self, table: Table, check: Check) -> CheckResult:
        """Return the present result."""
        return check_result(table, check)

    def finish(self, draft: Draft) -> None:
        """End the check in front; by an option a tied contest is rolled again (FI-CORE-18)."""
        check = self.need_check(draft.table)
        result = self.result(draft.table, check)
        if result.contest is None or not result.contest.again:
            self.end(draft, check, result)
            return
        anew = tuple(replace(roll, thrown=None, ruled=None) for roll in check.rolls)
        draft.replace_procedure(replace(check, rolls=anew, stands=()))
        draft.note("tie_again", "FI-CORE-18")

    def record(self, draft: Draft, result: CheckResult) -> None:
        """Show the dice, record the result, and end the action that the check was."""
        check = result.check
        session, before = draft.procedure(SessionState), find_procedure(draft.before, SessionState)
        if session is not None:
            new = before is None or session.effects != before.effects  # thrown by the same gesture, such as lost Wind
            draft.replace_procedure(replace(session, rolled=check, effects=session.effects if new else ()))
        _record_figures(draft, result)
        if check.then.acts:
            record_roll(draft, check.rolls[0])
            end_action(draft, check.rolls[0].actor)

    # ---- the log

    def log_opening(self, draft: Draft, check: Check) -> None:
        """Log the roll with its modifiers."""
        names = [actor_name(draft.table, roll.actor) for roll in check.rolls]
        called, whom = check.then.called, check.then.named_target(draft.table)
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
            **({"whom": whom} if whom else {}),
        )

    def log_roll(self, draft: Draft, check: Check, index: int) -> None:
        """Log the dice and the total of a roll."""
        roll = check.rolls[index]
        score = score_of(draft.table, roll)
        add_open_log_line(
            draft,
            roll.actor,
            "dice_bust" if score.bust else "dice_fall",
            "FI-CORE-12" if score.bust else "FI-CORE-8",
            name=roll.name,
            dice=faces_of(roll.thrown or ThrownDice(dice=())),
            total=score.total,
            sum=sum_of(score),
            tn=check.tn,
            reckoning=calculation_lines(score),
            seen="dice_bust_seen" if score.bust else "dice_fall_seen",
            hides=("dice", "sum"),
        )

    def log_acceptance(self, draft: Draft, check: Check, seat: str) -> None:
        """Log the seat that has accepted."""
        draft.note("lets_it_stand", "FI-CORE-18", seat=seat_name(draft.table, seat))

    def log_call_off(self, draft: Draft, check: Check) -> None:
        """Log the roll that is called off."""
        key = "called_off_as" if check.then.called else "called_off"
        name = actor_name(draft.table, check.rolls[0].actor)
        draft.note(key, "FI-CORE-21", actor=name, called=check.then.called, what=check.what)


CHECKS = Checks(Check)


def _record_figures(draft: Draft, result: CheckResult) -> None:
    if not draft.reports:
        return
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
        best = result.contest.of_winner(*check.rolls)
        if best is None:
            draft.note("contest_not_won", "FI-CORE-18", what=check.what)
            return
        winner = actor_name(draft.table, best.actor)
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


# ---- the dice on the table: those of the last gesture stay until somebody continues ---------------------------------


def show_effect(draft: Draft, effect: EffectRoll, *, beside: bool = False) -> None:
    """Leave the dice of an effect on the table, in place of all others or beside those of the same throw."""
    session = draft.procedure(SessionState)
    _set_effects(draft, (*session.effects, effect) if session is not None and beside else (effect,))


def show_effect_openly(draft: Draft, effect: EffectRoll) -> None:
    """Leave the dice of an effect on the table beside those of the same throw, if everybody may know its character."""
    if audience_for(draft.table, effect.actor) is None:
        show_effect(draft, effect, beside=True)


def clear_tray(draft: Draft) -> None:
    """Remove all dice from the table, before others are thrown."""
    _set_effects(draft, ())


def _set_effects(draft: Draft, effects: tuple[EffectRoll, ...]) -> None:
    session = draft.procedure(SessionState)
    if session is not None and (session.rolled is not None or session.effects != effects):
        draft.replace_procedure(replace(session, rolled=None, effects=effects))
