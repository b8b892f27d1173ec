"""The status pages of experience (CF-UI-6), and of sessions with their effects and Luck Points (CF-UI-16)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.messages.message import Message
from engine.messages.refusal import Refused, without_traceback
from engine.presentation.status_pages import OfferButton, StatusPageCell, StatusPageLine
from engine.rulesets.classic_fantasy.character.character_conditions import STUDYING
from engine.rulesets.classic_fantasy.character.character_sheet import CharacterSheet, Skill, character_sheet_of, rows_of
from engine.rulesets.classic_fantasy.character.resource_pools import LUCK, pool
from engine.rulesets.classic_fantasy.character.session_state import SessionState, session_state
from engine.rulesets.classic_fantasy.progression import experience_rules, session_commands
from engine.rulesets.classic_fantasy.progression.experience_commands import needed_roll, progress_of, sessions_since
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.status_pages.d100_status_page import D100StatusPage, percent


class ExperiencePage(D100StatusPage):
    """The page of experience: Experience Rolls, fumbled skills, studies, abilities; while nothing is in progress."""

    KEY = "learning"
    SIGN = "story"
    COLUMNS = ("column_what", "column_now", "column_roll", "column_note")
    BUTTONS = (("d100_award", "award"), ("d100_lower", "lower"))

    def is_open(self) -> bool:
        """Say whether nothing is in progress, and somebody learns."""
        procedures = self.table.procedures
        return (not procedures or isinstance(procedures[-1], SessionState)) and bool(self._learners())

    def urgent_count(self) -> int:
        """Return the number of characters that have Experience Rolls."""
        return sum(sheet.experience > 0 for sheet in self._learners().values())

    def _learners(self) -> dict[str, CharacterSheet]:
        """Return the characters that learn: those of players, and all with Experience Rolls or studies."""
        table = self.table
        sheets = {actor: character_sheet_of(table, actor) for actor in self.living_characters()}
        return {
            actor: sheet
            for actor, sheet in sheets.items()
            if sheet.characteristics
            and (
                not table.is_gm(table.actors[actor].seat)
                or sheet.experience
                or table.actors[actor].has_condition(STUDYING)
            )
        }

    def sentences(self) -> Iterator[Message]:
        """Yield the guideline for an award."""
        least, most = experience_rules.guideline(sessions_since(self.table))
        if most:
            yield self.text("guideline", least=least, most=most)

    def lines(self) -> Iterator[StatusPageLine]:
        """Yield for each character a heading, then Rank, skills, studies and abilities."""
        for actor, sheet in self._learners().items():
            stock = self.cell("stock", tone="now" if sheet.experience else "dim", rolls=sheet.experience)
            buttons = self._buttons_of(actor, sheet)
            yield self.line(actor, self.name(actor), stock, actor=actor, buttons=buttons, head=True)
            if sheet.rank_reached > sheet.rank:
                yield self._rank_line(actor, sheet)
            # One button opens the whole sheet: here are only skills that something happened to in this session.
            yield from (self._skill_line(actor, sheet, skill) for skill in sheet.skills if skill.fumbled)
            if sheet.experience:
                raised = (skill for skill in sheet.skills if skill.raised and not skill.fumbled)
                yield from (self._skill_line(actor, sheet, skill) for skill in raised)
            yield from self._study_lines(actor)
            yield from self._ability_lines(actor, sheet)

    def _buttons_of(self, actor: str, sheet: CharacterSheet) -> Iterator[OfferButton]:
        if sheet.experience:
            yield self.button("d100_improve", "other_skill", actor=actor)
        yield self.button(f"d100_study:{actor}", "study")
        if isinstance(self._ability_cost(sheet, sheet.rank), int):
            yield self.button(f"d100_learn:{actor}", "new_ability")

    def _rank_line(self, actor: str, sheet: CharacterSheet) -> StatusPageLine:
        """Return the Rank that a character can take."""
        reached = self.cell("rank_reached", sign="flag", tone="good", rank=sheet.rank_reached)
        cells = ("rank", self.text("of_rank", rank=sheet.rank), None, reached)
        button = self.button(f"d100_rank:{actor}", "take_rank")
        return self.line(f"{actor}:rank", *cells, actor=actor, buttons=[button], rules=("CF-X-22",))

    def _skill_line(self, actor: str, sheet: CharacterSheet, skill: Skill) -> StatusPageLine:
        """Return a skill or a Passion: its value, what an Experience Roll needs, and whether one can be spent."""
        improving = experience_rules.numbers().improving
        roll, buttons, note = None, [self.button("d100_improve", "improve", actor=actor, skill=skill.name)], None
        try:
            experience_rules.check_raise(progress_of(skill).raised, sheet.experience, settings_of(self.table))
        except Refused:
            buttons = []
        else:
            intelligence = sheet.characteristics.get("INT", 0)
            with_int = self.text("with_int", intelligence=intelligence, value=skill.value, die=improving.at_or_above)
            roll = self.cell("needs", details=[with_int], roll=needed_roll(self.table, actor, skill))
        if skill.fumbled:
            note = self.cell("fumbled", sign="flag", tone="good", points=improving.fumbled)
        elif skill.raised:
            note = self.cell("raised", sign="check", tone="dim")
        elif skill.group == "passions":
            note = self.cell("passion", tone="dim")
        return self.line(
            f"{actor}:{skill.group}:{skill.row}:{skill.name}",
            self.plain(skill.name),
            percent(skill.value),
            roll,
            note,
            actor=actor,
            buttons=buttons,
            rules=("CF-XP-5", "CF-XP-6", "CF-XP-7", "CF-XP-8"),
        )

    def _study_lines(self, actor: str) -> Iterator[StatusPageLine]:
        state = self.table.actors[actor]
        teachers = {str(row.get("skill")): str(row.get("teacher") or "") for row in rows_of(state, "learning")}
        for condition in state.conditions_named(STUDYING):
            yield self.line(
                f"{actor}:{condition.id}",
                self.plain(condition.note),
                self.text("studies", teacher=teachers.get(condition.note, "")),
                self.countdown(self.cell("learned_in", sign="hourglass", until=condition.until)),
                actor=actor,
                buttons=[self.button(f"d100_end_study:{condition.id}", "end_study")],
                rules=("CF-XP-12",),
            )

    def _ability_cost(self, sheet: CharacterSheet, rank: int) -> int | Refused:
        """Return the Experience Rolls that an ability costs, or why it cannot be learned."""
        settings = settings_of(self.table)
        try:
            return experience_rules.ability_cost(sheet.rank, rank, sheet.experience, settings, qualified=True)
        except Refused as refused:
            return without_traceback(refused)

    def _ability_lines(self, actor: str, sheet: CharacterSheet) -> Iterator[StatusPageLine]:
        """Yield the abilities on the sheet with their costs; the button for a new one is in the heading."""
        for number, row in enumerate(rows_of(self.table.actors[actor], "abilities")):
            name, rank, paid = str(row.get("name") or ""), row.get("rank"), row.get("paid")
            if not name:
                continue
            rank = rank if isinstance(rank, int) else 0
            price, note, buttons = self.text("paid", paid=paid if isinstance(paid, int) else 0), None, []
            cost = self._ability_cost(sheet, rank)
            if isinstance(cost, Refused):
                note = self.cell(cost.message, sign="lock", tone="dim")
            else:
                price = self.text("costs", rolls=cost)
                buttons.append(self.button(f"d100_learn:{actor}", "learn", ability=name, rank=rank))
            cells = (self.plain(name), self.text("of_rank", rank=rank), price, note)
            rules = ("CF-XP-13",)
            yield self.line(f"{actor}:ability:{number}", *cells, actor=actor, buttons=buttons, rules=rules)


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
        session, since = session_state(self.table), sessions_since(self.table)
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
