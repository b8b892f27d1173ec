"""The status page of sessions: number, effects of start and end, and Luck Points (CF-UI-16)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.message import Message
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.character.session_state import session_state
from engine.rulesets.classic_fantasy.progression import experience_commands, experience_rules, session_commands
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage


class SessionPage(D100StatusPage):
    """The page of sessions."""

    KEY = "evening"
    SIGN = "star"
    COLUMNS = ("who", "luck", "stock", "fumbled")
    EMPTY = "nobody"

    def large(self) -> Message:
        """Return the number of the session."""
        session = session_state(self.table)
        return self.text("runs" if session.running else "over" if session.session else "first", number=session.session)

    def sentences(self) -> Iterator[Message]:
        """Yield the effects of the start and the end of a session, and of an award."""
        session, since = session_state(self.table), experience_commands.sessions_since(self.table)
        least, most = experience_rules.guideline(since)
        if session.running:
            yield self.text("end_does", number=session.session)
        else:
            yield self.text("start_does", number=session.session + 1)
        if most:
            yield self.text("awarded" if session.awarded else "no_award", since=since, least=least, most=most)

    def buttons(self) -> Iterator[OfferButton]:
        """Yield the buttons of the session, and for an award."""
        word = "end" if session_state(self.table).running else "start"
        yield self.button(f"d100_{word}_session", word)
        yield self.button("d100_award", "award")
        yield self.button("d100_set_session", "set")

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield a line for each character with Luck Points or Experience Rolls."""
        for actor in self.living_characters():
            sheet = character_sheet_of(self.table, actor)
            most = session_commands.starting_luck(self.table, actor)
            if most is not None or sheet.experience:
                award = self.button("d100_award", "award_one", actors=[actor])
                yield self.line(
                    actor,
                    self.name(actor),
                    self._luck(actor, most),
                    self.cell(self.plain(sheet.experience), tone="" if sheet.experience else "dim"),
                    self._fumbled([skill.name for skill in sheet.skills if skill.fumbled]),
                    actor=actor,
                    buttons=[award] if self.table.actors[actor].seat else (),
                    rules=("CF-LUCK-3", "CF-XP-2", "CF-XP-6"),
                )

    def _luck(self, actor: str, most: int | None) -> StatusPageCell:
        if most is None:
            return self.cell("no_luck", tone="dim")
        left = pool(self.table, actor, LUCK)
        tone = "bad" if not left else "warn" if left < most else "good"
        return self.cell("points", sign="star", tone=tone, left=left, most=most)

    def _fumbled(self, skills: list[str]) -> StatusPageCell:
        if not skills:
            return self.cell("none_fumbled", tone="dim")
        return self.cell("skills", sign="flag", details=[self.text("fumble_teaches")], skills=list(skills))
