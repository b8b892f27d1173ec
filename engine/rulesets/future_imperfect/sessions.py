"""An evening at the table: chips come back and are drawn, are awarded, and are written down in the end (FI-FATE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.events import ProcedureSet
from engine.play.moves.fields import SeatId, need_seat_id
from engine.play.names import seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import fate, pot
from engine.rulesets.future_imperfect.fighters import need_free
from engine.rulesets.future_imperfect.procedures.conflict import fight
from engine.rulesets.future_imperfect.procedures.evening import POT, Evening, evening
from engine.table.frozen import replace
from engine.table.table import Table


class StartSession(Request):
    """The Master begins a session: everybody has the stored chips back, and only then new ones are drawn."""

    RULES = ("FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
    by_hand: Annotated[bool, Meta(description="everybody draws from a real pot and tells what was drawn")] = False


class DrawChips(Request):
    """Draw the chips of this session, once for each bag: blindly, or told from a real pot."""

    RULES = ("FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
    bag: SeatId
    chips: Annotated[
        Mapping[str, int], Meta(description="what was really drawn, by colour; empty lets the table draw")
    ] = {}


class AwardChip(Request):
    """The Master awards a chip of a chosen colour, for playing a Hindrance or learning from a failure."""

    RULES = ("FI-FATE-7",)
    bag: SeatId
    colour: Annotated[str, Meta(description="white, red, blue")]
    why: Annotated[str, Meta(description="what it is for")] = ""


class EndSession(Request):
    """The Master ends the session; what everybody holds is stored by colour until the next."""

    RULES = ("FI-FATE-6",)
    FAR_REACHING = True


def set_evening(draft: Draft, now: Evening) -> None:
    """Let the evening stand anew; at a table that was laid without one it goes under all else."""
    if draft.procedure(Evening) is None:
        draft.emit(ProcedureSet(procedures=(now, *draft.table.procedures)))
    else:
        draft.become(now)


def need_session(table: Table, *rules: str) -> Evening:
    """Return the session that runs. Raises Refused between sessions."""
    now = evening(table)
    if not now.running:
        raise Refused("no_session", *rules)
    return now


def need_between(table: Table, *rules: str) -> None:
    """Raise Refused while a session runs."""
    if evening(table).running:
        raise Refused("session_runs", *rules)


# ---- the beginning ---------------------------------------------------------------------------------------------------


def verify_start(table: Table, command: StartSession) -> None:
    """The Master, between sessions."""
    need_gm(table, command, "FI-FATE-3")
    need_between(table, "FI-FATE-3")


def start(draft: Draft, command: StartSession) -> None:
    """Tell what everybody has back; when all have it, draw for one after the other (FI-FATE-3).

    Chips stay in their bags between sessions, where the record sheets read them: that is what is stored.
    """
    old = evening(draft.table)
    set_evening(draft, replace(old, session=old.session + 1, running=True, drawn=()))
    draft.note("session_starts", "FI-FATE-3", number=old.session + 1)
    bags = _bags(draft.table)
    for bag in bags:
        held = pot.held_by(draft.table, bag)
        if held:
            draft.note("chips_back", "FI-FATE-3", seat=seat_name(draft.table, bag), chips=pot.in_words(held))
    _tell_total(draft)
    for bag in () if command.by_hand else bags:
        draw_for(draft, bag)


def _bags(table: Table) -> tuple[str, ...]:
    """Return who draws: the players in the order in which they sit, then the Master."""
    players = tuple(seat.id for seat in table.seats.values() if not seat.is_gm)
    return (*players, *((table.gm(),) if table.gm() else ()))


def _tell_total(draft: Draft) -> None:
    total = pot.in_all(draft.table)
    draft.figure(chips_in_all=total)
    if total != pot.at_first():
        draft.note("chips_in_all", "FI-FATE-1", "FI-FATE-2", count=total, usual=pot.at_first())


def due(table: Table, bag: str) -> int:
    """Return how many chips a bag still draws in this session (FI-FATE-4, FI-FATE-5, FI-FATE-20)."""
    now = evening(table)
    if not now.running or bag in now.drawn or bag not in table.seats:
        return 0
    in_pot = pot.count_of(pot.held_by(table, POT))
    if table.is_gm(bag):
        return fate.master_chips_due(in_pot)
    return fate.chips_due(pot.count_of(pot.held_by(table, bag)), in_pot)


def draw_for(draft: Draft, bag: str, chips: pot.Chips | None = None) -> None:
    """Draw what is due, blindly or as it was told, and remember that it was drawn."""
    count = due(draft.table, bag)
    rule = "FI-FATE-5" if draft.table.is_gm(bag) else "FI-FATE-4"
    if chips:
        pot.take(draft, bag, chips, rule)
    else:
        pot.draw_blindly(draft, bag, count, rule)
    now = evening(draft.table)
    set_evening(draft, replace(now, drawn=(*now.drawn, bag)))


def verify_draw(table: Table, command: DrawChips) -> None:
    """For the own bag, or the Master for any, once in a session; what is told must be as much as is due."""
    now = need_session(table, "FI-FATE-4")
    need_seat_id(table, command.bag)
    if command.bag != command.seat and not table.is_gm(command.seat):
        raise Refused("not_your_chips", "FI-FATE-4")
    if command.bag in now.drawn:
        raise Refused("chips_were_drawn", "FI-FATE-4", seat=seat_name(table, command.bag))
    if command.chips:
        pot.need_held(table, POT, command.chips)
        if pot.count_of(command.chips) != due(table, command.bag):
            raise Refused("chips_due", "FI-FATE-4", "FI-FATE-5", count=due(table, command.bag))


def draw(draft: Draft, command: DrawChips) -> None:
    """Draw them."""
    draw_for(draft, command.bag, command.chips)


# ---- in between, and the end -----------------------------------------------------------------------------------------


def verify_award(table: Table, command: AwardChip) -> None:
    """The Master, out of what is in the pot."""
    need_gm(table, command, "FI-FATE-7")
    need_seat_id(table, command.bag)
    fate.colour_of(command.colour)
    if pot.held_by(table, POT).get(command.colour, 0) < 1:
        raise Refused("pot_has_none", "FI-FATE-20", colour=command.colour)


def award(draft: Draft, command: AwardChip) -> None:
    """Give it, with the reason."""
    pot.hand_over(draft, command.bag, command.colour)
    name = seat_name(draft.table, command.bag)
    draft.note("chip_awarded", "FI-FATE-7", seat=name, colour=command.colour, why=command.why)


def verify_end(table: Table, command: EndSession) -> None:
    """The Master, when nothing else is under way."""
    need_gm(table, command, "FI-FATE-6")
    need_session(table, "FI-FATE-6")
    if fight(table) is not None:
        raise Refused("conflict_runs", "FI-FATE-6")
    need_free(table)


def end(draft: Draft, command: EndSession) -> None:
    """Write down what everybody holds; it stays in the bags, which the record sheets show."""
    now = evening(draft.table)
    set_evening(draft, replace(now, running=False, drawn=()))
    for bag in _bags(draft.table):
        held = pot.held_by(draft.table, bag)
        draft.note("chips_stored", "FI-FATE-6", seat=seat_name(draft.table, bag), chips=pot.in_words(held) or ["–"])
    _tell_total(draft)
    draft.note("session_ends", "FI-FATE-6", number=now.session)


MOVES = (
    Move(StartSession, verify_start, start),
    Move(DrawChips, verify_draw, draw),
    Move(AwardChip, verify_award, award),
    Move(EndSession, verify_end, end),
)
