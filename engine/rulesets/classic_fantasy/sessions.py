"""Sessions and awards: luck comes back, Experience Rolls are given, fumbles teach (CF-LUCK-3, CF-XP-2, -3, -6, -15)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import need_record
from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy import experience
from engine.rulesets.classic_fantasy.at_table import LUCK, set_pool
from engine.rulesets.classic_fantasy.characters import Person, Skill, person_of, rows_of
from engine.rulesets.classic_fantasy.experience import Known, Sort
from engine.rulesets.classic_fantasy.leading import figure_of, note_of
from engine.rulesets.classic_fantasy.luck import has_luck
from engine.rulesets.classic_fantasy.lucky import whose
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.passing import need_quiet
from engine.rulesets.classic_fantasy.procedures.evening import evening, set_evening
from engine.rulesets.classic_fantasy.recording import row_at, write, write_row
from engine.rulesets.classic_fantasy.rest_window import party
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import in_story
from engine.table.frozen import Json, replace
from engine.table.table import Table

MOST_ROLLS = 99


class StartSession(Request):
    """The GM begins a session: luck is whole again."""

    RULES = ("CF-LUCK-3", "CF-LUCK-2", "CF-AMB-42")


class EndSession(Request):
    """The GM ends the session."""

    RULES = ("CF-LUCK-3",)
    FAR_REACHING = True


class SetSession(Request):
    """The GM says which session this is."""

    RULES = ("CF-LUCK-3",)
    number: Annotated[int, Meta(ge=0, le=9999, description="its number")]


class AwardRolls(Request):
    """The GM awards Experience Rolls; what was fumbled since the last award is a point better first."""

    RULES = ("CF-XP-1", "CF-XP-2", "CF-XP-3", "CF-XP-4", "CF-XP-6", "CF-XP-15", "CF-X-21")
    rolls: Annotated[int, Meta(ge=0, le=MOST_ROLLS, description="how many each")]
    actors: Annotated[tuple[str, ...], Meta(description="to whom; none named are all characters of players")] = ()
    why: Annotated[str, Meta(description="what for")] = ""


def verify_start(table: Table, command: StartSession | EndSession) -> None:
    """The GM, while nothing else is under way."""
    need_gm(table, command, "CF-LUCK-3")
    need_quiet(table, "CF-LUCK-3")
    if isinstance(command, EndSession) and not evening(table).running:
        raise Refused("d100_no_session", "CF-LUCK-3")
    if isinstance(command, StartSession) and evening(table).running:
        raise Refused("d100_session_runs", "CF-LUCK-3")


def start(draft: Draft, command: StartSession) -> None:
    """Refill luck, and forget what was raised where that counts by the session."""
    now = evening(draft.table)
    number = now.session + 1
    set_evening(draft, replace(now, session=number, running=True))
    draft.note("d100_session_starts", "CF-LUCK-3", number=number)
    for actor in in_story(draft.table):
        most = luck_most(draft.table, actor)
        if most is not None:
            set_pool(draft, actor, LUCK, most)
            write(draft, actor, luck_refilled=number, luck_spent=())
            note_of(draft, actor, "d100_luck_refilled", "CF-LUCK-3", points=most)
        person = person_of(draft.table, actor)
        for skill in person.skills:
            before = known_of(skill)
            after = experience.next_session(before, settings_of(draft.table))
            if after.raised != before.raised and skill.row is not None:
                write_row(draft, actor, skill.group, skill.row, raised=bool(after.raised))


def luck_most(table: Table, actor: str) -> int | None:
    """Return the Luck Points that somebody begins a session with; None for who has none to refill (CF-AMB-42)."""
    return person_of(table, actor).luck_most if has_luck(whose(table, actor), settings_of(table)) else None


def end(draft: Draft, command: EndSession) -> None:
    """End it."""
    now = evening(draft.table)
    set_evening(draft, replace(now, running=False))
    draft.note("d100_session_ends", "CF-LUCK-3", number=now.session)


def verify_set(table: Table, command: SetSession) -> None:
    """The GM."""
    need_gm(table, command, "CF-LUCK-3")


def set_number(draft: Draft, command: SetSession) -> None:
    """Write it down."""
    set_evening(draft, replace(evening(draft.table), session=command.number))
    draft.note("d100_session_set", "CF-LUCK-3", number=command.number)


# ---- awards ----------------------------------------------------------------------------------------------------------


def known_of(skill: Skill) -> Known:
    """Return a skill as experience sees it."""
    sort: Sort = "passion" if skill.group == "passions" else "skill"
    return Known(sort=sort, value=skill.value, fumbled=skill.fumbled, raised=int(skill.raised))


def add_points(draft: Draft, actor: str, skill: Skill, points: int, **cells: bool) -> None:
    """Let a skill be so many points better, or worse; one that the sheet does not name gets its row."""
    row = row_at(draft.table, actor, skill.group, skill.row) if skill.row is not None else {}
    total_now, added = row.get("total"), row.get("added")
    if isinstance(total_now, int):  # written over what is reckoned
        write_row(draft, actor, skill.group, skill.row, total=total_now + points, **cells)
    else:
        more = (added if isinstance(added, int) else 0) + points
        write_row(draft, actor, skill.group, skill.row, name=skill.name, added=more, **cells)


def sessions_since(table: Table) -> int:
    """Return how many sessions there were since the last award, the present one among them (CF-XP-3)."""
    now = evening(table)
    return max(0, now.session - now.awarded)


def verify_award(table: Table, command: AwardRolls) -> None:
    """The GM, to somebody."""
    need_gm(table, command, "CF-XP-2")
    need_quiet(table, "CF-XP-2")
    for actor in command.actors:
        need_record(table, command.seat, actor)
    if not party(table, command.actors):
        raise Refused("d100_nobody_there", "CF-XP-2")


def award(draft: Draft, command: AwardRolls) -> None:
    """Give them, raise what was fumbled, and forget the marks."""
    now = evening(draft.table)
    for actor in party(draft.table, command.actors):
        _award_to(draft, actor, command, now.session)
    set_evening(draft, replace(evening(draft.table), awarded=now.session))


def _award_to(draft: Draft, actor: str, command: AwardRolls, session: int) -> None:
    settings, person = settings_of(draft.table), person_of(draft.table, actor)
    charisma = person.characteristics.get("CHA")
    plain = settings if charisma is not None else replace(settings, xp_modifier=False)
    parts = experience.award(command.rolls, charisma or 0, plain)
    rolls = total(parts)
    book(draft, actor, person, rolls, command.why, session)
    for skill in person.skills:
        before = known_of(skill)
        after = experience.awarded(before, settings)
        if after != before and skill.row is not None:
            cells = {"fumbled": False, "raised": bool(after.raised)}
            add_points(draft, actor, skill, after.value - before.value, **cells)
            if before.fumbled:
                note_of(draft, actor, "d100_fumble_taught", "CF-XP-6", skill=skill.name, value=after.value)
    note_of(
        draft, actor, "d100_awarded", "CF-XP-2", rolls=rolls, why=command.why, reckoning=[part.words for part in parts]
    )
    figure_of(draft, actor, experience=person.experience + rolls)


def book(draft: Draft, actor: str, person: Person, rolls: int, what: str, session: int) -> None:
    """Add Experience Rolls to the stock, or take them, and write it into the record's ledger (CF-XP-4)."""
    row: dict[str, Json] = {"session": session, "rolls": rolls, "what": what}
    write(
        draft,
        actor,
        experience=person.experience + rolls,
        awards=(*rows_of(draft.table.actors[actor], "awards"), row),
    )


MOVES = (
    Move(StartSession, verify_start, start),
    Move(EndSession, verify_start, end),
    Move(SetSession, verify_set, set_number),
    Move(AwardRolls, verify_award, award),
)
