"""Sessions: which it is, what its start and its end do, and who has how much luck (CF-UI-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.words import Message
from engine.rulesets.classic_fantasy import experience, sessions
from engine.rulesets.classic_fantasy.at_table import LUCK, pool
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.ledgers.saying import living, name_cell, words
from engine.rulesets.classic_fantasy.procedures.evening import Evening, evening
from engine.table.table import Table

KEY: Final = "evening"


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab."""
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.evening.tab"), sign="star")


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    now = evening(table)
    key = "runs" if now.running else "over" if now.session else "first"
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.evening.title"),
        large=Message(key=f"d100.ledger.evening.{key}", params={"number": now.session}),
        said=tuple(_said(table, now)),
        columns=(
            Message(key="d100.ledger.evening.who"),
            Message(key="d100.ledger.evening.luck"),
            Message(key="d100.ledger.evening.stock"),
            Message(key="d100.ledger.evening.fumbled"),
        ),
        lines=tuple(_lines(table, viewer)),
        touches=tuple(_touches(table, now)),
        empty=Message(key="d100.ledger.evening.nobody"),
    )


def _said(table: Table, now: Evening) -> Iterator[Message]:
    """Say what the start and the end of a session and an award do."""
    since = sessions.sessions_since(table)
    least, most = experience.guideline(since)
    if not now.running:
        yield Message(key="d100.ledger.evening.start_does", params={"number": now.session + 1})
    else:
        yield Message(key="d100.ledger.evening.end_does", params={"number": now.session})
    if most:
        params = {"since": since, "least": least, "most": most}
        word = "awarded" if now.awarded else "no_award"
        yield Message(key=f"d100.ledger.evening.{word}", params=params)


def _touches(table: Table, now: Evening) -> Iterator[Touch]:
    if now.running:
        yield Touch(offer="d100_end_session", label=Message(key="d100.ledger.evening.end"))
    else:
        yield Touch(offer="d100_start_session", label=Message(key="d100.ledger.evening.start"))
    yield Touch(offer="d100_award", label=Message(key="d100.ledger.evening.award"))
    yield Touch(offer="d100_set_session", label=Message(key="d100.ledger.evening.set"))


def _lines(table: Table, viewer: str) -> Iterator[LedgerLine]:
    for actor in living(table, viewer):
        person = person_of(table, actor)
        most = sessions.luck_most(table, actor)
        if most is None and not person.experience:
            continue
        fumbled = [skill.name for skill in person.skills if skill.fumbled]
        yield LedgerLine(
            key=actor,
            cells=(
                name_cell(table, actor),
                _luck(pool(table, actor, LUCK), most),
                Cell(text=words(person.experience), tone="" if person.experience else "dim"),
                _fumbled(fumbled),
            ),
            actor=actor,
            touches=(_award(table, actor),) if table.actors[actor].seat else (),
            rules=("CF-LUCK-3", "CF-XP-2", "CF-XP-6"),
        )


def _award(table: Table, actor: str) -> Touch:
    return Touch(offer="d100_award", answers={"actors": [actor]}, label=Message(key="d100.ledger.evening.award_one"))


def _luck(left: int, most: int | None) -> Cell:
    if most is None:
        return Cell(text=Message(key="d100.ledger.evening.no_luck"), tone="dim")
    points = Message(key="d100.ledger.evening.points", params={"left": left, "most": most})
    tone = "bad" if not left else "warn" if left < most else "good"
    return Cell(text=points, sign="star", tone=tone)


def _fumbled(names: list[str]) -> Cell:
    if not names:
        return Cell(text=Message(key="d100.ledger.evening.none_fumbled"), tone="dim")
    skills = Message(key="d100.ledger.evening.skills", params={"skills": list(names)})
    return Cell(text=skills, sign="flag", told=(Message(key="d100.ledger.evening.fumble_teaches"),))
