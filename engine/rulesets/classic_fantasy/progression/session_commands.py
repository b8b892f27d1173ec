"""Sessions of play: start, end and number. Luck Points are refilled at the start (CF-LUCK-3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character.character_conditions import in_story
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.record_writes import write, write_row
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, set_pool
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.luck.luck_eligibility import luck_holder
from engine.rulesets.classic_fantasy.luck.luck_rules import has_luck
from engine.rulesets.classic_fantasy.progression import experience_rules
from engine.rulesets.classic_fantasy.progression.experience_commands import progress_of
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_advance import need_idle


class StartSession(Request):
    """The GM begins a session: all Luck Points are refilled."""

    RULES = ("CF-LUCK-3", "CF-LUCK-2", "CF-AMB-42")


class EndSession(Request):
    """The GM ends the session."""

    RULES = ("CF-LUCK-3",)
    FAR_REACHING = True


class SetSession(Request):
    """The GM sets the number of the session."""

    RULES = ("CF-LUCK-3",)
    number: Annotated[int, Meta(ge=0, le=9999, description="its number"), Asks("d100_session")]


def verify_start(table: Table, command: StartSession | EndSession) -> None:
    """Allow only the GM, while nothing else is in progress."""
    need_gm(table, command, "CF-LUCK-3")
    need_idle(table, "CF-LUCK-3")
    if isinstance(command, EndSession) and not session_state(table).running:
        raise Refused("d100_no_session", "CF-LUCK-3")
    if isinstance(command, StartSession) and session_state(table).running:
        raise Refused("d100_session_runs", "CF-LUCK-3")


def start(draft: Draft, command: StartSession) -> None:
    """Refill luck, and clear the marks of raised skills where the limit is by session."""
    session = session_state(draft.table)
    number = session.session + 1
    draft.set_outermost(replace(session, session=number, running=True))
    draft.note("d100_session_starts", "CF-LUCK-3", number=number)
    for actor in in_story(draft.table):
        most = starting_luck(draft.table, actor)
        if most is not None:
            set_pool(draft, actor, LUCK, most)
            write(draft, actor, luck_refilled=number, luck_spent=())
            add_log_line(draft, actor, "d100_luck_refilled", "CF-LUCK-3", points=most)
        sheet = character_sheet_of(draft.table, actor)
        for skill in sheet.skills:
            before = progress_of(skill)
            after = experience_rules.next_session(before, settings_of(draft.table))
            if after.raised != before.raised and skill.row is not None:
                write_row(draft, actor, skill.group, skill.row, raised=bool(after.raised))


def starting_luck(table: Table, actor: str) -> int | None:
    """Return the Luck Points at the start of a session; None for a character without luck (CF-AMB-42)."""
    return (
        character_sheet_of(table, actor).luck_most if has_luck(luck_holder(table, actor), settings_of(table)) else None
    )


def end(draft: Draft, command: EndSession) -> None:
    """End the session."""
    session = session_state(draft.table)
    draft.set_outermost(replace(session, running=False))
    draft.note("d100_session_ends", "CF-LUCK-3", number=session.session)


def verify_set(table: Table, command: SetSession) -> None:
    """Allow only the GM."""
    need_gm(table, command, "CF-LUCK-3")


def set_number(draft: Draft, command: SetSession) -> None:
    """Set the number."""
    draft.set_outermost(replace(session_state(draft.table), session=command.number))
    draft.note("d100_session_set", "CF-LUCK-3", number=command.number)


MOVES = (
    Move(StartSession, verify_start, start),
    Move(EndSession, verify_start, end),
    Move(SetSession, verify_set, set_number),
)
