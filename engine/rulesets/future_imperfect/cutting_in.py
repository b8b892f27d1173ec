"""Coming between a roll of stakes and its outcome (FI-SIMPLE-6): nothing else can stop what has been rolled for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import checks, dread, interrupting, states
from engine.rulesets.future_imperfect.checks import PURPOSES, CallingOff, Decided, Purpose, need_check, need_thrown
from engine.rulesets.future_imperfect.leading import need_known, need_leader
from engine.rulesets.future_imperfect.procedures.check import HALTED_BY, Check
from engine.rulesets.future_imperfect.stakes import STOPPED
from engine.table.frozen import replace
from engine.table.table import Table

_TRIED = "tried"
"""Under this, a roll of stakes says who has been too slow to come between."""


class CutIn(Request):
    """Before what was staked comes about, another character tries to come between, by an opposed Reflex roll."""

    RULES = ("FI-SIMPLE-6",)
    actor: ActorId
    against: Annotated[str, Meta(description="which of the two sides is forestalled; empty for who began it")] = ""


class StopOutcome(Request):
    """Somebody came between in time, and the Master says that what was staked cannot come about any more."""

    RULES = ("FI-SIMPLE-6",)
    why: Annotated[str, Meta(description="what keeps it from coming about", min_length=1, max_length=400)]


def sides(found: Check) -> tuple[str, ...]:
    """Return the two between whom it was agreed what is at stake, who began it first."""
    return found.rolls[0].actor, str(found.about.get("target", ""))


def need_moment(table: Table) -> Check:
    """Return the stakes whose dice lie while nobody has come between. Raises Refused if there are none."""
    found = need_thrown(table)
    if not PURPOSES[found.purpose].waits:
        raise Refused("nothing_staked", "FI-SIMPLE-6")
    if HALTED_BY in found.about:
        raise Refused("masters_word", "FI-SIMPLE-6")
    return found


def need_third(table: Table, actor: str) -> None:
    """Raise Refused for a character that cannot come between: one of the two, one too slow, one who can do nothing."""
    found = need_moment(table)
    if actor in sides(found):
        raise Refused("staked_it", "FI-SIMPLE-6", actor=actor_name(table, actor))
    if actor in _tried(found):
        raise Refused("was_too_slow", "FI-SIMPLE-6", actor=actor_name(table, actor))
    states.need_senses(table, actor)
    dread.need_nerve(table, actor)


def _tried(found: Check) -> tuple[str, ...]:
    tried = found.about.get(_TRIED)
    return tuple(str(actor) for actor in tried) if isinstance(tried, list | tuple) else ()


def verify_cut_in(table: Table, command: CutIn) -> None:
    """Whoever leads somebody else who can act, once, against one of the two."""
    need_leader(table, command, command.actor, "FI-SIMPLE-6")
    need_third(table, command.actor)
    if command.against:
        need_known(table, command.seat, command.against)
        if command.against not in sides(need_check(table)):
            raise Refused("staked_nothing", "FI-SIMPLE-6", actor=actor_name(table, command.against))


def cut_in(draft: Draft, command: CutIn) -> None:
    """Let both roll Reflex, while the stakes wait as they lie."""
    other = command.against or sides(need_check(draft.table))[0]
    rolls = interrupting.reflexes(draft.table, command.actor, other)
    checks.open_check(draft, Check(purpose="cut_in", what="interrupt", rolls=rolls))


def _cut_in_decided(draft: Draft, result: Decided) -> None:
    """Who is faster leaves it to the Master whether it still comes about; else the stakes wait on."""
    actor, found = result.check.rolls[0].actor, need_check(draft.table)
    name = actor_name(draft.table, actor)
    if interrupting.is_faster(result):
        draft.become(replace(found, about={**found.about, HALTED_BY: actor}))
        draft.note("cuts_in", "FI-SIMPLE-6", actor=name, calls_for=("accept", "stop_outcome"))
        return
    draft.become(replace(found, about={**found.about, _TRIED: [*_tried(found), actor]}))
    draft.note("cuts_in_too_late", "FI-SIMPLE-6", actor=name)


PURPOSES["cut_in"] = Purpose(_cut_in_decided, off=CallingOff.BEGINNER, called="interrupting")


def verify_stop(table: Table, command: StopOutcome) -> None:
    """The Master, once somebody has come between; nothing else calls off what was rolled for."""
    need_gm(table, command, "FI-SIMPLE-6")
    if HALTED_BY not in need_check(table).about:
        raise Refused("nobody_between", "FI-SIMPLE-6")


def stop_outcome(draft: Draft, command: StopOutcome) -> None:
    """End it, without what was staked."""
    found = need_check(draft.table)
    draft.become(replace(found, about={**found.about, STOPPED: command.why}))
    checks.decide(draft)


MOVES = (
    Move(CutIn, verify_cut_in, cut_in),
    Move(StopOutcome, verify_stop, stop_outcome),
)
