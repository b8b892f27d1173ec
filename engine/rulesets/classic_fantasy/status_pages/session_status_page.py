"""The status page of sessions: number, effects of start and end, and Luck Points (CF-UI-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.messages.message import Message
from engine.model.table import Table
from engine.presentation.status_pages import OfferButton, StatusPage, StatusPageCell, StatusPageLine, StatusPageTab
from engine.presentation.text_group import TextGroup
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.classic_fantasy.progression import experience_commands, experience_rules, session_commands
from engine.rulesets.classic_fantasy.status_pages.status_page_cells import living_characters, name_cell, plain_text

KEY: Final = "evening"
TEXTS: Final = TextGroup("d100.ledger.evening")


def tab(table: Table, viewer: str) -> StatusPageTab | None:
    """Return its tab."""
    return StatusPageTab(key=KEY, label=TEXTS("tab"), sign="star")


def status_page(table: Table, viewer: str) -> StatusPage:
    """Return the page."""
    session = session_state(table)
    key = "runs" if session.running else "over" if session.session else "first"
    return StatusPage(
        key=KEY,
        title=TEXTS("title"),
        large=TEXTS(key, number=session.session),
        sentences=tuple(_notes(table, session)),
        columns=(TEXTS("who"), TEXTS("luck"), TEXTS("stock"), TEXTS("fumbled")),
        lines=tuple(_lines(table, viewer)),
        buttons=tuple(_buttons(table, session)),
        empty=TEXTS("nobody"),
    )


def _notes(table: Table, session: SessionState) -> Iterator[Message]:
    """Yield the effects of the start and the end of a session, and of an award."""
    since = experience_commands.sessions_since(table)
    least, most = experience_rules.guideline(since)
    if not session.running:
        yield TEXTS("start_does", number=session.session + 1)
    else:
        yield TEXTS("end_does", number=session.session)
    if most:
        params = {"since": since, "least": least, "most": most}
        word = "awarded" if session.awarded else "no_award"
        yield TEXTS(word, **params)


def _buttons(table: Table, session: SessionState) -> Iterator[OfferButton]:
    if session.running:
        yield TEXTS.button("d100_end_session", "end")
    else:
        yield TEXTS.button("d100_start_session", "start")
    yield TEXTS.button("d100_award", "award")
    yield TEXTS.button("d100_set_session", "set")


def _lines(table: Table, viewer: str) -> Iterator[StatusPageLine]:
    for actor in living_characters(table, viewer):
        sheet = character_sheet_of(table, actor)
        most = session_commands.starting_luck(table, actor)
        if most is None and not sheet.experience:
            continue
        fumbled = [skill.name for skill in sheet.skills if skill.fumbled]
        yield StatusPageLine(
            key=actor,
            cells=(
                name_cell(table, actor),
                _luck_cell(pool(table, actor, LUCK), most),
                StatusPageCell(text=plain_text(sheet.experience), tone="" if sheet.experience else "dim"),
                _fumbled_cell(fumbled),
            ),
            actor=actor,
            buttons=(_award_button(table, actor),) if table.actors[actor].seat else (),
            rules=("CF-LUCK-3", "CF-XP-2", "CF-XP-6"),
        )


def _award_button(table: Table, actor: str) -> OfferButton:
    return TEXTS.button("d100_award", "award_one", actors=[actor])


def _luck_cell(points_left: int, most: int | None) -> StatusPageCell:
    if most is None:
        return TEXTS.cell("no_luck", tone="dim")
    points = TEXTS("points", left=points_left, most=most)
    tone = "bad" if not points_left else "warn" if points_left < most else "good"
    return StatusPageCell(text=points, sign="star", tone=tone)


def _fumbled_cell(names: list[str]) -> StatusPageCell:
    if not names:
        return TEXTS.cell("none_fumbled", tone="dim")
    skills = TEXTS("skills", skills=list(names))
    return StatusPageCell(text=skills, sign="flag", details=(TEXTS("fumble_teaches"),))
