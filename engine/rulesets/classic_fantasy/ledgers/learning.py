"""What can be learned: Experience Rolls in stock, skills that were fumbled, studies, abilities (CF-UI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.ledgers import Cell, Ledger, LedgerLine, LedgerTab, Touch
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.classic_fantasy import experience
from engine.rulesets.classic_fantasy.characters import Person, Skill, person_of, rows_of
from engine.rulesets.classic_fantasy.improving import needed
from engine.rulesets.classic_fantasy.ledgers.saying import BLANK, heading, living, name_cell, words
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.sessions import known_of, sessions_since
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.states import STUDYING
from engine.table.table import Table

KEY: Final = "learning"


def tab(table: Table, viewer: str) -> LedgerTab | None:
    """Return its tab out of play, with how many have Experience Rolls to spend."""
    if table.procedures and not isinstance(table.procedures[-1], Evening):
        return None
    people = _learners(table, viewer)
    if not people:
        return None
    count = sum(person_of(table, actor).experience > 0 for actor in people)
    return LedgerTab(key=KEY, label=Message(key="d100.ledger.learning.tab"), sign="story", count=count)


def _learners(table: Table, viewer: str) -> tuple[str, ...]:
    """Return those who learn: the characters of players, and whoever has Experience Rolls or studies."""
    return tuple(
        actor
        for actor in living(table, viewer)
        if person_of(table, actor).characteristics
        and (
            not table.is_gm(table.actors[actor].seat)
            or person_of(table, actor).experience
            or table.actors[actor].has(STUDYING)
        )
    )


def ledger(table: Table, viewer: str) -> Ledger:
    """Return the page."""
    least, most = experience.guideline(sessions_since(table))
    usual = Message(key="d100.ledger.learning.guideline", params={"least": least, "most": most})
    return Ledger(
        key=KEY,
        title=Message(key="d100.ledger.learning.title"),
        said=(usual,) if most else (),
        columns=(
            Message(key="d100.ledger.learning.column_what"),
            Message(key="d100.ledger.learning.column_now"),
            Message(key="d100.ledger.learning.column_roll"),
            Message(key="d100.ledger.learning.column_note"),
        ),
        lines=tuple(line for actor in _learners(table, viewer) for line in _of(table, actor)),
        touches=(
            Touch(offer="d100_award", label=Message(key="d100.ledger.learning.award")),
            Touch(offer="d100_lower", label=Message(key="d100.ledger.learning.lower")),
        ),
    )


def _of(table: Table, actor: str) -> Iterator[LedgerLine]:
    person = person_of(table, actor)
    stock = Message(key="d100.ledger.learning.stock", params={"rolls": person.experience})
    improve = Message(key="d100.ledger.learning.other_skill")
    touches = [Touch(offer=f"d100_study:{actor}", label=Message(key="d100.ledger.learning.study"))]
    if person.experience:
        touches.insert(0, Touch(offer="d100_improve", answers={"actor": actor}, label=improve))
    if _can_learn(table, person, person.rank):
        touches.append(Touch(offer=f"d100_learn:{actor}", label=Message(key="d100.ledger.learning.new_ability")))
    cells = (name_cell(table, actor), Cell(text=stock, tone="now" if person.experience else "dim"), BLANK, BLANK)
    yield heading(actor, cells, actor, tuple(touches))
    if person.rank_reached > person.rank:
        yield _rank(actor, person)
    # What stands on a whole sheet is asked for by one touch: here only what the evening has said something about.
    yield from (_skill(table, actor, person, skill) for skill in person.skills if skill.fumbled)
    if person.experience:
        had = (skill for skill in person.skills if skill.raised and not skill.fumbled)
        yield from (_skill(table, actor, person, skill) for skill in had)
    yield from _studies(table, actor)
    yield from _abilities(table, actor, person)


def _rank(actor: str, person: Person) -> LedgerLine:
    """Return the Rank that somebody's skills have become enough for."""
    reached = Message(key="d100.ledger.learning.rank_reached", params={"rank": person.rank_reached})
    return LedgerLine(
        key=f"{actor}:rank",
        cells=(
            Cell(text=Message(key="d100.ledger.learning.rank")),
            Cell(text=Message(key="d100.ledger.learning.of_rank", params={"rank": person.rank})),
            BLANK,
            Cell(text=reached, sign="flag", tone="good"),
        ),
        actor=actor,
        touches=(Touch(offer=f"d100_rank:{actor}", label=Message(key="d100.ledger.learning.take_rank")),),
        rules=("CF-X-22",),
    )


def _skill(table: Table, actor: str, person: Person, skill: Skill) -> LedgerLine:
    """Return a skill or a Passion: what it is, what an Experience Roll needs, and whether one may be spent on it."""
    intelligence = person.characteristics.get("INT", 0)
    refused: Message | None = None
    try:
        experience.check_raise(known_of(skill).raised, person.experience, settings_of(table))
    except Refused as why:
        refused = why.message
    roll = Cell(
        text=Message(key="d100.ledger.learning.needs", params={"roll": needed(table, actor, skill)}),
        told=(
            Message(
                key="d100.ledger.learning.with_int",
                params={
                    "intelligence": intelligence,
                    "value": skill.value,
                    "die": experience.numbers().improving.at_or_above,
                },
            ),
        ),
    )
    note = BLANK
    if skill.fumbled:
        text = Message(key="d100.ledger.learning.fumbled", params={"points": experience.numbers().improving.fumbled})
        note = Cell(text=text, sign="flag", tone="good")
    elif skill.raised:
        note = Cell(text=Message(key="d100.ledger.learning.raised"), sign="check", tone="dim")
    elif skill.group == "passions":
        note = Cell(text=Message(key="d100.ledger.learning.passion"), tone="dim")
    where = {"actor": actor, "skill": skill.name}
    label = Message(key="d100.ledger.learning.improve")
    return LedgerLine(
        key=f"{actor}:{skill.group}:{skill.row}:{skill.name}",
        cells=(
            Cell(text=words(skill.name)),
            Cell(text=Message(key="d100.percent", params={"value": skill.value})),
            roll if refused is None else BLANK,
            note,
        ),
        actor=actor,
        touches=(Touch(offer="d100_improve", answers=where, label=label),) if refused is None else (),
        rules=("CF-XP-5", "CF-XP-6", "CF-XP-7", "CF-XP-8"),
    )


def _studies(table: Table, actor: str) -> Iterator[LedgerLine]:
    teachers = {
        str(row.get("skill")): str(row.get("teacher") or "") for row in rows_of(table.actors[actor], "learning")
    }
    for held in table.actors[actor].named(STUDYING):
        params = {"teacher": teachers.get(held.note, "")}
        yield LedgerLine(
            key=f"{actor}:{held.id}",
            cells=(
                Cell(text=words(held.note)),
                Cell(text=Message(key="d100.ledger.learning.studies", params=params)),
                Cell(text=Message(key="d100.ledger.learning.learned_in"), sign="hourglass", until=held.until),
                BLANK,
            ),
            actor=actor,
            touches=(Touch(offer=f"d100_end_study:{held.id}", label=Message(key="d100.ledger.learning.end_study")),),
            rules=("CF-XP-12",),
        )


def _abilities(table: Table, actor: str, person: Person) -> Iterator[LedgerLine]:
    """Yield the abilities on the sheet, with what they cost; for a new one there is a touch at the head."""
    for number, row in enumerate(rows_of(table.actors[actor], "abilities")):
        name, rank, paid = str(row.get("name") or ""), row.get("rank"), row.get("paid")
        if name:
            of_rank = rank if isinstance(rank, int) else 0
            had = Message(key="d100.ledger.learning.paid", params={"paid": paid if isinstance(paid, int) else 0})
            yield _ability(table, actor, person, f"{actor}:ability:{number}", name, of_rank, had)


def _can_learn(table: Table, person: Person, rank: int) -> bool:
    try:
        experience.ability_cost(person.rank, rank, person.experience, settings_of(table), qualified=True)
    except Refused:
        return False
    return True


def _ability(table: Table, actor: str, person: Person, key: str, name: str, rank: int, had: Message) -> LedgerLine:
    answers: dict[str, str | int] = {"ability": name, "rank": rank}
    price, note, touches = BLANK, BLANK, list[Touch]()
    try:
        cost = experience.ability_cost(person.rank, rank, person.experience, settings_of(table), qualified=True)
    except Refused as why:
        note = Cell(text=why.message, sign="lock", tone="dim")
    else:
        price = Cell(text=Message(key="d100.ledger.learning.costs", params={"rolls": cost}))
        label = Message(key="d100.ledger.learning.learn")
        touches.append(Touch(offer=f"d100_learn:{actor}", answers=answers, label=label))
    return LedgerLine(
        key=key,
        cells=(
            Cell(text=words(name)),
            Cell(text=Message(key="d100.ledger.learning.of_rank", params={"rank": rank})),
            price if price.text is not None else Cell(text=had),
            note,
        ),
        actor=actor,
        touches=tuple(touches),
        rules=("CF-XP-13",),
    )
