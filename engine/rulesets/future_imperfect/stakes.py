"""Simple contests: what is at stake is agreed upon before anybody rolls; or chips are the price (FI-SIMPLE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, minds, people, pot
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose
from engine.rulesets.future_imperfect.contests import MOST_WORDS, Skill
from engine.rulesets.future_imperfect.dice_of import level_of, skill_roll, ways
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.leading import leader, need_known, need_leader
from engine.rulesets.future_imperfect.parts import Part, total
from engine.rulesets.future_imperfect.procedures.check import Check
from engine.rulesets.future_imperfect.procedures.stakes import Price, Stakes
from engine.rulesets.future_imperfect.purse import need_chips
from engine.rulesets.future_imperfect.settings import word
from engine.table.frozen import Json, replace
from engine.table.table import Table

Words = Annotated[str, Meta(min_length=1, max_length=400)]


TALKED_OVER = frozenset({Stakes, Price})
"""What waits until somebody agrees or pays."""


STOPPED: Final = "stopped"
"""Under this, a roll of stakes says why its outcome cannot come true any more (FI-SIMPLE-6)."""


class ProposeStakes(Request):
    """Say what a simple contest shall bring: success, each raise, failure. The other side agrees or proposes anew."""

    RULES = ("FI-SIMPLE-1", "FI-SIMPLE-4")
    actor: ActorId
    target: ActorId
    aptitude: Skill
    success: Annotated[Words, Meta(description="what success brings")]
    failure: Annotated[Words, Meta(description="what failure brings")]
    raises: Annotated[tuple[str, ...], Meta(description="what each raise brings besides, the first one first")] = ()
    against: Annotated[str, Meta(description="the opposing skill; empty for the usual", max_length=MOST_WORDS)] = ""


class ChangeStakes(Request):
    """Propose other stakes instead; now the other side has to agree."""

    RULES = ("FI-SIMPLE-4",)
    success: Annotated[Words, Meta(description="what success brings")]
    failure: Annotated[Words, Meta(description="what failure brings")]
    raises: Annotated[tuple[str, ...], Meta(description="what each raise brings besides, the first one first")] = ()


class AgreeStakes(Request):
    """The stakes stand, and the dice may be thrown."""

    RULES = ("FI-SIMPLE-1", "FI-SIMPLE-2", "FI-SIMPLE-3", "FI-SIMPLE-4", "FI-SIMPLE-5", "FI-SIMPLE-9")


class DropStakes(Request):
    """There is no contest after all; nothing has been rolled."""

    RULES = ("FI-SIMPLE-4",)


class NamePrice(Request):
    """Instead of a roll the Master names a price in chips: who pays resists, else it happens."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8")
    actor: ActorId
    chips: Annotated[int, Meta(ge=1, le=99, description="how many chips it costs to resist")]
    what: Annotated[str, Meta(description="what happens otherwise", min_length=1, max_length=400)]


class PayPrice(Request):
    """Pay the price in chips, and resist."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8", "FI-FATE-2", "FI-FATE-18")
    chips: Annotated[Mapping[str, int], Meta(description="how many of each colour")]
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class LetStand(Request):
    """Pay nothing: what was threatened happens."""

    RULES = ("FI-SIMPLE-7", "FI-SIMPLE-8")


# ---- stakes ----------------------------------------------------------------------------------------------------------


def need_stakes(table: Table) -> Stakes:
    """Return the stakes that are being talked over. Raises Refused if there are none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Stakes):
        raise Refused("no_stakes", "FI-SIMPLE-4")
    return front


def need_quiet(table: Table) -> None:
    """Raise Refused while something waits for an answer: dice, an attack, stakes or a price."""
    need_free(table)
    if not TALKED_OVER.isdisjoint(map(type, table.procedures)):
        raise Refused("stakes_first", "FI-SIMPLE-4")


def opposing(found: Stakes | ProposeStakes) -> str:
    """Return the skill that opposes. Raises Refused where neither rules nor people say which."""
    skill = folded(found.against) or minds.resisted_with(people.name_of(found.aptitude))
    if not skill:
        raise Refused("resist_with", "FI-SIMPLE-1", aptitude=found.aptitude)
    return skill


def tn_parts(table: Table, found: Stakes | ProposeStakes) -> tuple[Part, ...]:
    """Return the target number by both die types and the other's level (FI-SIMPLE-1 to FI-SIMPLE-3)."""
    skill = opposing(found)
    return minds.simple_tn(
        ways(table, found.actor, found.aptitude)[0].dice,
        ways(table, found.target, skill)[0].dice,
        level_of(table, found.target, skill),
        simple_contest_gap=word(table, "simple_contest_gap"),
    )


def verify_propose(table: Table, command: ProposeStakes) -> None:
    """Whoever leads the initiator, with a skill that something opposes."""
    need_leader(table, command, command.actor, "FI-SIMPLE-4")
    need_known(table, command.seat, command.target)
    need_quiet(table)
    if command.actor == command.target:
        raise Refused("not_against_oneself", "FI-SIMPLE-1")
    tn_parts(table, command)


def propose(draft: Draft, command: ProposeStakes) -> None:
    """Put them before everybody, in the log too, long before anything is rolled."""
    draft.begin(
        Stakes(
            actor=command.actor,
            target=command.target,
            aptitude=command.aptitude,
            against=command.against,
            success=command.success,
            failure=command.failure,
            raises=command.raises,
            by=command.seat,
        )
    )
    _tell(draft)


def _tell(draft: Draft) -> None:
    found = need_stakes(draft.table)
    draft.note(
        "stakes",
        "FI-SIMPLE-4",
        seat=seat_name(draft.table, found.by),
        actor=actor_name(draft.table, found.actor),
        target=actor_name(draft.table, found.target),
        success=found.success,
        failure=found.failure,
        raises=list(found.raises),
        calls_for=("agree_stakes", "change_stakes"),
    )


def _need_side(table: Table, seat: str, found: Stakes) -> None:
    if seat not in (leader(table, found.actor), leader(table, found.target)) and not table.is_gm(seat):
        raise Refused("not_your_stakes", "FI-SIMPLE-4")


def verify_side(table: Table, command: ChangeStakes | DropStakes) -> None:
    """Either side, or the Master, while no roll has been made."""
    _need_side(table, command.seat, need_stakes(table))


def change(draft: Draft, command: ChangeStakes) -> None:
    """Set the new words."""
    found = need_stakes(draft.table)
    words = {"success": command.success, "failure": command.failure, "raises": command.raises}
    draft.become(replace(found, **words, by=command.seat))
    _tell(draft)


def who_agrees(table: Table, found: Stakes) -> str:
    """Return the seat that has to agree: the Master to what others propose; to the Master's, the initiator's player."""
    mine = leader(table, found.actor)
    return mine if table.is_gm(found.by) and mine else table.gm()


def verify_agree(table: Table, command: AgreeStakes) -> None:
    """The side that has not proposed them."""
    agrees = who_agrees(table, need_stakes(table))
    if command.seat != agrees:
        raise Refused("others_agree", "FI-SIMPLE-4", seat=seat_name(table, agrees))


def agree(draft: Draft, command: AgreeStakes) -> None:
    """Open the roll against the number that both die types make."""
    found = need_stakes(draft.table)
    parts = tn_parts(draft.table, found)
    about: dict[str, Json] = {
        "target": found.target,
        "success": found.success,
        "failure": found.failure,
        "raises": list(found.raises),
    }
    draft.finish(Stakes)
    draft.note("stakes_agreed", "FI-SIMPLE-4", seat=seat_name(draft.table, command.seat))
    roll = skill_roll(draft.table, found.actor, found.aptitude)
    started = Check(
        purpose="stakes", what=folded(found.aptitude), about=about, rolls=(roll,), tn=total(parts), tn_parts=parts
    )
    checks.open_check(draft, started)


def _stakes_decided(draft: Draft, result: Decided) -> None:
    """What was declared comes true, and nothing else: nobody is unnerved by it (FI-SIMPLE-9).

    Unless somebody came between in time, and the Master has said that it cannot (FI-SIMPLE-6).
    """
    stopped = result.check.about.get(STOPPED)
    if stopped is not None:
        draft.note("stakes_stopped", "FI-SIMPLE-6", why=stopped)
        draft.figure(stake=0, stopped=True)
        return
    reached, outcomes = come_true(result)
    actor = actor_name(draft.table, result.check.rolls[0].actor)
    draft.note("stakes_won" if reached else "stakes_lost", "FI-SIMPLE-4", actor=actor, outcomes=list(outcomes))
    draft.figure(stake=reached)


def come_true(result: Decided) -> tuple[int, tuple[str, ...]]:
    """Return how far success goes as a roll stands, 0 for failure, and what was said for that (FI-SIMPLE-4)."""
    about = result.check.about
    said = about.get("raises")
    raises = [str(one) for one in said] if isinstance(said, list | tuple) else []
    reached = minds.stake_reached(result.successes, len(raises))
    return reached, (str(about["success"]), *raises)[:reached] if reached else (str(about["failure"]),)


PURPOSES["stakes"] = Purpose(_stakes_decided, acts=True, off=CallingOff.BEGINNER, waits=True)


def drop(draft: Draft, command: DropStakes) -> None:
    """Forget it."""
    need_stakes(draft.table)
    draft.finish(Stakes)
    draft.note("stakes_dropped", "FI-SIMPLE-4", seat=seat_name(draft.table, command.seat))


# ---- a price instead -------------------------------------------------------------------------------------------------


def need_price(table: Table) -> Price:
    """Return the price that was named. Raises Refused if there is none."""
    front = table.procedures[-1] if table.procedures else None
    if not isinstance(front, Price):
        raise Refused("no_price", "FI-SIMPLE-7")
    return front


def verify_name_price(table: Table, command: NamePrice) -> None:
    """The Master."""
    need_gm(table, command, "FI-SIMPLE-7")
    need_known(table, command.seat, command.actor)
    need_quiet(table)


def name_price(draft: Draft, command: NamePrice) -> None:
    """Let it wait for an answer."""
    draft.begin(Price(actor=command.actor, chips=command.chips, what=command.what))
    who = actor_name(draft.table, command.actor)
    draft.note("price", "FI-SIMPLE-7", actor=who, count=command.chips, what=command.what)


def verify_pay(table: Table, command: PayPrice) -> None:
    """As many chips as the price says, of one's own or of a helper's."""
    found = need_price(table)
    need_chips(table, command, found.actor, command.bag, command.chips)
    if pot.count_of(command.chips) != found.chips:
        raise Refused("price_is", "FI-SIMPLE-7", count=found.chips)


def pay(draft: Draft, command: PayPrice) -> None:
    """Put the chips into the pot."""
    found = need_price(draft.table)
    pot.give_back(draft, command.bag or command.seat, command.chips)
    draft.finish(Price)
    draft.note("price_paid", "FI-SIMPLE-7", actor=actor_name(draft.table, found.actor), what=found.what)


def verify_stand(table: Table, command: LetStand) -> None:
    """Whoever leads the character."""
    need_leader(table, command, need_price(table).actor, "FI-SIMPLE-7")


def let_stand(draft: Draft, command: LetStand) -> None:
    """It happens."""
    found = need_price(draft.table)
    draft.finish(Price)
    draft.note("price_not_paid", "FI-SIMPLE-7", actor=actor_name(draft.table, found.actor), what=found.what)


MOVES = (
    Move(ProposeStakes, verify_propose, propose),
    Move(ChangeStakes, verify_side, change),
    Move(AgreeStakes, verify_agree, agree),
    Move(DropStakes, verify_side, drop),
    Move(NamePrice, verify_name_price, name_price),
    Move(PayPrice, verify_pay, pay),
    Move(LetStand, verify_stand, let_stand),
)
