"""A session and its Fate Chips: returned, drawn, awarded, spent on lost Wind, and stored at the end (FI-FATE)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId, SeatId, need_seat_id
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.kit.calculation import total
from engine.kit.sessions.session_commands import SessionEnd, SessionStart
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.odds import Odds
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.chips.fate_pot import need_chip_payment
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import regain_wind, wind_of
from engine.rulesets.future_imperfect.initiative.action_cards import need_free
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, need_known
from engine.rulesets.future_imperfect.procedures.session_procedure import (
    POT,
    SessionState,
    session_books,
    session_state,
)


class StartSession(SessionStart):
    """Begin a session, as the GM: all get their stored chips back, then those who are here draw new ones."""

    RULES = ("FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
    NEEDS = (lambda table, command: need_between(table, "FI-FATE-3"),)
    by_hand: Annotated[bool, Meta(description="everybody draws from a real pot and tells what was drawn")] = False

    def decide(self, draft: Draft) -> None:
        """Log the stored chips of all; then draw for each in turn (FI-FATE-3).

        Stored chips stay in their bags between sessions, where the record sheets read them.
        """
        old = session_state(draft.table)
        number = self.open(draft, old.session + 1)
        draft.set_outermost(replace(old, session=number, running=True, drawn=()))
        bags = _bags_in_order(draft.table)
        for bag in bags:
            chips = fate_pot.held_by(draft.table, bag)
            if chips:
                draft.note(
                    "chips_back", "FI-FATE-3", seat=seat_name(draft.table, bag), chips=fate_pot.chip_words(chips)
                )
        _tell_total(draft)
        for bag in () if self.by_hand else bags:
            if bag not in self.absent:
                draw_for(draft, bag)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the colours that are drawn."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.session.chip_odds import odds_of_drawn_chips

        return odds_of_drawn_chips(table, self)


class DrawChips(Request):
    """Draw the chips of this session, once for each bag: blindly, or as drawn from a real pot."""

    RULES = ("FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
    bag: SeatId
    chips: Annotated[
        Mapping[str, int], Meta(description="what was really drawn, by colour; empty lets the table draw")
    ] = {}

    def verify(self, table: Table) -> None:
        """Require the own bag or the GM, once in a session; named chips must be as many as are due."""
        session = need_session(table, "FI-FATE-4")
        need_seat_id(table, self.bag)
        if self.bag != self.seat and not table.is_gm(self.seat):
            raise Refused("not_your_chips", "FI-FATE-4")
        if self.bag in session.drawn:
            raise Refused("chips_were_drawn", "FI-FATE-4", seat=seat_name(table, self.bag))
        if self.chips:
            fate_pot.need_held(table, POT, self.chips)
            if fate_pot.chip_count(self.chips) != chips_due_for(table, self.bag):
                raise Refused("chips_due", "FI-FATE-4", "FI-FATE-5", count=chips_due_for(table, self.bag))

    def decide(self, draft: Draft) -> None:
        """Draw the chips."""
        draw_for(draft, self.bag, self.chips)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the colours that are drawn."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.session.chip_odds import odds_of_drawn_chips

        return odds_of_drawn_chips(table, self)


class AwardChip(Request):
    """Award a chip of a chosen colour, as the GM, for playing a Hindrance or learning from a failure."""

    RULES = ("FI-FATE-7",)
    bag: Annotated[SeatId, Asks()]
    colour: Annotated[str, Meta(description="white, red, blue"), Asks()]
    why: Annotated[str, Meta(description="what it is for"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """Require the GM, and a chip in the pot."""
        need_gm(table, self, "FI-FATE-7")
        need_seat_id(table, self.bag)
        fate_chip_rules.chip_colour(self.colour)
        if fate_pot.held_by(table, POT).get(self.colour, 0) < 1:
            raise Refused("pot_has_none", "FI-FATE-20", colour=self.colour)

    def decide(self, draft: Draft) -> None:
        """Give the chip, with the reason."""
        fate_pot.give_chip(draft, self.bag, self.colour)
        name = seat_name(draft.table, self.bag)
        draft.note("chip_awarded", "FI-FATE-7", seat=name, colour=self.colour, why=self.why)


class EndSession(SessionEnd):
    """End the session, as the GM; all chips held are stored by colour until the next."""

    RULES = ("FI-FATE-6",)
    FAR_REACHING = True

    def verify(self, table: Table) -> None:
        """Require the GM, and nothing else in progress."""
        super().verify(table)
        need_session(table, "FI-FATE-6")
        if current_conflict(table) is not None:
            raise Refused("conflict_runs", "FI-FATE-6")
        need_free(table)

    def decide(self, draft: Draft) -> None:
        """Log the chips of all; they stay in the bags. The field of the sheet is for chips that are kept on paper."""
        session = session_state(draft.table)
        draft.set_outermost(replace(session, running=False, drawn=()))
        for bag in _bags_in_order(draft.table):
            words, seat = fate_pot.chip_words(fate_pot.held_by(draft.table, bag)), seat_name(draft.table, bag)
            if words:
                draft.note("chips_stored", "FI-FATE-6", seat=seat, chips=words)
            else:
                draft.note("no_chips_stored", "FI-FATE-6", seat=seat)
        _tell_total(draft)
        draft.note(self.ENDED, "FI-FATE-6", number=session.session)
        self.close(draft)


def need_session(table: Table, *rules: str) -> SessionState:
    """Return the running session. Raises Refused between sessions."""
    session = session_books(table)
    if not session.running:
        raise Refused("no_session", *rules)
    return session


def need_between(table: Table, *rules: str) -> None:
    """Raise Refused while a session runs."""
    if session_state(table).running:
        raise Refused("session_runs", *rules)


# ---- the beginning ---------------------------------------------------------------------------------------------------


def _bags_in_order(table: Table) -> tuple[str, ...]:
    """Return the bags in the order of drawing: the players as they sit, then the GM."""
    players = tuple(seat.id for seat in table.seats.values() if not seat.is_gm)
    return (*players, *((table.gm(),) if table.gm() else ()))


def _tell_total(draft: Draft) -> None:
    total = fate_pot.total_chips(draft.table)
    draft.record_results(chips_in_all=total)
    if total != fate_pot.starting_chips():
        draft.note("chips_in_all", "FI-FATE-1", "FI-FATE-2", count=total, usual=fate_pot.starting_chips())


def chips_due_for(table: Table, bag: str) -> int:
    """Return the number of chips that a bag still draws in this session (FI-FATE-4, FI-FATE-5, FI-FATE-20)."""
    session = session_books(table)
    if not session.running or bag in session.drawn or bag not in table.seats:
        return 0
    in_pot = fate_pot.chip_count(fate_pot.held_by(table, POT))
    if table.is_gm(bag):
        return fate_chip_rules.gm_chips_due(in_pot)
    return fate_chip_rules.chips_due(fate_pot.chip_count(fate_pot.held_by(table, bag)), in_pot)


def draw_for(draft: Draft, bag: str, chips: fate_pot.ChipCounts | None = None) -> None:
    """Draw the due chips, blindly or as named, and record the draw."""
    count = chips_due_for(draft.table, bag)
    rule = "FI-FATE-5" if draft.table.is_gm(bag) else "FI-FATE-4"
    if chips:
        fate_pot.take_chips(draft, bag, chips, rule)
    else:
        fate_pot.draw_blindly(draft, bag, count, rule)
    session = session_state(draft.table)
    draft.set_outermost(replace(session, drawn=(*session.drawn, bag)))


# ---- in between, and the end -----------------------------------------------------------------------------------------


ChipCountsField = Annotated[Mapping[str, int], Meta(description="how many of each colour")]


class HelpWithWind(Request):
    """Restore lost Wind of a character with Fate Chips."""

    RULES = ("FI-FATE-17", "FI-FATE-18", "FI-FATE-2")
    actor: ActorId
    chips: ChipCountsField
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""

    def verify(self, table: Table) -> None:
        """Require chips that may help, for a living character that lacks Wind: the own one, or one of the crew."""
        need_known(table, self.seat, self.actor)
        need_chip_payment(table, self, self.actor, self.bag, self.chips)
        for colour in self.chips:
            if not fate_chip_rules.chip_colour(colour).wind:
                raise Refused("chip_no_use", "FI-FATE-1", colour=colour)
        name = actor_name(table, self.actor)
        if table.actors[self.actor].has_condition(character_conditions.DEAD):
            raise Refused("is_dead", "FI-FATE-16", actor=name)
        if wind_of(table, self.actor) >= character_sheet.wind_start(table.actors[self.actor]):
            raise Refused("wind_full", "FI-FATE-17", actor=name)

    def decide(self, draft: Draft) -> None:
        """Put the chips back and restore the Wind; a surplus over the starting value is lost."""
        bag = self.bag or self.seat
        actor = draft.table.actors[self.actor]
        wind = wind_of(draft.table, self.actor)
        spent = [colour for colour, n in self.chips.items() for _ in range(n)]
        parts = fate_chip_rules.wind_after_chips(wind, character_sheet.wind_start(actor), spent)
        fate_pot.return_chips(draft, bag, self.chips)
        add_log_line(
            draft,
            self.actor,
            "wind_by_chips",
            "FI-FATE-17",
            seat=seat_name(draft.table, bag),
            chips=fate_pot.chip_words(self.chips),
            reckoning=[part.words for part in parts],
        )
        regain_wind(draft, self.actor, total(parts) - wind, "FI-FATE-17")
