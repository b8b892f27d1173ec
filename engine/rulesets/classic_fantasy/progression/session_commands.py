"""Sessions of play: start, end and number, and the offers of them. The start refills Luck Points (CF-LUCK-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.gm_requests import GmRequest
from engine.kit.sessions.session_commands import SessionEnd, SessionStart, need_new_number, renumber_running
from engine.kit.sessions.session_records import running_session
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of, unchecked
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import write, write_row
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, set_pool
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, session_state
from engine.rulesets.classic_fantasy.luck.luck_eligibility import luck_holder
from engine.rulesets.classic_fantasy.luck.luck_rules import has_luck
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_commands import progress_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle


class StartSession(SessionStart):
    """The GM begins a session: all Luck Points are refilled."""

    RULES = ("CF-LUCK-3", "CF-LUCK-2", "CF-AMB-42")
    STARTED = "d100_session_starts"

    def verify(self, table: Table) -> None:
        """Allow only the GM, between sessions."""
        super().verify(table)
        need_idle(table, self)
        if session_state(table).running:
            raise Refused("d100_session_runs", "CF-LUCK-3")

    def decide(self, draft: Draft) -> None:
        """Refill luck, and clear the marks of raised skills where the limit is by session."""
        session = session_state(draft.table)
        number = self.open(draft, session.session + 1)
        draft.set_outermost(replace(session, session=number, running=True))
        for actor in in_story(draft.table):
            most = starting_luck(draft.table, actor)
            if most is not None:
                set_pool(draft, actor, LUCK, most)
                write(draft, actor, luck_refilled=number, luck_spent=())
                add_log_line(draft, actor, "d100_luck_refilled", "CF-LUCK-3", numbers=True, points=most)
            for skill in character_sheet_of(draft.table, actor).skills:
                before = progress_of(skill)
                after = experience_rules.next_session(before, settings_of(draft.table))
                if after.raised != before.raised and skill.row is not None:
                    write_row(draft, actor, skill.group, skill.row, raised=bool(after.raised))


class EndSession(SessionEnd):
    """The GM ends the session."""

    RULES = ("CF-LUCK-3",)
    FAR_REACHING = True
    ENDED = "d100_session_ends"

    def verify(self, table: Table) -> None:
        """Allow only the GM, in a session with nothing else in progress."""
        super().verify(table)
        need_idle(table, self)
        if not session_state(table).running:
            raise Refused("d100_no_session", "CF-LUCK-3")

    def decide(self, draft: Draft) -> None:
        """End the session."""
        session = session_state(draft.table)
        draft.set_outermost(replace(session, running=False))
        draft.note(self.ENDED, "CF-LUCK-3", number=session.session)
        self.close(draft)


class SetSession(GmRequest):
    """The GM sets the number of the session."""

    RULES = ("CF-LUCK-3",)
    number: Annotated[int, Meta(ge=0, le=9999, description="its number"), Asks("d100_session")]

    def verify(self, table: Table) -> None:
        """Allow only the GM, and no number that another session has while one is in progress."""
        super().verify(table)
        running = running_session(table.lists)
        if running is not None and self.number != running.number:
            need_new_number(table, self.number)

    def decide(self, draft: Draft) -> None:
        """Set the number."""
        renumber_running(draft, self.number)
        draft.set_outermost(replace(session_state(draft.table), session=self.number))
        draft.note("d100_session_set", "CF-LUCK-3", number=self.number)


def starting_luck(table: Table, actor: str) -> int | None:
    """Return the Luck Points at the start of a session; None for a character without luck (CF-AMB-42)."""
    has_any = has_luck(luck_holder(table, actor), settings_of(table))
    return character_sheet_of(table, actor).luck_most if has_any else None


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the GM's offers of a session, while nothing is in progress."""
    if isinstance(front_procedure(table), SessionState) and table.is_gm(seat):
        session = session_state(table)
        command = EndSession(seat=seat) if session.running else StartSession(seat=seat)
        yield offer_of(table, command, unchecked, name=f"d100_{'end' if session.running else 'start'}_session")
        number = max(session.session, 1)  # nobody means session 0, the number before the first one
        yield offer_of(table, SetSession(seat=seat, number=number), unchecked, name="d100_set_session")
