"""Simple contests: both sides agree on the stakes before the roll; or the GM names a price in chips (FI-SIMPLE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft, procedure_in_front
from engine.kit.calculation import CalculationStep, total
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmActorRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.message import Message
from engine.messages.refusal import Refused, needed
from engine.model.frozen import Frozen, built_from, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.presentation.offers import QuestionKind
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import MAX_NAME_LENGTH, folded
from engine.rulesets.future_imperfect.checks.character_rolls import level_of, methods_of, skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.chips import fate_pot
from engine.rulesets.future_imperfect.chips.fate_pot import need_chip_payment
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.check_procedure import (
    CallOffPolicy,
    Check,
    CheckPurpose,
    CheckResult,
    SocialPrice,
    Stakes,
)
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, need_controller, need_known
from engine.rulesets.future_imperfect.rules import social_contest_rules
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.social.social_contest_commands import AptitudeField

StakesTextField = Annotated[str, Meta(min_length=1, max_length=400)]
SuccessField = Annotated[StakesTextField, Meta(description="what success brings"), Asks("stake_won", least=1)]
FailureField = Annotated[StakesTextField, Meta(description="what failure brings"), Asks("stake_lost", least=1)]
RaisesField = Annotated[
    tuple[str, ...],
    Meta(description="what each raise brings besides, the first one first"),
    Asks("stake_raised", kind=QuestionKind.LINES, most=6),
]
TALKED_OVER = frozenset({Stakes, SocialPrice})
"""Procedures that wait for an agreement or a payment."""


class ProposeStakes(ParticipantRequest):
    """Propose the outcomes of a simple contest: success, each raise, failure. The other side agrees or changes."""

    RULES = ("FI-SIMPLE-1", "FI-SIMPLE-4")
    CITED = ("FI-SIMPLE-4",)
    target: ActorId
    aptitude: Annotated[AptitudeField, Asks(own_words=True)]
    success: SuccessField
    failure: FailureField
    raises: RaisesField = ()
    against: Annotated[
        str,
        Meta(description="the opposing skill; empty for the usual", max_length=MAX_NAME_LENGTH),
        Asks(own_words=True, rare=True, instead=Message(key="ask.against_usual")),
    ] = ""

    def verify(self, table: Table) -> None:
        """Require the initiator's controller, and a skill with an opposing one."""
        super().verify(table)
        need_known(table, self.seat, self.target)
        need_quiet(table)
        if self.actor == self.target:
            raise Refused("not_against_oneself", "FI-SIMPLE-1")
        tn_parts(table, self)

    def decide(self, draft: Draft) -> None:
        """Show the stakes to everybody, in the log too, before anything is rolled."""
        draft.push_procedure(built_from(Stakes, self, by=self.seat))
        _log_stakes(draft)


def need_side_of_stakes(table: Table, command: Request) -> None:
    """Raise Refused unless a seat plays a side of the stakes under negotiation, or is the GM's."""
    stakes = need_stakes(table)
    sides = (controller_of(table, stakes.actor), controller_of(table, stakes.target))
    if command.seat not in sides and not table.is_gm(command.seat):
        raise Refused("not_your_stakes", "FI-SIMPLE-4")


class ChangeStakes(Request):
    """Propose other stakes instead; now the other side has to agree."""

    RULES = ("FI-SIMPLE-4",)
    NEEDS = (need_side_of_stakes,)
    success: SuccessField
    failure: FailureField
    raises: RaisesField = ()

    def decide(self, draft: Draft) -> None:
        """Set the new stakes."""
        words = {"success": self.success, "failure": self.failure, "raises": self.raises}
        draft.replace_procedure(replace(need_stakes(draft.table), **words, by=self.seat))
        _log_stakes(draft)


class AgreeStakes(Request):
    """Agree to the stakes; the dice may be thrown."""

    RULES = ("FI-SIMPLE-1", "FI-SIMPLE-2", "FI-SIMPLE-3", "FI-SIMPLE-4", "FI-SIMPLE-5", "FI-SIMPLE-9")

    def verify(self, table: Table) -> None:
        """Require the side that has not proposed the stakes."""
        agrees = who_agrees(table, need_stakes(table))
        if self.seat != agrees:
            raise Refused("others_agree", "FI-SIMPLE-4", seat=seat_name(table, agrees))

    def decide(self, draft: Draft) -> None:
        """Open the roll against the target number by both die types."""
        stakes = need_stakes(draft.table)
        parts = tn_parts(draft.table, stakes)
        then = built_from(StakesPurpose, stakes)
        draft.pop_procedure(Stakes)
        draft.note("stakes_agreed", "FI-SIMPLE-4", seat=seat_name(draft.table, self.seat))
        roll = skill_roll(draft.table, stakes.actor, stakes.aptitude)
        check = Check(then=then, what=folded(stakes.aptitude), rolls=(roll,), tn=total(parts), tn_parts=parts)
        CHECKS.open(draft, check)


class DropStakes(Request):
    """Drop the contest before any roll."""

    RULES = ("FI-SIMPLE-4",)
    NEEDS = (need_side_of_stakes,)

    def decide(self, draft: Draft) -> None:
        """End the negotiation."""
        draft.pop_procedure(Stakes)
        draft.note("stakes_dropped", "FI-SIMPLE-4", seat=seat_name(draft.table, self.seat))


class NamePrice(GmActorRequest):
    """Name a price in chips instead of a roll, as the GM: the character pays and resists, or the event happens."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8")
    NEEDS = (lambda table, command: need_quiet(table),)
    chips: Annotated[int, Meta(ge=1, le=99, description="how many chips it costs to resist"), Asks("price")]
    what: Annotated[str, Meta(description="what happens otherwise", min_length=1, max_length=400), Asks("threat")]

    def decide(self, draft: Draft) -> None:
        """Put the price in front."""
        draft.push_procedure(built_from(SocialPrice, self))
        who = actor_name(draft.table, self.actor)
        draft.note("price", "FI-SIMPLE-7", actor=who, count=self.chips, what=self.what)


class PayPrice(Request):
    """Pay the price in chips, and resist."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8", "FI-FATE-2", "FI-FATE-18")
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour")]
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""

    def verify(self, table: Table) -> None:
        """Require the chips of the price, the player's own or a helper's."""
        price = need_price(table)
        need_chip_payment(table, self, price.actor, self.bag, self.chips)
        if fate_pot.chip_count(self.chips) != price.chips:
            raise Refused("price_is", "FI-SIMPLE-7", count=price.chips)

    def decide(self, draft: Draft) -> None:
        """Put the chips into the pot."""
        price = need_price(draft.table)
        fate_pot.return_chips(draft, self.bag or self.seat, self.chips)
        draft.pop_procedure(SocialPrice)
        draft.note("price_paid", "FI-SIMPLE-7", actor=actor_name(draft.table, price.actor), what=price.what)


class LetStand(Request):
    """Pay nothing: the threatened event happens."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8")
    NEEDS = (lambda table, command: need_controller(table, command, need_price(table).actor, "FI-SIMPLE-7"),)

    def decide(self, draft: Draft) -> None:
        """Let the event happen."""
        price = need_price(draft.table)
        draft.pop_procedure(SocialPrice)
        draft.note("price_not_paid", "FI-SIMPLE-7", actor=actor_name(draft.table, price.actor), what=price.what)


# ---- stakes ----------------------------------------------------------------------------------------------------------


def need_stakes(table: Table) -> Stakes:
    """Return the stakes under negotiation. Raises Refused if there are none."""
    return needed(procedure_in_front(table, Stakes), "no_stakes", "FI-SIMPLE-4")


def need_quiet(table: Table) -> None:
    """Raise Refused while something waits for an answer: dice, an attack, stakes or a price."""
    need_free(table)
    if not TALKED_OVER.isdisjoint(map(type, table.procedures)):
        raise Refused("stakes_first", "FI-SIMPLE-4")


def opposing(stakes: Stakes | ProposeStakes) -> str:
    """Return the opposing skill. Raises Refused if neither the rules nor the stakes name one."""
    skill = folded(stakes.against) or social_contest_rules.opposing_aptitude(character_sheet.name_of(stakes.aptitude))
    if not skill:
        raise Refused("resist_with", "FI-SIMPLE-1", aptitude=stakes.aptitude)
    return skill


def tn_parts(table: Table, stakes: Stakes | ProposeStakes) -> tuple[CalculationStep, ...]:
    """Return the target number by both die types and the other's level (FI-SIMPLE-1 to FI-SIMPLE-3)."""
    skill = opposing(stakes)
    return social_contest_rules.simple_tn(
        methods_of(table, stakes.actor, stakes.aptitude)[0].dice,
        methods_of(table, stakes.target, skill)[0].dice,
        level_of(table, stakes.target, skill),
        simple_contest_gap=word(table, "simple_contest_gap"),
    )


def _log_stakes(draft: Draft) -> None:
    stakes = need_stakes(draft.table)
    draft.note(
        "stakes_with_raises" if stakes.raises else "stakes",
        "FI-SIMPLE-4",
        seat=seat_name(draft.table, stakes.by),
        actor=actor_name(draft.table, stakes.actor),
        target=actor_name(draft.table, stakes.target),
        success=stakes.success,
        failure=stakes.failure,
        raises=list(stakes.raises),
        calls_for=("agree_stakes", "change_stakes"),
    )


def who_agrees(table: Table, stakes: Stakes) -> str:
    """Return the seat that must agree: the GM to proposals of others; to the GM's, the initiator's player."""
    mine = controller_of(table, stakes.actor)
    return mine if table.is_gm(stakes.by) and mine else table.gm()


class StakesPurpose(Frozen, CheckPurpose, tag_field="then", tag="stakes"):
    """The roll of a simple contest with declared outcomes (FI-SIMPLE).

    Attributes:
        target: the opponent.
        success, raises, failure: the declared outcomes.
        tried: the characters that were too slow to interrupt the outcome.
        stopped: the reason why the outcome cannot happen any more (FI-SIMPLE-6).
    """

    acts = True
    off = CallOffPolicy.BEGINNER
    waits = True
    target: str = ""
    success: str = ""
    failure: str = ""
    raises: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    stopped: str = ""

    def outcomes_reached(self, result: CheckResult) -> tuple[int, tuple[str, ...]]:
        """Return the level of success of a result, 0 for failure, and its declared outcomes (FI-SIMPLE-4)."""
        reached = social_contest_rules.stake_reached(result.successes, len(self.raises))
        return reached, (self.success, *self.raises)[:reached] if reached else (self.failure,)

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply only the declared outcome: nobody is unnerved by it (FI-SIMPLE-9).

        After an interruption the GM may have decided that it cannot happen (FI-SIMPLE-6).
        """
        if self.stopped:
            draft.note("stakes_stopped", "FI-SIMPLE-6", why=self.stopped)
            draft.record_results(stake=0, stopped=True)
            return
        reached, outcomes = self.outcomes_reached(result)
        actor = actor_name(draft.table, result.check.rolls[0].actor)
        draft.note("stakes_won" if reached else "stakes_lost", "FI-SIMPLE-4", actor=actor, outcomes=list(outcomes))
        draft.record_results(stake=reached)


# ---- a price instead -------------------------------------------------------------------------------------------------


def need_price(table: Table) -> SocialPrice:
    """Return the price that was named. Raises Refused if there is none."""
    return needed(procedure_in_front(table, SocialPrice), "no_price", "FI-SIMPLE-7")
